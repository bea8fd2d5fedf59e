package protocol

import (
	"errors"
	"io"

	"houserule/cmd/houserule/saves"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/library"
)

// A Host plays a battle with one client, who answers for all people in it.
type Host struct {
	Self    string // this program with its version
	System  view.Frontend
	Library *library.Library
	Match   library.Match
	Kept    *saves.Battle // where answers are kept; nil: in memory only
	Entries []engine.Entry
}

// Run plays the battle until the client leaves or is gone.
func (h *Host) Run(in io.Reader, out io.Writer) error {
	b, err := h.Library.Game.NewBattle(h.Match.Setup)
	if err != nil {
		return err
	}
	p := &party{Host: h, battle: b}
	p.table = engine.NewTable(nil)
	p.cast = view.Cast{System: h.System, Library: h.Library, Battle: b, Table: p.table}
	defer p.cast.Leave()
	v := h.System.New(h.Library, h.Match, b)
	p.seat = &Seat{wire: NewWire(in, out), view: v, mine: p.isHuman, move: p.move}
	p.seat.begin = func() Battle { return newBattle(h.Library, v, p.isHuman) }
	p.seat.refuse = func(err error) error { return p.seat.wire.Say(refusal(err)) }
	if err := p.seat.welcome(h.Self); err != nil {
		return gone(err)
	}
	p.cast.Hears = p.seat.hears()
	p.table.Explain(p.cast.Hears != nil)
	p.session = engine.Session{
		Seat: func() (engine.Oracle, []engine.Oracle) {
			return h.luck(), p.cast.Seats(h.Match, p.seat)
		},
		Play: func(t *engine.Table) error {
			p.seat.restart()
			return view.Play(b, t)
		},
	}
	p.session.Load(h.Entries)
	p.table.Record(p)
	return gone(p.play())
}

// luck is the dice, fresh for a run from the start.
func (h *Host) luck() engine.Oracle {
	if h.Match.Dice == library.Scripted {
		return &engine.Script{Dice: h.Match.Script}
	}
	return h.Library.Dice(h.Match.Seed)
}

// gone returns nil where an error only says that the client has left.
func gone(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, errLeft) {
		return nil
	}
	return err
}

// errLeft is the end of a client who leaves.
var errLeft = errors.New("the client has left")

// A party is a battle that a host plays.
type party struct {
	*Host
	battle  engine.Story
	table   *engine.Table
	cast    view.Cast
	seat    *Seat
	session engine.Session
}

// isHuman reports whether the client answers for a side.
func (p *party) isHuman(side engine.Side) bool {
	return !side.IsLuck() && p.Match.Players[side] == view.Human
}

// play plays to the end, and again from an answer that is taken back after it.
func (p *party) play() error {
	for {
		err := p.session.Run(p.table)
		if errors.As(err, new(*Broken)) || errors.Is(err, engine.ErrRewind) {
			return err
		}
		if err == nil {
			err = p.ended()
		} else {
			err = p.seat.wire.Say(Fault{"fault", library.Explain(err)})
		}
		for err == nil {
			if _, _, err = p.seat.next(engine.Question{}); err != nil {
				err = p.seat.refused(err)
			}
		}
		if !errors.Is(err, engine.ErrRewind) {
			return err
		}
	}
}

// ended says how the battle has ended, and keeps it.
func (p *party) ended() error {
	if p.Kept != nil {
		if err := p.Kept.End(p.battle.Outcome()); err != nil {
			return err
		}
	}
	if err := p.seat.tell(); err != nil {
		return err
	}
	return p.seat.wire.Say(newEnd(p.battle, p.seat.view.Seats()))
}

// Record keeps an answer, and tells the client of its own that it is kept.
func (p *party) Record(e engine.Entry) error {
	if p.Kept != nil {
		if err := p.Kept.Record(e); err != nil {
			return err
		}
	}
	if !p.isHuman(e.Side) {
		return nil
	}
	if p.Kept != nil {
		if err := p.Kept.Sync(); err != nil {
			return err
		}
	}
	return p.seat.wire.Say(Taken{"taken", p.seat.question, e.Text})
}

// move goes back or forth in the client's answers.
func (p *party) move(what string) error {
	switch {
	case what == "leave":
		p.session.Quit()
		return &Broken{errLeft}
	case what == "undo" && !p.session.Undo(p.isHuman):
		return errors.New("undo: there is no answer to take back")
	case what == "redo" && !p.session.Redo(p.isHuman):
		return errors.New("redo: no answer was taken back")
	}
	if p.Kept != nil {
		if err := p.Kept.Rewrite(p.Library.Header(p.Match), p.session.Entries()); err != nil {
			return err
		}
	}
	return engine.ErrRewind
}
