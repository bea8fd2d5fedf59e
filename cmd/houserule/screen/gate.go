package screen

import (
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"houserule/engine"
)

// A Gate is a writer that lets no unsafe character pass, in case other code forgot
// to check: such a character becomes an escape, \u001b, which means the same in
// JSON. Line breaks and tabs pass, and on a terminal the colors of this package.
type Gate struct {
	To       io.Writer
	Terminal bool // To is one

	lock sync.Mutex
	held []byte // the beginning of a character or color whose end is not there yet
}

// code matches what the styles of this package write; begun matches the beginning
// of one. Only terminals need them, and to compile them takes long.
var (
	code  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("^\x1b\\[[0-9;]{0,32}m") })
	begun = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("\x1b(\\[[0-9;]{0,32})?$") })
)

// Write writes b, which may end in the middle of a character.
func (g *Gate) Write(b []byte) (int, error) {
	g.lock.Lock()
	defer g.lock.Unlock()
	text := append(g.held, b...)
	whole := len(text) - g.unfinished(text)
	g.held = text[whole:len(text):len(text)]
	if _, err := io.WriteString(g.To, g.safe(text[:whole])); err != nil {
		return 0, err
	}
	return len(b), nil
}

// Below returns the writer that the gate writes to.
func (g *Gate) Below() io.Writer { return g.To }

// Flush writes the bytes that Write held back because their end did not come.
func (g *Gate) Flush() {
	g.lock.Lock()
	defer g.lock.Unlock()
	text := g.held
	g.held = nil
	io.WriteString(g.To, g.safe(text)) // the next write returns the error again
}

// Control writes a command for the terminal, if there is one.
func (g *Gate) Control(sequence string) {
	g.lock.Lock()
	defer g.lock.Unlock()
	if g.Terminal {
		io.WriteString(g.To, sequence) // the next write returns the error, too
	}
}

// unfinished returns how many of the last bytes may begin a character or a color.
func (g *Gate) unfinished(text []byte) int {
	if g.Terminal {
		if at := begun().FindIndex(text); at != nil {
			return len(text) - at[0]
		}
	}
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if last := text[len(text)-n:]; utf8.RuneStart(last[0]) {
			if utf8.FullRune(last) {
				return 0
			}
			return n
		}
	}
	return 0
}

// safe returns a text with escapes for unsafe characters.
func (g *Gate) safe(text []byte) string {
	var b strings.Builder
	for len(text) > 0 {
		if g.Terminal && text[0] == '\x1b' {
			if n := len(code().Find(text)); n > 0 {
				b.Write(text[:n])
				text = text[n:]
				continue
			}
		}
		r, n := utf8.DecodeRune(text)
		if engine.IsUnsafe(r) && r != '\n' && r != '\t' {
			fmt.Fprintf(&b, "\\u%04x", r)
		} else {
			b.WriteRune(r) // U+FFFD for what is not UTF-8
		}
		text = text[n:]
	}
	return b.String()
}
