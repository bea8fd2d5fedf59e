package repl

import (
	"fmt"
	"strings"
	"testing"

	"houserule/cmd/houserule/saves"
	"houserule/cmd/houserule/session"
	"houserule/cmd/houserule/sorceryview"
	"houserule/engine/enginetest"
	"houserule/engine/library"
)

// What is wrong with a line is said so, verbatim: what, and what to do.
func TestMistakes(t *testing.T) {
	lib := testLibrary(t)
	for _, test := range []struct {
		scenario string // "": golem-wall, where a7 acts first
		before   string // lines that are right
		line     string
		want     string
	}{
		{line: "creature m", want: `"m" could be magi, minotaur, medusa or manticore: name one`},
		{line: "seats human,r", want: `"r" could be random or reference: name one`},
		{line: "shot d1", want: `unknown command "shot": did you mean "shoot"? help lists the commands`},
		{line: "z9 attack d1", want: `unknown command "z9": help lists the commands`},
		{line: "re d1", want: `redo takes a number from 1, not "d1"`},
		{line: "undo all", want: `undo takes a number from 1, not "all"`},
		{line: "resign", want: `no side resigns here: quit leaves and keeps the battle, new starts another`},
		{line: "play golm-wall", want: `unknown scenario "golm-wall": did you mean "golem-wall"?`},
		{line: "w", want: `nothing has been rolled yet: options and odds show chances beforehand`},
		{line: "opt x", want: `no option begins with "x"`},
		{line: "sc golm-wall", want: `unknown scenario "golm-wall": did you mean "golem-wall"?`},
		{line: "spe firbal", want: `unknown spell "firbal": did you mean "fireball"?`},
		{line: "s", want: `shoot takes STACK [swat N], as in shoot d1`},
		{line: "s d9", want: `unknown stack "d9": did you mean "d1"?`},
		{line: "s a1", want: `an attack is made at an enemy (H2.2)`},
		{line: "a d1", want: `a melee attack is made from the melee line (H2.2)`},
		{line: "s town", want: `there are no walls to attack (H8.1)`},
		{line: "s d1 d2", want: `unexpected "d2" after "shoot d1"`},
		{line: "s d1 swat", want: `shoot takes STACK [swat N], as in shoot d1`},
		{line: "s d1 swat 0", want: `a swat names at least one card and no more than the limit (H2.3)`},
		{line: "sw d1", want: `swat takes STACK N, as in swat d1 2`},
		{line: "sw d1 9", want: `the stack does not hold that many cards (H2.3)`},
		{line: "cast", want: `cast takes SPELL STACK [swat N]`},
		{line: "cast fireball d1", want: `its top card cannot cast that spell (H6.2)`},
		{line: "a1 attack d1", want: `it is the turn of a7, not of a1`},
		{line: "a9 attack d1", want: `unknown stack "a9": did you mean "a1"?`},
		{line: "a1 undo", want: `undo is nothing that a1 can do: write undo [N]`},
		{line: "retaliate", want: `retaliate is not an answer to this question. a7 (6 Halfling) acts.`},
		{line: "7", want: `7 is not an answer to this question. a7 (6 Halfling) acts.`},
		{line: "sacrifice a7", want: `a stack supports another friendly stack (H3.1)`},
		{line: "sacrifice d1", want: `a stack supports another friendly stack (H3.1)`},
		{line: "emerge", want: `it does not defend a town (H8.5)`},
		{line: "swarm 3", want: `unexpected "3" after "swarm"`},
		{before: "swarm\nhold\n", line: "pass", want: `first answer the question, as in next a4, then pass. Whose turn is next: a4 (1 Gold Golem), a5 (1 Gold Golem), a6 (1 Gold Golem)?`},
		{before: "swarm\nhold\n", line: "next d1", want: `that stack does not act in this phase (H1.1)`},
		{before: "swarm\nhold\n", line: "next a1", want: `a1 is destroyed`},
		{before: "swarm\nhold\n", line: "a7 pass", want: `that stack does not act in this phase (H1.1)`},
		{before: "swarm\nhold\n", line: "show a1", want: `a1 is destroyed`},
		{line: "odds b1", want: `unknown stack "b1": did you mean "a1"?`},
		{line: "odds mroe", want: `unknown stack "mroe": did you mean "more"?`},
		{line: "odds a1 attack", want: `attack takes STACK|town [swat N], as in attack d1`},
		{line: "odds a1 shoot d1", want: `its ranged score is 0 (H2.4)`},
		{line: "odds a1 d1 d2", want: `unexpected "d2" after "attack d1"`},
		{line: "odds a1 d1 swat", want: `attack takes STACK|town [swat N], as in attack d1`},
		{line: "odds a1 d1 swat x", want: `"x" is not a number`},
		{line: "odds a7 d1 swat 99", want: `the stack does not hold that many cards (H2.3)`},
		{line: "odds a1 attak d1", want: `unknown attack or stack "attak": did you mean "attack"?`},
		{line: "odds a7 cast firbal d1", want: `unknown spell "firbal": did you mean "fireball"?`},
		{line: "odds a7 cast fireball d1", want: `its top card cannot cast that spell (H6.2)`},
		{line: "odds a7 cast slow d1", want: `slow is no attack: `},
		{line: "show", want: `show takes the name of a stack, as in show a1`},
		{line: "show x1", want: `unknown stack "x1": did you mean "a1"?`},
		{line: "log x", want: `log takes a number from 1, not "x"`},
		{line: "log 0", want: `log takes a number from 1, not "0"`},
		{line: "why 99", want: `the log has 2 lines: there is no line 99`},
		{line: "why 1", want: `line 1 is no roll: Round 1`},
		{line: "rule H99", want: `unknown rule "H99": rule lists them`},
		{line: "rule H1 H2", want: `"h2" is too much: rule takes the name of one rule`},
		{line: "creature orcc", want: `unknown creature "orcc": did you mean "orc"?`},
		{line: "options all all", want: `"all" is too much: options takes all, or the first word of an option`},
		{line: "undo", want: `there is nothing to take back`},
		{line: "redo", want: `there is nothing to redo: redo repeats what undo took back`},
		{line: "forth", want: `forth is for replays: replay FILE looks at one; undo and redo are for battles`},
		{line: "back 2", want: `back is for replays: replay FILE looks at one; undo and redo are for battles`},
		{line: "take", want: `take is for replays: replay FILE looks at one`},
		{line: "save", want: `save takes a name or a file, as in save before-the-wall; save before-the-wall over writes over another battle, save before-the-wall remove removes the save`},
		{line: "save .hidden", want: `".hidden" is no name: a name is of letters, digits, -, _ and ., and a letter or digit comes first`},
		{before: "save one\nshoot d1\nsave two\nundo\nshoot d2\n", line: "save two", want: `is another course of this battle: name another, or write save two over`},
		{before: "save one\n", line: "save onn remove", want: `unknown save "onn" (known: one): did you mean "one"?`},
		{line: "save /tmp/a.journal remove", want: `"/tmp/a.journal" is a path: save removes only what it has saved under a name`},
		{before: "save one\n", line: "load onn", want: `unknown save "onn" (known: golem-wall.1, one): did you mean "one"?`},
		{before: "save one\n", line: "load one two", want: `"two" is too much: load takes a saved name or a file`},
		{line: "load ../../creatures.journal", want: `cannot read ../../creatures.journal: no such file or directory`},
		{line: "replay", want: `replay takes a saved name or a file, as in replay before-the-wall`},
		{line: "new golm-wall", want: `unknown scenario "golm-wall": did you mean "golem-wall"?`},
		{line: "new siege foo", want: `"foo" is too much: new takes a scenario and seed N`},
		{line: "new siege seed x", want: `seed takes a whole number from 0, not "x"`},
		{line: "seed -1", want: `seed takes a whole number from 0, not "-1"`},
		{line: "seats human,human,human", want: `give two players, the aggressor's first, as in human,greedy`},
		{line: "seats human,gredy", want: `unknown player "gredy" (known: human, random, careless, reference, greedy, search, best): did you mean "greedy"?`},
		{line: "seats human,serch:50", want: `unknown player "serch" (known: human, random, careless, reference, greedy, search, best): did you mean "search"?`},
		{line: "seats human,search:0", want: `"search:0": after the colon give a whole number of nodes from 1 to 10,000,000, as in search:3000`},
		{line: "seats human:2,greedy", want: `"human:2": human takes no number after its name; only careless and search do, as in search:3000`},
		{line: "level hrad", want: `unknown level "hrad" (known: easy, normal, hard): did you mean "hard"?`},
		{line: "level careless", want: `unknown level "careless" (known: easy, normal, hard)`},
		{line: "level easy hard", want: `"hard" is too much: level takes one of easy, normal and hard`},
		{before: "seats human,human\n", line: "level hard", want: `people play all sides: seats names computer players, as in seats human,greedy`},
		{before: "save one\nreplay one\n", line: "level hard", want: `this is a replay: take PLAYER,PLAYER plays on from here`},
		{scenario: "tutorial", line: "level hard", want: `the lessons of tutorial explain the player greedy, so it has no levels; seats can still choose other players`},
		{scenario: "tutorial", before: "hold\n", line: "a2 attack d5", want: `a melee attack reaches only the melee line (H2.2)`},
		{line: "help shooot", want: `unknown command "shooot": did you mean "shoot"? help lists the commands`},
		{line: "help a b", want: `unknown command "a b": help lists the commands`},
		{line: "quit now", want: `"now" is too much: quit takes nothing`},
		{line: "st", want: `stay is not an answer to this question. a7 (6 Halfling) acts.`},
		{line: "sce x", want: `unknown scenario "x": scenario lists them`},
		{line: "ret", want: `retaliate is not an answer to this question. a7 (6 Halfling) acts.`},
		{line: "r", want: `retaliate is not an answer to this question. a7 (6 Halfling) acts.`},
		{line: "sea a,b,c", want: `give two players, the aggressor's first, as in human,greedy`},
		{line: "s d1 swat 2 3", want: `unexpected "3" after "shoot d1 swat 2"`},
		{line: "f", want: `fight is not an answer to this question. a7 (6 Halfling) acts.`},
		{line: "pro d1", want: `unexpected "d1" after "protect"`},
		{before: "save one\nreplay one\n", line: "pass", want: `this is a replay: take plays on from here, then pass`},
		{before: "save one\nreplay one\n", line: "forth", want: `the replay ends here: back goes back, take plays on`},
		{before: "save one\nreplay one\n", line: "back", want: `the replay begins here: Enter or forth goes forward`},
		{before: "save one\nreplay one\n", line: "seats human,human", want: `this is a replay: take PLAYER,PLAYER plays on from here`},
		{before: "save one\nreplay one\n", line: "forth x", want: `forth takes a number from 1, not "x"`},
		{scenario: "free", line: "place 3 gold-golen melee", want: `unknown creature to place "gold-golen" (known: gold-golem, magi, halfling, naga, dwarf): did you mean "gold-golem"?`},
		{scenario: "free", line: "place 9 gold-golem melee", want: `there are 4 gold-golem to place (H1.4)`},
		{scenario: "free", line: "place x gold-golem melee", want: `"x" is not a number`},
		{scenario: "free", line: "place 1 gold-golem behind", want: `unknown place "behind" (known: melee, ranged, under)`},
		{scenario: "free", line: "place", want: `place takes N CREATURE melee|ranged|under STACK, as in place 4 gold-golem melee`},
		{scenario: "free", line: "odds", want: `no odds of these answers: what follows them cannot be tried out. The next question has odds again`},
		{scenario: "free", line: "attack d1", want: `attack is not an answer to this question. To place: 4 gold-golem, 3 magi, 6 halfling, 2 naga, 4 dwarf.`},
	} {
		t.Run(test.scenario+" "+test.line, func(t *testing.T) {
			out, err := sit(lib, folders(t), sitting{scenario: test.scenario, lines: test.before + test.line})
			if err == nil {
				t.Fatalf("no error, want %q\n%s", test.want, out)
			}
			_, got, _ := strings.Cut(err.Error(), ": ") // the line
			if got != test.want && !(strings.HasPrefix(test.want, "is another") && strings.HasSuffix(got, test.want)) &&
				!(strings.HasSuffix(test.want, ": ") && strings.HasPrefix(got, test.want)) {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// Dice that are asked for are answered by numbers on them.
func TestMistakenDice(t *testing.T) {
	lib := testLibrary(t)
	for line, want := range map[string]string{
		"11":     "line 1: a d10 shows 1 to 10: type one number",
		"0":      "line 1: a d10 shows 1 to 10: type one number",
		"3 4":    "line 1: a d10 shows 1 to 10: type one number",
		"attack": "line 1: the question is a die, not attack: type the number that it shows, 1 to 10",
		"yes":    `line 1: unknown command "yes": help lists the commands`,
		"o":      "line 1: the question is a die: type a number from 1 to 10",
		"hint":   "line 1: there is no question that the computer could answer",
	} {
		out, err := sit(lib, saves.Places{}, sitting{players: []string{"greedy", "greedy"}, dice: library.Asked, lines: line})
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s\n%s", line, err, want, out)
		}
	}
}

// The odds of a battle with too many states are those of battles that are played on, and say how
// many. Answers that are about equal share a line; odds more plays on more battles, which options
// then tell of, too.
func TestOddsOfLargeBattles(t *testing.T) {
	enginetest.OnlyLong(t, "thousands of battles are played on")
	out, err := sit(testLibrary(t), folders(t), sitting{scenario: "siege", lines: "odds\nodds more\noptions"})
	text := strings.Join(strings.Fields(out), " ")
	for _, want := range []string{
		"> odds How often the aggressor wins after each answer. Chances to win, where a draw counts as a half, from 297 battles that learning players play on from the best answer, fewer from others (95 % interval: 31.2 to 49.5 %). sacrifice a2 40.4 % about equal: protect, sacrifice a1, attack town sacrifice a6 29.5 %",
		"> odds more How often the aggressor wins after each answer. Chances to win, where a draw counts as a half, from 1,711 battles that learning players play on from the best answer, fewer from others (95 % interval: 31.2 to 46.4 %). sacrifice a2 38.8 %",
		"> options answer wins hits what it does and what may follow sacrifice a2 38.8 %",
	} {
		if err != nil || !strings.Contains(text, want) {
			t.Errorf("%v: %q is missing in\n%s", err, want, out)
		}
	}
}

// A line of several answers that is mistaken, such as w1 march HEX, is taken back. What was
// wrong is seen below the board that is drawn again: on a screen of 24 lines, too.
func TestMistakeStaysOnTheScreen(t *testing.T) {
	lib := sorceryLibrary(t)
	for _, test := range []struct{ line, want string }{
		{"w1 march 99", "hex \"99\": want 4 digits, from 0101 to 0907\nWhich unit of the west moves"},
		{"w1 march 0303 all w99", "unexpected \"w99\" after \"march 0303 all\"\nWhich unit of the west moves"},
	} {
		var out strings.Builder
		lines, shown := []string{test.line, "quit"}, ""
		person := &typist{lines: func(prompt string) string {
			next := lines[0]
			lines, shown = lines[1:], out.String()
			fmt.Fprintf(&out, "%s%s\n", prompt, next)
			return next
		}}
		p := New(Config{Game: session.Game{Frontend: sorceryview.Frontend{}, Library: lib}, Shelf: session.Shelf{Seed: func() uint64 { return 1 }}, Lines: person, Out: &out, Width: func() int { return 80 }, Height: func() int { return 24 }})
		if err := p.Start(campaignMatch(t, lib, "two-valleys", 1, "human", "random")); err != nil {
			t.Fatal(err)
		}
		all := strings.Split(shown, "\n")
		screen := strings.Join(all[max(len(all)-24, 0):], "\n")
		if strings.Count(shown, test.want) != 1 || !strings.Contains(screen, test.want) {
			t.Errorf("%s: on the screen is\n%s", test.line, screen)
		}
	}
}
