package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/catalog"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/sim"
)

// balanceOptions is what the flags of houserule balance say.
type balanceOptions struct {
	experimentOptions
	mods    *modOptions
	chosen  catalog.Chosen // of the filters
	armies  string
	anyway  bool
	players string
	seed    uint64
	margin  share
	verify  bool
}

// balanceBattles of each pair are a minute's work for the roster on two cores,
// and make the ratings of creatures sure to a tenth or two.
const balanceBattles = 100

// balanceHelp is the help of balance behind what each game says of it.
const balanceHelp = `

Each pair plays -n battles with seeds of its own, each seed once in either
seating. Without -n it is 100: about a minute for the whole roster
on two cores. For intervals the two battles of a seed are one result: they may
be the same battle.

Ratings are those of Bradley and Terry: a beats b with the odds exp(a - b), and 0
is the average opponent. A draw is half a win of each, and each has one drawn
battle against the average opponent added, so that who wins always is not rated
infinite. Outside the margin is whose chance against the average opponent lies
outside 30 to 70 % (or what --margin says) with its whole 95 % interval.

What cost is worth comes from battles of units against themselves, one side
at about 20 % more: the odds change with the cost to the power of the slope. Who
is outside is proposed the cost at which the rating would be 0. --verify plays
with the proposals, which takes up to three times as long again, and corrects
them twice. No data are changed.

--shard 3/64 plays one part of 64, for another machine: see houserule merge.`

func newBalance(mods *modOptions) *cobra.Command {
	o := balanceOptions{mods: mods, margin: 0.2}
	units := unitWords()
	cmd := &cobra.Command{
		Use:   "balance [ID...]",
		Short: "Play all " + units + ", or armies, against each other and find what costs too little",
		Long:  aboutBalance(games()) + balanceHelp,
		Example: `  houserule balance
  houserule balance --alignment chaos --verify
  houserule balance orc goblin wolf -n 1000 --csv
  houserule balance --armies my-armies --report armies.html`,
		Args: arguments(0, -1),
		ValidArgsFunction: func(cmd *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
			return mods.complete(unitIDs)(cmd, nil, word)
		},
	}
	help := cmd.HelpFunc()
	cmd.SetHelpFunc(func(cmd *cobra.Command, words []string) { // of the game that the flags say
		if possible, err := mods.possible(); err == nil {
			cmd.Long = aboutBalance(possible) + balanceHelp
		}
		help(cmd, words)
	})
	chosen := chooseFlags(cmd, mods, unitFilters)
	cmd.RunE = func(cmd *cobra.Command, ids []string) error {
		o.chosen = chosen()
		return balance(cmd, o, ids)
	}
	f := cmd.Flags()
	f.StringVar(&o.armies, "armies", "", "the armies of this `folder` in place of "+units+": its files *.army")
	f.BoolVar(&o.anyway, "anyway", false, "play armies even if their costs differ by more than 2 %")
	playersFlag(cmd, &o.players, mods)
	f.Uint64Var(&o.seed, "seed", 1, "`number` from which all dice follow")
	f.Var(&o.margin, "margin", "how far from 50 % a chance may lie, as in 20%")
	f.BoolVar(&o.verify, "verify", false, "play with the proposed costs, too, and correct them twice")
	o.experimentOptions.flags(cmd, balanceBattles)
	f.Lookup("battles").Usage = "how many battles each pair plays: `N`, half of them with the seats exchanged"
	return cmd
}

func balance(cmd *cobra.Command, o balanceOptions, ids []string) error {
	lib, err := o.mods.load(having(weighs(ids), weighs(nil)))
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
	Unit       string      `json:"unit,omitempty"` // what is weighed; "": whole armies
	Players    []string    `json:"players"`        // by seat
	Margin     float64     `json:"margin"`
	Verify     bool        `json:"verify,omitempty"`
}

// A contender is a unit or an army.
type contender struct {
	Name string `json:"name"` // a unit's is its id
	Cost int    `json:"cost"` // of one card, or of the army
	Army string `json:"army,omitempty"`
}

// contest makes of the flags who plays.
func (o balanceOptions) contest(lib *library.Library, ids []string) (*contest, error) {
	c := &contest{Margin: float64(o.margin), Verify: o.verify}
	w, err := weigherOf(lib)
	if err != nil {
		return nil, err
	}
	if err := fitting(o.chosen, gameIn(lib), w.Filters()); err != nil {
		return nil, err
	}
	if c.Players, err = seatsOf("--players", o.players, lib.PlayerNames(), w.Seats()); err != nil {
		return nil, err
	}
	if o.battles%2 != 0 {
		return nil, fmt.Errorf("-n %d: half of a pair's battles are played with the seats exchanged: give an even number", o.battles)
	}
	if o.armies == "" {
		c.Unit = w.Unit()
		c.Contenders, err = o.units(lib, w, ids)
	} else {
		c.Contenders, err = o.folder(lib, w, ids)
	}
	if err == nil && len(c.Contenders) < 2 {
		err = fmt.Errorf("there must be at least two %ss to play, not %d", w.Unit(), len(c.Contenders))
	}
	return c, err
}

// units are those that the arguments and the filters name.
func (o balanceOptions) units(lib *library.Library, w view.Weigher, ids []string) ([]contender, error) {
	if o.anyway {
		return nil, fmt.Errorf("--anyway is for --armies: %ss always play at equal cost", w.Unit())
	}
	units, err := w.Units(lib, ids, o.chosen)
	var all []contender
	for _, u := range units {
		all = append(all, contender{Name: u.ID, Cost: u.Cost})
	}
	return all, err
}

// folder is the armies of --armies.
func (o balanceOptions) folder(lib *library.Library, w view.Weigher, ids []string) ([]contender, error) {
	switch {
	case len(ids) > 0 || len(o.chosen) > 0:
		return nil, fmt.Errorf("--armies plays the armies of a folder: leave %ss and their filters out", w.Unit())
	case o.verify:
		return nil, fmt.Errorf("--verify is for %ss: an army has no cost of its own that could be another", w.Unit())
	}
	armies, err := readArmies(lib, w, o.armies)
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
		all = append(all, contender{a.name, a.Cost(), a.String()})
	}
	return all, nil
}

// plan is what is played: every pair, and then, for what cost is worth, every
// unit against itself. Trials have seeds of their own: with the same seeds
// for all, a unit's luck would be the same against every opponent, and the
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
	if c.Unit == "" {
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
func (c *contest) armiesOf(lib *library.Library, pair [2]int) (armies [2]view.Army, err error) {
	w, err := weigherOf(lib)
	if err != nil {
		return armies, err
	}
	var counts [2]int
	if c.Unit != "" {
		var units []view.Unit
		if units, err = w.Units(lib, []string{c.Contenders[pair[0]].Name, c.Contenders[pair[1]].Name}, nil); err != nil {
			return armies, err
		}
		counts[0], counts[1] = evenCounts(units[0].Cost, units[1].Cost)
	}
	for i, who := range pair {
		if c.Unit != "" {
			armies[i], err = w.Army(lib, c.Contenders[who].Name, counts[i])
		} else {
			armies[i], err = w.ReadArmy(lib, c.Contenders[who].Army)
		}
		if err != nil {
			return armies, err
		}
	}
	return armies, nil
}

// bout is the battles of a pair.
func (c *contest) bout(lib *library.Library, pair [2]int) (trialPlan, error) {
	armies, err := c.armiesOf(lib, pair)
	if err != nil {
		return trialPlan{}, err
	}
	return c.trial(lib, fmt.Sprintf("%s : %s", c.Contenders[pair[0]].Name, c.Contenders[pair[1]].Name), armies)
}

// mirror is the battles of a unit against more of itself, the larger army
// first.
func (c *contest) mirror(lib *library.Library, one contender) (trialPlan, error) {
	w, err := weigherOf(lib)
	if err != nil {
		return trialPlan{}, err
	}
	n, m := mirrorCounts(one.Cost)
	var armies [2]view.Army
	for i, cards := range []int{m, n} {
		if armies[i], err = w.Army(lib, one.Name, cards); err != nil {
			return trialPlan{}, err
		}
	}
	return c.trial(lib, fmt.Sprintf("%d : %d %s", m, n, one.Name), armies)
}

// trial is the battles of two armies, in either seating.
func (c *contest) trial(lib *library.Library, name string, armies [2]view.Army) (trialPlan, error) {
	w, err := weigherOf(lib)
	if err != nil {
		return trialPlan{}, err
	}
	arm := func(name string, attacker, defender view.Army) armPlan {
		m := library.Match{Dice: library.Seeded}
		m.Setup = w.Field(attacker, defender)
		m.Players = c.Players
		return newArm(lib, name, m)
	}
	return trialPlan{name, []armPlan{
		arm("the first attacks", armies[0], armies[1]),
		arm("the second attacks", armies[1], armies[0]),
	}}, nil
}

// gamesOf are the battles of a trial, whose first and second army are those of
// players a and b.
func gamesOf(r *sim.Result, a, b int) sim.Games {
	g := sim.Games{A: a, B: b, Twins: r.Pairs[0].Twins()}
	for i := range r.Arms {
		first := engine.Side(i) // who attacks in the first arm, and defends in the other
		g.Wins[0] += r.Arms[i].Wins[first]
		g.Wins[1] += r.Arms[i].Wins[1-first]
		g.Draws += r.Arms[i].Draws
	}
	return g
}
