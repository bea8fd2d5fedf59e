// Package runner makes the battles of plans from libraries: the rules of package
// experiment, for every game of the program. It also plays single battles of a plan
// again, to find where two rules part, and computes their exact odds.
package runner

import (
	"sync"

	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/best"
	"houserule/engine/experiment"
	"houserule/engine/library"
	"houserule/engine/sim"
	"houserule/scripting/modhost"
)

// A Runner makes the battles of plans. It keeps the libraries that their arms
// need.
type Runner struct {
	load     func(engine.Header) (*library.Library, error)
	systemOf func(*library.Library) view.Frontend
	loaded   map[string]*library.Library // by their ModList
}

// New returns a runner. Load loads the rules under which a journal was written, and
// systemOf returns the view.Frontend of a library.
func New(load func(engine.Header) (*library.Library, error), systemOf func(*library.Library) view.Frontend) *Runner {
	return &Runner{load, systemOf, map[string]*library.Library{}}
}

// Keep makes the runner know a library that is loaded already.
func (r *Runner) Keep(lib *library.Library) { r.loaded[lib.ModList()] = lib }

// NewArm returns the arm of a match under a library.
func NewArm(lib *library.Library, name string, m library.Match) experiment.ArmPlan {
	return experiment.NewArm(name, lib.Header(m))
}

// Match returns an arm's battle, with its library.
func (r *Runner) Match(a experiment.ArmPlan) (*library.Library, library.Match, error) {
	h := a.Header()
	lib := r.loaded[library.ModsIn(h)]
	if lib == nil {
		var err error
		if lib, err = r.load(h); err != nil {
			return nil, library.Match{}, err
		}
		r.Keep(lib)
	}
	m, err := lib.Match(h)
	return lib, m, err
}

// Arm returns a function that makes matches of an arm.
func (r *Runner) Arm(a experiment.ArmPlan) (func() (*sim.Match, error), error) {
	lib, m, err := r.Match(a)
	if err != nil {
		return nil, err
	}
	solve := sync.OnceValues(func() (*best.Game, error) { // for all workers
		b, err := lib.Game.NewBattle(m.Setup)
		if err != nil {
			return nil, err
		}
		return view.Solved(b, m.Players)
	})
	return func() (*sim.Match, error) {
		solved, err := solve()
		if err != nil {
			return nil, err
		}
		return NewMatch(r.systemOf(lib), lib, m, solved)
	}, nil
}

// abreast returns how many battles players take part in at the same time: those of the least
// of them who says so, and else 0.
func abreast(seats []engine.Oracle) (n int) {
	for _, player := range seats {
		if p, ok := player.(view.Limited); ok && (n == 0 || p.Abreast() < n) {
			n = p.Abreast()
		}
	}
	return n
}

// NewMatch makes a match that is played again and again, with other seeds. Solved is the game of
// best players, or nil.
func NewMatch(system view.Frontend, lib *library.Library, m library.Match, solved *best.Game) (*sim.Match, error) {
	b, err := lib.Game.NewBattle(m.Setup)
	if err != nil {
		return nil, err
	}
	dice := lib.Dice(m.Seed)
	table, seats, err := view.Seat(system, lib, m, b, dice, solved)
	if err != nil {
		return nil, err
	}
	var reseeders []engine.Reseeder
	for _, player := range seats {
		if r, ok := player.(engine.Reseeder); ok {
			reseeders = append(reseeders, r)
		}
	}
	match := &sim.Match{
		Battle: b,
		Table:  table,
		Tally:  system.NewTally(b, table, m.Setup.SeatNames()),
		Reseed: func(seed uint64) {
			dice.Reseed(seed)
			for _, r := range reseeders {
				r.Reseed(seed)
			}
		},
		Dice:    dice,
		Players: seats,
		Abreast: abreast(seats),
		Leave:   func() { view.Leave(seats) },
		Astray:  func() bool { return len(modhost.Disabled(b)) > 0 },
		Spent:   func() (steps, most int) { return modhost.Spent(b) },
	}
	if d, ok := system.(view.Driver); ok {
		match.Play = d.Play(b, table)
	}
	return match, nil
}

// Diverge plays a battle under both arms and finds where they stop being the
// same.
func (r *Runner) Diverge(arms [2]experiment.ArmPlan, seed uint64) (*experiment.Divergence, error) {
	var steps [2][]experiment.Step
	var results [2]string
	for i, arm := range arms {
		t, result, err := r.trace(arm, seed)
		if err != nil {
			return nil, err
		}
		steps[i], results[i] = t.steps, result
	}
	return experiment.Diverge(seed, steps, results), nil
}
