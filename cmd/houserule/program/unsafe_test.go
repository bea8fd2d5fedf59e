package program_test

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"houserule/cmd/houserule/program"
	"houserule/cmd/houserule/programtest"
	"houserule/cmd/houserule/usage"
	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/library"
)

// unsafeTexts are what mods, files and people may try to show.
var unsafeTexts = []string{
	"a\x1b[31mb\x1b[2J\a\r\u009b2J\u202egpj\u2066\u2028\x7f\nforged: line",
	"x\nforged: line",
	"\u200f\u061c",
}

// saidWithoutGate is all that a command writes, as if there were no last gate.
func saidWithoutGate(args ...string) string {
	var all strings.Builder
	root := program.New(&all)
	root.SetArgs(args)
	root.SetErr(&all)
	if err := root.Execute(); err != nil {
		fmt.Fprintln(&all, library.Explain(err))
	}
	return all.String()
}

// wantSafe fails where something unsafe was written, or a line that is none.
func wantSafe(t *testing.T, where, text string) {
	t.Helper()
	if at, what := engine.Unsafe(text, "\n\t"); at >= 0 {
		t.Errorf("%s: the %s is written:\n%q", where, what, text)
	}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimSpace(line), "forged") {
			t.Errorf("%s: a line is forged:\n%s", where, text)
		}
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// luaText is a text as Lua and TOML write it.
func luaText(text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		fmt.Fprintf(&b, "\\%03d", c)
	}
	return `"` + b.String() + `"`
}

func tomlText(text string) string {
	quoted := strconv.QuoteToASCII(text)
	for _, c := range []string{"07", "1b", "7f"} {
		quoted = strings.ReplaceAll(strings.ReplaceAll(quoted, `\a`, `\u0007`), `\x`+c, `\u00`+c)
	}
	return quoted
}

const modHead = "id = \"m\"\nversion = \"1.0.0\"\ntitle = \"T\"\ngame = \"heroes\"\n"

// Nothing that stands in the data of a mod gets to people as it is: it is refused,
// or shown as text.
func TestUnsafeData(t *testing.T) {
	programtest.InFolder(t)
	for _, text := range unsafeTexts {
		for _, data := range []struct{ head, entries string }{
			{"id = X\nversion = \"1.0.0\"\ntitle = \"T\"\ngame = \"heroes\"\n", ""},
			{"id = \"m\"\nversion = X\ntitle = X\ngame = X\nauthors = [X]\ntext = X\n", ""},
			{modHead + "X = 1\n[requires]\nX = X\n[setting.X]\ntype = X\ndefault = X\ndoc = X\noneof = [X]\n", ""},
			{modHead + "[setting.s]\ntype = \"choice\"\ndefault = X\ndoc = X\noneof = [X]\n", ""},
			{modHead + "[setting.s]\ntype = \"text\"\ndefault = X\ndoc = \"D\"\n", ""},
			{modHead, "[X]\n[creature.X]\nname = \"N\"\n[ability.X]\nname = \"N\"\ntext = \"T\"\n[patch.creature.X.set]\nname = \"N\"\n[patch.X]\n[rules]\nX = 1\n"},
			{modHead, "[ability.a]\nname = X\ntext = X\nrule = X\nscript = X\nretaliates = X\n[ability.a.X]\n[[ability.a.bonus]]\nscore = X\nwhen = { X = 1 }\n"},
			{modHead, "[patch.creature.orc.set]\nname = X\nalignment = X\nabilities = [X]\ntext = X\n"},
			{modHead, "[scenario.s]\nname = X\ntext = X\naggressor = { army = X }\ndefender = { army = X }\n[[scenario.s.lesson]]\non = X\ntext = X\n[rule.X]\ntitle = X\ntext = X\nruling = X\nswitches = [X]\n"},
			{modHead, "[patch.creature.orc.set]\ntext = \"\"\"two\n\tlines\"\"\"\n"},
		} {
			x := strings.NewReplacer("X", tomlText(text))
			write(t, "m/mod.toml", x.Replace(data.head))
			write(t, "m/x.toml", x.Replace(data.entries))
			for _, args := range []string{"mod check ./m", "scenarios --mods ./m"} {
				wantSafe(t, args+":\n"+x.Replace(data.head+data.entries), saidWithoutGate(strings.Fields(args)...))
			}
		}
		write(t, "m/mod.toml", modHead+"# "+text)
		write(t, "m/x.toml", text)
		wantSafe(t, "raw", saidWithoutGate("mod", "check", "./m"))
	}
}

// Nothing that scripts say, ask, declare or fail with gets to people as it is.
func TestUnsafeScripts(t *testing.T) {
	enginetest.OnlyLong(t, "hundreds of command lines")
	programtest.InFolder(t)
	write(t, "m/mod.toml", modHead)
	write(t, "g/mod.toml", strings.ReplaceAll(strings.ReplaceAll(modHead, `"m"`, `"g"`), "heroes", "g"))
	write(t, "g/x.toml", "[scenario.s]\nname = \"S\"\ntext = \"T\"\n")
	write(t, "typed", "lua X\nwhy\nlog\noptions\nodds\nhelp\nhint\nlua x\nlua error(x)\nno-such\nboard\n")
	for _, text := range []string{unsafeTexts[0] + "\xff\xfe\x80", unsafeTexts[1]} {
		x := strings.NewReplacer("X", luaText(text), "RAW", text)
		for _, script := range []string{
			"error(X)", "local x = RAW", "local y = {X} y[X].z = 1", "nosuch[X] = 2",
			"function onRoundStart(round) error(X) end",
			"function onRoundStart(round) log(X) log({[X] = X}) end",
			"function onRoundStart(round) choose(battle.aggressor, X, {X}) end",
			"function onRoundStart(round) choose(battle.aggressor, X, {\"stay\", \"go\"}) end",
			"function onRoundStart(round) battle:remember(X, X) log(battle:recall(X)) log(setting(X)) end",
			"function onRoundStart(round) local k = X log(battle[k]) end",
			"function onRoundStart(round) battle:summon(battle.aggressor, X, X, 1) end",
			"function onRoundStart(round) local function RAWf() end end",
			"option{ name = X, text = \"t\", act = function(by) end }",
			"option{ name = \"flee\", text = X, act = function(by) end }",
			"option{ name = \"flee\", text = \"t\", at = X, act = function(by) end }",
			"option{ name = \"flee\", text = \"t\", [X] = X, legal = function(by) return X end, act = function(by) end }",
			"option{ name = \"flee\", text = \"t\", legal = function(by) return X end, act = function(by) error(X) end }",
			"player{ name = X, answer = function(side, options, worths) return 1 end }",
		} {
			write(t, "m/main.lua", x.Replace(script))
			for _, args := range []string{"battle duel --seed 1 --mods ./m --on-error disable"} {
				wantSafe(t, args+": "+x.Replace(script), saidWithoutGate(strings.Fields(args)...))
			}
		}
		write(t, "m/main.lua", "")
		for _, script := range []string{
			"test{ name = X, run = function() end }", "test{ name = \"n\", run = function() error(X) end }",
			"test{ name = \"n\", run = function() army(X, X) end }", "test{ name = \"n\", run = function() scenario(X) end }",
			"test{ name = \"n\", run = function() army(\"aggressor\", \"orc\") army(\"defender\", \"orc\") take(X) end }",
			"test{ name = \"n\", run = function() army(\"aggressor\", \"orc\") army(\"defender\", \"orc\") expect_told(X) end }",
		} {
			write(t, "m/test.lua", x.Replace(script))
			wantSafe(t, "mod test: "+x.Replace(script), saidWithoutGate("mod", "test", "./m"))
		}
		const game = `game{ seats = SEATS, start = function() SETUP battle:remember("n", 1) end,
turn = function() TURN end, play = function(side, option) PLAY end, board = function() return {"b", BOARD} end, outcome = function() return OUTCOME end }
`
		for _, change := range [][]string{
			{"SEATS", "{X, \"b\"}"}, {"SETUP", "log(X)"}, {"SETUP", "battle:setup(X)"}, {"TURN", "battle:ask(battle.sides[1], X, {\"one\"})"},
			{"TURN", "battle:ask(battle.sides[1], \"q\", {X})"}, {"TURN", "battle:ask(battle.sides[1], \"q\", {\"one\"}) battle:refuse(\"two\", X)"},
			{"PLAY", "error(X)"}, {"BOARD", "X"}, {"OUTCOME", "X"}, {"KEY", "key{ name = X, default = 1, text = \"t\" }"},
			{"KEY", "key{ name = \"k\", default = X, text = X, oneof = {X} }"}, {"KEY", "key{ name = \"k\", default = X, text = \"t\" }"},
		} {
			script := strings.NewReplacer(change...).Replace(game + "KEY")
			script = strings.NewReplacer("SEATS", `{"a", "b"}`, "SETUP", "", "TURN", `battle:ask(battle.sides[1], "q", {"one"})`, "PLAY", "battle:win(side)", "BOARD", `""`, "OUTCOME", `"over"`, "KEY", "").Replace(script)
			write(t, "g/main.lua", x.Replace(script))
			for _, args := range []string{"mod check ./g", "play s --seats human,human --mods ./g --seed 1"} {
				in, err := os.Open("typed")
				if err != nil {
					t.Fatal(err)
				}
				before := os.Stdin
				os.Stdin = in
				wantSafe(t, args+": "+x.Replace(script), saidWithoutGate(strings.Fields(args)...))
				os.Stdin = before
				in.Close()
			}
		}
	}
}

// sealed is a journal with the checks of its lines, as anybody can write them.
func sealed(lines ...string) string {
	var b strings.Builder
	sum := uint32(0)
	for _, line := range lines {
		sum = crc32.Update(sum, crc32.IEEETable, []byte(line))
		fmt.Fprintf(&b, "%s ~%08x\n", line, sum)
	}
	return b.String()
}

// Nothing in the names and texts of files gets to people as it is.
func TestUnsafeFiles(t *testing.T) {
	enginetest.OnlyLong(t, "hundreds of command lines")
	programtest.InFolder(t)
	programtest.Command(t, "battle", "duel", "--seed", "2", "--journal", "good.journal")
	good, err := os.ReadFile("good.journal")
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for line := range strings.Lines(string(good)) {
		text, _, _ := strings.Cut(line, " ~")
		lines = append(lines, text)
	}
	for _, text := range unsafeTexts {
		oneLine := strings.ReplaceAll(text, "\n", "")
		for i := range lines {
			if i > 12 && i < len(lines)-1 {
				continue // one answer is as good as another
			}
			changed := slices.Clone(lines)
			changed[i] += oneLine
			write(t, "bad.journal", sealed(changed...))
			wantSafe(t, changed[i], saidWithoutGate("replay", "--anyway", "--partial", "bad.journal"))
		}
		write(t, filepath.Join("data/houserule/mods", strings.ReplaceAll(text, "/", ""), "mod.toml"), "id = 3")
		write(t, filepath.Join("data/houserule/saves", strings.ReplaceAll(text, "/", "")+".journal"), string(good))
		write(t, "m/mod.toml", modHead)
		write(t, filepath.Join("armies", text+".army"), "3 orc")
		write(t, filepath.Join("m", text+".lua"), "x")
		write(t, filepath.Join("m", text, "x.toml"), "x")
		write(t, "lines", "load\nload "+text+"\n"+text+"\nsave "+text+"\nshow "+text+"\nodds "+text+"\nnew "+text+"\nlua "+text+"\nlua \""+text+"\"\nseats "+text+"\n")
		in, err := os.Open("lines")
		if err != nil {
			t.Fatal(err)
		}
		before := os.Stdin
		os.Stdin = in
		for _, args := range []string{"mod list", "mod check ./m", "battle --mods nosuch", "balance --anyway -n 2 --armies armies", "replay nosuch", "play duel --seats human,human --seed 1 --keep-going"} {
			wantSafe(t, args, saidWithoutGate(strings.Fields(args)...))
		}
		os.Stdin = before
		in.Close()
	}
	write(t, "one/x\ny.army", "3 orc")
	const want = "one/\"x\\ny.army\": rename it without the line break\n"
	if got := saidWithoutGate("balance", "--armies", "one"); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Arguments that are unsafe to show are refused before anything reads them, and long
// words are cut.
func TestUnsafeArguments(t *testing.T) {
	programtest.InFolder(t)
	for _, args := range [][]string{{"X"}, {"battle", "X"}, {"--X"}, {"battle", "--aggressor", "X", "--defender", "3 orc"}, {"replay", "X"}, {"mod", "new", "X"}, {"mod", "check", "X"}, {"sim", "duel", "--report", "X"}, {"battle", "--set", "X=X"}, {"rule", "X"}, {"merge", "X"}} {
		for _, text := range append(unsafeTexts, "\xff", strings.Repeat("long", 1000)) {
			given := strings.Split(strings.ReplaceAll(strings.Join(args, "\n"), "X", "\x00"), "\n")
			for i := range given {
				given[i] = strings.ReplaceAll(given[i], "\x00", text)
			}
			var out, errs bytes.Buffer
			if code := program.Run(given, &out, &errs); code != usage.ExitUsage && code != usage.ExitError {
				t.Errorf("%q: exit code %d", given, code)
			}
			wantSafe(t, strings.Join(args, " "), out.String()+errs.String())
			if n := errs.Len(); n > 1500 {
				t.Errorf("%q with %d characters: the message has %d bytes: %s", args, len(text), n, errs.String())
			}
		}
	}
	var errs bytes.Buffer
	program.Run([]string{"replay", "a\nb"}, &errs, &errs)
	if want := "houserule: the argument \"a\\nb\": take out the line break\nSee houserule --help.\n"; errs.String() != want {
		t.Errorf("got %q, want %q", errs.String(), want)
	}
}
