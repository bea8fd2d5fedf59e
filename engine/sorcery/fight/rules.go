package fight

import (
	"fmt"

	"houserule/engine"
)

// Rules are the numbers and switches of a fight, which players can set without a script.
type Rules struct {
	Numbers
	Rulings
}

// Numbers are the numbers of the rules of a fight, and of reactions.
type Numbers struct {
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
}

// Rulings are the switches where the rulebook is silent: see docs/rulings.md.
type Rulings struct {
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
	return Rules{Numbers{
		Die: 6, RoundLimit: 50,
		LossEqual: 25, LossStep: 5, RoutDifference: 5, RemainderParts: 3,
		ChargeFactor: 2, ClassFactor: 2, ClassBonus: 1, StrangerLeader: 1, LeaderShare: 50, ConjuredMorale: 1,
		SingleFactor: 10, NarrowFactor: 1,
		ReactionDice: 2, ReactionNeed: 8,
	}, Rulings{
		ReactionWay: "most", LossesRound: "exact", HalveFirstRound: true, FlyersHalved: true, DemoralizedCharge: true, LeaderCompulsory: true,
		LeaderLends: true, AdderLends: true, TimeUp: "nobody",
	}}
}

// Data are the races, kinds and terrains of a game.
type Data struct {
	Races    []*Race
	Terrains []*Terrain
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
	asked    Questions
}

// Questions are what a war adds to the questions of a fight: rows for what units are picked
// for, and for decisions. Verbs are the verbs of both.
type Questions struct {
	Verbs        []engine.Verb
	Picks        []Pick
	Alternatives []Alternative
}

// NewGame makes rules and data ready for battles. Their greedy players follow the strategy:
// see package strategy. The error is an [engine.Flaws]: unknown races and terrains, numbers
// that a counter cannot have, and keys that contradict each other.
func NewGame(rules Rules, data Data, asked Questions, strategy func(Position) Strategy) (*Game, engine.Flaws) {
	asked.Picks, asked.Alternatives = append(picks(), asked.Picks...), append(alternatives(), asked.Alternatives...)
	g := &Game{Rules: rules, Data: data, strategy: strategy, acts: acts(), asked: asked}
	var flaws engine.Flaws
	for i, r := range data.Races {
		r.index = i
	}
	for i, t := range data.Terrains {
		flaws = Note(flaws, t, t.ID, t.compile(g, i))
	}
	for i, k := range data.Kinds {
		flaws = Note(flaws, k, k.ID, k.compile(g, i))
	}
	return g, flaws
}

// Note appends the flaw of an entry, if the error is not nil.
func Note(flaws engine.Flaws, of any, id string, err error, keys ...string) engine.Flaws {
	if err == nil {
		return flaws
	}
	return append(flaws, engine.Flaw{Of: []any{of}, Keys: keys, Err: fmt.Errorf("%s: %w", id, err)})
}

// Race returns the race with an id. Terrain and Kind do the same for theirs.
func (g *Game) Race(id string) (*Race, error) {
	return LookUp("race", id, g.Races, func(r *Race) string { return r.ID })
}
func (g *Game) Terrain(id string) (*Terrain, error) {
	return LookUp("terrain", id, g.Terrains, func(t *Terrain) string { return t.ID })
}
func (g *Game) Kind(id string) (*Kind, error) {
	return LookUp("unit", id, g.Kinds, func(k *Kind) string { return k.ID })
}

// LookUp returns the entry with an id.
func LookUp[T any](what, id string, all []*T, idOf func(*T) string) (*T, error) {
	i, err := engine.Find(what, id, all, idOf)
	if err != nil {
		return nil, err
	}
	return all[i], nil
}

// A Ruling is a rule that forbids an option.
type Ruling = engine.Ruling
