package saves

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"

	"houserule/engine"
)

const whole = `houserule journal 1 ~49f3f933
game heroes ~f4e12e1a
seed 7 ~030b8e58
players human greedy ~5e063362
seats aggressor defender ~6d6b16c3
aggressor wait ~5be4b7b1
d10 7 ~b1f3760d
end draw ~8faefc86
`

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	p, _ := somewhere(t)
	b, err := p.Create("siege", header)
	must(t, err)
	if b.Name() != "siege.1" || b.Path() != p.battle("siege.1") {
		t.Errorf("it is %s at %s", b.Name(), b.Path())
	}
	must(t, b.Record(engine.Entry{Text: "wait"}))
	must(t, b.Sync())
	must(t, b.Close())
	must(t, b.Close())
	says(t, p, b.Record(engine.Entry{Side: engine.Luck, Sides: 10, N: 7}), "battle siege.1 is closed")
	says(t, p, b.Rewrite(header, nil), "battle siege.1 is closed")

	found, err := p.Unfinished()
	must(t, err)
	if len(found) != 1 || found[0].Name != "siege.1" || found[0].Path != b.Path() || found[0].Answers != 1 ||
		found[0].Header.Get("seed") != "7" || found[0].Changed.IsZero() || found[0].Err != nil {
		t.Errorf("found %+v", found)
	}

	b, j, err := p.Resume("")
	must(t, err)
	if len(j.Entries) != 1 || len(b.PassedOver()) != 0 {
		t.Errorf("%d entries, passed over %v", len(j.Entries), b.PassedOver())
	}
	must(t, b.Record(engine.Entry{Side: engine.Luck, Sides: 10, N: 7}))
	must(t, b.End("draw"))
	says(t, p, b.Record(answers(1)[0]), "battle siege.1 is over")
	says(t, p, b.End("draw"), "battle siege.1 is over")
	must(t, b.Close())
	if got := read(t, b.Path()); got != whole {
		t.Errorf("the journal is\n%s", got)
	}

	_, _, err = p.Resume("siege.1")
	says(t, p, err, "battle siege.1 is over (draw): load siege.1 looks at it")
	if !errors.Is(err, ErrOver) {
		t.Error("it is not ErrOver")
	}
	_, _, err = p.Resume("")
	says(t, p, err, "there is no battle to continue")
	if err != ErrNone {
		t.Error("it is not ErrNone")
	}
	if j, path, err := p.Load("siege.1"); err != nil || path != b.Path() || j.End != "draw" {
		t.Errorf("Load: %v, %s, %v", j, path, err)
	}
	if l := leftovers(t, p); l != nil {
		t.Errorf("left over: %v", l)
	}
}

// Rewrite takes the place of the journal, and goes on behind it.
func TestRewrite(t *testing.T) {
	t.Parallel()
	p, _ := somewhere(t)
	all := answers(6)
	b := play(t, p, "siege", all)
	h := engine.Header{Fields: slices.Clone(header.Fields), Seats: header.Seats}
	h.Fields[2].Value = "human human"
	must(t, b.Rewrite(h, all[:3]))
	must(t, b.Record(all[5]))
	must(t, b.End("draw"))
	must(t, b.Rewrite(h, all[:2])) // undone after the end
	must(t, b.Record(all[4]))
	must(t, b.Close())
	j, _, err := p.Load("siege.1")
	must(t, err)
	if j.Get("players") != "human human" || !slices.Equal(j.Entries, []engine.Entry{all[0], all[1], all[4]}) {
		t.Errorf("it is %+v", j)
	}
}

// Wherever the file breaks off behind the header, the battle goes on with
// all answers that are whole.
func TestEveryCut(t *testing.T) {
	t.Parallel()
	p, _ := somewhere(t)
	all := answers(8)
	b := play(t, p, "siege", nil)
	start := len(read(t, b.Path()))
	for _, e := range all {
		must(t, b.Record(e))
	}
	must(t, b.End("draw"))
	must(t, b.Close())
	text := read(t, b.Path())
	for _, tail := range []string{"", "\x00\x00\x00"} { // what a loss of power can leave
		for cut := start; cut < len(text); cut++ {
			write(t, b.Path(), text[:cut]+tail)
			b, j, err := p.Resume("siege.1")
			if err != nil {
				t.Fatalf("cut at %d: %v", cut, err)
			}
			n := strings.Count(text[start:cut], "\n")
			if !slices.Equal(j.Entries, all[:n]) || j.End != "" {
				t.Fatalf("cut at %d: %+v", cut, j)
			}
			for _, e := range all[n:] {
				must(t, b.Record(e))
			}
			must(t, b.End("draw"))
			must(t, b.Close())
			if got := read(t, b.Path()); got != text {
				t.Fatalf("cut at %d: went on to\n%s", cut, got)
			}
		}
	}
}

// A journal to which an editor gave other line ends is continued, and has its own again.
func TestResumeWithOtherLineEnds(t *testing.T) {
	t.Parallel()
	p, _ := somewhere(t)
	all := answers(8)
	b := play(t, p, "siege", all[:5])
	must(t, b.Close())
	for _, tail := range []string{"", "torn"} {
		text := read(t, b.Path())
		write(t, b.Path(), "\ufeff"+strings.ReplaceAll(text, "\n", " \r\n")+tail)
		b, j, err := p.Resume("siege.1")
		must(t, err)
		if !slices.Equal(j.Entries, all[:len(j.Entries)]) {
			t.Fatalf("%+v", j)
		}
		must(t, b.Record(all[len(j.Entries)]))
		must(t, b.Close())
	}
	if got, want := read(t, b.Path()), read(t, play(t, p, "other", all[:7]).Path()); got != want {
		t.Errorf("it is\n%s\nwant\n%s", got, want)
	}
}

// A journal that is no good says where, and is passed over for one that is.
func TestDamaged(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		damage func(string) string
		want   string
	}{
		"empty": {func(s string) string { return "" },
			`DIR/state/battles/siege.2.journal: line 1: this is not a houserule journal: its first line must be "houserule journal 1"`},
		"cut in the first line": {func(s string) string { return s[:9] },
			`DIR/state/battles/siege.2.journal: line 1: this is not a houserule journal: its first line must be "houserule journal 1"`},
		"cut in the header": {func(s string) string { return s[:60] },
			"DIR/state/battles/siege.2.journal: line 3: the journal is cut off: its header is not whole, nothing was answered yet"},
		"cut before the seats": {func(s string) string { return s[:strings.Index(s, "seats")] },
			"DIR/state/battles/siege.2.journal: line 5: the journal is cut off: its header is not whole, nothing was answered yet"},
		"edited": {func(s string) string { return strings.Replace(s, "d10 2", "d10 9", 1) },
			`DIR/state/battles/siege.2.journal: line 7: the line, or one above it, was changed after it was written: its check is "~175a4665"`},
		"newer": {func(s string) string { return strings.Replace(s, "journal 1", "journal 2", 1) },
			"DIR/state/battles/siege.2.journal: line 1: the journal is of a newer version: it is of version 2, this program reads up to 1: use a newer houserule"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, _ := somewhere(t)
			must(t, play(t, p, "siege", answers(2)).Close())
			b := play(t, p, "siege", answers(5))
			must(t, b.Close())
			text := test.damage(read(t, b.Path()))
			write(t, b.Path(), text)

			_, _, err := p.Resume("siege.2")
			says(t, p, err, test.want)
			if read(t, b.Path()) != text {
				t.Error("the file was changed")
			}
			found, err := p.Unfinished()
			must(t, err)
			if len(found) != 2 {
				t.Fatalf("found %v", found)
			}
			says(t, p, found[0].Err, test.want)
			sound, _, err := p.Resume("")
			must(t, err)
			if passed := sound.PassedOver(); sound.Name() != "siege.1" || len(passed) != 1 {
				t.Errorf("goes on with %s, passed over %v", sound.Name(), passed)
			}
			says(t, p, errors.Join(sound.PassedOver()...), test.want)
			_, _, err = p.Resume("") // the sound one is taken
			says(t, p, err, test.want)
			must(t, sound.Close())
		})
	}
}

// No byte of a line that is whole can be changed unseen.
func TestEveryByte(t *testing.T) {
	t.Parallel()
	p, _ := somewhere(t)
	path := p.battle("siege.1")
	for i := range len(whole) - 1 { // without the last newline the line is torn, not changed
		write(t, path, whole[:i]+string(whole[i]^2)+whole[i+1:])
		if _, _, err := p.Resume("siege.1"); err == nil || !strings.HasPrefix(err.Error(), path+": line ") {
			t.Errorf("byte %d changed: %v", i, err)
		}
	}
}

func TestElsewhere(t *testing.T) {
	t.Parallel()
	p, _ := somewhere(t)
	b := play(t, p, "siege", answers(4))
	_, _, err := p.Resume("siege.1")
	says(t, p, err, "battle siege.1 is being played elsewhere")
	if !errors.Is(err, ErrElsewhere) {
		t.Error("it is not ErrElsewhere")
	}
	if found, err := p.Unfinished(); len(found) != 0 || err != nil {
		t.Errorf("found %v, %v", found, err)
	}
	_, _, err = p.Resume("")
	says(t, p, err, "there is no battle to continue")
	must(t, b.Close())
	b, _, err = p.Resume("")
	must(t, err)
	must(t, b.Close())
	_, _, err = p.Resume("sieg.1")
	says(t, p, err, `unknown battle "sieg.1" (known: siege.1)`)
	_, _, err = p.Resume("../battles/siege.1")
	says(t, p, err, `unknown battle "../battles/siege.1" (known: siege.1)`)
	if l := leftovers(t, p); l != nil {
		t.Errorf("left over: %v", l)
	}
}

// Many at once get a battle each, to begin and to go on with.
func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	p, _ := somewhere(t)
	const n = 20
	each := func(do func() (*Battle, error)) map[string]bool {
		var mu sync.Mutex
		names := map[string]bool{}
		var battles []*Battle
		var all sync.WaitGroup
		for range n {
			all.Go(func() {
				b, err := do()
				mu.Lock()
				defer mu.Unlock()
				if err != nil {
					t.Error(err)
					return
				}
				names[b.Name()] = true
				battles = append(battles, b)
			})
		}
		all.Wait()
		for _, b := range battles {
			must(t, b.Record(answers(1)[0]))
			must(t, b.Close())
		}
		return names
	}
	if names := each(func() (*Battle, error) { return p.Create("siege", header) }); len(names) != n {
		t.Errorf("%d battles began", len(names))
	}
	// Who looks for the newest may find it taken, and others that are looked
	// at for a moment: by name all are to be had.
	var next = make(chan int, n)
	found, err := p.Unfinished()
	must(t, err)
	for i := range found {
		next <- i
	}
	names := each(func() (*Battle, error) {
		b, j, err := p.Resume(found[<-next].Name)
		if err == nil && len(j.Entries) != 1 {
			err = fmt.Errorf("%d entries", len(j.Entries))
		}
		return b, err
	})
	if len(names) != n {
		t.Errorf("%d battles went on", len(names))
	}
	if l := leftovers(t, p); l != nil {
		t.Errorf("left over: %v", l)
	}
}

// However many bytes the disk takes, what was answered is there, nothing
// stands behind a torn line, and with room again the battle goes on.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	p, disk := somewhere(t)
	all := answers(5)
	b := play(t, p, "whole", nil)
	start := len(read(t, b.Path()))
	for _, e := range all {
		must(t, b.Record(e))
	}
	must(t, b.Close())
	size := len(read(t, b.Path()))
	for room := range size + 1 {
		p.State = fmt.Sprintf("%s/%d", p.Data, room)
		disk.set(room)
		b, err := p.Create("siege", header)
		if room < start {
			says(t, Places{Data: p.State}, err, fmt.Sprintf("cannot write DIR/%d/battles/siege.1.journal: no space left on device", room))
			if files, _ := os.ReadDir(p.battles()); len(files) != 0 {
				t.Fatalf("room for %d: left %v", room, files)
			}
			continue
		}
		must(t, err)
		n := 0
		for n < len(all) {
			if err = b.Record(all[n]); err != nil {
				break
			}
			n++
		}
		if room == size {
			must(t, err)
			must(t, b.Close())
			continue
		}
		want := fmt.Sprintf("cannot write DIR/%d/battles/siege.1.journal: no space left on device", room)
		says(t, Places{Data: p.State}, err, want)
		disk.set(-1)
		text := read(t, b.Path())
		for _, err := range []error{b.Record(all[n]), b.Record(engine.Entry{Side: engine.Luck, Sides: 6, N: 6}), b.Sync(), b.End("draw")} {
			says(t, Places{Data: p.State}, err, want)
		}
		if read(t, b.Path()) != text || len(text) != room {
			t.Fatalf("room for %d: it wrote on:\n%s", room, read(t, b.Path()))
		}
		if room%2 == 0 { // another program goes on
			says(t, Places{Data: p.State}, b.Close(), want)
			disk.set(0) // to cut a torn line off takes no room
			var j *engine.Journal
			b, j, err = p.Resume("siege.1")
			must(t, err)
			if !slices.Equal(j.Entries, all[:n]) {
				t.Fatalf("room for %d: %d answered, %d there", room, n, len(j.Entries))
			}
			disk.set(-1)
		} else {
			must(t, b.Rewrite(header, all[:n]))
		}
		for _, e := range all[n:] {
			must(t, b.Record(e))
		}
		must(t, b.Close())
		if j, _, err := p.Load("siege.1"); err != nil || !slices.Equal(j.Entries, all) {
			t.Fatalf("room for %d: %v", room, err)
		}
	}
}

// When the disk fails, the journal stays whole and the error stays until a
// Rewrite succeeds.
func TestBrokenDisk(t *testing.T) {
	t.Parallel()
	all := answers(6)
	other := engine.Header{Fields: slices.Clone(header.Fields), Seats: header.Seats}
	other.Fields[2].Value = "human human"
	for name, test := range map[string]struct {
		fail string
		room int
		do   func(*Battle) error
		want string
		kept int // entries of the journal afterwards
	}{
		"rewrite, full":        {"", 20, func(b *Battle) error { return b.Rewrite(other, all[:2]) }, "no space left on device", 4},
		"undo, full and fixed": {"truncate", 20, func(b *Battle) error { return b.Rewrite(header, all[:2]) }, "no space left on device", 4},
		"rewrite, sync":        {"sync", -1, func(b *Battle) error { return b.Rewrite(other, all[:2]) }, "input/output error", 4},
		"undo, sync":           {"sync", -1, func(b *Battle) error { return b.Rewrite(header, all[:2]) }, "input/output error", 2},
		"rewrite, rename":      {"rename", -1, func(b *Battle) error { return b.Rewrite(header, all[:2]) }, "input/output error", 4},
		"rewrite, open":        {"open", -1, func(b *Battle) error { return b.Rewrite(other, all[:2]) }, "input/output error", 4},
		"undo, open":           {"open", -1, func(b *Battle) error { return b.Rewrite(header, all[:2]) }, "input/output error", 2},
		"rewrite, sync folder": {"syncFolder", -1, func(b *Battle) error { return b.Rewrite(header, all[:2]) }, "input/output error", 2},
		"rewrite, no seats": {"", -1, func(b *Battle) error { return b.Rewrite(engine.Header{}, nil) },
			"writing the journal: 0 seats: must be from 1 to 4", 4},
		"sync": {"sync", -1, func(b *Battle) error { return b.Sync() }, "input/output error", 4},
		"long": {"", -1, func(b *Battle) error { return b.Record(engine.Entry{Text: strings.Repeat("x", 70000)}) },
			"writing the journal: a line of 70021 bytes: at most 65536 can be read again", 4},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, disk := somewhere(t)
			b := play(t, p, "siege", all[:4])
			disk.set(test.room, strings.Fields(test.fail)...)
			want := "cannot write DIR/state/battles/siege.1.journal: " + test.want
			says(t, p, test.do(b), want)
			if j, err := readJournal(b.Path()); err != nil || !slices.Equal(j.Entries, all[:test.kept]) {
				t.Errorf("the journal is %v, %v", j, err)
			}
			disk.set(-1)
			says(t, p, b.Record(all[4]), want)
			says(t, p, b.Sync(), want)
			must(t, b.Rewrite(header, all[:5]))
			must(t, b.Record(all[5]))
			must(t, b.Close())
			if j, err := readJournal(b.Path()); err != nil || !slices.Equal(j.Entries, all) {
				t.Errorf("the journal is %v, %v", j, err)
			}
			if l := leftovers(t, p); l != nil {
				t.Errorf("left over: %v", l)
			}
		})
	}
}

// On a full disk answers are taken back: what they were is not left as if it
// were the battle.
func TestUndoOnFullDisk(t *testing.T) {
	t.Parallel()
	all := answers(6)
	for _, torn := range []bool{false, true} {
		p, disk := somewhere(t)
		b := play(t, p, "siege", all[:4])
		disk.set(3)
		if torn {
			says(t, p, b.Record(all[4]), "cannot write DIR/state/battles/siege.1.journal: no space left on device")
		}
		for n := 3; n >= 0; n-- {
			must(t, b.Rewrite(header, all[:n]))
			if j, err := readJournal(b.Path()); err != nil || !slices.Equal(j.Entries, all[:n]) {
				t.Errorf("the journal is %v, %v", j, err)
			}
		}
		disk.set(-1)
		must(t, b.Record(all[0]))
		must(t, b.Close())
		if j, err := readJournal(b.Path()); err != nil || !slices.Equal(j.Entries, all[:1]) {
			t.Errorf("the journal is %v, %v", j, err)
		}
		if l := leftovers(t, p); l != nil {
			t.Errorf("left over: %v", l)
		}
	}
}

func TestResumeOnBrokenDisk(t *testing.T) {
	t.Parallel()
	for _, fail := range []string{"open", "truncate", "sync"} {
		p, disk := somewhere(t)
		b := play(t, p, "siege", answers(4))
		must(t, b.Close())
		write(t, b.Path(), read(t, b.Path())+"d1")
		disk.set(-1, fail)
		_, _, err := p.Resume("")
		says(t, p, err, "cannot write DIR/state/battles/siege.1.journal: input/output error")
		disk.set(-1)
		b, j, err := p.Resume("")
		must(t, err)
		if len(j.Entries) != 4 {
			t.Errorf("%d entries", len(j.Entries))
		}
		must(t, b.Close())
	}
}

const playing = "HOUSERULE_SAVES_TEST_PLAYS"

// A program that is killed loses nothing that it answered, and its lock.
func TestKilled(t *testing.T) {
	if state := os.Getenv(playing); state != "" { // this is the program
		b, err := Places{State: state}.Create("siege", header)
		for n := 1; err == nil; n++ {
			err = b.Record(engine.Entry{Side: engine.Luck, Sides: 6, N: n%6 + 1})
			fmt.Println(n)
		}
		fmt.Println(err)
		return
	}
	t.Parallel()
	p, _ := somewhere(t)
	program := exec.Command(os.Args[0], "-test.run=^TestKilled$")
	program.Env = append(os.Environ(), playing+"="+p.State)
	out, err := program.StdoutPipe()
	must(t, err)
	must(t, program.Start())
	lines := bufio.NewScanner(out)
	n := 0
	for lines.Scan() {
		if n++; lines.Text() != fmt.Sprint(n) {
			t.Fatalf("it said %s", lines.Text())
		}
		if n == 100 {
			if _, _, err := p.Resume("siege.1"); !errors.Is(err, ErrElsewhere) {
				t.Errorf("while it plays: %v", err)
			}
			must(t, program.Process.Kill())
		}
	}
	program.Wait()
	b, j, err := p.Resume("")
	must(t, err)
	if len(j.Entries) < n || n < 100 {
		t.Errorf("%d were answered, %d are there", n, len(j.Entries))
	}
	must(t, b.Close())
}

// What was discarded is gone, and its name free again.
func TestDiscard(t *testing.T) {
	p := Places{State: t.TempDir(), Data: t.TempDir()}
	b, err := p.Create("siege", engine.Header{Seats: []string{"a", "b"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Discard(); err != nil {
		t.Fatal(err)
	}
	if _, _, err := p.Resume(""); !errors.Is(err, ErrNone) {
		t.Errorf("Resume: %v, want %v", err, ErrNone)
	}
	again, err := p.Create("siege", engine.Header{Seats: []string{"a", "b"}})
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if again.Name() != b.Name() {
		t.Errorf("the next battle is called %s, want %s", again.Name(), b.Name())
	}
}
