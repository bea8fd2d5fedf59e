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
	mustering   // which units go with the leader (S3.7, S3.1)
	springing   // the destination of the reacting group (S3.1)
	reacting    // the dice of a reinforcement (S3.7)
	over
)

// An act is the name of a stage in texts, and its function. Do reports whether it has
// carried out an act. Otherwise the call only led to the next stage.
type act struct {
	scene string
	do    func(*Battle) bool
}

// acts returns the act of each stage.
func acts() [over]act {
	return [over]act{
		feeding:     {"supply", inWar((*War).feedNext)},
		starving:    {"supply", inWar((*War).starveNext)},
		rallying:    {"rally", inWar((*War).rallyNext)},
		marching:    {"movement", inWar((*War).marchNext)},
		grouping:    {"movement", inWar((*War).groupNext)},
		heading:     {"movement", inWar((*War).headNext)},
		walking:     {"movement", inWar((*War).walkNext)},
		storming:    {"an assault", inWar((*War).stormNext)},
		breaching:   {"a breach", inWar((*War).breachNext)},
		declining:   {"a siege", inWar((*War).declineNext)},
		besieging:   {"a siege", inWar((*War).besiegeNext)},
		watching:    {"reaction", inWar((*War).watchNext)},
		engaging:    {"combat", inWar((*War).engageNext)},
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
		springing:   {"reinforcements", inWar((*War).springNext)},
		reacting:    {"reinforcements", (*Battle).reactNext},
	}
}

// inWar returns a step of a turn as a step of the battle.
func inWar(do func(*War) bool) func(*Battle) bool {
	return func(b *Battle) bool { return do(&b.campaign) }
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
	case b.OnMap():
		return b.War().campaignScene()
	case b.round == 0:
		return "before the first round"
	case b.stage == over:
		return fmt.Sprintf("after round %d", b.round)
	}
	return fmt.Sprintf("round %d, %s", b.round, b.game.acts[b.stage].scene)
}

// campaignScene returns the Scene of a campaign.
func (w Theater) campaignScene() string {
	switch {
	case w.turn == 0:
		return "before the first turn"
	case w.stage == over:
		return fmt.Sprintf("after turn %d", w.turn)
	case w.fights:
		return fmt.Sprintf("turn %d, the battle in %s, round %d, %s", w.turn, w.PlaceName(w.front.Hex()), w.battle.round, w.game.acts[w.stage].scene)
	case w.stage <= starving:
		return fmt.Sprintf("turn %d, %s", w.turn, w.game.acts[w.stage].scene)
	}
	scene := w.game.acts[w.stage].scene
	if w.react {
		scene = w.game.acts[watching].scene
	}
	return fmt.Sprintf("turn %d of %s, %s", w.turn, w.battle.Reading().SideName(w.mover), scene)
}
