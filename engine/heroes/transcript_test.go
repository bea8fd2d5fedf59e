package heroes_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
)

var update = flag.Bool("update", false, "write what happens into the transcripts in testdata")

// A transcript is a battle as a text that is script and expectation in one.
// Files of testdata hold them in txtar form, one to a section, whose name is
// the paragraph and what is shown of it:
//
//	-- E6 a Bandit rolls 7 at 3 Gold Golems --
//	# A comment.
//	aggressor: 1 bandit
//	defender: 3 gold-golem
//
//	> a1 attack d1 [7]
//	a1 (1 Bandit) attacks d1 (3 Gold Golem): die 7 + 1 = 8 against 7: hit
//	Gold Golem of d1 dies
//	...
//
// The head says what the battle starts from: the armies, and, where they are
// not the usual, walls: (a state), rules: (keys of [rules], as in
// "die=6 swat_limit=1"), limit: (of rounds), setup: free, explain: on (print
// the terms of scores). Behind an army may stand "; town 6; hand 3; deck 9;
// guard". Lines of the body are
//
//	> CHOICE [DICE]  what a player answers, and the dice that follow from it
//	! CHOICE -- WHY  what a player may not answer, and what the rules say to it
//	?                all options, behind the question mark
//	=                all stacks, walls and cards in hand
//	[DICE]           dice before the first choice
//	anything else    an event in words
//	...              the script ends here, the battle goes on
//
// The beginnings of rounds and phases are left out unless the text names one.
// Every line must come as it stands, and no other.
type transcript struct {
	game   *heroes.Game
	setup  heroes.Setup
	head   string
	body   []string
	phases bool
	terms  bool

	at     int // the next line of body
	battle *heroes.Battle
	script engine.Script
	told   []string            // what has happened so far
	choice int                 // the line of told that is the last choice, -1 before one
	wrong  error               // a choice that should not be legal
	then   func(engine.Choice) // looks at the choice at which the script ends
}

// roster is the game of the shipped data.
var roster = sync.OnceValues(func() (*library.Library, error) {
	return library.Load(heroesdata.System(), os.DirFS("../.."), "creatures.toml", "mods/heroes")
})

func shipped(t testing.TB) *library.Library {
	t.Helper()
	lib, err := roster()
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

// recruits is the game of the creatures that were made for these tests, so
// that to balance the roster does not change what they show.
var recruits = sync.OnceValues(func() (*library.Library, error) {
	return library.Load(heroesdata.System(), os.DirFS("testdata"), "recruits.toml")
})

// transcripts runs every transcript of a file as a subtest.
func transcripts(t *testing.T, file string, lib *library.Library) {
	name := filepath.Join("testdata", file)
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for i := range archive.Files {
		section := &archive.Files[i]
		t.Run(section.Name, func(t *testing.T) {
			want := string(section.Data)
			tr, err := parseTranscript(want, lib)
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

func parseTranscript(text string, lib *library.Library) (*transcript, error) {
	tr := &transcript{choice: -1}
	head, body, ok := strings.Cut(text, "\n\n")
	if !ok {
		return nil, errors.New("no blank line behind the head")
	}
	tr.head = head
	rules := heroes.DefaultRules()
	for i := range tr.setup.Sides {
		tr.setup.Sides[i].Town = heroes.NoTownNear
	}
	for _, line := range strings.Split(head, "\n") {
		key, value, _ := strings.Cut(line, ": ")
		var err error
		switch {
		case strings.HasPrefix(line, "#"):
		case key == "aggressor":
			err = parseSide(value, lib, &tr.setup.Sides[heroes.Aggressor])
		case key == "defender":
			err = parseSide(value, lib, &tr.setup.Sides[heroes.Defender])
		case key == "walls":
			tr.setup.Walls, err = heroes.ParseWalls(value)
		case key == "rules":
			err = setRules(&rules, value)
		case key == "limit":
			tr.setup.RoundLimit, err = strconv.Atoi(value)
		case line == "setup: free":
			tr.setup.Free = true
		case line == "explain: on":
			tr.terms = true
		default:
			err = fmt.Errorf("what does it say?")
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", line, err)
		}
	}
	tr.game = heroes.NewGame(rules, heroesdata.Game(lib).Creatures, heroesdata.Game(lib).Spells)
	tr.body = strings.Split(strings.TrimRight(body, "\n"), "\n")
	for _, line := range tr.body {
		tr.phases = tr.phases || strings.HasPrefix(line, "Round ") || strings.HasPrefix(line, "Phase ")
		line, isChoice := strings.CutPrefix(line, "> ")
		if !isChoice && !strings.HasPrefix(line, "[") {
			continue
		}
		choice, dice, err := cutDice(line)
		if err != nil {
			return nil, err
		}
		tr.script.Dice = append(tr.script.Dice, dice...)
		if isChoice {
			tr.script.Choices = append(tr.script.Choices, choice)
		}
	}
	return tr, nil
}

// cutDice reads "a1 attack d1 [7 3]".
func cutDice(line string) (choice string, dice []int, err error) {
	choice, list, ok := strings.Cut(strings.TrimSuffix(line, "]"), "[")
	choice = strings.TrimSuffix(choice, " ")
	if !ok {
		return line, nil, nil
	}
	for _, word := range strings.Fields(list) {
		n, err := strconv.Atoi(word)
		if err != nil {
			return "", nil, err
		}
		dice = append(dice, n)
	}
	return choice, dice, nil
}

func parseSide(text string, lib *library.Library, side *heroes.SideSetup) error {
	parts := strings.Split(text, "; ")
	var err error
	if side.Army, err = heroesdata.ParseArmy(lib, parts[0]); err != nil {
		return err
	}
	for _, part := range parts[1:] {
		word, number, _ := strings.Cut(part, " ")
		n, err := strconv.Atoi(number)
		switch {
		case part == "guard":
			side.Guard = true
			continue
		case err != nil:
			return err
		}
		switch word {
		case "town":
			side.Town = n
		case "hand":
			side.Hand = n
		case "deck":
			side.Deck = n
		default:
			return fmt.Errorf("what is %q?", part)
		}
	}
	return nil
}

// setRules sets the keys of "die=6 emerge_is_free=false".
func setRules(rules *heroes.Rules, text string) error {
	v := reflect.ValueOf(rules).Elem()
	for _, setting := range strings.Fields(text) {
		key, value, _ := strings.Cut(setting, "=")
		found := false
		for i := range v.NumField() {
			if v.Type().Field(i).Tag.Get("toml") != key {
				continue
			}
			found = true
			switch f := v.Field(i); f.Kind() {
			case reflect.Int:
				n, err := strconv.Atoi(value)
				if err != nil {
					return err
				}
				f.SetInt(int64(n))
			case reflect.Float64:
				x, err := strconv.ParseFloat(value, 64)
				if err != nil {
					return err
				}
				f.SetFloat(x)
			case reflect.Bool:
				f.SetBool(value == "true")
			case reflect.String:
				f.SetString(value)
			}
		}
		if !found {
			return fmt.Errorf("no rule is called %q", key)
		}
	}
	return nil
}

// play plays the battle and returns its transcript.
func (tr *transcript) play() (string, error) {
	b, err := heroes.NewBattle(tr.game, tr.setup)
	if err != nil {
		return "", err
	}
	tr.battle = b
	player := engine.OracleFunc(tr.answer)
	table := engine.NewTable(&tr.script, player, player)
	table.Explain(tr.terms)
	table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) { tr.hear(e) }))
	table.Record(recorderFunc(tr.record))
	b.Play(table)
	switch err := table.Err(); {
	case err == nil || errors.Is(err, errEnough):
		if err != nil {
			tr.tell("...")
		}
		tr.look(nil)
		return tr.text(), errors.Join(tr.wrong, tr.script.Done())
	default:
		return tr.text(), err
	}
}

func (tr *transcript) text() string {
	return tr.head + "\n\n" + strings.Join(tr.told, "\n") + "\n"
}

type recorderFunc func(q engine.Question, answer int) error

func (f recorderFunc) Record(q engine.Question, answer int) error { return f(q, answer) }

var errEnough = errors.New("the transcript ends")

func (tr *transcript) tell(line string) { tr.told = append(tr.told, line) }

func (tr *transcript) hear(e engine.Event) {
	text := tr.battle.Describe(e)
	if text == "" || !tr.phases && (e.What == heroes.RoundBegan || e.What == heroes.PhaseBegan) {
		return
	}
	tr.tell(text)
	if tr.terms && e.What == heroes.Struck {
		tr.tell("  attack " + tr.battle.Last().Attack.String())
		tr.tell("  defense " + tr.battle.Last().Defense.String())
	}
}

// record puts dice behind the choice that they follow from.
func (tr *transcript) record(q engine.Question, answer int) error {
	if q.Choice != nil {
		return nil
	}
	if tr.choice < 0 {
		tr.tell("[" + strconv.Itoa(answer) + "]")
		return nil
	}
	line := &tr.told[tr.choice]
	if rest, ok := strings.CutSuffix(*line, "]"); ok {
		*line = rest
	} else {
		*line += " ["
	}
	*line = strings.Replace(*line+" "+strconv.Itoa(answer)+"]", "[ ", "[", 1)
	return nil
}

// answer carries out the lines up to the next choice and makes it.
func (tr *transcript) answer(q engine.Question) (int, error) {
	tr.look(q.Choice)
	if tr.at == len(tr.body) {
		if tr.then != nil {
			tr.then(q.Choice)
		}
		return 0, errEnough
	}
	tr.at++
	n, err := tr.script.Answer(q)
	if err == nil {
		tr.choice = len(tr.told)
		tr.tell("> " + q.Choice.Name(n))
	}
	return n, err
}

// look carries out the lines up to the next choice. At the end of a battle c
// is nil.
func (tr *transcript) look(c engine.Choice) {
	for ; tr.at < len(tr.body); tr.at++ {
		line := tr.body[tr.at]
		switch text := strings.TrimPrefix(line[min(1, len(line)):], " "); {
		case strings.HasPrefix(line, "> ") && c != nil:
			return
		case strings.HasPrefix(line, "#"):
			tr.tell(line)
		case strings.HasPrefix(line, "="):
			tr.tell("= " + board(tr.battle))
		case strings.HasPrefix(line, "?") && c != nil:
			var names []string
			for answer := range c.Each {
				names = append(names, c.Name(answer))
			}
			tr.tell("? " + strings.Join(names, ", "))
		case strings.HasPrefix(line, "! ") && c != nil:
			choice, _, _ := strings.Cut(text, " -- ")
			if _, err := engine.ParseLegal(c, choice); err != nil {
				tr.tell("! " + choice + " -- " + err.Error())
			} else {
				tr.wrong = fmt.Errorf("%s is legal", choice)
			}
		}
	}
}
