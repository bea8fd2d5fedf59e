package repl

import (
	"houserule/cmd/houserule/screen"
	"houserule/engine"
)

// recorder writes answers to disk as they are given.
type recorder struct{ p *Prompt }

// Record fails where a person has interrupted the battle, which then stands as
// it was before the answer. A battle that cannot be written goes on in memory.
func (r recorder) Record(q engine.Question, answer int) error {
	if err := r.p.cut(); err != nil {
		return err
	}
	if r.p.byPerson(q.Side) && r.p.kept != nil && !r.p.touched.CompareAndSwap(untouched, touched) && r.p.touched.Load() == forgotten {
		select {} // the program ends: see Leave
	}
	if n := len(r.p.session.Entries()); r.p.joined > 0 && r.p.byPerson(q.Side) {
		r.p.joins[n] = true
	} else {
		delete(r.p.joins, n)
	}
	if kept := r.p.kept; kept != nil {
		if err := kept.Record(q, answer); err != nil {
			r.p.lose(err)
		}
	}
	return nil
}

// keep gives a game its place on disk.
func (p *Prompt) keep(g *game) {
	if !p.Keep {
		return
	}
	name := g.match.Scenario
	if name == "" {
		name = "battle"
	}
	kept, err := p.Places.Create(name, g.header())
	if err == nil && len(g.session.Entries()) > 0 {
		if err = kept.Rewrite(g.header(), g.session.Entries()); err != nil {
			kept.Close()
		}
	}
	if err != nil {
		p.lose(err)
		return
	}
	g.kept = kept
}

// persist makes sure that what was answered outlives the machine.
func (p *Prompt) persist() {
	if p.kept != nil {
		if err := p.kept.Sync(); err != nil {
			p.lose(err)
		}
	}
}

// rewrite writes the battle anew, after its answers or its header have
// changed otherwise than by a new answer.
func (p *Prompt) rewrite() {
	if p.kept != nil {
		if err := p.kept.Rewrite(p.header(), p.session.Entries()); err != nil {
			p.lose(err)
		}
	}
}

// lose goes on in memory only, and says so.
func (p *Prompt) lose(err error) {
	p.say("%s", screen.Bad(err.Error()+"."))
	p.say("%s", screen.Bad("The battle goes on in memory only: save FILE writes it to another place."))
	if p.game != nil && p.kept != nil {
		p.kept.Close()
		p.kept = nil
		p.noteKept()
	}
}

// noteKept notes what Kept tells.
func (p *Prompt) noteKept() {
	name := ""
	if p.kept != nil {
		name = p.kept.Name()
	}
	p.keptName.Store(&name)
	p.touched.Store(untouched)
	if p.game != nil && p.answeredByPeople() > 0 {
		p.touched.Store(touched)
	}
}

// What has become of the battle on disk.
const (
	untouched int32 = iota // no person has answered anything in it
	touched                // a person has
	forgotten              // it is removed, since the program ends
)

// Leave is for a program that ends at once: it returns the name of the battle that
// --resume goes on with, or "". One that is untouched goes. Any goroutine may call
// it.
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

// release gives up the battle on disk, which stays there, unless nobody has
// answered anything in it.
func (p *Prompt) release() {
	kept := p.kept
	p.kept = nil
	p.noteKept()
	if kept == nil {
		return
	}
	if p.answeredByPeople() == 0 {
		// What is left of it holds nothing: it may stay, too.
		_ = kept.Discard()
		return
	}
	if err := kept.Close(); err != nil {
		p.say("%s", screen.Bad(err.Error()+"."))
		return
	}
	switch {
	case p.view.Over():
	case p.leaving:
		p.say("%s is kept: houserule play --resume goes on with it.", kept.Name())
	default:
		p.say("%s is kept: load %s goes on with it.", kept.Name(), kept.Name())
	}
}
