package sorcery_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"houserule/engine"
	"houserule/engine/sorcery"
)

var update = flag.Bool("update", false, "write what happens into the transcripts in testdata")

// A transcript is a battle as a text that is script and expectation in one.
// Files of testdata hold them in txtar form, one to a section, whose name is
// the paragraph and what is shown of it:
//
//	-- S3.4 equal dice: both inflict a quarter --
//	attacker: 5 foot-4
//	defender: 3 foot-4
//	rounds: 0
//
//	Round 1
//	[3 3]
//	...
//
// The head is that of a journal: [sorcery.ReadSetup]. It may say, too, "rules:
// die=8 losses_round=up" (keys of [sorcery.Rules]). Lines of the body are
//
//	[DICE]           the dice that come next
//	> CHOICE         what a player answers
//	! CHOICE -- WHY  what a player may not answer, and what the rules say to it
//	? PROMPT OPTIONS what is asked, and all options, behind the question mark
//	=                all units
//	# anything       a comment
//	anything else    an event in words
//	...              the script ends here, the battle goes on
//
// Every line must come as it stands, and no other.
type transcript struct {
	head   string
	body   []string
	battle *sorcery.Battle
	dice   []int // that were given and not rolled yet
	told   []string
	err    error
}

var errEnough = errors.New("the transcript ends")

func TestS3(t *testing.T)       { transcripts(t, "S3.txt") }
func TestS5(t *testing.T)       { transcripts(t, "S5.txt") }
func TestS7(t *testing.T)       { transcripts(t, "S7.txt") }
func TestExamples(t *testing.T) { transcripts(t, "examples.txt") }

// transcripts runs every transcript of a file as a subtest.
func transcripts(t *testing.T, file string) {
	name := filepath.Join("testdata", "rules", file)
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for i := range archive.Files {
		section := &archive.Files[i]
		t.Run(section.Name, func(t *testing.T) {
			want := string(section.Data)
			tr, err := newTranscript(t, want)
			if err != nil {
				t.Fatal(err)
			}
			got, err := tr.play()
			switch {
			case err != nil:
				t.Errorf("%v, after\n%s", err, got)
			case *update:
				section.Data = []byte(got)
			case got != want:
				t.Errorf("it went\n%s\nand should have gone\n%s", got, want)
			}
		})
	}
	if *update && !t.Failed() {
		if err := os.WriteFile(name, txtar.Format(archive), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// newTranscript reads a transcript of a game, to which changes may be made.
func newTranscript(t *testing.T, text string, changes ...func(*sorcery.Game)) (*transcript, error) {
	head, body, ok := strings.Cut(text, "\n\n")
	if !ok {
		return nil, errors.New("no blank line behind the head")
	}
	tr := &transcript{head: head}
	rules := sorcery.DefaultRules()
	var h engine.Header
	for line := range strings.SplitSeq(head, "\n") {
		key, value, _ := strings.Cut(line, ": ")
		switch {
		case strings.HasPrefix(line, "#"):
		case key == "rules":
			if err := setRules(&rules, value); err != nil {
				return nil, err
			}
		default:
			h.Fields = append(h.Fields, engine.Field{Key: key, Value: value})
		}
	}
	g := newGame(t, rules)
	for _, change := range changes {
		change(g)
	}
	setup, err := sorcery.ReadSetup(h, g.Kind)
	if err != nil {
		return nil, err
	}
	for _, line := range strings.Split(strings.TrimRight(body, "\n"), "\n") {
		if line != "" && strings.Contains("[>!?=#.", line[:1]) {
			tr.body = append(tr.body, line)
		}
	}
	tr.battle, err = sorcery.NewBattle(g, setup)
	return tr, err
}

// setRules sets the keys of "die=6 charge_again=true".
func setRules(rules *sorcery.Rules, text string) error {
	v := reflect.ValueOf(rules).Elem()
settings:
	for _, setting := range strings.Fields(text) {
		key, value, _ := strings.Cut(setting, "=")
		for i := range v.NumField() {
			if v.Type().Field(i).Tag.Get("toml") != key {
				continue
			}
			switch f := v.Field(i); f.Kind() {
			case reflect.Int:
				n, err := strconv.Atoi(value)
				if err != nil {
					return err
				}
				f.SetInt(int64(n))
			case reflect.Bool:
				f.SetBool(value == "true")
			case reflect.String:
				f.SetString(value)
			}
			continue settings
		}
		return fmt.Errorf("no rule is called %q", key)
	}
	return nil
}

// play plays the battle and returns its transcript.
func (tr *transcript) play() (string, error) {
	player := engine.OracleFunc(tr.answer)
	table := engine.NewTable(player, player, player)
	table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) { tr.tell(tr.battle.Describe(e)) }))
	table.Explain(true)
	tr.battle.Play(table)
	err := table.Err()
	if errors.Is(err, errEnough) {
		err = nil
	} else if err == nil {
		for line := tr.next(nil); line != ""; line = tr.next(nil) {
			err = fmt.Errorf("left over: %s", line)
		}
	}
	if err == nil && len(tr.dice) > 0 {
		err = fmt.Errorf("dice are left over: %v", tr.dice)
	}
	return tr.head + "\n\n" + strings.Join(tr.told, "\n") + "\n", errors.Join(err, tr.err)
}

func (tr *transcript) tell(line string) { tr.told = append(tr.told, line) }

// next carries out the lines that only look, up to one that answers, which it
// returns.
func (tr *transcript) next(c engine.Choice) string {
	for len(tr.body) > 0 {
		line := tr.body[0]
		switch {
		case strings.HasPrefix(line, "#"):
			tr.tell(line)
		case strings.HasPrefix(line, "="):
			tr.tell("= " + board(tr.battle))
		case strings.HasPrefix(line, "?") && c != nil:
			tr.tell("? " + options(c))
		case strings.HasPrefix(line, "!") && c != nil:
			text, _, _ := strings.Cut(line[2:], " -- ")
			_, err := engine.ParseLegal(c, text)
			if err == nil {
				tr.err = fmt.Errorf("%s is legal", text)
				err = tr.err
			}
			tr.tell("! " + text + " -- " + err.Error())
		default:
			tr.body = tr.body[1:]
			tr.tell(line)
			return line
		}
		tr.body = tr.body[1:]
	}
	return ""
}

// options are what is asked, and what may be answered.
func options(c engine.Choice) string {
	text := c.(engine.Prompter).Prompt()
	sep := " "
	for answer := range c.Each {
		text += sep + c.Name(answer)
		sep = ", "
	}
	return text
}

// answer carries out the lines up to the next answer and gives it.
func (tr *transcript) answer(q engine.Question) (int, error) {
	if q.Choice == nil && len(tr.dice) > 0 {
		die := tr.dice[0]
		tr.dice = tr.dice[1:]
		return die, nil
	}
	line := tr.next(q.Choice)
	switch {
	case line == "...":
		return 0, errEnough
	case line == "" || (line[0] == '[') != (q.Choice == nil) || q.Choice != nil && len(tr.dice) > 0:
		asked := "a die"
		if q.Choice != nil {
			asked = options(q.Choice)
		}
		return 0, fmt.Errorf("%q, dice %v: asked for %s", line, tr.dice, asked)
	case q.Choice != nil:
		return engine.ParseLegal(q.Choice, line[2:])
	}
	for _, word := range strings.Fields(strings.Trim(line, "[]")) {
		die, err := strconv.Atoi(word)
		if err != nil {
			return 0, err
		}
		tr.dice = append(tr.dice, die)
	}
	return tr.answer(q)
}
