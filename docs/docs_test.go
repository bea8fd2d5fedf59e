package docs_test

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/bundled"
	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/gamestest"
	"houserule/cmd/houserule/program"
	"houserule/cmd/houserule/programtest"
	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/usage"
	"houserule/engine/enginetest"
	"houserule/engine/library"
	"houserule/engine/library/strict"
)

const rulingsFile = "rulings.md"

// docs/rulings.md is written from the rulebooks and the rules: -update.
func TestRulingsDoc(t *testing.T) {
	text := `# Rulings

Where the published rules are silent, this project decided. Each decision is
listed with the keys of ` + "`[rules]`" + ` that a house may set otherwise, as in
` + "`houserule battle --set heroes.die=12`" + `. ` + "`houserule rule H8.3`" + ` prints any paragraph
whole.

This page is written from the rulebooks' data; do not edit it by hand.
`
	for _, g := range bundled.Resolver().Games() {
		lib, err := g.Base()
		if err != nil {
			t.Fatal(err)
		}
		text += rulings(lib)
	}
	gamestest.Golden(t, rulingsFile, text)
}

// Every key of the rules stands beside a paragraph.
func TestRulingsAreWhole(t *testing.T) {
	for _, g := range bundled.Resolver().Games() {
		lib, err := g.Base()
		if err != nil {
			t.Fatal(err)
		}
		text := rulings(lib)
		for _, value := range lib.Values() {
			if key, ok := strings.CutPrefix(value, "rules."); ok && !strings.Contains(text, "| `"+key+"` |") {
				t.Errorf("%s: no paragraph of the rulebook has the switch %s", g.Name(), key)
			}
		}
	}
}

// mods/*/rules.toml is written from the tags and the defaults of the rules: -update.
func TestRulesFiles(t *testing.T) {
	for _, g := range bundled.Resolver().Games() {
		rules := g.Data.Rules()
		fields := strict.Fields(rules)
		if len(fields) == 0 {
			continue
		}
		own := slices.DeleteFunc(reflect.VisibleFields(reflect.TypeOf(rules).Elem()), func(f reflect.StructField) bool { return f.Anonymous })
		text := fmt.Sprintf(`# The numbers and switches of %[1]s, each at its default. A mod that names a key
# here replaces that one value and leaves the others alone. This file is written
# from engine/%[1]s/rules.go; do not edit it by hand.

[rules]
`, g.Name())
		for i, field := range fields {
			takes := strict.Choice(field.OneOf)
			if field.Range != nil {
				number := func(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }
				takes = fmt.Sprintf("from %s to %s", number(field.Range.Min), number(field.Range.Max))
			}
			doc := strings.TrimSuffix(fmt.Sprintf("%s (%s)", field.Doc, takes), " ()")
			value := reflect.ValueOf(rules).Elem().FieldByIndex(own[i].Index)
			text += fmt.Sprintf("\n# %s\n%s = %#v\n", strings.ReplaceAll(screen.Wrap(doc, 78, 0), "\n", "\n# "), field.Key, value)
		}
		gamestest.Golden(t, "../mods/"+g.Name()+"/rules.toml", text)
	}
}

// rulings is every ruling of a game with its switches.
func rulings(lib *library.Library) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n## %s\n", lib.Mod.Title)
	for _, p := range lib.Rulebook {
		if p.Ruling == "" && len(p.Switches) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n### %s %s\n", p.ID, p.Title)
		if p.Ruling != "" {
			fmt.Fprintf(&b, "\n%s\n", p.Ruling)
		}
		if len(p.Switches) > 0 {
			b.WriteString("\n| key | default | what it sets |\n|---|---|---|\n")
		}
		for _, s := range p.Switches {
			fmt.Fprintf(&b, "| `%s` | `%s` | %s |\n", s.Key, s.Text(), s.Doc)
		}
	}
	return b.String()
}

// What the README shows is what the program prints.
func TestReadmeTranscript(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, block, ok := strings.Cut(string(readme), "```console\n$ houserule ")
	if !ok {
		t.Fatal("the README has no transcript")
	}
	line, block, _ := strings.Cut(block, "\n")
	want, _, _ := strings.Cut(block, "```")
	var out, errs strings.Builder
	if code := program.Run(programtest.ShellWords(line), &out, &errs); code != usage.ExitOK {
		t.Fatalf("exit code %d: %s", code, errs.String())
	}
	if out.String() != want {
		t.Errorf("the README shows\n%s\nthe program prints\n%s", want, out.String())
	}
}

// Every command that a page or the help of a command shows runs.
func TestCommands(t *testing.T) {
	enginetest.OnlyLong(t, "the commands simulate a lot")
	typed := map[string]bool{}
	t.Run("pages", func(t *testing.T) { commandsOfPages(t, typed) })
	t.Run("help", func(t *testing.T) { commandsOfHelp(t, typed) })
}

// commandsOfPages runs those of pages; where a mod's README or the chapter of a
// game shows one, in that game.
func commandsOfPages(t *testing.T, typed map[string]bool) {
	pages, err := filepath.Glob("../mods/*/README.md")
	if err != nil || len(pages) < 20 {
		t.Fatalf("%d READMEs of mods: %v", len(pages), err)
	}
	gameOf := map[string]string{} // by README
	for _, mod := range library.Find(bundled.Resolver().Bundled()) {
		gameOf[filepath.Join("../mods", mod.Mod.ID, "README.md")] = mod.Mod.Game
	}
	shown := 0
	for _, page := range append(pages, "../README.md", "prompt.md", "performance.md", "tinkering.md", "players.md", "online.md", "protocol.md", rulingsFile) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		shown += len(commandsIn(string(text)))
		t.Run(strings.TrimPrefix(page, "../"), func(t *testing.T) {
			for chapter := range strings.SplitSeq(string(text), "\n### ") {
				title, _, _ := strings.Cut(chapter, "\n")
				typeAll(t, typed, cmp.Or(gameOf[page], map[string]string{"Kings": "kings", "Sorcery": "sorcery"}[title]), commandsIn(chapter))
			}
		})
	}
	if shown < 100 {
		t.Errorf("the pages show %d commands: are they read at all?", shown)
	}
}

// commandsOfHelp runs those of help, which every command has.
func commandsOfHelp(t *testing.T, typed map[string]bool) {
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		if c.Name() == "completion" || c.Name() == "farm" {
			return // which is cobra's; which needs a cluster
		}
		if c.Runnable() {
			t.Run(c.CommandPath(), func(t *testing.T) {
				commands := commandsIn(c.Example)
				if len(commands) == 0 {
					t.Error("it has no example")
				}
				typeAll(t, typed, "", commands)
			})
		}
		for _, inner := range c.Commands() {
			visit(inner)
		}
	}
	visit(program.New(io.Discard))
}

// What a new mod says to do next, in its README, too, can be done.
func TestCommandsOfNewMods(t *testing.T) {
	for _, kind := range []string{"--game heroes", "--game kings", "--game sorcery", "--own-game"} {
		t.Run(kind, func(t *testing.T) {
			r := newReader(t)
			commands := commandsIn(r.command("mod new fresh "+kind, ""))
			text, err := os.ReadFile("fresh/README.md")
			if err != nil {
				t.Fatal(err)
			}
			if commands = append(commands, commandsIn(string(text))...); len(commands) < 4 {
				t.Errorf("it says to do %q", commands)
			}
			for _, line := range commands {
				r.command(line, "")
			}
		})
	}
}

// commandsIn are the command lines of a text, without the name of the program:
// those of code blocks and on indented lines, then those between backquotes.
func commandsIn(text string) (commands []string) {
	prose := ""
	for i, part := range strings.Split(text, "```") {
		for line := range strings.Lines(part) {
			words := strings.TrimPrefix(strings.TrimSpace(line), "$ ")
			command, ok := strings.CutPrefix(words, "houserule")
			if isCode := i%2 == 1 || strings.HasPrefix(line, "  "); !isCode || !ok || command != "" && command[0] != ' ' {
				prose += line
				continue
			}
			command, _, _ = strings.Cut(command, " #")
			commands = append(commands, strings.TrimSpace(command))
		}
	}
	for _, quoted := range regexp.MustCompile("`houserule ([^`]+)`").FindAllStringSubmatch(prose, -1) {
		words := strings.Fields(quoted[1])
		c, rest, err := program.New(io.Discard).Find(words)
		isName := err == nil && len(rest) == 0 && c.HasParent()
		if !isName && !slices.ContainsFunc(words, isPlaceholder) {
			commands = append(commands, strings.Join(words, " "))
		}
	}
	return commands
}

// isPlaceholder reports whether a word of a command line stands for another.
func isPlaceholder(word string) bool {
	return !strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsUpper(r) })
}

// typeAll runs each command, once, in a folder of its own; and with --game, too,
// where it is shown for a game, unless it prints its own flags.
func typeAll(t *testing.T, typed map[string]bool, of string, commands []string) {
	for _, line := range commands {
		key, _, _ := strings.Cut(of+": "+line, " --report")
		if typed[key] {
			continue
		}
		typed[key] = true
		t.Run(line, func(t *testing.T) {
			r := newReader(t)
			r.prepare(line)
			printed := r.command(line, "")
			if words := programtest.ShellWords(line); of == "" || len(words) == 0 || slices.Contains(words, "--game") || isExperiment(words) || words[0] == "odds" || words[0] == "mod" {
				return
			}
			if in := r.command(line+" --game "+of, ""); in != printed {
				t.Errorf("it prints\n%s\nand in %s\n%s", printed, of, in)
			}
		})
	}
}

// A reader types what a page shows.
type reader struct{ *testing.T }

func newReader(t *testing.T) reader {
	t.Setenv("NO_COLOR", "1")
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	t.Chdir(t.TempDir())
	return reader{t}
}

// botsFolder has the bots that docs/protocol.md shows.
var botsFolder, _ = filepath.Abs("bots")

// prepare makes what a command takes for granted.
func (r reader) prepare(line string) {
	makes := func(words string) bool { return !strings.HasPrefix(line, "mod new") && strings.Contains(line, words) }
	switch {
	case line == "mod check" || line == "mod test":
		r.command("mod new goblins", "")
		r.Chdir("goblins")
	case makes("--mods goblins"):
		if err := os.MkdirAll(games.Store().Dir, 0o755); err != nil {
			r.Fatal(err)
		}
		r.command("mod new goblins --dir "+games.Store().Dir, "")
	case makes("mod install goblins.zip"), makes("mod update"), makes("mod remove goblins"):
		r.command("mod new goblins", "")
		r.command("mod pack goblins", "")
		r.command("mod install goblins.zip", "")
	case makes("@evening"):
		r.command("mod save evening --mods morale,luck", "")
	case makes("--from siege.journal"):
		r.command("mod new goblins", "")
		r.command("battle siege --mods ./goblins --journal siege.journal", "")
	case makes("run:"):
		for _, bot := range []struct{ language, name string }{{"python3", "bot.py"}, {"node", "bot.js"}} {
			if _, err := exec.LookPath(bot.language); err != nil && makes(bot.name) {
				r.Skipf("there is no %s here", bot.language)
			}
			text, err := os.ReadFile(filepath.Join(botsFolder, bot.name))
			if err != nil {
				r.Fatal(err)
			}
			r.write(bot.name, string(text))
		}
	case makes("mod pack goblin-kings"):
		r.command("mod new goblin-kings", "")
	case makes("goblins"):
		r.command("mod new goblins", "")
	case makes("./my-mod"):
		r.command("mod new my-mod", "")
	case makes("./race"):
		r.command("mod new race --own-game", "")
	case makes("--armies my-armies"):
		r.write("my-armies/orcs.army", "6 orc")
		r.write("my-armies/wolves.army", "8 wolf")
	case makes("serve --drop "):
		_, name, _ := strings.Cut(line, "--drop ")
		scenario, _, _ := strings.Cut(name, ".")
		r.command("serve "+scenario, "")
	case makes("serve --resume"):
		r.command("serve golem-wall", "")
	case makes("--resume"):
		r.command("play golem-wall", "swarm")
	case makes("replay "), makes("review "), makes("show "):
		r.command("battle --journal "+strings.Fields(line)[1], "")
	case makes("merge 1.json 2.json"):
		r.write("1.json", r.command("sim siege --shard 1/2 --json", ""))
		r.write("2.json", r.command("sim siege --shard 2/2 --json", ""))
	case makes("merge parts/*.json"):
		r.write("parts/1.json", r.command("sim siege --shard 1/1 --json", ""))
	}
}

func (r reader) write(name, text string) {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		r.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		r.Fatal(err)
	}
}

// isExperiment reports whether a command plays as many battles as it is told to.
func isExperiment(words []string) bool {
	return len(words) > 0 && slices.Contains([]string{"balance", "compare", "sim", "sweep", "tune"}, words[0])
}

// command types a command, in an experiment with fewer battles, and then lines. It
// returns what was printed.
func (r reader) command(line, lines string) string {
	r.Helper()
	line, _, _ = strings.Cut(line, " > ")
	line, _, _ = strings.Cut(line, " < ")
	words := []string{} // for cobra takes the arguments of the test in place of nil
	for _, word := range programtest.ShellWords(line) {
		if files, _ := filepath.Glob(word); strings.Contains(word, "*") && len(files) > 0 {
			words = append(words, files...)
		} else {
			words = append(words, word)
		}
	}
	if isExperiment(words) {
		words = append(words, "-n", "2")
	}
	switch {
	case len(words) == 0:
	case words[0] == "join":
		words[1] = r.link()
	case words[0] == "serve" && !slices.Contains(words, "--drop"): // the port may be taken
		for i, word := range words {
			words[i] = strings.Replace(word, ":7360", ":0", 1)
		}
		if !slices.Contains(words, "--listen") {
			words = append(words, "--listen", "127.0.0.1:0")
		}
	}
	words = slices.DeleteFunc(words, func(word string) bool { return word == "--open" }) // there may be no browser
	var errs strings.Builder
	ctx, stop := context.WithCancel(r.Context())
	defer stop()
	out := untilServed{stop: stop}
	root := program.New(io.Discard)
	root.SetArgs(program.Played(root, words))
	root.SetIn(strings.NewReader(lines))
	root.SetOut(&out)
	root.SetErr(&errs)
	if err := root.ExecuteContext(ctx); err != nil {
		r.Errorf("houserule %s: %v\n%s", line, err, errs.String())
	}
	return out.String()
}

// link starts a server, and returns the link of the first seat.
func (r reader) link() string {
	printed, out := io.Pipe()
	root := program.New(io.Discard)
	root.SetArgs([]string{"serve", "golem-wall", "--seats", "human,human", "--listen", "127.0.0.1:0"})
	root.SetOut(out)
	root.SetErr(io.Discard)
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- root.ExecuteContext(ctx) }()
	r.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			r.Error(err)
		}
	})
	lines := bufio.NewScanner(printed)
	for lines.Scan() {
		if _, link, ok := strings.Cut(lines.Text(), "http"); ok {
			go io.Copy(io.Discard, printed)
			return "http" + link
		}
	}
	r.Fatal("no link is printed")
	return ""
}

// An untilServed is an output that stops a server once it serves.
type untilServed struct {
	strings.Builder
	stop func()
}

// Write writes.
func (u *untilServed) Write(text []byte) (int, error) {
	if strings.HasPrefix(string(text), "Ctrl-C stops") {
		u.stop()
	}
	return u.Builder.Write(text)
}

// What docs/tinkering.md shows of an output is in it, line by line; three dots
// stand for what is left out, before and behind as well.
func TestTinkeringOutput(t *testing.T) {
	enginetest.OnlyLong(t, "the commands simulate a lot")
	text, err := os.ReadFile("tinkering.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(text), "```console\n$ houserule ")
	if !ok {
		t.Fatal("docs/tinkering.md shows no output")
	}
	for ok {
		command, shown, _ := strings.Cut(rest, "\n")
		shown, rest, _ = strings.Cut(shown, "```")
		t.Run(command, func(t *testing.T) {
			var out, errs strings.Builder
			if code := program.Run(programtest.ShellWords(command), &out, &errs); code != usage.ExitOK {
				t.Fatalf("exit code %d: %s", code, errs.String())
			}
			for part := range strings.SplitSeq(shown, "...\n") {
				if !strings.Contains(out.String(), part) {
					t.Errorf("docs/tinkering.md shows\n%s\nwhich is not in\n%s", part, out.String())
				}
			}
		})
		_, rest, ok = strings.Cut(rest, "```console\n$ houserule ")
	}
}
