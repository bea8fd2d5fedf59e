package sorceryview

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/engine"
	"houserule/engine/hex"
	"houserule/engine/library/sorcerydata"
	"houserule/engine/sorcery"
)

// cell draws a hex with its units: where units stand is public (S6).
func (v *View) cell(h hex.Hex, size hex.Size) (cell hex.Cell) {
	t := v.battle.TerrainOf(h)
	cell.Terrain = hex.Text{Text: t.Letter, Paint: paintOf(sorcerydata.Colour(v.Library(), t))}
	if f := v.battle.FeatureOf(h); f != nil {
		cell.Feature = hex.Text{Text: f.Mark, Paint: paint(screen.Accent)}
		if holder := v.battle.Holder(h); holder >= 0 && size != hex.Compact {
			cell.Feature.Text += string(v.battle.Letter(holder))
		}
	}
	cell.Stack = v.pile(h, size)
	return cell
}

// pile marks the units in a hex: "W7", "E?", and for both sides "W!E" where they
// fight now, "W#E" where one besieges the other.
func (v *View) pile(h hex.Hex, size hex.Size) (text hex.Text) {
	here := [sorcery.Seats]bool{v.battle.Present(sorcery.Attacker, h), v.battle.Present(sorcery.Defender, h)}
	text.Paint = paint(screen.Heading)
	if here[0] && here[1] {
		between, first := "*", v.mark(sorcery.Attacker)
		if s, besieged := v.battle.SiegeAt(h); besieged {
			between, first = "#", v.mark(s.By)
		}
		if v.battle.Fighting() && v.battle.Front().Hex() == h {
			between = "!"
			text.Paint = paint(screen.Bad)
		}
		if text.Text = first + between; size != hex.Compact {
			other := sorcery.Defender
			if first == v.mark(other) {
				other = sorcery.Attacker
			}
			text.Text += v.mark(other)
		}
		return text
	}
	for side := range sorcery.Seats {
		if here[side] {
			text.Text = v.mark(side) + v.strongIn(side, h, size)
			if seat := v.viewer(); seat >= 0 && side != seat || seat < 0 && side == sorcery.Defender {
				text.Paint = paint(screen.Bad)
			}
		}
	}
	return text
}

// strongIn is how many units of a side are in a hex, "?" where the viewer does not
// know.
func (v *View) strongIn(side engine.Side, h hex.Hex, size hex.Size) string {
	n := 0
	for i := range v.battle.Units() {
		if u := v.battle.Unit(i); u.Side() == side && u.At().Hex() == h {
			if n++; !v.sees(u) {
				return "?"
			}
		}
	}
	if n > 9 && size == hex.Compact || n > 99 {
		return "+"
	}
	return fmt.Sprint(n)
}

// edge is what lies between two hexes.
func (v *View) edge(side hex.Side) (edge hex.Edge) {
	what := v.battle.HexsideOf(side)
	if what == nil {
		return edge
	}
	edge.Line = hex.Text{Text: what.Mark, Paint: paint(screen.Heading)}
	if what.Wet || what.Shut {
		edge.Line.Paint = paint(screen.Lesson)
	}
	return edge
}

// legend is the meaning of the letters and marks on the map.
func (v *View) legend(width int) (lines []string) {
	grid, b := v.battle.Grid(), v.battle
	terrains, features, sides := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for h := range hex.Hex(grid.Hexes()) {
		t := b.TerrainOf(h)
		terrains[t.Letter+" "+t.Name] = true
		if f := b.FeatureOf(h); f != nil {
			features[f.Mark+" "+f.Name] = true
		}
		for d := range hex.Directions {
			if s := grid.Side(h, d); s != hex.NoSide && b.HexsideOf(s) != nil {
				sides[b.HexsideOf(s).Mark+" "+b.HexsideOf(s).Name] = true
			}
		}
	}
	for _, row := range []struct {
		what  string
		words []string
	}{
		{"Hexes", slices.Sorted(maps.Keys(terrains))},
		{"In them", slices.Sorted(maps.Keys(features))},
		{"Between", slices.Sorted(maps.Keys(sides))},
		{"Stacks", v.marks()},
	} {
		if len(row.words) > 0 {
			lines = append(lines, screen.Wrap(row.what+": "+strings.Join(row.words, ", "), width, 2))
		}
	}
	return lines
}

// marks explain the marks of stacks on the map.
func (v *View) marks() []string {
	first, second := v.mark(sorcery.Attacker), v.mark(sorcery.Defender)
	return []string{
		first + "7 " + v.seat(sorcery.Attacker) + " with 7 units", second + "? " + v.seat(sorcery.Defender) + " unseen",
		first + "#" + second + " a siege", first + "!" + second + " the battle that is fought",
		"a small " + strings.ToLower(first) + " or " + strings.ToLower(second) + " who holds a place",
	}
}

// paint converts a style of the screen to one of a map.
func paint(style func(...any) string) hex.Paint {
	return func(text string) string { return style(text) }
}

// paintOf is the paint for the name of a colour, nil for none.
func paintOf(word string) hex.Paint {
	switch word {
	case "green":
		return paint(screen.Good)
	case "yellow":
		return paint(screen.Accent)
	case "red":
		return paint(screen.Bad)
	case "cyan", "blue":
		return paint(screen.Lesson)
	case "gray":
		return paint(screen.Faint)
	}
	return nil
}
