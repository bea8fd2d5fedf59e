package repl

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"houserule/cmd/houserule/heroesview"
	"houserule/cmd/houserule/kingsview"
)

const docsFile = "../../../docs/prompt.md"

// docs/prompt.md is written from the commands: -update.
func TestPromptDoc(t *testing.T) {
	want := promptDoc()
	if *update {
		if err := os.WriteFile(docsFile, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(docsFile)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s is out of date: run go test ./cmd/houserule/repl -update and read the difference", docsFile)
	}
}

func promptDoc() string {
	var b strings.Builder
	b.WriteString(`# The prompt

` + "`houserule`" + ` opens it with a battle against the computer, ` + "`houserule play SCENARIO`" + ` with any other;
` + "`houserule play tutorial`" + ` leads through a first one in five minutes. Everything can be tried: ` + "`undo`" + ` takes it back.

- **Commands** may be cut short as long as they are clear, and have a short form each. Tab completes words; arrows bring
  back earlier lines. The stack that acts may be named first (` + "`a1 attack d1`" + `): where it is asked whose turn is
  next, that says both. A stack's name alone shows it. Enter alone draws the board.
- **The board** shows the numbers as they are now: + and - mark what is above and below what the cards show, > who
  acts, and on narrow screens . who has acted.
- **Odds** are exact: the chance that one attack hits, by the scores as they are. The signed number beside them is what
  the option is expected to bring: the cost of what it may kill less what the retaliation may.
- **Dice** follow from the seed. With ` + "`--dice ask`" + ` you roll real ones and type what they show, with
  ` + "`--dice 7,3,10`" + ` they come from a list, and when that is used up you are asked.
- **Nothing is lost.** Each answer is on disk before the next question: ` + "`houserule play --resume`" + ` goes on with the
  last battle that was left, after a crash, too. Battles lie in ` + "`$XDG_STATE_HOME/houserule/battles`" + `
  (` + "`~/.local/state`" + ` on Linux), what you save in ` + "`$XDG_DATA_HOME/houserule/saves`" + ` (` + "`~/.local/share`" + `). The 50
  newest finished battles are kept. Where nothing can be written, the prompt says so and the battle goes on in memory.
- **Two people** at one keyboard: ` + "`--seats human,human`" + `. In a free set-up neither sees the other's before both stand.
- **Scripts**: without a terminal, lines are read from standard input; empty ones and what follows # do not count. The
  first mistake ends the script with its line number and exit code 1; with ` + "`--keep-going`" + ` it goes on, and the exit
  code is 1 in the end. Ctrl-C leaves with exit code 130.

This page is written from the program; do not edit it by hand.
`)
	row := func(name, short, usage, text, example string) {
		fmt.Fprintf(&b, "| `%s` | `%s` | %s | `%s` |\n", strings.ReplaceAll(strings.TrimRight(name+" "+usage, " "), "|", "\\|"), short, text, example)
	}
	head := func(group string) {
		fmt.Fprintf(&b, "\n## %s\n\n| command | short | what it does | example |\n|---|---|---|---|\n", group)
	}
	head("Answer")
	for _, v := range heroesview.Verbs() {
		row(v.Name, v.Short, v.Usage, v.Text, v.Example)
	}
	group := ""
	for _, c := range commands(heroesview.System{}) {
		if c.group != group {
			group = c.group
			head(group)
		}
		row(c.name, c.short, c.usage, c.text, c.example)
	}
	b.WriteString(kingsPart)
	head("Answers of kings")
	for _, v := range kingsview.Verbs() {
		row(v.Name, v.Short, v.Usage, v.Text, v.Example)
	}
	b.WriteString(kingsManual)
	b.WriteString(luaPart)
	return b.String()
}

// kingsPart is what differs when kings is played.
const kingsPart = `
## Kings

` + "`houserule play first-battle`" + ` leads through a first battle of kings, ` + "`houserule scenarios --game kings`" + ` lists the
others, and ` + "`houserule --game kings`" + ` opens the prompt with the first of them. All that stands above under Look, Think,
Go back, Mods and replay holds there, too; looked up are the entries of kings, and the answers are its own.

The board lists the counters of each side by the step in which they fight, with their values as they are now, their dice,
and the hits that they score on average; + and - mark values above and below what is printed, . who has rolled in this
round, > for whom a die is asked. Below each side stand the items that it holds and what it has lost, at the end the
adjacent hexes, and how full they are.
`

// luaPart is what differs when a game in Lua is played.
const luaPart = `
## Games in Lua

` + "`houserule play border`" + ` opens the prompt with risk, ` + "`houserule play --mods ./race`" + ` with the game of a folder. What stands
above holds there, too, but for what is of one game alone. The answers are those that the game offers, as ` + "`options`" + ` lists
them, and the board is the game's own; ` + "`odds`" + ` tells those of the whole battle, and there is no ` + "`show`" + `.
`

// kingsManual is how the prompt is used then.
const kingsManual = `
- **Seats**: two to four play, the attackers in turn order and the defender last; ` + "`--seats human,human,greedy`" + ` names them
  in this order, and the last name plays all seats that are left.
- **Dice** show 1 to 6 unless a rule says otherwise, and hit when they are not above the value.
- **Going on**: a battle knows its game. ` + "`houserule play --resume`" + ` takes the right one; a prompt that plays heroes says
  so when it is told to load a battle of kings.
`
