package repl

import (
	"fmt"

	"houserule/cmd/houserule/saves"
	"houserule/cmd/houserule/screen"
	"houserule/engine"
)

// recorder writes answers to disk as they are given.
type recorder struct{ p *Prompt }

// Record returns an error if a person has interrupted the battle, which then stays as it
// was before the answer. A battle that cannot be written continues in memory, and persist
// tries again.
func (r recorder) Record(e engine.Entry) error {
	if err := r.p.cut(); err != nil {
		return err
	}
	p := r.p
	p.live = true
	if p.byPerson(e.Side) && e.From != engine.Itself && p.kept != nil && !p.touched.CompareAndSwap(untouched, touched) && p.touched.Load() == forgotten {
		select {} // the program ends: see Leave
	}
	if p.kept != nil && p.unkept == nil {
		p.note(p.game, p.kept.Record(e))
	}
	return nil
}

// from says how the present answer came about.
func (p *Prompt) from(e engine.Entry) engine.Origin {
	switch {
	case !p.byPerson(e.Side):
	case p.unasked:
		return engine.Itself
	case p.joined > 0:
		return engine.Joins
	}
	return engine.Begins
}

// keep gives a game its place on disk.
func (p *Prompt) keep(g *game) {
	if p.Keep {
		p.note(g, g.store(p.Places))
	}
}

// store writes a game as a whole; its first place is a new one.
func (g *game) store(places saves.Places) error {
	if g.kept == nil {
		name := g.match.Scenario
		if name == "" {
			name = "battle"
		}
		kept, err := places.Create(name, g.header())
		if err != nil {
			return err
		}
		g.kept = kept
		if len(g.session.Entries()) == 0 {
			return nil
		}
	}
	return g.kept.Rewrite(g.header(), g.session.Entries())
}

// persist writes the answers to disk. It tries again to write answers that could not be
// written.
func (p *Prompt) persist() {
	switch {
	case p.unkept != nil:
		p.persistAgain(p.game)
	case p.kept != nil:
		p.note(p.game, p.kept.Sync())
	}
}

// persistAgain writes a game that could not be written.
func (p *Prompt) persistAgain(g *game) {
	err := g.store(p.Places)
	if err == nil && g.view.Battle().Over() {
		err = g.kept.End(g.view.Battle().Outcome())
	}
	p.note(g, err)
}

// rewrite writes the whole battle, after a change other than a new answer.
func (p *Prompt) rewrite() {
	if p.kept != nil || p.unkept != nil {
		p.note(p.game, p.store(p.Places))
	}
}

// note keeps the error of writing a game, and prints when it changes.
func (p *Prompt) note(g *game, err error) {
	before := g.unkept
	g.unkept = err
	switch {
	case err != nil && before == nil:
		p.say("%s", screen.Bad(err.Error()+"."))
		p.say("%s", screen.Bad("The battle continues in memory, and each answer tries to write it again. save FILE writes it to another place."))
	case err == nil && before != nil:
		g.warned = false
		p.say("%s is on disk again.", g.kept.Name())
	}
	if g == p.game {
		p.noteKept()
	}
}

// unsaved returns a warning for leaving a battle that is not on disk.
func (p *Prompt) unsaved() string {
	return fmt.Sprintf("The battle is not on disk: %v. save FILE writes it to another place.", p.unkept)
}

// noteKept records for Leave which battle is on disk, and for Lost whether one is
// missing there.
func (p *Prompt) noteKept() {
	name := ""
	if p.kept != nil && p.unkept == nil {
		name = p.kept.Name()
	}
	before := p.keptName.Load()
	if before != nil && *before == name && p.lost.Load() == (p.unkept != nil) {
		return
	}
	state := untouched
	if p.game != nil && p.answeredByPeople() > 0 {
		state = touched
	}
	p.lost.Store(p.unkept != nil && state == touched)
	p.touched.Store(touched) // while the name changes Leave forgets nothing
	p.keptName.Store(&name)
	p.touched.Store(state)
}

// The states of the battle on disk.
const (
	untouched int32 = iota // no person has answered anything in it
	touched                // a person has
	forgotten              // it is removed, because the program ends
)

// Leave is for a program that ends at once: it returns the name of the battle that
// --resume resumes, or "". It removes a battle that is untouched. Any goroutine may
// call it.
func (p *Prompt) Leave() (kept string) {
	name := p.keptName.Load()
	if name == nil || *name == "" {
		return ""
	}
	if p.touched.CompareAndSwap(untouched, forgotten) {
		p.Places.Forget(*name)
		return ""
	}
	return *name
}

// Lost reports whether answers of a person are nowhere on disk. Any goroutine may
// call it.
func (p *Prompt) Lost() bool { return p.lost.Load() }

// release gives up the battle on disk; during a replay, the battle that the replay
// has set aside. The battle stays on disk, unless no person has answered anything in
// it. A battle that the next replay sets aside, or that comes back now, is not given
// up.
func (p *Prompt) release() {
	left := p.game
	if p.viewing {
		left = p.before
	}
	if left == nil || left == p.next || p.next != nil && left == p.next.before {
		return
	}
	if left.unkept != nil {
		p.persistAgain(left)
	}
	left.cast.Leave()
	g := *left
	left.kept, left.unkept = nil, nil
	p.noteKept()
	switch {
	case !p.part(&g):
	case g.view.Battle().Over():
	case p.leaving:
		p.say("%s is kept: houserule play --resume continues it.", g.kept.Name())
	case left.lib.Format.Name() != p.Library.Format.Name():
		p.say("%s is kept: houserule play --resume %s continues it.", g.kept.Name(), g.kept.Name())
	default:
		p.say("%s is kept: load %s continues it.", g.kept.Name(), g.kept.Name())
	}
}

// part closes a battle, which stays on disk unless no person has answered anything
// in it, and reports whether it is on disk as it was left. If it should be but is
// not, part prints that.
func (p *Prompt) part(g *game) bool {
	kept, unkept := g.kept, g.unkept
	if g.answeredByPeople() == 0 {
		if kept == nil || kept.Discard() == nil || unkept == nil {
			return false // it contains nothing worth keeping
		}
	} else if kept != nil {
		if err := kept.Close(); unkept == nil {
			unkept = err
		}
	}
	if unkept != nil {
		p.say("%s", screen.Bad("The battle on disk is not up to date: "+unkept.Error()+"."))
	}
	return kept != nil && unkept == nil
}
