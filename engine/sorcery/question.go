package sorcery

import "houserule/engine/sorcery/fight"

// The purposes in a war for which a side picks a unit, after those in a fight.
const (
	PickStarved fight.Purpose = fight.Purposes + iota // to be lost from a stack that is too large (S1)
	PickRally                                         // to be rallied (S5)
	PickMarch                                         // to move (S2)
	PickGroup                                         // to go with the unit that moves (S2)
	PickReact                                         // to lead a reaction (S3.1)
	PickFollow                                        // to go with that leader (S3.1)
)

// picks returns the rows of a war.
func picks() []fight.Pick {
	return []fight.Pick{
		PickStarved - fight.Purposes: {Form: FormLose, May: onMap(Theater.mayStarve)},
		PickRally - fight.Purposes:   {Form: FormRally, May: onMap(Theater.mayRally)},
		PickMarch - fight.Purposes:   {Form: FormMove, Pass: "done", May: onMap(Theater.mayMarch), Before: FormOrder, Goes: true},
		PickGroup - fight.Purposes:   {Form: FormWith, Pass: "alone", All: true, May: onMap(Theater.mayJoin), Mark: joinMarch, Before: FormOrder, Goes: true},
		PickReact - fight.Purposes:   {Form: FormReact, Pass: "pass", May: onMap(Theater.mayReact), Before: FormReaction},
		PickFollow - fight.Purposes:  {Form: fight.FormBring, Pass: "done", All: true, May: onMap(Theater.mayFollow), Mark: (*fight.Battle).Accompany, Some: true, Before: FormReaction},
	}
}

// onMap returns a rule of the map as a rule for picks.
func onMap(may func(Theater, *fight.Unit) *fight.Ruling) func(fight.Position, *fight.Unit) *fight.Ruling {
	return func(b fight.Position, u *fight.Unit) *fight.Ruling { return may(TheaterOf(b), u) }
}

func joinMarch(b *fight.Battle, u *fight.Unit) { WarOf(b).post(u).marching = true }

// The decisions in a war, after those in a fight.
const (
	Declines fight.Decision = fight.Decisions + iota // the owner of an attacked site declines battle (S4)
	Besieges                                         // a side besieges a walled place (S4)
	Meets                                            // characters fight others that they meet (S7)
	Enters                                           // units that have made a breach enter (S4)
)

// alternatives returns the rows of a war.
func alternatives() []fight.Alternative {
	return []fight.Alternative{
		Declines - fight.Decisions: {Form: FormDecline, Words: [2]string{"battle", "siege"}},
		Besieges - fight.Decisions: {Form: FormBesiege, Words: [2]string{"wait", "besiege"}},
		Meets - fight.Decisions:    {Form: FormMeet, Words: [2]string{"pass", "fight"}},
		Enters - fight.Decisions:   {Form: FormEnter, Words: [2]string{"stay", "enter"}, First: fight.Yes},
	}
}
