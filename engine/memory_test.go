package engine_test

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"houserule/engine"
)

func number(n float64) engine.Datum { return engine.Datum{Kind: engine.Number, Number: n} }

// A Memory is a map, whatever the order of what is set, and its key tells
// different ones apart.
func TestMemoryIsAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type place struct {
			owner    int32
			mod, key string
		}
		words := rapid.SampledFrom([]string{"a", "b", "ab", ""})
		build := func() (*engine.Memory, map[place]float64) {
			m, want := new(engine.Memory), map[place]float64{}
			for range rapid.IntRange(0, 12).Draw(t, "sets") {
				p := place{rapid.Int32Range(-2, 2).Draw(t, "owner"), words.Draw(t, "mod"), words.Draw(t, "key")}
				value := engine.Datum{}
				delete(want, p)
				if n := rapid.IntRange(0, 2).Draw(t, "value"); n > 0 {
					value, want[p] = number(float64(n)), float64(n)
				}
				if err := m.Set(p.owner, p.mod, p.key, value); err != nil {
					t.Fatal(err)
				}
			}
			return m, want
		}
		all := func(int32) bool { return true }
		one, wantOne := build()
		other, wantOther := build()
		for p, n := range wantOne {
			if got := one.Get(p.owner, p.mod, p.key); got != number(n) {
				t.Errorf("%v: %v, want %v", p, got, n)
			}
		}
		if same := maps.Equal(wantOne, wantOther); same != bytes.Equal(one.AppendKey(nil, all), other.AppendKey(nil, all)) {
			t.Errorf("equal: %v, keys say otherwise", same)
		}
		other.CopyFrom(one)
		if !bytes.Equal(one.AppendKey(nil, all), other.AppendKey(nil, all)) {
			t.Error("a copy differs")
		}
	})
}

// A battle that remembers what one before has remembered takes no memory.
func TestMemoryTakesNoMemory(t *testing.T) {
	var m, other engine.Memory
	battle := func() {
		m.Clear()
		for i := range int32(5) {
			for _, value := range []engine.Datum{number(float64(i)), number(0), number(7), {}, {Kind: engine.Text, Text: "fled"}} {
				if err := m.Set(i, "mod", "key", value); err != nil {
					t.Fatal(err)
				}
			}
		}
		other.CopyFrom(&m)
	}
	battle()
	if n := testing.AllocsPerRun(100, battle); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// Zero and the negative zero are different values.
func TestMemoryOfZeros(t *testing.T) {
	var m engine.Memory
	for _, zero := range []float64{0, math.Copysign(0, -1), 0} {
		if err := m.Set(1, "mod", "key", number(zero)); err != nil {
			t.Fatal(err)
		}
		if got := m.Get(1, "mod", "key").Number; math.Signbit(got) != math.Signbit(zero) {
			t.Errorf("%v, want %v", got, zero)
		}
	}
}

func TestMemoryLimits(t *testing.T) {
	var m engine.Memory
	refuses := func(key string, value engine.Datum, want string) {
		t.Helper()
		if err := m.Set(0, "mod", key, value); err == nil || err.Error() != want {
			t.Errorf("%.10s: %v, want %s", key, err, want)
		}
	}
	takes := func(key string, value engine.Datum) {
		t.Helper()
		if err := m.Set(0, "mod", key, value); err != nil || m.Get(0, "mod", key) != value {
			t.Errorf("%.10s: %v, want %v, %v", key, m.Get(0, "mod", key), value, err)
		}
	}
	text := func(n int) engine.Datum { return engine.Datum{Kind: engine.Text, Text: strings.Repeat("x", n)} }
	const long = "a text of 1025 bytes cannot be remembered: it may have 1024"
	refuses("long", text(engine.MaxDatumLen+1), long)
	refuses(text(engine.MaxDatumLen+1).Text, number(1), long)
	for i := range engine.MaxData {
		takes(fmt.Sprint(i), number(1))
	}
	refuses("more", number(1), "there is no room: a battle remembers 4096 values; remember(name) forgets one")
	takes("7", number(2))

	// Bytes are counted by what is there: changed, forgotten, copied, cleared.
	m.Clear()
	const full = "there is no room: all that a battle remembers, names and texts, has 262144 bytes at most; remember(name) forgets a value"
	for i := range engine.MaxDataLen / 1024 {
		takes(fmt.Sprintf("%04d", i), text(1020))
	}
	refuses("x", number(1), full)
	refuses("0007", text(1021), full)
	takes("0007", text(1019))
	takes("x", number(1))
	takes("0008", engine.Datum{})
	takes("0009", text(1024))
	takes("0010", text(1024))
	var copied engine.Memory
	copied.CopyFrom(&m)
	m.Clear()
	takes("0007", text(1024))
	m.CopyFrom(&copied)
	takes("yyyy", text(1012))
	refuses("z", number(1), full)
	if key := m.AppendKey(nil, func(owner int32) bool { return owner != 0 }); len(key) > 0 {
		t.Error("who does not count is in the key")
	}
	m.Clear()
	if got := m.Get(0, "mod", "7"); got != (engine.Datum{}) {
		t.Errorf("cleared, it still knows %v", got)
	}
}
