package enginetest

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"houserule/engine"
)

// Update is the flag with which tests write what happens into their testdata.
var Update = flag.Bool("update", false, "write what happens into testdata")

// A Transcript is a battle as a text that is both script and expectation. Files in testdata
// hold transcripts in txtar form, one in each section. The name of a section is a paragraph
// and what the transcript shows of it:
//
//	-- P2 a 1 takes the pot away --
//	goal: 20
//
//
//	> roll [3]
//	attacker rolls a 3
//	> roll [1]
//	attacker rolls a 1 and loses the pot
//	...
//
// The head describes the start of the battle, with a key and a value in each line: the keys
// of a journal's header, or others that the tests of a game read. Lines of the body are
//
//	> CHOICE [DICE]  what a player answers, and the dice that come next
//	[DICE]           the dice that come next
//	! CHOICE -- WHY  an illegal answer, and the rules' reason
//	? PROMPT OPTIONS the question and all options
//	=                the board of the battle
//	# anything       a comment, in the head, too
//	anything else    an event in words
//	...              the script ends here, the battle continues
//
// The battle must produce exactly these lines and roll exactly these dice.
type Transcript struct {
	Header engine.Header // the head
	Lines  []string      // the body

	head    string
	left    []string // lines of the script that are still to come
	fixture *Fixture
	dice    []int // dice that have not been rolled yet
	told    []string
	wrong   error // an error after which the battle continues
}

// A Fixture is the battle and the table of a transcript.
type Fixture struct {
	Battle  engine.Story
	Board   func() string // the board of the battle, in one line
	Explain bool          // whether scores record their terms
	// Tell, if not nil, returns an event as lines. If it is nil, the battle's Describe
	// serves.
	Tell func(e engine.Event) []string
	// Ends, if not nil, gets the choice at which the script ends.
	Ends func(c engine.Choice)
}

var errEnough = errors.New("the transcript ends")

// Transcripts plays every transcript of a file, each as a subtest. The function fixture
// sets up the battle that a head describes.
func Transcripts(t *testing.T, file string, fixture func(*Transcript) (*Fixture, error)) {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i := range archive.Files {
		section := &archive.Files[i]
		t.Run(section.Name, func(t *testing.T) {
			want := string(section.Data)
			got, err := PlayText(want, fixture)
			switch {
			case err != nil:
				t.Errorf("%v, after\n%s", err, got)
			case *Update:
				section.Data = []byte(got)
			case got != want:
				t.Errorf("it went\n%s\nand should have gone\n%s", got, want)
			}
		})
	}
	if *Update && !t.Failed() {
		if err := os.WriteFile(file, txtar.Format(archive), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// PlayText plays a transcript and returns what happened, as a transcript. The result is the
// same text if all went as expected.
func PlayText(text string, fixture func(*Transcript) (*Fixture, error)) (string, error) {
	tr, err := ParseTranscript(text)
	if err != nil {
		return "", err
	}
	s, err := fixture(tr)
	if err != nil {
		return "", err
	}
	return tr.Play(s)
}

// ParseTranscript reads a transcript.
func ParseTranscript(text string) (*Transcript, error) {
	head, body, ok := strings.Cut(text, "\n\n")
	if !ok {
		return nil, errors.New("there is no blank line after the head")
	}
	tr := &Transcript{head: head, Lines: strings.Split(strings.TrimRight(body, "\n"), "\n")}
	for line := range strings.SplitSeq(head, "\n") {
		key, value, ok := strings.Cut(line, ": ")
		switch {
		case strings.HasPrefix(line, "#"):
		case !ok:
			return nil, fmt.Errorf("the line %q of the head: write a key and a value, as in rounds: 3", line)
		default:
			tr.Header.Fields = append(tr.Header.Fields, engine.Field{Key: key, Value: value})
		}
	}
	return tr, nil
}

// Script returns the transcript's dice and answers. It serves tests that play the
// transcript without comparing events.
func (tr *Transcript) Script() (*engine.Script, error) {
	script := new(engine.Script)
	for _, line := range tr.Lines {
		if line == "" || line[0] != '>' && line[0] != '[' {
			continue
		}
		choice, dice, err := cutDice(line)
		if err != nil {
			return nil, err
		}
		script.Dice = append(script.Dice, dice...)
		if text, ok := strings.CutPrefix(choice, "> "); ok {
			script.Choices = append(script.Choices, text)
		}
	}
	return script, nil
}

// cutDice parses "> a1 attack d1 [7 3]" or "[7 3]".
func cutDice(line string) (choice string, dice []int, err error) {
	choice, list, ok := strings.Cut(line, "[")
	if !ok {
		return line, nil, nil
	}
	for _, word := range strings.Fields(strings.TrimSuffix(list, "]")) {
		n, err := strconv.Atoi(word)
		if err != nil {
			return "", nil, fmt.Errorf("%q: %q is not a die", line, word)
		}
		dice = append(dice, n)
	}
	return strings.TrimSuffix(choice, " "), dice, nil
}

// Play plays the battle and returns what happened. Its error is that the script does not
// fit the battle.
func (tr *Transcript) Play(s *Fixture) (string, error) {
	tr.fixture, tr.left, tr.dice, tr.told, tr.wrong = s, nil, nil, nil, nil
	for _, line := range tr.Lines {
		if line != "" && strings.Contains("[>!?=#.", line[:1]) {
			tr.left = append(tr.left, line)
		}
	}
	player := engine.OracleFunc(tr.answer)
	table := engine.NewTable(player, Everybody(player)...)
	table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) { tr.hear(e) }))
	table.Explain(s.Explain)
	err := engine.Play(s.Battle, table)
	if errors.Is(err, errEnough) {
		err = nil
	}
	if err == nil {
		err = tr.leftOver()
	}
	return tr.head + "\n\n" + strings.Join(tr.told, "\n") + "\n", errors.Join(err, tr.wrong)
}

// leftOver returns an error if the script has answers after the end of the battle.
func (tr *Transcript) leftOver() error {
	if line := tr.look(nil); line != "" {
		return fmt.Errorf("left over: %s", line)
	}
	if len(tr.dice) > 0 {
		return fmt.Errorf("dice are left over: %v", tr.dice)
	}
	return nil
}

func (tr *Transcript) tell(lines ...string) { tr.told = append(tr.told, lines...) }

func (tr *Transcript) hear(e engine.Event) {
	if tr.fixture.Tell != nil {
		tr.tell(tr.fixture.Tell(e)...)
		return
	}
	tr.tell(tr.fixture.Battle.Describe(e))
}

// answer carries out the lines up to the next answer, and returns it.
func (tr *Transcript) answer(q engine.Question) (int, error) {
	if q.Choice == nil && len(tr.dice) > 0 {
		die := tr.dice[0]
		tr.dice = tr.dice[1:]
		return die, nil
	}
	line := tr.look(q.Choice)
	if line == "..." || line == "" && q.Choice != nil && len(tr.dice) == 0 {
		tr.left = tr.left[min(1, len(tr.left)):]
		tr.tell("...")
		if tr.fixture.Ends != nil {
			tr.fixture.Ends(q.Choice)
		}
		return 0, errEnough
	}
	if line == "" || (line[0] == '[') != (q.Choice == nil) || len(tr.dice) > 0 {
		return 0, fmt.Errorf("%q, dice %v: asked for %s", line, tr.dice, asked(q))
	}
	tr.left = tr.left[1:]
	choice, dice, err := cutDice(line)
	if err != nil {
		return 0, err
	}
	tr.tell(line)
	if tr.dice = dice; q.Choice == nil {
		return tr.answer(q)
	}
	return engine.ParseLegal(q.Choice, strings.TrimPrefix(choice, "> "))
}

// look carries out the lines that only look, and returns the next other line. C is nil at
// the end of a battle and for dice.
func (tr *Transcript) look(c engine.Choice) string {
	for ; len(tr.left) > 0; tr.left = tr.left[1:] {
		line := tr.left[0]
		switch {
		case strings.HasPrefix(line, "#"):
			tr.tell(line)
		case strings.HasPrefix(line, "="):
			tr.tell("= " + tr.fixture.Board())
		case strings.HasPrefix(line, "?") && c != nil:
			tr.tell("? " + asked(engine.Question{Choice: c}))
		case strings.HasPrefix(line, "! ") && c != nil:
			tr.tell(tr.refuse(c, line))
		default:
			return line
		}
	}
	return ""
}

// refuse carries out a line with an illegal answer, and returns what happened.
func (tr *Transcript) refuse(c engine.Choice, line string) string {
	text, _, _ := strings.Cut(line[2:], " -- ")
	_, err := engine.ParseLegal(c, text)
	if err == nil {
		err = fmt.Errorf("%s is legal", text)
		tr.wrong = errors.Join(tr.wrong, err)
	}
	return "! " + text + " -- " + err.Error()
}

// asked returns the question and its options as a line.
func asked(q engine.Question) string {
	if q.Choice == nil {
		return "a die"
	}
	var names []string
	for answer := range q.Choice.Each {
		names = append(names, q.Choice.Name(answer))
	}
	options := strings.Join(names, ", ")
	if p, ok := q.Choice.(engine.Prompter); ok {
		return p.Prompt() + " " + options
	}
	return options
}
