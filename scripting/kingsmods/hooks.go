package kingsmods

import (
	"houserule/engine"
	"houserule/engine/kings"
	"houserule/scripting"
	"houserule/scripting/modhost"
)

// hooks returns the table: every hook of the game, in the order in which a battle
// reaches them.
func hooks(on *kings.Hooks) []hook {
	ev, veto := modhost.NewEvent, modhost.NewVeto
	return []hook{
		{Event: ev("onBattleStart", "start", "counter", "The counters stand, hits before the battle have been taken (K6), the first round has not begun."), Holds: []field{ownerField()},
			Hang: modhost.OnTime(&on.BattleStart, owners, putOwner)},
		{Event: ev("onRoundStart", "round", "counter", "A round begins, before any side names the side that it attacks (K1.2)."), Holds: []field{roundField(), ownerField()},
			Hang: modhost.OnTime(&on.RoundStart, owners, putOwner)},
		{Event: ev("onStepStart", "step", "counter", "A step begins, before items are played (K1.2)."), Holds: []field{stepField(), ownerField()},
			Hang: modhost.OnTime(&on.StepStart, owners, putStep)},

		{Event: veto("onAttack", "attack", "", "Whether a side may attack another (K1.2). A side that may attack no other does not fight."), Looks: true,
			Holds: []field{
				sideField("by", "who attacks", func(e *event) engine.Side { return e.Of.attack.By }),
				sideField("at", "who is attacked", func(e *event) engine.Side { return e.Of.attack.At }),
			},
			Hang: modhost.OnVeto(&on.Attack, nil, putAttack, forbid)},
		{Event: veto("onPlayable", "play", "item", "Whether an item may be played now (K1.2)."), Looks: true, Holds: []field{itemField("which")},
			Hang: modhost.OnVeto(&on.Playable, ownAbility, putCounter, forbid)},
		{Event: ev("onPlayed", "play", "item", "An item has been played, and has done what it does."), Holds: []field{itemField("which")},
			Hang: modhost.OnTell(&on.Played, ownAbility, putCounter)},

		{Event: ev("onFights", "fight", "counter", "In which step a counter fights (K1.3). Who has rolled in a round does not fight again in it."), Looks: true,
			Holds: []field{counterField("who"),
				modhost.Write("step", scripting.TypeString, `"magic", "ranged" or "melee"`, func(e *event) scripting.Value { return stepWords[e.Of.step] }, setStep)},
			Hang: modhost.OnValue(&on.Fights, counterHas,
				func(e *event, c *kings.Counter, step kings.CombatStep) { e.Of.counter, e.Of.step = c, step },
				func(e *event) kings.CombatStep { return e.Of.step })},
		{Event: ev("onDice", "dice", "counter", "How many dice a counter rolls in its step (K2.1). Called again after each die."), Looks: true,
			Holds: []field{counterField("who rolls"), countField("count", "dice; 0: it does not roll", 0, 100)},
			Hang:  modhost.OnInt(&on.Dice, counterHas, putCounter)},
		{Event: ev("onValue", "value", "counter", "What a counter's die must not be above (K2.1). How many hits it takes stays as it is."), Looks: true,
			Holds: append([]field{counterField("who rolls")}, modhost.ScoreFields[*kings.Battle, about]("a factor")...),
			Hang:  modhost.OnScore(&on.Value, counterHas, putCounter)},
		{Event: ev("onRoll", "roll", "counter", "What a die shows that a counter has rolled to hit. Items that change it come after that (K1.2)."),
			Holds: []field{counterField("who has rolled"), needField(), shownField()},
			Hang:  modhost.OnInt(&on.Rolled, rollerHas, putRoll)},
		{Event: ev("onHit", "roll", "counter", "How many hits a die scores, when nothing changes it any more: 1 or 0 by the rules."),
			Holds: []field{counterField("who has rolled"), needField(),
				modhost.ReadInt("die", "what it shows", func(e *event) int { return e.Of.roll.Die }),
				countField("hits", "hits", 0, 1000)},
			Hang: modhost.OnInt(&on.Hit, rollerHas, putRoll)},

		{Event: ev("onLosses", "step", "counter", "All have rolled in a step, before any losses are taken (K2.2)."), Holds: []field{stepField(), ownerField()},
			Hang: modhost.OnTime(&on.Losses, owners, putStep)},
		{Event: ev("onSuffer", "suffer", "", "How many hits a side takes in a step, when shields have taken theirs off (K3.1). Called for each side, also for one without hits."),
			Holds: []field{sideField("side", "who takes them", func(e *event) engine.Side { return e.Of.side }), countField("hits", "hits", 0, 100_000)},
			Hang:  modhost.OnInt(&on.Suffer, nil, putSide)},
		{Event: veto("onTake", "take", "counter", "Whether a hit of this step may be taken on a counter (K3.1)."), Looks: true, Holds: []field{counterField("on whom")},
			Hang: modhost.OnVeto(&on.Take, counterHas, putCounter, forbid)},
		{Event: ev("onSave", "save", "counter", "A counter is hit: which faces save it (K3.2). Where last is 0 it rolls no die."),
			Holds: []field{counterField("who is hit"),
				modhost.WriteInt("first", "the least face that saves it", 0, 1000, func(e *event) *int { return &e.Of.first }),
				modhost.WriteInt("last", "the greatest", 0, 1000, func(e *event) *int { return &e.Of.last })},
			Hang: modhost.OnValue(&on.Save, counterHas,
				func(e *event, c *kings.Counter, f kings.Faces) {
					e.Of.counter, e.Of.first, e.Of.last = c, int(f.First), int(f.Last)
				},
				func(e *event) kings.Faces { return kings.Faces{First: int32(e.Of.first), Last: int32(e.Of.last)} })},
		{Event: ev("onSaved", "save", "counter", "Whether a counter that is hit is saved, when its die has been rolled (K3.2)."),
			Holds: []field{counterField("who is hit"), dieField(), modhost.WriteBool("saved", "whether it stays", func(e *event) *bool { return &e.Yes })},
			Hang:  modhost.OnBool(&on.Saved, rescuedHas, putRescue)},
		{Event: ev("onLost", "loss", "counter", "A counter is eliminated, or an item has gone back to the cup (K3.1)."), Holds: []field{counterField("which")},
			Hang: modhost.OnTell(&on.Lost, counterHas, putCounter)},
		{Event: ev("onNeutralised", "loss", "counter", "A building is neutralised (K3.3)."), Holds: []field{counterField("which")},
			Hang: modhost.OnTell(&on.Neutralised, counterHas, putCounter)},

		{Event: ev("onStepEnd", "step", "counter", "A step is over: all losses have been taken."), Holds: []field{stepField(), ownerField()},
			Hang: modhost.OnTime(&on.StepEnd, owners, putStep)},
		{Event: ev("onRoundEnd", "round", "counter", "Melee is over, before any side retreats (K4.1)."), Holds: []field{roundField(), ownerField()},
			Hang: modhost.OnTime(&on.RoundEnd, owners, putOwner)},
		{Event: veto("onRetreat", "retreat", "", "Whether a side may retreat into a hex (K4.2)."), Looks: true, Holds: wayFields(),
			Hang: modhost.OnVeto(&on.Retreat, nil, putWay, forbid)},
		{Event: ev("onRetreated", "retreat", "", "A side has retreated; what is too much in the hex has not been removed yet."), Holds: wayFields(),
			Hang: modhost.OnTell(&on.Retreated, nil, putWay)},
		{Event: ev("onCrowd", "crowd", "", "How many creatures a hex holds after a retreat (K4.2)."), Looks: true,
			Holds: append(wayFields(), countField("most", "creatures", 0, 1000)),
			Hang:  modhost.OnInt(&on.Crowd, nil, putWay)},

		{Event: ev("onOwner", "finish", "", "The side that has the hex, when the battle is decided (K5.1, K5.2). Not called if no side has it."),
			Holds: []field{modhost.Write("owner", sideType, "who has it", func(e *event) scripting.Value { return sideValue(e.Of.side) }, setOwner)},
			Hang: modhost.OnValue(&on.Owner, nil,
				func(e *event, _, owner engine.Side) { e.Of.side = owner },
				func(e *event) engine.Side { return e.Of.side })},
		{Event: ev("onRestored", "restore", "counter", "Whether a building that was hit is restored, when its die has been rolled (K5.3); if not it loses a level."),
			Holds: []field{counterField("which"), dieField(), modhost.WriteBool("restored", "whether it is", func(e *event) *bool { return &e.Yes })},
			Hang:  modhost.OnBool(&on.Restored, rescuedHas, putRescue)},
		{Event: ev("onBattleEnd", "finish", "counter", "The battle is decided, and what was hit has been restored or has fallen."), Holds: []field{
			modhost.Read("winner", sideType.OrNil(), "the side that has the hex, or nil", func(e *event) scripting.Value { return maybeSide(e.Of.result.Winner) }),
			modhost.Read("rounds", scripting.TypeNumber, "how many rounds it took; 0: it was decided before the first", func(e *event) scripting.Value { return modhost.Number(e.Of.result.Rounds) }),
			ownerField(),
		}, Hang: modhost.OnTime(&on.BattleEnd, owners, func(e *event, r kings.Result, c *kings.Counter) { e.Of.result, e.Of.counter = r, c })},
	}
}

// ownAbility reports whether an item, held or not, has an ability.
func ownAbility(_ *kings.Battle, item *kings.Counter, ability string) bool {
	return item.Thing().Has(ability)
}

func roundField() field {
	return modhost.Read("number", scripting.TypeNumber, "the round, from 1", func(e *event) scripting.Value { return modhost.Number(e.Host.Battle.ReadRound()) })
}

// shownField returns what a die shows, which stays one of its faces.
func shownField() field {
	return modhost.WriteDie[*kings.Battle, about](func(b *kings.Battle) int { return b.Game().Rules.Die })
}

func setStep(e *event, v scripting.Value) error {
	step, err := parseStep(v.Text())
	if err == nil {
		e.Of.step = step
	}
	return err
}

func setOwner(e *event, v scripting.Value) error {
	e.Of.side = modhost.SideOf(v)
	return nil
}
