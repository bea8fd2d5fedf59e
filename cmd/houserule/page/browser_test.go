package page_test

import (
	"bufio"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"houserule/cmd/houserule/page"
	"houserule/cmd/houserule/programtest"
	"houserule/cmd/houserule/remote"
	"houserule/cmd/houserule/repl"
	"houserule/cmd/houserule/view"
	"houserule/cmd/houserule/viewtest"
	"houserule/engine/enginetest"
)

// shots is a folder for screenshots of the pages; "": none are made.
var shots = os.Getenv("HOUSERULE_SHOTS")

// journey is what a test does that is not in the short form: there a few tests see that the page of a
// battle is shown, watched, and played by the list and by the keyboard.
const journey = "a browser plays for many seconds"

// A tab is a page in a browser. It fails the test for errors of scripts, and for what the
// content security policy refuses.
type tab struct {
	*testing.T
	ctx context.Context
}

// A chromium is the browser of all tests, because it takes long to start.
type chromium struct {
	ctx  context.Context
	stop func()
}

var shared chromium

// start starts the browser, once.
func (c *chromium) start(t *testing.T) {
	t.Helper()
	path := viewtest.Browser(t)
	if c.ctx != nil {
		return
	}
	dir, err := os.MkdirTemp("", "browser")
	if err != nil {
		t.Fatal(err)
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.UserDataDir(dir),
		chromedp.Flag("disable-quic", true), chromedp.WindowSize(1400, 1000), chromedp.Flag("force-device-scale-factor", "1"))
	all, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, end := chromedp.NewContext(all)
	c.ctx, c.stop = ctx, func() {
		end()
		stop()
		os.RemoveAll(dir)
	}
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
}

// Run runs the tests, and stops the browser.
func (c *chromium) Run(m *testing.M) int {
	code := m.Run()
	if c.stop != nil {
		c.stop()
	}
	return code
}

// browse opens a session of the browser that knows nothing of others. Each call of the
// function that it returns opens a page.
func browse(t *testing.T) func(t *testing.T, link string) tab {
	t.Helper()
	shared.start(t)
	browser, end := chromedp.NewContext(shared.ctx, chromedp.WithNewBrowserContext())
	t.Cleanup(end)
	if err := chromedp.Do(browser); err != nil {
		t.Fatal(err)
	}
	return func(t *testing.T, link string) tab {
		t.Helper()
		ctx, end := chromedp.NewContext(browser)
		p := tab{t, ctx}
		p.do(chromedp.Navigate("about:blank"))
		var listening sync.WaitGroup
		exceptions, entries := chromedp.Events(ctx, runtime.ExceptionThrown), chromedp.Events(ctx, log.EntryAdded)
		listening.Go(func() {
			for e, err := range exceptions {
				if err == nil {
					t.Errorf("a script fails: %s %s", e.ExceptionDetails.Text, e.ExceptionDetails.Exception.Description)
				}
			}
		})
		listening.Go(func() {
			for e, err := range entries {
				if err == nil && e.Entry.Level == log.EntryLevelError && !strings.Contains(e.Entry.Text, "WebSocket") {
					t.Errorf("the browser says: %s", e.Entry.Text)
				}
			}
		})
		t.Cleanup(func() {
			end()
			listening.Wait()
		})
		if _, err := chromedp.Call(ctx, log.Enable, struct{}{}); err != nil {
			t.Fatal(err)
		}
		p.do(chromedp.Navigate(link))
		return p
	}
}

func (p tab) do(steps ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	if err := chromedp.Do(p.ctx, steps...); err != nil {
		p.Fatal(err)
	}
}

// now returns the text that an expression has in the page.
func (p tab) now(expression string) string {
	p.Helper()
	text, err := chromedp.Run(p.ctx, chromedp.Evaluate[string]("String("+expression+")"))
	if err != nil {
		p.Fatalf("%s: %v", expression, err)
	}
	return text
}

// pagePatience is how long the page may take for anything.
const pagePatience = 20 * time.Second

// until waits for a condition to hold in the page.
func (p tab) until(condition string) {
	p.Helper()
	for begun := time.Now(); p.now("!!("+condition+")") != "true"; time.Sleep(20 * time.Millisecond) {
		if time.Since(begun) > pagePatience {
			p.Fatalf("it never holds that %s; the page shows\n%s", condition, p.now("document.body.innerText"))
		}
	}
}

// press presses keys, one after another.
func (p tab) press(keys ...string) {
	p.Helper()
	for _, key := range keys {
		p.do(chromedp.KeyEvent(key))
	}
}

// access finds what a page lacks for people who do not see it, or use no mouse.
//
//go:embed testdata/browser/access.js
var access string

// axe is the path of axe-core, axe.min.js of the npm package, which looks for more; "": it
// is not there.
var axe = os.Getenv("HOUSERULE_AXE")

// accessible sees that nothing is lacking.
func (p tab) accessible(name string) {
	p.Helper()
	if got := p.now(access); got != "" {
		p.Errorf("%s: %s", name, got)
	}
	if axe == "" {
		return
	}
	script, err := os.ReadFile(axe)
	if err != nil {
		p.Fatal(err)
	}
	const found = "; window.found = null; axe.run().then(r => { window.found = r.violations.map(v => [v.help, ...v.nodes.map(n => n.html.slice(0, 200) + ' ' + n.failureSummary)].join('\\n  ')).join('\\n') }); 0"
	if _, err := chromedp.Run(p.ctx, chromedp.Evaluate[int](string(script)+found)); err != nil {
		p.Fatal(err)
	}
	p.until("window.found !== null")
	if got := p.now("window.found"); got != "" {
		p.Errorf("%s: axe finds %s", name, got)
	}
}

// look sees that the page is not wider than the screen at three widths, in light and dark,
// and that everybody can use it, and keeps pictures of it.
func (p tab) look(name string) {
	p.Helper()
	for _, width := range []int64{360, 800, 1400} {
		p.do(chromedp.EmulateViewport(width, 900))
		if over := p.now("document.documentElement.scrollWidth - document.documentElement.clientWidth"); over != "0" {
			p.Errorf("%s at %d pixels is too wide by %s", name, width, over)
		}
		if n := p.now("[...document.querySelectorAll('.odds, .worth')].filter(e => { const r = document.createRange(); r.selectNodeContents(e.lastChild || e); return r.getBoundingClientRect().height > 30 }).length"); n != "0" {
			p.Errorf("%s at %d pixels breaks %s numbers", name, width, n)
		}
		if over, _ := strconv.Atoi(p.now("Math.round(document.documentElement.scrollHeight - Math.max(innerHeight, document.body.getBoundingClientRect().height))")); over > 40 {
			p.Errorf("%s at %d pixels goes on for %d below its end", name, width, over)
		}
		for _, scheme := range []string{"light", "dark"} {
			if width != 800 && shots == "" {
				continue
			}
			if _, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}); err != nil {
				p.Fatal(err)
			}
			if width == 800 {
				p.accessible(name + " " + scheme)
			}
			p.keep(fmt.Sprintf("%s-%d-%s.png", name, width, scheme))
		}
	}
}

// keep keeps a picture, if there is a folder for it.
func (p tab) keep(name string) {
	p.Helper()
	if shots == "" {
		return
	}
	picture, err := chromedp.Run(p.ctx, chromedp.FullScreenshot(100))
	if err == nil {
		err = os.WriteFile(filepath.Join(shots, name), picture, 0o600)
	}
	if err != nil {
		p.Fatal(err)
	}
}

// patching is the function of page.js that makes a board from the one before.
var patching = func() string {
	script, _ := page.Files.ReadFile("page.js") // it is embedded
	return regexp.MustCompile(`(?s)function patched\(.*?\n}\n`).FindString(string(script))
}()

// A page of houserule show plays a battle forwards and backwards: each step backwards shows
// what it showed before. Its script makes every board of the battle. Unless HOUSERULE_LONG is set,
// only heroes has such a page.
func TestShowInABrowser(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	open := browse(t)
	for i, test := range shows {
		if i > 0 && !enginetest.Long {
			break
		}
		t.Run(test.scenario, func(t *testing.T) {
			journal, file := journalOf(t, test), filepath.Join(t.TempDir(), "page.html")
			programtest.Command(t, "show", journal, "-o", file)
			p := open(t, "file://"+filepath.ToSlash(file))
			var boards []any
			if err := json.Unmarshal([]byte(p.now(`(() => {
				`+patching+`
				let board = null;
				return JSON.stringify(JSON.parse(document.getElementById("messages").textContent).filter(m => m.type === "board").map(m => board = patched(board, m.change)));
			})()`)), &boards); err != nil {
				t.Fatal(err)
			}
			if whole := boardsOf(t, journal, func(any) error { return nil }); !reflect.DeepEqual(boards, whole) {
				t.Error("the page makes other boards than those of the battle")
			}
			last := p.now("document.getElementById('slider').max")
			first := p.now("document.querySelector('main').innerText")
			var seen []string
			for range 6 {
				p.press(kb.ArrowRight)
				seen = append(seen, p.now("document.querySelector('main').innerText"))
			}
			if seen[0] == first || seen[5] == seen[0] {
				t.Errorf("a step changes nothing: %s", first)
			}
			p.look("show-" + test.scenario)
			if test.game == "heroes" { // all five numbers of a card stand in one row
				p.do(chromedp.EmulateViewport(1280, 900))
				if n := p.now("[...document.querySelectorAll('.numbers')].filter(n => n.children[0].offsetTop !== n.lastChild.offsetTop).length"); n != "0" {
					t.Errorf("the numbers of %s cards need a second row", n)
				}
			}
			p.press(kb.End)
			if got := p.now("document.getElementById('asks').textContent"); !strings.Contains(got, test.end) {
				t.Errorf("after %s steps the page says %q", last, got)
			}
			if n := p.now("document.querySelectorAll('#lines > [hidden]').length"); n != "0" {
				t.Errorf("%s lines of the log are hidden at the end", n)
			}
			p.press(kb.Home, kb.ArrowRight, kb.ArrowRight, kb.ArrowRight, kb.ArrowRight, kb.ArrowRight, kb.ArrowRight)
			for i := 5; i >= 0; i-- {
				if got := p.now("document.querySelector('main').innerText"); got != seen[i] {
					t.Errorf("step %d was\n%s\nand is\n%s", i+1, seen[i], got)
				}
				p.press(kb.ArrowLeft)
			}
			if got := p.now("document.querySelector('main').innerText"); got != first {
				t.Errorf("the first step was\n%s\nand is\n%s", first, got)
			}
		})
	}
}

// A page of a battle that goes on between people who hide things says why it has no board.
func TestShowWithoutABoard(t *testing.T) {
	enginetest.OnlyLong(t, journey)
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	file := filepath.Join(t.TempDir(), "page.html")
	play := exec.Command("houserule", "play", "two-dice", "--seats", "human,human", "--seed", "5")
	play.Stdin = strings.NewReader("bid 1 2\n")
	for _, cmd := range []*exec.Cmd{play, exec.Command("houserule", "show", "two-dice.1", "--partial", "-o", file)} {
		if text, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", cmd.Args, err, text)
		}
	}
	p := browse(t)(t, "file://"+filepath.ToSlash(file))
	if got, want := p.now("document.getElementById('board').innerText"), "No board is shown here: each side sees only its own until the battle is over."; !strings.Contains(got, want) {
		t.Errorf("the page shows %q, want %q", got, want)
	}
}

// linksOf runs houserule serve, which is killed when the test ends, and returns the links
// that it prints.
func linksOf(t *testing.T, args ...string) (links []string) {
	t.Helper()
	cmd := exec.Command("houserule", append([]string{"serve", "--listen", "127.0.0.1:0"}, args...)...) // TestMain puts it there
	out, err := cmd.StdoutPipe()
	if err == nil {
		cmd.Stderr = t.Output()
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	lines := bufio.NewScanner(out)
	for lines.Scan() && !strings.Contains(lines.Text(), "Ctrl-C") {
		if words := strings.Fields(lines.Text()); len(words) > 0 && strings.HasPrefix(words[len(words)-1], "http://") {
			links = append(links, words[len(words)-1])
		}
	}
	if len(links) == 0 {
		t.Fatal("houserule serve prints no links")
	}
	return links
}

// at is where the battle is: the question, "waiting" or "end".
const at = "(document.getElementById('decision')?.dataset.at || '')"

// plays answers questions until there are no more, or so many are answered: it does with
// each what answer does, after its odds have come.
func (p tab) plays(most int, answer func()) (answered int) {
	p.Helper()
	for ; answered < most; answered++ {
		p.until(at + " === 'end' || " + at + ".startsWith('question') && document.querySelector('.heads')")
		now := p.now(at)
		if now == "end" {
			break
		}
		answer()
		p.until(fmt.Sprintf("%s !== %q", at, now))
	}
	return answered
}

// first answers by a click on the first answer of the list.
func (p tab) first() { p.now("document.querySelector('.option').click()") }

// A whole tutorial is played by the keyboard alone: its lessons are shown, hint, undo and
// redo work, and the review comes at the end.
func TestTutorialByKeyboard(t *testing.T) {
	enginetest.OnlyLong(t, journey)
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	p := browse(t)(t, linksOf(t, "tutorial", "--seed", "3")[0])
	p.until("document.querySelector('.heads')")
	p.look("tutorial")
	if got := p.now("document.getElementById('lesson').textContent"); !strings.HasPrefix(got, "Welcome.") {
		t.Errorf("the first lesson is %q", got)
	}
	p.press("h")
	p.until("!document.getElementById('advice').hidden")
	p.press("1", kb.Enter)
	p.until(at + " === 'question 2'")
	p.press("u")
	p.until(at + " === 'question 1'")
	p.press("r")
	p.until(at + " === 'question 2' && document.querySelector('.heads')")
	p.press("b", kb.Enter)
	p.until("!document.getElementById('about').hidden")
	if got := p.now("document.activeElement.className"); !strings.Contains(got, "selected") {
		t.Errorf("the focus is on %q, not on the chosen unit", got)
	}
	p.press(kb.Escape)
	text := p.now("document.querySelector('.option .text').textContent")
	p.press("/")
	p.now("document.getElementById('answer').value = ''") // the driver types the key though the page has taken it
	p.press("dance", kb.Enter)
	p.until("!document.getElementById('error').hidden")
	if got, want := p.now("document.getElementById('error').textContent"), `unknown answer "dance"`; !strings.HasPrefix(got, want) {
		t.Errorf("the page says %q, want %q", got, want)
	}
	p.now("document.getElementById('answer').value = ''")
	p.press(text, kb.Enter)
	p.until(at + " !== 'question 2'")
	p.press(kb.Escape) // leaves the field
	n := p.plays(200, func() { p.press("1", kb.Enter) })
	if got := p.now("document.getElementById('asks').textContent"); n < 3 || !strings.Contains(got, "wins") {
		t.Errorf("after %d answers the page says %q", n, got)
	}
	p.press("v")
	p.until("document.getElementById('dialog').open")
	if got := p.now("document.getElementById('text').textContent"); !strings.Contains(got, "luck") {
		t.Errorf("the review is %q", got)
	}
	p.press(kb.Escape, "?")
	p.until("document.getElementById('text').textContent.includes('exact odds')")
	p.accessible("keys")
}

// The acts of lessons are buttons that do them, in the words of the page. Undo and redo bring the
// lessons of the question where they lead, and the second seat has its own.
func TestLessonsHaveButtons(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	open := browse(t)
	acts := func(p tab, want string) {
		t.Helper()
		p.until(fmt.Sprintf("[...document.querySelectorAll('#lesson .act')].map(b => b.textContent + (b.disabled ? ' not yet' : '')).join() === %q", want))
	}
	p := open(t, linksOf(t, "tutorial")[0])
	acts(p, "retaliate,hold,Why,Undo not yet")
	p.now("document.querySelectorAll('#lesson .act')[2].click()")
	p.until("document.getElementById('dialog').open && document.getElementById('heading').textContent === 'why'")
	p.press(kb.Escape)
	p.now("document.querySelector('#lesson .act').click()")
	acts(p, "next a2")
	p.press("u")
	acts(p, "retaliate,hold,Why,Undo not yet")
	p.press("r")
	acts(p, "next a2")
	p.accessible("lessons")
	p = open(t, linksOf(t, "tutorial", "--seats", "greedy,human")[0])
	acts(p, "Answers,attack a2")
	p.now("document.querySelector('#lesson .act').click()")
	if got := p.now("document.activeElement.className"); got != "option" {
		t.Errorf("Answers leads to %q", got)
	}
}

// Every game is played from its board as data; unless HOUSERULE_LONG is set, only heroes for a while.
func TestPlayInABrowser(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	open := browse(t)
	most := 3
	if enginetest.Long {
		most = 200
	}
	for i, test := range []struct {
		game, scenario string
		most           int
	}{{"heroes", "siege", most}, {"kings", "three-kings", most}, {"sorcery", "two-valleys", min(most, 12)}, {"liars-dice", "two-dice", 200}, {"risk", "last-stand", most}} {
		if i > 0 && !enginetest.Long {
			break
		}
		t.Run(test.scenario, func(t *testing.T) {
			links := linksOf(t, test.scenario, "--game", test.game, "--seed", "3")
			p, watches := open(t, links[0]), open(t, links[1])
			p.until("document.querySelector('.heads')")
			p.look("play-" + test.scenario)
			if test.game == "sorcery" { // its own commands are typed, too
				p.now("document.getElementById('answer').focus()")
				p.press("goals", kb.Enter)
				p.until("document.getElementById('dialog').open && document.getElementById('text').textContent.includes('With equal points the west wins.')")
				p.press(kb.Escape, kb.Escape, "?")
				p.until("document.getElementById('text').textContent.includes('reach [UNIT [all]]')")
				p.accessible("commands")
				p.press(kb.Escape)
				p.now("document.getElementById('answer').value = ''")
			}
			if n := p.plays(test.most, p.first); n < 2 {
				t.Errorf("%d answers", n)
			}
			if p.now(at) == "end" {
				watches.until(at + " === 'end'")
			}
			p.keep("played-" + test.scenario + ".png")
			if got := watches.now("document.querySelectorAll('.option').length + (document.getElementById('tools').hidden ? '' : ' tools')"); got != "0" {
				t.Errorf("one who watches is offered %s answers", got)
			}
		})
	}
}

// Two people play with hidden hands, each in a browser, and one watches. Each sees what is
// its own, and is told what the other one does.
func TestTwoBrowsers(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	open := browse(t)
	links := linksOf(t, "two-dice", "--seats", "human,human", "--seed", "5")
	first, second, watches := open(t, links[0]), open(t, links[1]), open(t, links[2])
	first.until("document.querySelector('.heads')")
	second.until(at + " === 'waiting'")
	for _, test := range []struct {
		of   tab
		want string
	}{{first, "first   2 dice    33\nsecond  2 dice    ??"}, {second, "first   2 dice    ??\nsecond  2 dice    13"}} {
		if got := test.of.now("document.querySelector('.drawing').textContent"); got != test.want {
			t.Errorf("a board is\n%s\nwant\n%s", got, test.want)
		}
	}
	first.first()
	second.until(at + " === 'question 1'")
	watches.until("document.getElementById('lines').textContent.includes('first: bid')")
	if got := second.now("document.getElementById('happened').textContent"); !strings.Contains(got, "first: bid") {
		t.Errorf("the second is told %q", got)
	}
	if got := watches.now("document.body.innerText"); strings.Contains(got, "your dice") || strings.Contains(got, "33") {
		t.Errorf("one who watches sees\n%s", got)
	}
}

// What is chosen is explained anew after each answer. After undo, the answer that was taken back
// is no answer any more, and the other player is told.
func TestPageAfterUndo(t *testing.T) {
	enginetest.OnlyLong(t, journey)
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	open := browse(t)
	links := linksOf(t, "skirmish", "--seats", "human,human", "--seed", "4", "--undo")
	first, second := open(t, links[0]), open(t, links[1])
	const about, happened = "document.getElementById('about').innerText", "document.getElementById('happened').innerText"
	asked := first
	first.until(at + " !== '' && " + at + " === 'waiting' || document.querySelector('.heads')")
	other := second
	if first.now(at) == "waiting" {
		asked, other = second, first
	}
	asked.until("document.querySelector('.heads')")
	asked.look("play-skirmish") // its chances have many digits
	lost := strings.TrimPrefix(asked.now("[...document.querySelectorAll('.option .text')].at(-1).textContent"), "lose ")
	asked.now("[...document.querySelectorAll('.unit')].find(e => e.dataset.key === 'unit " + lost + "').click()")
	asked.until("!document.getElementById('about').hidden")
	before := asked.now(about)
	asked.plays(1, asked.first) // the only answer that names it
	asked.until(fmt.Sprintf("%s !== %q", about, before))
	asked.until(happened + ".includes('Your answer')")
	asked.now("[...document.querySelectorAll('#tools button')].find(b => b.textContent === 'Undo').click()")
	asked.until(happened + ".includes('Your last answer is taken back, with all that came after it.')")
	if got := asked.now(happened); strings.Contains(got, "Your answer") {
		t.Errorf("after undo the page says %q", got)
	}
	asked.until(fmt.Sprintf("%s === %q", about, before))
	other.until(happened + ".includes('Another player has taken answers back, or given them again. The battle goes on from here.')")
	asked.until("document.querySelector('.heads')")
	asked.plays(1, asked.first)
	asked.until("!" + happened + ".includes('taken back')")
}

// The news end with the newest line, and walls that are sacked look so.
func TestPageShowsNews(t *testing.T) {
	enginetest.OnlyLong(t, journey)
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	p := browse(t)(t, linksOf(t, "siege", "--seed", "3")[0])
	p.plays(4, func() {
		p.now("document.getElementById('happened').style.maxHeight = '3rem'") // any news are too many
		p.first()
	})
	p.until("document.querySelector('.heads')")
	if left := p.now("(e => Math.round(e.scrollHeight - e.clientHeight - e.scrollTop) > 1)(document.getElementById('happened'))"); left != "false" {
		t.Error("the newest line is hidden")
	}
	const look = "(w => { const s = getComputedStyle(w); return s.backgroundImage + s.borderTopStyle })(document.querySelector('.walls'))"
	looks := map[string]bool{}
	for _, state := range []string{"intact", "breached", "sacked"} {
		p.now("document.querySelector('.walls').className = 'walls walls-" + state + "'")
		looks[p.now(look)] = true
	}
	if len(looks) != 3 {
		t.Errorf("three states of walls look like %d", len(looks))
	}
}

// A page whose server is killed tries again, and goes on where it was.
func TestPageComesBack(t *testing.T) {
	enginetest.OnlyLong(t, journey)
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	open := browse(t)
	var p tab
	link := ""
	t.Run("served", func(served *testing.T) {
		link = linksOf(served, "skirmish", "--seed", "4")[0]
		p = open(t, link)
		p.plays(1, p.first)
	})
	p.until("document.getElementById('status').textContent.includes('Trying again')")
	t.Run("again", func(again *testing.T) {
		host, _, _ := strings.Cut(strings.TrimPrefix(link, "http://"), "/")
		linksOf(again, "--resume", "--listen", host)
		p.until("document.getElementById('status').textContent === '' && " + at + " === 'question 2'")
		p.plays(1, p.first)
	})
}

// A page without its battle says so, and does not try again: with a wrong key, and when the
// server has started without the battle that the page shows.
func TestPageWithoutItsBattle(t *testing.T) {
	enginetest.OnlyLong(t, journey)
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	open := browse(t)
	says := func(p tab, asks, problem string) {
		t.Helper()
		p.until(fmt.Sprintf("document.getElementById('asks').textContent === %q", asks))
		if got := p.now("document.getElementById('error').textContent"); got != problem {
			t.Errorf("the problem is %q, want %q", got, problem)
		}
		if got := p.now("document.getElementById('status').textContent"); got != "" {
			t.Errorf("the status is %q, want none", got)
		}
		if got := p.now("[...document.querySelectorAll('#tools button, #options button')].filter(b => b.checkVisibility()).length"); got != "0" {
			t.Errorf("%s answers and tools are offered", got)
		}
	}
	var p tab
	host := ""
	t.Run("served", func(served *testing.T) {
		link, key, _ := strings.Cut(linksOf(served, "skirmish", "--seed", "4")[0], "#")
		host = strings.Trim(strings.TrimPrefix(link, "http://"), "/")
		for _, cut := range []string{link, link + "#" + key[:9]} {
			p = open(t, cut)
			says(p, "This link leads to no battle.", "Copy the whole link, or ask for a new one.")
		}
		p.accessible("no battle")
		p.now(fmt.Sprintf("location.hash = %q", key)) // the whole link is pasted into the same tab
		p.until("document.querySelector('.heads')")
		p.plays(1, p.first)
	})
	p.until("document.getElementById('status').textContent.startsWith('The connection is cut. Trying again in ')")
	t.Run("another", func(another *testing.T) {
		linksOf(another, "skirmish", "--seed", "4", "--listen", host)
		says(p, "The server has started without this battle.", "Reload this page when the battle goes on (houserule serve --resume), or ask for a new link.")
		if n := p.now("document.querySelectorAll('.unit').length"); n == "0" {
			t.Error("the board is gone")
		}
	})
}

// An optionReader is a person at a prompt elsewhere, who reads the options and answers with
// the first of them, to the end of the battle.
type optionReader struct {
	repl.Lines // a script without lines
	screen     strings.Builder
	answers    int
}

func (r *optionReader) Write(text []byte) (int, error) { return r.screen.Write(text) }

func (r *optionReader) Next(string) (string, error) {
	text := r.screen.String()
	r.screen.Reset()
	if strings.Contains(text, "review tells luck from skill") {
		return "", io.EOF
	}
	if option := regexp.MustCompile(`^  answer .*\n  (.+?)(  .*)?\n`).FindStringSubmatch(text); option != nil {
		r.answers++
		return option[1], nil
	}
	return "options", nil
}

// After a war the log of the page hides nothing.
func TestPageAfterAWar(t *testing.T) {
	enginetest.OnlyLong(t, journey)
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	p := browse(t)(t, linksOf(t, "two-valleys", "--seed", "3")[0])
	p.now(`(player => { // at the same seat, and faster than the page
		player.onopen = () => player.send(JSON.stringify({type: "ready", protocol: 1, key: location.hash.slice(1)}));
		player.onmessage = event => { if (JSON.parse(event.data).type === "asked") player.send('{"type":"answer","option":0}'); };
		return "";
	})(new WebSocket(location.origin.replace("http", "ws") + "/battle"))`)
	p.until(at + " === 'end'")
	if log := p.now("document.getElementById('lines').textContent"); strings.Contains(log, "a stack of east") || !strings.Contains(log, "e1 (Gash Bonechewer)") {
		t.Errorf("the log hides units: %s", log)
	}
}

// Two people in browsers and one at a prompt play a battle of three to its end, of which all
// are told.
func TestTwoBrowsersAndAPrompt(t *testing.T) {
	enginetest.OnlyLong(t, journey)
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	open := browse(t)
	links := linksOf(t, "three-kings", "--seats", "human,human,human", "--seed", "3")
	link, err := remote.ParseLink(links[2])
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	third := &optionReader{Lines: repl.NewScript(strings.NewReader(""), io.Discard)}
	p := remote.Prompt{Link: link, Lines: third, Out: io.MultiWriter(&all, third), Size: func() view.Size { return view.Size{Columns: 80, Lines: 30} }}
	left := make(chan error, 1)
	go func() { left <- p.Run(t.Context()) }()
	pages := []tab{open(t, links[0]), open(t, links[1])}
	for _, p := range pages {
		p.now(`setInterval(() => { if (document.querySelector(".heads")) document.querySelector(".option").click() }, 50)`)
	}
	if err := <-left; err != nil {
		t.Fatalf("%v\n%s", err, &all)
	}
	if third.answers == 0 {
		t.Error("the prompt is asked nothing")
	}
	for _, p := range pages {
		p.until(at + " === 'end'")
		if said := p.now("document.getElementById('asks').textContent"); !strings.Contains(said, " takes the hex ") || !strings.Contains(all.String(), said[1:len(said)-1]) {
			t.Errorf("a page says %q at the end, and the prompt\n%s", said, &all)
		}
	}
}

// clicks clicks in the middle of what an expression finds on the board, as a mouse does, after it
// has come into sight. It fails if something else lies over it.
func (p tab) clicks(expression string) {
	p.Helper()
	at := p.now(`(e => {
		if (!e) return "nothing";
		e.scrollIntoView({block: "center", inline: "center"});
		const b = e.getBoundingClientRect(), x = b.left + b.width / 2, y = b.top + b.height / 2, over = document.elementFromPoint(x, y);
		if (!over || !document.getElementById("board").contains(over) || over.closest("[data-key]") !== e.closest("[data-key]")) return "covered by " + (over || document.body).outerHTML.slice(0, 200);
		return x + " " + y;
	})(` + expression + `)`)
	var x, y float64
	if _, err := fmt.Sscan(at, &x, &y); err != nil {
		p.Fatalf("%s cannot be clicked: %s; the page shows\n%s", expression, at, p.now("document.body.innerText"))
	}
	p.do(chromedp.MouseClickXY(x, y))
}

// on finds a thing on the board by its kind and name.
func on(key string) string {
	return fmt.Sprintf(`document.querySelector('#board [data-key="%s"]')`, key)
}

// onBoard answers a question by clicks on the board, and reports whether a stack that acts struck
// at a target: else it takes an answer without a target, or a thing that one answer names, which
// the same click again answers.
func (p tab) onBoard() (struck bool) {
	p.Helper()
	const chosen, options = "document.body.classList.contains('choosing')", "document.querySelectorAll('#options .option')"
	acts := p.now("!!document.querySelector('.seat0 .unit.acting')") == "true"
	target := "document.querySelector('#board .target:not(.selected):not(.acting)')"
	if !acts || p.now("!"+target) == "true" {
		if p.now("!document.querySelector('.hand button')") == "false" {
			p.clicks("document.querySelector('.hand button')")
			return false
		}
		p.clicks(target)
		p.until(chosen)
		if p.now(options+".length") == "1" {
			p.clicks("document.querySelector('#board .selected')")
		} else {
			p.first() // several answers name it
		}
		return false
	}
	p.clicks("document.querySelector('.seat0 .unit.acting')")
	p.until(chosen + " && !document.getElementById('about').hidden")
	if top, _ := strconv.Atoi(p.now("Math.round(document.querySelector('.option').getBoundingClientRect().top)")); top < 0 || top > 860 {
		p.Errorf("the answers to what is chosen are out of sight, at %d", top)
	}
	p.clicks("[...document.querySelectorAll('#board .target:not(.selected)')].find(e => e.matches('.walls .thing') || e.closest('.seat1')) || " + target)
	if p.now(options+".length > 1 && document.getElementById('chosen').textContent.includes('\u2192')") == "true" {
		p.first() // several answers name both
	}
	return true
}

// A battle of heroes is played to its end, and a campaign for a while, by clicks on the board
// alone: the acting stack and its target, or an answer without a target; a stack and a hex of the
// map, where the second click answers.
func TestPlayOnTheBoard(t *testing.T) {
	enginetest.OnlyLong(t, journey)
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	open := browse(t)
	for _, width := range []int64{360, 1400} {
		t.Run(fmt.Sprintf("siege at %d", width), func(t *testing.T) { playsSiege(t, open, width) })
		t.Run(fmt.Sprintf("two-valleys at %d", width), func(t *testing.T) { playsTwoValleys(t, open, width) })
	}
}

// playsSiege plays siege to its end.
func playsSiege(t *testing.T, open func(t *testing.T, link string) tab, width int64) {
	p := open(t, linksOf(t, "siege", "--seed", "3")[0])
	p.do(chromedp.EmulateViewport(width, 900))
	targets := 0
	n := p.plays(200, func() {
		if p.onBoard() {
			targets++
		}
	})
	if said := p.now("document.getElementById('asks').textContent"); n < 5 || targets < 3 || !strings.Contains(said, "wins") {
		t.Errorf("after %d answers, %d with a target, the page says %q", n, targets, said)
	}
}

// playsTwoValleys plays two-valleys to its end.
func playsTwoValleys(t *testing.T, open func(t *testing.T, link string) tab, width int64) {
	p := open(t, linksOf(t, "two-valleys", "--seed", "3")[0])
	p.do(chromedp.EmulateViewport(width, 900))
	p.until("document.querySelector('.heads')")
	p.clicks(on("hex 0203") + ".querySelector('polygon')")
	p.until("document.querySelectorAll('.hex.target').length > 15")
	if got, want := p.now("getComputedStyle(document.getElementById('sheet')).position === 'fixed'"), fmt.Sprint(width == 360); got != want {
		t.Errorf("the answers are in a sheet: %s, want %s", got, want)
	}
	if got := p.now("[...document.querySelectorAll('.marks')].find(e => e.dataset.in === '0302').querySelector('text.price').textContent"); got != "2" {
		t.Errorf("a march to 0302 costs %q", got)
	}
	p.clicks(on("hex 0302") + ".querySelector('polygon')")
	p.until(at + " === 'question 4' && document.querySelector('.heads')")
	if got := p.now("document.getElementById('happened').textContent"); !strings.Contains(got, "w1 (Sir Oswin) with 6 more marches to 0302") {
		t.Errorf("the page tells %q", got)
	}
	if p.now("document.querySelectorAll('.way:not(.next)').length") != "1" {
		t.Error("the map does not show the way of the march")
	}
	p.clicks(on("hex 0204") + ".querySelector('polygon')")
	p.until("document.querySelectorAll('.hex.target').length > 10")
	p.clicks(on("unit w9"))
	p.until("document.querySelectorAll('.hex.target').length > 10 && document.getElementById('chosen').textContent.startsWith('w9 ')")
	p.clicks(on("hex 0305") + ".querySelector('polygon')") // alone, or with its stack
	p.until("document.querySelectorAll('.option').length === 2")
	p.now("[...document.querySelectorAll('.option')].find(e => e.textContent.startsWith('w9 march 0305all') === false && !e.textContent.startsWith('w9 march 0305 all')).click()")
	p.until(at + " === 'question 7' && document.querySelector('.heads')")
	if got := p.now("document.getElementById('happened').textContent"); !strings.Contains(got, "w9 (Pikemen) marches to 0305") {
		t.Errorf("the page tells %q", got)
	}
	p.clicks("document.querySelector('.hand button')") // done
	p.until(at + " !== 'question 7'")
	p.plays(1000, func() { p.onBoard() })
	p.until(at + " === 'end'")
}

// After a battle the page draws its review, saves its replay, and leads to the next battle and to
// one who watches. The owner's page lists both battles.
func TestPageAfterABattle(t *testing.T) {
	enginetest.OnlyLong(t, journey)
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	open := browse(t)
	links := linksOf(t, "skirmish", "--seed", "4")
	p := open(t, links[0])
	p.until("document.querySelector('.heads')")
	if got := p.now("document.title"); got != "\u25cf Your turn - Skirmish at the ford - houserule" {
		t.Errorf("the title is %q", got)
	}
	const tool = "[...document.querySelectorAll('#tools button, #after button')].find(b => b.textContent === '%s')"
	if got := p.now(fmt.Sprintf(tool, "Undo") + ".disabled"); got != "true" {
		t.Error("Undo can be pressed before an answer")
	}
	p.plays(100, p.first)
	if got := p.now("document.querySelector('#after input').value"); got != links[1] {
		t.Errorf("the link to watch is %s, want %s", got, links[1])
	}
	p.accessible("after a battle")
	p.now(fmt.Sprintf(tool, "Review") + ".click()")
	p.until("document.getElementById('dialog').open")
	if got := p.now("document.querySelectorAll('.curve polyline').length + ' ' + document.querySelectorAll('.sums tbody tr').length"); got != "1 2" {
		t.Errorf("the review has %s curves and rows", got)
	}
	p.accessible("review")
	p.press(kb.Escape)
	p.now(`(made => { URL.createObjectURL = blob => { blob.text().then(text => { window.saved = text; }); return made(blob); }; return ""; })(URL.createObjectURL)`)
	p.now(fmt.Sprintf(tool, "Save the replay as a page") + ".click()")
	p.until("window.saved && window.saved.includes('id=\"messages\"')")
	p.now(fmt.Sprintf(tool, "Again") + ".click()")
	// With other dice the next battle may end without a question.
	p.until("location.hash !== '' && !location.href.endsWith(" + strconv.Quote(links[0]) + ") && (document.querySelector('.heads') || " + at + " === 'end')")
	owner := open(t, links[2])
	owner.until("document.querySelectorAll('.battles li').length === 2")
	owner.look("battles")
	if got := owner.now("document.querySelector('.battles li').innerText"); !strings.HasPrefix(got, "Skirmish at the ford") || !strings.Contains(got, "attacker") {
		t.Errorf("the list has %q", got)
	}
}

// The board is played by the keyboard, too: arrows move on it, Enter chooses and answers.
func TestPlayOnTheBoardByKeyboard(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	p := browse(t)(t, linksOf(t, "siege", "--seed", "3")[0])
	p.until("document.querySelector('.heads')")
	p.press("b", kb.Enter)
	p.until("document.querySelector('.unit.acting.selected') && !document.getElementById('about').hidden")
	p.press(kb.ArrowLeft, kb.ArrowDown)
	if got := p.now("document.activeElement.dataset.key"); got != "walls town" {
		t.Fatalf("below the acting stack is %s", got)
	}
	if got := p.now("document.getElementById('preview').textContent"); !strings.HasPrefix(got, "attack town ") || !strings.Contains(got, "breaches the walls") {
		t.Errorf("the preview is %q", got)
	}
	p.press(kb.Enter)
	p.until(at + " === 'question 2'")
}
