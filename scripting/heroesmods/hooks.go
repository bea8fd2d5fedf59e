package heroesmods

import (
	"errors"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/scripting/modhost"
)

// The types of the core, for heroes.
type (
	mods              = modhost.Mods[*heroes.Battle]
	host              = modhost.Host[*heroes.Battle]
	reader            = modhost.Reader[*heroes.Position]
	hook              = modhost.Hook[*heroes.Battle]
	trial             = modhost.TestBattle[*heroes.Battle]
	subject[C, T any] = modhost.Subject[*heroes.Position, C, T]
	moment[C any]     = modhost.Moment[*heroes.Position, C, *heroes.Stack]
)

// hooks returns the table: every hook of the game, in the order in which a battle
// reaches them.
func hooks(on *heroes.Hooks) []*hook {
	looks := modhost.ReadOnly[*heroes.Battle]
	round := modhost.Get("number", "the round, from 1", func(m moment[engine.None]) int { return m.Battle.ReadRound() })
	phase := modhost.Get("number", "the phase, from 1", func(m moment[engine.None]) int { return m.Battle.Moment().Phase })
	half := modhost.Get("side", "the side whose half of the phase it is", func(m moment[engine.None]) engine.Side { return m.Battle.Moment().Side })
	return []*hook{
		modhost.When(stacks, "onBattleStart", "start", "The battle begins: the armies stand on their lines, and the first round has not begun.", &on.BattleStart),
		modhost.When(stacks, "onRoundStart", "round", "A round begins.", &on.RoundStart, round),
		modhost.When(stacks, "onPhaseStart", "phase", "A side's half of a phase begins, in which it has stacks that act (H1.1).", &on.PhaseStart, phase, half),
		looks(modhost.On(aStack("the stack"), "onPhase", "phase", "Decides in which phase a stack acts (H1.2). A number beyond the phases of a round becomes the nearest phase.", &on.Phase, modhost.Int("phase", "the phase, from 1", -1000, 1000))),
		looks(modhost.Veto(aStack("the stack that would be next"), "onMayAct", "turn", "Decides whether a stack may be the next of its phase to act. If no stack may, all may.", &on.MayAct)),
		modhost.On(aStack("the acting stack"), "onOpportunities", "turn", "A stack's turn has come. The hook decides how many opportunities it gets.", &on.Opportunities, modhost.Int("count", "opportunities, 1 by the rules", 0, 100)),
		looks(modhost.Veto(offers("stack"), "onOffer", "offer", "Decides whether an option is offered to a stack, with its target: an attack, a shot, a spell, a sacrifice, a stance, a move, an option of a mod. To pass is always offered, and to retaliate is decided by onRetaliate.", &on.Offer)),
		looks(modhost.Veto(offers("at"), "onOfferAgainst", "offer", "Like onOffer and after it, for the abilities of the stack at which the option is aimed: what is immune, or hides.", &on.Offer)),
		looks(modhost.On(blows("by"), "onReach", "attack", "Decides whether an attack reaches a living enemy that it does not reach by the rules (H2.2). To forbid a target, use onOffer.", &on.Reach, modhost.It[bool]("reaches", "whether it reaches the target"))),

		modhost.On(aStack("the stack that gives it"), "onSacrifice", "support", "Decides how much support a stack gives (H3.1).", &on.Sacrifice, modhost.Int("value", "the levels of all its cards, by the rules", 0, 1_000_000)),
		looks(modhost.On(byRules("by"), "onSupport", "support", "Decides how much one helper adds to an attack (H3.1); 0 if the helper cannot reach the target.", &on.Support, modhost.Int("value", "the number that it adds", -1000, 1_000_000))),
		modhost.Veto(aStack("the stack"), "onSwarm", "swarm", "A stack is about to swarm (H3.2).", &on.Swarm),
		modhost.Veto(aStack("the stack"), "onProtect", "protect", "A stack is about to protect itself (H3.3).", &on.Protect),
		looks(modhost.Veto(aStack("the stack"), "onMove", "move", "Decides whether a stack may change line (H3.4).", &on.Move)),

		modhost.On(deeds, "onActed", "act", "A stack has used an opportunity. It may have been destroyed: see alive.", &on.Acted),

		modhost.Veto(byRules("by"), "onCast", "cast", "A spell is being cast (H6). If the hook cancels it, the opportunity is still used.", &on.Cast),
		modhost.On(effects, "onAffect", "effect", "An effect is about to begin on a stack, from its spell or from a script.", &on.Affect, modhost.Int("rounds", "the duration in rounds, including this one; 0: no effect", 0, 1_000_000)),
		modhost.On(effects, "onEffectEnd", "effect", "An effect has ended, because its time is over or because a script ended it.", &on.EffectEnd),
		looks(modhost.Score(blows("by"), "onAttack", "attack", "The score of an attack, a shot, a spell or a retaliation.", &on.Attack, "swarm")),
		looks(modhost.Score(blows("at"), "onDefense", "defense", "The defense that an attack must reach. For an attack at the walls, at is nil.", &on.Defense, "swarm")),
		modhost.On(blows("by"), "onDice", "dice", "Decides how many dice an attack rolls, and which of them counts.", &on.Dice,
			modhost.Part("count", "dice, 1 by the rules", 1, 100, func(p *heroes.Pool) *int { return &p.Dice }),
			modhost.Set("worst", "whether the lowest die counts, not the highest", func(p *heroes.Pool) bool { return p.Worst }, func(p *heroes.Pool, worst bool) error { p.Worst = worst; return nil })),
		modhost.On(blows("by"), "onRoll", "roll", "The dice of an attack have been rolled. The hook may change the result of the die that counts.", &on.Rolled, modhost.Int("die", "the number that the die shows", -1000, 100_000)),
		modhost.On(blows("at"), "onRollAgainst", "roll", "Like onRoll and after it, for the abilities of the stack that is struck.", &on.Rolled, modhost.Int("die", "the number that the die shows", -1000, 100_000)),
		modhost.On(blows("by"), "onHit", "attack", "Decides whether an attack hits, once its die has been rolled.", &on.Hit, modhost.It[bool]("hits", "whether the attack hits")),
		modhost.On(blows("at"), "onHitAgainst", "attack", "Like onHit and after it, for the abilities of the stack that is struck.", &on.Hit, modhost.It[bool]("hits", "whether the attack hits")),
		modhost.On(blows("by"), "onMiss", "attack", "An attack has missed.", &on.Miss),
		modhost.On(blows("by"), "onKill", "attack", "Decides how many cards an attack that hits kills.", &on.Kill, modhost.Int("kills", "cards", 0, 1_000_000)),
		modhost.On(blows("at"), "onKillAgainst", "attack", "Like onKill and after it, for the abilities of the stack that is struck.", &on.Kill, modhost.Int("kills", "cards", 0, 1_000_000)),
		modhost.On(kills("by"), "onKilled", "attack", "An attack has killed cards. The stack that was struck may have been destroyed: see alive.", &on.Killed),
		modhost.On(kills("at"), "onKilledAgainst", "attack", "Like onKilled and after it, for the abilities of the stack that was struck, if it has cards left.", &on.Killed),
		modhost.On(deaths, "onDeath", "death", "A stack is about to lose its last cards, for any reason. It still stands, and may strike a last time (battle:attack).", &on.Death),
		modhost.On(modhost.With(deaths, modhost.Get("creature", "the id of the creature of its last top card", func(d heroes.Death) *heroes.Creature { return d.Top.Creature })), "onDestroyed", "death", "A stack has died: it has lost its last cards, and has left its line. No hook can undo that.", &on.Destroyed),

		looks(modhost.On(aStack("the stack"), "onRetaliations", "limit", "Decides how often a stack may retaliate in a round (H5.1).", &on.Retaliations, modhost.Int("count", "times, 1 by the rules", 0, 1_000_000))),
		looks(modhost.Veto(byRules("by"), "onRetaliate", "retaliation", "Decides whether a stack may retaliate. The field by is the stack that would retaliate.", &on.Retaliate)),
		looks(modhost.On(blows("at"), "onAnswer", "attack", "Decides when the target of an attack retaliates, if it does.", &on.Answer, modhost.It[heroes.Answer]("when", `"after" its losses (H5.1), "together", before them, or "first", before the attack is rolled`))),

		looks(modhost.On(aStack("the stack"), "onWorth", "worth", "Decides what a stack is worth to computer players beyond the cost of its cards: for an ability or an effect whose use they cannot compute.", &on.Worth, modhost.Int("points", "points of cost; what the abilities of its top card declare", -1_000_000, 1_000_000))),

		modhost.On(aStack("the new stack"), "onSummoned", "arrival", "A script has put a new stack on a line.", &on.Summoned),
		modhost.On(growths, "onGrown", "growth", "A script has added cards to the bottom of a stack.", &on.Grown),

		looks(modhost.On(aSide("the side of the line"), "onFill", "line", "Decides how many stacks a side's melee line must hold (H4.1, H8.2).", &on.Fill, modhost.Int("count", "stacks", 0, 10_000))),
		modhost.On(aStack("the stack"), "onFilled", "line", "A stack has moved up to fill the melee line (H4.1, H8.2).", &on.Filled),
		modhost.On(blows("by"), "onWallHit", "hit", "The walls have been hit. The hook decides their new state (H8.1).", &on.WallHit, modhost.Set("walls", `the state after the hit: "intact", "breached" or "sacked"`, func(w *heroes.Walls) heroes.Walls { return *w }, setWalls)),

		modhost.When(stacks, "onPhaseEnd", "phase", "A side's half of a phase is over.", &on.PhaseEnd, phase, half),
		modhost.When(stacks, "onRoundEnd", "round", "A round is over, and no side has left yet (H7).", &on.RoundEnd, round),
		looks(modhost.Veto(aSide("the side"), "onWithdraw", "leave", "Decides whether a side may withdraw (H7.2).", &on.Withdraw)),
		looks(modhost.On(aSide("the side"), "onSurrender", "leave", "Decides how many cards a side may offer to surrender (H7.3).", &on.Surrender, modhost.Int("most", "cards", 0, 10_000))),
		looks(modhost.Veto(aSide("the side that would accept"), "onAccept", "leave", "Decides whether a side may accept a surrender (H7.3).", &on.Accept)),
		modhost.When(stacks, "onBattleEnd", "finish", "The battle is over.", &on.BattleEnd,
			modhost.Get("winner?", "the winner; nil: a draw", func(m moment[heroes.Result]) engine.Side { return m.Of.Winner }),
			modhost.Get("rounds", "the number of rounds that were fought", func(m moment[heroes.Result]) int { return m.Of.Rounds })),
	}
}

// stacks are the owners of abilities.
var stacks = modhost.Owners[*heroes.Position, *heroes.Stack]{
	Field: "stack", Doc: "in an ability's script: the stack that has the ability; the hook is called once for each",
	Len: func(b *heroes.Position) int { return len(b.Stacks()) },
	At: func(b *heroes.Position, i int, ability string) (*heroes.Stack, bool) {
		s := &b.Stacks()[i]
		return s, topHas(s, ability)
	},
}

// topHas reports whether a stack's top card has an ability.
func topHas(s *heroes.Stack, ability string) bool {
	return s != nil && has(s.Top(), ability)
}

// has reports whether a card, which may be nil, has an ability.
func has(c *heroes.Card, ability string) bool {
	if c == nil {
		return false
	}
	for _, a := range c.Abilities {
		if a.ID == ability {
			return true
		}
	}
	return false
}

// aStack returns the subject of hooks about a stack, aSide of hooks about a side.
func aStack(doc string) subject[*heroes.Stack, *heroes.Stack] {
	return subject[*heroes.Stack, *heroes.Stack]{
		Self: "stack", Of: modhost.Itself[*heroes.Position, *heroes.Stack],
		Has:  func(_ *heroes.Position, s *heroes.Stack, ability string) bool { return topHas(s, ability) },
		Rows: []modhost.Row[*heroes.Stack]{modhost.Get("stack", doc, func(s *heroes.Stack) *heroes.Stack { return s })},
	}
}

func aSide(doc string) subject[engine.Side, engine.Side] {
	return subject[engine.Side, engine.Side]{
		Of:   modhost.Itself[*heroes.Position, engine.Side],
		Rows: []modhost.Row[engine.Side]{modhost.Get("side", doc, func(s engine.Side) engine.Side { return s })},
	}
}

// blow is an attack, a shot, a spell or a retaliation.
type blow struct {
	heroes.Blow
	in    *reader
	kills int // cards that it has killed, if it has been carried out
}

// spell returns the spell of the blow, if it is made with one.
func (b blow) spell() (*heroes.Spell, bool) {
	if b.How.Kind() != heroes.Cast {
		return nil, false
	}
	return b.in.Battle.Game().Spells[b.How.Spell()], true
}

// blows returns the subject of hooks about a blow. Self is the stack whose abilities count: the
// striking stack, by, or the struck one, at.
func blows(self string) subject[heroes.Blow, blow] {
	return modhost.With(byRules(self), modhost.Get("scripted", "whether a script makes the attack (battle:attack), or asks for it (stack:reaches)", func(b blow) bool { return b.How.Scripted() }))
}

// byRules returns the subject of hooks that are not called for attacks of scripts.
func byRules(self string) subject[heroes.Blow, blow] {
	return subject[heroes.Blow, blow]{
		Self: self, Of: func(r *reader, b heroes.Blow) blow { return blow{b, r, 0} },
		Has: func(_ *heroes.Position, b heroes.Blow, ability string) bool {
			if self == "at" {
				return topHas(b.At, ability)
			}
			return topHas(b.By, ability)
		},
		Rows: []modhost.Row[blow]{
			modhost.Get("by", "the stack that strikes", func(b blow) *heroes.Stack { return b.By }),
			modhost.Get("at?", "the target; nil: the walls", func(b blow) *heroes.Stack { return b.At }),
			modhost.Get("kind", "", func(b blow) heroes.Kind { return b.How.Kind() }),
			modhost.GetIf("spell", "the id of the spell with which the attack is made; nil: none", blow.spell),
			modhost.Get("cards", "the number of cards that the attack is aimed at (H2.3)", func(b blow) int32 { return b.N }),
			modhost.Get("retaliation", "whether it is a retaliation (H5)", func(b blow) bool { return b.How.Retaliation() }),
			modhost.Get("swarms", "how often swarm multiplies the score (H3.2)", func(b blow) int { return b.How.Swarms() }),
		},
	}
}

// kills returns the subject of hooks about a blow that has killed cards.
func kills(self string) subject[heroes.Kill, blow] {
	of := blows(self)
	return subject[heroes.Kill, blow]{
		Self: self, Of: func(r *reader, k heroes.Kill) blow { return blow{k.Blow, r, k.Cards} },
		Has:  func(b *heroes.Position, k heroes.Kill, ability string) bool { return of.Has(b, k.Blow, ability) },
		Rows: append(of.Rows, modhost.Get("kills", "the number of cards that have died", func(b blow) int { return b.kills })),
	}
}

var deaths = subject[heroes.Death, heroes.Death]{
	Self: "stack", Of: modhost.Itself[*heroes.Position, heroes.Death],
	Has: func(_ *heroes.Position, d heroes.Death, ability string) bool { return has(d.Top, ability) },
	Rows: []modhost.Row[heroes.Death]{
		modhost.Get("stack", "the stack that dies", func(d heroes.Death) *heroes.Stack { return d.Stack }),
		modhost.Get("by?", "the killer; nil: no stack", func(d heroes.Death) *heroes.Stack { return d.By }),
	},
}

// offer is an option that a stack may be given.
type offer struct {
	heroes.Offer
	in *reader
}

// verb returns the word for the option, at the stack at which it is aimed, and spell the spell
// that it casts, if it does.
func (o offer) verb() verb        { return verb(o.in.Battle.Game().Word(o.Option)) }
func (o offer) at() *heroes.Stack { return o.At(o.in.Battle) }
func (o offer) spell() (*heroes.Spell, bool) {
	if o.Option.Verb() != heroes.CastSpell {
		return nil, false
	}
	return o.in.Battle.Game().Spells[o.Option.Which()], true
}

// offers returns the subject of hooks about an option. Self is the stack whose abilities count:
// the stack to which it is offered, or the one at which it is aimed, at.
func offers(self string) subject[heroes.Offer, offer] {
	of := modhost.With(deeds,
		modhost.Get("at?", "the stack at which the option is aimed; nil: the walls, or no target", offer.at),
		modhost.Get("cards", "the number of cards that an attack names", func(o offer) int { return o.Option.Cards() }))
	of.Self = self
	if self == "at" {
		of.Has = func(b *heroes.Position, o heroes.Offer, ability string) bool { return topHas(o.At(b), ability) }
	}
	return of
}

// deeds is the subject of the hook for used opportunities.
var deeds = subject[heroes.Offer, offer]{
	Self: "stack", Of: func(r *reader, o heroes.Offer) offer { return offer{o, r} },
	Has: func(_ *heroes.Position, o heroes.Offer, ability string) bool { return topHas(o.By, ability) },
	Rows: []modhost.Row[offer]{
		modhost.Get("stack", "the stack to which the option is offered", func(o offer) *heroes.Stack { return o.By }),
		modhost.Get("verb", `the verb of the option: "attack", "shoot", "cast", "swarm" ...`, offer.verb),
		modhost.GetIf("spell", "the id of the spell that the option casts; nil: none", offer.spell),
	},
}

var effects = subject[heroes.Effect, effect]{
	Self: "stack", Of: func(r *reader, e heroes.Effect) effect { return effect{e, r} },
	Has: func(b *heroes.Position, e heroes.Effect, ability string) bool {
		return topHas(&b.Stacks()[e.On], ability)
	},
	Rows: []modhost.Row[effect]{
		modhost.Get("stack", "the stack with the effect", func(e effect) *heroes.Stack { return &e.in.Battle.Stacks()[e.On] }),
		modhost.Get("spell", "the id of the effect", func(e effect) *heroes.Spell { return e.in.Battle.Game().Spells[e.Spell] }),
	},
}

// effect is an effect that begins or ends.
type effect struct {
	heroes.Effect
	in *reader
}

var growths = subject[heroes.Growth, heroes.Growth]{
	Self: "stack", Of: modhost.Itself[*heroes.Position, heroes.Growth],
	Has: func(_ *heroes.Position, g heroes.Growth, ability string) bool { return topHas(g.Stack, ability) },
	Rows: []modhost.Row[heroes.Growth]{
		modhost.Get("stack", "the stack that grows", func(g heroes.Growth) *heroes.Stack { return g.Stack }),
		modhost.Get("creature", "the id of the new cards", func(g heroes.Growth) *heroes.Creature { return g.Creature }),
		modhost.Get("count", "the number of new cards", func(g heroes.Growth) int { return g.N }),
	},
}

// setWalls changes the walls, but does not remove the town.
func setWalls(at *heroes.Walls, w heroes.Walls) error {
	if w == heroes.NoTown {
		return errNoTown
	}
	*at = w
	return nil
}

var errNoTown = errors.New(`walls cannot become "none": they are "intact", "breached" or "sacked"`)
