package engine_test

import (
	"go/build"
	"go/types"
	"os/exec"
	"strings"
	"testing"
)

// word32.go is part of every build for a machine with ints of 32 bits, and of
// no other. What such a build says .ci/run checks.
func TestMachinesOf32Bits(t *testing.T) {
	list, err := exec.Command("go", "tool", "dist", "list").Output()
	if err != nil {
		t.Fatal(err)
	}
	short := 0
	for port := range strings.FieldsSeq(string(list)) {
		goos, goarch, _ := strings.Cut(port, "/")
		context := build.Default
		context.GOOS, context.GOARCH = goos, goarch
		got, err := context.MatchFile(".", "word32.go")
		if err != nil {
			t.Fatal(err)
		}
		want := types.SizesFor("gc", goarch).Sizeof(types.Typ[types.Int]) < 8
		if got != want {
			t.Errorf("%s: word32.go is built: %v, want %v", port, got, want)
		}
		if want {
			short++
		}
	}
	if short < 4 {
		t.Errorf("only %d ports have ints of 32 bits: the test tests nothing", short)
	}
}
