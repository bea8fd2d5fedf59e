package repl

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"houserule/cmd/houserule/heroesview"
	"houserule/cmd/houserule/sorceryview"
	"houserule/engine/heroes"
	"houserule/engine/kings"
	"houserule/engine/sorcery"
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
  back earlier lines. The stack that acts may be named first (` + "`a1 attack d1`" + `): where the question is whose
  turn is next, that answers both. A stack's name alone shows it. Enter alone draws the board.
  Help and lists that are longer than the screen come a screen at a time.
- **Names** may be typed as they are shown, too: ` + "`shoot Orc`, `cast ice bolt d1`, `creature Gold Golem`, `show a2-5`" + `. Where one
  could mean several stacks, the prompt names them and asks for one.
- **The board** shows the numbers as they are now: + and - mark what is above and below what the cards show, > who
  acts, and on narrow screens . who has acted. It fits on the screen together with the question: if it is too long, some
  rows are left out, those of the enemy before yours, and its last line says which. ` + "`board`" + ` draws all of them.
- **Questions** whose answers all have the same result are not asked: retaliation that cannot hit is held back, which
  keeps it for later, and the prompt says so. It tries all answers, with all dice. Where a mod's hooks could see a
  difference, in secret decisions and in a campaign it asks every question, and ` + "`ask all`" + ` brings all questions
  back. A script is asked every question.
- **Odds** are exact: the chance that one attack hits, by the scores as they are. The signed number beside them is the
  expected gain of the option: the cost of the cards that it may kill less the cost of those that the retaliation may.
- **Dice** follow from the seed. With ` + "`--dice ask`" + ` you roll real ones and type what they show, with
  ` + "`--dice 7,3,10`" + ` they come from a list, and when that is used up you are asked.
- **Nothing is lost.** Each answer is on disk before the next question: ` + "`houserule play --resume`" + ` continues the
  battle that was left last, after a crash, too. Battles lie in ` + "`$XDG_STATE_HOME/houserule/battles`" + `
  (` + "`~/.local/state`" + ` on Linux), what you save in ` + "`$XDG_DATA_HOME/houserule/saves`" + ` (` + "`~/.local/share`" + `);
  where no home folder is set, the prompt says where. The 50 newest finished battles are kept, and none in which no
  person has answered anything. Where nothing can be written, the prompt says so, the battle goes on in memory, and
  each answer tries again. A battle on disk has up to a million lines, dice included, and 64 MiB.
- **Ctrl-C** ends what takes long and leaves the battle as it is: odds, a hint, the turns of computer players (` + "`redo`" + ` goes
  on with them). At the prompt the second Ctrl-C leaves. **Ctrl-Z** suspends the program, and the shell's ` + "`fg`" + ` comes back.
- **Levels**: the computer plays easy, normal or hard: ` + "`--level hard`" + `, or ` + "`level hard`" + ` at any time. Normal is the default,
  and battles with lessons, such as the tutorials, are always normal. docs/players.md says which player each level is.
  ` + "`hint`" + ` is the best advice at hand at every level: see below.
- **Advice**: ` + "`hint`" + ` goes by best play of both sides where no more than 4,000 states have to be explored for it, and
  says what the other answers lose, if no more than 4,000 show that, too; ` + "`odds`" + ` then has the chance by best play beside
  that of the present players. Else ` + "`hint`" + ` goes by the exact odds of battles that the present players play on (greedy in
  place of people), where these are quickly found, and else by the player ` + "`search`" + `.
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
	for _, v := range heroes.Verbs() {
		row(v.Name, v.Short, v.Usage(), v.Text, v.Example)
	}
	group := ""
	for _, c := range commands(heroesview.Frontend{}) {
		if c.group != group {
			group = c.group
			head(group)
		}
		row(c.name, c.short, c.usage, c.text, c.example)
	}
	b.WriteString(kingsPart)
	head("Answers of kings")
	for _, v := range kings.Verbs() {
		row(v.Name, v.Short, v.Usage(), v.Text, v.Example)
	}
	b.WriteString(kingsManual)
	b.WriteString(sorceryPart)
	head("Answers of sorcery")
	for _, v := range sorcery.Verbs() {
		row(v.Name, v.Short, v.Usage(), v.Text, v.Example)
	}
	head("Look, in sorcery")
	for _, l := range (sorceryview.Frontend{}).Looks() {
		row(l.Name, l.Short, l.Usage, l.Text, l.Example)
	}
	b.WriteString(sorceryManual)
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
round, > the counter for which a die is asked. Below each side stand the items that it holds and the counters that it has
lost, at the end the adjacent hexes, and how full they are.
`

// sorceryPart is what differs when sorcery is played.
const sorceryPart = `
## Sorcery

` + "`houserule play first-muster`" + ` leads through a first battle of sorcery, ` + "`houserule scenarios --game sorcery`" + `
lists the others, and ` + "`houserule --game sorcery`" + ` opens the prompt with the first of them. All that stands above under Look,
Think, Go back, Mods and replay holds there, too.

The board shows both arrays, from top to bottom as from left to right: losses come off the top. Units that are alike and
stand side by side share a row. Strength is the strength with which a unit inflicts losses in this round, marked + and - where it
is above or below the printed one; loss is the loss that eliminates it, and morale the greatest die with which it passes a
check. Below the array stand characters and monsters, and units that are gone, taken or lost; at the head of each side its
total strength, and its die with its modifiers; at the end the adjacent hexes, and the units there. > marks the unit for
which a die is asked.

` + "`odds round`" + ` gives the exact odds of the combat round: the difference of the dice, what both sides lose at each, how many
units are lost and demoralised, and the mean strength that is left. ` + "`odds round charge all`" + ` does so for an answer to the
question, ` + "`odds a3`" + ` for one unit. ` + "`why`" + ` explains a loss: the enemy's strength, row by row, and the percentage of it that
is lost.

In a campaign (` + "`houserule play two-valleys --game sorcery`" + `) the board is the map until a battle begins, in the
largest size in which all of it fits on the screen, or else the part around the units that move. W7 is a stack of
seven units, E? one of the enemy, W#E a siege, W!E the present battle; a small letter after a place names its owner. Each
side sees the units in its own stacks, but of the enemy's stacks only their places, unless they stand in one hex with its
own: no command reveals more. After the end everything is shown. A file that ` + "`save`" + ` writes holds the whole war, because
the war needs it to go on, and the prompt only says where the file is. ` + "`replay`" + ` of a war that is not over shows the view of
one of its people, and stops where that person was asked: of two people, the one who types ` + "`replay`" + `, or, in ` + "`houserule replay`" + `,
the first. ` + "`path`" + `, ` + "`reach`" + ` and ` + "`range`" + ` show before a march what it costs and which enemies are near;
` + "`odds react`" + `, ` + "`breach`" + `, ` + "`assault`" + ` and ` + "`supply`" + ` give the odds of the dice on the map.

While the question is which units move or react, ` + "`options`" + ` and ` + "`hint`" + ` list whole orders, as in
` + "`w1 march 0404 all`" + `. Each answers all questions up to the way; worth is its gain over staying. ` + "`done`" + ` asks once more
if a stack has not moved yet.
`

// luaPart is what differs when a game in Lua is played.
const luaPart = `
## Games in Lua

` + "`houserule play border`" + ` opens the prompt with risk, ` + "`houserule play --mods ./race`" + ` with the game of a folder. What stands
above holds there, too, but for what is of one game alone. The answers are those that the game offers, as ` + "`options`" + ` lists
them, and the board is the game's own; ` + "`odds`" + ` tells those of the whole battle, and there is no ` + "`show`" + `.
`

// sorceryManual is how the prompt is used then.
const sorceryManual = `
- **Charges** are declared in secret and told together. Where two people share a keyboard the screen is cleared between
  them, and the battle cannot be saved until both have said who charges.
- **Several units** are named one after another, or all at once (` + "`charge all`" + `), or several in one line, in
  ranges, too: ` + "`charge a2-5 a8`" + `; ` + "`done`" + ` ends it.
- **Moves** are typed in one line: ` + "`w1 march 0404`" + ` moves w1 alone, ` + "`w1 march 0404 all`" + ` its whole stack,
  ` + "`w1-3 march 0404`" + ` these three. It is as many answers as it is questions; a mistake in it takes all of them back.
- **Seats** of people change before the first answer of a campaign or when it is over, because each side sees only its own
  stacks. Computer players may take turns at any time.
- **Losses** are exact fractions of a point: ` + "`15 3/4`" + `.
`

// kingsManual is how the prompt is used then.
const kingsManual = `
- **Seats**: two to four play, the attackers in turn order and the defender last; ` + "`--seats human,human,greedy`" + ` names them
  in this order, and the last name plays all seats that are left; a person who is named alone plays one of them.
- **Dice** show 1 to 6 unless a rule says otherwise, and hit when they are not above the value.
- **Going on**: a battle knows its game. ` + "`houserule play --resume`" + ` takes the right one; a prompt that plays heroes says
  so when it is told to load a battle of kings.
`
