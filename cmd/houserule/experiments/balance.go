package experiments

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/catalog"
	"houserule/cmd/houserule/flags"
	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/match"
	"houserule/cmd/houserule/runner"
	"houserule/cmd/houserule/usage"
	"houserule/cmd/houserule/view"
	"houserule/engine/experiment"
	"houserule/engine/library"
)

// balanceOptions holds the values of the flags of houserule balance.
type balanceOptions struct {
	experimentOptions
	mods    *games.Resolver
	chosen  catalog.Chosen // of the filters
	armies  string
	anyway  bool
	players match.Lineups
	seed    uint64
	margin  flags.Share
	repair  bool
}

// balanceBattles of each pair take about a minute for the roster on two cores,
// and give the ratings of creatures to a tenth or two.
const balanceBattles = 100

// balanceHelp is the part of the help of balance that all games share.
const balanceHelp = `

Each pair plays -n battles with its own seeds, and each seed from both seats.
Without -n it is 100, which takes about a minute for the whole roster on two cores.
The two battles of a seed may be the same battle, so intervals count them as one
result.

Ratings are those of Bradley and Terry: a beats b with the odds exp(a - b), and 0
is the average opponent. A draw is half a win for each. Each unit gets one drawn
battle against the average opponent added, so that a unit that always wins has a
finite rating. A unit is outside the margin if its chance against the average
opponent, with the whole 95 % interval, lies outside 30 to 70 % (see --margin).

The value of cost is measured in battles of units against themselves, in which one
side costs about 20 % more: the odds change with the cost to the power of the slope.
For a unit outside the margin, balance proposes the cost at which its rating would
be 0. --repair plays with other costs, up to eight times, until each rating may be
0 or no whole cost is closer to 0, and then plays all pairs again. Each change is
played with new dice. The data on disk stay the same.

--until 5% plays more battles of each pair until all chances against the average
opponent are known to within that many points. -n is then the largest number of
battles. Because the run may stop at any moment, its intervals are wider: in at most
5 of 100 runs is the interval of any unit ever wrong.

Give --players several times to compare line-ups of players. Each has a column, and
the verdict names the units that are outside the margin under all of them, under
some of them, or on different sides.

--shard 3/64 plays part 3 of 64, so that several machines can share a run: see
houserule merge.`

func newBalance(mods *games.Resolver) *cobra.Command {
	o := balanceOptions{mods: mods, margin: 0.2, players: match.Lineups{Several: true}}
	units := unitWords(mods.Games())
	cmd := &cobra.Command{
		Use:   "balance [ID...]",
		Short: "Play all " + units + ", or armies, against each other, and find wrong costs",
		Long:  aboutBalance(mods.Games()) + balanceHelp,
		Example: `  houserule balance
  houserule balance --alignment chaos --repair
  houserule balance orc goblin wolf -n 1000 --csv
  houserule balance --armies my-armies --report armies.html`,
		Args: usage.Arguments(0, -1),
		ValidArgsFunction: func(cmd *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
			return mods.Complete(unitIDs)(cmd, nil, word)
		},
	}
	help := cmd.HelpFunc()
	cmd.SetHelpFunc(func(cmd *cobra.Command, words []string) { // of the game that the flags name
		if possible, err := mods.Possible(); err == nil {
			cmd.Long = aboutBalance(possible) + balanceHelp
		}
		help(cmd, words)
	})
	chosen := games.Filters(unitFilters).AddFlags(cmd, mods)
	cmd.RunE = func(cmd *cobra.Command, ids []string) error {
		o.chosen = chosen()
		if err := o.mayStop(cmd); err != nil {
			return err
		}
		return balance(cmd, o, ids)
	}
	f := cmd.Flags()
	f.StringVar(&o.armies, "armies", "", "play the armies in the files *.army of this `folder`, instead of "+units)
	f.BoolVar(&o.anyway, "anyway", false, "play armies even if their costs differ by more than 2 %")
	o.players.Add(cmd, mods)
	f.Uint64Var(&o.seed, "seed", 1, "`number` that determines all dice")
	f.Var(&o.margin, "margin", "how far from 50 % a chance may lie, such as 20%")
	f.BoolVar(&o.repair, "repair", false, "change costs and play again, until each unit is worth its price")
	o.experimentOptions.flags(cmd, balanceBattles)
	o.untilFlag(cmd, "all chances")
	f.Lookup("battles").Usage = "play `N` battles with each pair, half of them with the seats exchanged"
	return cmd
}

func balance(cmd *cobra.Command, o balanceOptions, ids []string) error {
	lib, err := o.mods.Load(games.Having(weighs(ids), weighs(nil)))
	if err != nil {
		return err
	}
	c, err := o.contest(lib, ids)
	switch {
	case errors.As(err, new(*runner.ArmyFileError)):
		return err
	case err != nil:
		return &usage.Error{Err: err}
	}
	p, err := o.plan(lib, c)
	if err != nil {
		return err
	}
	r := newPlanRunner(o.mods)
	r.Keep(lib)
	return r.perform(cmd, p, o.experimentOptions)
}

// contest returns the contest that the flags describe, without its players.
func (o balanceOptions) contest(lib *library.Library, ids []string) (*experiment.Contest, error) {
	c := &experiment.Contest{Margin: float64(o.margin), Repair: o.repair}
	w, err := runner.Weigher(o.mods.View(lib))
	if err != nil {
		return nil, err
	}
	if err := games.Filters(unitFilters).Fit(o.chosen, o.mods.Of(lib)); err != nil {
		return nil, err
	}
	if o.battles%2 != 0 {
		return nil, errors.New("-n: half of the battles of a pair are played with the seats exchanged: give an even number")
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

// units returns the units that the arguments and the filters name.
func (o balanceOptions) units(lib *library.Library, w view.Weigher, ids []string) ([]experiment.Contender, error) {
	if o.anyway {
		return nil, fmt.Errorf("--anyway is for --armies: %ss always play at equal cost", w.Unit())
	}
	units, err := w.Units(lib, ids, o.chosen)
	var all []experiment.Contender
	for _, u := range units {
		all = append(all, experiment.Contender{Name: u.ID, Cost: u.Cost})
	}
	return all, err
}

// folder returns the armies of --armies.
func (o balanceOptions) folder(lib *library.Library, w view.Weigher, ids []string) ([]experiment.Contender, error) {
	switch {
	case len(ids) > 0 || len(o.chosen) > 0:
		return nil, fmt.Errorf("--armies plays the armies of a folder: leave %ss and their filters out", w.Unit())
	case o.repair:
		return nil, fmt.Errorf("--repair is for %ss: an army has no cost that could be changed", w.Unit())
	}
	armies, err := runner.ReadArmies(lib, w, o.armies)
	if err == nil && len(armies) < 2 {
		err = fmt.Errorf("%s: there must be at least two files *%s, not %d", o.armies, runner.ArmySuffix, len(armies))
	}
	if err == nil && !o.anyway {
		err = runner.SameCost(armies)
	}
	if errors.As(err, new(*runner.ArmyFileError)) {
		return nil, err
	}
	if err != nil {
		return nil, fmt.Errorf("--armies: %w", err)
	}
	var all []experiment.Contender
	for _, a := range armies {
		all = append(all, experiment.Contender{Name: a.Name, Cost: a.Cost(), Army: a.String()})
	}
	return all, nil
}

// plan returns the battles of a contest, for each line-up.
func (o balanceOptions) plan(lib *library.Library, c *experiment.Contest) (experiment.Plan, error) {
	w, err := runner.Weigher(o.mods.View(lib))
	if err != nil {
		return experiment.Plan{}, err
	}
	lineups, err := o.players.Read(lib.Players, w.Seats())
	if err != nil {
		return experiment.Plan{}, &usage.Error{Err: err}
	}
	var plans []experiment.Plan
	for _, c.Players = range lineups {
		p, err := c.Plan(int64(o.battles), o.seed, runner.Bouts{Library: lib, Weigher: w, Contest: c})
		if err != nil {
			return p, err
		}
		plans = append(plans, p)
	}
	return experiment.Join(plans), nil
}

// weighs returns a func that reports whether a game can weigh units of all these ids.
func weighs(ids []string) func(games.Game) bool {
	return func(g games.Game) bool {
		if _, ok := g.View.(view.Weigher); !ok || len(ids) == 0 {
			return ok
		}
		return games.BaseHas(func(lib *library.Library) bool {
			known := unitIDs(g, lib)
			return !slices.ContainsFunc(ids, func(id string) bool { return !slices.Contains(known, id) })
		})(g)
	}
}

// unitWords returns the words for the units that can be rated: "creatures", "creatures or things".
func unitWords(of []games.Game) string {
	var units []string
	for _, g := range of {
		if w, ok := g.View.(view.Weigher); ok {
			units = append(units, w.Unit()+"s")
		}
	}
	return strings.Join(slices.Compact(units), " or ")
}

// aboutBalance returns the beginning of the help of balance: a section for each game that has it.
func aboutBalance(of []games.Game) string {
	var all []string
	for _, g := range of {
		if w, ok := g.View.(view.Weigher); ok {
			all = append(all, "In "+w.Name()+":\n\n"+w.About())
		}
	}
	return strings.Join(all, "\n\n")
}

// unitFilters returns the filters for the units of a game that can be rated.
func unitFilters(g games.Game) []catalog.Filter {
	if w, ok := g.View.(view.Weigher); ok {
		return w.Filters()
	}
	return nil
}

// unitIDs returns the ids of the units of a game that can be rated.
func unitIDs(g games.Game, lib *library.Library) []string {
	if w, ok := g.View.(view.Weigher); ok {
		k, _ := g.Kind(w.Unit())
		return k.IDs(lib)
	}
	return nil
}
