package sorcery

import "houserule/engine/sorcery/fight"

// A Feature is a kind of thing in a hex: a town, a bridge, a vortex. Features do not
// change.
type Feature struct {
	ID, Name string
	Mark     string // one to three characters, its sign on maps
	Limit    int    // added to the hex's limit (S1)
	Instead  bool   // whether Limit replaces the terrain's (S1)
	Besieged int    // replaces Limit for the besieged in it (S1)
	Site     bool   // whether its owner may decline battle (S4)
	Apart    bool   // whether it is a place of its own, apart from the hex around it (S2)
	Narrow   bool   // see [Terrain]; for the inside, if it is apart
	Terrain  string // the id of the terrain inside, if it is apart

	index   int
	forages bool
}

// Index returns the feature's index in [Game].Features.
func (f *Feature) Index() int { return f.index }

// Forages reports whether Besieged is added to what the terrain feeds (S1).
func (f *Feature) Forages() bool { return f.forages }

// A Hexside is a kind of thing between two hexes: a stream, a bridge, a wall. Hexsides do
// not change.
type Hexside struct {
	ID, Name string
	Mark     string // one character, its sign on maps
	Cost     int    // movement points to cross it, in addition to those of the hex (S2)
	Wet      bool   // whether a unit that crosses it into battle has half its strength in the first round (S3.2)
	Shut     bool   // whether only flyers cross it: for maps with rules of their own, no published hexside has it (S2)
	Wall     bool   // whether no unit crosses it against an enemy on the other side (S2)
	Gate     bool   // whether it is a gate in a wall, through which the besieged can sortie (S4)

	index int
}

// Index returns the hexside's index in [Game].Hexsides.
func (h *Hexside) Index() int { return h.index }

// compile checks a hexside.
func (h *Hexside) compile(index int) error {
	h.index = index
	return fight.Printed(h.Cost)
}

// compile finds the terrain inside a feature.
func (f *Feature) compile(g *Game, index int) error {
	f.index, f.forages = index, !f.Instead && g.War.BesiegedForage
	if err := fight.Printed(f.Limit, f.Besieged); err != nil {
		return err
	}
	if f.Terrain == "" {
		return nil
	}
	_, err := g.Terrain(f.Terrain)
	return err
}

// opensTo reports whether a unit may cross a hexside by itself; nil is no hexside.
func (h *Hexside) opensTo(k *fight.Kind) bool { return h == nil || !h.Shut || k.Flies() }

// wets reports whether units that cross a hexside come over water (S3.2).
func (h *Hexside) wets() bool { return h != nil && h.Wet }
