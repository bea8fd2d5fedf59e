package protocol

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/session"
	"houserule/cmd/houserule/view"
	"houserule/engine"
)

// others returns the other scenarios that the same players can play.
func (r *Room) others() (others []Other) {
	for _, s := range r.Library.Scenarios {
		if s.ID != r.Match.Scenario && len(s.Setup.SeatNames()) == len(r.names) {
			others = append(others, Other{s.ID, s.Name})
		}
	}
	return others
}

// again begins the next battle after the end, once, and tells all clients.
func (r *Room) again(c *Client, what, scenario string) error {
	known := func(o Other) bool { return o.Scenario == scenario }
	switch {
	case c.seats == 0:
		return errWatches(what)
	case r.host.Lead == nil:
		return errNoServer(what)
	case r.open():
		return fmt.Errorf("%s: the battle is not over", what)
	case r.next != nil:
		return r.follow(c, r.next)
	case scenario != "" && !slices.ContainsFunc(r.others(), known):
		return &engine.Unknown{What: "scenario", Word: scenario, Known: engine.Each(r.others(), func(o Other) string { return o.Scenario })}
	}
	on, err := r.host.Shelf.New(r.Ground, strings.Fields(scenario))
	if err != nil {
		return err
	}
	return r.lead(c, what, session.Start{Ground: on})
}

func errNoServer(what string) error {
	return fmt.Errorf("%s: only houserule serve begins another battle", what)
}

// lead begins another battle for a client, and tells all clients.
func (r *Room) lead(c *Client, what string, to session.Start) error {
	switch {
	case r.host.Lead == nil:
		return errNoServer(what)
	case to.People() == 0 && !to.Watched:
		return fmt.Errorf("%s: no person plays that battle", what)
	}
	keys, err := r.host.Lead(to)
	if err != nil {
		return err
	}
	if !r.open() {
		r.next = keys
	}
	for _, other := range r.clients {
		if other != c {
			other.meets(other.say(r.nextOf(other, keys)))
		}
	}
	return r.follow(c, keys)
}

// follow leads a client to the battle with these keys.
func (r *Room) follow(c *Client, keys []string) error {
	next := r.nextOf(c, keys)
	next.You = true
	c.reply(next)
	return nil
}

// nextOf returns what a client is told of the next battle: a client with several seats gets the
// key of the first.
func (r *Room) nextOf(c *Client, keys []string) Next {
	for i, side := range view.People(r.Match.Players) {
		if c.has(side) && i < len(keys)-1 {
			return Next{Type: "again", Key: keys[i]}
		}
	}
	return Next{Type: "again", Key: keys[len(keys)-1]}
}

// replayed returns the page that plays a battle, which ends after these answers.
func replayed(ctx context.Context, g session.Ground, newFilm func() Film, v *view.View, entries []engine.Entry) (Replay, error) {
	switch {
	case newFilm == nil:
		return Replay{}, errors.New("replay: only houserule serve writes it; houserule show writes the same")
	case !v.Battle().Over():
		return Replay{}, errors.New("replay: the battle is not over")
	}
	b, err := g.Story()
	if err != nil {
		return Replay{}, err
	}
	film := newFilm()
	keep := func(message any) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return film.Add(message)
	}
	journal := &games.Journal{Journal: &engine.Journal{Header: g.Header(), Entries: entries, End: v.Battle().Outcome()}, Library: g.Library, Match: g.Match}
	var html strings.Builder
	if err = record(journal, g.View(b), keep); err == nil {
		err = film.Write(&html)
	}
	return Replay{"replay", html.String()}, err
}
