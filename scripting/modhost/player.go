package modhost

import (
	"errors"
	"fmt"

	"houserule/engine"
	"houserule/engine/players"
	"houserule/scripting"
	"houserule/scripting/lua"
)

// A scripted player answers as a script's player{...} does.
type scripted[B Battle] struct {
	mods *Mods[B]
	r    scripting.Registration
}

// maxOptions is the greatest number of options that a script is shown.
const maxOptions = 1000

// Ahead returns 0: no answer depends on the round, unless the battle reports it.
// Answers are a function of the state: scripts keep nothing, and a player may roll no
// dice.
func (p *scripted[B]) Ahead() int { return 0 }

// Answer shows the options to the script, and returns its choice.
func (p *scripted[B]) Answer(q engine.Question) (int, error) {
	c, ok := q.Choice.(Hosted)
	if q.Choice == nil {
		return 0, errors.New("a player cannot answer for dice")
	}
	if !ok { // a question of a script
		return q.Choice.First(), nil
	}
	evaluator, _ := q.Choice.(engine.Evaluator)
	var answers []int
	var options, worths []lua.Value
	for answer := range q.Choice.Each {
		answers = append(answers, answer)
		options = append(options, lua.String(q.Choice.Name(answer)))
		worth := 0
		if evaluator != nil {
			worth = evaluator.Evaluate(answer)
		}
		worths = append(worths, lua.Number(p.mods.tables.Points(worth)))
		if len(answers) == maxOptions {
			break
		}
	}
	h := p.mods.hostAt(c.Hosted())
	if h.stopped() { // by the evaluation of options
		return 0, h.Battle.AtTable().Err()
	}
	if !h.failed[p.r.Mod].plays() {
		return players.Greedy{}.Answer(q)
	}
	before := h.eyes
	h.pure, h.eyes = h.pure+1, q.Side+1 // a player changes nothing except by its answer, and has the view of its seat
	defer func() { h.pure, h.eyes = h.pure-1, before }()
	v, err := h.registered(h.machine, false, p.r, "answer", p.mods.side(q.Side), lua.List(options...), lua.List(worths...))
	n, ok := v.Int()
	if err == nil && (!ok || n < 1 || n > len(answers)) {
		err = fmt.Errorf("%s:%d: player %s answers %s: must be a place among its %d options", p.r.File, p.r.Line, p.r.Value("name").Text(), v, len(answers))
	}
	switch {
	case err == nil:
		return answers[n-1], nil
	case errors.Is(err, engine.ErrSpent):
		return 0, err
	case h.stops(p.r.Mod):
		h.halt(err)
		return 0, err
	}
	h.resign(p.r.Mod, err)
	return players.Greedy{}.Answer(q) // the battle needs an answer
}

// side returns a seat as the object that scripts see.
func (m *Mods[B]) side(side engine.Side) lua.Value {
	return lua.Object(m.tables.sides(), int32(side))
}
