package sorcery

import (
	"errors"
	"fmt"

	"houserule/engine"
)

// Rules are the numbers and switches of the game, which players can set without a script.
// [DefaultRules] returns the game as published, with the rulings of docs/rulings.md.
type Rules struct {
	Die        int `toml:"die" range:"2..100" doc:"S0: sides of the die"`
	RoundLimit int `toml:"round_limit" range:"1..1000000" doc:"S3.7: rounds after which a battle is broken off"`

	LossEqual      int `toml:"loss_equal" range:"0..100" doc:"S3.4: percent of its strength that each side inflicts if the dice are equal"`
	LossStep       int `toml:"loss_step" range:"0..100" doc:"S3.4: percent that the higher die adds, and the lower die loses, for each 1 of difference"`
	RoutDifference int `toml:"rout_difference" range:"1..100" doc:"S3.4: difference of the dice from which the whole lower side is demoralized"`
	RemainderParts int `toml:"remainder_parts" range:"2..100" doc:"S3.5: number of parts of a unit's strength: a remainder below one part only makes the unit check morale; one of all parts but one may eliminate it"`

	ChargeFactor   int `toml:"charge_factor" range:"1..20" doc:"S3.2: factor of the strength of charging cavalry"`
	ClassFactor    int `toml:"class_factor" range:"1..20" doc:"S3.2: multiple of the enemy's strength in cavalry, archers or flyers that a side needs for the modifier"`
	ClassBonus     int `toml:"class_bonus" range:"0..20" doc:"S3.2: the modifier for cavalry, archers or flyers"`
	StrangerLeader int `toml:"stranger_leader" range:"0..20" doc:"S3.2: reduction of a leader's rating if too few units are of its race"`
	LeaderShare    int `toml:"leader_share" range:"0..100" doc:"S3.2: percent of the units that must be of the leader's race for its full rating"`
	ConjuredMorale int `toml:"conjured_morale" range:"0..100" doc:"S5: morale of conjured units, whatever their race"`

	SingleFactor int `toml:"single_factor" range:"1..100" doc:"S7: factor of a unit's strength against characters and monsters"`
	NarrowFactor int `toml:"narrow_factor" range:"1..100" doc:"S7: the same factor on a bridge and in a tunnel"`

	ReactionDice int `toml:"reaction_dice" range:"1..10" doc:"S3.1: dice of a reaction or reinforcement"`
	ReactionNeed int `toml:"reaction_need" range:"1..100" doc:"S3.1: the number that these dice must reach, with modifiers"`

	AssaultEnters int `toml:"assault_enters" range:"0..100" doc:"S4: the greatest roll with which a unit in an assault enters"`
	AssaultShakes int `toml:"assault_shakes" range:"1..101" doc:"S4: the least roll that demoralizes a unit in an assault"`

	// Rulings.
	BesiegedForage    bool   `toml:"besieged_forage" doc:"S1: a besieged place still adds its number to what its hex feeds; otherwise that number is all that the besieged have"`
	ReactionWay       string `toml:"reaction_way" oneof:"most|mean" doc:"S3.1: a cost in dice counts for a reaction as their maximum, or as their mean, rounded up"`
	LossesRound       string `toml:"losses_round" oneof:"exact|nearest|up" doc:"S3.4: losses are exact fractions of a point, or rounded"`
	HalveFirstRound   bool   `toml:"halve_first_round" doc:"S3.2: units that came over water fight at half strength in their first round"`
	FlyersHalved      bool   `toml:"flyers_halved" doc:"S3.2: flying units that came over water are halved like others"`
	ChargeAgain       bool   `toml:"charge_again" doc:"S3.2: cavalry may charge in two consecutive rounds"`
	DemoralizedCharge bool   `toml:"demoralized_charge" doc:"S3.2: demoralized cavalry may charge"`
	LeaderCompulsory  bool   `toml:"leader_compulsory" doc:"S3.2: a side with characters must let one of them lead the die"`
	LeaderRelieved    bool   `toml:"leader_relieved" doc:"S7: a leader whose unit characters eliminate fights on alone only if no other unit can be named"`
	LeaderLends       bool   `toml:"leader_lends" doc:"S5: a character that leads the die may also lend its leadership to morale checks of the same round"`
	AdderLends        bool   `toml:"adder_lends" doc:"S5: a character that adds its leadership to the strength may also lend it to morale checks of the same round"`
	SummonedConjured  bool   `toml:"summoned_conjured" doc:"S5: summoned units have the morale of conjured units, and not of their race"`
	TimeUp            string `toml:"time_up" oneof:"nobody|defender" doc:"S3.7: at the round limit no side holds the hex, or the defender does"`
}

// DefaultRules returns the rules of the game as published.
func DefaultRules() Rules {
	return Rules{
		Die: 6, RoundLimit: 50,
		LossEqual: 25, LossStep: 5, RoutDifference: 5, RemainderParts: 3,
		ChargeFactor: 2, ClassFactor: 2, ClassBonus: 1, StrangerLeader: 1, LeaderShare: 50, ConjuredMorale: 1,
		SingleFactor: 10, NarrowFactor: 1,
		ReactionDice: 2, ReactionNeed: 8,
		AssaultEnters: 1, AssaultShakes: 6,
		BesiegedForage: true, ReactionWay: "most", LossesRound: "exact", HalveFirstRound: true, FlyersHalved: true, DemoralizedCharge: true, LeaderCompulsory: true,
		LeaderLends: true, AdderLends: true, TimeUp: "nobody",
	}
}

// Data are the races, kinds and terrains of a game.
type Data struct {
	Races    []*Race
	Terrains []*Terrain
	Features []*Feature
	Hexsides []*Hexside
	Kinds    []*Kind
}

// A Game is a set of rules with its data and hooks, made ready for battles. It does not
// change once battles run. Any number of battles, in any number of goroutines, share it.
type Game struct {
	Rules Rules
	Hooks Hooks
	Data
	Joins bool // whether scripts may add units to a battle: see [Battle.Join]
	// Begin, if not nil, is the first call when a battle begins, with of == nil, and when b
	// becomes a copy of the battle of.
	Begin func(b, of *Battle)

	strategy func(Position) Strategy
	acts     [over]act
	picks    [purposes]pick
}

// NewGame makes rules and data ready for battles. Their greedy players follow the strategy:
// see package strategy. The error is an [engine.Flaws]: unknown races and terrains, numbers
// that a counter cannot have, and keys that contradict each other. After an error the game
// can only read maps.
func NewGame(rules Rules, data Data, strategy func(Position) Strategy) (*Game, error) {
	g := &Game{Rules: rules, Data: data, strategy: strategy, acts: acts(), picks: picks()}
	g.addTurn()
	var flaws engine.Flaws
	note := func(of any, id string, keys []string, err error) {
		if err != nil {
			flaws = append(flaws, engine.Flaw{Of: []any{of}, Keys: keys, Err: fmt.Errorf("%s: %w", id, err)})
		}
	}
	for i, r := range data.Races {
		r.index = i
	}
	for i, h := range data.Hexsides {
		note(h, h.ID, nil, h.compile(i))
	}
	for i, t := range data.Terrains {
		note(t, t.ID, nil, t.compile(g, i))
	}
	for i, f := range data.Features {
		note(f, f.ID, nil, f.compile(g, i))
		if f.Site && f.Apart {
			note(f, f.ID, []string{"site", "apart"}, errors.New("it is a site, and a place apart: it can be one of them (S2, S4)"))
		}
	}
	for i, k := range data.Kinds {
		note(k, k.ID, nil, k.compile(g, i))
	}
	return g, flaws.Err()
}

// Race returns the race with an id. Terrain, Feature, Hexside and Kind do the same for
// theirs.
func (g *Game) Race(id string) (*Race, error) {
	return lookUp("race", id, g.Races, func(r *Race) string { return r.ID })
}
func (g *Game) Terrain(id string) (*Terrain, error) {
	return lookUp("terrain", id, g.Terrains, func(t *Terrain) string { return t.ID })
}
func (g *Game) Feature(id string) (*Feature, error) {
	return lookUp("feature", id, g.Features, func(f *Feature) string { return f.ID })
}
func (g *Game) Hexside(id string) (*Hexside, error) {
	return lookUp("hexside", id, g.Hexsides, func(h *Hexside) string { return h.ID })
}
func (g *Game) Kind(id string) (*Kind, error) {
	return lookUp("unit", id, g.Kinds, func(k *Kind) string { return k.ID })
}

func lookUp[T any](what, id string, all []*T, idOf func(*T) string) (*T, error) {
	i, err := engine.Find(what, id, all, idOf)
	if err != nil {
		return nil, err
	}
	return all[i], nil
}

// NewBattle makes a battle of a [Setup] ready to be played.
func (g *Game) NewBattle(s engine.Setup) (engine.Story, error) {
	var b *Battle
	var err error
	switch s := s.(type) {
	case Setup:
		b, err = NewBattle(g, s)
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

// A Ruling is a rule that forbids an option.
type Ruling = engine.Ruling
