//go:build unix

package terminal_test

import (
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
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/hinshun/vt10x"
	"github.com/mattn/go-runewidth"
	"golang.org/x/term"

	"houserule/cmd/houserule/programtest"
	"houserule/cmd/houserule/terminal"
	"houserule/cmd/houserule/usage"
)

// Keys that have no letter.
const (
	keyEnter = "\r"
	keyTab   = "\t"
	keyUp    = "\x1b[A"
	keyCtrlC = "\x03"
	keyCtrlD = "\x04"
	keyCtrlZ = "\x1a"
	keyCtrlA = "\x01" // to the begin of the line
	keyCtrlE = "\x05" // to its end
	keyCtrlU = "\x15" // empties it up to the cursor
)

// What the line editor writes last when it draws a line.
const eraseLine = "\x1b[0K"

func toColumn(x int) string { return fmt.Sprintf("\x1b[%dG", x+1) }

// clearAll empties the screen and what can be scrolled back to.
const clearAll = "\x1b[H\x1b[2J\x1b[3J"

// A console is the program in a pseudo-terminal, and a person at it.
type console struct {
	t      *testing.T
	cmd    *exec.Cmd
	keys   *os.File    // the person's side of the terminal
	tty    *os.File    // the program's
	before *term.State // its mode without the program
	out    *programtest.Transcript
	screen vt10x.Terminal
	shown  int // bytes of out that are on the screen
	read   int // bytes of out from before the last keys
	ended  chan struct{}
}

// newConsole starts houserule in a terminal of 90 columns, with its folders
// in home.
func newConsole(t *testing.T, home string, args ...string) *console {
	t.Helper()
	return newConsoleIn(t, home, nil, args...)
}

func newConsoleIn(t *testing.T, home string, env []string, args ...string) *console {
	t.Helper()
	return newConsoleOf(t, home, env, "houserule", args...) // TestMain puts it there
}

// newConsoleOf starts any program.
func newConsoleOf(t *testing.T, home string, env []string, program string, args ...string) *console {
	t.Helper()
	const columns, rows = 90, 40
	keys, tty, err := pty.Open()
	if err != nil {
		t.Skip("no pseudo-terminal can be opened: ", err)
	}
	if keys, err = polled(keys); err != nil {
		t.Fatal(err)
	}
	c := &console{t: t, keys: keys, tty: tty, out: programtest.NewTranscript(), ended: make(chan struct{}),
		screen: vt10x.New(vt10x.WithSize(columns, rows))}
	t.Cleanup(c.close)
	if err := pty.Setsize(tty, &pty.Winsize{Cols: columns, Rows: rows}); err != nil {
		t.Fatal(err)
	}
	c.before = c.mode()
	c.cmd = exec.Command(program, args...)
	c.cmd.Stdin, c.cmd.Stdout, c.cmd.Stderr = tty, tty, tty
	c.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	c.cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "NO_COLOR=") })
	c.cmd.Env = append(c.cmd.Env, "TERM=xterm-256color", "HOME="+home,
		"XDG_STATE_HOME="+filepath.Join(home, "state"), "XDG_DATA_HOME="+filepath.Join(home, "data"))
	c.cmd.Env = append(c.cmd.Env, env...)
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go io.Copy(c.out, keys) // until both sides are closed
	go func() {
		c.cmd.Wait()
		close(c.ended)
	}()
	return c
}

// polled is a file that can be closed while it is read from.
func polled(file *os.File) (*os.File, error) {
	defer file.Close()
	fd, err := syscall.Dup(int(file.Fd()))
	if err != nil {
		return nil, err
	}
	syscall.CloseOnExec(fd)
	if err := syscall.SetNonblock(fd, true); err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), file.Name()), nil
}

func (c *console) close() {
	if c.cmd != nil && c.cmd.Process != nil {
		c.cmd.Process.Kill()
		<-c.ended
	}
	c.tty.Close()
	c.keys.Close()
}

// mode is how the terminal treats keys: echo, lines, signals.
func (c *console) mode() *term.State {
	c.t.Helper()
	state, err := term.GetState(int(c.tty.Fd()))
	if err != nil {
		c.t.Fatal(err)
	}
	return state
}

// presses presses keys.
func (c *console) presses(keys string) {
	c.t.Helper()
	c.read = len(c.out.All())
	if _, err := io.WriteString(c.keys, keys); err != nil {
		c.t.Fatal(err)
	}
}

// since is what was written since the last keys.
func (c *console) since() string { return c.out.All()[c.read:] }

// waits waits until what was written since the last keys is as wanted.
func (c *console) waits(what string, wanted func(text string) bool) {
	c.t.Helper()
	if err := c.out.Await(nil, func(text string) bool { return wanted(text[c.read:]) }); err != nil {
		c.t.Fatalf("waiting for %s: %v\nThe screen:\n%s", what, err, c.picture())
	}
}

// sees waits until a text was written since the last keys.
func (c *console) sees(text string) {
	c.t.Helper()
	c.waits(fmt.Sprintf("%q", text), func(since string) bool { return strings.Contains(plain(since), text) })
}

// asked waits until a prompt stands at the end. After a change of the
// terminal's width it may have been drawn twice.
func (c *console) asked(prompt string) {
	c.t.Helper()
	c.waits(fmt.Sprintf("the prompt %q", prompt), func(since string) bool {
		since = strings.TrimSuffix(since, toColumn(0)+prompt+eraseLine+toColumn(len(prompt)))
		return strings.HasSuffix(since, "\n"+prompt)
	})
}

// types types a command, waits for the next prompt, and returns what stands
// between them.
func (c *console) types(command, prompt string) string {
	c.t.Helper()
	c.presses(command + keyEnter)
	c.asked(prompt)
	_, text, _ := strings.Cut(c.since(), "\r\n")
	return text[:strings.LastIndex(text, "\n")+1]
}

// edits presses keys and returns the line that stands behind the prompt then.
// The line is empty again afterwards.
func (c *console) edits(keys, prompt string) string {
	c.t.Helper()
	// Keys are taken one after another, but the line is not drawn anew while
	// more of them wait. With a mark at either end it is known to be whole.
	const first, last = "~", "|"
	var line string
	c.presses(keys + last + keyCtrlA + first)
	c.waits("the line", func(text string) bool {
		c.draw()
		columns, _ := c.screen.Size()
		ok := false
		line, ok = strings.CutPrefix(strings.TrimRight(c.row(c.screen.Cursor().Y, columns), " "), prompt+first)
		return ok && strings.HasSuffix(text, toColumn(len(prompt+first)))
	})
	read := c.read
	c.presses(keyCtrlE + keyCtrlU)
	c.waits("the empty line", func(text string) bool { return strings.HasSuffix(text, prompt+eraseLine+toColumn(len(prompt))) })
	c.read = read // for the caller to look at
	line, ok := strings.CutSuffix(line, last)
	if !ok {
		c.t.Errorf("%q: the line is %q, want %q at its end", keys, line, last)
	}
	return line
}

// draw brings the screen up to date.
func (c *console) draw() {
	n, _ := io.WriteString(c.screen, c.out.All()[c.shown:])
	c.shown += n
}

// row is a row of the screen, up to a column.
func (c *console) row(y, columns int) string {
	var row strings.Builder
	for x := range columns {
		row.WriteRune(max(c.screen.Cell(x, y).Char, ' '))
	}
	return row.String()
}

// line is the row of the cursor, up to the cursor.
func (c *console) line() string {
	c.draw()
	at := c.screen.Cursor()
	return c.row(at.Y, at.X)
}

// picture is the whole screen.
func (c *console) picture() string {
	c.draw()
	columns, rows := c.screen.Size()
	var lines []string
	for y := range rows {
		lines = append(lines, strings.TrimRight(c.row(y, columns), " "))
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

// reachable is what the person can see, on the screen or scrolling back.
func (c *console) reachable() string {
	text := c.out.All()
	return plain(text[max(strings.LastIndex(text, clearAll), 0):]) + "\n" + c.picture()
}

// resizes makes the terminal another one wide.
func (c *console) resizes(columns int) {
	c.t.Helper()
	c.draw()
	_, rows := c.screen.Size()
	c.screen.Resize(columns, rows)
	if err := pty.Setsize(c.tty, &pty.Winsize{Cols: uint16(columns), Rows: uint16(rows)}); err != nil {
		c.t.Fatal(err)
	}
}

// interrupts presses Ctrl-C at a prompt, where it is a key. Until the prompt
// is ready for keys it is a signal, so another key goes first.
func (c *console) interrupts() {
	c.t.Helper()
	c.presses("~")
	c.waits("the key", func(string) bool { return strings.HasSuffix(c.line(), "~") })
	c.presses(keyCtrlC)
}

// exits waits for the end of the program, which must have an exit code and
// leave the terminal as it was.
func (c *console) exits(code int) {
	c.t.Helper()
	select {
	case <-c.ended:
	case <-time.After(programtest.Patience):
		c.t.Fatalf("the program does not end. The screen:\n%s", c.picture())
	}
	if got := c.cmd.ProcessState.ExitCode(); got != code {
		c.t.Errorf("exit code %d, want %d. The screen:\n%s", got, code, c.picture())
	}
	if after := c.mode(); !reflect.DeepEqual(after, c.before) {
		c.t.Errorf("the terminal is left in the mode %+v, it was %+v", after, c.before)
	}
}

var control = regexp.MustCompile(`\x1b\[[0-9;?]*[A-Za-z]|\a`)

// plain is text without what moves the cursor, clears or colors.
func plain(text string) string {
	return strings.ReplaceAll(control.ReplaceAllString(text, ""), "\r", "")
}

const (
	attacked = "aggressor a3 retaliates?> " // what is asked first in reference for seed 7
	halfling = "aggressor a4> "             // who acts first in it
	next     = "aggressor next> "           // what is asked after its shot at d4
	kept     = "is kept: houserule play --resume continues it."
)

func openReference(t *testing.T, home string) *console {
	t.Helper()
	return openReferenceIn(t, home, nil)
}

func openReferenceIn(t *testing.T, home string, env []string, flags ...string) *console {
	t.Helper()
	c := beginReference(t, home, env, flags...)
	c.types("hold", halfling)
	return c
}

func beginReference(t *testing.T, home string, env []string, flags ...string) *console {
	t.Helper()
	c := newConsoleIn(t, home, env, append([]string{"play", "reference", "--seats", "human,greedy", "--seed", "7"}, flags...)...)
	c.asked(attacked)
	return c
}

func TestTerminalCompletion(t *testing.T) {
	c := openReference(t, t.TempDir())
	for _, test := range []struct {
		keys, line string
		list       string // its words, where there is one
	}{
		{"shoo\t", "shoot ", ""},
		{"sho\t\t", "sho", "shoot show"},
		{"shoot \t\t", "shoot d", "d1 d2 d3 d4"},
		{"shoot d4 \t", "shoot d4 swat ", ""},
		{"a4 shoo\t", "a4 shoot ", ""},
		{"a4 shoot \t\t", "a4 shoot d", "d1 d2 d3 d4"},
		{"show a\t\t", "show a", "a1 a2 a4"},
		{"creature go\t\t", "creature go", "gold-golem goblin"},
		{"creature gol\t", "creature gold-golem ", ""},
		{"rule H8\t\t", "rule H8.", "H8.1 H8.2 H8.3 H8.4 H8.5"},
		{"new si\t", "new siege ", ""},
		{"seats human,gr\t", "seats human,greedy ", ""},
		{"seats gr\t", "seats greedy ", ""},
		{"help att\t", "help attack ", ""},
		{"options sw\t", "options swarm ", ""},
		{"odds a4 sh\t", "odds a4 shoot ", ""},
		{"odds a1 d2 s\t", "odds a1 d2 swat ", ""},
		{"nonsense n\t\t", "nonsense n", ""},
	} {
		t.Run(strings.ReplaceAll(test.keys, "\t", "_"), func(t *testing.T) {
			c.t = t
			if line := c.edits(test.keys, halfling); line != test.line {
				t.Errorf("the line is %q, want %q", line, test.line)
			}
			var listed []string
			for line := range strings.Lines(plain(c.since())) {
				if !strings.Contains(line, strings.TrimSpace(halfling)) {
					listed = append(listed, strings.Fields(line)...)
				}
			}
			if got := strings.Join(listed, " "); got != test.list {
				t.Errorf("listed is %q, want %q", got, test.list)
			}
		})
	}
}

// Where it is asked whose turn is next, Tab completes what a stack does then, and
// the stacks that may be next.
func TestTerminalCompletionNext(t *testing.T) {
	c := openReference(t, t.TempDir())
	c.types("shoot d4", next)
	for _, test := range []struct{ keys, line string }{
		{"nex\t", "next "},
		{"a\t\t", "a"}, // a1, a2, ability
		{"a2 att\t", "a2 attack "},
		{"a2 attack \t", "a2 attack d"},
		{"a2 attack d1 \t", "a2 attack d1 swat "},
		{"a2 attack orc\t", "a2 attack d3 "},
		{"next \t", "next a"},
		{"a2 und\t", "a2 und"}, // no stack does that
	} {
		if line := c.edits(test.keys, next); line != test.line {
			t.Errorf("%q makes the line %q, want %q", test.keys, line, test.line)
		}
	}
	if line := c.edits("a\t\t", next); line != "a" || !strings.Contains(c.picture(), "a1") || !strings.Contains(c.picture(), "ability") {
		t.Errorf("after a is offered\n%s", c.picture())
	}
}

// Help that is longer than the screen comes a screen at a time.
func TestTerminalPages(t *testing.T) {
	c := openReference(t, t.TempDir())
	const more = ": Enter continues, q stops> "
	c.presses("help all" + keyEnter)
	c.sees(more)
	if first, _, _ := strings.Cut(plain(c.since()), more); strings.Count(first, "\n") != 40 || !strings.HasPrefix(first, "help all\nAnswer\n") {
		t.Errorf("the first screen is\n%s", first)
	}
	for whole := ""; ; {
		c.presses(keyEnter)
		c.waits("more, or the prompt", func(text string) bool {
			return strings.Contains(plain(text), more) || strings.Contains(plain(text), "\n"+halfling)
		})
		if whole += plain(c.since()); strings.Contains(whole, "\n"+halfling) {
			if !strings.Contains(whole, "take [PLAYER,PLAYER]") {
				t.Errorf("the rest is\n%s", whole)
			}
			break
		}
	}
	c.asked(halfling)
	c.presses("creature" + keyEnter)
	c.sees(more)
	c.presses("q" + keyEnter)
	c.asked(halfling)
	c.presses("creature" + keyEnter)
	c.sees(more)
	c.types("seed", halfling)
	if !strings.Contains(c.since(), "seed 7.") {
		t.Errorf("a command in the place of Enter does\n%s", c.since())
	}
	if line := c.edits(keyUp, halfling); line != "creature" {
		t.Errorf("Up brings back %q, want creature", line)
	}
	c.types("log", halfling) // is short
}

func TestTerminalHistory(t *testing.T) {
	home := t.TempDir()
	c := openReference(t, home)
	c.types("show a1", halfling)
	c.types("seed", halfling)
	up := func(keys, prompt, want string) {
		t.Helper()
		if line := c.edits(keys, prompt); line != want {
			t.Errorf("%q brings back %q, want %q", keys, line, want)
		}
	}
	up(keyUp, halfling, "seed")
	up(keyUp+keyUp, halfling, "show a1")
	c.presses(keyCtrlD)
	c.exits(usage.ExitOK)

	const muster = "aggressor places> "
	c = newConsole(t, home, "play", "free", "--seats", "human,human", "--seed", "7")
	c.asked(muster)
	up(keyUp, muster, "seed")
	c.types("options all", muster)
	c.types("place 4 gold-golem melee", muster)
	up(keyUp, muster, "seed")
	c.presses("quit" + keyEnter)
	c.exits(usage.ExitOK)

	c = openReference(t, home)
	up(keyUp+keyUp, halfling, "seed")
	c.types("log", halfling)
	up(keyUp, halfling, "log")
	text, err := os.ReadFile(filepath.Join(home, "state", "houserule", "history"))
	if err != nil {
		t.Fatal(err)
	}
	if want := "hold\nshow a1\nseed\nhold\nlog\n"; string(text) != want {
		t.Errorf("the history is %q, want %q", text, want)
	}
}

func TestTerminalInterrupt(t *testing.T) {
	const warning = "Ctrl-C again leaves, and so does quit. Nothing is lost."
	home := t.TempDir()
	c := openReference(t, home)
	c.types("shoot d4", next)
	before := c.types("log 100", next)
	c.interrupts()
	c.sees(warning)
	c.asked(next)
	if line := c.edits("boar\t", next); line != "board " {
		t.Errorf("after Ctrl-C the line editor makes %q of boar and Tab, want \"board \"", line)
	}
	c.types("seed", next) // a command: the next Ctrl-C warns again
	c.interrupts()
	c.sees(warning)
	c.asked(next)
	c.interrupts()
	c.sees(kept)
	c.exits(usage.ExitInterrupted)

	c = newConsole(t, home, "play", "--resume")
	c.sees("Continuing reference.1")
	c.asked(next)
	if after := c.types("log 100", next); after != before {
		t.Errorf("after --resume the log is\n%s\nwant\n%s", after, before)
	}
	c.presses(keyCtrlD)
	c.sees(kept)
	c.exits(usage.ExitOK)
}

// slow is a battle whose odds take a long time.
var slow = []string{"play", "casters", "--mods", "grimoire,morale", "--seed", "3"}

const djinn = "aggressor a5> " // who acts first in it

// interrupted matches a screen at the end of interrupted odds: bounds, or nothing where no
// battle was decided.
var interrupted = regexp.MustCompile(`(> odds\ninterrupted|\nInterrupted: this is what was found in [0-9,]+ steps\.)\n` + strings.TrimRight(djinn, " ") + "$")

// Long odds show how far they are; Ctrl-C ends them and not the program, and
// leaves nothing of the bar.
func TestTerminalInterruptOdds(t *testing.T) {
	c := newConsole(t, t.TempDir(), slow...)
	c.asked(djinn)
	for range 2 { // each time anew
		c.presses("odds" + keyEnter)
		c.sees("positions/s)")
		c.presses(keyCtrlC)
		c.asked(djinn)
		for _, m := range regexp.MustCompile(`\((\d+)/-, (\d+) positions/s\)`).FindAllStringSubmatch(c.out.All(), -1) {
			found, _ := strconv.Atoi(m[1])
			rate, _ := strconv.ParseFloat(m[2], 64)
			if rate > float64(found+1)/(0.9*terminal.WorthShowing.Seconds()) { // the bar's clock starts a little later
				t.Errorf("in %v or more there can be no %s", terminal.WorthShowing, m[0])
			}
		}
		if picture := c.picture(); !interrupted.MatchString(picture) {
			t.Errorf("the screen is\n%s", picture)
		}
	}
	if line := c.edits("boar\t", djinn); line != "board " {
		t.Errorf("after that the line editor makes %q of boar and Tab, want \"board \"", line)
	}
	c.presses(keyCtrlD)
	c.exits(usage.ExitOK)
}

// Ctrl-Z stops the program, at the prompt and in the middle of odds. The shell
// has its terminal meanwhile, and afterwards the program has its own.
func TestTerminalSuspend(t *testing.T) {
	const shell, line = "shell$ ", "~ and so on"
	c := newConsoleOf(t, t.TempDir(), []string{"PS1=" + shell, "ENV="}, "sh", "-i")
	c.waits("the shell", func(text string) bool { return strings.HasSuffix(text, shell) })
	c.presses("houserule " + strings.Join(slow, " ") + keyEnter)
	c.asked(djinn)
	inShell := func() {
		t.Helper()
		c.waits("the shell", func(text string) bool { return strings.HasSuffix(text, shell) })
		c.presses("stty -a" + keyEnter)
		c.sees(" echo ")
		c.sees(" icanon ")
		c.waits("the shell", func(text string) bool { return strings.HasSuffix(text, shell) })
	}

	c.presses(line)
	c.waits("the line", func(string) bool { return strings.HasSuffix(c.line(), djinn+line) })
	c.presses(keyCtrlZ)
	inShell()
	c.presses("fg" + keyEnter)
	c.waits("the line", func(string) bool { return strings.HasSuffix(c.line(), djinn+line) })
	c.presses(keyCtrlU)
	c.waits("the empty line", func(text string) bool { return strings.HasSuffix(text, djinn+eraseLine+toColumn(len(djinn))) })

	c.presses("odds" + keyEnter)
	c.sees("positions/s)")
	c.presses(keyCtrlZ)
	inShell()
	c.presses("fg" + keyEnter)
	c.sees("positions/s)")
	c.presses(keyCtrlC)
	c.sees("nterrupted")
	c.asked(djinn)
	if line := c.edits("boar\t", djinn); line != "board " {
		t.Errorf("after all that the line editor makes %q of boar and Tab, want \"board \"", line)
	}
}

// Without a shell that could resume it Ctrl-Z stops nothing.
func TestTerminalSuspendWithoutShell(t *testing.T) {
	c := openReference(t, t.TempDir())
	const boa = halfling + "boa"
	c.presses("boa")
	c.waits("the line", func(string) bool { return strings.HasSuffix(c.line(), boa) })
	c.presses(keyCtrlZ)
	c.waits("the line, drawn anew", func(text string) bool { return strings.HasSuffix(text, boa+eraseLine+toColumn(len(boa))) })
	if line := c.edits("r\t", halfling); line != "board " {
		t.Errorf("the line is %q, want \"board \"", line)
	}
	c.types("seed", halfling)
}

// What is left with Ctrl-D after a warning is not left with Ctrl-C.
func TestTerminalCtrlDAfterCtrlC(t *testing.T) {
	c := openReference(t, t.TempDir())
	c.types("shoot d4", next)
	c.interrupts()
	c.sees("Ctrl-C again leaves")
	c.asked(next)
	c.presses(keyCtrlD)
	c.sees(kept)
	c.exits(usage.ExitOK)
}

// What is said after Ctrl-D does not stand behind the prompt.
func TestTerminalCtrlDEndsLine(t *testing.T) {
	c := openReference(t, t.TempDir())
	c.types("shoot d4", next)
	c.presses(keyCtrlD)
	c.sees(kept)
	if screen := c.picture(); !strings.Contains(screen, "\nreference.1 "+kept) {
		t.Errorf("no line of the screen begins with %q:\n%s", "reference.1 "+kept, screen)
	}
	c.exits(usage.ExitOK)
}

func TestTerminalSignals(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP} {
		t.Run(signal.String(), func(t *testing.T) {
			home := t.TempDir()
			ends := func(kept string) {
				t.Helper()
				c, prompt := beginReference(t, home, nil), attacked
				if kept != "" {
					prompt = next
					c.types("hold", halfling)
					c.types("shoot d4", prompt)
				}
				c.edits("", prompt) // now it waits for keys
				if reflect.DeepEqual(c.mode(), c.before) {
					t.Error("at the prompt the terminal has the mode that it had before")
				}
				if err := c.cmd.Process.Signal(signal); err != nil {
					t.Fatal(err)
				}
				if kept != "" {
					c.sees(kept)
				}
				c.exits(usage.ExitInterrupted)
			}
			ends("") // nothing has been answered, and nothing is kept
			if files, err := filepath.Glob(filepath.Join(home, "state", "houserule", "battles", "*.journal")); err != nil || len(files) > 0 {
				t.Errorf("kept is %q, %v", files, err)
			}
			ends("reference.1 is kept: houserule play --resume continues it.")
		})
	}
}

// Without a place on disk nothing is kept, and nobody says so.
func TestTerminalSignalNoSave(t *testing.T) {
	c := openReferenceIn(t, t.TempDir(), nil, "--no-save")
	c.types("shoot d4", next)
	if err := c.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	c.exits(usage.ExitInterrupted)
	if strings.Contains(c.picture(), "kept") {
		t.Errorf("with --no-save it says:\n%s", c.picture())
	}
}

// Who closes the terminal's window loses nothing.
func TestTerminalHangup(t *testing.T) {
	home := t.TempDir()
	c := openReference(t, home)
	c.types("shoot d4", next)
	before := c.types("log 100", next)
	c.tty.Close()
	c.keys.Close()
	select {
	case <-c.ended:
	case <-time.After(programtest.Patience):
		t.Fatal("the program outlives its terminal")
	}
	c = newConsole(t, home, "play", "--resume")
	c.asked(next)
	if after := c.types("log 100", next); after != before {
		t.Errorf("after --resume the log is\n%s\nwant\n%s", after, before)
	}
}

// Lines that are pasted at once are taken one after another.
func TestTerminalPaste(t *testing.T) {
	c := openReference(t, t.TempDir())
	c.presses("seed" + keyEnter + "shoot d4" + keyEnter + "seed" + keyEnter)
	c.waits("two answers", func(since string) bool { return strings.Count(since, "\nseed 7.\r\n") == 2 })
	c.asked(next)
}

func TestTerminalWidth(t *testing.T) {
	c := newConsole(t, t.TempDir(), "play", "big", "--seats", "human,human", "--seed", "7")
	const prompt = "defender d5> "
	c.asked(prompt)
	boards := map[string]int{}
	for _, columns := range []int{60, 80, 140, 60} {
		c.resizes(columns)
		board := plain(c.types("board", prompt))
		for line := range strings.Lines(board) {
			line = strings.TrimSuffix(line, "\n")
			if w := runewidth.StringWidth(line); w > columns {
				t.Errorf("in %d columns a line has %d: %q", columns, w, line)
			}
		}
		title, _, _ := strings.Cut(strings.TrimLeft(board, "\n"), "\n")
		if w := runewidth.StringWidth(title); w != columns {
			t.Errorf("in %d columns the title has %d: %q", columns, w, title)
		}
		if other, ok := boards[board]; ok && other != columns {
			t.Errorf("the board for %d columns is that for %d", columns, other)
		}
		boards[board] = columns
		for line := range strings.Lines(board[strings.Index(board, "\ndefender"):]) {
			if line = strings.TrimSpace(line); !strings.Contains(c.picture(), line) {
				t.Errorf("in %d columns the screen does not show %q:\n%s", columns, line, c.picture())
			}
		}
	}
	// Keys still go where they belong.
	if line := c.edits("boar\t", prompt); line != "board " {
		t.Errorf("after all that, boar and Tab is %q", line)
	}
}

func TestTerminalHotSeat(t *testing.T) {
	c := newConsole(t, t.TempDir(), "play", "free", "--seats", "human,human", "--seed", "7")
	const first, second, pause = "aggressor places> ", "defender places> ", "> "
	c.asked(first)
	for _, placement := range []string{"4 gold-golem melee", "3 magi ranged", "6 halfling ranged", "2 naga melee"} {
		c.types("place "+placement, first)
	}
	c.types("board", first)
	if !strings.Contains(c.reachable(), "4 Gold Golem") {
		t.Errorf("the first does not see what was placed:\n%s", c.picture())
	}
	secret := regexp.MustCompile(`(?i)golem|magi|halfling|naga|dwarf`)
	hidden := func(when string) {
		t.Helper()
		if leak := secret.FindString(c.reachable()); leak != "" {
			t.Errorf("%s there is %q to be seen:\n%s", when, leak, c.reachable())
		}
	}

	c.types("place 4 dwarf melee", pause)
	hidden("at the pause")
	if want := "It is the turn of the defender."; !strings.Contains(c.picture(), want) {
		t.Errorf("the pause does not say %q:\n%s", want, c.picture())
	}
	if line := c.edits(keyUp, pause); line != "" {
		t.Errorf("at the pause Up brings back %q", line)
	}
	c.types("", second)
	hidden("when the second is asked")
	for _, look := range []string{"board", "log 100", "options all", "options place", "hint"} {
		c.types(look, second)
		hidden("after " + look)
	}
	for _, look := range []string{"show a1", "show d1", "why", "odds a1 d1"} { // errors may name no stack either
		c.types(look, second)
		hidden("after " + look)
	}
	if line := c.edits(keyUp, second); line != "" {
		t.Errorf("Up brings back %q to the second", line)
	}
	c.edits("place \t\t", second)
	hidden("after Tab")

	for _, placement := range []string{"6 wolf melee", "3 elf ranged", "3 tiger melee", "2 griffin melee", "3 faun ranged"} {
		c.types("place "+placement, second)
	}
	c.types("place 1 unicorn melee", "defender d5> ") // nothing is secret any more
	for _, stack := range []string{"4 Gold Golem", "1 Unicorn"} {
		if !strings.Contains(c.picture(), stack) {
			t.Errorf("after the set-up the board has no %q:\n%s", stack, c.picture())
		}
	}
}

// Ctrl-C or Ctrl-D at the pause shows nothing that Enter was to ask for.
func TestTerminalHotSeatInterrupt(t *testing.T) {
	for _, test := range []struct{ name, key string }{{"Ctrl-C", keyCtrlC}, {"Ctrl-D", keyCtrlD}} {
		t.Run(test.name, func(t *testing.T) {
			c := newConsole(t, t.TempDir(), "play", "free", "--seats", "human,human", "--seed", "7")
			const first, second, pause = "aggressor places> ", "defender places> ", "> "
			c.asked(first)
			for _, placement := range []string{"4 gold-golem melee", "3 magi ranged", "6 halfling ranged", "2 naga melee"} {
				c.types("place "+placement, first)
			}
			c.types("place 4 dwarf melee", pause)
			c.types("", second)
			c.types("undo", pause) // what the first placed last
			if want := "It is the turn of the aggressor."; !strings.Contains(c.picture(), want) {
				t.Errorf("the pause does not say %q:\n%s", want, c.picture())
			}
			c.edits("", pause) // now keys are no signals
			c.presses(test.key)
			// It may ask again, or leave.
			_ = c.out.Await(c.ended, func(text string) bool { return strings.HasSuffix(text[c.read:], "> ") })
			if strings.Contains(c.picture(), "Gold Golem") {
				t.Errorf("the first's army is shown to whoever sits there:\n%s", c.picture())
			}
		})
	}
}

func TestTerminalColors(t *testing.T) {
	color := regexp.MustCompile(`\x1b\[[0-9;]*m`)
	for _, test := range []struct {
		env  []string
		want bool
	}{{nil, true}, {[]string{"NO_COLOR=1"}, false}} {
		t.Run(strings.Join(test.env, " "), func(t *testing.T) {
			c := openReferenceIn(t, t.TempDir(), test.env)
			c.types("help attack", halfling)
			c.types("attack nobody", halfling) // an error
			c.presses("shoot d4" + keyEnter)
			c.asked(next)
			c.types("why", next)
			if got := color.MatchString(c.out.All()); got != test.want {
				t.Errorf("colors: %t, want %t:\n%q", got, test.want, c.out.All())
			}
		})
	}
}
