package engine

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// JournalVersion is the version of journals that this program writes, and the newest
// version that it reads.
const JournalVersion = 1

// A Recorder writes down each answer, by name, when the table accepts it.
type Recorder interface {
	Record(e Entry) error
}

// An Entry is one answer: a die (Side.IsLuck) or a choice, by name.
type Entry struct {
	Side  Side
	Sides int    // of a die
	N     int    // of a die
	Text  string // of a choice
	From  Origin // journals do not keep it
}

// Same reports whether two entries are the same answer, however each came about.
func (e Entry) Same(other Entry) bool {
	e.From, other.From = 0, 0
	return e == other
}

// An Origin is how an answer came about.
type Origin uint8

const (
	Begins Origin = iota // a line begins with it, or is all of it
	Joins                // the answers before it in its line
	Itself               // no line: the prompt answered
)

// newEntry returns the entry for an answer.
func newEntry(q Question, answer int) Entry {
	if q.Choice == nil {
		return Entry{Side: min(q.Side, Luck), Sides: int(q.Sides), N: answer}
	}
	return Entry{Side: q.Side, Text: q.Choice.Name(answer)}
}

// A Field is one line of a journal's header.
type Field struct{ Key, Value string }

// A Header describes the battle of a journal: rule system, scenario, seed, mods and their
// hashes. The kernel knows only two keys, the streams of dice and the seats. It writes them
// before the answers.
type Header struct {
	Fields  []Field
	Streams []string
	Seats   []string
}

// KeyScenario is the key of the id of the scenario that is played, which setups have, too.
const KeyScenario = "scenario"

// Get returns the value of key, or "" if there is none.
func (h Header) Get(key string) string {
	for _, f := range h.Fields {
		if f.Key == key {
			return f.Value
		}
	}
	return ""
}

// Numbered yields the keys that are numbered from 1, such as "stack1", and their values.
func (h Header) Numbered(key string) iter.Seq2[string, string] {
	return func(yield func(key, value string) bool) {
		for i := 1; ; i++ {
			numbered := key + strconv.Itoa(i)
			if value := h.Get(numbered); value == "" || !yield(numbered, value) {
				return
			}
		}
	}
}

// check returns an error if a reader could take a part of h for something else.
func (h Header) check() error {
	for _, f := range h.Fields {
		if !isWord(f.Key) || f.Key == keySeats || f.Key == keyStreams {
			return fmt.Errorf("the key %q: must be a word other than seats and streams", f.Key)
		}
	}
	if n := len(h.Fields); n > maxJournalFields {
		return fmt.Errorf("a header of %d lines: %d are the most", n, maxJournalFields)
	}
	streams := map[string]bool{}
	for _, name := range h.Streams {
		if !isWord(name) || streams[name] {
			return fmt.Errorf("the stream %q: must be a word of its own", name)
		}
		streams[name] = true
	}
	if n := len(h.Seats); n == 0 || n > MaxSeats {
		return fmt.Errorf("%d seats: must be from 1 to %d", n, MaxSeats)
	}
	for i, name := range h.Seats {
		die := isDie(name)
		if !isWord(name) || die || name == "end" || slices.Contains(h.Seats[:i], name) {
			return fmt.Errorf("the seat %q: must be a word of its own, neither end nor a die", name)
		}
	}
	return nil
}

func isWord(s string) bool {
	at, _ := Unsafe(s, "")
	return s != "" && at < 0 && !strings.ContainsFunc(s, unicode.IsSpace)
}

const (
	keySeats   = "seats"
	keyStreams = "streams"
)

// parseDie reads "d10", or "d6@morale" for a die of a stream.
func parseDie(s string) (sides int, stream string, ok bool) {
	digits, ok := strings.CutPrefix(s, "d")
	digits, stream, named := strings.Cut(digits, "@")
	sides, err := strconv.Atoi(digits)
	return sides, stream, ok && err == nil && strconv.Itoa(sides) == digits && named == (stream != "")
}

func isDie(s string) bool {
	_, _, ok := parseDie(s)
	return ok
}

// A Journal is a battle as its answers. As text it is lines for people to
// read, each ending in a check of all lines so far:
//
//	houserule journal 1 ~49f3f933
//	game heroes ~f4e12e1a
//	seed 7 ~030b8e58
//	seats aggressor defender ~916bd76e
//	aggressor a1 attack d2 ~19d42aac
//	d10 7 ~808dd450
//	end aggressor wins in round 4 ~3af3df07
//
// Editors, mails and git may change what ends the lines: a byte order mark, blanks and \r
// after the checks, and blank lines after the end are no part of a journal.
type Journal struct {
	Header
	Entries []Entry
	End     string // how the battle ended; "" if the journal breaks off
}

// The errors of reading a journal. ErrCutOff comes with the journal up to its last whole
// line.
var (
	ErrNotJournal = errors.New("this is not a houserule journal")
	ErrNewer      = errors.New("the journal is of a newer version")
	ErrEdited     = errors.New("the line, or one above it, was changed after it was written")
	ErrCutOff     = errors.New("the journal is cut off")
	ErrTooLong    = errors.New("the journal is too long")
)

// A JournalError is a mistake in a line of a journal.
type JournalError struct {
	Line int // from 1
	Err  error
	Hint string
}

// Error returns the line, the error and the hint.
func (e *JournalError) Error() string {
	s := fmt.Sprintf("line %d: %v", e.Line, e.Err)
	if e.Hint != "" {
		s += ": " + e.Hint
	}
	return s
}

// Unwrap returns the error without its place.
func (e *JournalError) Unwrap() error { return e.Err }

const magic = "houserule journal "

// A JournalWriter is a Recorder that writes a journal.
type JournalWriter struct {
	w       io.Writer
	streams []string
	seats   []string
	sum     uint32
	written extent
}

// NewJournalWriter writes the header. Each line is one call of w.Write. The error names the
// key that is no word, or the seat that a reader could take for a die, the end or another
// seat.
func NewJournalWriter(w io.Writer, h Header) (*JournalWriter, error) {
	if err := h.check(); err != nil {
		return nil, fmt.Errorf("writing the journal: %w", err)
	}
	j := &JournalWriter{w: w, streams: h.Streams, seats: h.Seats}
	err := j.line(magic + strconv.Itoa(JournalVersion))
	for _, f := range h.Fields {
		if err == nil {
			err = j.line(f.Key + " " + f.Value)
		}
	}
	if err == nil && len(h.Streams) > 0 {
		err = j.line(keyStreams + " " + strings.Join(h.Streams, " "))
	}
	if err == nil {
		err = j.line(keySeats + " " + strings.Join(h.Seats, " "))
	}
	return j, err
}

// Record writes an entry.
func (j *JournalWriter) Record(e Entry) error {
	switch {
	case e.Side == Luck:
		return j.line("d" + strconv.Itoa(e.Sides) + " " + strconv.Itoa(e.N))
	case e.Side.IsLuck() && e.Side.stream() >= len(j.streams):
		return fmt.Errorf("writing the journal: the dice of stream %d have no name", e.Side.stream())
	case e.Side.IsLuck():
		return j.line("d" + strconv.Itoa(e.Sides) + "@" + j.streams[e.Side.stream()] + " " + strconv.Itoa(e.N))
	}
	return j.line(j.seats[e.Side] + " " + e.Text)
}

// Close writes how the battle ended; end must not be "". It does not close the underlying
// writer.
func (j *JournalWriter) Close(end string) error {
	if end == "" {
		return errors.New("writing the journal: the end is empty")
	}
	return j.line("end " + end)
}

func (j *JournalWriter) line(text string) error {
	text = strings.ReplaceAll(text, "\n", " ")
	if n := len(text) + checkLen; n > maxJournalLine {
		return fmt.Errorf("writing the journal: a line of %d bytes: at most %d can be read again", n, maxJournalLine)
	}
	if !j.written.add(len(text) + checkLen) {
		return fmt.Errorf("writing the journal: %w", errLength)
	}
	j.sum = crc32.Update(j.sum, crc32.IEEETable, []byte(text))
	if _, err := fmt.Fprintf(j.w, "%s ~%08x\n", text, j.sum); err != nil {
		return fmt.Errorf("writing the journal: %w", err)
	}
	return nil
}

// ReadJournal reads a journal. Its errors are of type *JournalError. If the journal is only
// cut off, it also returns the part before the cut.
func ReadJournal(r io.Reader) (*Journal, error) {
	j := new(Journal)
	in := &journalReader{in: bufio.NewReaderSize(r, maxJournalLine)}
	if err := in.version(); err != nil {
		return nil, err
	}
	for {
		line, err := in.next()
		if errors.Is(err, ErrCutOff) {
			return j, err
		}
		if err != nil {
			return nil, err
		}
		key, value, ok := strings.Cut(line, " ")
		switch {
		case !ok:
			return nil, in.fail(ErrEdited, "it is a single word")
		case key == keyStreams && j.Seats == nil && j.Streams == nil:
			j.Streams = strings.Split(value, " ")
		case key == keySeats && j.Seats == nil:
			j.Seats = strings.Split(value, " ")
			if err := j.check(); err != nil {
				return nil, in.fail(ErrEdited, err.Error())
			}
		case j.Seats == nil:
			if j.Fields = append(j.Fields, Field{key, value}); len(j.Fields) > maxJournalFields {
				return nil, in.fail(errLength, fmt.Sprintf("the header has more than %d", maxJournalFields))
			}
		case key == "end":
			j.End = value
			if value == "" {
				return nil, in.fail(ErrEdited, "the end is empty")
			}
			if in.more() {
				return nil, in.fail(ErrEdited, "there is text after the end")
			}
			return j, nil
		default:
			e, err := j.entry(key, value)
			if err != nil {
				return nil, in.fail(ErrEdited, err.Error())
			}
			j.Entries = append(j.Entries, e)
		}
	}
}

// CheckTexts returns an error if a value of the header, an answer or the end has a
// character that is unsafe to show. This program never writes one, but journals may come
// from elsewhere.
func (j *Journal) CheckTexts() error {
	check := func(what, text string) error {
		if at, found := Unsafe(text, ""); at >= 0 {
			return fmt.Errorf("%w: %s %s has the %s", ErrNotJournal, what, Quote(text), found)
		}
		return nil
	}
	for _, f := range j.Fields {
		if err := check("the header", f.Key+" "+f.Value); err != nil {
			return err
		}
	}
	for _, e := range j.Entries {
		if err := check("the answer", e.Text); err != nil {
			return err
		}
	}
	return check("the end", j.End)
}

// entry reads one line as an answer.
func (j *Journal) entry(key, value string) (Entry, error) {
	for side, name := range j.Seats {
		if key == name {
			return Entry{Side: Side(side), Text: value}, nil
		}
	}
	sides, stream, ok := parseDie(key)
	if !ok {
		return Entry{}, &Unknown{What: "seat", Word: key, Known: j.Seats}
	}
	side := Luck
	if stream != "" {
		n := slices.Index(j.Streams, stream)
		if n < 0 {
			return Entry{}, &Unknown{What: "stream of dice", Word: stream, Known: j.Streams}
		}
		side = Stream(n)
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 || n > sides || strconv.Itoa(n) != value {
		return Entry{}, fmt.Errorf("a die of %d sides cannot show %q", sides, value)
	}
	return Entry{Side: side, Sides: sides, N: n}, nil
}

// Limits of a journal. The writer stops at them, because a longer journal could not be read
// again. A battle of 300 stacks of 100 cards a side has 115,000 lines.
const (
	maxJournalLine   = 1 << 16   // bytes
	maxJournalLines  = 1_000_000 // lines
	maxJournalSize   = 64 << 20  // bytes
	maxJournalFields = 1000      // lines of the header
	checkLen         = len(" ~00000000\n")
)

var errLength = fmt.Errorf("%w: %d lines and %d bytes are the most", ErrTooLong, maxJournalLines, maxJournalSize)

// An extent is the length of a journal so far.
type extent struct{ lines, size int }

// add adds a line of n bytes, and reports whether the journal is still within its limits.
func (e *extent) add(n int) bool {
	e.lines++
	e.size += n
	return e.lines <= maxJournalLines && e.size <= maxJournalSize
}

type journalReader struct {
	in   *bufio.Reader
	line int
	sum  uint32
	read extent
}

// more moves on to the next line that is not blank and reports whether there is one.
func (r *journalReader) more() bool {
	r.line++
	for {
		c, err := r.in.ReadByte()
		switch {
		case err != nil:
			return false
		case c == '\n':
			r.line++
		case !strings.ContainsRune(lineBlanks, rune(c)):
			return true
		}
	}
}

// lineBlanks are what may stand between the check of a line and its end.
const lineBlanks = " \t\r"

// version reads the first line. The form of a newer version's lines is unknown,
// so the version is read before the line's check.
func (r *journalReader) version() error {
	const mark = "\ufeff" // the byte order mark
	if head, _ := r.in.Peek(len(mark)); string(head) == mark {
		r.in.Discard(len(mark))
	}
	head, _ := r.in.Peek(len(magic) + 9)
	number, _, _ := strings.Cut(strings.TrimPrefix(string(head), magic), " ")
	if n, err := strconv.Atoi(number); err == nil && n > JournalVersion && strings.HasPrefix(string(head), magic) {
		r.line = 1
		return r.fail(ErrNewer, fmt.Sprintf("it is of version %d, this program reads up to %d: use a newer houserule", n, JournalVersion))
	}
	first, err := r.next()
	if err != nil && !errors.Is(err, ErrCutOff) && !errors.Is(err, ErrEdited) {
		return err // the file's error, not the text's
	}
	if err != nil || first != magic+strconv.Itoa(JournalVersion) {
		return r.fail(ErrNotJournal, `its first line must be "`+magic+`1"`)
	}
	return nil
}

// next returns the next line without the check at its end, which it verifies.
func (r *journalReader) next() (string, error) {
	r.line++
	b, err := r.in.ReadSlice('\n')
	switch {
	case err == bufio.ErrBufferFull:
		return "", r.fail(ErrEdited, "the line is too long")
	case err == io.EOF && len(b) == 0:
		return "", r.fail(ErrCutOff, "it has no end line: the battle was not played to its end")
	case err == io.EOF:
		return "", r.fail(ErrCutOff, "the last line is not whole")
	case err != nil:
		return "", r.fail(err, "")
	case !r.read.add(len(b)):
		return "", r.fail(errLength, "")
	}
	b = bytes.TrimRight(b, lineBlanks+"\n")
	i := bytes.LastIndex(b, []byte(" ~"))
	if i < 0 {
		return "", r.fail(ErrEdited, "it has no check")
	}
	r.sum = crc32.Update(r.sum, crc32.IEEETable, b[:i])
	if check := string(b[i+1:]); check != fmt.Sprintf("~%08x", r.sum) {
		return "", r.fail(ErrEdited, fmt.Sprintf("its check is %q", check))
	}
	return string(b[:i]), nil
}

func (r *journalReader) fail(err error, hint string) error {
	return &JournalError{Line: r.line, Err: err, Hint: hint}
}

// Restream renumbers the dice of the journal's streams by their places in streams. All the
// journal's streams must be in streams.
func (j *Journal) Restream(streams []string) error {
	for i, e := range j.Entries {
		if !e.Side.IsLuck() || e.Side == Luck {
			continue
		}
		name := j.Streams[e.Side.stream()]
		n := slices.Index(streams, name)
		if n < 0 {
			return &Unknown{What: "stream of dice", Word: name, Known: streams}
		}
		j.Entries[i].Side = Stream(n)
	}
	j.Streams = streams
	return nil
}
