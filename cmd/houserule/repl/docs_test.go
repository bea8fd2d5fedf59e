package repl

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"houserule/cmd/houserule/heroesview"
	"houserule/cmd/houserule/sorceryview"
	"houserule/engine/heroes/form"
	"houserule/engine/kings"
	"houserule/engine/library"
	"houserule/engine/sorcery"
)

const docsFile = "../../../docs/prompt.md"

// docs/prompt.md is written from the commands: -update.
func TestPromptDoc(t *testing.T) {
	want := promptDoc(t)
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

func promptDoc(t *testing.T) string {
	var b strings.Builder
	b.WriteString(`# The prompt

` + "`houserule`" + ` opens the prompt with a battle against the computer, and ` + "`houserule play SCENARIO`" + ` with any other battle;
` + "`play`" + ` can be left out, and the name of a game stands for the battle that it begins with. ` + "`houserule tutorial`" + ` teaches the game
in five minutes; ` + "`houserule`" + ` offers it to a person who has not played before. Try anything: ` + "`undo`" + ` takes it back.

- **Commands** can be shortened as long as they are clear, and each has a short form. Tab completes words; the arrow keys
  bring back earlier lines. You can name the acting stack first: if the question is whose turn is next,
  ` + "`a1 attack d1`" + ` answers both questions. The name of a stack alone shows the stack. Enter alone draws the board. What is longer
  than the screen is shown one screen at a time.
- **Help** begins with the question and its answers, and names the other commands by groups: ` + "`help look`" + ` explains those of a
  group, ` + "`help all`" + ` all. ` + "`help WORD`" + ` finds commands, paragraphs of the rulebook and entries of the game that are called so or
  speak of it: ` + "`help walls`" + `, ` + "`help H2.1`" + `. After these, or before them if you have a mod, it finds the words of Lua. ` + "`rule swat`" + ` and
  ` + "`creature walls`" + ` search among rules or creatures only.
- **Familiar words** do what they mean: ` + "`bye`" + `, ` + "`:q`" + `, ` + "`exit`" + `, ` + "`look`" + `, ` + "`status`" + `, ` + "`play SCENARIO`" + `, ` + "`restart`" + `, ` + "`scenarios`" + `. A game that
  uses such a word for an answer keeps it.
- **Beginnings** of names are enough, too, where Tab completes them: ` + "`new sie`" + `, ` + "`creature gold`" + `, ` + "`seats human,se`" + `. If several
  names begin so, the prompt lists them. A word that ends in a digit is never a beginning. A whole name, verb or command is
  always what it says, also if other names begin with it.
- **Bare words** answer the question if exactly one answer has them: ` + "`3`" + ` for ` + "`roll 3`" + `. Commands and verbs come first. In heroes
  and kings, ` + "`yes`" + ` and ` + "`no`" + ` answer what asks for them. If the prompt takes other words than you have typed, it prints them.
- **Other games**: ` + "`new`" + ` takes the scenarios of all games, and the name of a game. A battle of another game begins without the mods
  and settings of this one, against the level normal.
- **Names** can be typed as they are shown: ` + "`shoot Orc`" + `, ` + "`cast ice bolt d1`" + `, ` + "`creature Gold Golem`" + `, ` + "`show a2-5`" + `. If a name
  fits several stacks, the prompt lists them and asks for one.
- **The board** shows the present numbers: + and - mark numbers above and below those on the cards, > marks the acting stack,
  and on narrow screens . marks stacks that have acted. Below it stand what has happened since your last
  answer, and the question. The board fits on the screen together with them. If it is too long, rows are left out: first those
  of the enemy that have not changed since the last board, your own last; the last line says which. If even that is too long, the
  board is left out, and Enter draws it. ` + "`board`" + ` draws all rows. News that are longer than the screen come a screen at a time.
- **Questions** whose answers all have the same result are skipped, and the prompt says so. For example, a retaliation that
  cannot hit is held back, which keeps it for later. To find out, the prompt tries all answers with all dice. It asks every
  question in secret decisions, in campaigns, in scripts, and if the hooks of a mod could see a difference. ` + "`ask all`" + ` brings all
  questions back.
- **Odds** are exact: the chance that one attack hits, with the present scores. An option whose chance to win is not known has
  a signed number beside it: the gain that the player ` + "`greedy`" + ` expects from it, in points of cost: the cards that it kills, less
  the cards that the retaliation kills, plus the value of the position that follows (docs/players.md).
- **Dice** follow from the seed. With ` + "`--dice ask`" + ` you roll real dice and type what they show. With
  ` + "`--dice 7,3,10`" + ` they come from a list; when it is used up, the prompt asks you.
- **Nothing is lost.** Each answer is on disk before the next question. ` + "`houserule play --resume`" + ` continues the last
  battle, even after a crash. Battles are stored in ` + "`$XDG_STATE_HOME/houserule/battles`" + `
  (` + "`~/.local/state`" + ` on Linux), saved ones in ` + "`$XDG_DATA_HOME/houserule/saves`" + ` (` + "`~/.local/share`" + `);
  without a home folder, the prompt says where. The 50 newest finished battles are kept. A battle in which no
  person has answered anything is not kept. If a battle cannot be written to disk, the prompt says so, the battle continues in
  memory, and each answer tries to write it again. A battle on disk has up to a million lines, dice included, and 64 MiB.
- **Ctrl-C** stops anything that takes long, such as odds, a hint or the turns of computer players, and leaves the battle as it
  is: odds and hints show what is known so far, and ` + "`redo`" + ` continues the turns. At the prompt, Ctrl-C twice leaves.
  **Ctrl-Z** suspends the program; ` + "`fg`" + ` in the shell continues it.
- **Your chance** to win is said when a battle begins, for good play of all sides; ` + "`scenario`" + ` lists those of all battles.
- **Levels**: the computer plays easy, normal or hard: ` + "`--level hard`" + `, or ` + "`level hard`" + ` at any time. Normal is the default.
  Battles with lessons, such as the tutorials, have no levels: the lessons explain the player greedy. docs/players.md describes the player of each level.
- **Advice**: ` + "`options`" + ` lists the answers, the best first, with the chance to win after each and how that chance is known;
  ` + "`hint`" + ` is the first of them, with the reply that it counts on and what the next ones lose. ` + "`odds`" + ` looks longer, ` + "`odds more`" + ` longer still,
  and both then show what was found.
  The advice is the same at every level. docs/players.md says how answers are valued.
- **Two people** share one keyboard with ` + "`--seats human,human`" + `. In a free set-up neither sees the other's army before both
  are set up.
- **Scripts**: without a terminal, commands are read from standard input. Empty lines, and everything after #, are ignored.
  The first mistake ends the script with its line number and exit code 1. With ` + "`--keep-going`" + ` the script continues, and the
  exit code at the end is 1 if there was a mistake. Ctrl-C exits with code 130.

This page is written from the program; do not edit it by hand.
`)
	row := func(name, short, usage, text, example string) {
		fmt.Fprintf(&b, "| `%s` | `%s` | %s | `%s` |\n", strings.ReplaceAll(strings.TrimRight(name+" "+usage, " "), "|", "\\|"), short, text, example)
	}
	head := func(group string) {
		fmt.Fprintf(&b, "\n## %s\n\n| command | short | what it does | example |\n|---|---|---|---|\n", group)
	}
	head("Answer")
	for _, v := range form.Verbs() {
		row(v.Name, v.Short, v.Usage(), v.Text, v.Example)
	}
	group := ""
	for _, c := range commandsOf(heroesview.Frontend{}) {
		if c.Group != group {
			group = c.Group
			head(group)
		}
		row(c.Name, c.Short, c.Usage, c.Text, c.Example)
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
	lib := sorceryLibrary(t)
	battle, err := lib.Game.NewBattle(lib.Scenarios[0].Setup)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range (sorceryview.Frontend{}).New(lib, library.Match{}, battle).Looks {
		row(l.Name, l.Short, l.Usage, l.Text, l.Example)
	}
	b.WriteString(sorceryManual)
	b.WriteString(luaPart)
	return b.String()
}

// kingsPart is the chapter on kings.
const kingsPart = `
## Kings

` + "`houserule play first-battle`" + ` teaches kings in a first battle, ` + "`houserule scenarios --game kings`" + ` lists the other battles,
and ` + "`houserule --game kings`" + ` opens the prompt with the first of them. All commands under Look, Think, Battle, Mods and
Replay work in kings, too, with the entries of kings. Only the answers are different.

The board lists the counters of each side by the step in which they fight, with their present values, their dice,
and the hits that they score on average. + and - mark values above and below the printed ones, . marks counters that have
rolled in this round, and > the counter whose die is asked. Below each side stand its items and its lost counters; the last
lines show the adjacent hexes, and how full they are.
`

// sorceryPart is the chapter on sorcery.
const sorceryPart = `
## Sorcery

` + "`houserule play first-muster`" + ` teaches sorcery in a first battle, ` + "`houserule scenarios --game sorcery`" + `
lists the other battles, and ` + "`houserule --game sorcery`" + ` opens the prompt with the first of them. All commands under Look,
Think, Battle, Mods and Replay work in sorcery, too.

The board shows both arrays. Its rows from top to bottom are the array from left to right, and losses come off the top. Equal
units that stand side by side share a row. Strength is the strength with which a unit inflicts losses in this round, marked
with + or - if it is above or below the printed one. Loss is the loss that eliminates the unit. Morale is the highest die with
which it passes a check. Below the array stand characters and monsters, and units that are gone, captured or lost. The first
line of each side shows its total strength, and its die with the modifiers; the last lines show the adjacent hexes and their
units. > marks the unit whose die is asked.

` + "`odds round`" + ` gives the exact odds of the combat round: the difference of the dice, the losses of both sides at each difference,
how many units are lost and demoralized, and the mean strength that is left. ` + "`odds round charge all`" + ` does so for an answer to
the question, ` + "`odds a3`" + ` for a single unit. ` + "`why`" + ` explains a loss: the enemy's strength, row by row, and the percentage of it
that is lost.

In a campaign (` + "`houserule play two-valleys --game sorcery`" + `) the board is the map until a battle begins. It is drawn in the
largest size that fits on the screen; if none fits, you see the part around the moving units. W7 is a stack of seven units, E? a
stack of the enemy, W#E a siege, and W!E the present battle. A small letter after a place names its owner. Each side sees the
units of its own stacks. Of the enemy's stacks it sees only the places, unless they stand in the same hex as its own; no command
reveals more. When the campaign is over, everything is shown.

A file that ` + "`save`" + ` writes contains the whole war, hidden units included, because the war needs them to continue; the prompt only
says where the file is. ` + "`replay`" + ` of an unfinished war shows the view of one person, and stops at that person's last question:
with two people, it is the one who types ` + "`replay`" + `, or for ` + "`houserule replay`" + ` the first.

Before a march, ` + "`path`" + `, ` + "`reach`" + ` and ` + "`range`" + ` show its cost and the enemies nearby.
` + "`odds react`" + `, ` + "`breach`" + `, ` + "`assault`" + ` and ` + "`supply`" + ` give the odds of dice on the map. When the question is which units move or react,
` + "`options`" + ` and ` + "`hint`" + ` list whole orders, such as ` + "`w1 march 0404 all`" + `. An order answers all questions of the march. First come
the best orders of the units that are best to move, with the chance to win; the value of the others is the gain over staying. ` + "`done`" + ` asks again if a stack has not moved yet.
`

// luaPart is the chapter on games in Lua.
const luaPart = `
## Games in Lua

` + "`houserule play border`" + ` opens the prompt with risk, and ` + "`houserule play --mods ./race`" + ` with the game in that folder. All
commands above that do not belong to a single game work there, too, except ` + "`show`" + `. The answers are those of the game, which
` + "`options`" + ` lists; the game draws its own board. ` + "`odds`" + ` and ` + "`odds more`" + ` give the chances after its answers.
`

// sorceryManual is the rest of the chapter on sorcery, after the table of answers.
const sorceryManual = `
- **Charges** are declared in secret and revealed together. If two people share a keyboard, the screen is cleared between
  them, and the battle cannot be saved until both have declared their charges.
- **Several units** are named one after another, all at once (` + "`charge all`" + `), or several in one line, also as
  ranges: ` + "`charge a2-5 a8`" + `. ` + "`done`" + ` ends the list.
- **Moves** fit in one line: ` + "`w1 march 0404`" + ` moves w1 alone, ` + "`w1 march 0404 all`" + ` its whole stack,
  ` + "`w1-3 march 0404`" + ` these three units. Such a line answers several questions; a mistake in it takes back all of them.
- **Seats** of people can change before the first answer of a campaign or after its end, because each side sees only its own
  stacks. Computer players can take turns at any time.
- **Losses** are exact fractions of a point: ` + "`15 3/4`" + `.
`

// kingsManual is the rest of the chapter on kings, after the table of answers.
const kingsManual = `
- **Seats**: two to four sides play, the attackers in turn order and the defender last. ` + "`--seats human,human,greedy`" + ` names
  their players in this order, and the last name takes all remaining seats. A single person, as in ` + "`--seats human`" + `, takes one
  seat.
- **Dice** show 1 to 6 unless a rule changes that. A die hits if it is not above the value.
- **Resuming**: a battle knows its game, and ` + "`houserule play --resume`" + ` takes the right one. A prompt that plays heroes cannot
  load a battle of kings, and says so.
`
