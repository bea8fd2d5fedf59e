package heroes_test

import (
	"fmt"
	"math"
	"math/big"
	"reflect"
	"testing"
	"unsafe"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/heroes/strategy"
	"houserule/engine/library/heroesdata/heroestest"
	"houserule/engine/odds"
)

// Walks merge the dice of an attack that lead to the same moment. A listener hears of every
// die, so that nothing is merged: the distributions are equal all the same.
func TestThrowsMerge(t *testing.T) {
	number := func(n int) engine.Datum { return engine.Datum{Kind: engine.Number, Number: float64(n)} }
	explode := func(b *heroes.Battle, most int, die int) int {
		for last := die; last == 10 && most != 0; most-- {
			last = b.RollStream(0, 10)
			die += last
		}
		return die
	}
	for _, test := range []struct {
		name         string
		rolled       func(b *heroes.Battle, blow heroes.Blow, die int) int
		hit          func(b *heroes.Battle, blow heroes.Blow, hit bool) bool
		dice         int
		least        float64
		ways, merged int // the numbers of paths
	}{
		{"the die alone", func(b *heroes.Battle, _ heroes.Blow, die int) int { return die + die%2 }, nil, 1, 0, 4600, 119},
		{"a die that explodes", func(b *heroes.Battle, _ heroes.Blow, die int) int { return explode(b, 2, die) }, nil, 1, 0, 106624, 317},
		{"a die that explodes without end", func(b *heroes.Battle, _ heroes.Blow, die int) int { return explode(b, -1, die) }, nil, 1, 1e-5, 45010, 499},
		{"the best of three", func(b *heroes.Battle, _ heroes.Blow, die int) int { return die }, nil, 3, 0, 4600, 119},
		{"the position counts", func(b *heroes.Battle, blow heroes.Blow, die int) int { return die + blow.By.Top().Count() }, nil, 1, 0, 3700, 119},
		{"a die that is remembered", func(b *heroes.Battle, blow heroes.Blow, die int) int {
			b.Memory().Set(int32(blow.By.Side()), "mod", "die", number(die))
			return die
		}, nil, 1, 0, 4600, 9710},
		{"a die that is remembered for a while", func(b *heroes.Battle, _ heroes.Blow, die int) int {
			b.Memory().Set(heroes.OfBattle, "mod", "die", number(die))
			return die
		}, func(b *heroes.Battle, _ heroes.Blow, hit bool) bool {
			die := b.Memory().Get(heroes.OfBattle, "mod", "die").Number
			if die != 1 {
				b.Memory().Set(heroes.OfBattle, "mod", "die", engine.Datum{})
			}
			return die != 1 && (die == 10 || hit)
		}, 1, 0, 4600, 359},
		{"a die that kills", func(b *heroes.Battle, blow heroes.Blow, die int) int {
			if die%3 == 1 && blow.By.Top().Count() > 1 {
				b.Remove(blow.At, blow.By, 1)
			}
			return die
		}, nil, 1, 0, 4600, 194},
		{"a die that makes another attack", func(b *heroes.Battle, blow heroes.Blow, die int) int {
			if die == 4 && !blow.How.Scripted() && blow.At != nil && blow.At.Top() != nil {
				b.Attack(heroes.Blow{By: blow.By, At: blow.At, How: heroes.Scripted(heroes.Melee, 0, 2), N: 1}, false)
			}
			return die
		}, nil, 1, 0, 29845, 353},
	} {
		t.Run(test.name, func(t *testing.T) {
			g, _ := referenceArmies(t)
			g.Hooks.Rolled.Add(test.rolled)
			if test.hit != nil {
				g.Hooks.Hit.Add(test.hit)
			}
			if test.dice > 1 {
				g.Hooks.Dice.Add(func(_ *heroes.Battle, _ heroes.Blow, pool heroes.Pool) heroes.Pool {
					pool.Dice = test.dice
					return pool
				})
			}
			b := heroestest.Battle(t, g, 0, "2 orc, 1 bandit", "1 orc, 2 bandit")
			walk := func(merge bool) (ends map[string]*big.Rat, ways int, cut float64) {
				w := odds.NewWalk(new(strategy.Reference), new(strategy.Reference))
				w.Least = test.least
				ends = map[string]*big.Rat{}
				err := w.Each(func() {
					if !merge {
						w.Table.Listen(deaf{}) // anew, because a path that is cut off loses it
					}
					b.Begin(w.Table)
					for range 2 {
						b.Step()
					}
				}, func(odds.Number) error {
					key := fmt.Sprintf("%x %v", b.AppendKey(nil), b.Result())
					if ends[key] == nil {
						ends[key] = new(big.Rat)
					}
					ends[key].Add(ends[key], w.Rat())
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
				return ends, w.Walked(), w.Cut.Value
			}
			want, ways, cut := walk(false)
			got, merged, cutToo := walk(true)
			if ways != test.ways || merged != test.merged {
				t.Errorf("%d paths, and %d merged; want %d and %d", ways, merged, test.ways, test.merged)
			}
			if cut == 0 && len(got) != len(want) {
				t.Errorf("%d positions, want %d", len(got), len(want))
			}
			for key, p := range want {
				if off := distance(got[key], p); off > cut+cutToo {
					t.Errorf("%s: %v, want %v", key, got[key], p)
				}
			}
		})
	}
}

func distance(a, b *big.Rat) float64 {
	if a == nil {
		a = new(big.Rat)
	}
	off, _ := new(big.Rat).Sub(a, b).Float64()
	return math.Abs(off)
}

type deaf struct{}

func (deaf) Hear(engine.Seats, engine.Event) {}

// Every part of a position counts for a moment, except for what is listed here.
func TestMomentsKnowAll(t *testing.T) {
	ignored := map[string]bool{
		".whole": true, ".game": true, ".armies": true, ".act.asker": true, // the same in all moments of a battle
		".hosted": true, ".aside": true, ".stage": true, ".staged": true, ".strategy": true, ".sums": true, ".timed": true, // no part of the position
		".last": true, ".prevented": true, ".said": true, // for listeners
		".memory":     true,                         // it has a key of its own
		".stacks.top": true, ".supports.With": true, // pointers, see below
		".act.by": true, ".moving": true,
	}
	g, armies := referenceArmies(t)
	b := battleOf(t, g, armies, 0)
	b.Begin(engine.NewTable(engine.NewDice(1), new(strategy.Reference), new(strategy.Reference)))
	b.Step()
	position := reflect.ValueOf(b).Elem().FieldByName("Position")
	state := position.FieldByName("state")
	settable := func(v reflect.Value) reflect.Value {
		return reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
	}
	for _, name := range []string{"supports", "effects", "auras"} { // one of each
		list := settable(state.FieldByName(name))
		list.Set(reflect.MakeSlice(list.Type(), 1, 1))
	}
	with := settable(state.FieldByName("supports").Index(0).FieldByName("With"))
	with.Set(reflect.ValueOf(g.Creatures[0]))
	before, changed := string(b.AppendMoment(nil)), 0
	differs := func(path string, v reflect.Value, to reflect.Value) {
		was := reflect.New(v.Type()).Elem()
		was.Set(v)
		v.Set(to)
		if string(b.AppendMoment(nil)) == before {
			t.Errorf("%s does not count", path)
		}
		v.Set(was)
		changed++
	}
	var each func(path string, v reflect.Value)
	each = func(path string, v reflect.Value) {
		if ignored[path] {
			return
		}
		v = settable(v)
		switch v.Kind() {
		case reflect.Struct:
			for i := range v.NumField() {
				if name := v.Type().Field(i).Name; path == "" && name == "state" {
					each(path, v.Field(i))
				} else {
					each(path+"."+name, v.Field(i))
				}
			}
		case reflect.Slice, reflect.Array:
			for i := range v.Len() {
				each(path, v.Index(i))
			}
		case reflect.Bool:
			differs(path, v, reflect.ValueOf(!v.Bool()).Convert(v.Type()))
		case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
			differs(path, v, reflect.ValueOf(v.Int()+1).Convert(v.Type()))
		case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
			differs(path, v, reflect.ValueOf(v.Uint()+1).Convert(v.Type()))
		default:
			t.Errorf("%s: a new kind of field, %v", path, v.Kind())
		}
	}
	each("", position)
	differs(".stacks.top", settable(state.FieldByName("stacks").Index(0).FieldByName("top")), reflect.Zero(reflect.TypeFor[*heroes.Card]()))
	differs(".supports.With", with, reflect.ValueOf(g.Creatures[1]))
	for _, stack := range []reflect.Value{position.FieldByName("moving"), position.FieldByName("act").FieldByName("by")} {
		differs("a stack", settable(stack), reflect.ValueOf(&b.Stacks()[2]))
	}
	if changed < 150 {
		t.Errorf("only %d fields were changed", changed)
	}
}
