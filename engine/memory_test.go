package engine_test

import (
	"bytes"
	"fmt"
	"maps"
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
				if !m.Set(p.owner, p.mod, p.key, value) {
					t.Fatal("there is no room")
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

func TestMemoryLimits(t *testing.T) {
	var m engine.Memory
	if m.Set(0, "mod", "long", engine.Datum{Kind: engine.Text, Text: strings.Repeat("x", engine.MaxDatumLen+1)}) {
		t.Error("a long text is remembered")
	}
	for i := range engine.MaxData {
		if !m.Set(0, "mod", fmt.Sprint(i), number(1)) {
			t.Fatalf("value %d finds no room", i)
		}
	}
	if m.Set(0, "mod", "more", number(1)) {
		t.Error("there is room for one more")
	}
	if !m.Set(0, "mod", "7", number(2)) || m.Get(0, "mod", "7") != number(2) {
		t.Error("a value cannot be changed when memory is full")
	}
	if key := m.AppendKey(nil, func(owner int32) bool { return owner != 0 }); len(key) > 0 {
		t.Error("who does not count is in the key")
	}
	m.Clear()
	if got := m.Get(0, "mod", "7"); got != (engine.Datum{}) {
		t.Errorf("cleared, it still knows %v", got)
	}
}
