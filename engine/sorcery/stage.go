package sorcery

import "fmt"

// stage is what comes next in a round.
type stage uint8

// The stages, in their order.
const (
	// Of a campaign, in the order of a game turn (S0).
	feeding   stage = iota // which stack is too large (S1)
	starving               // what it loses
	rallying               // S5
	marching               // who moves (S2)
	grouping               // who goes along
	heading                // where to
	walking                // a step
	storming               // the dice of an assault (S4)
	breaching              // those of a breach
	declining              // whether the owner of a site declines battle
	besieging              // which walled hexes are besieged
	watching               // who reacts (S3.1)
	engaging               // where the next battle is

	// Of a battle.
	yielding    // characters alone fight or are captured (S7)
	matching    // who fights them (S7)
	leading     // who leads the die (S3.2)
	adding      // who adds leadership to the strength (S3.2)
	counting    // as which arm a unit counts (S3.2)
	charging    // S3.2
	arraying    // S3.3
	rolling     // S3.2
	losing      // S3.5
	checking    // S3.6
	bouting     // what fights next, of those without an army (S7)
	leaving     // who withdrew before this round leaves (S3.7)
	withdrawing // S3.7
	guarding    // the rear guard (S3.7)
	reinforcing // S3.7
	mustering   // who goes along (S3.7, S3.1)
	springing   // where those go who react (S3.1)
	reacting    // their dice (S3.7)
	over
)

// Step carries out one act: a die, a choice, or the end of a round.
func (b *Battle) Step() {
	for !b.act() {
	}
}

// act does what comes next in the present stage, and tells whether that was
// an act, or only led to the next stage.
func (b *Battle) act() bool {
	switch b.stage {
	case feeding:
		return b.feedNext()
	case starving:
		return b.starveNext()
	case rallying:
		return b.rallyNext()
	case marching:
		return b.marchNext()
	case grouping:
		return b.groupNext()
	case heading:
		return b.headNext()
	case walking:
		return b.walkNext()
	case storming:
		return b.stormNext()
	case breaching:
		return b.breachNext()
	case declining:
		return b.declineNext()
	case besieging:
		return b.besiegeNext()
	case watching:
		return b.watchNext()
	case springing:
		return b.springNext()
	case engaging:
		return b.engageNext()
	case yielding:
		return b.yieldNext()
	case matching:
		return b.matchNext()
	case leading:
		return b.leadNext()
	case adding:
		return b.addNext()
	case counting:
		return b.countNext()
	case charging:
		return b.chargeNext()
	case arraying:
		return b.arrayNext()
	case rolling:
		return b.rollNext()
	case losing:
		return b.loseNext()
	case checking:
		return b.checkNext()
	case bouting:
		return b.boutNext()
	case leaving:
		return b.leaveNext()
	case withdrawing:
		return b.withdrawNext()
	case guarding:
		return b.guardNext()
	case reinforcing:
		return b.reinforceNext()
	case mustering:
		return b.musterNext()
	case reacting:
		return b.reactNext()
	}
	return true
}

// enter begins a stage, with the side that moves.
func (b *Battle) enter(s stage) {
	b.stage, b.side, b.turns, b.cursor = s, b.mover, 0, 0
}

// pass lets the other side go on in the stage, until both have: see turns.
func (b *Battle) pass() { b.side, b.turns, b.cursor = enemy(b.side), b.turns+1, 0 }

// sceneNames say what is done in the stages.
var sceneNames = [over]string{
	feeding:     "supply",
	starving:    "supply",
	rallying:    "rally",
	marching:    "movement",
	grouping:    "movement",
	heading:     "movement",
	walking:     "movement",
	storming:    "an assault",
	breaching:   "a breach",
	declining:   "a siege",
	besieging:   "a siege",
	watching:    "reaction",
	engaging:    "combat",
	yielding:    "characters",
	matching:    "characters",
	leading:     "leaders",
	adding:      "leaders",
	counting:    "leaders",
	charging:    "charges",
	arraying:    "the array",
	rolling:     "the dice",
	losing:      "losses",
	checking:    "morale",
	bouting:     "morale",
	leaving:     "withdrawals",
	withdrawing: "withdrawals",
	guarding:    "the rear guard",
	reinforcing: "reinforcements",
	mustering:   "reinforcements",
	springing:   "reinforcements",
	reacting:    "reinforcements",
}

// Scene tells where the battle is.
func (b *Battle) Scene() string {
	switch {
	case b.land != nil:
		return b.campaignScene()
	case b.round == 0:
		return "before the first round"
	case b.stage == over:
		return fmt.Sprintf("after round %d", b.round)
	}
	return fmt.Sprintf("round %d, %s", b.round, sceneNames[b.stage])
}

// campaignScene is Scene of a campaign.
func (b *Battle) campaignScene() string {
	switch {
	case b.turn == 0:
		return "before the first turn"
	case b.stage == over:
		return fmt.Sprintf("after turn %d", b.turn)
	case b.fights:
		return fmt.Sprintf("turn %d, the battle in %s, round %d, %s", b.turn, b.PlaceName(b.front.Hex()), b.round, sceneNames[b.stage])
	case b.stage <= starving:
		return fmt.Sprintf("turn %d, %s", b.turn, sceneNames[b.stage])
	}
	scene := sceneNames[b.stage]
	if b.react {
		scene = sceneNames[watching]
	}
	return fmt.Sprintf("turn %d of %s, %s", b.turn, b.SideName(b.mover), scene)
}
