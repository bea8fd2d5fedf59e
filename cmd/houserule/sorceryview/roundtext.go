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
	"houserule/engine/sorcery/fight"
	"houserule/engine/sorcery/forecast"
)

// roundText lists the possible results of a round that continues with greedy's answer
// or another.
func (v *View) roundText(r *forecast.Round, greedy bool) string {
	var out strings.Builder
	begins := v.Typed(r.Answer)
	if greedy {
		begins = "greedy's " + begins
	}
	fmt.Fprintf(&out, "Round %d, which continues with %s, and is answered by greedy for both sides:", r.Number, begins)
	if r.Bout != "" {
		fmt.Fprintf(&out, "\nthe bout of %s:", r.Bout)
	}
	v.swingsText(&out, r)
	for side := range fight.Seats {
		fmt.Fprintf(&out, "\n%s:", v.Seat(side))
		if r.Before[side] > 0 {
			fmt.Fprintf(&out, " strength %s, after the round %s expected", halves(r.Before[side]), view.Decimals(r.Strength(side)))
			fmt.Fprintf(&out, "\n  units lost: %s", counts.List(r.Tolls[side].Lost))
			fmt.Fprintf(&out, "\n  units demoralized: %s", counts.List(r.Tolls[side].Shaken))
		} else {
			fmt.Fprint(&out, " characters and monsters only")
		}
		for u := range v.battle.Heads(side) {
			if f := r.Fates[u.ID()]; f.Wounds.Sign() > 0 {
				fmt.Fprintf(&out, "\n  %s: %s wounds expected, killed %s", v.label(u), view.Decimals(f.Wounds), view.Percent(f.Lost))
			}
		}
	}
	out.WriteString(view.Cut("\n", r.Cut))
	return out.String()
}

// swingsText writes a table of the differences of the dice.
func (v *View) swingsText(out *strings.Builder, r *forecast.Round) {
	above := slices.Sorted(maps.Keys(r.Swings))
	slices.Reverse(above)
	rows := [][]string{{"  dice", "chance", v.Seat(fight.Attacker) + " loses", v.Seat(fight.Defender) + " loses"}}
	for _, n := range above {
		s := r.Swings[n]
		row := []string{"  " + v.swingName(n), view.Chance(s.Chance), "", ""}
		if !r.Rolled {
			row[2], row[3] = points(s, fight.Attacker), points(s, fight.Defender)
		}
		rows = append(rows, row)
	}
	if len(rows) > 1 {
		var table strings.Builder
		screen.Table(&table, 0, rows)
		fmt.Fprint(out, "\n", strings.TrimRight(table.String(), "\n"))
	}
}

// swingName returns a difference of the dice in words.
func (v *View) swingName(above int) string {
	high := fight.Attacker
	if above < 0 {
		high, above = fight.Defender, -above
	}
	switch most := v.battle.Game().Rules.RoutDifference; {
	case above == 0:
		return "equal dice"
	case above == most:
		return fmt.Sprintf("%s higher by %d or more", v.Seat(high), above)
	}
	return fmt.Sprintf("%s higher by %d", v.Seat(high), above)
}

// points returns the mean loss of a side at a difference of the dice.
func points(s *forecast.Swing, side engine.Side) string {
	mean := s.Loss(side)
	if mean.Sign() == 0 {
		return "nothing"
	}
	if mean.IsInt() {
		return fight.Points(int(mean.Num().Int64()))
	}
	return view.Decimals(mean.Quo(mean, big.NewRat(fight.Whole, 1)))
}

// counts are the words for numbers of units: "none 25 %, 1 50 %, 2 25 %".
var counts = view.Numbers{
	Of: func(n int) string {
		if n == 0 {
			return "none"
		}
		return fmt.Sprint(n)
	},
	More:      func(int) string { return "more" },
	Chance:    view.Percent,
	Separator: ", ",
}
