package heroesmods

import (
	"errors"
	"fmt"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/players"
	"houserule/scripting"
)

// A scripted player answers as a script's player{...} does.
type scripted struct {
	mods *Mods
	r    scripting.Registration
}

// Answer lists the options for the script, which picks one.
func (p *scripted) Answer(q engine.Question) (int, error) {
	c, ok := q.Choice.(interface {
		engine.Choice
		Battle() *heroes.Battle
	})
	if q.Choice == nil {
		return 0, errors.New("a player cannot answer for dice")
	}
	if !ok { // what a script asks
		return q.Choice.First(), nil
	}
	appraiser, _ := q.Choice.(engine.Appraiser)
	die := p.mods.game.Rules.Die
	var answers []int
	var options, worths []scripting.Value
	for answer := range c.Each {
		answers = append(answers, answer)
		options = append(options, scripting.String(c.Name(answer)))
		worth := 0
		if appraiser != nil {
			worth = appraiser.Appraise(answer)
		}
		worths = append(worths, scripting.Number(float64(worth)/float64(die*die)))
		if len(answers) == maxOptions {
			break
		}
	}
	h := p.mods.hostOf(c.Battle())
	if h.disabled[p.r.Mod] != nil {
		return players.Greedy{}.Answer(q)
	}
	h.pure++ // a player changes nothing but by its answer
	defer func() { h.pure-- }()
	v, err := h.machine.CallRegistered(p.r, "answer", sideValue(q.Side), scripting.List(options...), scripting.List(worths...))
	n, ok := v.Int()
	if err == nil && (!ok || n < 1 || n > len(answers)) {
		err = fmt.Errorf("%s:%d: player %s answers %s: must be a place among its %d options", p.r.File, p.r.Line, p.r.Value("name").Text(), v, len(answers))
	}
	switch {
	case err == nil:
		return answers[n-1], nil
	case p.mods.policy == Stop:
		return 0, err
	}
	h.fail(p.r.Mod, err)
	return players.Greedy{}.Answer(q) // somebody must
}

// maxOptions is how many options a script is shown.
const maxOptions = 1000

// Eval evaluates an expression of Lua in a battle, which it may look at.
func (m *Mods) Eval(b *heroes.Battle, source string) (string, error) {
	if m.Program == nil {
		program, err := scripting.Compile(Binding(), nil)
		if err != nil {
			return "", err
		}
		m.Program = program
	}
	h := m.hostOf(b)
	h.pure++
	defer func() { h.pure-- }()
	return h.machine.Eval(source)
}
