package view

import (
	"fmt"
	"testing"

	"houserule/engine"
	"houserule/engine/library"
)

// A toy is a battle of one choice. An option rolls a die of six, unless need is
// 0, and leads to hit if it shows need or more, else to miss.
type toy struct {
	table   *engine.Table
	options []toyOption
	state   int
}

type toyOption struct {
	name            string
	need, hit, miss int
	asks            bool // asks another player besides
}

func (b *toy) Begin(t *engine.Table)       { b.Sit(t) }
func (b *toy) Step()                       { b.play(b.table.Choose(0, (*toyChoice)(b))) }
func (b *toy) Over() bool                  { return b.state > 0 }
func (b *toy) Winner() engine.Side         { return engine.Draw }
func (b *toy) Round() int                  { return 1 }
func (b *toy) RoundLimit() int             { return 0 }
func (b *toy) TimeUp() engine.Side         { return engine.Draw }
func (b *toy) Timed() bool                 { return false }
func (b *toy) Seats() int                  { return 2 }
func (b *toy) Value(engine.Side) int       { return 1 }
func (b *toy) AppendKey(key []byte) []byte { return fmt.Append(key, b.state) }
func (b *toy) Fresh() engine.Battle        { return &toy{} }
func (b *toy) Sit(t *engine.Table)         { b.table = t }
func (b *toy) Scene() string               { return "" }
func (b *toy) Outcome() string             { return "" }

func (b *toy) Describe(engine.Event) string { return "" }

func (b *toy) CopyFrom(src engine.Battle) {
	b.options, b.state = src.(*toy).options, src.(*toy).state
}

func (b *toy) play(answer int) {
	o := b.options[answer]
	if o.asks {
		b.table.Choose(1, (*toyChoice)(b))
	}
	if b.state = o.miss; o.need > 0 && b.table.Roll(6, o.need) >= o.need {
		b.state = o.hit
	}
}

type toyChoice toy

func (c *toyChoice) Legal(n int) bool           { return n >= 0 && n < len(c.options) }
func (c *toyChoice) First() int                 { return len(c.options) - 1 }
func (c *toyChoice) Name(n int) string          { return c.options[n].name }
func (c *toyChoice) Parse(string) (int, error)  { return 0, nil }
func (c *toyChoice) Scratch() engine.Battle     { return (*toy)(c).Fresh() }
func (c *toyChoice) Try(b engine.Battle, n int) { b.CopyFrom((*toy)(c)); b.(*toy).play(n) }
func (c *toyChoice) Each(yield func(int) bool) {
	for n := range c.options {
		if !yield(n) {
			return
		}
	}
}

// A question is answered by itself if all options lead to the same states with
// the same chances, and not if that is not known.
func TestIdle(t *testing.T) {
	vain, pass := toyOption{name: "strike", need: 7, hit: 2, miss: 1}, toyOption{name: "pass", miss: 1}
	even, odd := toyOption{name: "left", need: 4, hit: 2, miss: 1}, toyOption{name: "right", need: 5, hit: 2, miss: 1}
	const same = ": all answers have the same result."
	for _, test := range []struct {
		name    string
		options []toyOption
		want    string
	}{
		{"a strike in vain", []toyOption{vain, pass}, "The answer is pass" + same},
		{"several", []toyOption{vain, vain, vain, pass}, "The answer is pass" + same},
		{"one that may hit", []toyOption{vain, even, pass}, ""},
		{"the same chances", []toyOption{even, even}, "The answer is left" + same},
		{"others", []toyOption{even, odd}, ""},
		{"the chances turned round", []toyOption{even, {name: "back", need: 4, hit: 1, miss: 2}}, "The answer is back" + same},
		{"a player is asked", []toyOption{{name: "ask", miss: 1, asks: true}, pass}, ""},
		{"only one", []toyOption{even}, ""},
		{"too many", []toyOption{pass, pass, pass, pass, pass, pass, pass, pass, pass, pass, pass, pass, pass}, ""},
		{"none", nil, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := &toy{options: test.options}
			f := NewFrame(&library.Library{}, library.Match{}, b, []string{"left", "right"}, nil, "")
			if _, _, ok := f.Idle(); ok {
				t.Error("nothing is asked")
			}
			f.Ask(engine.Question{Choice: (*toyChoice)(b)})
			answer, why, ok := f.Idle()
			if ok != (test.want != "") || ok && (why != test.want || answer != len(test.options)-1) {
				t.Errorf("got %d, %q, %t, want %q", answer, why, ok, test.want)
			}
			if b.state != 0 {
				t.Error("that has changed the battle")
			}
		})
	}
}

// A hook that is used is found, wherever it stands.
func TestHooked(t *testing.T) {
	var hooks struct {
		A, B engine.Hook[int, int, int]
	}
	if Hooked(&hooks) {
		t.Error("no hook is used")
	}
	hooks.B.Add(func(_, _, n int) int { return n })
	if !Hooked(&hooks) {
		t.Error("B is used")
	}
}
