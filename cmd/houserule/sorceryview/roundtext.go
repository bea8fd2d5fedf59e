package sorceryview

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/odds"
	"houserule/engine/sorcery"
)

// roundText says what may come of a round.
func (v *View) roundText(r *roundOdds) string {
	var out strings.Builder
	begins := v.Typed(r.answer)
	if r.greedy {
		begins = "greedy's " + begins
	}
	fmt.Fprintf(&out, "Round %d, which goes on with %s, and is answered by greedy for both sides:", r.round, begins)
	if r.bout != "" {
		fmt.Fprintf(&out, "\nthe bout of %s:", r.bout)
	}
	v.swingsText(&out, r)
	for side := range sorcery.Seats {
		fmt.Fprintf(&out, "\n%s:", v.seat(side))
		if r.before[side] > 0 {
			fmt.Fprintf(&out, " strength %s, behind the round %s expected", halves(r.before[side]), decimals(v.expected(r, side)))
			fmt.Fprintf(&out, "\n  units lost: %s", r.lost[side])
			fmt.Fprintf(&out, "\n  units demoralised: %s", r.shaken[side])
		} else {
			fmt.Fprint(&out, " characters and monsters only")
		}
		for u := range v.battle.Heads(side) {
			if f := r.fates[u.ID()]; f.wounds.Sign() > 0 {
				fmt.Fprintf(&out, "\n  %s: %s wounds expected, killed %s", v.label(u), decimals(f.wounds), view.Percent(f.lost))
			}
		}
	}
	if r.cut > 0 {
		fmt.Fprintf(&out, "\ndice were followed no further where less than %.1g is left, %.1g in all", odds.DefaultLeast, r.cut)
	}
	return out.String()
}

// swingsText is a table of the differences of the dice.
func (v *View) swingsText(out *strings.Builder, r *roundOdds) {
	above := slices.Sorted(maps.Keys(r.swings))
	slices.Reverse(above)
	rows := [][]string{{"  dice", "chance", v.seat(sorcery.Attacker) + " loses", v.seat(sorcery.Defender) + " loses"}}
	for _, n := range above {
		s := r.swings[n]
		row := []string{"  " + v.swingName(n), view.Chance(s.chance), "", ""}
		if !r.rolled {
			row[2], row[3] = points(s, sorcery.Attacker), points(s, sorcery.Defender)
		}
		rows = append(rows, row)
	}
	if len(rows) > 1 {
		var table strings.Builder
		screen.Table(&table, 0, rows)
		fmt.Fprint(out, "\n", strings.TrimRight(table.String(), "\n"))
	}
}

// swingName is a difference of the dice in words.
func (v *View) swingName(above int) string {
	high := sorcery.Attacker
	if above < 0 {
		high, above = sorcery.Defender, -above
	}
	switch most := v.battle.Game().Rules.RoutDifference; {
	case above == 0:
		return "equal dice"
	case above == most:
		return fmt.Sprintf("%s higher by %d or more", v.seat(high), above)
	}
	return fmt.Sprintf("%s higher by %d", v.seat(high), above)
}

// points is what a side loses at a difference of the dice, on average.
func points(s *swing, side engine.Side) string {
	mean := new(big.Rat).Quo(s.losses[side], s.chance)
	if mean.Sign() == 0 {
		return "nothing"
	}
	if mean.IsInt() {
		return sorcery.Points(int(mean.Num().Int64()))
	}
	return decimals(mean.Quo(mean, big.NewRat(sorcery.Whole, 1)))
}

// expected is the strength that a side has behind the round, in points.
func (v *View) expected(r *roundOdds, side engine.Side) *big.Rat {
	sum := new(big.Rat)
	for i, f := range r.fates {
		if v.battle.Unit(i).Side() == side {
			sum.Add(sum, f.left)
		}
	}
	return sum.Quo(sum, big.NewRat(2, 1))
}

// decimals writes a number in three digits.
func decimals(n *big.Rat) string {
	f, _ := n.Float64()
	return fmt.Sprintf("%.3g", f)
}

// String lists the chances: "none 25 %, 1 50 %, 2 25 %". What is least likely
// at the upper end stands together.
func (c chances) String() string {
	last, rest := len(c)-1, new(big.Rat)
	for ; last > 0; last-- {
		more := new(big.Rat).Add(rest, c[last])
		if more.Cmp(big.NewRat(1, 1000)) >= 0 {
			break
		}
		rest = more
	}
	var words []string
	for n, p := range c[:last+1] {
		if p.Sign() == 0 {
			continue
		}
		word := "none"
		if n > 0 {
			word = fmt.Sprint(n)
		}
		words = append(words, word+" "+view.Percent(p))
	}
	if rest.Sign() > 0 {
		words = append(words, "more "+view.Percent(rest))
	}
	return strings.Join(words, ", ")
}
