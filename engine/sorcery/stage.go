package sorcery

import "fmt"

// stage is the next part of a round or turn.
type stage uint8

// The stages, in their order.
const (
	// Of a campaign, in the order of a game turn (S0).
	feeding   stage = iota // which stack is too large (S1)
	starving               // what it loses
	rallying               // S5
	marching               // which unit moves (S2)
	grouping               // which units go along
	heading                // where to
	walking                // a step
	storming               // the dice of an assault (S4)
	breaching              // those of a breach
	declining              // whether the owner of a site declines battle
	besieging              // which walled hexes are besieged
	watching               // which leader reacts (S3.1)
	engaging               // where the next battle is

	// Of a battle.
	yielding    // characters alone fight or are captured (S7)
	matching    // which units fight them (S7)
	leading     // which characters lead the dice (S3.2)
	adding      // which characters add leadership to the strength (S3.2)
	counting    // as which arm a unit counts (S3.2)
	charging    // S3.2
	arraying    // S3.3
	rolling     // S3.2
	losing      // S3.5
	checking    // S3.6
	bouting     // which bout is next (S7)
	leaving     // sides leave that withdrew before this round (S3.7)
	withdrawing // S3.7
	guarding    // the rear guard (S3.7)
	reinforcing // S3.7
	mustering   // which units go along (S3.7, S3.1)
	springing   // where the reacting group goes (S3.1)
	reacting    // their dice (S3.7)
	over
)

// An act is the name of a stage in texts, and its function: do reports whether it
// carried out an act, or only went to the next stage.
type act struct {
	scene string
	do    func(*Battle) bool
}

// acts returns the act of each stage.
func acts() [over]act {
	return [over]act{
		feeding:     {"supply", (*Battle).feedNext},
		starving:    {"supply", (*Battle).starveNext},
		rallying:    {"rally", (*Battle).rallyNext},
		marching:    {"movement", (*Battle).marchNext},
		grouping:    {"movement", (*Battle).groupNext},
		heading:     {"movement", (*Battle).headNext},
		walking:     {"movement", (*Battle).walkNext},
		storming:    {"an assault", (*Battle).stormNext},
		breaching:   {"a breach", (*Battle).breachNext},
		declining:   {"a siege", (*Battle).declineNext},
		besieging:   {"a siege", (*Battle).besiegeNext},
		watching:    {"reaction", (*Battle).watchNext},
		engaging:    {"combat", (*Battle).engageNext},
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
		springing:   {"reinforcements", (*Battle).springNext},
		reacting:    {"reinforcements", (*Battle).reactNext},
	}
}

// Step carries out one act: a die, a choice, or the end of a round.
func (b *Battle) Step() {
	b.BeginStep(b)
	for b.stage != over && !b.game.acts[b.stage].do(b) {
	}
}

// enter begins a stage, with the side that moves.
func (b *combat) enter(s stage) {
	b.stage, b.side, b.turns, b.cursor = s, b.mover, 0, 0
}

// pass gives the stage to the other side, until both have had it: see turns.
func (b *combat) pass() { b.side, b.turns, b.cursor = enemy(b.side), b.turns+1, 0 }

// Scene returns the stage of the battle in words.
func (b *position) Scene() string {
	switch {
	case b.land != nil:
		return b.campaignScene()
	case b.round == 0:
		return "before the first round"
	case b.stage == over:
		return fmt.Sprintf("after round %d", b.round)
	}
	return fmt.Sprintf("round %d, %s", b.round, b.game.acts[b.stage].scene)
}

// campaignScene is Scene of a campaign.
func (b *position) campaignScene() string {
	switch {
	case b.turn == 0:
		return "before the first turn"
	case b.stage == over:
		return fmt.Sprintf("after turn %d", b.turn)
	case b.fights:
		return fmt.Sprintf("turn %d, the battle in %s, round %d, %s", b.turn, b.PlaceName(b.front.Hex()), b.round, b.game.acts[b.stage].scene)
	case b.stage <= starving:
		return fmt.Sprintf("turn %d, %s", b.turn, b.game.acts[b.stage].scene)
	}
	scene := b.game.acts[b.stage].scene
	if b.react {
		scene = b.game.acts[watching].scene
	}
	return fmt.Sprintf("turn %d of %s, %s", b.turn, b.SideName(b.mover), scene)
}
