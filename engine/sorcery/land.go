package sorcery

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"houserule/engine"
	"houserule/engine/hex"
	"houserule/engine/sorcery/fight"
)

// A Spot is a position on the map: a hex, or a place apart within it, such as a besieged
// castle or a tunnel.
type Spot int32

// OffMap is the spot of units that are out of the game.
const OffMap Spot = -1

// SpotIn returns the spot of a hex, or of the place apart within it.
func SpotIn(h hex.Hex, inside bool) Spot { return Spot(2*int32(h) + int32(fight.Flag(inside))) }

// Hex returns the hex of a spot. Inside reports whether the spot is the place apart.
func (s Spot) Hex() hex.Hex {
	if s < 0 {
		return hex.None
	}
	return hex.Hex(s >> 1)
}
func (s Spot) Inside() bool { return s >= 0 && s&1 == 1 }

// Other returns the other spot of the same hex.
func (s Spot) Other() Spot { return s ^ 1 }

// A land is the map of a campaign, prepared for the rules. It does not change.
type land struct {
	campaign  Campaign
	grid      hex.Grid
	terrains  []*fight.Terrain // by hex
	features  []*Feature       // by hex, or nil
	hexsides  []*Hexside       // by hexside, or nil
	ways      []way            // all kinds of steps
	wayTo     []int32          // by hex and direction: the index of the step in ways; -1: off the map
	groups    []int32          // by hex: the index of its walled group; -1: none
	walls     [][]wallSide     // by group
	openWalls []wallSide       // walls that enclose nothing, from either side
	sites     []site           // hexes worth holding
	siteAt    []int32          // by hex: its index in sites; -1: none
	far       [][]int32        // by site: the cost of the way to it from each hex
}

// A wallSide is a wall between a hex of a walled group and a hex outside.
type wallSide struct{ in, out hex.Hex }

// A way is what the cost of a step depends on, apart from enemies.
type way struct {
	out, in *fight.Terrain
	side    *Hexside // or nil
}

// A site is a hex worth holding: a place, or a hex that a goal names.
type site struct {
	hex   hex.Hex
	name  string
	owner engine.Side // the owner at the start; below 0: none
}

// newLand checks the map of a campaign.
func newLand(g *Game, c Campaign) (*land, error) {
	l := &land{campaign: c, grid: c.Map.Grid}
	n := l.grid.Hexes()
	l.terrains, l.features = make([]*fight.Terrain, n), make([]*Feature, n)
	l.groups, l.siteAt = make([]int32, n), make([]int32, n)
	l.hexsides = make([]*Hexside, l.grid.Sides())
	var err error
	for h, id := range c.Map.Terrain {
		if l.terrains[h], err = g.Terrain(id); err != nil {
			return nil, fmt.Errorf("hex %s: %w", l.grid.Number(hex.Hex(h)), err)
		}
		l.siteAt[h] = -1
	}
	for _, e := range c.Map.Hexsides {
		if l.hexsides[e.Side], err = g.Hexside(e.Hexside); err != nil {
			return nil, fmt.Errorf("hexside %s: %w", l.grid.SideNumber(e.Side), err)
		}
	}
	l.pave()
	if err := l.place(g); err != nil {
		return nil, err
	}
	l.enclose()
	l.survey()
	return l, nil
}

// pave lists the kinds of steps.
func (l *land) pave() {
	known := map[way]int32{}
	l.wayTo = slices.Repeat([]int32{-1}, l.grid.Hexes()*int(hex.Directions))
	for h := range hex.Hex(l.grid.Hexes()) {
		for d, next := range l.grid.Neighbors(h) {
			of := way{l.terrains[h], l.terrains[next], l.hexsides[l.grid.Side(h, d)]}
			if _, ok := known[of]; !ok {
				known[of] = int32(len(l.ways))
				l.ways = append(l.ways, of)
			}
			l.wayTo[int(h)*int(hex.Directions)+int(d)] = known[of]
		}
	}
}

// isName reports whether a journal can write a place's name.
func isName(name string) bool {
	return name == strings.Join(strings.Fields(name), " ") && !strings.ContainsFunc(name, func(r rune) bool { return r == ':' || !unicode.IsPrint(r) })
}

// place puts features into their hexes, and lists the sites.
func (l *land) place(g *Game) error {
	add := func(s site) {
		if l.siteAt[s.hex] < 0 {
			l.siteAt[s.hex] = int32(len(l.sites))
			l.sites = append(l.sites, s)
		}
	}
	taken := map[hex.Hex]bool{}
	for _, p := range l.campaign.Map.Places {
		where := l.grid.Number(p.Hex)
		f, err := g.Feature(p.Feature)
		switch {
		case err != nil:
			return fmt.Errorf("the place in %s: %w", where, err)
		case taken[p.Hex]:
			return fmt.Errorf("there are two places in %s: a hex has one at most", where)
		case p.Owner >= fight.Seats:
			return fmt.Errorf("the place in %s is of side %d: there are %d", where, p.Owner+1, fight.Seats)
		case !isName(p.Name):
			return fmt.Errorf("the place in %s is called %q: its name must be words with a space between them, without a colon", where, p.Name)
		case len(p.Militia) > 0 && p.Owner < 0:
			return fmt.Errorf("the place in %s is nobody's: say whose its militia is", where)
		case len(p.Militia) > 0 && (!f.Site || l.terrains[p.Hex].Bare):
			return fmt.Errorf("the %s in %s cannot be besieged: it has no militia (S4)", f.Name, where)
		}
		if err := p.Militia.Check(); err != nil {
			return fmt.Errorf("the militia in %s: %w", where, err)
		}
		taken[p.Hex] = true
		if !l.terrains[p.Hex].Bare {
			l.features[p.Hex] = f
		}
		name := p.Name
		if name == "" {
			name = f.Name + " " + where
		}
		add(site{p.Hex, name, p.Owner})
	}
	for _, goal := range l.campaign.Goals {
		if goal.Hold != hex.None {
			add(site{goal.Hold, "hex " + l.grid.Number(goal.Hold), -1})
		}
	}
	return nil
}

// enclose finds the walled groups: the parts that walls separate from the largest part of
// the map (S4).
func (l *land) enclose() {
	part := make([]int32, len(l.groups))
	var sizes []int
	for h := range part {
		if part[h] == 0 {
			sizes = append(sizes, l.flood(hex.Hex(h), part, int32(len(sizes)+1)))
		}
	}
	open := 0
	for i, size := range sizes {
		if size > sizes[open] {
			open = i
		}
	}
	number := make([]int32, len(sizes))
	for i := range number {
		if number[i] = -1; i != open {
			number[i] = int32(len(l.walls))
			l.walls = append(l.walls, nil)
		}
	}
	for h := range part {
		l.groups[h] = number[part[h]-1]
	}
	for i, group := range l.groups {
		if group < 0 {
			continue
		}
		h := hex.Hex(i)
		for _, next := range l.grid.Neighbors(h) {
			if l.groups[next] != group {
				l.walls[group] = append(l.walls[group], wallSide{h, next})
			}
		}
	}
	for i := range l.groups {
		h := hex.Hex(i)
		for _, next := range l.grid.Neighbors(h) {
			if l.groups[next] == l.groups[h] && l.wall(h, next) {
				l.openWalls = append(l.openWalls, wallSide{h, next})
			}
		}
	}
}

// flood marks the part of the map around a hex, up to the walls, and returns its size.
func (l *land) flood(from hex.Hex, part []int32, mark int32) (size int) {
	open := []hex.Hex{from}
	part[from] = mark
	for len(open) > 0 {
		h := open[len(open)-1]
		open = open[:len(open)-1]
		size++
		for _, next := range l.grid.Neighbors(h) {
			if side := l.side(h, next); part[next] == 0 && (side == nil || !side.Wall) {
				part[next] = mark
				open = append(open, next)
			}
		}
	}
	return size
}

// survey computes, for players, the cost of the way from every hex to each site: on foot,
// without enemies.
func (l *land) survey() {
	var search hex.Search
	costs := func(from, _ hex.Hex, d hex.Direction) (int, bool) {
		side := l.sideTo(from, d)
		t := l.terrains[from] // the search goes backwards
		switch {
		case side != nil && side.Shut, t.Water:
			return 0, false
		case side != nil && side.Wall:
			return 8, true
		}
		cost := max(t.Cost, 1) + 3*t.Dice
		if side != nil {
			cost += side.Cost
		}
		return cost, true
	}
	for _, s := range l.sites {
		far := make([]int32, l.grid.Hexes())
		for h := range far {
			far[h] = 4 * int32(l.grid.Distance(s.hex, hex.Hex(h))) // over water
		}
		for _, h := range search.Reach(l.grid, s.hex, hex.Unlimited, costs) {
			cost, _ := search.Cost(h)
			far[h] = int32(cost)
		}
		l.far = append(l.far, far)
	}
}

// side returns the hexside between two hexes, or nil.
func (l *land) side(a, b hex.Hex) *Hexside {
	if d, ok := l.grid.Direction(a, b); ok {
		return l.sideTo(a, d)
	}
	return nil
}

// sideTo returns the hexside between a hex and its neighbor in a direction, or nil.
func (l *land) sideTo(h hex.Hex, d hex.Direction) *Hexside {
	if i := l.step(h, d); i >= 0 {
		return l.ways[i].side
	}
	return nil
}

// step returns the index in ways of the step from a hex in a direction, or -1 at the edge of the
// map.
func (l *land) step(h hex.Hex, d hex.Direction) int32 {
	return l.wayTo[int(h)*int(hex.Directions)+int(d)]
}

// wall reports whether a wall lies between two hexes.
func (l *land) wall(a, b hex.Hex) bool {
	s := l.side(a, b)
	return s != nil && s.Wall
}

// site reports whether the owner of a hex may decline battle there (S4).
func (l *land) site(h hex.Hex) bool { return l.features[h] != nil && l.features[h].Site }

// home returns the spot of a place's militia: inside, or in the hex itself if the hex is
// walled (S4).
func (l *land) home(h hex.Hex) Spot { return SpotIn(h, l.groups[h] < 0) }

// apart reports whether a hex contains a place apart (S2).
func (l *land) apart(h hex.Hex) bool { return l.features[h] != nil && l.features[h].Apart }

// terrain returns the terrain of a spot.
func (l *land) terrain(g *Game, s Spot) *fight.Terrain {
	h := s.Hex()
	if f := l.features[h]; s.Inside() && f != nil && f.Apart && f.Terrain != "" {
		t, _ := g.Terrain(f.Terrain) // NewGame has checked it
		return t
	}
	return l.terrains[h]
}

// PlaceName returns the name of a hex: the name of its place, if it has one.
func (w Theater) PlaceName(h hex.Hex) string {
	number := w.land.grid.Number(h)
	if i := w.land.siteAt[h]; i >= 0 && w.land.features[h] != nil {
		for _, p := range w.land.campaign.Map.Places {
			if p.Hex == h && p.Name != "" {
				return fmt.Sprintf("%s (%s)", number, p.Name)
			}
		}
	}
	return number
}

// spotName returns the name of a spot.
func (w Theater) spotName(s Spot) string {
	name := w.PlaceName(s.Hex())
	if s.Inside() {
		return name + ", inside"
	}
	return name
}
