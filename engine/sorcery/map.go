package sorcery

import (
	"errors"
	"fmt"
	"strings"

	"houserule/engine"
	"houserule/engine/hex"
	"houserule/engine/sorcery/fight"
)

// A Map is the map of a campaign.
type Map struct {
	Grid     hex.Grid
	Terrain  []string // ids, by hex
	Places   []Place
	Hexsides []Edge
}

// check returns an error for anything that does not lie on the map.
func (m *Map) check() error {
	if err := m.Grid.Check(); err != nil {
		return err
	}
	n := m.Grid.Hexes()
	if len(m.Terrain) != n {
		return fmt.Errorf("the map has %d hexes and a terrain for %d", n, len(m.Terrain))
	}
	for i, p := range m.Places {
		if !m.has(p.Hex) {
			return fmt.Errorf("place %d lies in hex %d: the map has those from 0 to %d", i+1, p.Hex, n-1)
		}
	}
	taken := make(map[hex.Side]bool, len(m.Hexsides))
	for i, e := range m.Hexsides {
		switch {
		case !m.hasSide(e.Side):
			return fmt.Errorf("hexside %d is side %d: no two hexes of the map share it", i+1, e.Side)
		case taken[e.Side]:
			return fmt.Errorf("there are two hexsides at %s: there is one at most", m.Grid.SideNumber(e.Side))
		}
		taken[e.Side] = true
	}
	return nil
}

// has reports whether a hex lies on the map. hasSide reports the same for a hexside.
func (m *Map) has(h hex.Hex) bool { return h >= 0 && int(h) < m.Grid.Hexes() }
func (m *Map) hasSide(s hex.Side) bool {
	if s < 0 || int(s) >= m.Grid.Sides() {
		return false
	}
	_, _, other := m.Grid.Beside(s)
	return other != hex.None
}

// A Place is a feature in a hex of a map. A hex has at most one.
type Place struct {
	Hex     hex.Hex
	Feature string      // the feature's id
	Name    string      // its own name, or ""
	Owner   engine.Side // the owner at the start; below 0: none
	Militia fight.Army  // the owner's militia, which fights only inside (S4)
}

// An Edge is a hexside between two hexes of a map.
type Edge struct {
	Side    hex.Side
	Hexside string // its id
}

// ParseMap reads the terrain of a map: a line for each row, with the letters of the
// columns' terrains, separated by blanks. The error is an [engine.Misplaced] in the text.
func (g *Game) ParseMap(text string) (hex.Grid, []string, error) {
	var rows [][]string
	for line := range strings.Lines(text) {
		if words := strings.Fields(line); len(words) > 0 {
			rows = append(rows, words)
		}
	}
	if len(rows) == 0 {
		return hex.Grid{}, nil, errors.New("the map is empty: write a line of terrains' letters for each row")
	}
	grid := hex.Grid{Columns: len(rows[0]), Rows: len(rows)}
	if err := grid.Check(); err != nil {
		return grid, nil, err
	}
	terrain := make([]string, grid.Hexes())
	for row, words := range rows {
		if len(words) != grid.Columns {
			return grid, nil, fmt.Errorf("row %d of the map has %d hexes, the first has %d", row+1, len(words), grid.Columns)
		}
		for column, letter := range words {
			t, err := g.terrainOf(letter)
			if err != nil {
				return grid, nil, fmt.Errorf("row %d, column %d of the map: %w", row+1, column+1, err)
			}
			terrain[grid.At(column+1, row+1)] = t.ID
		}
	}
	return grid, terrain, nil
}

// terrainOf returns the terrain with a letter.
func (g *Game) terrainOf(letter string) (*fight.Terrain, error) {
	var known []string
	for _, t := range g.Terrains {
		if t.Letter == letter {
			return t, nil
		}
		if t.Letter != "" {
			known = append(known, t.Letter)
		}
	}
	return nil, &engine.Unknown{What: "terrain", Word: letter, Known: known}
}

// rows returns the ids of the terrains, a line for each row.
func (m *Map) rows() []string {
	var lines []string
	for row := 1; row <= m.Grid.Rows; row++ {
		ids := make([]string, m.Grid.Columns)
		for column := range ids {
			ids[column] = m.Terrain[m.Grid.At(column+1, row)]
		}
		lines = append(lines, strings.Join(ids, " "))
	}
	return lines
}
