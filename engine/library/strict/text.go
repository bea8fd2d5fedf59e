package strict

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/BurntSushi/toml"

	"houserule/engine"
	"houserule/engine/library/files"
)

// A text is what a file contains. It does not change, so files with the same contents share
// it.
type text struct {
	src     string
	lines   []int // the lines' offsets
	values  int   // number of keys and items of lists
	tables  map[string]any
	outline *node
}

// known holds the first texts that the program has read: those of the games, which every
// library reads again. Together they are as large as a mod may be.
var known struct {
	sync.Mutex
	texts        map[string]*text
	values, size int
}

// read reads a text of at most a number of values, or returns the one that is known.
func read(src string, most int) (*text, *fault) {
	known.Lock()
	t := known.texts[src]
	known.Unlock()
	if t != nil && t.values <= most {
		return t, nil
	}
	t = &text{src: src}
	if f := t.read(most); f != nil {
		return t, f
	}
	known.Lock()
	defer known.Unlock()
	if known.values+t.values <= files.MaxValues && known.size+len(src) <= files.MaxMod && known.texts[src] == nil {
		if known.texts == nil {
			known.texts = map[string]*text{}
		}
		known.texts[src] = t
		known.values += t.values
		known.size += len(src)
	}
	return t, nil
}

func (t *text) read(most int) *fault {
	for i := range len(t.src) {
		if i == 0 || t.src[i-1] == '\n' {
			t.lines = append(t.lines, i)
		}
	}
	if len(t.src) > files.MaxFile {
		return &fault{0, fmt.Sprintf("the file has %d bytes: %d are the most", len(t.src), files.MaxFile)}
	}
	if f := checkText(t.src); f != nil {
		return f
	}
	s := newScanner(t.src, most)
	if s.scan(); s.fault != nil {
		return s.fault
	}
	t.values, t.outline = s.values, s.root

	var err error
	t.tables, err = decodeTOML(t.src)
	if err == nil {
		return nil
	}
	var syntax toml.ParseError
	if !errors.As(err, &syntax) {
		return &fault{0, err.Error()}
	}
	return t.syntaxFault(syntax, s.repeats)
}

func encodingFault(src string) *fault {
	for at, r := range src {
		switch {
		case r == 0:
			return &fault{at, "NUL byte: the file is binary, or UTF-16 instead of UTF-8"}
		case r == utf8.RuneError && !strings.HasPrefix(src[at:], "\uFFFD"):
			return &fault{at, fmt.Sprintf("byte 0x%02x is not UTF-8: save the file in that encoding", src[at])}
		}
	}
	return nil
}

// checkText finds the first character that no TOML file may have.
func checkText(src string) *fault {
	if strings.HasPrefix(src, string(byteOrderMark)) {
		return &fault{0, "second byte order mark"}
	}
	if f := encodingFault(src); f != nil {
		return f
	}
	for start := 0; ; {
		at, what := engine.Unsafe(src[start:], "\t\n")
		if at < 0 {
			return nil
		}
		start += at
		if !strings.HasPrefix(src[start:], "\r\n") {
			return &fault{start, strings.Replace(what, ", which", "", 1)}
		}
		start++
	}
}

// decodeTOML does what toml.Decode does. It also turns a panic, by which that package
// reports a bug, into an error, so that no file can end the program.
func decodeTOML(src string) (tables map[string]any, err error) {
	defer func() {
		if bug := recover(); bug != nil {
			err = fmt.Errorf("the file cannot be read: %v", bug)
		}
	}()
	_, err = toml.Decode(src, &tables)
	return tables, err
}

// unprintable replaces the characters that a syntax error may repeat from the text. The
// parser takes its end for a NUL.
var unprintable = strings.NewReplacer("\n", "(end of line)", "\r", "(end of line)", "\t", "(tab)", "\x00", "(end of file)")

// syntaxFault returns a syntax error at its offset, because the parser's line is off by one
// at the end of a file. For a repeated key it adds the place of the first.
func (t *text) syntaxFault(err toml.ParseError, repeats map[int]repeat) *fault {
	at := min(max(err.Position.Start, 0), len(t.src))
	again, ok := repeats[at]
	if !ok { // the parser points after the opening quote of a key
		again, ok = repeats[at-1]
	}
	key, isKey := strings.CutPrefix(err.Message, "Key '")
	if end := strings.LastIndex(key, "' "); ok && isKey && end >= 0 {
		first := place{src: t.src}
		first.advance(again.first)
		return &fault{again.offset, fmt.Sprintf("%s is already defined at line %d", engine.Cut(key[:end], 64), first.line+1)}
	}
	for at < len(t.src) && (t.src[at] == ' ' || t.src[at] == '\t') {
		at++ // on to the mistake
	}
	text := engine.Cut(unprintable.Replace(err.Message), 200)
	for _, a := range syntaxAdvice {
		if strings.HasPrefix(text, a.message) {
			text += a.advice
		}
	}
	return &fault{at, text}
}

// syntaxAdvice says what to write instead, by the beginning of a message.
var syntaxAdvice = []struct{ message, advice string }{
	{`expected value but found "`, ": a text stands in quotes"},
	{"strings cannot contain newlines", ": a closing quote is missing"},
	{"expected '.' or '='", ": write KEY = VALUE"},
}
