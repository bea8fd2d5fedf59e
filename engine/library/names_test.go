package library_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
)

// An id is a word of at most 64 characters wherever one is declared.
func TestWhatIDsAreMadeOf(t *testing.T) {
	long := strings.Repeat("a", 65)
	cut := long[:64] + "..."
	check := func(files, want string) {
		t.Helper()
		_, err := loadAll(archive(files), nil)
		if err == nil {
			t.Errorf("loaded:\n%s", files)
			return
		}
		wantText(t, err.Error(), want)
	}
	const rest = "version = \"1.0.0\"\ntitle = \"T\"\ngame = \"heroes\"\n"
	for id, problem := range map[string]string{
		`""`:             `id is "": must not be empty`,
		`" "`:            `id is " ": must not be empty`,
		`"a b"`:          `id is "a b": must be made of lower-case letters, digits and -, a letter first`,
		`"a/../b"`:       `id is "a/../b": must be made of lower-case letters, digits and -, a letter first`,
		`"` + long + `"`: `id is "` + cut + `": must have at most 64 characters, not 65`,
		`"a\u202eb"`:     `id is "a\u202eb": take out the character U+202E, which turns the direction of text`,
	} {
		check("-- mods/a/mod.toml --\nid = "+id+"\n"+rest, "mods/a/mod.toml:1:1: "+problem)
	}
	check(`
-- mods/a/mod.toml+ --
[requires]
"" = "*"
[setting.""]
type = "boolean"
default = true
doc = "Empty."
[setting.`+long+`]
type = "boolean"
default = true
doc = "Long."
-- mods/a/x.toml --
[ability.""]
name = "A"
text = "A."
[ability."a\u001b[31m\nb"]
name = "B"
text = "B."
[ability.`+long+`]
name = "C"
text = "C."
[patch.ability."".set]
name = "D"
`, `
mods/a/mod.toml:6:1: requires "": must be made of lower-case letters, digits and -, a letter first
mods/a/mod.toml:7:10: setting "": must be made of letters, digits and _, a letter first
mods/a/mod.toml:11:10: setting "`+cut+`": must have at most 64 characters, not 65
mods/a/x.toml:1:10: ability "": must be made of letters, digits, - and ., a letter or digit first
mods/a/x.toml:4:10: ability "a\x1b[31m\nb": must be made of letters, digits, - and ., a letter or digit first
mods/a/x.toml:7:10: ability "`+cut+`": must have at most 64 characters, not 65
`)
}

// No mod gets an empty id, which would be that of no mod: from its mod.toml, its
// folder, what enables it, a setting, or a journal.
func TestNoEmptyID(t *testing.T) {
	fsys := archive("-- mods/a/mod.toml --\nversion = \"1.0.0\"\ntitle = \"T\"\ngame = \"heroes\"\n")
	fsys["mods/ /mod.toml"] = &fstest.MapFile{}
	fsys["mods/b/mod.toml"] = &fstest.MapFile{Data: []byte("id = \"\"\nversion = \"1.0.0\"\ntitle = \"T\"\ngame = \"heroes\"\n")}
	for _, f := range library.Find(library.Folder{FS: fsys, Dir: "mods", Where: "mods"}) {
		if f.Mod.ID == "" || f.Err == nil && f.Mod.ID != "heroes" {
			t.Errorf("%s is the mod %q: %v", f.Folder.Where, f.Mod.ID, f.Err)
		}
	}
	found := library.At(library.Folder{FS: fsys, Dir: "mods/b", Where: ""})
	if found.Mod.ID == "" || found.Err == nil {
		t.Errorf("the mod %q: %v", found.Mod.ID, found.Err)
	}
	_, err := library.LoadMods(heroesdata.Format(), library.Base(heroesdata.Format(), fsys), []library.Found{found}, []string{""}, nil)
	if err == nil || err.Error() != `unknown mod "" (known: .)` {
		t.Error(err)
	}
	for _, text := range []string{"=1", ".x=1", "a.=1"} {
		if err := library.ParseSetting(text, map[string]map[string]string{}); err == nil {
			t.Errorf("%q sets something", text)
		}
	}
	for _, list := range []string{" 1.0.0 sha256:0", "heroes 1.0.0 sha256:0,  1.0.0 sha256:0"} {
		if enabled, _, err := library.ModsOf(engine.Header{Fields: []engine.Field{{Key: "mods", Value: list}}}); err == nil {
			t.Errorf("a journal's mods %q are %q", list, enabled)
		}
	}
}

// Nothing in the name of a file or folder gets into a problem as it is.
func TestFileNames(t *testing.T) {
	fsys := archive("-- mods/a/mod.toml+ --\n")
	fsys["mods/a/x\nmods/b/mod.toml:1: forged.toml"] = &fstest.MapFile{}
	fsys["mods/a/\x1b[31m/main.lua"] = &fstest.MapFile{}
	_, err := loadAll(fsys, nil)
	wantText(t, err.Error(), `
mods/a/"\x1b[31m": rename it without the control character U+001B
mods/a/"x\nmods": rename it without the line break
`)
	fsys["mods/c\nd/mod.toml"] = &fstest.MapFile{Data: []byte("id = 1")}
	for _, f := range library.Find(library.Folder{FS: fsys, Dir: "mods", Where: "mods"}) {
		if at, what := engine.Unsafe(f.Mod.ID+f.Folder.Where, ""); at >= 0 {
			t.Errorf("%q has the %s", f.Folder.Where, what)
		}
	}
}
