package sorceryview

import (
	"os"
	"slices"
	"strings"
	"testing"

	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine/board"
	"houserule/engine/hex"
	"houserule/engine/library"
	"houserule/engine/library/sorcerydata"
	"houserule/engine/sorcery"
)

// frame are the characters of outlines, of numbers and between hexes.
const frame = "/\\_0123456789 "

// A sign of a map has one meaning, in all maps that ship, and the legend names every sign
// that is drawn, in every size, whatever the state of the war.
func TestSignsOfMaps(t *testing.T) {
	system, files := sorcerydata.Format(), os.DirFS("../../..")
	base, seen := library.Base(system, files), map[string]bool{}
	found := library.Find(library.Folder{FS: files, Dir: "mods", Where: "mods"})
	for _, f := range found {
		if f.Mod.Game != "sorcery" {
			continue
		}
		lib, err := library.LoadMods(system, base, found, []string{f.Mod.ID}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range lib.Scenarios {
			c, ok := s.Setup.(sorcery.Campaign)
			if !ok || seen[s.ID] {
				continue
			}
			seen[s.ID] = true
			t.Run(s.ID, func(t *testing.T) {
				v := warOf(t, lib, s.ID, c)
				watch(t, v, 20, func() { checkSigns(t, v) })
				v.Unveil(true)
				checkSigns(t, v)
			})
		}
	}
	if len(seen) < 7 {
		t.Errorf("the maps of %d campaigns were looked at", len(seen))
	}
}

func checkSigns(t *testing.T, v *View) {
	t.Helper()
	b := v.onMap.campaign()
	named := namedSigns(t, b.Map)
	for size := range hex.Sizes {
		drawing, legend, _ := strings.Cut(screen.Bare(view.DrawMap(b, size, view.Size{Columns: 400, Lines: 200})), "\nHexes: ")
		if legend == "" || strings.Contains(drawing, "A part") {
			t.Fatalf("%v: no legend below all of the map:\n%s", size, drawing)
		}
		for _, r := range drawing {
			if !strings.ContainsRune(frame+named+"\n", r) {
				t.Fatalf("%v: the legend names no %c:\n%s\n%s", size, r, drawing, strings.Join(view.Legend(b.Map, 80), "\n"))
			}
		}
	}
}

// namedSigns returns the signs that the legend of a map names, and reports, as a test
// error, one that has two meanings.
func namedSigns(t *testing.T, m *board.Map) string {
	t.Helper()
	meanings := map[string][]string{}
	mean := func(sign, meaning string) {
		if !slices.Contains(meanings[sign], meaning) {
			meanings[sign] = append(meanings[sign], meaning)
		}
	}
	for _, line := range view.Legend(m, 10_000) {
		what, words, _ := strings.Cut(screen.Bare(line), ": ")
		for word := range strings.SplitSeq(words, ", ") {
			sign, meaning, _ := strings.Cut(word, " ")
			switch what {
			case "Hexes", "In them", "Between":
				mean(sign[:1], what+" "+meaning)
			case "After a place":
				mean(sign, "side "+meaning[strings.LastIndex(meaning, " ")+1:])
			case "Stacks": // a side's letter, and what follows it
				mean(sign[1:2], what+" "+meaning)
			default:
				t.Fatalf("the legend has a line %q", line)
			}
		}
	}
	named := ""
	for sign, of := range meanings {
		if len(of) != 1 || strings.Contains(frame, sign) && sign != "7" {
			t.Errorf("%s on the map is %s", sign, strings.Join(of, " and "))
		}
		named += sign
	}
	return named
}
