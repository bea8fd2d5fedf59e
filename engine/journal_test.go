package engine_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"

	"houserule/engine"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares got with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := "testdata/" + name
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: got\n%s\nwant\n%s", file, got, want)
	}
}

// checked is lines with the checks that a journal's lines have.
func checked(lines ...string) string {
	var b strings.Builder
	var sum uint32
	for _, line := range lines {
		sum = crc32.Update(sum, crc32.IEEETable, []byte(line))
		fmt.Fprintf(&b, "%s ~%08x\n", line, sum)
	}
	return b.String()
}

// A journal that is longer than it may be is neither written nor read. One that
// grows too long is not cut off: what goes on with it must not take the rest away.
func TestLongJournals(t *testing.T) {
	header := engine.Header{Seats: []string{"a", "b"}}
	fill := func(out io.Writer, text string) (lines int, err error) {
		j, err := engine.NewJournalWriter(out, header)
		for lines = 2; err == nil; lines++ {
			err = j.Record(engine.Entry{Text: text})
		}
		return lines - 1, err
	}
	for _, row := range []struct {
		name, text string
		lines      int
	}{
		{"many lines", "x", 1_000_000},
		{"long lines", strings.Repeat("x", 65_000), 1034},
	} {
		t.Run(row.name, func(t *testing.T) {
			if testing.Short() {
				t.Skip("it writes and reads 64 MB")
			}
			var text bytes.Buffer
			lines, err := fill(&text, row.text)
			wantText(t, err, "writing the journal: the journal is too long: 1000000 lines and 67108864 bytes are the most")
			if lines != row.lines || !errors.Is(err, engine.ErrTooLong) {
				t.Errorf("%d lines, want %d", lines, row.lines)
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			if _, err := engine.ReadJournal(&text); !errors.Is(err, engine.ErrCutOff) { // as it has no end
				t.Errorf("what was written is not read: %v", err)
			}
			runtime.ReadMemStats(&after)
			if grown := (after.TotalAlloc - before.TotalAlloc) >> 20; grown > 300 {
				t.Errorf("it took %d MB", grown)
			}
		})
	}

	// What another program has written.
	endless := io.MultiReader(strings.NewReader(checked("houserule journal 1", "seats a b")), &answers{sum: sumOf("houserule journal 1", "seats a b")})
	j, err := engine.ReadJournal(endless)
	wantText(t, err, "line 1035: the journal is too long: 1000000 lines and 67108864 bytes are the most")
	if j != nil || errors.Is(err, engine.ErrCutOff) {
		t.Error("it is taken for one that is cut off")
	}
	var fields []string
	for range 1001 {
		fields = append(fields, "key value")
	}
	_, err = engine.ReadJournal(strings.NewReader(checked(append([]string{"houserule journal 1"}, fields...)...)))
	wantText(t, err, "line 1002: the journal is too long: 1000000 lines and 67108864 bytes are the most: the header has more than 1000")
	_, err = engine.NewJournalWriter(io.Discard, engine.Header{Seats: header.Seats, Fields: make([]engine.Field, 1001)})
	if err == nil {
		t.Error("a header of 1001 lines is written")
	}
}

// answers are answers of 65,000 letters without an end.
type answers struct {
	sum  uint32
	left []byte
}

func (a *answers) Read(b []byte) (int, error) {
	if len(a.left) == 0 {
		line := "a " + strings.Repeat("x", 65_000)
		a.sum = crc32.Update(a.sum, crc32.IEEETable, []byte(line))
		a.left = fmt.Appendf(nil, "%s ~%08x\n", line, a.sum)
	}
	n := copy(b, a.left)
	a.left = a.left[n:]
	return n, nil
}

// sumOf is the sum of lines.
func sumOf(lines ...string) (sum uint32) {
	for _, line := range lines {
		sum = crc32.Update(sum, crc32.IEEETable, []byte(line))
	}
	return sum
}

// written is a journal as text.
func written(t interface{ Fatal(...any) }, j *engine.Journal) string {
	var b bytes.Buffer
	w, err := engine.NewJournalWriter(&b, j.Header)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range j.Entries {
		if err := w.Record(e); err != nil {
			t.Fatal(err)
		}
	}
	if j.End != "" {
		if err := w.Close(j.End); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

// pigJournal plays a game of pig and returns its journal.
func pigJournal(t *testing.T, goal int) string {
	t.Helper()
	var b bytes.Buffer
	w, err := engine.NewJournalWriter(&b, engine.Header{
		Fields: []engine.Field{{Key: "game", Value: "pig"}, {Key: "seed", Value: "7"}, {Key: "note", Value: ""}},
		Seats:  []string{"ann", "bob", "cy"},
	})
	if err != nil {
		t.Fatal(err)
	}
	table := engine.NewTable(engine.NewDice(7), cautious(4), cautious(6), cautious(8))
	table.Record(w)
	p := newPig(3, goal)
	p.most = 8
	if err := p.play(table); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(fmt.Sprintf("player %d wins in turn %d", p.winner()+1, p.turns)); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestJournalGolden(t *testing.T) {
	text := pigJournal(t, 12)
	golden(t, "pig.journal", text)

	j, err := engine.ReadJournal(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if again := written(t, j); again != text {
		t.Errorf("read and written again it is\n%s\nwant\n%s", again, text)
	}
	if got := j.Get("seed"); got != "7" {
		t.Errorf("the seed is %q", got)
	}
	if got := j.Get("mods"); got != "" {
		t.Errorf("the mods are %q", got)
	}
	replay := &engine.Replay{Entries: j.Entries}
	p := newPig(3, 12)
	p.most = 8
	if err := p.play(engine.NewTable(replay, replay, replay, replay)); err != nil {
		t.Fatal(err)
	}
	if err := replay.Done(); err != nil {
		t.Error(err)
	}
	if end := fmt.Sprintf("player %d wins in turn %d", p.winner()+1, p.turns); end != j.End {
		t.Errorf("played again: %s; the journal says %s", end, j.End)
	}
}

func TestJournalCheckTexts(t *testing.T) {
	const bad = "a\x1b[2J\u202e"
	header := engine.Header{Fields: []engine.Field{{"game", "pig"}}, Streams: []string{"luck"}, Seats: []string{"a", "b"}}
	for want, j := range map[string]*engine.Journal{
		"": {Header: header, Entries: []engine.Entry{{Text: "hold"}}, End: "Zoë wins"},
		`this is not a houserule journal: the header "game a\x1b[2J\u202e" has the control character U+001B`:            {Header: engine.Header{Fields: []engine.Field{{"game", bad}}}},
		`this is not a houserule journal: the answer "roll\xff" has the byte 0xff, which is not UTF-8`:                  {Header: header, Entries: []engine.Entry{{Text: "roll\xff"}}},
		`this is not a houserule journal: the end "\u2066" has the character U+2066, which turns the direction of text`: {Header: header, End: "\u2066"},
	} {
		got := ""
		if err := j.CheckTexts(); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

func TestJournalRoundTrip(t *testing.T) {
	word := rapid.StringMatching(`[a-z][a-z0-9_.-]{0,8}`)
	text := rapid.StringMatching(`[^\n]{0,30}`)
	rapid.Check(t, func(t *rapid.T) {
		var j engine.Journal
		for range rapid.IntRange(0, 4).Draw(t, "fields") {
			key := word.Filter(func(s string) bool { return s != "seats" }).Draw(t, "key")
			j.Fields = append(j.Fields, engine.Field{Key: key, Value: text.Draw(t, "value")})
		}
		for i := range rapid.IntRange(1, engine.MaxSeats).Draw(t, "seats") {
			j.Seats = append(j.Seats, word.Draw(t, "seat")+"."+strconv.Itoa(i))
		}
		for range rapid.IntRange(0, 10).Draw(t, "entries") {
			if rapid.Bool().Draw(t, "die") {
				sides := rapid.IntRange(1, 100).Draw(t, "sides")
				j.Entries = append(j.Entries, engine.Entry{Side: engine.Luck, Sides: sides, N: rapid.IntRange(1, sides).Draw(t, "n")})
				continue
			}
			side := rapid.IntRange(0, len(j.Seats)-1).Draw(t, "side")
			j.Entries = append(j.Entries, engine.Entry{Side: engine.Side(side), Text: text.Draw(t, "text")})
		}
		j.End = text.Filter(func(s string) bool { return s != "" }).Draw(t, "end")

		got, err := engine.ReadJournal(strings.NewReader(written(t, &j)))
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, &j) {
			t.Errorf("read %#v\nwrote %#v", got, &j)
		}
	})
}

func TestJournalErrors(t *testing.T) {
	const first = "houserule journal 1"
	long := strings.Repeat("x", 1<<16)
	for _, test := range []struct {
		name, text string
		is         error
		err        string
	}{
		{
			"empty", "", engine.ErrNotJournal,
			`line 1: this is not a houserule journal: its first line must be "houserule journal 1"`,
		}, {
			"other text", "[creature.x]\nname = \"X\"\n", engine.ErrNotJournal,
			`line 1: this is not a houserule journal: its first line must be "houserule journal 1"`,
		}, {
			"other text with a check", checked("houserule diary 1"), engine.ErrNotJournal,
			`line 1: this is not a houserule journal: its first line must be "houserule journal 1"`,
		}, {
			"version 0", checked("houserule journal 0"), engine.ErrNotJournal,
			`line 1: this is not a houserule journal: its first line must be "houserule journal 1"`,
		}, {
			"version by another name", checked("houserule journal 01"), engine.ErrNotJournal,
			`line 1: this is not a houserule journal: its first line must be "houserule journal 1"`,
		}, {
			"a first line without end", long, engine.ErrNotJournal,
			`line 1: this is not a houserule journal: its first line must be "houserule journal 1"`,
		}, {
			"newer", checked("houserule journal 2", "all is new"), engine.ErrNewer,
			"line 1: the journal is of a newer version: it is of version 2, this program reads up to 1: use a newer houserule",
		}, {
			"newer, with checks of another kind", "houserule journal 17 #ab\n", engine.ErrNewer,
			"line 1: the journal is of a newer version: it is of version 17, this program reads up to 1: use a newer houserule",
		}, {
			"edited", strings.Replace(checked(first, "seats a b", "d6 3", "end x"), "d6 3", "d6 6", 1), engine.ErrEdited,
			"line 3: the line, or one above it, was changed after it was written: its check is \"~806b1e67\"",
		}, {
			"a line taken out", strings.Replace(checked(first, "seats a b", "d6 3", "end x"), "d6 3 ~806b1e67\n", "", 1), engine.ErrEdited,
			"line 3: the line, or one above it, was changed after it was written: its check is \"~2c58063b\"",
		}, {
			"no check", checked(first) + "seats a b\n", engine.ErrEdited,
			"line 2: the line, or one above it, was changed after it was written: it has no check",
		}, {
			"a single word", checked(first, "seats a b", "roll"), engine.ErrEdited,
			"line 3: the line, or one above it, was changed after it was written: it is a single word",
		}, {
			"unknown seat", checked(first, "seats ann bob", "cy roll"), engine.ErrEdited,
			"line 3: the line, or one above it, was changed after it was written: unknown seat \"cy\" (known: ann, bob)",
		}, {
			"a die that cannot be", checked(first, "seats a b", "d6 7"), engine.ErrEdited,
			"line 3: the line, or one above it, was changed after it was written: a die of 6 sides cannot show \"7\"",
		}, {
			"a die by another name", checked(first, "seats a b", "d06 3"), engine.ErrEdited,
			"line 3: the line, or one above it, was changed after it was written: unknown seat \"d06\" (known: a, b)",
		}, {
			"a number by another name", checked(first, "seats a b", "d6 +3"), engine.ErrEdited,
			"line 3: the line, or one above it, was changed after it was written: a die of 6 sides cannot show \"+3\"",
		}, {
			"a line that says nothing", checked(first, "seats a b", ""), engine.ErrEdited,
			"line 3: the line, or one above it, was changed after it was written: it is a single word",
		}, {
			"a key that is no word", checked(first, " x", "seats a b"), engine.ErrEdited,
			"line 3: the line, or one above it, was changed after it was written: the key \"\": must be a word other than seats and streams",
		}, {
			"no seats", checked(first, "seats "), engine.ErrEdited,
			"line 2: the line, or one above it, was changed after it was written: the seat \"\": must be a word of its own, neither end nor a die",
		}, {
			"five seats", checked(first, "seats a b c d e"), engine.ErrEdited,
			"line 2: the line, or one above it, was changed after it was written: 5 seats: must be from 1 to 4",
		}, {
			"a seat twice", checked(first, "seats a a"), engine.ErrEdited,
			"line 2: the line, or one above it, was changed after it was written: the seat \"a\": must be a word of its own, neither end nor a die",
		}, {
			"an empty end", checked(first, "seats a b", "end "), engine.ErrEdited,
			"line 3: the line, or one above it, was changed after it was written: the end is empty",
		}, {
			"something behind the end", checked(first, "seats a b", "end x", "d6 3"), engine.ErrEdited,
			"line 4: the line, or one above it, was changed after it was written: there is text after the end",
		}, {
			"half a line behind the end", checked(first, "seats a b", "end x") + "d", engine.ErrEdited,
			"line 4: the line, or one above it, was changed after it was written: there is text after the end",
		}, {
			"too long", checked(first, "note "+long), engine.ErrEdited,
			"line 2: the line, or one above it, was changed after it was written: the line is too long",
		}, {
			"no end", checked(first, "seats a b", "d6 3"), engine.ErrCutOff,
			"line 4: the journal is cut off: it has no end line: the battle was not played to its end",
		}, {
			"half a line", checked(first, "seats a b", "d6 3") + "a ro", engine.ErrCutOff,
			"line 4: the journal is cut off: the last line is not whole",
		}, {
			"a header only", checked(first), engine.ErrCutOff,
			"line 2: the journal is cut off: it has no end line: the battle was not played to its end",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			j, err := engine.ReadJournal(strings.NewReader(test.text))
			wantText(t, err, test.err)
			if !errors.Is(err, test.is) {
				t.Errorf("%v is not %q", err, test.is)
			}
			var place *engine.JournalError
			if !errors.As(err, &place) {
				t.Errorf("%T is no JournalError", err)
			}
			if cut := errors.Is(err, engine.ErrCutOff); cut != (j != nil) {
				t.Errorf("a journal is returned: %t", j != nil)
			}
		})
	}
}

// Trouble with the file is not trouble with what it says.
func TestJournalThatCannotBeRead(t *testing.T) {
	text := pigJournal(t, 12)
	for _, n := range []int{0, 10, 100} {
		in := io.MultiReader(strings.NewReader(text[:n]), iotest.ErrReader(fs.ErrPermission))
		j, err := engine.ReadJournal(in)
		if !errors.Is(err, fs.ErrPermission) || j != nil {
			t.Errorf("behind %d bytes: %v, %v", n, j, err)
		}
	}
}

// Cut off anywhere, a journal is known to be cut off, and what it still says
// is what it said.
func TestJournalCutOffAnywhere(t *testing.T) {
	text := pigJournal(t, 12)
	whole, err := engine.ReadJournal(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	head := strings.IndexByte(text, '\n') + 1
	for n := range len(text) {
		j, err := engine.ReadJournal(strings.NewReader(text[:n]))
		if n < head {
			if !errors.Is(err, engine.ErrNotJournal) || j != nil {
				t.Errorf("cut off at byte %d: %v, %v", n, j, err)
			}
			continue
		}
		if !errors.Is(err, engine.ErrCutOff) {
			t.Errorf("cut off at byte %d: %v", n, err)
			continue
		}
		wantBeginning(t, fmt.Sprint("cut off at byte ", n), j, whole)
		lines := strings.Count(text[:n], "\n")
		if got := len(j.Fields) + len(j.Entries) + 1 + min(len(j.Seats), 1); got != lines {
			t.Errorf("cut off at byte %d: %d lines are returned of %d whole ones", n, got, lines)
		}
	}
}

// wantBeginning checks that j is whole without what stands behind a line.
func wantBeginning(t *testing.T, what string, j, whole *engine.Journal) {
	t.Helper()
	fields, entries := len(j.Fields), len(j.Entries)
	switch {
	case j.End != "":
		t.Errorf("%s: it ends with %q", what, j.End)
	case fields > len(whole.Fields) || fields > 0 && !reflect.DeepEqual(j.Fields, whole.Fields[:fields]):
		t.Errorf("%s: the header is %v", what, j.Fields)
	case j.Seats != nil && !reflect.DeepEqual(j.Header, whole.Header):
		t.Errorf("%s: the header is %v", what, j.Header)
	case entries > len(whole.Entries) || entries > 0 && !reflect.DeepEqual(j.Entries, whole.Entries[:entries]):
		t.Errorf("%s: the answers are %v", what, j.Entries)
	}
}

// Whatever byte of a journal is changed, taken out or put in, the journal is
// refused; when it counts as cut off, then with nothing but what it said. Only what ends the
// lines does not matter.
func TestJournalWithOneByteWrong(t *testing.T) {
	t.Parallel()
	text := checked("houserule journal 1", "game pig", "seats ann bob", "ann roll", "d6 3", "ann hold", "end ann wins")
	whole, err := engine.ReadJournal(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	sameLines := func(other string) bool { return strings.HasSuffix(other, "\n") && bareLines(other) == bareLines(text) }
	read := func(what, text string) {
		t.Helper()
		j, err := engine.ReadJournal(strings.NewReader(text))
		if sameLines(text) {
			if err != nil || !reflect.DeepEqual(j, whole) {
				t.Errorf("%s: %v, %v", what, j, err)
			}
		} else if err == nil {
			t.Errorf("%s: nobody sees it", what)
		} else if j != nil {
			wantBeginning(t, what, j, whole)
		}
	}
	for i := range len(text) {
		before, after := text[:i], text[i+1:]
		if text != before+after+"\n" { // else it is the line break at the end
			read(fmt.Sprintf("byte %d taken out", i), before+after)
		}
		for b := range 256 {
			if c := string([]byte{byte(b)}); c != text[i:i+1] {
				read(fmt.Sprintf("byte %d made %q", i, c), before+c+after)
			}
		}
		for _, c := range []string{" ", "\n", "~", "0", "a", text[i : i+1]} {
			read(fmt.Sprintf("%q put in at byte %d", c, i), before+c+text[i:])
		}
	}
}

// bareLines returns a text without blanks at the ends of its lines, and blank lines at its end.
func bareLines(text string) string {
	var bare strings.Builder
	for line := range strings.Lines(text) {
		bare.WriteString(strings.TrimRight(line, " \t\r\n") + "\n")
	}
	return strings.TrimRight(bare.String(), "\n")
}

// What editors, mails and git do to the ends of lines does not matter.
func TestJournalLineEnds(t *testing.T) {
	text := pigJournal(t, 12)
	whole, err := engine.ReadJournal(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	const mark = "\ufeff"
	for name, text := range map[string]string{
		"CRLF":             strings.ReplaceAll(text, "\n", "\r\n"),
		"byte order mark":  mark + text,
		"both":             mark + strings.ReplaceAll(text, "\n", "\r\n"),
		"blanks":           strings.ReplaceAll(text, "\n", " \t \n"),
		"lines at the end": text + "\r\n \n",
	} {
		if j, err := engine.ReadJournal(strings.NewReader(text)); err != nil || !reflect.DeepEqual(j, whole) {
			t.Errorf("%s: %v, %v", name, j, err)
		}
	}
	for want, text := range map[string]string{
		"line 1: this is not a houserule journal: its first line must be \"houserule journal 1\"":                                                     mark + mark + text,
		"line 2: the line, or one above it, was changed after it was written: it has no check":                                                        strings.Replace(text, "\n", "\n\n", 1),
		fmt.Sprintf("line %d: the line, or one above it, was changed after it was written: there is text after the end", strings.Count(text, "\n")+3): text + "\r\n \nx",
	} {
		_, err := engine.ReadJournal(strings.NewReader(text))
		wantText(t, err, want)
	}
}

// No line can be taken out, put in again or trade places with the next.
func TestJournalWithOneLineWrong(t *testing.T) {
	text := pigJournal(t, 12)
	lines := strings.SplitAfter(text, "\n")
	lines = lines[:len(lines)-1]
	read := func(what string, i int, lines ...[]string) {
		var text strings.Builder
		for _, l := range lines {
			text.WriteString(strings.Join(l, ""))
		}
		if _, err := engine.ReadJournal(strings.NewReader(text.String())); err == nil {
			t.Errorf("line %d %s: nobody sees it", i+1, what)
		}
	}
	for i := range lines {
		read("taken out", i, lines[:i], lines[i+1:])
		read("twice", i, lines[:i+1], lines[i:])
		if i+1 < len(lines) {
			read("behind the next", i, lines[:i], lines[i+1:i+2], lines[i:i+1], lines[i+2:])
		}
	}
}

func TestJournalWriterErrors(t *testing.T) {
	for _, test := range []struct {
		header engine.Header
		err    string
	}{
		{engine.Header{}, "writing the journal: 0 seats: must be from 1 to 4"},
		{engine.Header{Seats: []string{"a", "b", "c", "d", "e"}}, "writing the journal: 5 seats: must be from 1 to 4"},
		{engine.Header{Seats: []string{"a", "end"}}, `writing the journal: the seat "end": must be a word of its own, neither end nor a die`},
		{engine.Header{Seats: []string{"a", "d6"}}, `writing the journal: the seat "d6": must be a word of its own, neither end nor a die`},
		{engine.Header{Seats: []string{"a", "a"}}, `writing the journal: the seat "a": must be a word of its own, neither end nor a die`},
		{engine.Header{Seats: []string{"Ann B."}}, `writing the journal: the seat "Ann B.": must be a word of its own, neither end nor a die`},
		{
			engine.Header{Seats: []string{"a"}, Fields: []engine.Field{{Key: "seats", Value: "b"}}},
			`writing the journal: the key "seats": must be a word other than seats and streams`,
		},
		{
			engine.Header{Seats: []string{"a"}, Fields: []engine.Field{{Key: "two words", Value: "b"}}},
			`writing the journal: the key "two words": must be a word other than seats and streams`,
		},
		{
			engine.Header{Seats: []string{"a"}, Fields: []engine.Field{{Key: "note", Value: strings.Repeat("x", 1<<16)}}},
			"writing the journal: a line of 65552 bytes: at most 65536 can be read again",
		},
	} {
		_, err := engine.NewJournalWriter(io.Discard, test.header)
		wantText(t, err, test.err)
	}

	w, err := engine.NewJournalWriter(io.Discard, engine.Header{Seats: []string{"a"}})
	if err != nil {
		t.Fatal(err)
	}
	wantText(t, w.Close(""), "writing the journal: the end is empty")

	_, err = engine.NewJournalWriter(shut{}, engine.Header{Seats: []string{"a"}})
	wantText(t, err, "writing the journal: permission denied")
	if !errors.Is(err, os.ErrPermission) {
		t.Errorf("%v does not say why", err)
	}
}

// shut is a Writer that cannot.
type shut struct{}

func (shut) Write([]byte) (int, error) { return 0, os.ErrPermission }

// The longest line that is written can be read.
func TestJournalLongestLine(t *testing.T) {
	j := &engine.Journal{Header: engine.Header{Seats: []string{"a"}}, End: "x"}
	j.Fields = []engine.Field{{Key: "note", Value: strings.Repeat("x", 1<<16-len("note  ~00000000\n"))}}
	got, err := engine.ReadJournal(strings.NewReader(written(t, j)))
	if err != nil || !reflect.DeepEqual(got, j) {
		t.Error(err)
	}
}

// A line break in a text does not break the journal.
func TestJournalLineBreak(t *testing.T) {
	j := &engine.Journal{Header: engine.Header{Seats: []string{"a"}}, Entries: []engine.Entry{{Text: "x\nend y"}}, End: "x\ny"}
	got, err := engine.ReadJournal(strings.NewReader(written(t, j)))
	if err != nil {
		t.Fatal(err)
	}
	if got.Entries[0].Text != "x end y" || got.End != "x y" {
		t.Errorf("read %q, %q", got.Entries[0].Text, got.End)
	}
}

func ExampleJournal() {
	w, err := engine.NewJournalWriter(os.Stdout, engine.Header{
		Fields: []engine.Field{{Key: "game", Value: "heroes"}, {Key: "seed", Value: "7"}},
		Seats:  []string{"aggressor", "defender"},
	})
	if err != nil {
		fmt.Println(err)
	}
	w.Record(engine.Entry{Side: 0, Text: "a1 attack d2"})
	w.Record(engine.Entry{Side: engine.Luck, Sides: 10, N: 7})
	w.Close("aggressor wins in round 4")
	// Output:
	// houserule journal 1 ~49f3f933
	// game heroes ~f4e12e1a
	// seed 7 ~030b8e58
	// seats aggressor defender ~916bd76e
	// aggressor a1 attack d2 ~19d42aac
	// d10 7 ~808dd450
	// end aggressor wins in round 4 ~3af3df07
}

// The journal in the comment of Journal is a true one: the example's.
func TestJournalComment(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "journal.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, decl := range file.Decls {
		d, ok := decl.(*ast.GenDecl)
		if !ok || d.Tok != token.TYPE || d.Specs[0].(*ast.TypeSpec).Name.Name != "Journal" {
			continue
		}
		for line := range strings.Lines(d.Doc.Text()) {
			if line, ok := strings.CutPrefix(line, "\t"); ok {
				text.WriteString(line)
			}
		}
	}
	j, err := engine.ReadJournal(strings.NewReader(text.String()))
	if err != nil {
		t.Fatalf("%v in\n%s", err, &text)
	}
	if j.End != "aggressor wins in round 4" || len(j.Entries) != 2 {
		t.Errorf("it says %+v", j)
	}
}

// Whatever the text, ReadJournal returns; what it accepts, it writes again
// byte by byte. With checks put to the lines it comes further.
func FuzzReadJournal(f *testing.F) {
	pigs, err := os.ReadFile("testdata/pig.journal")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(pigs), false)
	f.Add(string(pigs[:100]), false)
	f.Add("houserule journal 2\n", false)
	f.Add("\ufeff"+strings.ReplaceAll(string(pigs), "\n", "\r\n"), false)
	f.Add("houserule journal 1\ngame x\nseats a b\na x\nd6 3\nend y", true)
	f.Add("houserule journal 1\nseats a\nd06 3\nend \n", true)
	f.Add("houserule journal 1\n\nseats  a\nend x", true)
	f.Fuzz(func(t *testing.T, text string, check bool) {
		if check {
			text = checked(strings.Split(text, "\n")...)
		}
		j, err := engine.ReadJournal(strings.NewReader(text))
		switch {
		case err != nil && !errors.Is(err, engine.ErrCutOff):
			if j != nil {
				t.Errorf("%v, and a journal", err)
			}
		case err == nil:
			if again := written(t, j); bareLines(again) != bareLines(strings.TrimPrefix(text, "\ufeff")) {
				t.Errorf("read and written again\n%q is\n%q", text, again)
			}
		case j.Seats != nil:
			if again := written(t, j); !strings.HasPrefix(bareLines(strings.TrimPrefix(text, "\ufeff")), bareLines(again)) || j.End != "" {
				t.Errorf("%v: read and written again\n%q is\n%q", err, text, again)
			}
		}
	})
}
