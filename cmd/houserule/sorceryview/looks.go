package sorceryview

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/hex"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
)

// looks returns the commands that look at a campaign. They change nothing.
func (v *View) looks() []view.Look {
	return []view.Look{
		{Command: view.Command{Name: "map", Short: "mp", Usage: "[SIZE] [HEX]", Text: "draw the map of a campaign; with a hex, around that hex; sizes: " + strings.Join(sizeNames(), ", "), Example: "map large 0304"}, Run: v.mapped((*mapView).doMap), Words: func([]string) []string { return sizeNames() }},
		{Command: view.Command{Name: "stacks", Short: "sk", Usage: "[SIDE|HEX]", Text: "list the stacks and their hexes, as far as you see them", Example: "stacks"}, Run: v.mapped((*mapView).doStacks), Words: v.stackWords},
		{Command: view.Command{Name: "goals", Short: "go", Text: "list the goals of both sides, and their points so far", Example: "goals"}, Run: v.mapped((*mapView).doGoals)},
		{Command: view.Command{Name: "path", Short: "pt", Usage: "[UNIT [all]] HEX", Text: "the way to a hex: its cost step by step, hexsides that halve the strength, enemies that may react, and how many units stand there then (S1, S2, S3)", Example: "path w1 all 0304"}, Run: v.mapped((*mapView).doPath), Words: v.groupWords},
		{Command: view.Command{Name: "reach", Short: "rh", Usage: "[UNIT [all]]", Text: "the map with the cost of all hexes to which a unit, or its stack, can march (S2)", Example: "reach w1 all"}, Run: v.mapped((*mapView).doReach), Words: v.groupWords},
		{Command: view.Command{Name: "range", Short: "rg", Usage: "[UNIT]", Text: "list enemy stacks near a unit, and where its stack could react to them (S3.1)", Example: "range w1"}, Run: v.mapped((*mapView).doRange), Words: v.groupWords},
		{Command: view.Command{Name: "legend", Short: "lg", Text: "explain the letters and marks on the map", Example: "legend"}, Run: v.mapped((*mapView).doLegend)},
	}
}

// mapped returns a command for a look at a campaign.
func (v *View) mapped(look func(m *mapView, size view.Size, words []string) (string, error)) func(context.Context, view.Size, []string) (string, error) {
	return func(_ context.Context, size view.Size, words []string) (string, error) {
		if !v.battle.InWar() {
			return "", errors.New("there is no map: this is a battle for one hex, which board shows")
		}
		size.Columns = max(size.Columns, screen.Narrow)
		return look(&v.onMap, size, words)
	}
}

func sizeNames() (names []string) {
	for s := range hex.Sizes {
		names = append(names, s.String())
	}
	return names
}

// doMap draws the map, in a size and around a hex where they are named.
func (m *mapView) doMap(size view.Size, words []string) (string, error) {
	b, as := m.campaign(), hex.Sizes
	for i, word := range words {
		if s := slices.Index(sizeNames(), word); s >= 0 && i == 0 {
			as = hex.Size(s)
			continue
		}
		h, err := m.hexNamed(word)
		if !isHex(word) {
			err = &engine.Unknown{What: "size or hex", Word: word, Known: sizeNames()}
		}
		if err != nil {
			return "", err
		}
		b.Map.Focus = m.war().Grid().Number(h)
	}
	return view.DrawMap(b, as, size), nil
}

// doStacks lists the stacks and where they stand.
func (m *mapView) doStacks(size view.Size, words []string) (string, error) {
	var at hex.Hex = hex.None
	only := ""
	switch {
	case len(words) > 1:
		return "", fmt.Errorf("%q is too much: stacks takes a side or a hex", words[1])
	case len(words) == 0:
	case slices.Contains(m.view.Seats(), words[0]):
		only = words[0]
	case !isHex(words[0]):
		return "", &engine.Unknown{What: "side or hex", Word: words[0], Known: m.view.Seats()}
	default:
		var err error
		if at, err = m.hexNamed(words[0]); err != nil {
			return "", err
		}
	}
	var out strings.Builder
	for h, of := range m.campaign().Map.Hexes {
		for _, stack := range of.Stacks {
			if (at == hex.None || hex.Hex(h) == at) && (only == "" || stack.Seat == only) {
				fmt.Fprintln(&out, screen.Wrap(stack.String(), size.Columns, 6))
			}
		}
	}
	if out.Len() == 0 {
		return "No unit stands there.", nil
	}
	return out.String(), nil
}

// stackWords returns the words for the sides.
func (v *View) stackWords(before []string) []string {
	if len(before) > 0 {
		return nil
	}
	return v.Seats()
}

// groupWords returns the viewer's own units, and after a unit the word for its stack.
func (v *View) groupWords(before []string) (words []string) {
	if !v.battle.InWar() {
		return nil
	}
	switch len(before) {
	case 0:
		for u := range v.seen() {
			if v.own(u) && v.onMap.war().At(u) >= 0 {
				words = append(words, v.battle.Name(u))
			}
		}
	case 1:
		words = append(words, withAll)
	}
	return words
}

// doGoals lists the goals of the sides.
func (m *mapView) doGoals(size view.Size, words []string) (string, error) {
	if err := view.TooMuch("goals", words); err != nil {
		return "", err
	}
	var out strings.Builder
	fmt.Fprintln(&out, screen.Wrap(m.warLine(), size.Columns, 2))
	a := m.view.look()
	for side := range fight.Seats {
		fmt.Fprintln(&out, screen.Under(m.campaignHeading(side), size.Columns, 2))
		for _, goal := range m.war().Campaign().Goals {
			if goal.Side == side {
				fmt.Fprintln(&out, "  "+screen.Wrap(m.goalText(goal)+m.goalState(goal), size.Columns-2, 4))
			}
		}
		fmt.Fprintln(&out, "  "+screen.Wrap(screen.NewAccount("points", a.War().Points(side)).String(), size.Columns-2, 4))
	}
	if favored := m.war().Campaign().Favors; favored >= 0 {
		fmt.Fprintf(&out, "With equal points %s wins.\n", m.view.The(favored))
	}
	return out.String(), m.view.looked(a)
}

// goalState names the side that holds the places of a goal.
func (m *mapView) goalState(goal sorcery.Goal) string {
	if goal.Hold == hex.None {
		return ""
	}
	return fmt.Sprintf(" (%s)", m.holderText(goal.Hold))
}

// holderText names the owner of a hex.
func (m *mapView) holderText(h hex.Hex) string {
	if side := m.war().Holder(h); side >= 0 {
		return m.view.Seat(side) + " holds it"
	}
	return "no side holds it"
}

// doLegend explains the map.
func (m *mapView) doLegend(size view.Size, words []string) (string, error) {
	if err := view.TooMuch("legend", words); err != nil {
		return "", err
	}
	return strings.Join(view.Legend(m.campaign().Map, size.Columns), "\n"), nil
}
