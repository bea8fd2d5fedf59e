package saves

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"houserule/engine"
)

// mine is a journal with n answers.
func mine(n int, end string) *engine.Journal {
	return &engine.Journal{Header: header, Entries: answers(n), End: end}
}

func TestSaveOver(t *testing.T) {
	t.Parallel()
	other := mine(4, "")
	other.Fields = []engine.Field{{Key: "game", Value: "heroes"}, {Key: "seed", Value: "8"}}
	players := mine(4, "")
	players.Fields = slices.Clone(header.Fields)
	players.Fields[2].Value = "human human"
	nobody := mine(4, "")
	nobody.Fields = header.Fields[:2]
	seats := mine(4, "")
	seats.Seats = []string{"red", "blue"}
	parted := mine(4, "")
	parted.Entries[3].Text = "wait"
	const another = "DIR/data/saves/a.journal is another battle: name another, or write save a over"
	const course = "DIR/data/saves/a.journal is another course of this battle: name another, or write save a over"
	for name, test := range map[string]struct {
		old, new *engine.Journal
		want     string
	}{
		"nothing there":        {nil, mine(4, ""), "no error"},
		"the same":             {mine(4, ""), mine(4, ""), "no error"},
		"later":                {mine(4, ""), mine(7, ""), "no error"},
		"from the start":       {mine(0, ""), mine(7, ""), "no error"},
		"at its end":           {mine(4, ""), mine(4, "draw"), "no error"},
		"ended, the same":      {mine(4, "draw"), mine(4, "draw"), "no error"},
		"other players":        {mine(4, ""), players, "no error"},
		"without players":      {players, nobody, "no error"},
		"earlier":              {mine(7, ""), mine(4, ""), course},
		"parted":               {mine(7, ""), parted, course},
		"parted at the end":    {mine(4, ""), parted, course},
		"ended otherwise":      {mine(4, "draw"), mine(4, "defender wins"), course},
		"end taken back":       {mine(4, "draw"), mine(4, ""), course},
		"end taken back, more": {mine(4, "draw"), mine(7, ""), course},
		"other header":         {mine(4, ""), other, another},
		"other seats":          {mine(4, ""), seats, another},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, _ := somewhere(t)
			if test.old != nil {
				_, err := p.Save("a", test.old, false)
				must(t, err)
			}
			before := read(t, p.save("a"))
			path, err := p.Save("a", test.new, false)
			says(t, p, err, test.want)
			if err != nil {
				if read(t, p.save("a")) != before {
					t.Error("it was changed")
				}
				return
			}
			if path != p.save("a") {
				t.Errorf("it is at %s", path)
			}
			j, from, err := p.Load("a")
			must(t, err)
			if from != path || !slices.Equal(j.Fields, test.new.Fields) || !slices.Equal(j.Entries, test.new.Entries) || j.End != test.new.End {
				t.Errorf("loaded %+v from %s", j, from)
			}
			if l := leftovers(t, p); l != nil {
				t.Errorf("left over: %v", l)
			}
		})
	}
}

func TestSaveRefuses(t *testing.T) {
	t.Parallel()
	p, disk := somewhere(t)
	dir := filepath.Dir(p.Data)
	write(t, filepath.Join(dir, "letter.journal"), "Dear Sir,\n")
	write(t, filepath.Join(dir, "cut.journal"), whole[:40])
	bad := mine(1, "")
	bad.Entries[0] = engine.Entry{Side: engine.Luck, Sides: 6, N: 7}
	running := play(t, p, "siege", nil)
	t.Cleanup(func() { running.Close() })
	for _, test := range []struct {
		name, want string
		j          *engine.Journal
	}{
		{"", "a name is missing", mine(1, "")},
		{"my save", `"my save" is no name: a name is of letters, digits, -, _ and ., and a letter or digit comes first`, mine(1, "")},
		{"nul", `"nul" is no name: Windows keeps NUL for a device: take another`, mine(1, "")},
		{"Con.old", `"Con.old" is no name: Windows keeps CON for a device: take another`, mine(1, "")},
		{"COM1", `"COM1" is no name: Windows keeps COM1 for a device: take another`, mine(1, "")},
		{dir + "/lpt9.journal", `"lpt9.journal" is no name: Windows keeps LPT9 for a device: take another`, mine(1, "")},
		{dir + "/none/a.journal", "cannot write DIR/none/a.journal: no such file or directory", mine(1, "")},
		{dir + "/letter.journal/a", "cannot write DIR/letter.journal/a: not a directory", mine(1, "")},
		{dir + "/state", "cannot read DIR/state: it is a folder, not a file: name another, or remove it", mine(1, "")},
		{dir + "/letter.journal", `DIR/letter.journal: line 1: this is not a houserule journal: its first line must be "houserule journal 1": name another, or remove it`, mine(1, "")},
		{dir + "/cut.journal", "DIR/cut.journal: line 2: the journal is cut off: its header is not whole, nothing was answered yet: name another, or remove it", mine(1, "")},
		{running.Path(), "cannot write DIR/state/battles/siege.1.journal: another program has opened it", mine(1, "")},
		{"a", `cannot write DIR/data/saves/a.journal: line 6: the line, or one above it, was changed after it was written: a die of 6 sides cannot show "7"`, bad},
	} {
		_, err := p.Save(test.name, test.j, false)
		says(t, p, err, test.want)
	}
	_, err := p.Save("b", mine(3, ""), false)
	must(t, err)
	before := read(t, p.save("b"))
	for _, fail := range []string{"open", "sync", "rename"} {
		disk.set(-1, fail)
		_, err := p.Save("b", mine(5, ""), false)
		says(t, p, err, "cannot write DIR/data/saves/b.journal: input/output error")
	}
	for room := range len(before) {
		disk.set(room)
		_, err := p.Save("b", mine(3, ""), false)
		says(t, p, err, "cannot write DIR/data/saves/b.journal: no space left on device")
	}
	if read(t, p.save("b")) != before {
		t.Error("it was changed")
	}
}

// With over, Save replaces another battle, another course and a file that is no journal,
// but no file that another program has opened, and outside the folder only journals.
func TestSaveOverAnother(t *testing.T) {
	t.Parallel()
	p, _ := somewhere(t)
	_, err := p.Save("a", mine(5, "draw"), false)
	must(t, err)
	other := mine(2, "")
	other.Fields = []engine.Field{{Key: "seed", Value: "9"}}
	path, err := p.Save("a", other, true)
	must(t, err)
	if j, _, err := p.Load("a"); err != nil || j.Get("seed") != "9" || len(j.Entries) != 2 || j.End != "" {
		t.Errorf("loaded %+v (%v)", j, err)
	}
	write(t, path, "Dear Sir,\n")
	_, err = p.Save("a", other, false)
	says(t, p, err, `DIR/data/saves/a.journal: line 1: this is not a houserule journal: its first line must be "houserule journal 1": name another, or write save a over`)
	_, err = p.Save("a", other, true)
	must(t, err)

	letter := filepath.Join(filepath.Dir(p.Data), "letter.journal")
	write(t, letter, "Dear Sir,\n")
	_, err = p.Save(letter, other, true)
	says(t, p, err, `DIR/letter.journal: line 1: this is not a houserule journal: its first line must be "houserule journal 1": name another, or remove it`)

	before := read(t, path)
	l, err := lock(path, atOnce)
	must(t, err)
	_, err = p.Save("a", mine(1, ""), true)
	says(t, p, err, "cannot write DIR/data/saves/a.journal: another program has opened it")
	_, err = p.Remove("a")
	says(t, p, err, "cannot remove DIR/data/saves/a.journal: another program has opened it")
	must(t, unlock(l))
	if read(t, path) != before {
		t.Error("it was changed")
	}
}

// Remove removes what Save wrote under a name, however its accents are written, and no
// running battle.
func TestRemove(t *testing.T) {
	t.Parallel()
	p, _ := somewhere(t)
	b := play(t, p, "siege", answers(2))
	t.Cleanup(func() { b.Close() })
	for _, name := range []string{"caf\u00e9", "keep", "siege.1"} {
		_, err := p.Save(name, mine(3, ""), false)
		must(t, err)
	}
	for name, kept := range map[string]string{"cafe\u0301": "caf\u00e9", "siege.1": "siege.1"} {
		path, err := p.Remove(name)
		must(t, err)
		if path != p.save(kept) {
			t.Errorf("removed %s", path)
		}
	}
	for _, test := range []struct{ name, want string }{
		{"siege.1", `unknown save "siege.1" (known: keep)`},
		{"", "a name is missing"},
		{"my save", `"my save" is no name: a name is of letters, digits, -, _ and ., and a letter or digit comes first`},
		{b.Path(), `"DIR/state/battles/siege.1.journal" is a path: save removes only what it has saved under a name`},
	} {
		_, err := p.Remove(test.name)
		says(t, p, err, test.want)
	}
	if got := strings.Join(p.Names(), " "); got != "keep siege.1" {
		t.Errorf("left: %s", got)
	}
	if _, from, err := p.Load("siege.1"); err != nil || from != b.Path() {
		t.Errorf("loaded %s (%v)", from, err)
	}
	if l := leftovers(t, p); !slices.Equal(l, []string{"siege.1.journal" + lockSuffix}) {
		t.Errorf("left over: %v", l)
	}
}

// A name is one text, whether its accents are characters of their own or not.
func TestAccents(t *testing.T) {
	p, _ := somewhere(t)
	path, err := p.Save("caf\u00e9", mine(1, ""), false)
	must(t, err)
	if _, again, err := p.Load("cafe\u0301"); err != nil || again != path {
		t.Errorf("%s (%v), want %s", again, err, path)
	}
	if again, err := p.Save("cafe\u0301", mine(2, ""), false); err != nil || again != path {
		t.Errorf("saved to %s (%v), want %s", again, err, path)
	}
	if names := p.Names(); !slices.Equal(names, []string{"caf\u00e9"}) {
		t.Errorf("names %q", names)
	}
}

// Of several that save under one name at once, one has it.
func TestSaveAtOnce(t *testing.T) {
	t.Parallel()
	p, _ := somewhere(t)
	var all sync.WaitGroup
	saved := make(chan string, 10)
	for i := range 10 {
		all.Go(func() {
			j := mine(4, "")
			j.Fields = []engine.Field{{Key: "seed", Value: strings.Repeat("1", i+1)}}
			if _, err := p.Save("a", j, false); err == nil {
				saved <- j.Get("seed")
			} else {
				says(t, p, err, "DIR/data/saves/a.journal is another battle: name another, or write save a over")
			}
		})
	}
	all.Wait()
	close(saved)
	j, _, err := p.Load("a")
	must(t, err)
	if seed := <-saved; j.Get("seed") != seed || len(saved) != 0 {
		t.Errorf("%s was saved, %s is there, and %d more", seed, j.Get("seed"), len(saved))
	}
}

func TestLoad(t *testing.T) {
	p, _ := somewhere(t)
	dir := t.TempDir()
	t.Chdir(dir)
	write(t, "siege.1", whole)
	write(t, "loose", whole)
	write(t, "local.journal", whole)
	write(t, "folder/x", whole)
	must(t, play(t, p, "siege", answers(2)).Close())
	b := play(t, p, "siege", answers(2))
	t.Cleanup(func() { b.Close() })
	_, err := p.Save("siege.2", mine(5, ""), false)
	must(t, err)
	_, err = p.Save("alpha", mine(0, ""), false)
	must(t, err)
	_, err = p.Save("there.journal", mine(6, "draw"), false)
	must(t, err)

	if got := strings.Join(p.Names(), " "); got != "alpha siege.1 siege.2" {
		t.Errorf("names: %s", got)
	}
	for name, n := range map[string]int{
		"alpha": 0, "siege.1": 2, "siege.2": 5, "loose": 2, "local.journal": 2, "./loose": 2, "folder/x": 2,
		"there.journal": 6, p.battle("siege.2"): 2,
	} {
		j, _, err := p.Load(name)
		if err != nil || len(j.Entries) != n {
			t.Errorf("%s: %v, %v", name, j, err)
		}
	}
	for name, want := range map[string]string{
		"alfa":         `unknown save "alfa" (known: alpha, siege.1, siege.2)`,
		"folder":       `unknown save "folder" (known: alpha, siege.1, siege.2)`,
		"no such":      `unknown save "no such" (known: alpha, siege.1, siege.2)`,
		"":             `unknown save "" (known: alpha, siege.1, siege.2)`,
		"alfa.journal": "cannot read alfa.journal: no such file or directory",
		"./folder":     "cannot read ./folder: it is a folder, not a file",
	} {
		_, _, err := p.Load(name)
		says(t, p, err, want)
	}
	_, _, err = p.Load("alfa")
	if u, ok := errors.AsType[*engine.Unknown](err); !ok || u.What != "save" || u.Word != "alfa" {
		t.Errorf("it is %#v", err)
	}
	write(t, p.save("bad"), whole[:9])
	_, _, err = p.Load("bad")
	says(t, p, err, `DIR/data/saves/bad.journal: line 1: this is not a houserule journal: its first line must be "houserule journal 1"`)
}

// What only begins like a name that Windows keeps is as good as any.
func TestNamesThatAreNotReserved(t *testing.T) {
	t.Parallel()
	p, _ := somewhere(t)
	for _, name := range []string{"con1", "com", "com10", "comx", "console", "nullity", "my.nul", "lpt", "aux-2"} {
		if _, err := p.Save(name, mine(1, ""), false); err != nil {
			t.Error(err)
		}
	}
}
