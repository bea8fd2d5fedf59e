package runner

import (
	"fmt"

	"houserule/cmd/houserule/view"
	"houserule/engine/experiment"
	"houserule/engine/library"
)

// Weigher returns a rule system whose units can be weighed, and an error for
// another.
func Weigher(system view.Frontend) (view.Weigher, error) {
	w, ok := system.(view.Weigher)
	if !ok {
		return nil, fmt.Errorf("balance is not for %s: it cannot make armies of equal cost for this game", system.Name())
	}
	return w, nil
}

// Bouts are the trials of a contest under a library whose units can be weighed.
type Bouts struct {
	Library *library.Library
	Weigher view.Weigher
	Contest *experiment.Contest
}

// Armies returns the armies of a pair.
func (b Bouts) Armies(pair [2]int) (armies [2]view.Army, err error) {
	var counts [2]int
	who := [2]experiment.Contender{b.Contest.Contenders[pair[0]], b.Contest.Contenders[pair[1]]}
	if b.Contest.Unit != "" {
		units, err := b.Weigher.Units(b.Library, []string{who[0].Name, who[1].Name}, nil)
		if err != nil {
			return armies, err
		}
		counts[0], counts[1] = experiment.EvenCounts(units[0].Cost, units[1].Cost)
	}
	for i, one := range who {
		if b.Contest.Unit != "" {
			armies[i], err = b.Weigher.Army(b.Library, one.Name, counts[i])
		} else {
			armies[i], err = b.Weigher.ReadArmy(b.Library, one.Army)
		}
		if err != nil {
			return armies, err
		}
	}
	return armies, nil
}

// Bout returns the battles of a pair.
func (b Bouts) Bout(pair [2]int) (experiment.TrialPlan, error) {
	armies, err := b.Armies(pair)
	if err != nil {
		return experiment.TrialPlan{}, err
	}
	return b.trial(fmt.Sprintf("%s : %s", b.Contest.Contenders[pair[0]].Name, b.Contest.Contenders[pair[1]].Name), armies), nil
}

// Mirror returns the battles of a unit against more of itself, the larger army
// first.
func (b Bouts) Mirror(contender int) (experiment.TrialPlan, error) {
	one := b.Contest.Contenders[contender]
	n, m := experiment.MirrorCounts(one.Cost)
	var armies [2]view.Army
	for i, cards := range []int{m, n} {
		var err error
		if armies[i], err = b.Weigher.Army(b.Library, one.Name, cards); err != nil {
			return experiment.TrialPlan{}, err
		}
	}
	return b.trial(fmt.Sprintf("%d : %d %s", m, n, one.Name), armies), nil
}

// trial returns the battles of two armies, in either seating.
func (b Bouts) trial(name string, armies [2]view.Army) experiment.TrialPlan {
	arm := func(name string, attacker, defender view.Army) experiment.ArmPlan {
		return NewArm(b.Library, name, library.Match{Dice: library.Seeded, Setup: b.Weigher.Field(attacker, defender), Players: b.Contest.Players})
	}
	return experiment.TrialPlan{Name: name, Arms: []experiment.ArmPlan{
		arm("the first attacks", armies[0], armies[1]),
		arm("the second attacks", armies[1], armies[0]),
	}}
}

// Price returns a function that changes the costs of the contenders of a contest.
// Computer players use the new costs, too. Each call loads the library of an arm anew.
func (r *Runner) Price(a experiment.ArmPlan) experiment.Pricer {
	return func(c *experiment.Contest, costs []int) (experiment.Rules, experiment.Bouts, error) {
		lib, err := r.load(a.Header())
		if err != nil {
			return nil, nil, err
		}
		w, err := Weigher(r.systemOf(lib))
		if err != nil {
			return nil, nil, err
		}
		for i, one := range c.Contenders {
			if err := w.Price(lib, one.Name, costs[i]); err != nil {
				return nil, nil, fmt.Errorf("with other costs: %w", err)
			}
		}
		other := New(r.load, r.systemOf)
		other.Keep(lib)
		return other, Bouts{lib, w, c}, nil
	}
}
