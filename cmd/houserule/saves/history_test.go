package saves

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
)

func TestHistory(t *testing.T) {
	t.Parallel()
	p, disk := somewhere(t)
	for _, line := range []string{"attack d1", "", "  wait \n", "a\nb\x1b[2J\tc", "naïve \xff"} {
		must(t, p.Remember(line))
	}
	want := []string{"attack d1", "wait", "a b [2J c", "naïve \uFFFD"}
	if got := p.History(); !slices.Equal(got, want) {
		t.Errorf("it is %q", got)
	}
	write(t, p.history(), read(t, p.history())+"\x00\x00\n\n\nto")
	if got := p.History(); !slices.Equal(got, append(want, "to")) {
		t.Errorf("it is %q", got)
	}
	disk.set(0)
	says(t, p, p.Remember("x"), "cannot write DIR/state/history: no space left on device")
	disk.set(-1, "open")
	says(t, p, p.Remember("x"), "cannot write DIR/state/history: input/output error")

	disk.set(-1)
	held, err := lock(p.history(), atOnce)
	must(t, err)
	must(t, p.Remember("ken")) // a program that was stopped holds up nobody
	must(t, unlock(held))
	if got := p.History(); got[len(got)-1] != "token" {
		t.Errorf("it is %q", got)
	}
}

func TestHistoryIsTrimmed(t *testing.T) {
	t.Parallel()
	p, disk := somewhere(t)
	var b strings.Builder
	for n := 1; n <= 2000; n++ {
		fmt.Fprintln(&b, n)
	}
	write(t, p.history(), b.String())
	if got := p.History(); len(got) != 1000 || got[0] != "1001" || got[999] != "2000" {
		t.Errorf("%d lines", len(got))
	}
	disk.set(-1, "rename")
	says(t, p, p.Remember("2001"), "cannot write DIR/state/history: input/output error")
	if n := strings.Count(read(t, p.history()), "\n"); n != 2001 {
		t.Errorf("%d lines in the file", n)
	}
	disk.set(-1)
	must(t, p.Remember("2002"))
	if text := read(t, p.history()); !strings.HasPrefix(text, "1003\n") || !strings.HasSuffix(text, "\n2002\n") {
		t.Error("it is not the last 1000")
	}
	if l := leftovers(t, p); l != nil {
		t.Errorf("left over: %v", l)
	}
}

// Two that type at once lose no line, and tear none, while the file is
// trimmed.
func TestHistoryOfTwo(t *testing.T) {
	t.Parallel()
	p, _ := somewhere(t)
	write(t, p.history(), strings.Repeat("old\n", 1900))
	const each = 150
	var both sync.WaitGroup
	for _, who := range []string{"left", "right"} {
		both.Go(func() {
			for n := range each {
				if err := p.Remember(fmt.Sprint(who, " ", n)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	both.Wait()
	lines := p.History()
	if len(lines) != 1000 {
		t.Errorf("%d lines", len(lines))
	}
	next := map[string]int{}
	for _, line := range lines {
		who, n, _ := strings.Cut(line, " ")
		if who == "old" {
			continue
		}
		if n != fmt.Sprint(next[who]) {
			t.Fatalf("%q comes after %d", line, next[who])
		}
		next[who]++
	}
	if next["left"] != each || next["right"] != each {
		t.Errorf("there are %v", next)
	}
}

// A history that is too large to be read begins anew.
func TestLargeHistory(t *testing.T) {
	t.Parallel()
	p, _ := somewhere(t)
	must(t, p.Remember("old"))
	must(t, os.Truncate(p.history(), 2<<30))
	if lines := p.History(); len(lines) != 0 {
		t.Errorf("%d lines", len(lines))
	}
	must(t, p.Remember("new"))
	if got := read(t, p.history()); got != "new\n" {
		t.Errorf("the history is %q", got)
	}
}
