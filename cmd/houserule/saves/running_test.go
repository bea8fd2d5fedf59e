package saves

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// Create keeps 50 finished battles, and whatever has no end or is open.
func TestTidy(t *testing.T) {
	t.Parallel()
	p, _ := somewhere(t)
	now := time.Now()
	for n := 1; n <= 60; n++ { // the first are the oldest
		path := p.battle(fmt.Sprintf("old.%d", n))
		text := whole
		switch n {
		case 3:
			text = text[:strings.Index(text, "end")] // unfinished
		case 4:
			text = strings.Replace(text, "draw", "drow", 1) // edited
		}
		write(t, path, text)
		must(t, os.Chtimes(path, now, now.Add(time.Duration(n-100)*time.Minute)))
	}
	open, err := lock(p.battle("old.5"), atOnce)
	must(t, err)
	playing, err := lock(p.battle("new.1"), atOnce) // by a Create that has come no further
	must(t, err)
	write(t, p.battle("new.1")+draftSuffix, "x")
	write(t, p.beside("new.1", linksSuffix)+draftSuffix, "x")
	write(t, p.beside("gone.1", modsSuffix)+draftSuffix, "x")
	write(t, p.battle("old.60")+draftSuffix, "x")
	write(t, p.battle("old.60")+lockSuffix, "")
	write(t, p.battle("gone.1")+lockSuffix, "")
	write(t, p.save("mine")+draftSuffix, "x")
	write(t, p.save("mine")+lockSuffix, "")
	write(t, p.save("mine"), whole)
	write(t, filepath.Join(p.battles(), "notes.txt"), "of somebody")

	b, err := p.Create("new", header)
	must(t, err)
	if b.Name() != "new.2" {
		t.Errorf("it is %s", b.Name())
	}
	var left []string
	for n := 1; n <= 60; n++ {
		if read(t, p.battle(fmt.Sprintf("old.%d", n))) != "" {
			left = append(left, fmt.Sprint(n))
		}
	}
	// 58 are finished, the 8 oldest of them go, without the open one
	if want := "3 4 5 11"; !strings.HasPrefix(strings.Join(left, " "), want) || len(left) != 53 {
		t.Errorf("left are %v", left)
	}
	if read(t, p.save("mine")) != whole || read(t, filepath.Join(p.battles(), "notes.txt")) == "" {
		t.Error("it removed what it must not")
	}
	want := []string{"new.1.journal.houserule-lock", "new.1.journal.houserule-new", "new.1.links.houserule-new", "new.2.journal.houserule-lock", "old.5.journal.houserule-lock"}
	if l := leftovers(t, p); !slices.Equal(l, want) {
		t.Errorf("left over: %v", l)
	}
	must(t, b.Close())
	must(t, unlock(open))
	must(t, unlock(playing))
}

func TestNewestFirst(t *testing.T) {
	t.Parallel()
	p, _ := somewhere(t)
	at := time.Now()
	for name, age := range map[string]int{"b.2": 1, "b.10": 1, "a.1": 1, "z.1": 2, "c": 0} {
		write(t, p.battle(name), whole[:strings.Index(whole, "end")])
		must(t, os.Chtimes(p.battle(name), at, at.Add(-time.Duration(age)*time.Hour)))
	}
	found, err := p.Unfinished()
	must(t, err)
	var names []string
	for _, f := range found {
		names = append(names, f.Name)
	}
	if got := strings.Join(names, " "); got != "c a.1 b.10 b.2 z.1" {
		t.Errorf("found %s", got)
	}
}

// Where nothing can be put, everything says so; where nothing was put,
// nothing is wrong.
func TestNoPlace(t *testing.T) {
	t.Parallel()
	p, _ := somewhere(t)
	if found, err := p.Unfinished(); len(found) != 0 || err != nil {
		t.Errorf("found %v, %v", found, err)
	}
	_, _, err := p.Resume("")
	says(t, p, err, "there is no battle to continue")
	if len(p.History()) != 0 || len(p.Names()) != 0 {
		t.Error("something is nowhere")
	}

	write(t, filepath.Join(filepath.Dir(p.Data), "file"), "")
	p.State = filepath.Join(filepath.Dir(p.Data), "file", "state")
	p.Data = filepath.Join(filepath.Dir(p.Data), "file")
	dir := Places{Data: p.Data}
	_, err = p.Create("siege", header)
	says(t, dir, err, "cannot make the folder DIR/file/state/battles: DIR/file is no folder")
	_, err = p.Save("siege", mine(3, ""), false)
	says(t, dir, err, "cannot make the folder DIR/file/saves: DIR/file is no folder")
	says(t, dir, p.Remember("attack"), "cannot make the folder DIR/file/state: DIR/file is no folder")
	_, err = p.Unfinished()
	says(t, dir, err, "cannot read DIR/file/state/battles: not a directory")
	_, _, err = p.Resume("")
	says(t, dir, err, "cannot read DIR/file/state/battles: not a directory")
	_, _, err = p.Resume("siege.1")
	says(t, dir, err, "cannot lock DIR/file/state/battles/siege.1.journal: not a directory")
	if len(p.History()) != 0 || len(p.Names()) != 0 {
		t.Error("something is nowhere")
	}
}

func TestCreateRefuses(t *testing.T) {
	t.Parallel()
	p, disk := somewhere(t)
	for name, want := range map[string]string{
		"":       "a name is missing",
		"..":     `".." is no name: a name is of letters, digits, -, _ and ., and a letter or digit comes first`,
		"-x":     `"-x" is no name: a name is of letters, digits, -, _ and ., and a letter or digit comes first`,
		"a/b":    `"a/b" is no name: a name is of letters, digits, -, _ and ., and a letter or digit comes first`,
		"a b":    `"a b" is no name: a name is of letters, digits, -, _ and ., and a letter or digit comes first`,
		"a\x00b": `"a\x00b" is no name: a name is of letters, digits, -, _ and ., and a letter or digit comes first`,
	} {
		_, err := p.Create(name, header)
		says(t, p, err, want)
	}
	h := header
	h.Seats = []string{"d10"}
	_, err := p.Create("siege", h)
	says(t, p, err, `cannot write DIR/state/battles/siege.1.journal: writing the journal: the seat "d10": must be a word of its own, neither end nor a die`)
	for _, fail := range []string{"open", "sync", "rename", "syncFolder"} {
		disk.set(-1, fail)
		_, err := p.Create("siege", header)
		says(t, p, err, "cannot write DIR/state/battles/siege.1.journal: input/output error")
		disk.set(-1)
		if files, _ := os.ReadDir(p.battles()); len(files) != 0 {
			t.Errorf("%s fails: left %v", fail, files)
		}
	}
	b, err := p.Create("Überfall-2_b.c", header)
	must(t, err)
	must(t, b.Close())
	b, err = p.Create("aux", header)
	must(t, err)
	must(t, b.Close())
	if b.Name() != "battle-aux.1" {
		t.Errorf("a battle of the scenario aux is called %s", b.Name())
	}
}

func TestPlatform(t *testing.T) {
	state, data := t.TempDir(), t.TempDir()
	t.Setenv("XDG_STATE_HOME", state)
	t.Setenv("XDG_DATA_HOME", data)
	if p := Platform(); p.State != filepath.Join(state, "houserule") || p.Data != filepath.Join(data, "houserule") {
		t.Errorf("it is %+v", p)
	}
}

// Without a home folder battles lie at the root of all files, in one that
// depends on where the program runs they must not lie.
func TestNoHome(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("HOME means nothing there")
	}
	for _, row := range []struct {
		home, state, data string
		homeless          bool
		want              string
	}{
		{"/home/me", "", "", false, ""},
		{"", "", "", true, ""},
		{"", "/state", "", true, ""},
		{"", "/state", "/data", false, ""},
		{"rel", "", "", false, `HOME is "rel": set it to the whole path of your home folder, or battles, saves and mods would lie in another place for each folder in which houserule is run`},
		{"rel", "/state", "rel", false, `HOME is "rel": set it to the whole path of your home folder, or battles, saves and mods would lie in another place for each folder in which houserule is run`},
		{"rel", "/state", "/data", false, ""},
	} {
		t.Setenv("HOME", row.home)
		t.Setenv("XDG_STATE_HOME", row.state)
		t.Setenv("XDG_DATA_HOME", row.data)
		p := Platform()
		text := ""
		if err := p.Check(); err != nil {
			text = err.Error()
		}
		if p.Homeless() != row.homeless || text != row.want {
			t.Errorf("%+v: homeless %v, %q", row, p.Homeless(), text)
		}
	}
}

// The folders of a battle's mods are kept beside its journal, and go with it.
func TestMods(t *testing.T) {
	p := Places{State: t.TempDir(), Data: t.TempDir(), Mods: []string{"/mods/a b", "/mods/c", "/mods/\"d\"\n/\xff"}}
	b, err := p.Create("siege", header)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	p.Mods = nil
	for _, name := range []string{"", "siege.1"} {
		waiting, err := p.Waiting(name)
		if err != nil || waiting.Name != "siege.1" || !slices.Equal(waiting.Mods, []string{"/mods/a b", "/mods/c", "/mods/\"d\"\n/\xff"}) {
			t.Errorf("%q: %+v, %v", name, waiting, err)
		}
	}
	p.Mods = []string{"/mods/d"}
	if b, _, err = p.Resume("siege.1"); err != nil {
		t.Fatal(err)
	}
	if waiting, err := p.Waiting("siege.1"); err != nil || !slices.Equal(waiting.Mods, p.Mods) {
		t.Errorf("%+v, %v", waiting, err)
	}
	if err := b.Discard(); err != nil {
		t.Fatal(err)
	}
	if left, _ := os.ReadDir(p.battles()); len(left) > 0 {
		t.Errorf("%v are left", left)
	}
}
