package sorcery

import "fmt"

// A stage is the next part of a round or turn.
type stage uint8

// The stages, in their order.
const (
	// The stages of a campaign, in the order of a game turn (S0).
	feeding   stage = iota // finds the next stack that is too large (S1)
	starving               // the losses of that stack
	rallying               // S5
	marching               // which unit moves (S2)
	grouping               // which units go along
	heading                // the group's destination
	walking                // a step
	storming               // the dice of an assault (S4)
	breaching              // the dice of a breach
	declining              // whether the owner of a site declines battle (S4)
	besieging              // whether a side besieges walled hexes (S4)
	watching               // which leader reacts (S3.1)
	engaging               // finds the next battle

	// The stages of a battle.
	yielding    // whether characters without an army fight or are captured (S7)
	matching    // which units fight them (S7)
	leading     // which characters lead the dice (S3.2)
	adding      // which characters add leadership to the strength (S3.2)
	counting    // which arm a unit counts as (S3.2)
	charging    // S3.2
	arraying    // S3.3
	rolling     // S3.2
	losing      // S3.5
	checking    // S3.6
	bouting     // finds the next bout (S7)
	leaving     // the withdrawal of sides that declared it before this round (S3.7)
	withdrawing // the declaration of a withdrawal (S3.7)
	guarding    // the rear guard (S3.7)
	reinforcing // S3.7
	mustering   // which units go with the leader (S3.7)
	reacting    // the dice of a reinforcement (S3.7)

	// The stages of a reaction in a campaign (S3.1).
	following // which units go with the leader
	springing // the destination of the group
	trying    // its dice
	over
)

// An act is the name of a stage in texts, and its function. Do reports whether it has
// carried out an act. Otherwise the call only led to the next stage.
type act struct {
	scene string
	do    func(*Battle) bool
}

// acts returns the acts of the stages of a fight.
func acts() [over]act {
	return [over]act{
		yielding:    {"characters", (*Battle).yieldNext},
		matching:    {"characters", (*Battle).matchNext},
		leading:     {"leaders", (*Battle).leadNext},
		adding:      {"leaders", (*Battle).addNext},
		counting:    {"leaders", (*Battle).countNext},
		charging:    {"charges", (*Battle).chargeNext},
		arraying:    {"the array", (*Battle).arrayNext},
		rolling:     {"the dice", (*Battle).rollNext},
		losing:      {"losses", (*Battle).loseNext},
		checking:    {"morale", (*Battle).checkNext},
		bouting:     {"morale", (*Battle).boutNext},
		leaving:     {"withdrawals", (*Battle).leaveNext},
		withdrawing: {"withdrawals", (*Battle).withdrawNext},
		guarding:    {"the rear guard", (*Battle).guardNext},
		reinforcing: {"reinforcements", (*Battle).reinforceNext},
		mustering:   {"reinforcements", (*Battle).musterNext},
		reacting:    {"reinforcements", (*Battle).reactNext},
	}
}

// Step carries out one act: a die, a choice, or the end of a round.
func (b *Battle) Step() {
	b.BeginStep(b)
	for b.stage != over && !b.game.acts[b.stage].do(b) {
	}
}

// enter begins a stage with the moving side.
func (b *Battle) enter(s stage) {
	b.stage, b.side, b.turns, b.cursor = s, b.mover, 0, 0
}

// pass gives the stage to the other side, until both have had it: see turns.
func (b *Battle) pass() { b.side, b.turns, b.cursor = enemy(b.side), b.turns+1, 0 }

// Scene returns the present stage of the battle in words.
func (b *fight) Scene() string {
	switch {
	case b.around != nil:
		return b.around.scene()
	case b.round == 0:
		return "before the first round"
	case b.stage == over:
		return fmt.Sprintf("after round %d", b.round)
	}
	return fmt.Sprintf("round %d, %s", b.round, b.game.acts[b.stage].scene)
}
