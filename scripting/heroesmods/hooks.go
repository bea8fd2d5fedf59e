package heroesmods

import (
	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/scripting"
	"houserule/scripting/modhost"
)

// hooks returns the table: every hook of the game, in the order in which a battle
// reaches them.
func hooks(on *heroes.Hooks) []hook {
	ev, veto := modhost.NewEvent, modhost.NewVeto
	return []hook{
		{Event: ev("onBattleStart", "start", "stack", "The armies stand, the first round has not begun."), Holds: []field{maybeStackField("for an ability's script: the stack that has it, one after another")},
			Hang: modhost.OnTime(&on.BattleStart, stacks, putOwner)},
		{Event: ev("onRoundStart", "round", "stack", "A round begins."), Holds: []field{roundField(), maybeStackField("for an ability's script: the stack that has it, one after another")},
			Hang: modhost.OnTime(&on.RoundStart, stacks, putOwner)},
		{Event: ev("onPhaseStart", "phase", "stack", "A side's half of a phase begins, in which it has stacks that act (H1.1)."), Holds: []field{phaseField(), momentSideField(), maybeStackField("for an ability's script: the stack that has it, one after another")},
			Hang: modhost.OnTime(&on.PhaseStart, stacks, putOwner)},
		{Event: ev("onPhase", "phase", "stack", "In which phase a stack acts (H1.2); it is kept within the phases of a round."), Looks: true,
			Holds: []field{stackField("whose phase it is"), countField("phase", "the phase, 1 the first", -1000, 1000)},
			Hang:  modhost.OnInt(&on.Phase, stackHas, putStack)},
		{Event: veto("onMayAct", "turn", "stack", "Whether a stack may be the next of its phase to act; when none may, all may."), Looks: true,
			Holds: []field{stackField("who would be next")},
			Hang:  modhost.OnVeto(&on.MayAct, stackHas, putStack, forbid)},
		{Event: ev("onOpportunities", "turn", "stack", "A stack's turn has come: how many opportunities it gets."),
			Holds: []field{stackField("whose turn it is"), countField("count", "opportunities, 1 by the rules", 0, 100)},
			Hang:  modhost.OnInt(&on.Opportunities, stackHas, putStack)},
		{Event: veto("onOffer", "offer", "stack", "Whether an option is offered to a stack."), Looks: true,
			Holds: []field{
				modhost.Read("stack", stackType, "who is offered it", func(e *event) scripting.Value { return stackValue(e.Of.offer.By) }),
				modhost.Read("verb", scripting.TypeString, `what it is: "attack", "shoot", "cast", "swarm" ...`, func(e *event) scripting.Value { return scripting.String(verbOf(e)) }),
				modhost.Read("cards", scripting.TypeNumber, "how many cards an attack names", func(e *event) scripting.Value { return modhost.Number(e.Of.offer.Option.Cards()) }),
			},
			Hang: modhost.OnVeto(&on.Offer, offeredHas, func(e *event, o heroes.Offer) { e.Of.offer = o }, forbid)},
		{Event: veto("onTarget", "attack", "by", "Whether an attack may be aimed so."), Looks: true, Holds: blowFields(),
			Hang: modhost.OnVeto(&on.Target, strikerHas, putBlow, forbid)},

		{Event: ev("onSacrifice", "support", "stack", "How much support a stack gives (H3.1)."),
			Holds: []field{stackField("who gives it"), countField("value", "the levels of all its cards, by the rules", 0, 1_000_000)},
			Hang:  modhost.OnInt(&on.Sacrifice, stackHas, putStack)},
		{Event: ev("onSupport", "support", "by", "What one helper adds to an attack (H3.1): 0 where it could not reach the target."), Looks: true,
			Holds: append(blowFields(), countField("value", "what it adds", -1000, 1_000_000)),
			Hang:  modhost.OnInt(&on.Support, strikerHas, putBlow)},
		{Event: veto("onSwarm", "swarm", "stack", "A stack is about to swarm (H3.2)."), Holds: []field{stackField("who")},
			Hang: modhost.OnVeto(&on.Swarm, stackHas, putStack, forbid)},
		{Event: veto("onProtect", "protect", "stack", "A stack is about to protect itself (H3.3)."), Holds: []field{stackField("who")},
			Hang: modhost.OnVeto(&on.Protect, stackHas, putStack, forbid)},
		{Event: veto("onMove", "move", "stack", "Whether a stack may change line (H3.4)."), Looks: true, Holds: []field{stackField("who")},
			Hang: modhost.OnVeto(&on.Move, stackHas, putStack, forbid)},

		{Event: veto("onCast", "cast", "by", "A spell is being cast (H6); cancelled, the opportunity is spent all the same."), Holds: blowFields(),
			Hang: modhost.OnVeto(&on.Cast, strikerHas, putBlow, forbid)},
		{Event: ev("onAttack", "attack", "by", "The score of an attack, a shot, a spell or a retaliation."), Looks: true, Holds: append(blowFields(), modhost.ScoreFields[*heroes.Battle, about]("swarm")...),
			Hang: modhost.OnScore(&on.Attack, strikerHas, putBlow)},
		{Event: ev("onDefense", "defense", "at", "What an attack must reach. For the walls at is nil."), Looks: true, Holds: append(blowFields(), modhost.ScoreFields[*heroes.Battle, about]("swarm")...),
			Hang: modhost.OnScore(&on.Defense, struckHas, putBlow)},
		{Event: ev("onDice", "dice", "by", "How many dice an attack rolls, and which of them counts."),
			Holds: append(blowFields(),
				modhost.WriteInt("count", "dice, 1 by the rules", 1, 100, func(e *event) *int { return &e.Of.pool.Dice }),
				modhost.WriteBool("worst", "whether the lowest counts, not the highest", func(e *event) *bool { return &e.Of.pool.Worst })),
			Hang: modhost.OnValue(&on.Dice, strikerHas,
				func(e *event, blow heroes.Blow, p heroes.Pool) { e.Of.blow, e.Of.pool = blow, p },
				func(e *event) heroes.Pool { return e.Of.pool })},
		{Event: ev("onRoll", "roll", "by", "What the die that counts shows."), Holds: append(blowFields(), countField("die", "what it shows", -1000, 100_000)),
			Hang: modhost.OnInt(&on.Rolled, strikerHas, putBlow)},
		{Event: ev("onHit", "attack", "by", "Whether an attack hits, when its die has been rolled."), Holds: append(blowFields(),
			modhost.WriteBool("hits", "whether it does", func(e *event) *bool { return &e.Yes })),
			Hang: modhost.OnBool(&on.Hit, strikerHas, putBlow)},
		{Event: ev("onMiss", "attack", "by", "An attack has missed."), Holds: blowFields(),
			Hang: modhost.OnTell(&on.Miss, strikerHas, putBlow)},
		{Event: ev("onKill", "attack", "by", "How many cards an attack that hits kills."), Holds: append(blowFields(), countField("kills", "cards", 0, 1_000_000)),
			Hang: modhost.OnInt(&on.Kill, strikerHas, putBlow)},
		{Event: ev("onKilled", "attack", "by", "An attack has killed; the struck stack may be gone (alive)."), Holds: blowFields(),
			Hang: modhost.OnTell(&on.Killed, strikerHas, putBlow)},

		{Event: ev("onRetaliations", "limit", "stack", "How often a stack may retaliate in a round (H5.1)."), Looks: true,
			Holds: []field{stackField("who"), countField("count", "times, 1 by the rules", 0, 1_000_000)},
			Hang:  modhost.OnInt(&on.Retaliations, stackHas, putStack)},
		{Event: veto("onRetaliate", "retaliation", "by", "Whether a stack may retaliate: by is who would strike back."), Looks: true, Holds: blowFields(),
			Hang: modhost.OnVeto(&on.Retaliate, strikerHas, putBlow, forbid)},

		{Event: ev("onFill", "line", "", "How many stacks a side's melee line must hold (H4.1, H8.2)."), Looks: true,
			Holds: []field{sideField("whose line"), countField("count", "stacks", 0, 10_000)},
			Hang:  modhost.OnInt(&on.Fill, nil, putSide)},
		{Event: ev("onFilled", "line", "stack", "A stack has come forward (H4.1, H8.2)."), Holds: []field{stackField("who")},
			Hang: modhost.OnTell(&on.Filled, stackHas, putStack)},
		{Event: ev("onWallHit", "hit", "by", "The walls are hit: what they become (H8.1)."), Holds: append(blowFields(),
			modhost.Write("walls", scripting.TypeString, `"intact", "breached" or "sacked"`, func(e *event) scripting.Value { return scripting.String(e.Of.walls.String()) },
				setWalls)),
			Hang: modhost.OnValue(&on.WallHit, strikerHas,
				func(e *event, blow heroes.Blow, w heroes.Walls) { e.Of.blow, e.Of.walls = blow, w },
				func(e *event) heroes.Walls { return e.Of.walls })},

		{Event: ev("onPhaseEnd", "phase", "stack", "A side's half of a phase is over."), Holds: []field{phaseField(), momentSideField(), maybeStackField("for an ability's script: the stack that has it, one after another")},
			Hang: modhost.OnTime(&on.PhaseEnd, stacks, putOwner)},
		{Event: ev("onRoundEnd", "round", "stack", "A round is over, before any side leaves (H7)."), Holds: []field{roundField(), maybeStackField("for an ability's script: the stack that has it, one after another")},
			Hang: modhost.OnTime(&on.RoundEnd, stacks, putOwner)},
		{Event: veto("onWithdraw", "leave", "", "Whether a side may withdraw (H7.2)."), Looks: true, Holds: []field{sideField("who would")},
			Hang: modhost.OnVeto(&on.Withdraw, nil, putSide, forbid)},
		{Event: ev("onSurrender", "leave", "", "How many cards a side may offer to surrender (H7.3)."), Looks: true, Holds: []field{sideField("who would"), countField("most", "cards", 0, 10_000)},
			Hang: modhost.OnInt(&on.Surrender, nil, putSide)},
		{Event: veto("onAccept", "leave", "", "Whether a side may accept a surrender (H7.3)."), Looks: true, Holds: []field{sideField("who would accept")},
			Hang: modhost.OnVeto(&on.Accept, nil, putSide, forbid)},
		{Event: ev("onBattleEnd", "finish", "stack", "The battle is decided."), Holds: []field{
			modhost.Read("winner", sideType.OrNil(), "who has won; nil: a draw", func(e *event) scripting.Value {
				if e.Of.result.Winner == engine.Draw {
					return scripting.Nil
				}
				return sideValue(e.Of.result.Winner)
			}),
			modhost.Read("rounds", scripting.TypeNumber, "how many rounds it took", func(e *event) scripting.Value { return modhost.Number(e.Of.result.Rounds) }),
			maybeStackField("for an ability's script: the stack that has it, one after another"),
		}, Hang: modhost.OnTime(&on.BattleEnd, stacks, func(e *event, r heroes.Result, s *heroes.Stack) { e.Of.result, e.Of.stack = r, s })},
	}
}

func roundField() field {
	return modhost.Read("number", scripting.TypeNumber, "the round, from 1", func(e *event) scripting.Value { return modhost.Number(e.Host.Battle.ReadRound()) })
}

func phaseField() field {
	return modhost.Read("number", scripting.TypeNumber, "the phase, from 1", func(e *event) scripting.Value { return modhost.Number(e.Host.Battle.Moment().Phase) })
}

func momentSideField() field {
	return modhost.Read("side", sideType, "whose half of the phase it is", func(e *event) scripting.Value { return sideValue(e.Host.Battle.Moment().Side) })
}

func verbOf(e *event) string {
	o := e.Of.offer.Option
	if o.Verb() == heroes.ExtraVerb {
		return e.Host.Battle.Game().Extras[o.Which()].Name
	}
	return o.Verb().String()
}

func setWalls(e *event, v scripting.Value) error {
	w, err := heroes.ParseWalls(v.Text())
	if err == nil && w != heroes.NoTown {
		e.Of.walls = w
	}
	return err
}
