package heroesmods_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/scripting/heroesmods"
	"houserule/scripting/modhost"
)

// Two mods whose order may change a result are reported with both places;
// additions are not, nor who knows the other.
func TestOrderWarnings(t *testing.T) {
	const first = "function onAttack(attack)\n\tattack.score = attack.score + 1\nend"
	for _, test := range []struct{ name, one, other, more, want string }{
		{"both add", first, "function onAttack(a)\n\ta.score = a.score - a.cards\nend", "", ""},
		{"one sets", first, "function onAttack(a)\n\ta.score = 5\nend", "",
			"b/main.lua:2: onAttack: score is written by a, too, in a/main.lua:2, which runs first: in another order something else may come out; name a in optional of mod.toml if that is meant"},
		{"one doubles", first, "function onAttack(a) a.score = a.score + a.score end", "",
			"b/main.lua:1: onAttack: score is written by a, too, in a/main.lua:2, which runs first: in another order something else may come out; name a in optional of mod.toml if that is meant"},
		{"one sets and knows", first, "function onAttack(a)\n\ta.score = 5\nend", "[optional]\na = \"*\"\n", ""},
		{"factors", "function onAttack(a) a.factor = 2 end", "function onAttack(a) a.factor = 3 end", "", ""},
		{"other hooks", first, "function onDefense(d) d.score = 5 end", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
			head := func(id string) string {
				return "id = \"" + id + "\"\nversion = \"1.0.0\"\ntitle = \"T\"\ngame = \"heroes\"\n"
			}
			files := fstest.MapFS{
				"a/mod.toml": file(head("a")), "a/main.lua": file(test.one),
				"b/mod.toml": file(head("b") + test.more), "b/main.lua": file(test.other),
			}
			var found []library.Found
			for _, id := range []string{"a", "b"} {
				found = append(found, library.At(library.Folder{FS: files, Dir: id, Where: id}))
			}
			lib, err := library.LoadMods(heroesdata.Format(), library.Base(heroesdata.Format(), os.DirFS("../..")), found, []string{"b", "a"}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := heroesmods.API.Install(lib, modhost.Stop); err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, w := range lib.Warnings() {
				got = append(got, w.Error())
			}
			if strings.Join(got, "\n") != test.want {
				t.Errorf("got  %s\nwant %s", strings.Join(got, "\n"), test.want)
			}
		})
	}
}

// Mods of which each requires two that both require the next two have more ways
// from one to another than can be gone.
func TestOrderOfManyWays(t *testing.T) {
	files := fstest.MapFS{}
	var found []library.Found
	for i := range 80 {
		head := fmt.Sprintf("id = \"m%02d\"\nversion = \"1.0.0\"\ntitle = \"T\"\ngame = \"heroes\"\n", i)
		if next := i - i%2 + 2; next < 80 {
			head += fmt.Sprintf("[requires]\nm%02d = \"*\"\nm%02d = \"*\"\n", next, next+1)
		}
		dir := fmt.Sprintf("m%02d", i)
		files[dir+"/mod.toml"] = &fstest.MapFile{Data: []byte(head)}
		if i == 0 || i == 1 || i == 79 {
			files[dir+"/main.lua"] = &fstest.MapFile{Data: []byte("function onAttack(a) a.score = 5 end")}
		}
		found = append(found, library.At(library.Folder{FS: files, Dir: dir, Where: dir}))
	}
	lib, err := library.LoadMods(heroesdata.Format(), library.Base(heroesdata.Format(), os.DirFS("../..")), found, []string{"m00", "m01"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := heroesmods.API.Install(lib, modhost.Stop); err != nil {
		t.Fatal(err)
	}
	want := "m01/main.lua:1: onAttack: score is written by m00, too, in m00/main.lua:1, which runs first: in another order something else may come out; name m00 in optional of mod.toml if that is meant"
	if got := lib.Warnings(); len(lib.Mods) != 81 || got.Error() != want {
		t.Errorf("%d mods, warnings %v, want %s", len(lib.Mods), got, want)
	}
}
