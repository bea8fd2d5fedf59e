package fight

import "fmt"

// A stage is the next part of a round.
type stage uint8

// The stages, in their order. A war has its own before them and after them, so that one
// number in a key is enough for both.
const (
	apart stage = 0 // no fight goes on, in a war

	yielding    stage = iota + 12 // whether characters without an army fight or are captured (S7)
	matching                      // which units fight them (S7)
	leading                       // which characters lead the dice (S3.2)
	adding                        // which characters add leadership to the strength (S3.2)
	counting                      // which arm a unit counts as (S3.2)
	charging                      // S3.2
	arraying                      // S3.3
	rolling                       // S3.2
	losing                        // S3.5
	checking                      // S3.6
	bouting                       // finds the next bout (S7)
	leaving                       // the withdrawal of sides that declared it before this round (S3.7)
	withdrawing                   // the declaration of a withdrawal (S3.7)
	guarding                      // the rear guard (S3.7)
	reinforcing                   // S3.7
	mustering                     // which units go with the leader (S3.7)
	reacting                      // the dice of a reinforcement (S3.7)
	over        stage = 33
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
	for done := false; b.stage != over && !done; {
		if b.stage == apart {
			done = b.around.Act()
		} else {
			done = b.game.acts[b.stage].do(b)
		}
	}
}

// enter begins a stage with the moving side.
func (b *Battle) enter(s stage) {
	b.stage, b.side, b.turns, b.cursor = s, b.mover, 0, 0
}

// pass gives the stage to the other side, until both have had it: see turns.
func (b *Battle) pass() { b.side, b.turns, b.cursor = Enemy(b.side), b.turns+1, 0 }

// Scene returns the present stage of the battle in words.
func (b *combat) Scene() string {
	scene := ""
	if b.stage != apart && b.stage != over {
		scene = fmt.Sprintf("round %d, %s", b.round, b.game.acts[b.stage].scene)
	}
	switch {
	case b.around != nil:
		return b.around.Scene(scene)
	case b.round == 0:
		return "before the first round"
	case b.stage == over:
		return fmt.Sprintf("after round %d", b.round)
	}
	return scene
}
