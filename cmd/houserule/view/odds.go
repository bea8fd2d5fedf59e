package view

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/engine"
	"houserule/engine/analysis"
	"houserule/engine/experiment"
	"houserule/engine/explore"
	"houserule/engine/library"
	"houserule/engine/odds"
	"houserule/engine/players"
)

// Graph returns a battle between the players of these names, for exact odds.
func Graph(lib *library.Library, b engine.Battle, names []string, seed uint64) (*odds.Graph, error) {
	seats, err := Fixed(lib, b, names, seed)
	return odds.NewGraph(b, seats...), err
}

// Fixed returns the players of these names as exact odds of a battle need them.
func Fixed(lib *library.Library, b engine.Battle, names []string, seed uint64) (seats []engine.Oracle, err error) {
	solved, err := Solved(b, names)
	if err != nil {
		return nil, err
	}
	return seatsOf(names, solved, func(name string, side engine.Side) (engine.Oracle, error) { return fixed(lib, name, side, seed) })
}

// WhenAsked is for odds at the prompt.
var WhenAsked = explore.Budget{States: 50_000, Ways: 200_000, Steps: 50_000_000}

// longer is how many times as much as a first look odds look at, and More as the look before.
const longer = 4

// More is the word of odds that look longer still.
const More = "more"

// FirstWords returns the words with which those of an odds command may begin: [More], where a choice
// is asked for, and those of a game.
func (f *Frame) FirstWords(of []string) []string {
	if f.asked.Choice == nil {
		return of
	}
	return append([]string{More}, of...)
}

// OfAnswers reports whether words of odds ask for the chances after the answers: none, or [More].
func OfAnswers(words []string) bool { return len(words) == 0 || len(words) == 1 && words[0] == More }

type progressKey struct{}

// WithProgress returns a context for odds, which call at from time to time with the
// number of positions seen so far.
func WithProgress(ctx context.Context, at func(positions int)) context.Context {
	return context.WithValue(ctx, progressKey{}, at)
}

// Progress returns that function of a context, or one that does nothing.
func Progress(ctx context.Context) func(positions int) {
	if at, ok := ctx.Value(progressKey{}).(func(int)); ok {
		return at
	}
	return func(int) {}
}

// played returns how the battle ends after each answer if the seats' players play on (greedy
// in place of people), exactly: nil if that takes too many states, or if something is hidden.
func (f *Frame) played(ctx context.Context, found *analysis.Analysis) (map[int]*odds.Odds, error) {
	g, err := Graph(f.lib, f.story, f.playedOn(), f.seed)
	c := analysis.Trier(f.asked.Choice, f.past())
	if err != nil || c == nil || analysis.Hides(f.asked.Choice) {
		return nil, err
	}
	g.Budget = WhenAsked
	at := Progress(ctx)
	g.Progress = func(seen int, _ float64) { at(found.Nodes + seen) }
	for _, a := range found.Answers {
		g.Root(func(scratch engine.Battle) { c.Try(scratch, a.Answer) }, f.story.Round())
	}
	if err := g.Explore(ctx); ctx.Err() != nil || errors.As(err, new(*explore.TooLarge)) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	all := map[int]*odds.Odds{}
	for root, a := range found.Answers {
		if all[a.Answer], err = g.Odds(root); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// ErrUntried is the error of odds where answers cannot be tried out.
var ErrUntried = errors.New("no odds of these answers: what follows them cannot be tried out. The next question has odds again")

// BattleOdds returns the chances after each answer to the question, which whole writes, the
// best first: as the options have them, after a longer look, and after one that is longer than the
// last one if the words are [More]. Where they can be counted, it adds the exact odds if the seats'
// players play on. If ctx ends it, it returns what it has found.
func (f *Frame) BattleOdds(ctx context.Context, words []string, whole func(answer int) (typed, note string)) (string, error) {
	times := longer
	if len(words) > 0 {
		times *= max(1, f.looked/f.Look.Nodes)
	}
	found, err := f.analyze(ctx, f.Look.Times(times))
	if err != nil {
		return "", err
	}
	switch {
	case len(found.Answers) == 0 && ctx.Err() != nil:
		return "", ctx.Err()
	case len(found.Answers) == 0:
		return "", ErrUntried
	}
	width, typed := 0, make([]string, len(found.Answers))
	for i, a := range found.Answers {
		typed[i], _ = whole(a.Answer)
		width = max(width, screen.Columns(typed[i]))
	}
	played, err := f.played(ctx, found)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	fmt.Fprintf(&out, "How often %s wins after each answer. %s", engine.The(f.Who()), f.methods(found))
	if played != nil {
		fmt.Fprintf(&out, " In brackets: exactly, if %s play on.", f.whoPlays())
	}
	for i, a := range found.Answers {
		chance := wins(found, a)
		if chance == aboutEqual && played == nil { // all on one line
			if before := wins(found, found.Answers[i-1]); before != aboutEqual {
				fmt.Fprintf(&out, "\n  %s: %s", aboutEqual, typed[i])
			} else {
				fmt.Fprintf(&out, ", %s", typed[i])
			}
			continue
		}
		fmt.Fprintf(&out, "\n  %s  %s", screen.Left(typed[i], width), chance)
		if o := played[a.Answer]; o != nil {
			fmt.Fprintf(&out, " (%s", share(o.Wins[f.asked.Side]))
			if mayDraw(o) {
				fmt.Fprintf(&out, ", draw %s", share(o.Draws))
			}
			fmt.Fprintf(&out, ", %s)", f.more(o))
		}
	}
	if n := len(found.Rest); n > 0 {
		fmt.Fprintf(&out, "\n  ... and %d more, which greedy ranks lower", n)
	}
	if ctx.Err() != nil {
		fmt.Fprintf(&out, "\nInterrupted: this is what was found in %s.", experiment.Counted(int64(found.Nodes), "step"))
	}
	return out.String(), nil
}

// more returns how many rounds the battle still lasts, including the present one.
func (f *Frame) more(o *odds.Odds) string {
	return rounds(o, fmt.Sprintf("%.3g", o.Rounds.Value-float64(max(f.story.Round(), 1)-1))) + " to go"
}

// rounds writes a number of rounds, which is the least number if battles are undecided.
func rounds(o *odds.Odds, n string) string {
	text := n + " rounds"
	if n == "1" {
		text = "1 round"
	}
	if o.Open.Value > 0 {
		return "at least " + text
	}
	return text
}

func (f *Frame) whoPlays() string { return Join(f.playedOn()) }

// playedOn returns the players with whom odds at the prompt are computed: greedy stands in
// for people, and for search, which would think about each of thousands of positions.
func (f *Frame) playedOn() []string {
	names := make([]string, len(f.players))
	for i, name := range f.players {
		if names[i] = stand(name); players.Searches(name) {
			names[i] = "greedy"
		}
	}
	return names
}

// Endings says how a battle of these seats ends: "aggressor wins 9.11386 %,
// defender 90.88614 %; 3.8829 rounds on average".
func Endings(o *odds.Odds, seats []string) string {
	var words []string
	for side, seat := range seats {
		verb := ""
		if side == 0 {
			verb = "wins "
		}
		words = append(words, fmt.Sprintf("%s %s%s", seat, verb, Between(o, o.Wins[side])))
	}
	if mayDraw(o) {
		words = append(words, "draw "+Between(o, o.Draws))
	}
	return fmt.Sprintf("%s; %s on average", strings.Join(words, ", "), rounds(o, fmt.Sprintf("%.5g", o.Rounds.Value)))
}

func mayDraw(o *odds.Odds) bool { return o.Draws.Value > o.Bound || o.Open.Value > 0 }

// Between writes one of the chances of the odds, or its bounds if battles are undecided:
// "61.2 to 63.9 %".
func Between(o *odds.Odds, p odds.Number) string {
	if o.Open.Value == 0 {
		return share(p)
	}
	low, high, unit := Bounds(o, p)
	return unit.Range(low, high)
}

// Bounds returns the bounds of one of the chances, with the unit in which they are written.
// Both are rounded to its digits: the low one down and the high one up.
func Bounds(o *odds.Odds, p odds.Number) (low, high float64, unit experiment.Unit) {
	low, high = o.Bounds(p)
	unit = experiment.Percent(min(digits(o), 5))
	steps := unit.Factor * math.Pow10(unit.Decimals)
	return math.Floor(low*steps) / steps, math.Ceil(high*steps) / steps, unit
}

// Undecided writes the share of battles that are undecided: "2.7 points".
func Undecided(o *odds.Odds) string {
	return fmt.Sprintf("%.*f points", digits(o), 100*o.Open.Value)
}

// digits returns the number of digits after the point that show two digits of the percentage
// that is undecided.
func digits(o *odds.Odds) int {
	return max(1, 1-int(math.Floor(math.Log10(100*o.Open.Value))))
}

func share(p odds.Number) string { return fmt.Sprintf("%.5f %%", 100*p.Value) }

// Accounts lists the accounts of numbers, a term to a line.
func Accounts(accounts []screen.Account) string {
	var out strings.Builder
	for _, a := range accounts {
		fmt.Fprintf(&out, "  %s %d\n", a.What, a.Total)
		for _, t := range a.Terms {
			fmt.Fprintf(&out, "    %s\n", t)
		}
	}
	return out.String()
}

// Outcomes lists the possible results, likeliest first: "d1 loses 1 card 63 %; nobody
// loses a card 37 %". If an interruption kept some from being found, the chances are the
// least ones.
func Outcomes(d odds.Distribution[string]) string {
	list := listed(d)
	slices.SortStableFunc(list, func(a, b outcome[string]) int { return b.chance.Cmp(a.chance) })
	words := engine.Each(list, func(o outcome[string]) string { return o.what + " " + Chance(o.chance) })
	if d.Open > 0 {
		words = append(words, "undecided "+Percent(new(big.Rat).SetFloat64(d.Open))+", interrupted")
	}
	return strings.Join(words, "; ") + Cut("; ", d.Cut)
}

// Cut returns, after a separator, the chance of the dice that were followed no further,
// "" for none.
func Cut(separator string, cut float64) string {
	if cut == 0 {
		return ""
	}
	return fmt.Sprintf("%sdice were followed no further where less than %.1g is left, %.1g in all", separator, odds.DefaultLeast, cut)
}

// Numbers are the words for the possible numbers of something. The least likely ones
// at an end stand together.
type Numbers struct {
	Of          func(n int) string // "2 hits"
	Fewer, More func(n int) string // than n; where Fewer is nil, small numbers do not stand together
	Chance      func(p *big.Rat) string
	Separator   string
}

// rare is the chance below which the numbers at an end stand together.
var rare = big.NewRat(1, 1000)

// List lists the chances: "no hits 25 %; 1 hit 50 %; 2 hits 25 %".
func (w Numbers) List(d odds.Distribution[int]) string {
	list := listed(d)
	low, high := new(big.Rat), new(big.Rat)
	together := func(sum *big.Rat, next outcome[int]) bool {
		more := new(big.Rat).Add(sum, next.chance)
		if len(list) == 1 || more.Cmp(rare) >= 0 {
			return false
		}
		sum.Set(more)
		return true
	}
	for w.Fewer != nil && together(low, list[0]) {
		list = list[1:]
	}
	for together(high, list[len(list)-1]) {
		list = list[:len(list)-1]
	}
	var words []string
	if low.Sign() > 0 {
		words = append(words, w.Fewer(list[0].what)+" "+w.Chance(low))
	}
	for _, o := range list {
		words = append(words, w.Of(o.what)+" "+w.Chance(o.chance))
	}
	if high.Sign() > 0 {
		words = append(words, w.More(list[len(list)-1].what)+" "+w.Chance(high))
	}
	return strings.Join(words, w.Separator)
}

// An outcome is a possible result, with its chance.
type outcome[T cmp.Ordered] struct {
	what   T
	chance *big.Rat
}

// listed returns the outcomes of a distribution in their order.
func listed[T cmp.Ordered](d odds.Distribution[T]) (list []outcome[T]) {
	for what, chance := range d.All() {
		list = append(list, outcome[T]{what, chance})
	}
	return list
}

// Decimals writes a number with three digits.
func Decimals(n *big.Rat) string {
	f, _ := n.Float64()
	return fmt.Sprintf("%.3g", f)
}

// Percent writes a chance, exactly where it is whole percents.
func Percent(p *big.Rat) string {
	hundred := new(big.Rat).Mul(p, big.NewRat(100, 1))
	if hundred.IsInt() {
		return hundred.RatString() + " %"
	}
	f, _ := hundred.Float64()
	switch {
	case f < 0.05:
		return fmt.Sprintf("%.2g %%", f)
	case f > 99.95:
		return "over 99.9 %"
	}
	return fmt.Sprintf("%.1f %%", f)
}

// Chance writes a chance in percents, and exactly.
func Chance(p *big.Rat) string { return Percent(p) + fraction(p) }

// fraction returns a chance as a fraction, where percents do not give it exactly.
func fraction(p *big.Rat) string {
	if d := p.Denom(); !d.IsInt64() || d.Int64() > 1_000_000 || new(big.Rat).Mul(p, big.NewRat(100, 1)).IsInt() {
		return ""
	}
	return " (" + p.RatString() + ")"
}
