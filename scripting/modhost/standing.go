package modhost

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"houserule/engine"
	"houserule/scripting"
)

// A standing is what a mod may still do in a battle, or in a copy of one, under the policy
// [Disable]. The zero standing is that of a mod that works. These are the states:
//
//	          hooks and functions   options              players
//	works     run                   offered              answer
//	resigned  run                   offered              greedy answers
//	leaving   do not run            offered, as before   greedy answers
//	out       do not run            refused              greedy answers
//
// A mod is leaving until the question is answered at which it failed, so that an option that
// was listed stays an option. These events lead from one state to another:
//
//	event                            method    works             resigned  leaving  out
//	it fails between two questions   fails     out               out       leaving  out
//	it fails in a copy at a question fails     leaving           leaving   leaving  out
//	it fails in a look               looked    works             resigned  leaving  out
//	it is too slow in looks          looked    resigned          resigned  leaving  out
//	its player fails                 resigns   resigned          resigned  leaving  out
//	the question is answered                   works             resigned  out      out
//	a copy is taken: there it        copied    works             works     out      out
//	another try of the same answer   again     works             works     out      out
//	another answer, another battle   again     works             works     works    works
//
// Copies are scratch battles: what fails in one is a look for the battle that is played.
type standing struct {
	err    error             // of the failure; nil: it works
	gone   bool              // it is leaving or out; if not, only its players are replaced
	at     int               // the question at which it is leaving; 0: none
	answer *engine.Allowance // of the answer in a try of which it failed; nil: none
	told   bool              // a failure in a look has been reported
}

// runs reports whether the mod's hooks and functions run.
func (s standing) runs() bool { return !s.gone }

// plays reports whether the mod's players answer.
func (s standing) plays() bool { return s.err == nil }

// offers reports whether the mod's options may be chosen at a question.
func (s standing) offers(question int) bool { return !s.gone || s.at != 0 && s.at == question }

// fails records a failure at an open question, or 0 if none is open, and in a try of an
// answer, if it is not nil. It reports whether the mod ran before.
func (s *standing) fails(err error, question int, answer *engine.Allowance) bool {
	if s.gone {
		return false
	}
	s.err, s.gone, s.at, s.answer = err, true, question, answer
	return true
}

// looked records a failure in a look or in a copy. It reports whether it is the first.
func (s *standing) looked(err error) bool {
	if s.err == nil && errors.Is(err, scripting.ErrSlow) {
		s.err = err
	}
	first := !s.told
	s.told = true
	return first
}

// resigns records a failure of one of the mod's players.
func (s *standing) resigns(err error) {
	if s.err == nil {
		s.err = err
	}
}

// copied returns the standing in a new copy of the battle. The players of a copy begin anew.
func (s standing) copied() standing {
	if !s.gone {
		return standing{}
	}
	return standing{err: s.err, gone: true}
}

// again returns the standing when the battle becomes another one: a try of an answer, or
// none if that is nil.
func (s standing) again(answer *engine.Allowance) standing {
	if answer == nil || s.answer != answer {
		return standing{}
	}
	return standing{err: s.err, gone: true, answer: answer}
}

// standings are those of the mods that have failed, by mod.
type standings map[string]standing

// begin makes them those of another battle, or of a copy of the battle of others.
func (all standings) begin(of standings, answer *engine.Allowance) {
	for mod, s := range all {
		if s = s.again(answer); s.gone {
			all[mod] = s
		} else {
			delete(all, mod)
		}
	}
	for mod, s := range of {
		if s = s.copied(); s.gone && all[mod].runs() {
			all[mod] = s
		}
	}
}

// errs returns the errors of the mods that do not work.
func (all standings) errs() map[string]error {
	errs := map[string]error{}
	for mod, s := range all {
		if s.err != nil {
			errs[mod] = s.err
		}
	}
	return errs
}

// AppendStandings appends a key of the standings of all mods in the battle.
func (h *Host[B]) AppendStandings(key []byte) []byte {
	for _, mod := range slices.Sorted(maps.Keys(h.failed)) {
		s := h.failed[mod]
		key = fmt.Appendf(key, "%s %t %d %v;", mod, s.gone, s.at, s.err)
	}
	return key
}
