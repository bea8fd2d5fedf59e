package experiment_test

import (
	"context"
	"fmt"
	"strconv"

	"houserule/engine"
	"houserule/engine/experiment"
	"houserule/engine/heroes"
	"houserule/engine/heroes/strategy"
	"houserule/engine/players"
	"houserule/engine/sim"
)

// Two rules are compared with the same dice: what do twelve faces of the die, in
// place of ten, do for three wolves against two bears?
func Example() {
	wolf := &heroes.Creature{ID: "wolf", Name: "Wolf", Level: 1, Melee: 3, Defense: 7, Phase: 3, Cost: 20}
	bear := &heroes.Creature{ID: "bear", Name: "Bear", Level: 2, Melee: 5, Defense: 9, Phase: 6, Cost: 30}
	wolves, bears := heroes.Pile{{N: 1, Creature: wolf}}, heroes.Pile{{N: 1, Creature: bear}}
	setup := heroes.Setup{Sides: [2]heroes.SideSetup{{Army: heroes.Army{{wolves, wolves, wolves}}}, {Army: heroes.Army{{bears, bears}}}}}

	rules := experiment.RulesFunc(func(arm experiment.ArmPlan) (func() (*sim.Match, error), error) {
		r := heroes.DefaultRules()
		r.Die, _ = strconv.Atoi(arm.Header().Get("die"))
		game := heroes.NewGame(r, []*heroes.Creature{wolf, bear}, nil, strategy.New)
		return func() (*sim.Match, error) {
			battle, err := heroes.NewBattle(game, setup)
			dice := engine.NewDice(0)
			table := engine.NewTable(dice, players.Greedy{}, players.Greedy{})
			return &sim.Match{Battle: battle, Table: table, Reseed: func(seed uint64) { dice.Reseed(seed) }}, err
		}, nil
	})
	arm := func(die string) experiment.ArmPlan {
		return experiment.ArmPlan{Name: "with a die of " + die, Battle: []engine.Field{{Key: "die", Value: die}}, Seats: setup.SeatNames()}
	}
	plan := experiment.NewComparison(arm("10"), arm("12"))
	plan.Battles = 2000
	results, err := plan.Run(context.Background(), rules, experiment.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	comparison, _ := experiment.Compare(plan, results, nil, nil)
	for _, sentence := range comparison.Verdict {
		fmt.Println(sentence)
	}
	// Output:
	// With a die of 12 the aggressor wins 9.3 points more often (7.9 to 10.7 more).
	// 216 of 2,000 battles (10.80 %) ended with another winner; 241 more went another way, to the same end.
	// Battles last 1.236 rounds in place of 1.306: 0.070 shorter.
}
