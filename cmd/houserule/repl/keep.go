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
	if p.ByPerson(e.Side) && e.From != engine.Itself && p.Kept != nil && !p.touched.CompareAndSwap(untouched, touched) && p.touched.Load() == forgotten {
		select {} // the program ends: see Leave
	}
	if p.Kept != nil && p.unkept == nil {
		p.note(p.game, p.Kept.Record(e))
	}
	return nil
}

// from says how the present answer came about.
func (p *Prompt) from(e engine.Entry) engine.Origin {
	switch {
	case !p.ByPerson(e.Side):
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
	if g.Kept == nil {
		name := g.Match.Scenario
		if name == "" {
			name = "battle"
		}
		kept, err := places.Create(name, g.Header())
		if err != nil {
			return err
		}
		g.Kept = kept
		if len(g.Entries()) == 0 {
			return nil
		}
	}
	return g.Kept.Rewrite(g.Header(), g.Entries())
}

// persist writes the answers to disk. It tries again to write answers that could not be
// written.
func (p *Prompt) persist() {
	switch {
	case p.unkept != nil:
		p.persistAgain(p.game)
	case p.Kept != nil:
		p.note(p.game, p.Kept.Sync())
	}
}

// persistAgain writes a game that could not be written.
func (p *Prompt) persistAgain(g *game) {
	err := g.store(p.Places)
	if err == nil && g.Story.Over() {
		err = g.Kept.End(g.Story.Outcome())
	}
	p.note(g, err)
}

// rewrite writes the whole battle, after a change other than a new answer.
func (p *Prompt) rewrite() {
	if p.Kept != nil || p.unkept != nil {
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
		p.say("%s is on disk again.", g.Kept.Name())
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
	if p.Kept != nil && p.unkept == nil {
		name = p.Kept.Name()
	}
	before := p.keptName.Load()
	if before != nil && *before == name && p.lost.Load() == (p.unkept != nil) {
		return
	}
	state := untouched
	if p.game != nil && p.Given() > 0 {
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
	if p.Watched {
		left = p.before
	}
	if left == nil || left == p.next || p.next != nil && left == p.next.before {
		return
	}
	if left.unkept != nil {
		p.persistAgain(left)
	}
	left.Battle.Leave()
	kept, unkept := left.Kept, left.unkept
	left.Kept, left.unkept = nil, nil
	p.noteKept()
	switch {
	case !p.part(left, kept, unkept):
	case left.Story.Over():
	case p.leaving:
		p.say("%s is kept: houserule play --resume continues it.", kept.Name())
	case left.Library.Format.Name() != p.Library.Format.Name():
		p.say("%s is kept: houserule play --resume %s continues it.", kept.Name(), kept.Name())
	default:
		p.say("%s is kept: load %s continues it.", kept.Name(), kept.Name())
	}
}

// part closes a battle, which stays on disk unless no person has answered anything
// in it, and reports whether it is on disk as it was left. If it should be but is
// not, part prints that.
func (p *Prompt) part(g *game, kept *saves.Battle, unkept error) bool {
	if g.Given() == 0 {
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
