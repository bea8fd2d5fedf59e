package screen

import (
	"strings"
	"testing"

	"github.com/fatih/color"
	"pgregory.net/rapid"

	"houserule/engine"
)

func TestGate(t *testing.T) {
	color.NoColor = false
	defer func() { color.NoColor = true }()
	bad := Bad("bad")
	for _, row := range []struct {
		terminal   bool
		text, want string
	}{
		{true, "Zoë\t哥布林\n", "Zoë\t哥布林\n"},
		{true, bad + "\n", bad + "\n"},
		{false, bad, `\u001b[31mbad\u001b[0m`},
		{true, "\x1b[2J\x1b]0;title\a\r\b", `\u001b[2J\u001b]0;title\u0007\u000d\u0008`},
		{true, "\u009b2J\u202egpj.exe\u2028\x7f", `\u009b2J\u202egpj.exe\u2028\u007f`},
		{true, "\xffa\xe2\x80", "\uFFFDa\uFFFD\uFFFD"},
		{true, "\x1b[31", `\u001b[31`},
	} {
		for _, size := range []int{1, 2, 3, len(row.text)} {
			var out strings.Builder
			g := &Gate{To: &out, Terminal: row.terminal}
			for rest := row.text; rest != ""; {
				n := min(size, len(rest))
				if written, err := g.Write([]byte(rest[:n])); written != n || err != nil {
					t.Fatal(written, err)
				}
				rest = rest[n:]
			}
			g.Flush()
			if out.String() != row.want {
				t.Errorf("%q by %d: %q, want %q", row.text, size, out.String(), row.want)
			}
		}
	}
}

// Whatever is written in whatever pieces, nothing unsafe passes, and what is safe
// comes out as it is.
func TestGateHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var all string
		var out strings.Builder
		g := &Gate{To: &out}
		for _, piece := range rapid.SliceOf(rapid.SliceOfN(rapid.Byte(), 0, 6)).Draw(t, "pieces") {
			g.Write(piece)
			all += string(piece)
		}
		g.Flush()
		if at, what := engine.Unsafe(out.String(), "\n\t"); at >= 0 {
			t.Fatalf("%q: the %s passes", all, what)
		}
		if at, _ := engine.Unsafe(all, "\n\t"); at < 0 && out.String() != all {
			t.Fatalf("%q became %q", all, out.String())
		}
	})
}
