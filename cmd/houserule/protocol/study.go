package protocol

import (
	"context"
	"errors"
	"fmt"

	"houserule/cmd/houserule/session"
	"houserule/engine"
)

// A look is a request of a client that changes nothing, with the answers of the battle at
// the time of the request. Its reply is a message, or the reason why there is none.
type look struct {
	ctx     context.Context
	request any
	name    string // of what is asked for: "odds"
	quick   bool   // the reply takes no computation
	ground  session.Ground
	entries []engine.Entry
	reply   any
	err     error
	done    bool // set by the goroutine of the room
}

// message returns the reply.
func (l *look) message() any {
	if l.err != nil {
		return NewRefusal(l.err)
	}
	return l.reply
}

// lookOf returns a look for a request of its own type.
func lookOf(request any) *look {
	l := &look{request: request, name: "request"}
	switch r := request.(type) {
	case *Look:
		l.name, l.quick = r.Type, r.Type == "board"
	case *AskOptions:
		l.name = r.Type
	case *AskOdds:
		l.name = r.Type
	case *Show:
		l.name, l.quick = r.Type, true
	case *AskRules:
		l.name, l.quick = r.Type, true
	}
	return l
}

// answer finds the reply, in the room's time, for a client with a view of the battle.
func (l *look) answer(r *Room, c *client) {
	ctx := l.ctx
	if r.host.Patience > 0 {
		limited, stop := context.WithTimeout(ctx, r.host.Patience)
		defer stop()
		ctx = limited
	}
	switch request := l.request.(type) {
	case *AskCommand:
		l.reply = c.command(ctx, r.desk(c, l.ground, l.entries), request)
		return
	case *Look:
		switch l.name {
		case "review":
			l.reply, l.err = r.review(ctx, c.view.Title(), l.ground, l.entries)
			return
		case "replay":
			l.reply, l.err = replayed(ctx, l.ground, r.host.NewFilm, c.view, l.entries)
			return
		}
	}
	l.reply, l.err = c.look(ctx, l.request, l.ground.Library)
}

// The number of looks of a client, and of all its replies, that may wait.
const (
	mostLooks   = 8
	mostReplies = 64
)

// A study answers the looks of a client beside the battle, one after the other, on a copy of
// its own. The copy follows the battle: it replays the answers up to the time of each look.
type study struct {
	of     *Client
	client client // it sees the copy
	looks  chan *look
	look   *look // the present one
	replay engine.Replay
}

// errStudied ends the battle of a study.
var errStudied = errors.New("there are no more looks")

// newStudy begins a study, which ends when its looks are closed.
func (r *Room) newStudy(c *Client) *study {
	s := &study{of: c, looks: make(chan *look, mostLooks)}
	s.client.Ready, s.client.About = c.Ready, c.About
	s.replay.Then = s
	seats, g := c.seats, r.Ground
	go func() {
		if !s.next() {
			return
		}
		b, err := g.Story()
		if err == nil {
			s.client.audience = newAudience(r.host.view(g, b), seats, r.veils)
			table := engine.NewTable(nil)
			table.Past().Keep() // for looks
			players := make([]engine.Oracle, b.Seats())
			for i := range players {
				players[i] = &s.replay
			}
			table.Seat(&s.replay, players...)
			if err = engine.Play(b, table); errors.Is(err, errStudied) {
				return
			}
		}
		if !errors.Is(err, engine.ErrReplay) && s.client.audience != nil {
			err = nil // the battle has ended as that of the room, with or without an error
		}
		for more := true; more; more = s.next() {
			s.answer(err)
		}
	}()
	return s
}

// next waits for the next look, and for its turn, and reports whether there is one.
func (s *study) next() bool {
	for l := range s.looks {
		select {
		case <-l.ctx.Done():
		case s.of.room.host.Looks <- struct{}{}:
			if l.ctx.Err() != nil {
				<-s.of.room.host.Looks
				continue
			}
			s.look = l
			if len(l.entries) > len(s.replay.Entries) {
				s.replay.Entries = l.entries
			}
			return true
		}
	}
	return false
}

// answer answers the present look, on the copy as it stands, unless there is none: err.
func (s *study) answer(err error) {
	if s.look.err = err; err == nil {
		s.look.answer(s.of.room, &s.client)
	}
	<-s.of.room.host.Looks
	s.of.room.post(mail{from: s.of, look: s.look})
}

// Answer answers looks at the question that is open, until the battle has gone on.
func (s *study) Answer(q engine.Question) (int, error) {
	if s.client.answers(q.Side) {
		s.client.view.Ask(q)
		defer s.client.view.Ask(engine.Question{})
	}
	for s.replay.Used() == len(s.replay.Entries) {
		if s.answer(nil); !s.next() {
			return 0, errStudied
		}
	}
	return s.replay.Answer(q)
}

// look answers a request that changes nothing. A quick one, and one for which nobody else has to
// wait, is answered at once; any other is answered in the client's study.
func (r *Room) look(c *Client, l *look) error {
	if c.waiting == nil {
		c.waiting, c.stop = context.WithCancel(context.Background())
	}
	l.ctx, l.ground, l.entries = c.waiting, r.Ground, r.Entries()
	if err := r.mayLook(c, l); err != nil {
		return err
	}
	if r.sole || c.seats == 0 || l.quick && len(c.replies) < mostLooks {
		l.answer(r, &c.client)
		c.reply(l.message())
		return nil
	}
	if c.study == nil {
		c.study = r.newStudy(c)
	}
	if c.pending() < mostLooks && !l.quick {
		select {
		case c.study.looks <- l:
			c.replies = append(c.replies, l)
			return nil
		default: // it is busy with one that was dropped, and others wait
		}
	}
	return fmt.Errorf("%s: %d requests of yours wait for a reply, which is the most: ask again after one of them", l.name, mostLooks)
}

// pending returns the number of looks of the client that wait for their replies.
func (c *Client) pending() (n int) {
	for _, l := range c.replies {
		if !l.done {
			n++
		}
	}
	return n
}

// mayLook returns the reason why a look is refused at present.
func (r *Room) mayLook(c *Client, l *look) error {
	asked := r.question.Choice
	switch {
	case l.name != "review" && l.name != "replay":
		return nil
	case c.seats == 0:
		return errWatches(l.name)
	case l.name == "replay":
		return nil // of a battle that is over
	case asked != nil && r.Table.Hides(asked):
		return errors.New("review: not while the sides decide in secret")
	case r.veils && !r.Story.Over():
		return errors.New("review: each side sees only its own here: a review is for a battle that is over")
	}
	return nil
}

// reply replies to a request of the client, after those to its earlier requests.
func (c *Client) reply(message any) {
	switch {
	case len(c.replies) == 0:
		c.meets(c.say(message))
	case len(c.replies) >= mostReplies:
		c.meets(fmt.Errorf("%d replies wait", mostReplies))
	default:
		c.replies = append(c.replies, &look{reply: message, done: true})
	}
}

// looked sends the reply to a look, with those that waited for it. A look that was dropped
// was replied to before.
func (c *Client) looked(l *look) {
	l.done = true
	for len(c.replies) > 0 && c.replies[0].done {
		c.meets(c.say(c.replies[0].message()))
		c.replies = c.replies[1:]
	}
}

// cancel ends the looks of a client that are being computed.
func (c *Client) cancel() {
	if c.stop != nil {
		c.stop()
		c.waiting, c.stop = nil, nil
	}
}

// drop refuses the looks of a client that wait, because its battle moves on.
func (c *Client) drop() {
	c.cancel()
	for _, l := range c.replies {
		if !l.done {
			c.meets(c.say(NewRefusal(fmt.Errorf("%s: the battle has moved on: ask again", l.name))))
			continue
		}
		c.meets(c.say(l.message()))
	}
	c.replies = nil
}

// forget ends the client's study: the next one begins with a copy from the start.
func (c *Client) forget() {
	c.cancel()
	if c.study != nil {
		close(c.study.looks)
		c.study = nil
	}
}
