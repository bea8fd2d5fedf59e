package heroes

import (
	"houserule/engine"
	"houserule/engine/heroes/ability"
)

// Causes of terms, which `why` prints.
var (
	causeUnder     = engine.Cause{Text: "levels of the cards under it", Rule: "H2.1"}
	causeNext      = engine.Cause{Text: "the next card", Rule: "H2.3"}
	causeSwatted   = engine.Cause{Text: "the top card", Rule: "H2.3"}
	causeSwarm     = engine.Cause{Text: "swarm", Rule: "H3.2"}
	causeProtect   = engine.Cause{Text: "protect", Rule: "H3.3"}
	causeSupport   = engine.Cause{Text: "support", Rule: "H3.1"}
	causeNoReach   = engine.Cause{Text: "support from out of reach", Rule: "H3.1"}
	causeIntact    = engine.Cause{Text: "intact walls", Rule: "H8.3"}
	causeBreached  = engine.Cause{Text: "breached walls", Rule: "H8.3"}
	causeTown      = engine.Cause{Text: "the Town Card", Rule: "H8.1"}
	causeSacrifice = engine.Cause{Text: "levels of its cards", Rule: "H3.1"}
	causeGiven     = engine.Cause{Text: "score that a script gives"}
	causePhase     = engine.Cause{Text: "phase that a script gives", Rule: "H1.2"}
	causeFirst     = engine.Cause{Text: "the first phase of a round", Rule: "H1.1"}
	causeLast      = engine.Cause{Text: "the last phase of a round", Rule: "H1.1"}
)

// A Strike is a blow with the scores and the die that decide it.
type Strike struct {
	Blow
	Attack, Defense engine.Score
	Need            int // the least face that hits, by the scores
	Die             int
	Hit             bool
}

// Last returns the last strike, for a listener that hears [Struck]. The battle keeps it
// only while the table has a listener.
func (b *Position) Last() Strike { return b.last }

// void reports whether the attacker or the target is destroyed. A script may have done
// that.
func (blow *Blow) void() bool {
	return blow.By.top == nil || blow.At != nil && blow.At.top == nil
}

// assault carries out an attack against one target: the blow and, if answered allows it,
// the retaliation (H5). Then the lines close (H4.1), unless a script makes the attack,
// which is then a part of something else. A target without first strike (H9.6), and one
// that kept its retaliation and lost the card with first strike, may retaliate after the
// blow, as H5.1 says. assault returns the result of strike.
func (blow Blow) assault(b *Battle, answered bool) (killed int) {
	at, when, early, killed := blow.At, AfterLosses, unable, missed
	answered = answered && at != nil
	if answered && (at.top.strikesFirst || b.game.Hooks.Answer.Used()) {
		if when = b.Answer(blow); when == BeforeAttack {
			early = blow.retaliate(b)
		}
	}
	if !blow.void() {
		if killed = blow.strike(b, when == BeforeLosses); when == BeforeLosses {
			early = made
		}
	}
	if answered && !blow.void() && (early == unable || early == saved && b.Answer(blow) == AfterLosses) {
		blow.retaliate(b)
	}
	if !blow.How.Scripted() {
		b.close()
	}
	return killed
}

// close follows an attack that has destroyed a stack: the lines fill (H4.1), and a side
// without stacks has lost (H1.5).
func (b *Battle) close() {
	if b.thinned != 0 || b.game.Hooks.Fill.Used() {
		b.fill()
		b.conclude()
	}
}

// missed is the number of killed cards of a blow that does not hit.
const missed = -1

// strike carries out a blow. H2.2, H2.3, H3.3: a blow that reaches the defense kills all n
// cards, otherwise none. Together says that the target strikes back before it removes its
// losses. strike returns the number of cards killed, or missed.
func (blow Blow) strike(b *Battle, together bool) (killed int) {
	hit := false
	if b.modified == 0 && blow.cardsDecide(b) {
		need := int(blow.At.top.defense - blow.By.top.own[blow.How.Kind()&1])
		hit = b.Roll(b.game.Rules.Die, need) >= need
	} else {
		hit = blow.contest(b)
	}
	if together && !blow.void() {
		blow.retaliate(b)
	}
	switch {
	case !hit:
		if b.modified&byOthers != 0 {
			b.game.Hooks.Miss.Apply(b, blow, engine.None{})
		}
		return missed
	case blow.At == nil:
		blow.hitWalls(b)
		return 0
	default:
		return blow.kill(b)
	}
}

// cardsDecide reports whether a blow depends only on the two top cards and on what modifies
// blows, and the table has no listener. If nothing modifies blows, the scores are the
// numbers on the cards, and AttackScore and DefenseScore are not needed.
func (blow Blow) cardsDecide(b *Battle) bool {
	by, at := blow.By, blow.At
	return at != nil && !b.afar && !b.Listening() &&
		blow.How&^(howRetaliation|How(Ranged)) == howAttack && blow.N == 1 &&
		by.top.touched|at.top.touched|by.top.opposes|at.top.opposes == 0 && !by.helped && at.stance != Protecting
}

// contest rolls a blow's die against its scores.
func (blow Blow) contest(b *Battle) bool {
	attack, defense := b.AttackScore(blow), b.DefenseScore(blow)
	need := defense.Total() - attack.Total()
	if b.modified == byScores && blow.cardsDecide(b) {
		return b.Roll(b.game.Rules.Die, need) >= need
	}
	if b.Listening() { // the oracle that rolls the die may ask for the strike
		b.last = Strike{Blow: blow, Attack: attack, Defense: defense, Need: need}
	}
	die, hit := blow.throw(b, need)
	if b.Listening() { // a hook may have made a strike meanwhile
		b.last = Strike{Blow: blow, Attack: attack, Defense: defense, Need: need, Die: die, Hit: hit}
		b.Report(engine.Event{What: Struck, Who: blow.By.id, Whom: whom(blow.At), N: int32(die)})
	}
	return hit
}

// whom returns the stack's number in an event, or -1 for the Town Card.
func whom(s *Stack) int32 {
	if s == nil {
		return -1
	}
	return s.id
}

// throw rolls the die of an attack, and reports whether it hits.
func (blow Blow) throw(b *Battle, need int) (die int, hit bool) {
	hooks, throw := &b.game.Hooks, engine.Thrower(nil)
	if hooks.Rolled.Used() { // otherwise a die has no more ways than to hit and to miss
		throw = b.BeginThrow()
	}
	die = blow.roll(b, need)
	hit = hooks.Hit.Apply(b, blow, die >= need)
	outcome := 0
	if hit {
		outcome = 1
	}
	b.EndThrow(throw, b, outcome)
	return die, hit
}

// roll rolls the die of an attack (H2.2).
func (blow Blow) roll(b *Battle, need int) int {
	rules, hooks := &b.game.Rules, &b.game.Hooks
	if !rules.SureHitsRoll && need <= 1 {
		return 1
	}
	if !hooks.Dice.Used() && !hooks.Rolled.Used() {
		return b.Roll(rules.Die, need)
	}
	if hooks.Rolled.Used() { // it reads the die: every face matters
		need = 0
	}
	pool := hooks.Dice.Apply(b, blow, Pool{Dice: 1})
	return hooks.Rolled.Apply(b, blow, b.RollPool(rules.Die, pool.Dice, need, pool.Worst))
}

// AttackScore returns the score of a blow: H2.1, H3 (swarm, support), H6.1, H8.3.
func (b *Position) AttackScore(blow Blow) engine.Score {
	by, card, kind, given := blow.By, blow.By.top, blow.How.Kind(), blow.How.given()
	var score engine.Score
	switch {
	case given >= 0:
		score = b.startScore(given, &causeGiven)
	case kind == Cast:
		spell := b.game.Spells[blow.How.Spell()]
		score = b.startScore(spell.Score, &spell.cause) // H6.1
	default:
		score = b.startScore(int(card.power[kind]), card.cause) // H2.1
	}
	if given < 0 {
		score = score.Add(int(card.levels), &causeUnder)
	}
	if b.adjusts(ability.Stat(kind), card, blow.At) || blow.How&howSwarms != 0 || b.walls != NoTown || by.helped {
		score = blow.modifyAttack(b, score)
	}
	return b.game.Hooks.Attack.Apply(b.whole, blow, score)
}

// modifyAttack applies the changes of a blow's score by rules and cards, in the order of the
// rulebook.
func (blow Blow) modifyAttack(b *Position, score engine.Score) engine.Score {
	by, kind := blow.By, blow.How.Kind()
	if b.adjusts(ability.Stat(kind), by.top, blow.At) {
		score = b.adjust(score, ability.Stat(kind), by.top.Creature, by, blow.At, blow.How)
	}
	for range blow.How.Swarms() {
		score = score.Times(b.game.swarmNum, b.game.swarmDen, &causeSwarm) // H3.2
	}
	if b.walls != NoTown && kind == Ranged {
		score = blow.throughWalls(b, score)
	}
	if by.helped {
		score = blow.Supported(b, score)
	}
	return score
}

// DefenseScore returns the score that a blow must reach: H2.2, H2.3, H3.3,
// H8.1.
func (b *Position) DefenseScore(blow Blow) engine.Score {
	at := blow.At
	if at == nil {
		return b.game.Hooks.Defense.Apply(b.whole, blow, b.startScore(b.game.Rules.WallDefense, &causeTown)) // H8.1
	}
	score := b.startScore(int(at.top.defense), at.top.cause)
	if at.stance == Protecting || b.adjusts(ability.DefenseScore, at.top, blow.By) {
		score = blow.modifyDefense(b, score, at.top)
	}
	if blow.N > 1 {
		score = blow.swatDefense(b, score)
	}
	return b.game.Hooks.Defense.Apply(b.whole, blow, score)
}

// swatDefense returns the sum of the defenses of all n cards (H2.3). Top is the defense of
// the first.
func (blow Blow) swatDefense(b *Position, top engine.Score) engine.Score {
	score, card := b.startScore(top.Total(), &causeSwatted), blow.At.top
	for range blow.N - 1 {
		if card = card.under; card == nil {
			break // a script has removed cards since the player named the swat
		}
		score = score.Add(blow.CardDefense(b, card).Total(), &causeNext)
	}
	return score
}

// CardDefense returns the defense of one card of the target against the blow.
func (blow Blow) CardDefense(b *Position, card *Card) engine.Score {
	return blow.modifyDefense(b, b.startScore(int(card.defense), card.cause), card)
}

// modifyDefense applies all other changes of a card's defense.
func (blow Blow) modifyDefense(b *Position, score engine.Score, card *Card) engine.Score {
	at := blow.At
	if at.stance == Protecting {
		score = score.Add(card.Level*b.game.Rules.ProtectFactor, &causeProtect) // H3.3
	}
	if b.adjusts(ability.DefenseScore, card, blow.By) {
		score = b.adjust(score, ability.DefenseScore, card.Creature, at, blow.By, blow.How)
	}
	return score
}

// kill removes the top n cards from the target of a blow (H2.2, H2.3), and returns their
// number.
func (blow Blow) kill(b *Battle) (killed int) {
	if b.modified&byOthers == 0 {
		return b.Remove(blow.By, blow.At, int(blow.N))
	}
	n := b.game.Hooks.Kill.Apply(b, blow, int(blow.N))
	if killed = b.Remove(blow.By, blow.At, n); killed > 0 {
		b.game.Hooks.Killed.Apply(b, Kill{blow, killed}, engine.None{})
	}
	return killed
}

// Remove kills the top n cards of the stack at, or all if it has fewer, in the name of the
// stack by, which may be nil. It returns the number of cards killed. Scripts use it, too.
func (b *Battle) Remove(by, at *Stack, n int) (killed int) {
	if at.top == nil || n >= int(at.top.count) && b.game.Hooks.Death.Used() && !at.falls(b, by) {
		return 0
	}
	old := at.top
	top := old
	for ; killed < n && top != nil; killed++ {
		if b.Listening() {
			b.Report(engine.Event{What: Killed, Who: whom(by), Whom: at.id, N: top.index})
		}
		if b.game.Dead {
			b.dead[at.side].Add(at.id, top.index, 1)
		}
		top = top.under
		at.top = top
	}
	switch {
	case top == nil:
		at.destroy(b, StackLost)
		b.game.Hooks.Destroyed.Apply(b, Death{at, by, old}, engine.None{})
	default:
		at.turnedUp(b, old)
	}
	return killed
}

// turnedUp follows a change of a living stack's top card. Old is the one before.
func (s *Stack) turnedUp(b *Battle, old *Card) {
	if s.top.phase != old.phase || b.shifting {
		b.order.stale = b.order.stale || s.turn == due
		s.reorder(b)
	}
}

// falls calls the hook Death, and reports whether the stack survives.
func (at *Stack) falls(b *Battle, by *Stack) bool {
	if !at.dying {
		at.dying = true // a stack dies once, whatever the hook does
		b.game.Hooks.Death.Apply(b, Death{at, by, at.top}, engine.None{})
		at.dying = false
	}
	return at.top != nil
}

// destroy removes an empty stack from the field, and reports it by an event.
func (s *Stack) destroy(b *Battle, what int32) {
	if s != b.moving {
		b.unlink(s)
	}
	b.order.leave(s)
	if b.game.Dead { // scripts may look at it
		s.stance, s.swarms, s.answered = NoStance, 0, 0
	}
	b.Report(engine.Event{What: what, Who: s.id})
	if len(b.supports) > 0 {
		b.dropSupport(func(p Support) bool {
			return p.To == s.id || p.From == s.id && !b.game.Rules.SupportOutlivesGiver
		})
	}
	if len(b.effects) > 0 {
		b.dropEffects(func(e Effect) bool { return e.On == s.id })
	}
}
