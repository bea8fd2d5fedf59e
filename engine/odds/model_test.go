package odds_test

import (
	"errors"
	"fmt"
	"math/big"
	"testing"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/players"
)

// model is the rulebook's formula written a second time, over what can be
// seen of a battle.
type model struct{ *heroes.Battle }

// score is the attack score of the cards from top down: H2.1, H3, H6.1, H8.3.
func (m model) score(by *heroes.Stack, top *heroes.Card, kind heroes.Kind, at *heroes.Stack, swarms int, back bool) int {
	score := [...]int{top.Melee, top.Ranged, 4}[kind]
	for card := top.Under(); card != nil; card = card.Under() {
		score += card.Level
	}
	score += 2 * m.lies("bless", by)
	for range swarms {
		score *= 2
	}
	if !back {
		score += m.support(by, at)
	}
	behind := kind == heroes.Ranged && by.Side() == heroes.Aggressor && at != nil && at.Line() == heroes.RangedLine && top.ID != "winged"
	switch {
	case behind && m.Walls() == heroes.Intact:
		score = (score + 1) / 2
	case behind && m.Walls() == heroes.Breached:
		score = max(score-1, 0)
	}
	return score
}

// lies tells how many effects of a spell lie on a stack.
func (m model) lies(spell string, on *heroes.Stack) (n int) {
	for _, e := range m.Effects() {
		if int(e.On) == on.ID() && m.Game().Spells[e.Spell].ID == spell {
			n++
		}
	}
	return n
}

// support is H3.1: of helpers that could have attacked the target.
func (m model) support(by, at *heroes.Stack) (n int) {
	for _, s := range m.Supports() {
		if int(s.To) != by.ID() {
			continue
		}
		open := m.Walls() == heroes.Breached || m.Walls() == heroes.Sacked
		over := s.With.ID == "winged" && by.Side() == heroes.Aggressor && open
		var reaches bool
		if at == nil {
			reaches = s.Line == heroes.MeleeLine
		} else {
			reaches = s.With.Ranged > 0 || s.With.ID == "mage" || s.Line == heroes.MeleeLine && (at.Line() == heroes.MeleeLine || over)
		}
		if reaches {
			n += int(s.N)
		}
	}
	return n
}

// defense is what the top n cards must be reached by: H2.3, H3.3, H8.1.
func (m model) defense(at *heroes.Stack, n int) int {
	if at == nil {
		return 10
	}
	sum := 0
	for card := at.Top(); n > 0; n, card = n-1, card.Under() {
		defense := card.Defense - 2*m.lies("curse", at)
		if at.Stance() == heroes.Protecting {
			defense += card.Level
		}
		sum += max(defense, 0)
	}
	return sum
}

// hits is the chance that a die of ten reaches the defense.
func hits(score, defense int) *big.Rat {
	return big.NewRat(int64(min(max(10-(defense-score)+1, 0), 10)), 10)
}

// back is the chance that what is left of the target strikes back and hits:
// H5.1, H5.2.
func (m model) back(by *heroes.Stack, kind heroes.Kind, at *heroes.Stack, left *heroes.Card) *big.Rat {
	switch {
	case at == nil || left == nil || kind == heroes.Cast || kind == heroes.Ranged && left.Ranged == 0,
		by.Top().ID == "ghost" || left.ID == "dummy",
		at.Answered() > 0 && left.ID != "warden":
		return new(big.Rat)
	}
	return hits(m.score(at, left, kind, by, 0, true), m.defense(by, 1))
}

// attack is what an attack of one head at who does not strike first comes to.
func (m model) attack(by *heroes.Stack, kind heroes.Kind, at *heroes.Stack, n, swarms int) dist {
	p := hits(m.score(by, by.Top(), kind, at, swarms, false), m.defense(at, n))
	x := exchange{hit: p.RatString()}
	if at == nil {
		x.costs = map[heroes.Walls]string{heroes.Intact: "breached", heroes.Breached: "sacked"}[m.Walls()]
		return x.dist(m.Name(by))
	}
	x.costs = fmt.Sprintf("%s-%d", m.Name(at), n)
	left := at.Top()
	x.backAfterMiss = m.back(by, kind, at, left).RatString()
	for range n {
		left = left.Under()
	}
	x.backAfterHit = m.back(by, kind, at, left).RatString()
	return x.dist(m.Name(by))
}

// Every attack that comes up in battles drawn by lot, against the model.
func TestAttacksOfDrawnBattles(t *testing.T) {
	const most = 12 // attacks looked at in one battle
	seen := map[string]int{}
	for seed := range uint64(600) {
		b := drawnBattle(t, seed)
		looked := 0
		lots := [2]*players.Random{players.NewRandom(0, seed), players.NewRandom(1, seed)}
		player := engine.OracleFunc(func(q engine.Question) (int, error) {
			act, ok := q.Choice.(*heroes.Act)
			answer, err := lots[q.Side].Answer(q)
			if !ok {
				return answer, err
			}
			if looked += checkModel(t, b, act, seen); looked > most {
				return 0, engine.ErrRewind
			}
			return answer, err
		})
		b.Play(engine.NewTable(engine.NewDice(seed), player, player))
		if err := b.Err(); err != nil && !errors.Is(err, engine.ErrRewind) {
			t.Fatal(err)
		}
	}
	t.Logf("attacks looked at, by what touched them: %v", seen)
	for _, what := range []string{"plain", "swarm", "support", "swat", "protect", "walls", "ranged", "spell", "town", "effect", "answered"} {
		if seen[what] < 5 {
			t.Errorf("%s: only %d attacks", what, seen[what])
		}
	}
}

// drawnBattle is a battle of armies drawn by lot.
func drawnBattle(t testing.TB, seed uint64) *heroes.Battle {
	dice := engine.NewDice(seed)
	ids := []string{"foot", "golem", "archer", "ogre", "titan", "mage", "ghost", "dummy", "warden", "winged"}
	army := func() string {
		text := ""
		for stack := range dice.Roll(3) + 1 {
			if stack > 0 {
				text += []string{", ", ", ", " | "}[min(stack, 2)]
				if stack > 2 {
					text = text[:len(text)-3] + ", "
				}
			}
			text += fmt.Sprintf("%d %s + %d %s", dice.Roll(2), ids[dice.Roll(len(ids))-1], dice.Roll(2), ids[dice.Roll(len(ids))-1])
		}
		return text
	}
	p := position{walls: heroes.Walls(dice.Roll(4) - 1), armies: armies{army(), army()}}
	return p.battle(t)
}

// checkModel looks at two attacks of the options, and tells how many it has
// looked at.
func checkModel(t *testing.T, b *heroes.Battle, act *heroes.Act, seen map[string]int) (looked int) {
	m, by := model{b}, act.By()
	n := 0
	for answer := range act.Each {
		o := heroes.Option(answer)
		kind := heroes.Kind(o.Verb() - heroes.Attack)
		if o.Verb() < heroes.Attack || o.Verb() > heroes.CastSpell || kind == heroes.Cast && b.Game().Spells[o.Which()].Effect {
			continue
		}
		if n++; (n+by.ID()+b.Round())%3 != 0 || looked == 2 {
			continue
		}
		looked++
		blow := act.Blow(o)
		want := m.attack(by, kind, blow.At, o.Cards(), blow.How.Swarms())
		got := enumerate(t, b, fighter(1), func(scratch *heroes.Battle) { act.Try(scratch, answer) })
		if !got.equal(want) {
			t.Errorf("%s: %s: %s, want %s", b.Scene(), act.Name(answer), got, want)
		}
		m.count(seen, blow)
	}
	return looked
}

// count counts what touches an attack.
func (m model) count(seen map[string]int, blow heroes.Blow) {
	at, kind := blow.At, blow.How.Kind()
	touches := map[string]bool{
		"swarm": blow.How.Swarms() > 0, "support": m.support(blow.By, at) > 0, "swat": blow.N > 1,
		"ranged": kind == heroes.Ranged, "spell": kind == heroes.Cast, "town": at == nil,
		"protect":  at != nil && at.Stance() == heroes.Protecting,
		"walls":    at != nil && m.Walls() != heroes.NoTown && at.Line() == heroes.RangedLine && kind == heroes.Ranged,
		"effect":   at != nil && m.lies("curse", at)+m.lies("bless", blow.By) > 0,
		"answered": at != nil && at.Answered() > 0,
	}
	plain := true
	for what, touched := range touches {
		if touched {
			seen[what]++
			plain = false
		}
	}
	if plain {
		seen["plain"]++
	}
}
