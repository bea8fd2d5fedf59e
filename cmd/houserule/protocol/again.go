package protocol

import (
	"context"
	"errors"
	"slices"
	"strings"

	"houserule/cmd/houserule/games"
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

// again begins the next battle, once, and tells all clients.
func (r *Room) again(c *Client, scenario string) error {
	known := func(o Other) bool { return o.Scenario == scenario }
	switch {
	case c.seats == 0:
		return errWatches("again")
	case r.Again == nil:
		return errors.New("again: only houserule serve begins another battle")
	case r.question.Choice != nil:
		return errors.New("again: the battle is not over")
	case scenario != "" && !slices.ContainsFunc(r.others(), known):
		return &engine.Unknown{What: "scenario", Word: scenario, Known: engine.Each(r.others(), func(o Other) string { return o.Scenario })}
	}
	if r.next == nil {
		keys, err := r.Again(scenario)
		if err != nil {
			return err
		}
		r.next = keys
		for _, other := range r.clients {
			if other != c {
				other.meets(other.say(r.nextOf(other)))
			}
		}
	}
	next := r.nextOf(c)
	next.You = true
	c.reply(next)
	return nil
}

// nextOf returns what a client is told of the next battle: a client with several seats gets the
// key of the first.
func (r *Room) nextOf(c *Client) Next {
	for i, side := range view.People(r.Match.Players) {
		if c.has(side) {
			return Next{Type: "again", Key: r.next[i]}
		}
	}
	return Next{Type: "again", Key: r.next[len(r.next)-1]}
}

// replay returns the page that plays a battle, which ends after these answers.
func (g ground) replay(ctx context.Context, newFilm func() Film, v *view.View, entries []engine.Entry) (Replay, error) {
	switch {
	case newFilm == nil:
		return Replay{}, errors.New("replay: only houserule serve writes it; houserule show writes the same")
	case !v.Battle().Over():
		return Replay{}, errors.New("replay: the battle is not over")
	}
	b, err := g.lib.Game.NewBattle(g.match.Setup)
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
	journal := &games.Journal{Journal: &engine.Journal{Header: g.lib.Header(g.match), Entries: entries, End: v.Battle().Outcome()}, Library: g.lib, Match: g.match}
	var html strings.Builder
	if err = record(journal, g.system.New(g.lib, g.match, b), keep); err == nil {
		err = film.Write(&html)
	}
	return Replay{"replay", html.String()}, err
}
