package kingsmods

import (
	"houserule/engine"
	"houserule/engine/kings"
	"houserule/scripting/modhost"
)

// The types of the core, for kings.
type (
	mods              = modhost.Mods[*kings.Battle]
	host              = modhost.Host[*kings.Battle]
	reader            = modhost.Reader[*kings.Position]
	hook              = modhost.Hook[*kings.Battle]
	trial             = modhost.TestBattle[*kings.Battle]
	subject[C, T any] = modhost.Subject[*kings.Position, C, T]
	moment[C any]     = modhost.Moment[*kings.Position, C, *kings.Counter]
)

// hooks returns the table: every hook of the game, in the order in which a battle
// reaches them.
func hooks(on *kings.Hooks) []*hook {
	looks := modhost.ReadOnly[*kings.Battle]
	round := modhost.Get("number", "the round, from 1", func(m moment[engine.None]) int { return m.Battle.ReadRound() })
	step := modhost.Get("step", "", func(m moment[kings.CombatStep]) kings.CombatStep { return m.Of })
	return []*hook{
		modhost.When(owners, "onBattleStart", "start", "The battle begins: the counters stand in the hex, hits before the battle have been taken (K6), and the first round has not begun.", &on.BattleStart),
		modhost.When(owners, "onRoundStart", "round", "A round begins, before any side names the side that it attacks (K1.2).", &on.RoundStart, round),

		looks(modhost.Veto(attacks, "onAttack", "attack", "Decides whether a side may attack another (K1.2). A side that may attack no other does not fight.", &on.Attack)),
		modhost.On(attacks, "onNamed", "attack", "A side has named the side that it attacks (K1.2), or had no other to name.", &on.Named),
		looks(modhost.Veto(items, "onPlayable", "play", "Decides whether an item may be played now, and on whom (K1.2). It is called for each counter on which the item could be played.", &on.Playable)),
		modhost.On(items, "onPlayed", "play", "An item has been played and has had its effect.", &on.Played),
		modhost.When(owners, "onStepStart", "step", "A step begins: items have been played, and no counter has rolled in it (K1.2).", &on.StepStart, step),

		looks(modhost.On(aCounter("the counter"), "onFights", "fight", "Decides in which step a counter fights (K1.3). A counter never fights twice in a round.", &on.Fights, modhost.It[kings.CombatStep]("step", ""))),
		looks(modhost.On(aCounter("the counter that rolls"), "onDice", "dice", "Decides how many dice a counter rolls in its step (K2.1). It is called again after each die.", &on.Dice, modhost.Int("count", "dice; 0: it does not roll", 0, 100))),
		looks(modhost.Score(aCounter("the counter that rolls"), "onValue", "value", "The greatest roll with which a counter hits (K2.1). The number of hits that the counter can take stays the same.", &on.Value, "a factor")),
		modhost.On(rolls, "onRoll", "roll", "A counter has rolled a die to hit. Items may change its result afterwards (K1.2).", &on.Rolled, modhost.Die(func(b *kings.Position) int { return b.Game().Rules.Die })),
		modhost.On(modhost.With(rolls, modhost.Get("die", "the number that the die shows", func(r kings.Roll) int { return r.Die })), "onHit", "roll", "Decides how many hits a die scores, once its result is final; 1 or 0 by the rules.", &on.Hit, modhost.Int("hits", "hits", 0, 1000)),

		modhost.When(owners, "onLosses", "step", "All counters have rolled in a step, and no losses have been taken yet (K2.2).", &on.Losses, step),
		modhost.On(aSide, "onSuffer", "suffer", "Decides how many hits a side takes in a step, after shields have stopped some of them (K3.1). It is called for each side, even for a side without hits.", &on.Suffer, modhost.Int("hits", "hits", 0, 100_000)),
		looks(modhost.Veto(aCounter("the counter that would take it"), "onTake", "take", "Decides whether a hit of this step may be taken on a counter (K3.1).", &on.Take)),
		modhost.On(aHit("the counter that is hit"), "onSave", "save", "A counter is hit. The hook decides which faces of a die save it (K3.2); if last is 0, the counter rolls no die.", &on.Save,
			modhost.Part("first", "the least face that saves it", 0, 1000, func(f *kings.Faces) *int32 { return &f.First }),
			modhost.Part("last", "the greatest face that saves it; 0: none", 0, 1000, func(f *kings.Faces) *int32 { return &f.Last })),
		modhost.On(modhost.With(rescues("the counter that is hit"), modhost.Get("by?", strikerDoc, func(r kings.Rescue) *kings.Counter { return r.By })), "onSaved", "save", "Decides whether a counter that is hit is saved, once its die has been rolled (K3.2).", &on.Saved, modhost.It[bool]("saved", "whether the counter is saved")),
		modhost.On(aHit("the counter that is hit"), "onDamage", "damage", "A hit that nothing can avert is about to land (K3.1). The counter still stands, and may strike a last time (battle:attack) at a side that is still in the battle (side.fights).", &on.Damage),
		modhost.On(aHit("the counter"), "onLost", "loss", "A counter has been eliminated, or an item has returned to the cup (K3.1).", &on.Lost),
		modhost.On(aHit("the counter"), "onNeutralized", "loss", "A building has been neutralized (K3.3).", &on.Neutralized),
		modhost.On(about(modhost.Get("side", "the side that is out", itself[engine.Side])), "onBeaten", "beaten", "A side has lost its last fighting counter. It is out of the battle (K1.2), unless a script adds a counter. The hook is not called when a side retreats.", &on.Beaten),

		modhost.On(aCounter("the counter"), "onJoined", "join", "A script has added a counter to a side, or given a counter to another side.", &on.Joined),

		modhost.When(owners, "onStepEnd", "step", "A step is over: all losses have been taken.", &on.StepEnd, step),
		modhost.When(owners, "onRoundEnd", "round", "Melee is over, before any side retreats (K4.1).", &on.RoundEnd, round),
		looks(modhost.Veto(ways, "onRetreat", "retreat", "Decides whether a side may retreat into a hex (K4.2).", &on.Retreat)),
		modhost.On(ways, "onRetreated", "retreat", "A side has retreated. Excess creatures in its new hex have not been removed yet.", &on.Retreated),
		looks(modhost.On(ways, "onCrowd", "crowd", "Decides how many creatures a side may have in a hex after a retreat (K4.2).", &on.Crowd, modhost.Int("most", "creatures", 0, 1000))),

		modhost.On(nothing, "onOwner", "finish", "Decides which side wins the hex, once the battle is over (K5.1, K5.2). It is not called if no side wins it.", &on.Owner, modhost.It[engine.Side]("owner", "the side that wins the hex")),
		modhost.On(rescues("the building"), "onRestored", "restore", "Decides whether a building that was hit is restored, once its die has been rolled (K5.3). Otherwise it loses a level.", &on.Restored, modhost.It[bool]("restored", "whether the building is restored")),
		modhost.When(owners, "onBattleEnd", "finish", "The battle is over. Buildings that were hit have been restored, or have lost a level.", &on.BattleEnd,
			modhost.Get("winner?", "the side that wins the hex; nil: none", func(m moment[kings.Result]) engine.Side { return m.Of.Winner }),
			modhost.Get("rounds", "the number of rounds that were fought; 0: the battle was decided before the first", func(m moment[kings.Result]) int { return m.Of.Rounds })),
	}
}

// owners are the owners of abilities: counters that stand in the hex, and items in
// play.
var owners = modhost.Owners[*kings.Position, *kings.Counter]{
	Field: "counter", Doc: "in an ability's script: the counter or item in play that has the ability; the hook is called once for each",
	Len: func(b *kings.Position) int {
		if !b.Gifted() {
			return 0
		}
		return len(b.Counters())
	},
	At: func(b *kings.Position, i int, ability string) (*kings.Counter, bool) {
		c := b.Counter(i)
		return c, (c.Status() == kings.Standing || c.Status() == kings.InPlay) && c.Thing().Has(ability)
	},
}

// about returns the subject of hooks with events that only have fields of the context.
func about[C any](rows ...modhost.Row[C]) subject[C, C] {
	return subject[C, C]{Of: modhost.Itself[*kings.Position, C], Rows: rows}
}

// aboutCounter returns the subject of hooks about a counter in the context,
// whose abilities count.
func aboutCounter[C any](doc string, of func(c C) *kings.Counter, rows ...modhost.Row[C]) subject[C, C] {
	s := about(append([]modhost.Row[C]{modhost.Get("counter", doc, of)}, rows...)...)
	s.Self, s.Has = "counter", func(b *kings.Position, c C, ability string) bool { return b.Works(of(c), ability) }
	return s
}

func itself[T any](t T) T { return t }

func aCounter(doc string) subject[*kings.Counter, *kings.Counter] {
	return aboutCounter(doc, itself[*kings.Counter])
}

// strikerDoc is of what has hit a counter: hits of a step are of a whole side.
const strikerDoc = "the counter that scores the hit for a script (battle:attack); nil: the hit is not from a script"

// A harm is a counter that is hit, and the counter that strikes it by a script.
type harm struct{ counter, by *kings.Counter }

// aHit returns the subject of hooks about a counter that is hit.
func aHit(doc string) subject[*kings.Counter, harm] {
	return subject[*kings.Counter, harm]{
		Self: "counter",
		Of:   func(r *reader, c *kings.Counter) harm { return harm{c, r.Battle.Striker()} },
		Has:  func(b *kings.Position, c *kings.Counter, ability string) bool { return b.Works(c, ability) },
		Rows: []modhost.Row[harm]{
			modhost.Get("counter", doc, func(h harm) *kings.Counter { return h.counter }),
			modhost.Get("by?", strikerDoc, func(h harm) *kings.Counter { return h.by }),
		},
	}
}

// rescues returns the subject of hooks about a die that may save or restore a counter.
func rescues(doc string) subject[kings.Rescue, kings.Rescue] {
	return aboutCounter(doc, func(r kings.Rescue) *kings.Counter { return r.Counter },
		modhost.Get("die", "the number that the die shows", func(r kings.Rescue) int { return r.Die }))
}

var (
	nothing = about[engine.Side]()
	aSide   = about(modhost.Get("side", "the side that takes them", itself[engine.Side]))
	rolls   = aboutCounter("the counter that has rolled", func(r kings.Roll) *kings.Counter { return r.By },
		modhost.Get("need", "the greatest roll that hits", func(r kings.Roll) int { return r.Need }),
		modhost.Get("at?", "the side that the counter attacks; nil: not named yet", func(r kings.Roll) engine.Side { return r.At }),
		modhost.Get("scripted", "whether a script makes the counter roll (battle:attack)", func(r kings.Roll) bool { return r.Scripted }))
	attacks = about(
		modhost.Get("by", "the side that attacks", func(a kings.Attack) engine.Side { return a.By }),
		modhost.Get("at", "the side that is attacked", func(a kings.Attack) engine.Side { return a.At }))
	ways = about(
		modhost.Get("side", "the side that retreats", func(w kings.Way) engine.Side { return w.Side }),
		modhost.Get("hex", "the hex that the side retreats into", func(w kings.Way) hexNumber { return hexNumber(w.Hex) }))
	// items are held or in play: an ability of one works in either.
	items = subject[kings.Use, kings.Use]{
		Self: "item", Of: modhost.Itself[*kings.Position, kings.Use],
		Has: func(_ *kings.Position, u kings.Use, ability string) bool { return u.Item.Thing().Has(ability) },
		Rows: []modhost.Row[kings.Use]{
			modhost.Get("item", "the item", func(u kings.Use) *kings.Counter { return u.Item }),
			modhost.Get("on?", "the counter that bears it, or that rolled the die; nil: none", func(u kings.Use) *kings.Counter { return u.On }),
		},
	}
)
