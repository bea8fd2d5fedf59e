// Package sorcery is the Exelby variant of Swords & Sorcery: the fights of package fight, and
// the war on a map around them. Its files are the chapters of the rulebook, and each rule
// stands beside the number of its paragraph. Where the rulebook is silent, [Rules] has a
// switch (docs/rulings.md).
//
//	S0  turn, front, victory    the turns of a war, its fights and its winner
//	S1  stacking                which units may stand together
//	S2  march, step, order      movement, on a land
//	S3  reaction, retreat       which units react to a march, and the ways out of a fight
//	S4  siege, storm            sieges, and how they end
//	S5  rally                   rallying
//	S6  recon, news             what a side sees, and hears
//
// A [Game] is rules, data and hooks. [fight.NewBattle] makes a battle of a [fight.Setup],
// which can be played any number of times at an [engine.Table]:
//
//	b, err := fight.NewBattle(game.Game, setup)
//	result := b.Play(engine.NewTable(engine.NewDice(seed), attacker, defender))
//
// A [Campaign] is a war on a map. [NewCampaign] makes a [fight.Battle] of it, too, with a
// [War] around its fights, which has stages of its own. Then it goes through the stages of a
// fight for each spot of the map in which both sides meet (S0). A [Spot] is a hex, or the
// place apart within it, for the besieged. The places of stacks are public;
// [fight.Knowledge.Sees] reports which units in them a side sees (S6).
//
//	war      what changes in a war around the fight: posts of units, sieges, orders
//	Theater  what the rules of the map allow (S1, S2, S3.1, S4, S6)
//	War      the steps of a turn, and the changes that scripts make
package sorcery

import (
	"errors"
	"fmt"

	"houserule/engine"
	"houserule/engine/sorcery/fight"
)

// Rules are the numbers and switches of the game, which players can set without a script.
type Rules struct {
	fight.Numbers
	WarRules
	fight.Rulings
}

// WarRules are the numbers and switches of a war.
type WarRules struct {
	AssaultEnters int `toml:"assault_enters" range:"0..100" doc:"S4: the greatest roll with which a unit in an assault enters"`
	AssaultShakes int `toml:"assault_shakes" range:"1..101" doc:"S4: the least roll that demoralizes a unit in an assault"`

	// A ruling.
	BesiegedForage bool `toml:"besieged_forage" doc:"S1: a besieged place still adds its number to what its hex feeds; otherwise that number is all that the besieged have"`
}

// DefaultRules returns the game as published, with the rulings of docs/rulings.md.
func DefaultRules() Rules {
	of := fight.DefaultRules()
	return Rules{of.Numbers, WarRules{AssaultEnters: 1, AssaultShakes: 6, BesiegedForage: true}, of.Rulings}
}

// Data are the races, kinds and terrains of a game, and what else lies on its maps.
type Data struct {
	fight.Data
	Features []*Feature
	Hexsides []*Hexside
}

// A Game is a set of rules with its data and hooks, made ready for battles and campaigns: the
// game of fights, and what a war adds to it.
type Game struct {
	*fight.Game
	War      WarRules
	WarHooks WarHooks
	Features []*Feature
	Hexsides []*Hexside
	acts     [ended]act
}

// NewGame makes rules and data ready: see [fight.NewGame]. After an error the game can only
// read maps.
func NewGame(rules Rules, data Data, strategy func(fight.Position) fight.Strategy) (*Game, error) {
	g := &Game{War: rules.WarRules, Features: data.Features, Hexsides: data.Hexsides, acts: acts()}
	var flaws engine.Flaws
	g.Game, flaws = fight.NewGame(fight.Rules{Numbers: rules.Numbers, Rulings: rules.Rulings}, data.Data, fight.Questions{Verbs: Verbs(), Picks: picks(), Alternatives: alternatives()}, strategy)
	for i, h := range g.Hexsides {
		flaws = fight.Note(flaws, h, h.ID, h.compile(i))
	}
	for i, f := range g.Features {
		flaws = fight.Note(flaws, f, f.ID, f.compile(g, i))
		if f.Site && f.Apart {
			flaws = fight.Note(flaws, f, f.ID, errors.New("it is a site, and a place apart: it can be one of them (S2, S4)"), "site", "apart")
		}
	}
	return g, flaws.Err()
}

// Feature returns the feature with an id. Hexside does the same for hexsides.
func (g *Game) Feature(id string) (*Feature, error) {
	return fight.LookUp("feature", id, g.Features, func(f *Feature) string { return f.ID })
}
func (g *Game) Hexside(id string) (*Hexside, error) {
	return fight.LookUp("hexside", id, g.Hexsides, func(h *Hexside) string { return h.ID })
}

// NewBattle makes a battle of a [fight.Setup] or a [Campaign] ready to be played.
func (g *Game) NewBattle(s engine.Setup) (engine.Story, error) {
	var b *fight.Battle
	var err error
	switch s := s.(type) {
	case fight.Setup:
		b, err = fight.NewBattle(g.Game, s)
	case Campaign:
		b, err = NewCampaign(g, s)
	default:
		err = fmt.Errorf("%T is no setup of this game", s)
	}
	if err != nil {
		return nil, err
	}
	return b, nil
}

var _ engine.Game = (*Game)(nil)
