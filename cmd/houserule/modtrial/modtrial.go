// Package modtrial plays battles with everything that is in mods, and says what their scripts do
// in them: which functions are never called, which fail and where, and whether they are slow. It
// also says which side wins.
//
// A [Trial] plays battles in which each creature, ability and spell of the mods takes part, and all
// scenarios, between random and greedy players in both seats. It plays as many as its budget
// allows. The budget counts steps of scripts and answers, and no time, so that a trial of the
// same mods is the same everywhere.
package modtrial

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/library/strict"
	"houserule/scripting"
	"houserule/scripting/lua"
	"houserule/scripting/modhost"
)

// A Trial is what is tried: some mods of a library.
type Trial struct {
	Library  *library.Library
	Scripts  modhost.Scripts
	Binding  *lua.Binding // of the scripts
	Frontend view.Frontend
	Mods     []string
}

// The budget of a trial. Work is measured in steps of scripts: most take 5 to 10 ns, and 100 ns at
// most. An answer, a die or the start of a battle takes 2 µs in heroes, 3 µs in kings and 1 µs in
// sorcery. With greedy players it takes 45 µs in heroes, and little more in the others.
const (
	mostBattles = 400
	mostWork    = 20_000_000
	battleWork  = 500_000 // after which a battle is left
	entryWork   = 200     // of an answer or a die
	callWork    = 10      // of the call of a function, besides its steps
	greedyWork  = 2_000   // more of one if all players weigh their options
	failedWork  = 10      // times the steps of a battle that fails, as scripts without end take up to 500 ns a step
)

// slow is how many times their work without the mods battles may take.
const slow = 10

// A Failure is an error at one place of a script.
type Failure struct {
	strict.Problem
	Times int
	First library.Match     // the first battle that fails there
	Typed map[string]string // its armies, as values of flags
	Scene string            // the place in it: "round 2, phase 4, a1 acts"
}

// A Report is what a trial has found.
type Report struct {
	Battles   int
	Functions int // that the game calls
	Failures  []Failure
	Warnings  strict.Problems // of functions that no battle calls, of slow ones, and of entries that nothing has
	Units     []Wins
	Scenarios []Wins
}

// Wins counts what a unit, or the sides of a scenario, have won.
type Wins struct {
	Name    string
	Seats   []string // of a scenario; nil: a unit
	Won     []int    // by seat, or of the side with the unit
	Battles int
}

// Run plays the battles of the trial.
func (t Trial) Run() Report {
	r := &runner{Trial: t, plan: t.plan(), calls: newCalls(), wins: map[string]*Wins{}}
	for n := 0; ; n++ {
		before := r.report.Battles
		for b := range r.plan.round(n, r.misses) {
			if r.work >= mostWork || r.report.Battles >= mostBattles {
				return r.end()
			}
			r.play(b)
		}
		if r.report.Battles == before {
			return r.end()
		}
	}
}

// end returns the report.
func (r *runner) end() Report {
	r.Scripts.Profile(nil)
	for _, name := range slices.Sorted(maps.Keys(r.wins)) {
		if w := *r.wins[name]; w.Seats == nil {
			r.report.Units = append(r.report.Units, w)
		} else {
			r.report.Scenarios = append(r.report.Scenarios, w)
		}
	}
	r.uncalled()
	r.slowest()
	r.idle()
	return r.report
}

// touched reports whether the mods add an entry, or change one.
func (t Trial) touched(section, id string) (own, changed bool) {
	steps, err := t.Library.Why(section + "." + id)
	if err != nil {
		return false, false
	}
	in := func(s library.Step) bool { return slices.Contains(t.Mods, s.Mod) }
	return in(steps[0]), slices.ContainsFunc(steps[1:], in)
}

// declared returns the declarations of the mods with a register.
func (t Trial) declared(register string) (found []scripting.Registration) {
	program := t.Scripts.Program()
	if program == nil {
		return nil
	}
	for _, r := range program.Registered(register) {
		if slices.Contains(t.Mods, r.Mod) {
			found = append(found, r)
		}
	}
	return found
}

// A runner runs a trial.
type runner struct {
	Trial
	plan   *plan
	calls  *calls
	report Report
	wins   map[string]*Wins

	work    int64
	without int64              // work of the battles between random players, without the mods
	spent   []modhost.Spending // of the mods in those battles
	left    int                // battles that were left because of their scripts
}

// A counter counts dice and answers.
type counter struct{ n int64 }

// Record counts an entry.
func (c *counter) Record(engine.Entry) error {
	c.n++
	return nil
}

// play plays a battle.
func (r *runner) play(of bout) {
	profile := new(modhost.Profile)
	r.Scripts.Profile(profile)
	b, err := r.Library.Game.NewBattle(of.Setup)
	if err != nil {
		return // a mistake of the scenario, which is reported elsewhere
	}
	modhost.Count(b, r.calls)
	weighing := int64(0)
	var seats []engine.Oracle
	for side, name := range of.Players {
		player, err := r.Library.Player(name, engine.Side(side), of.Seed)
		if err != nil {
			return
		}
		if name != random {
			weighing++
		}
		seats = append(seats, player)
	}
	var count counter
	table := engine.NewTable(r.Library.Dice(of.Seed), seats...)
	table.Record(&count)
	table.Allow(&engine.Allowance{Left: battleWork})
	table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) { b.Describe(e) }))
	weight := entryWork + greedyWork*weighing/int64(len(seats))
	for b.Begin(table); !b.Over() && table.Err() == nil && weight*count.n < battleWork; {
		b.Step()
		if r.report.Battles < looks && table.Err() == nil {
			if err := r.look(b); err != nil {
				table.Fail(err)
			}
		}
	}
	r.report.Battles++
	count.n++ // the start of the battle
	r.work += weight * count.n
	spendings := profile.Spendings()
	per := int64(1)
	if table.Err() != nil {
		per = failedWork
	}
	for _, s := range spendings {
		r.work += per * (s.Steps + callWork*s.Calls)
	}
	if weighing == 0 {
		r.compare(spendings, entryWork*count.n)
	}
	switch err := table.Err(); {
	case errors.Is(err, engine.ErrSpent):
		r.left++
	case err != nil:
		r.failed(of, b, err)
	case b.Over():
		r.won(of, b)
	}
}

// looks is the number of battles at which a trial looks after each step.
const looks = 20

// look looks at a battle as people and players do: it draws the board, asks for the worth of the
// sides and for the words for the end, and deals anew what a side does not see.
func (r *runner) look(b engine.Story) error {
	b.Outcome()
	for side := range engine.Side(b.Seats()) {
		b.Value(side)
		if drawn, ok := b.(view.Boarder); ok {
			drawn.Board(side)
		}
		if dealer, ok := b.(engine.Dealer); ok && dealer.Veils() && !b.Over() {
			other := b.Fresh().(engine.Dealer)
			modhost.Count(other, r.calls)
			other.CopyFrom(b)
			table := engine.NewTable(r.Library.Dice(1))
			other.Sit(table)
			other.Deal(side)
			if table.Err() != nil {
				return table.Err()
			}
		}
	}
	return nil
}

// compare adds the work of a battle without the mods, and what their scripts have spent.
func (r *runner) compare(spendings []modhost.Spending, without int64) {
	r.without += without
	for _, s := range spendings {
		if slices.Contains(r.Mods, s.Mod) && s.Mod != r.Library.Mod.ID {
			r.spent = append(r.spent, s)
		} else {
			r.without += s.Steps
		}
	}
}

// failed notes the error of a battle.
func (r *runner) failed(of bout, b engine.Story, err error) {
	p := strict.Problem{File: r.Mods[0], Text: err.Error()}
	if e, ok := errors.AsType[*scripting.Error](err); ok {
		p = strict.Problem{File: e.File, Line: e.Line, Column: r.column(e), Text: e.Hook + ": " + e.Text}
	}
	i := slices.IndexFunc(r.report.Failures, func(f Failure) bool {
		return f.File == p.File && f.Line == p.Line && (p.Line > 0 || f.Text == p.Text)
	})
	if i < 0 {
		i = len(r.report.Failures)
		r.report.Failures = append(r.report.Failures, Failure{Problem: p, First: of.Match, Typed: of.typed, Scene: b.Scene()})
	}
	r.report.Failures[i].Times++
}

// won counts the winner of a battle between equal players, of a scenario between greedy ones.
func (r *runner) won(of bout, b engine.Story) {
	equal := !slices.ContainsFunc(of.Players, func(p string) bool { return p != of.Players[0] })
	switch {
	case equal && of.unit != "":
		w := r.winsOf("unit "+of.unit, of.unit, nil, 1)
		w.Battles++
		if b.Winner() == of.side {
			w.Won[0]++
		}
	case equal && of.Players[0] == greedy && slices.ContainsFunc(r.plan.scenarios, func(s *library.Scenario) bool { return s.ID == of.Scenario }):
		seats := of.Setup.SeatNames()
		w := r.winsOf("scenario "+of.Scenario, of.Scenario, seats, len(seats))
		w.Battles++
		if b.Winner() >= 0 {
			w.Won[b.Winner()]++
		}
	}
}

// winsOf returns the wins with a key, at first those of a name and of n sides without any.
func (r *runner) winsOf(key, name string, seats []string, n int) *Wins {
	if r.wins[key] == nil {
		r.wins[key] = &Wins{Name: name, Seats: seats, Won: make([]int, n)}
	}
	return r.wins[key]
}

// slowest warns of scripts that take most of the work of battles.
func (r *runner) slowest() {
	total := map[[2]string]int64{} // by mod and function
	with := r.without
	for _, s := range r.spent {
		total[[2]string{s.Mod, s.Hook}] += s.Steps
		with += s.Steps
	}
	left := r.left > r.report.Battles/2
	if with <= slow*r.without && !left || len(total) == 0 {
		return
	}
	var worst [2]string
	for what, steps := range total {
		if n := total[worst]; steps > n || steps == n && what[0]+" "+what[1] < worst[0]+" "+worst[1] {
			worst = what
		}
	}
	p := r.place(worst[0], worst[1])
	if left {
		p.Text = fmt.Sprintf("slow: %d of %d battles take more than %d steps of scripts, most of them in %s", r.left, r.report.Battles, battleWork, worst[1])
	} else {
		p.Text = fmt.Sprintf("slow: battles take %d times the steps that they take without the mod, %d %% of them in %s", with/r.without, 100*total[worst]/with, worst[1])
	}
	r.report.Warnings = append(r.report.Warnings, p)
}

// place returns the place of the first function of a mod with a name.
func (r *runner) place(mod, name string) strict.Problem {
	for _, e := range r.Scripts.Program().Entries(mod) {
		if e.Name == name {
			return strict.Problem{File: e.File, Line: e.Line}
		}
	}
	return strict.Problem{File: mod}
}
