package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/catalog"
	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/engine/sim"
)

// balanceOptions is what the flags of houserule balance say.
type balanceOptions struct {
	experimentOptions
	mods      *modOptions
	alignment string
	heroes    bool
	armies    string
	anyway    bool
	players   string
	seed      uint64
	margin    share
	verify    bool
}

// balanceBattles of each pair are a minute's work for the roster on two cores,
// and make the ratings of creatures sure to a tenth or two.
const balanceBattles = 100

func newBalance(mods *modOptions) *cobra.Command {
	o := balanceOptions{mods: mods, margin: 0.2}
	cmd := &cobra.Command{
		Use:   "balance [CREATURE...]",
		Short: "Play all creatures, or armies, against each other and find what costs too little",
		Long: `Play all creatures against each other at equal cost, rate them, and propose what
those should cost that win or lose too often. Without arguments all creatures of
the roster play, but for Heroes.

The armies of a pair are of one creature each, cost at least 400 points, and the
same within 2 %. Up to 4 stacks stand on the melee line; creatures that shoot
better than they strike keep back the stacks that rule H4.1 lets them keep back.
With --armies every file *.army of a folder holds an army, as houserule battle
takes it, of at most 4 stacks; what stands behind a # is for people.

Each pair plays -n battles with seeds of its own, each seed once in either
seating. Without -n it is 100: about a minute for the whole roster
on two cores.

Ratings are those of Bradley and Terry: a beats b with the odds exp(a - b), and 0
is the average opponent. A draw is half a win of each, and each has one drawn
battle against the average opponent added, so that who wins always is not rated
infinite. Outside the margin is whose chance against the average opponent lies
outside 30 to 70 % (or what --margin says) with its whole 95 % interval.

What cost is worth comes from battles of creatures against themselves, one side
at about 20 % more: the odds change with the cost to the power of the slope. Who
is outside is proposed the cost at which the rating would be 0. --verify plays
with the proposals, which takes up to three times as long again, and corrects
them twice. No data are changed.

--shard 3/64 plays one part of 64, for another machine: see houserule merge.`,
		Example: `  houserule balance
  houserule balance --alignment chaos --verify
  houserule balance orc goblin wolf -n 1000 --csv
  houserule balance --armies my-armies --report armies.html`,
		Args: arguments(0, -1),
		ValidArgsFunction: func(cmd *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
			var f catalog.Filter
			return mods.complete(catalog.Creatures(&f).IDs)(cmd, nil, word)
		},
		RunE: func(cmd *cobra.Command, ids []string) error { return balance(cmd, o, ids) },
	}
	f := cmd.Flags()
	f.StringVar(&o.alignment, "alignment", "", "only creatures of this alignment")
	f.BoolVar(&o.heroes, "heroes", false, "Heroes, too")
	f.StringVar(&o.armies, "armies", "", "the armies of this `folder` in place of creatures: its files *.army")
	f.BoolVar(&o.anyway, "anyway", false, "play armies even if their costs differ by more than 2 %")
	playersFlag(cmd, &o.players, mods)
	f.Uint64Var(&o.seed, "seed", 1, "`number` from which all dice follow")
	f.Var(&o.margin, "margin", "how far from 50 % a chance may lie, as in 20%")
	f.BoolVar(&o.verify, "verify", false, "play with the proposed costs, too, and correct them twice")
	o.experimentOptions.flags(cmd, balanceBattles)
	f.Lookup("battles").Usage = "how many battles each pair plays: `N`, half of them with the seats exchanged"
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc("alignment", mods.complete(catalog.Alignments)))
	return cmd
}

func balance(cmd *cobra.Command, o balanceOptions, ids []string) error {
	lib, err := o.mods.load()
	if err != nil {
		return err
	}
	c, err := o.contest(lib, ids)
	switch {
	case errors.As(err, new(*armyFileError)):
		return err
	case err != nil:
		return &usageError{err}
	}
	p, err := o.plan(lib, c)
	if err != nil {
		return err
	}
	l := newLab(o.mods)
	l.keep(lib)
	return l.perform(cmd, p, o.experimentOptions)
}

// A contest is who plays in a run for balance: the Detail of its plan.
type contest struct {
	Contenders []contender `json:"contenders"`
	Creatures  bool        `json:"creatures"` // and not whole armies
	Players    []string    `json:"players"`   // by seat
	Margin     float64     `json:"margin"`
	Verify     bool        `json:"verify,omitempty"`
}

// A contender is a creature or an army.
type contender struct {
	Name string `json:"name"` // a creature's is its id
	Cost int    `json:"cost"` // of one card, or of the army
	Army string `json:"army,omitempty"`
}

// contest makes of the flags who plays.
func (o balanceOptions) contest(lib *library.Library, ids []string) (*contest, error) {
	c := &contest{Creatures: o.armies == "", Margin: float64(o.margin), Verify: o.verify}
	var err error
	if c.Players, err = seatsOf("--players", o.players, lib.PlayerNames()); err != nil {
		return nil, err
	}
	if o.battles%2 != 0 {
		return nil, fmt.Errorf("-n %d: half of a pair's battles are played with the seats exchanged: give an even number", o.battles)
	}
	if c.Creatures {
		c.Contenders, err = o.creatures(lib, ids)
	} else {
		c.Contenders, err = o.folder(lib, ids)
	}
	if err == nil && len(c.Contenders) < 2 {
		err = fmt.Errorf("there must be at least two creatures to play, not %d", len(c.Contenders))
	}
	return c, err
}

// creatures are those that the arguments and the filters name.
func (o balanceOptions) creatures(lib *library.Library, ids []string) ([]contender, error) {
	if o.anyway {
		return nil, errors.New("--anyway is for --armies: creatures always play at equal cost")
	}
	if known := catalog.Alignments(lib); o.alignment != "" && !slices.Contains(known, o.alignment) {
		return nil, fmt.Errorf("--alignment: %w", unknownWord("alignment", o.alignment, known))
	}
	chosen := heroesdata.Game(lib).Creatures
	if len(ids) > 0 {
		chosen = nil
		for _, id := range ids {
			c, err := heroesdata.Creature(lib, id)
			if err != nil {
				return nil, err
			}
			if slices.Contains(chosen, c) {
				return nil, fmt.Errorf("%q stands twice", id)
			}
			chosen = append(chosen, c)
		}
	}
	var all []contender
	for _, c := range chosen {
		switch {
		case o.alignment != "" && c.Alignment != o.alignment, c.Hero && !o.heroes && len(ids) == 0:
		default:
			all = append(all, contender{Name: c.ID, Cost: c.Cost})
		}
	}
	return all, nil
}

// folder is the armies of --armies.
func (o balanceOptions) folder(lib *library.Library, ids []string) ([]contender, error) {
	switch {
	case len(ids) > 0 || o.alignment != "" || o.heroes:
		return nil, errors.New("--armies plays the armies of a folder: leave creatures and their filters out")
	case o.verify:
		return nil, errors.New("--verify is for creatures: an army has no cost of its own that could be another")
	}
	armies, err := readArmies(lib, o.armies)
	if err != nil {
		return nil, err
	}
	if len(armies) < 2 {
		return nil, fmt.Errorf("--armies: %s: there must be at least two files *%s, not %d", o.armies, armySuffix, len(armies))
	}
	if err := sameCost(armies); err != nil && !o.anyway {
		return nil, err
	}
	var all []contender
	for _, a := range armies {
		all = append(all, contender{a.name, a.army.Cost(), a.army.String()})
	}
	return all, nil
}

// plan is what is played: every pair, and then, for what cost is worth, every
// creature against itself. Trials have seeds of their own: with the same seeds
// for all, a creature's luck would be the same against every opponent, and the
// intervals of the ratings, to which every battle is news, would be too narrow
// by half.
func (o balanceOptions) plan(lib *library.Library, c *contest) (plan, error) {
	detail, err := json.Marshal(c)
	p := plan{Kind: "balance", Battles: o.n() / 2, Seed: o.seed, Apart: true, Plain: true, Detail: detail}
	if err != nil {
		return p, err
	}
	for _, pair := range c.pairs() {
		t, err := c.bout(lib, pair)
		if err != nil {
			return p, err
		}
		p.Trials = append(p.Trials, t)
	}
	if !c.Creatures {
		return p, nil
	}
	for _, one := range c.Contenders {
		t, err := c.mirror(lib, one)
		if err != nil {
			return p, err
		}
		p.Trials = append(p.Trials, t)
	}
	return p, nil
}

// pairs are all pairs of contenders, by their places.
func (c *contest) pairs() (pairs [][2]int) {
	for a := range c.Contenders {
		for b := a + 1; b < len(c.Contenders); b++ {
			pairs = append(pairs, [2]int{a, b})
		}
	}
	return pairs
}

// armiesOf are the armies with which a pair plays.
func (c *contest) armiesOf(lib *library.Library, pair [2]int) (armies [2]heroes.Army, err error) {
	if !c.Creatures {
		for i, who := range pair {
			if armies[i], err = heroesdata.ParseArmy(lib, c.Contenders[who].Army); err != nil {
				return armies, err
			}
		}
		return armies, nil
	}
	var creatures [2]*heroes.Creature
	for i, who := range pair {
		if creatures[i], err = heroesdata.Creature(lib, c.Contenders[who].Name); err != nil {
			return armies, err
		}
	}
	var n [2]int
	n[0], n[1] = evenCounts(creatures[0].Cost, creatures[1].Cost)
	for i := range armies {
		armies[i] = armyOf(creatures[i], n[i], heroesdata.Game(lib).Rules)
	}
	return armies, nil
}

// bout is the battles of a pair.
func (c *contest) bout(lib *library.Library, pair [2]int) (trialPlan, error) {
	armies, err := c.armiesOf(lib, pair)
	name := fmt.Sprintf("%s : %s", c.Contenders[pair[0]].Name, c.Contenders[pair[1]].Name)
	return c.trial(lib, name, armies), err
}

// mirror is the battles of a creature against more of itself, the larger army
// first.
func (c *contest) mirror(lib *library.Library, one contender) (trialPlan, error) {
	creature, err := heroesdata.Creature(lib, one.Name)
	if err != nil {
		return trialPlan{}, err
	}
	n, m := mirrorCounts(creature.Cost)
	armies := [2]heroes.Army{armyOf(creature, m, heroesdata.Game(lib).Rules), armyOf(creature, n, heroesdata.Game(lib).Rules)}
	return c.trial(lib, fmt.Sprintf("%d : %d %s", m, n, one.Name), armies), nil
}

// trial is the battles of two armies, in either seating.
func (c *contest) trial(lib *library.Library, name string, armies [2]heroes.Army) trialPlan {
	arm := func(name string, attacker, defender heroes.Army) armPlan {
		return newArm(lib, name, library.Match{Setup: field(attacker, defender), Dice: library.Seeded, Players: c.Players})
	}
	return trialPlan{name, []armPlan{
		arm("the first attacks", armies[0], armies[1]),
		arm("the second attacks", armies[1], armies[0]),
	}}
}

// gamesOf are the battles of a trial, whose first and second army are those of
// players a and b.
func gamesOf(r *sim.Result, a, b int) sim.Games {
	g := sim.Games{A: a, B: b}
	for i := range r.Arms {
		first := engine.Side(i) // who attacks in the first arm, and defends in the other
		g.Wins[0] += r.Arms[i].Wins[first]
		g.Wins[1] += r.Arms[i].Wins[1-first]
		g.Draws += r.Arms[i].Draws
	}
	return g
}
