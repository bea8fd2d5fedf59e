package kings

import (
	"fmt"
	"strings"

	"houserule/engine"
)

// Rules are the numbers and switches of the game, which players can set without a script.
// [DefaultRules] returns the game as published, with the rulings of docs/rulings.md.
type Rules struct {
	Die          int `toml:"die" range:"2..100" doc:"K2.1: sides of the die"`
	RoundLimit   int `toml:"round_limit" range:"1..1000000" doc:"K1.2: combat rounds after which the defender keeps the hex"`
	ChargeDice   int `toml:"charge_dice" range:"1..20" doc:"K2.1: number of dice of a charging counter in melee"`
	RetreatLimit int `toml:"retreat_limit" range:"0..1000" doc:"K4.2: maximum number of creatures in a hex after a retreat; the others are removed"`
	RestoreFirst int `toml:"restore_first" range:"1..100" doc:"K5.3: the least face of the die that restores a building that was hit"`
	RestoreLast  int `toml:"restore_last" range:"0..100" doc:"K5.3: the greatest face that restores it"`

	// Rulings.
	MarksUse           string `toml:"marks_use" oneof:"first|last" doc:"K1.3: a counter with the marks of two steps fights in the first or in the last of them"`
	TargetOut          string `toml:"target_out" oneof:"renamed|lost" doc:"K1.2: a side whose target is out of the battle names another before the next step, or has none until the next round"`
	BeatenHex          string `toml:"both_gone" oneof:"defender|nobody" doc:"K5.1: if the last counters of all players are lost in one step, the defender keeps the hex, or the battle is a draw"`
	TimeUp             string `toml:"time_up" oneof:"defender|nobody" doc:"K1.2: at the round limit the defender keeps the hex, or the battle is a draw"`
	SpecialsCrowd      bool   `toml:"specials_crowd" doc:"K4.2: special characters count for the limit of a retreat"`
	InhabitantsRetreat bool   `toml:"inhabitants_retreat" doc:"K4.3: the inhabitants of an unexplored hex may retreat"`
	FortsFightAlone    bool   `toml:"forts_fight_alone" doc:"K4.3: forts fight on after their creatures have retreated; otherwise they are neutralized"`
	WoundedValue       bool   `toml:"wounded_value" doc:"K3.3: a fort, village or city that was hit fights at its value less its hits"`
	RubbleFalls        bool   `toml:"rubble_falls" doc:"K5.3: after the battle buildings that were hit roll whether they lose a level"`
}

// DefaultRules returns the rules of the game as published.
func DefaultRules() Rules {
	return Rules{
		Die: 6, RoundLimit: 100, ChargeDice: 2, RetreatLimit: 10, RestoreFirst: 2, RestoreLast: 5,
		MarksUse: "first", TargetOut: "renamed", BeatenHex: "defender", TimeUp: "defender",
		FortsFightAlone: true, WoundedValue: true, RubbleFalls: true,
	}
}

// A Game is a set of rules with its things and hooks, made ready for battles. It does not
// change once battles run. Any number of battles, in any number of goroutines, share it.
type Game struct {
	Rules  Rules
	Hooks  Hooks
	Things []*Thing
	Joins  bool // whether scripts may add counters to a battle: see [Battle.Join]
	// Begin, if not nil, is the first call when a battle begins, with of == nil, and when b
	// becomes a copy of the battle of.
	Begin func(b, of *Battle)

	plays    map[*Thing]*Play // by item
	strategy func(*Position) Strategy
	verbs    []engine.Verb
}

// A Play is the effect of an item that does not become a counter on the field.
type Play struct {
	// Legal returns nil, or why the item cannot be played now. On is the counter that gets
	// the item, or nil. If the item changes a die, on is the counter that rolled the die.
	Legal func(b *Battle, item, on *Counter) error
	Do    func(b *Battle, item, on *Counter)
	On    Whom
	// Value, if not nil, returns the value of playing the item for greedy players, in
	// points of combat value.
	Value func(b *Battle, item, on *Counter) int
}

// A Whom determines the counters on which an item can be laid.
type Whom uint8

// The values of Whom.
const (
	OnNobody Whom = iota
	OnFriend
	OnEnemy
	OnAny // a counter of any side
	OnDie // a die rolled to hit, before it counts (K1.2)
)

// SetPlay sets the effect of playing an item.
func (g *Game) SetPlay(t *Thing, p *Play) { g.plays[t] = p }

// NewGame makes rules and things ready for battles. Their greedy players follow the strategy:
// see package strategy. The error is an [engine.Flaws]:
// buildings whose next lower level is no building, or whose levels form a circle.
func NewGame(rules Rules, things []*Thing, strategy func(*Position) Strategy) (*Game, error) {
	g := &Game{Rules: rules, Things: things, plays: map[*Thing]*Play{}, strategy: strategy}
	for i, t := range things {
		t.compile(i)
	}
	g.exemplify()
	var flaws engine.Flaws
	note := func(err error, of ...any) {
		flaws = append(flaws, engine.Flaw{Of: of, Keys: []string{"next_level"}, Err: err})
	}
	for _, t := range things {
		if t.Next == "" {
			continue
		}
		next, err := g.Thing(t.Next)
		switch {
		case err != nil:
			note(fmt.Errorf("%s: next level: %w", t.ID, err), t)
		case next.Kind != Building:
			note(fmt.Errorf("%s: next level: %s is of the kind %s: a building leaves a building, or nothing (K5.3)", t.ID, next.ID, next.Kind), t)
		default:
			t.next = next
		}
	}
	for _, circle := range circles(things) {
		var ids []string
		var of []any
		for _, t := range circle {
			ids, of = append(ids, t.ID), append(of, t)
		}
		note(fmt.Errorf("%s: the next levels go in a circle, from %s to %s: one of them must leave nothing (K5.3)", ids[0], strings.Join(ids, " to "), ids[0]), of...)
	}
	return g, flaws.Err()
}

// circles returns the buildings whose next levels form circles, each circle once.
func circles(things []*Thing) (all [][]*Thing) {
	seen := make([]int, len(things)) // by building: the first building from which it was reached, from 1
	for i, t := range things {
		at := t
		for at != nil && seen[at.index] == 0 {
			seen[at.index] = i + 1
			at = at.next
		}
		if at == nil || seen[at.index] != i+1 {
			continue
		}
		first, circle := at, []*Thing{at}
		for at = at.next; at != first; at = at.next {
			circle = append(circle, at)
		}
		all = append(all, circle)
	}
	return all
}

// Thing returns the thing with an id.
func (g *Game) Thing(id string) (*Thing, error) {
	i, err := engine.Find("thing", id, g.Things, func(t *Thing) string { return t.ID })
	if err != nil {
		return nil, err
	}
	return g.Things[i], nil
}

// NewBattle makes a battle from a [Setup], ready to be played.
func (g *Game) NewBattle(s engine.Setup) (engine.Story, error) {
	b, err := NewBattle(g, s.(Setup))
	if err != nil {
		return nil, err
	}
	return b, nil
}

var _ engine.Game = (*Game)(nil)

// A Ruling is a rule that forbids an option.
type Ruling = engine.Ruling
