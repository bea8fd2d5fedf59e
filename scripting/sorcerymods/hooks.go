package sorcerymods

import (
	"houserule/engine/sorcery"
	"houserule/scripting"
	"houserule/scripting/modhost"
)

// hooks returns the table: every hook of the game.
func hooks(on *sorcery.Hooks) []hook { return append(fightHooks(on), warHooks(on)...) }

// fightHooks returns the hooks of a battle, in the order in which it reaches them.
func fightHooks(on *sorcery.Hooks) []hook {
	ev, veto := modhost.NewEvent, modhost.NewVeto
	return []hook{
		{Event: ev("onBattleStart", "start", "unit", "The units stand, the first round has not begun."), Holds: []field{ownerField()},
			Hang: modhost.OnTime(&on.BattleStart, fighters, putOwner)},
		{Event: ev("onRoundStart", "round", "unit", "A round begins; nothing of it has been asked."), Holds: []field{roundField(), ownerField()},
			Hang: modhost.OnTime(&on.RoundStart, fighters, putOwner)},

		{Event: veto("onMatch", "match", "unit", "Whether a unit may be named for a bout with characters or a monster that have no army (S7). Where none may the leftmost that fights in no other bout fights all the same."), Looks: true,
			Holds: []field{unitField("which")},
			Hang:  modhost.OnVeto(&on.Match, unitHas, putUnit, forbid)},
		{Event: veto("onLead", "lead", "unit", "Whether a character may lead the die of its side (S3.2). Where none may the side has no leader."), Looks: true,
			Holds: []field{unitField("which")},
			Hang:  modhost.OnVeto(&on.Lead, unitHas, putUnit, forbid)},
		{Event: veto("onCharge", "charge", "unit", "Whether a unit may charge (S3.2)."), Looks: true,
			Holds: []field{unitField("which")},
			Hang:  modhost.OnVeto(&on.Charge, unitHas, putUnit, forbid)},

		{Event: ev("onStrength", "strength", "unit", "What a unit inflicts losses with, in points (S3.2), before it is halved for coming over water. Its losses are onDefense."), Looks: true,
			Holds: scoreFields("a charge", unitField("which")),
			Hang:  modhost.OnScore(&on.Strength, unitHas, putUnit)},
		{Event: ev("onCounts", "count", "unit", "Whether a unit counts as an arm, for the modifiers of the die (S3.2)."), Looks: true,
			Holds: []field{unitField("which"),
				modhost.Read("arm", scripting.TypeString, `"cavalry", "archers" or "flyers"`, func(e *event) scripting.Value { return armWords[e.Of.arm] }),
				yesField("counts", "whether it does")},
			Hang: modhost.OnBool(&on.Counts, partHas, putPart)},
		{Event: ev("onRolled", "roll", "", "What the die of a side shows in a round (S3.2), before its modifiers."),
			Holds: []field{sideField("whose die"), shownField()},
			Hang:  modhost.OnInt(&on.Rolled, nil, putRoll)},
		{Event: ev("onTotal", "total", "", "The die of a side with its modifiers (S3.2)."), Looks: true,
			Holds: scoreFields("a factor", sideField("whose die")),
			Hang:  modhost.OnScore(&on.Total, nil, putSide)},
		{Event: ev("onLosses", "losses", "", "What a side has to take in a round (S3.4). Called for each side, also for one that takes nothing."),
			Holds: []field{sideField("who takes it"), lossField()},
			Hang:  modhost.OnInt(&on.Losses, nil, putSide)},

		{Event: ev("onDefense", "defense", "unit", "The loss of a unit, in points (S3.5): never what a charge doubles."), Looks: true,
			Holds: scoreFields("terrain", unitField("which")),
			Hang:  modhost.OnScore(&on.Defense, unitHas, putUnit)},
		{Event: ev("onMorale", "morale", "unit", "The greatest die with which a unit passes a morale check (S5)."), Looks: true,
			Holds: scoreFields("a factor", checkFields()...),
			Hang:  modhost.OnScore(&on.Morale, checkedHas, putCheck)},
		{Event: ev("onChecked", "check", "unit", "Whether a unit has passed its morale check, when its die has been rolled (S5)."),
			Holds: append(checkFields(),
				modhost.ReadInt("need", "the greatest die that passes", func(e *event) int { return e.Of.check.Need }),
				modhost.ReadInt("die", "what the die shows", func(e *event) int { return e.Of.check.Die }),
				yesField("passed", "whether it has")),
			Hang: modhost.OnBool(&on.Checked, checkedHas, putCheck)},
		{Event: ev("onShaken", "shaken", "unit", "Whether a unit that should be demoralised is (S5). One that is already is eliminated by it."),
			Holds: []field{unitField("which"), yesField("shaken", "whether it is")},
			Hang:  modhost.OnBool(&on.Shaken, unitHas, putUnit)},
		{Event: ev("onLost", "loss", "unit", "A unit, character or monster is eliminated."), Holds: []field{unitField("which")},
			Hang: modhost.OnTell(&on.Lost, unitHas, putUnit)},
		{Event: ev("onWounded", "wound", "unit", "A character or monster has been dealt wounds, which may kill it next (S7)."), Holds: []field{unitField("which")},
			Hang: modhost.OnTell(&on.Wounded, unitHas, putUnit)},
		{Event: ev("onCaught", "caught", "unit", "A character that would not fight has been captured (S7)."), Holds: []field{unitField("which")},
			Hang: modhost.OnTell(&on.Caught, unitHas, putUnit)},

		{Event: ev("onRoundEnd", "round", "unit", "All have checked morale, before any unit leaves (S3.6)."), Holds: []field{roundField(), ownerField()},
			Hang: modhost.OnTime(&on.RoundEnd, fighters, putOwner)},
		{Event: veto("onWithdraw", "way", "", "Whether a side may withdraw into a hex (S3.7). A side that may go nowhere does not withdraw."), Looks: true, Holds: wayFields(),
			Hang: modhost.OnVeto(&on.Withdraw, nil, putWay, forbid)},
		{Event: ev("onWithdrew", "way", "", "A side has withdrawn into a hex (S3.7)."), Holds: wayFields(),
			Hang: modhost.OnTell(&on.Withdrew, nil, putWay)},
		{Event: veto("onReinforce", "reinforce", "unit", "Whether a leader beside the hex may try to bring reinforcements (S3.7)."), Looks: true,
			Holds: []field{unitField("which")},
			Hang:  modhost.OnVeto(&on.Reinforce, unitHas, putUnit, forbid)},
		{Event: ev("onReaction", "reaction", "unit", "The dice of a leader that brings reinforcements, with their modifiers (S3.1, S3.7)."), Looks: true,
			Holds: scoreFields("a factor", unitField("the leader")),
			Hang:  modhost.OnScore(&on.Reaction, unitHas, putUnit)},
		{Event: ev("onArrived", "arrival", "unit", "A unit or its leader has come into the hex as a reinforcement (S3.7)."), Holds: []field{unitField("which")},
			Hang: modhost.OnTell(&on.Arrived, unitHas, putUnit)},

		{Event: ev("onWinner", "finish", "", "Who has the hex, when the battle is decided (S3.7)."), Holds: []field{winnerField()},
			Hang: modhost.OnValue(&on.Winner, nil, putWinner, winnerOf)},
		{Event: ev("onBattleEnd", "finish", "unit", "The battle is decided."), Holds: append(endFields("who has the hex", "rounds", "how many rounds it took; 0: it was decided before the first"), ownerField()),
			Hang: modhost.OnTime(&on.BattleEnd, fighters, putEnd)},
	}
}

// warHooks returns those of a campaign, besides its battles, in the same order.
func warHooks(on *sorcery.Hooks) []hook {
	ev, veto := modhost.NewEvent, modhost.NewVeto
	return []hook{
		{Event: ev("onCampaignStart", "start", "unit", "All stand on the map, the first turn has not begun."), Holds: []field{ownerField()},
			Hang: modhost.OnTime(&on.CampaignStart, everybody, putOwner)},
		{Event: ev("onTurnStart", "turn", "unit", "A game turn begins, and sieges have gone on; no stack has been checked (S1)."), Holds: []field{turnField(), ownerField()},
			Hang: modhost.OnTime(&on.TurnStart, everybody, putOwner)},
		{Event: ev("onWeight", "weight", "unit", "What a unit counts for stacking (S1), before a siege multiplies it."), Looks: true,
			Holds: scoreFields("a factor", unitField("which")),
			Hang:  modhost.OnScore(&on.Weight, unitHas, putUnit)},
		{Event: ev("onLimit", "limit", "", "The weight that a side may stack in a hex (S1)."), Looks: true,
			Holds: scoreFields("a factor", sideField("whose stack"), whereField("where")),
			Hang:  modhost.OnScore(&on.Limit, nil, putCamp)},
		{Event: ev("onHunger", "roll", "", "What the die shows that may cost a stack which is too large one more unit (S1)."), Holds: []field{sideField("whose stack"), whereField("where"), shownField()},
			Hang: modhost.OnInt(&on.Hunger, nil, putCamp)},

		{Event: ev("onSideStart", "turn", "unit", "The part of a turn begins in which a side rallies, moves and fights."), Holds: []field{turnField(), sideField("whose part"), ownerField()},
			Hang: modhost.OnTime(&on.SideStart, everybody, putTurn)},
		{Event: ev("onRallies", "rallies", "unit", "How many units of its race a character may rally (S5)."), Looks: true,
			Holds: scoreFields("a factor", unitField("the character")),
			Hang:  modhost.OnScore(&on.Rallies, unitHas, putUnit)},
		{Event: veto("onMarch", "march", "unit", "Whether a unit may move (S2)."), Looks: true,
			Holds: []field{unitField("which")},
			Hang:  modhost.OnVeto(&on.March, unitHas, putUnit, forbid)},
		{Event: veto("onCommand", "command", "", "Whether units of a side may be given an order, other than to march and to stay (S2, S4)."), Looks: true,
			Holds: []field{
				sideField("whose units"), whereField("where to"),
				modhost.Read("order", scripting.TypeString, `"enter", "leave", "sortie", "assault" or "breach"`, func(e *event) scripting.Value { return scripting.String(e.Of.order.String()) }),
			},
			Hang: modhost.OnVeto(&on.Command, nil, putCommand, forbid)},
		{Event: veto("onEnter", "step", "", "Whether units of a side may go from one hex to the next (S2)."), Looks: true, Holds: stepFields(sideField("whose units")),
			Hang: modhost.OnVeto(&on.Enter, nil, putStride, forbid)},
		{Event: ev("onCost", "cost", "unit", "What a unit pays to go from one hex to the next, in movement points (S2)."), Looks: true,
			Holds: scoreFields("a factor", stepFields(unitField("which"))...),
			Hang:  modhost.OnScore(&on.Cost, treadHas, putTread)},
		{Event: ev("onWayDie", "roll", "", "What a die shows that is the cost of a step (S2)."), Holds: append(stepFields(sideField("whose units")), shownField()),
			Hang: modhost.OnInt(&on.WayDie, nil, putStride)},
		{Event: ev("onMoved", "move", "unit", "A group has gone a step, before any reaction to it (S3.1)."), Holds: []field{unitField("the first of the group")},
			Hang: modhost.OnTell(&on.Moved, unitHas, putUnit)},

		{Event: veto("onDecline", "siege", "", "Whether the owner of a site may decline battle, which makes a siege (S4)."), Looks: true, Holds: siegeFields(),
			Hang: modhost.OnVeto(&on.Decline, nil, putSiege, forbid)},
		{Event: veto("onBesiege", "siege", "", "Whether a walled place may be besieged (S4)."), Looks: true, Holds: siegeFields(),
			Hang: modhost.OnVeto(&on.Besiege, nil, putSiege, forbid)},
		{Event: ev("onSiegeStart", "siege", "", "A siege has begun (S4)."), Holds: siegeFields(),
			Hang: modhost.OnTell(&on.SiegeStart, nil, putSiege)},
		{Event: ev("onAssaultDie", "roll", "unit", "What the die of a unit shows that assaults (S4)."), Holds: []field{unitField("which"), shownField()},
			Hang: modhost.OnInt(&on.AssaultDie, unitHas, putUnit)},
		{Event: ev("onBreach", "breach", "", "What a die of a breach must be below (S4)."), Looks: true,
			Holds: scoreFields("a factor", digFields()...),
			Hang:  modhost.OnScore(&on.Breach, nil, putDig)},
		{Event: ev("onBreachDie", "roll", "", "What a die of a breach shows (S4)."), Holds: append(siegeFields(), shownField()),
			Hang: modhost.OnInt(&on.BreachDie, nil, putSiege)},
		{Event: ev("onSiegeEnd", "siege", "", "A siege is over: it was lifted, or no unit is left inside (S4)."), Holds: siegeFields(),
			Hang: modhost.OnTell(&on.SiegeEnd, nil, putSiege)},
		{Event: ev("onSees", "glance", "unit", "Whether a side knows which enemy unit that is, and where (S6). An ability's script is called for the unit that is looked at."), Looks: true,
			Holds: []field{sideField("the side that looks"), unitField("the unit that it looks at"), yesField("sees", "whether it sees the unit")},
			Hang:  modhost.OnBool(&on.Sees, glancedHas, putGlance)},

		{Event: ev("onSideEnd", "turn", "unit", "A side has moved and fought, and what it has won is its own."), Holds: []field{turnField(), sideField("whose part"), ownerField()},
			Hang: modhost.OnTime(&on.SideEnd, everybody, putTurn)},
		{Event: ev("onPoints", "points", "", "The points of a side's goals (S0)."), Looks: true,
			Holds: scoreFields("a factor", sideField("whose goals")),
			Hang:  modhost.OnScore(&on.Points, nil, putSide)},
		{Event: ev("onVictor", "finish", "", "Who has won the campaign, when it is decided (S0)."), Holds: []field{winnerField()},
			Hang: modhost.OnValue(&on.Victor, nil, putWinner, winnerOf)},
		{Event: ev("onCampaignEnd", "finish", "unit", "The campaign is decided."), Holds: append(endFields("who has won it", "turns", "how many turns it took"), ownerField()),
			Hang: modhost.OnTime(&on.CampaignEnd, everybody, putEnd)},
	}
}

// endFields returns those of how a battle or a campaign has ended.
func endFields(winner, count, doc string) []field {
	return []field{
		modhost.Read("winner", sideType.OrNil(), winner+"; nil: none", func(e *event) scripting.Value { return maybeSide(e.Of.result.Winner) }),
		modhost.ReadInt(count, doc, func(e *event) int { return e.Of.result.Rounds }),
	}
}
