package chain_test

import (
	"os"
	"sync/atomic"
	"testing"

	"houserule/engine"
	"houserule/engine/chain"
	"houserule/engine/heroes"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/engine/players"
)

// A late player is greedy until the limit of rounds is near, and then always takes its
// first option.
type late struct {
	players.Greedy
	battle engine.Battle
}

const near = 2

func (l late) Ahead() int { return near }

func (l late) Answer(q engine.Question) (int, error) {
	if l.battle.RoundLimit()-l.battle.Round() <= near {
		return q.First(), nil
	}
	return l.Greedy.Answer(q)
}

// Positions that come again near the limit of rounds are other ones to players that see
// it. The chain is begun again when the first battle comes there.
func TestLimitInSight(t *testing.T) {
	lib, err := library.Load(heroesdata.Format(), os.DirFS("../.."), "creatures.toml", "mods/heroes")
	if err != nil {
		t.Fatal(err)
	}
	army, err := heroesdata.ParseArmy(lib, "2 gold-golem, 1 griffin")
	if err != nil {
		t.Fatal(err)
	}
	side := heroes.SideSetup{Army: army, Town: heroes.NoTownNear}
	source := func() *chain.Source {
		b, err := heroes.NewBattle(heroesdata.Game(lib), heroes.Setup{Sides: [2]heroes.SideSetup{side, side}, RoundLimit: 6})
		if err != nil {
			t.Fatal(err)
		}
		s := &chain.Source{Battle: b, Dice: engine.NewDice(0), Players: []engine.Oracle{late{battle: b}, players.Greedy{}}}
		s.Table = engine.NewTable(s.Dice, s.Players...)
		return s
	}
	const battles = 2000
	walker, direct := chain.NewWalker(chain.New(1<<20, 1), source()), source()
	var stopped atomic.Bool
	walked, late := 0, 0
	for seed := range uint64(battles) {
		direct.Dice.Reseed(seed)
		b := direct.Battle
		for b.Begin(direct.Table); !b.Over(); {
			b.Step()
		}
		if b.Round() > b.RoundLimit()-near {
			late++
		}
		switch end, rounds, ok, err := walker.Walk(seed, &stopped); {
		case err != nil:
			t.Fatalf("seed %d: %v", seed, err)
		case !ok:
		case end.Winner != b.Winner() || rounds != b.Round():
			t.Fatalf("seed %d: walked %d wins in round %d, played %d in round %d", seed, end.Winner, rounds, b.Winner(), b.Round())
		default:
			walked++
		}
	}
	if walked < battles-2 || late == 0 {
		t.Errorf("of %d battles %d were walked, and %d came near the limit", battles, walked, late)
	}
}
