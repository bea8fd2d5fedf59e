package program_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/program"
	"houserule/cmd/houserule/programtest"
	"houserule/cmd/houserule/usage"
	"houserule/engine/enginetest"
)

// fullDisk is an output on which there is no room.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) {
	return 0, &os.PathError{Op: "write", Path: "/dev/full", Err: syscall.ENOSPC}
}

// exitCode runs a command line, whose words contain no blanks.
func exitCode(line string, out io.Writer) (code int, errs string) {
	var text strings.Builder
	code = program.Run(strings.Fields(line), out, &text)
	return code, text.String()
}

// Whatever a command prints, an output that cannot take it is an error. Each
// command has a line here.
func TestOutputCannotBeWritten(t *testing.T) {
	enginetest.OnlyLong(t, "a hundred command lines")
	programtest.InFolder(t)
	for _, line := range []string{"battle last-stand --journal a.journal", "mod new mine"} {
		programtest.Command(t, strings.Fields(line)...)
	}
	if err := os.WriteFile("part", []byte(programtest.Command(t, "sim", "duel", "-n", "2", "--shard", "1/1", "--json")), 0o644); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(`

--version
--help
help
help battle
battle --help
battle duel
battle duel -q
battle --journal full.journal duel
play duel
play --help
odds last-stand
odds duel a1
odds last-stand --json
solve last-stand
solve last-stand --json
sim duel -n 2
sim duel -n 2 --json
sim duel -n 2 --csv
sim duel -n 2 --shard 1/2 --json
sim duel -n 2 --report full.html
compare skirmish --with black-cloud -n 2
farm --help
join --help
serve --help
show --help
sweep duel heroes.die=9..10 -n 2
tune duel heroes.die=9..10 --want aggressor=50% -n 2
balance troll genie -n 2 --game kings
merge part
replay a.journal
review a.journal
regret last-stand
creatures
abilities
spells
things
terrains
units
features
hexsides
races
scenarios
rule
rule H8.3
mod
mod new other
mod check mine
mod test mine
mod list
mod why heroes.die
mod docs
mod docs onAttack
mod stubs mine
mod schema mine
mod pack mine
mod install mine.zip
mod update
mod remove mine
mod save evening --mods morale
completion
completion bash
completion zsh
completion fish
completion powershell
__complete ba
`), "\n")
	lines = append(lines, "") // no words: a battle
	tested := map[string]bool{}
	for _, line := range lines {
		if cmd, _, err := program.New(io.Discard).Find(strings.Fields(line)); err == nil {
			tested[cmd.CommandPath()] = true
		}
		const want = "houserule: cannot write to the standard output: no space left on device\n"
		code, errs := exitCode(line, fullDisk{})
		if line == "__complete ba" { // which says on stderr how it ends
			_, errs, _ = strings.Cut(errs, "\n")
		}
		if code != usage.ExitError || errs != want {
			t.Errorf("houserule %s: exit code %d, want %d, and\n%s", line, code, usage.ExitError, errs)
		}
	}
	var all func(*cobra.Command)
	all = func(cmd *cobra.Command) {
		if !tested[cmd.CommandPath()] {
			t.Errorf("%s is not tested", cmd.CommandPath())
		}
		for _, c := range cmd.Commands() {
			all(c)
		}
	}
	all(program.New(io.Discard))
	for _, name := range []string{"full.html", "full.journal"} { // other files are as good as ever
		if info, err := os.Stat(name); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Data at fault is exit code 1, a command line at fault 2, in every command
// alike.
func TestExitCodes(t *testing.T) {
	programtest.InFolder(t)
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("broken/mod.toml", "id = 7\n")
	write("needy/mod.toml", "id = \"needy\"\ntitle = \"Needy\"\nversion = \"1.0.0\"\ngame = \"heroes\"\n\n[requires]\nnosuch = \"*\"\n")
	write("base/mod.toml", "id = \"heroes\"\ntitle = \"Mine\"\nversion = \"1.0.0\"\ngame = \"heroes\"\n")
	write("empty/notes.txt", "nothing yet\n")
	write("junk.journal", "Dear diary\n")
	programtest.Command(t, "battle", "duel", "--journal", "a.journal")

	type row struct {
		line string
		code int
	}
	var rows []row
	for _, with := range []row{
		{"--mods ./broken", usage.ExitError},
		{"--mods ./needy", usage.ExitError},
		{"--mods ./base", usage.ExitError},
		{"--mods ./nosuch", usage.ExitUsage},
		{"--mods ./empty", usage.ExitUsage},
		{"--mods ./junk.journal", usage.ExitUsage},
		{"--mods nosuch", usage.ExitUsage},
		{"--set heroes.nosuch=1", usage.ExitUsage},
		{"--set heroes.die=x", usage.ExitUsage},
		{"--set nosuch.die=8", usage.ExitUsage},
		{"--set nosuch", usage.ExitUsage},
		{"--game nosuch", usage.ExitUsage},
		{"--nosuch", usage.ExitUsage},
	} {
		for _, line := range []string{
			"", "battle duel", "play duel", "odds duel", "sim duel", "compare duel --with morale",
			"sweep duel heroes.die=9..10", "tune duel heroes.die=9..10 --want aggressor=50%", "balance", "replay a.journal", "creatures", "scenarios", "rule", "rule H8.3",
			"mod check morale", "mod test morale", "mod list", "mod why heroes.die",
		} {
			rows = append(rows, row{strings.TrimSpace(line + " " + with.line), with.code})
		}
	}
	rows = append(rows,
		row{"nosuch", usage.ExitUsage},
		row{"help nosuch", usage.ExitUsage},
		row{"help battle nosuch", usage.ExitUsage},
		row{"help mod nosuch", usage.ExitUsage},
		row{"help mod check", usage.ExitOK},
		row{"completion nosuch", usage.ExitUsage},
		row{"completion bash nosuch", usage.ExitUsage},
		row{"mod nosuch", usage.ExitUsage},
		row{"mod check nosuch", usage.ExitUsage},
		row{"mod check ./nosuch", usage.ExitUsage},
		row{"mod check empty", usage.ExitUsage},
		row{"mod check broken", usage.ExitError},
		row{"mod check needy", usage.ExitError},
		row{"mod check base", usage.ExitError},
		row{"mod test nosuch", usage.ExitUsage},
		row{"mod test broken", usage.ExitError},
		row{"mod docs nosuch", usage.ExitUsage},
		row{"mod docs --mods nosuch", usage.ExitUsage},
		row{"mod docs --mods ./broken", usage.ExitError},
		row{"mod why nosuch", usage.ExitUsage},
		row{"mod new morale", usage.ExitUsage},
		row{"mod stubs nosuch", usage.ExitUsage},
		row{"mod schema nosuch", usage.ExitUsage},
		row{"battle nosuch", usage.ExitUsage},
		row{"battle --journal nosuch/a", usage.ExitUsage},
		row{"battle --journal empty", usage.ExitUsage},
		row{"battle --journal a.journal", usage.ExitUsage},
		row{"battle duel --dice 1", usage.ExitError},
		row{"sim duel --report nosuch/a", usage.ExitUsage},
		row{"play --resume", usage.ExitError}, // neither is at fault
		row{"play --resume nosuch", usage.ExitUsage},
		row{"compare duel --with nosuch", usage.ExitUsage},
		row{"compare duel --with ./nosuch", usage.ExitUsage},
		row{"compare duel --with ./broken", usage.ExitError},
		row{"compare duel --with heroes.die=x", usage.ExitUsage},
		row{"sweep duel nosuch=1..2", usage.ExitUsage},
		row{"sweep duel heroes.die=0..1", usage.ExitUsage},
		row{"replay nosuch", usage.ExitUsage},
		row{"replay nosuch.journal", usage.ExitUsage},
		row{"replay ./nosuch", usage.ExitUsage},
		row{"replay empty", usage.ExitUsage},
		row{"replay junk.journal", usage.ExitError},
		row{"merge nosuch", usage.ExitUsage},
		row{"merge empty", usage.ExitUsage},
		row{"merge junk.journal", usage.ExitError},
		row{"rule nosuch", usage.ExitUsage},
		row{"creatures nosuch", usage.ExitUsage},
	)
	for _, r := range rows {
		code, errs := exitCode(r.line, io.Discard)
		if code != r.code || code != usage.ExitOK && errs == "" || strings.HasSuffix(errs, "\nSee houserule --help.\n") != (code == usage.ExitUsage) {
			t.Errorf("houserule %s: exit code %d, want %d: %s", r.line, code, r.code, errs)
		}
	}
}

// Odds that are interrupted say so, and print the bounds that are known.
func TestOddsInterrupted(t *testing.T) {
	out, errs := programtest.Interrupted(t, 0, "odds", "siege")
	want := `Bounds of the odds: Siege
Interrupted after 3 states.
aggressor wins 0.0 to 100.0 %, defender 0.0 to 100.0 %, draw 0.0 to 100.0 %; at least 1 round on average.
These bounds are certain. 100.0 points are undecided after 3 states.
`
	if !strings.HasPrefix(out, want) || errs != "" {
		t.Errorf("it prints\n%s%s", out, errs)
	}
	out, errs = programtest.Interrupted(t, 0, "odds", "five-at-supper", "round")
	if out != "" || errs != "houserule: interrupted: there are no odds yet\n" {
		t.Errorf("it prints\n%s%s", out, errs)
	}
}
