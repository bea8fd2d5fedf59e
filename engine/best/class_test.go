package best_test

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"houserule/engine"
	"houserule/engine/best"
	"houserule/engine/heroes"
	"houserule/engine/kings"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/engine/library/kingsdata"
)

// classed is a battle with another key of its classes.
type classed struct {
	engine.Battle
	class func(engine.Battle, []byte) []byte
}

func (c classed) AppendClass(key []byte) []byte { return c.class(c.Battle, key) }
func (c classed) Fresh() engine.Battle          { return classed{c.Battle.Fresh(), c.class} }
func (c classed) CopyFrom(src engine.Battle)    { c.Battle.CopyFrom(src.(classed).Battle) }

// alone makes every position a class of its own.
func alone(b engine.Battle, key []byte) []byte { return b.AppendKey(key) }

// decidedAlike forgets who has won a decided battle of kings.
func decidedAlike(b engine.Battle, key []byte) []byte {
	class := b.(engine.Classifier).AppendClass(nil)
	if b.Winner() != engine.Draw {
		class[1] = 0
	}
	return append(key, class...)
}

// tooCoarse forgets stances and turns.
func tooCoarse(b engine.Battle, key []byte) []byte {
	for _, s := range b.(*heroes.Battle).Stacks() {
		key = append(key, byte(s.Line()), 0)
		if s.Top() != nil {
			key[len(key)-1] = byte(s.Top().Count())
		}
	}
	return key
}

// Positions of a class have the same value: random battles of heroes have the same value
// by classes as without them, and fewer states. Classes that are too coarse are found.
func TestClasses(t *testing.T) {
	lib, err := library.Load(heroesdata.Format(), os.DirFS("../.."), "creatures.toml", "mods/heroes")
	if err != nil {
		t.Fatal(err)
	}
	dice := rand.New(rand.NewPCG(2, 3))
	armies := [2][]string{
		{"1 orc, 1 orc", "2 wolf, 1 wolf", "1 wolf | 1 halfling"},
		{"1 squire, 1 squire", "1 bandit | 1 bandit", "1 pikeman, 1 pikeman", "1 squire, 1 cleric"},
	}
	fewer, found := 0, 0
	for range 5 {
		var setup heroes.Setup
		for side := range setup.Sides {
			army, err := heroesdata.ParseArmy(lib, armies[side][dice.IntN(len(armies[side]))])
			if err != nil {
				t.Fatal(err)
			}
			setup.Sides[side] = heroes.SideSetup{Army: army, Town: heroes.NoTownNear}
		}
		b, err := lib.Game.NewBattle(setup)
		if err != nil {
			t.Fatal(err)
		}
		g, plain := solved(t, b), solved(t, classed{b, alone})
		v, want := g.Start(), plain.Start()
		if math.Abs(v.Middle()-want.Middle()) > 1e-9 || v.Gap() > 1e-9 {
			t.Errorf("%v: %v by classes, %v by states", setup.Fields(), v, want)
		}
		if g.Known() < plain.Known() {
			fewer++
		}
		wrong, err := best.New(classed{b, tooCoarse})
		if err != nil {
			t.Fatal(err)
		}
		if wrong.Solve(context.Background()) != nil || math.Abs(wrong.Start().Middle()-want.Middle()) > 1e-9 {
			found++
		}
		t.Log(g.Known(), plain.Known(), v)
	}
	if fewer == 0 || found == 0 {
		t.Errorf("of 5 battles %d have fewer states by classes; classes that are too coarse are found in %d", fewer, found)
	}
}

// Decided battles of kings are of one class for each winner: a battle with buildings has
// the same value by classes as without them, and fewer states. Classes that forget the
// winner are found.
func TestClassesOfKings(t *testing.T) {
	lib, err := library.Load(kingsdata.Format(), os.DirFS("../.."), "mods/kings")
	if err != nil {
		t.Fatal(err)
	}
	var setup kings.Setup
	for _, text := range []string{"2 bears, village", "bears, city"} {
		army, err := kingsdata.ParseArmy(lib, text)
		if err != nil {
			t.Fatal(err)
		}
		setup.Sides = append(setup.Sides, kings.SideSetup{Army: army})
	}
	b, err := lib.Game.NewBattle(setup)
	if err != nil {
		t.Fatal(err)
	}
	g, plain := solved(t, b), solved(t, classed{b, alone})
	v, want := g.Start(), plain.Start()
	if math.Abs(v.Middle()-want.Middle()) > 1e-9 || v.Gap() > 1e-9 || want.Gap() > 1e-9 {
		t.Errorf("%v by classes, %v by states", v, want)
	}
	if g.Known() >= plain.Known() {
		t.Errorf("%d states by classes, %d without them", g.Known(), plain.Known())
	}
	wrong := solved(t, classed{b, decidedAlike}).Start()
	if math.Abs(wrong.Middle()-want.Middle()) < 1e-6 {
		t.Errorf("classes that forget the winner give the same value, %v", wrong)
	}
	t.Log(g.Known(), plain.Known(), v, wrong)
}
