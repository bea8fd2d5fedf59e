package modhost

import (
	"fmt"
	"testing"

	"houserule/scripting/lua"
)

// Values that scripts only read, or only write, are found where the tables use them otherwise:
// when the binding is made, not when a script runs.
func TestOneWayCodecs(t *testing.T) {
	type given int
	type shown int
	c := newCodecs().with([]Codec{
		Word(func(string) (given, error) { return 0, nil }, nil),
		Word(nil, func(shown) string { return "" }),
	})
	text := func(m *lua.Machine) (int, error) { return 0, nil }
	for _, test := range []struct {
		name string
		bind func()
		text string
	}{
		{"a row that is only read", func() { Get("x", "", func(int) given { return 0 })(c) },
			"modhost: the tables have no codec that writes modhost.given"},
		{"a list of them", func() { Get("x", "", func(int) []given { return nil })(c) },
			"modhost: the tables have no codec that writes []modhost.given"},
		{"a pointer to one", func() { Get("x", "", func(int) *given { return nil })(c) },
			"modhost: the tables have no codec that writes *modhost.given"},
		{"a field of an event that is only written", func() { It[shown]("x", "")(c) },
			"modhost: the tables have no codec that reads modhost.shown"},
		{"a list as a field of an event", func() {
			Set("x", "", func(*int) []int { return nil }, func(*int, []int) error { return nil })(c)
		}, "modhost: the tables have no codec that reads []int"},
		{"an argument that is only written", func() {
			newFunction("f", "", "", text, withoutResult(func(int, struct{ X shown }) error { return nil }))(c)
		}, "modhost: the tables have no codec that reads modhost.shown, the type of X"},
	} {
		func() {
			defer func() {
				if got := fmt.Sprint(recover()); got != test.text {
					t.Errorf("%s: %s, want %s", test.name, got, test.text)
				}
			}()
			test.bind()
		}()
	}
}
