package view_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"houserule/cmd/houserule/view"
	"houserule/engine"
)

// Lists are written as people write them.
func TestLists(t *testing.T) {
	for _, test := range []struct{ list, join, either, gathered string }{
		{"", "", "", ""},
		{"north", "north", "north", "north"},
		{"north south", "north and south", "north or south", "north, south"},
		{"troll elf troll", "troll, elf and troll", "troll, elf or troll", "2 troll, elf"},
	} {
		words := strings.Fields(test.list)
		gathered := view.Gathered(words, func(word string) string { return word })
		if view.Join(words) != test.join || engine.Either(words) != test.either || gathered != test.gathered {
			t.Errorf("%q: %q, %q, %q", test.list, view.Join(words), engine.Either(words), gathered)
		}
	}
}

// What is not typed leaves a set-up as it is; an error names the flag.
func TestReadFlag(t *testing.T) {
	for _, test := range []struct {
		typed, want string
	}{
		{"", "1 [1]"},
		{"7", "7 [7]"},
		{"x", `1 [1] --walls: strconv.Atoi: parsing "x": invalid syntax`},
	} {
		one, list := 1, []int{1}
		typed := map[string]string{"walls": test.typed}
		got := ""
		err := view.ReadFlag(typed, "walls", strconv.Atoi, &one)
		if again := view.ReadFlags(typed, "walls", strconv.Atoi, &list); fmt.Sprint(again) != fmt.Sprint(err) {
			t.Errorf("%q: %v, as a list %v", test.typed, err, again)
		}
		if err != nil {
			got = " " + err.Error()
		}
		if got = fmt.Sprint(one, list) + got; got != test.want {
			t.Errorf("%q: %s, want %s", test.typed, got, test.want)
		}
	}
	list := []int{1}
	if err := view.ReadFlags(map[string]string{"n": " 2 ;; 3;"}, "n", strconv.Atoi, &list); err != nil || !slices.Equal(list, []int{2, 3}) {
		t.Errorf("%v, %v", list, err)
	}
}
