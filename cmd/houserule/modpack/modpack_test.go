package modpack_test

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"fmt"
	"hash/crc32"
	"io/fs"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"houserule/cmd/houserule/modpack"
)

var marsh = modpack.Files{
	"mod.toml":           []byte("id = \"marsh\"\n"),
	"abilities/grip.lua": []byte("function onAttack(attack) end\n"),
	"README.md":          []byte("# Marsh\n"),
}

// The bytes of an archive depend on the files alone, and not on when, where or by
// which version of a compressor it is packed.
func TestPack(t *testing.T) {
	archive, err := modpack.Pack("marsh", marsh)
	if err != nil {
		t.Fatal(err)
	}
	again, err := modpack.Pack("marsh", maps.Clone(marsh))
	if err != nil || !bytes.Equal(archive, again) {
		t.Errorf("packed again it is other bytes (%v)", err)
	}
	if got, want := modpack.Sum(archive), "a2c316387d1a1d95ec2015ab945f8491bbdba078dfa4dcafbfb5610ecc6a9d6e"; got != want {
		t.Errorf("sum %s, want %s", got, want)
	}
	mods, _, err := modpack.Unpack(archive)
	if want := map[string]modpack.Files{"marsh": marsh}; err != nil || !reflect.DeepEqual(mods, want) {
		t.Errorf("unpacked it is %q (%v)", mods, err)
	}
}

// What Unpack would refuse is not packed.
func TestPackRefuses(t *testing.T) {
	for name, want := range map[string]string{
		"my spells.toml": `"marsh/my spells.toml" is no name in a mod: a name is of the letters a to z and A to Z, digits, -, _ and .: rename it`,
		"readme.md":      `"marsh/README.md" and "marsh/readme.md" differ only by case, which on some systems is the same file: rename one`,
		"aux.lua":        `"aux.lua" is no name: Windows keeps AUX for a device: take another`,
	} {
		files := maps.Clone(marsh)
		files[name] = nil
		if _, err := modpack.Pack("marsh", files); fmt.Sprint(err) != want {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}

// Archives of other programs: of one mod, of several, with folders of their own, and
// with files that belong to no mod.
func TestUnpack(t *testing.T) {
	for _, test := range []struct {
		what    string
		entries []string
		want    string
	}{
		{"no folder", []string{"mod.toml", "main.lua", "abilities/grip.lua"}, "[abilities/grip.lua main.lua mod.toml]"},
		{"a folder", []string{"marsh-main/", "marsh-main/mod.toml", "marsh-main/a/", "marsh-main/a/b.lua"}, "marsh-main[a/b.lua mod.toml]"},
		{"folders last", []string{"marsh/mod.toml", "marsh/a/b.lua", "marsh/a/", "marsh/"}, "marsh[a/b.lua mod.toml]"},
		{"two mods", []string{"fen/mod.toml", "marsh/mod.toml", "fen/x.toml"}, "fen[mod.toml x.toml] marsh[mod.toml]"},
		{"backslashes", []string{`marsh\mod.toml`, `marsh\a\`, `marsh\a\b.lua`}, "marsh[a/b.lua mod.toml]"},
		{"hidden files", []string{"marsh/mod.toml", "marsh/.stubs/heroes.lua", ".DS_Store", "__MACOSX/._marsh", "marsh/.luarc.json"}, "marsh[mod.toml]"},
	} {
		mods, _, err := modpack.Unpack(archive(t, stored(test.entries...)...))
		var got []string
		for _, folder := range slices.Sorted(maps.Keys(mods)) {
			got = append(got, fmt.Sprint(folder, slices.Sorted(maps.Keys(mods[folder]))))
		}
		if all := strings.Join(got, " "); err != nil || all != test.want {
			t.Errorf("%s: %s (%v), want %s", test.what, all, err, test.want)
		}
	}
}

// An entry of an archive that nobody checked.
type entry struct {
	name   string
	text   string
	method uint16
	mode   fs.FileMode
	flags  uint16
	lie    int64  // if not 0, the size that the header states
	wrong  bool   // the checksum
	noSum  bool   // whether the checksum is 0
	raw    string // if not "", what stands in place of the compressed text
}

func stored(names ...string) (all []entry) {
	for _, name := range names {
		all = append(all, entry{name: name})
	}
	return all
}

// archive writes entries as they are.
func archive(t testing.TB, entries ...entry) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, e := range entries {
		h := &zip.FileHeader{Name: e.name, Method: e.method, Flags: e.flags}
		if e.mode != 0 {
			h.SetMode(e.mode)
		}
		raw := []byte(e.text)
		if e.method == zip.Deflate {
			raw = deflated(t, e.text)
		}
		if e.raw != "" {
			raw = []byte(e.raw)
		}
		h.CRC32 = crc32.ChecksumIEEE([]byte(e.text))
		if e.wrong {
			h.CRC32++
		}
		if e.noSum {
			h.CRC32 = 0
		}
		h.CompressedSize64, h.UncompressedSize64 = uint64(len(raw)), uint64(len(e.text))
		if e.lie != 0 {
			h.UncompressedSize64 = uint64(e.lie)
		}
		file, err := w.CreateRaw(h)
		if err == nil && len(raw) > 0 { // folders have no contents
			_, err = file.Write(raw)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// deflated compresses a text.
func deflated(t testing.TB, text string) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.BestCompression)
	if err == nil {
		_, err = w.Write([]byte(text))
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// Archives that are made to hurt are refused, each for what is wrong with it.
func TestHostileArchives(t *testing.T) {
	good := entry{name: "marsh/mod.toml", text: "id = \"marsh\"\n"}
	with := func(entries ...entry) []byte { return archive(t, append([]entry{good}, entries...)...) }
	named := func(name string) []byte { return with(entry{name: name}) }
	mode := func(m fs.FileMode) []byte { return with(entry{name: "marsh/x", mode: m | 0o644, text: "/etc/passwd"}) }
	noise := func(n int) string { // which does not compress
		var b strings.Builder
		for i := uint32(1); b.Len() < n; i++ {
			fmt.Fprintf(&b, "%08x", crc32.ChecksumIEEE([]byte(fmt.Sprint(i))))
		}
		return b.String()[:n]
	}
	zeros := strings.Repeat("\x00", 1<<20)
	bytewise := func(change func([]byte)) []byte {
		whole := with(entry{name: "marsh/main.lua", text: noise(1000)})
		change(whole)
		return whole
	}
	var many, bombs, large []entry
	for i := range 1001 {
		many = append(many, entry{name: fmt.Sprintf("marsh/%d", i)})
	}
	for i := range 9 {
		bombs = append(bombs, entry{name: fmt.Sprintf("marsh/%d", i), text: zeros, method: zip.Deflate})
		large = append(large, entry{name: fmt.Sprintf("marsh/%d", i), text: zeros[:1<<20-i], method: zip.Deflate})
	}
	large = append(large, entry{name: "marsh/noise", text: noise(200_000)})
	const (
		noName   = " is no name in a mod: no part of it may be empty, . or .., which lead elsewhere"
		noLetter = " is no name in a mod: a name is of the letters a to z and A to Z, digits, -, _ and .: rename it"
		damaged  = `"marsh/main.lua": it is damaged: get the archive again`
		noZip    = "it is no zip archive, or a damaged one: get it again"
	)
	tests := []struct {
		what    string
		archive []byte
		want    string
	}{
		{"out of the folder", named("../evil.lua"), `"../evil.lua"` + noName},
		{"out by a way round", named("marsh/a/../../../evil.lua"), `"marsh/a/../../../evil.lua"` + noName},
		{"out at the end", named("marsh/.."), `"marsh/.."` + noName},
		{"out in what is left out", named(".stubs/../../evil.lua"), `".stubs/../../evil.lua"` + noName},
		{"a folder out", named("../"), `".."` + noName},
		{"the folder itself", named("./mod.toml"), `"./mod.toml"` + noName},
		{"absolute", named("/etc/passwd"), `"/etc/passwd"` + noName},
		{"doubled slash", named("marsh//main.lua"), `"marsh//main.lua"` + noName},
		{"only a slash", named("/"), `""` + noName},
		{"no name", named(""), `""` + noName},
		{"drive", named("C:/evil.lua"), `"C:/evil.lua"` + noLetter},
		{"drive without a slash", named("C:evil.lua"), `"C:evil.lua"` + noLetter},
		{"backslashes", named(`marsh\..\..\evil.lua`), `"marsh/../../evil.lua"` + noName},
		{"share", named(`\\server\share\evil.lua`), `"//server/share/evil.lua"` + noName},
		{"stream", named("marsh/main.lua:hidden"), `"marsh/main.lua:hidden"` + noLetter},
		{"NUL byte", named("marsh/main.lua\x00.txt"), `"marsh/main.lua\x00.txt"` + noLetter},
		{"line break", named("marsh/a\nb.lua"), `"marsh/a\nb.lua"` + noLetter},
		{"escape", named("marsh/\x1b[2Jb.lua"), `"marsh/\x1b[2Jb.lua"` + noLetter},
		{"right to left", named("marsh/\u202eaul.lua"), `"marsh/\u202eaul.lua"` + noLetter},
		{"look-alike", named("marsh/m\u0430in.lua"), `"marsh/m` + "\u0430" + `in.lua"` + noLetter},
		{"two ways to write it", named("marsh/e\u0301.lua"), `"marsh/e` + "\u0301" + `.lua"` + noLetter},
		{"no UTF-8", named("marsh/\xff.lua"), `"marsh/\xff.lua"` + noLetter},
		{"blank at the end", named("marsh/main.lua "), `"marsh/main.lua "` + noLetter},
		{"wildcard", named("marsh/*.lua"), `"marsh/*.lua"` + noLetter},
		{"dot at the end", named("marsh/main.lua."), `"marsh/main.lua." is no name in a mod: Windows drops a dot at the end: rename it`},
		{"three dots", named("marsh/.../x"), `"marsh/.../x" is no name in a mod: Windows drops a dot at the end: rename it`},
		{"device", named("marsh/con"), `"con" is no name: Windows keeps CON for a device: take another`},
		{"device with a suffix", named("marsh/Lpt1.toml"), `"Lpt1.toml" is no name: Windows keeps LPT1 for a device: take another`},
		{"folder of a device", named("marsh/NUL/x.lua"), `"NUL" is no name: Windows keeps NUL for a device: take another`},
		{"long name", named("marsh/" + strings.Repeat("a", 145)), `"marsh/` + strings.Repeat("a", 144) + `" is no name in a mod: it has 151 characters, and 150 are the most`},
		{"deep", named(strings.Repeat("a/", 10) + "b"), `"` + strings.Repeat("a/", 10) + `b": folders lie more than 8 deep in each other`},
		{"only case", named("marsh/MOD.toml"), `"marsh/mod.toml" and "marsh/MOD.toml" differ only by case, which on some systems is the same file: rename one`},
		{"only case, of a folder", named("Marsh/main.lua"), `"marsh" and "Marsh" differ only by case, which on some systems is the same file: rename one`},
		{"twice", named("marsh/mod.toml"), `"marsh/mod.toml" stands twice in it`},
		{"a file that is a folder", named("marsh/mod.toml/x"), `"marsh/mod.toml" stands twice in it`},
		{"a folder that is a file", named("marsh"), `"marsh" stands twice in it`},
		{"link", mode(fs.ModeSymlink), `"marsh/x" is a symbolic link: a mod is made of files of its own`},
		{"link that is left out", with(entry{name: "marsh/.x", mode: fs.ModeSymlink | 0o777, text: "/"}), `"marsh/.x" is a symbolic link: a mod is made of files of its own`},
		{"device file", mode(fs.ModeDevice), `"marsh/x" is no plain file`},
		{"character device", mode(fs.ModeDevice | fs.ModeCharDevice), `"marsh/x" is no plain file`},
		{"pipe", mode(fs.ModeNamedPipe), `"marsh/x" is no plain file`},
		{"socket", mode(fs.ModeSocket), `"marsh/x" is no plain file`},
		{"folder without a slash", mode(fs.ModeDir), `"marsh/x" is no plain file`},
		{"folder with contents", with(entry{name: "marsh/x/", lie: 4}), `"marsh/x/" is a folder, and has contents like a file`},
		{"password", with(entry{name: "marsh/main.lua", flags: 1, text: "secret"}), `"marsh/main.lua" is encrypted: pack it without a password`},
		{"method", with(entry{name: "marsh/main.lua", method: 12, text: "bzip2"}), `"marsh/main.lua" is compressed by method 12: pack it with deflate, as all programs can`},
		{"checksum", with(entry{name: "marsh/main.lua", text: "text", wrong: true}), damaged},
		{"checksum of 0", with(entry{name: "marsh/main.lua", text: "text", noSum: true}), damaged},
		{"more than it states", with(entry{name: "marsh/main.lua", text: "text and more", method: zip.Deflate, lie: 4}), damaged},
		{"less than it states", with(entry{name: "marsh/main.lua", text: "text", method: zip.Deflate, lie: 40}), damaged},
		{"garbage in place of deflate", with(entry{name: "marsh/main.lua", method: zip.Deflate, text: "text", raw: "garbage"}), damaged},
		{"large file", with(entry{name: "marsh/main.lua", text: noise(1<<20 + 1)}), `"marsh/main.lua": the file has more than 1048576 bytes, which are the most`},
		{"bomb that states its size", with(bombs...), `"marsh/0": up to this file the archive unpacks to more than 100 times its size`},
		{"bomb that states another size", with(entry{name: "marsh/main.lua", text: strings.Repeat(zeros, 64), method: zip.Deflate, lie: 10}), damaged},
		{"bomb in one file", with(entry{name: "marsh/main.lua", text: zeros, method: zip.Deflate}), `"marsh/main.lua": up to this file the archive unpacks to more than 100 times its size`},
		{"large together", with(large...), `"marsh/8": up to this file the archive unpacks to more than 8388608 bytes, which are the most`},
		{"large archive", make([]byte, 8<<20+1), "the file has 8388609 bytes: 8388608 are the most"},
		{"many files", with(many...), "it has 1002 files and folders: 1000 are the most"},
		{"no mod", archive(t, stored("marsh/main.lua")...), `"marsh/main.lua" lies in no mod: an archive holds the mod.toml of one mod, or folders with a mod.toml each`},
		{"a mod and what is none", named("install.sh"), `"install.sh" lies in no mod: an archive holds the mod.toml of one mod, or folders with a mod.toml each`},
		{"a mod too deep", archive(t, stored("mods/marsh/mod.toml")...), `"mods/marsh/mod.toml" lies in no mod: an archive holds the mod.toml of one mod, or folders with a mod.toml each`},
		{"empty", archive(t), "it has no mod.toml: it is no mod"},
		{"hidden alone", archive(t, stored(".marsh/mod.toml")...), "it has no mod.toml: it is no mod"},
		{"no archive", []byte("#!/bin/sh\nrm -rf /\n"), noZip},
		{"nothing", nil, noZip},
		{"cut off", bytewise(func(b []byte) { clear(b[len(b)-40:]) }), noZip},
		{"more files than there are", bytewise(func(b []byte) { b[len(b)-12], b[len(b)-11] = 0xff, 0xff }), noZip},
	}
	if len(tests) < 40 {
		t.Errorf("there are only %d archives", len(tests))
	}
	for _, test := range tests {
		t.Run(test.what, func(t *testing.T) {
			mods, _, err := modpack.Unpack(test.archive)
			if fmt.Sprint(err) != test.want || mods != nil {
				t.Errorf("%v (%d mods), want\n%s", err, len(mods), test.want)
			}
		})
	}
}

// No archive makes Unpack fail in another way, or lets a name through that Pack would
// not take.
func FuzzUnpack(f *testing.F) {
	f.Add(archive(f, stored("marsh/mod.toml", "marsh/.x", "a/")...))
	f.Add(archive(f, entry{name: "mod.toml", text: strings.Repeat("a", 100), method: zip.Deflate}))
	f.Fuzz(func(t *testing.T, archive []byte) {
		mods, _, err := modpack.Unpack(archive)
		if err != nil {
			return
		}
		for folder, files := range mods {
			if _, err := modpack.Pack("x", files); err != nil {
				t.Errorf("%s: %v", folder, err)
			}
		}
	})
}
