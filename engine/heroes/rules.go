package heroes

import (
	"slices"

	"houserule/engine"
	"houserule/engine/heroes/ability"
)

// Rules are the numbers and switches of the game, which players can set without a script.
// The tags give the key in a rules file, its range and the paragraph. [DefaultRules]
// returns the game as published, with the rulings of docs/rulings.md.
type Rules struct {
	Die          int `toml:"die" range:"2..100" doc:"H2.2: sides of the die"`
	Phases       int `toml:"phases" range:"1..99" doc:"H1.1: phases of a round"`
	RoundLimit   int `toml:"round_limit" range:"1..1000000" doc:"H1.5: rounds after which the battle is a draw"`
	LineMinimum  int `toml:"line_minimum" range:"0..1000" doc:"H4.1: number of stacks that the melee line must hold while others can come forward"`
	Retaliations int `toml:"retaliations" range:"0..200" doc:"H5.1: number of retaliations of a stack in a round"`
	SwatLimit    int `toml:"swat_limit" range:"0..1000000" doc:"H2.3: maximum number of cards in a swat; 0: no limit"`

	SwarmFactor   float64 `toml:"swarm_factor" range:"0..20" doc:"H3.2: factor of swarm for the stack's own score"`
	ProtectFactor int     `toml:"protect_factor" range:"0..20" doc:"H3.3: factor of a protecting card's level, which it adds to its defense"`

	WithdrawDistance int `toml:"withdraw_distance" range:"0..1000" doc:"H7.2: an own town must be more than this number of spaces away"`

	WallDefense         int    `toml:"wall_defense" range:"1..99" doc:"H8.1: defense of the Town Card"`
	WallMinimumBreached int    `toml:"wall_minimum_breached" range:"0..1000" doc:"H8.2: number of stacks that the defender's melee line must hold once the walls are breached"`
	WallMinimumSacked   int    `toml:"wall_minimum_sacked" range:"0..1000" doc:"H8.2: number of stacks that the defender's melee line must hold once the walls are sacked"`
	WallPenaltyIntact   string `toml:"wall_penalty_intact" oneof:"half|none" doc:"H8.3: the effect of intact walls on ranged scores"`
	WallPenaltyBreached int    `toml:"wall_penalty_breached" range:"0..99" doc:"H8.3: the reduction of ranged scores by breached walls"`

	// Rulings.
	PassedPhase             string `toml:"passed_phase" oneof:"waits|acts" doc:"H1.2: a stack whose new top card's phase has passed waits for the next round, or acts at its side's next turn"`
	SupportBeforeFactors    bool   `toml:"support_before_factors" doc:"H3: support is multiplied by swarm"`
	SupportOutlivesGiver    bool   `toml:"support_outlives_giver" doc:"H3: support stays after its giver is destroyed"`
	SupportOutlastsRound    bool   `toml:"support_outlasts_round" doc:"H3.1: support lasts over the end of a round"`
	SupportSpells           bool   `toml:"support_spells" doc:"H3.1: support counts for spells"`
	SwarmWaitsForAttack     bool   `toml:"swarm_waits_for_attack" doc:"H3: swarm is kept until the stack attacks"`
	SwarmAddsUp             bool   `toml:"swarm_adds_up" doc:"H3: a second swarm multiplies again"`
	RetaliationTakesSupport bool   `toml:"retaliation_takes_support" doc:"H3: support counts for a retaliation, which uses it up"`
	RetaliationTakesSwarm   bool   `toml:"retaliation_takes_swarm" doc:"H3: swarm counts for a retaliation, which uses it up"`
	RetaliationSwats        bool   `toml:"retaliation_swats" doc:"H5.1: a retaliation may name more than one card"`
	RetaliationNeedsReach   bool   `toml:"retaliation_needs_reach" doc:"H5.1: a stack retaliates only if it could attack the attacker"`
	RetaliationForced       bool   `toml:"retaliation_forced" doc:"H5.3: a stack that may retaliate must"`
	SureHitsRoll            bool   `toml:"sure_hits_roll" doc:"H2.2: the die is rolled even if the score alone is enough"`
	WallKeepsMinimum        bool   `toml:"wall_keeps_minimum" doc:"H8.2: the defender fills the line again whenever it falls below, not only when the wall is hit"`
	WallHalves              string `toml:"wall_halves" oneof:"whole|own" doc:"H8.3: the whole attack score is halved, or only the stack's own part, which swarm multiplies"`
	WallBindsRetaliation    bool   `toml:"wall_binds_retaliation" doc:"H8.3: the penalty applies to the aggressor's retaliations, too"`
	SackedWallsTarget       bool   `toml:"sacked_walls_target" doc:"H8.4: sacked walls can still be attacked"`
	EmergeIsFree            bool   `toml:"emerge_is_free" doc:"H8.5: a town's defender steps out free of charge"`
}

// DefaultRules returns the rules of the game as published.
func DefaultRules() Rules {
	return Rules{
		Die: 10, Phases: 10, RoundLimit: 100, LineMinimum: 3, Retaliations: 1,
		SwarmFactor: 2, ProtectFactor: 1, WithdrawDistance: 4,
		WallDefense: 10, WallMinimumBreached: 1, WallMinimumSacked: 2,
		WallPenaltyIntact: "half", WallPenaltyBreached: 1,
		PassedPhase: "waits", SupportOutlivesGiver: true, SupportOutlastsRound: true, SupportSpells: true,
		SureHitsRoll: true, WallKeepsMinimum: true, WallHalves: "whole", WallBindsRetaliation: true,
		EmergeIsFree: true,
	}
}

// Faces returns the number of faces of the die that reach need.
func (r *Rules) Faces(need int) int { return min(max(r.Die-need+1, 0), r.Die) }

// A Game is a set of rules with its creatures, spells and hooks, made ready for battles. It
// does not change once battles run. Any number of battles, in any number of goroutines,
// share it.
type Game struct {
	Rules         Rules
	Hooks         Hooks
	Creatures     []*Creature
	Spells        []*Spell
	CustomOptions []CustomOption
	Summons       bool // whether stacks may join battles
	Dead          bool // whether battles keep the dead, so that they can be listed and raised
	// SupportApart says that no hook reads supports or a score that may have some. Then
	// evaluations may add support to a score that hooks have changed.
	SupportApart bool
	// Begin, if not nil, is the first call when a battle begins, with of == nil, and when b
	// becomes a copy of the battle of.
	Begin func(b, of *Battle)

	strategy           func(*Position) Strategy
	swarmNum, swarmDen int
	minimum            [2][4]int32 // by side and walls (H4.1, H8.2)
	valued             bool        // whether an ability has a worth
	asksActed          bool        // whether a condition asks whether a stack has acted
}

// A CustomOption is an option that a mod adds to those of H3.
type CustomOption struct {
	Name string // a word, as the player types it
	Text string // what it does, as a sentence
	// At is the kind of target: nothing, a friend or an enemy.
	At CustomTarget
	// Legal returns nil, or why the option is not allowed. At is nil if the option has no
	// target.
	Legal func(b *Battle, by, at *Stack) error
	// Do carries the option out and spends the opportunity.
	Do func(b *Battle, by, at *Stack)
	// Value, if not nil, returns the value of the option for greedy players, in cost of
	// cards.
	Value func(b *Battle, by, at *Stack) int
}

// Custom returns what a script makes of an option, or of the spell that it casts, or nil.
func (g *Game) Custom(o Option) *CustomOption {
	switch which := o.Which(); {
	case o.Verb() == CastSpell && which < len(g.Spells):
		return g.Spells[which].Custom
	case o.Verb() == CustomVerb && which < len(g.CustomOptions):
		return &g.CustomOptions[which]
	}
	return nil
}

// target returns the target stack of an option, or nil.
func (e *CustomOption) target(b *Position, o Option) *Stack {
	if e.At == AtNothing {
		return nil
	}
	return &b.stacks[o.Target()]
}

// A CustomTarget is the kind of target of a custom option.
type CustomTarget uint8

// The kinds of targets.
const (
	AtNothing CustomTarget = iota
	AtFriend
	AtEnemy
)

// Valued reports whether stacks can have a worth beyond their cards: see [Position.Worth].
func (g *Game) Valued() bool { return g.valued || g.Hooks.Worth.Used() }

// AsksActed reports whether a condition of a bonus asks whether a stack has acted.
func (g *Game) AsksActed() bool { return g.asksActed }

// NewGame makes rules, creatures and spells ready for battles. Their greedy players follow
// the strategy: see package strategy.
func NewGame(rules Rules, creatures []*Creature, spells []*Spell, strategy func(*Position) Strategy) *Game {
	g := &Game{Rules: rules, Creatures: creatures, Spells: spells, strategy: strategy}
	for i, s := range spells {
		s.index = i
		s.cause = engine.Cause{Text: s.Name, Rule: "H6.1"}
		g.asksActed = g.asksActed || slices.ContainsFunc(s.Bonuses, asksActed)
	}
	for i, c := range creatures {
		c.compile(i)
		for _, a := range c.Abilities {
			g.valued = g.valued || a.Worth != 0
			g.asksActed = g.asksActed || slices.ContainsFunc(a.Bonuses, asksActed)
		}
	}
	g.swarmNum, g.swarmDen = engine.Fraction(rules.SwarmFactor)
	line := int32(rules.LineMinimum)
	g.minimum[Aggressor] = [4]int32{line, line, line, line}
	g.minimum[Defender] = [4]int32{line, 0, int32(rules.WallMinimumBreached), int32(rules.WallMinimumSacked)}
	return g
}

func asksActed(b *ability.Bonus) bool { return b.When.AsksActed() }

// NewBattle makes a battle from a [Setup], ready to be played.
func (g *Game) NewBattle(s engine.Setup) (engine.Story, error) {
	b, err := NewBattle(g, s.(Setup))
	if err != nil {
		return nil, err
	}
	return b, nil
}

var _ engine.Game = (*Game)(nil)

// spare returns the number of stacks that may join a battle, for which battles at a table
// keep room.
func (g *Game) spare() int {
	if g.Summons {
		return MaxSummons
	}
	return 0
}

// Creature returns the creature with an id.
func (g *Game) Creature(id string) (*Creature, error) {
	i, err := engine.Find("creature", id, g.Creatures, func(c *Creature) string { return c.ID })
	if err != nil {
		return nil, err
	}
	return g.Creatures[i], nil
}

// spell returns the index of the spell with an id.
func (g *Game) spell(id string) (int, error) {
	return engine.Find("spell", id, g.Spells, func(s *Spell) string { return s.ID })
}

// A Ruling is a rule that forbids an option.
type Ruling = engine.Ruling
