package modstore

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"houserule/cmd/houserule/modpack"
	"houserule/engine/library"
	"houserule/engine/library/files"
)

// mod is the files of a mod.
func mod(id, version string) modpack.Files {
	return modpack.Files{
		"mod.toml":   fmt.Appendf(nil, "id = %q\nversion = %q\ntitle = \"A mod\"\ngame = \"heroes\"\n", id, version),
		"rules.toml": []byte("[rules]\ndie = 12\n"),
	}
}

func pack(t *testing.T, id string, all modpack.Files) []byte {
	t.Helper()
	archive, err := modpack.Pack(id, all)
	if err != nil {
		t.Fatal(err)
	}
	return archive
}

// plan begins a change that installs a mod.
func plan(t *testing.T, s Store, id, version string) *Change {
	t.Helper()
	c, err := s.Begin()
	if err != nil {
		t.Fatal(err)
	}
	folder, err := c.Stage(mod(id, version), id)
	if err != nil {
		t.Fatal(err)
	}
	c.Install(id, folder, Origin{Version: version, SHA256: modpack.Sum(pack(t, id, mod(id, version))), From: "https://example.com/" + Source(id) + ".zip"})
	return c
}

// versions are the mods that the store has, each of which must be whole, with their
// states.
func versions(t *testing.T, s Store) string {
	t.Helper()
	installed, err := s.Installed()
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for _, f := range library.Find(s.Folders()...) {
		files, _, err := f.Folder.Files()
		if len(files) != 2 || err != nil || f.Err != nil {
			t.Errorf("%s has %d files (%v, %v)", f.Mod, len(files), err, f.Err)
		}
		words = append(words, f.Mod.String())
	}
	for id, origin := range installed {
		if state := s.State(id, origin); state != Whole {
			words = append(words, id+": "+string(state))
		}
	}
	return strings.Join(words, ", ")
}

// Wherever the program is killed, the mod is there, whole, in the old version or the new
// one; the next change knows what was cut off.
func TestCommitIsAtomic(t *testing.T) {
	const cutOff = "marsh 1.0.0, marsh: its installation was cut off"
	for n, want := range []struct{ killed, tidied string }{
		{"marsh 1.0.0", "marsh 1.0.0"},
		{cutOff, cutOff},
		{"marsh 1.0.0, marsh: its folder is missing", cutOff},
		{"marsh 2.0.0", "marsh 2.0.0"},
	} {
		s := Store{filepath.Join(t.TempDir(), "mods")}
		commit(t, plan(t, s, "marsh", "1.0.0"))
		c := plan(t, s, "marsh", "2.0.0")
		if len(c.steps()) != 3 {
			t.Fatalf("there are %d steps", len(c.steps()))
		}
		kill(t, c, n)
		if got := versions(t, s); got != want.killed {
			t.Errorf("after %d steps: %s, want %s", n, got, want.killed)
		}
		tidy(t, s)
		if got := versions(t, s); got != want.tidied {
			t.Errorf("after %d steps, and tidied: %s, want %s", n, got, want.tidied)
		}
		commit(t, plan(t, s, "marsh", "2.0.0"))
		if got := versions(t, s); got != "marsh 2.0.0" {
			t.Errorf("after %d steps, and installed again: %s", n, got)
		}
	}
}

// The same of a mod that is removed.
func TestRemoveIsAtomic(t *testing.T) {
	for n, want := range []string{"fen 1.0.0, marsh 1.0.0", "fen 1.0.0, marsh: its folder is missing", "fen 1.0.0"} {
		s := Store{filepath.Join(t.TempDir(), "mods")}
		commit(t, plan(t, s, "marsh", "1.0.0"))
		commit(t, plan(t, s, "fen", "1.0.0"))
		c, err := s.Begin()
		if err != nil {
			t.Fatal(err)
		}
		c.Remove("marsh")
		kill(t, c, n)
		if got := versions(t, s); got != want {
			t.Errorf("after %d steps: %s, want %s", n, got, want)
		}
		tidy(t, s)
		if got := versions(t, s); got != want {
			t.Errorf("after %d steps, and tidied: %s, want %s", n, got, want)
		}
	}
}

func commit(t *testing.T, c *Change) {
	t.Helper()
	if err := errors.Join(c.Commit(), c.Close()); err != nil {
		t.Fatal(err)
	}
}

// kill does the first steps of a change, and leaves the rest, as a killed program does.
func kill(t *testing.T, c *Change, steps int) {
	t.Helper()
	for _, step := range c.steps()[:steps] {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.unlock(); err != nil {
		t.Fatal(err)
	}
}

// tidy begins another change, which leaves nothing of a killed one.
func tidy(t *testing.T, s Store) {
	t.Helper()
	c, err := s.Begin()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	left, err := filepath.Glob(filepath.Join(s.Dir, ".*"))
	if err != nil || len(left) > 0 {
		t.Errorf("it leaves %v (%v)", left, err)
	}
}

// Two programs do not change a store at once.
func TestBeginWaits(t *testing.T) {
	s := Store{filepath.Join(t.TempDir(), "mods")}
	c, err := s.Begin()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Begin(); err == nil || !strings.HasSuffix(err.Error(), "mods.lock: another program has opened it") {
		t.Errorf("error %v", err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	tidy(t, s)
}

// What was changed by hand is found out.
func TestState(t *testing.T) {
	s := Store{filepath.Join(t.TempDir(), "mods")}
	commit(t, plan(t, s, "marsh", "1.0.0"))
	path := filepath.Join(s.Dir, "marsh", "rules.toml")
	if err := os.WriteFile(path, []byte("[rules]\ndie = 20\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got, want := versions(t, s), "marsh 1.0.0, marsh: its files changed since"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if err := os.WriteFile(filepath.Join(s.Dir, "mods.lock"), []byte("[mod.marsh]\nversion = 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := s.Installed()
	want := `DIR/mods.lock:1:6: mod.marsh has no sha256
DIR/mods.lock:1:6: mod.marsh has no from
DIR/mods.lock:2:1: mod.marsh.version must be a string, not the number 1
DIR/mods.lock lists the installed mods: mend it, or remove it, and they are as mods of your own`
	if got := strings.ReplaceAll(fmt.Sprint(err), s.Dir, "DIR"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestParseSource(t *testing.T) {
	for word, want := range map[string]string{
		"https://example.com/a/marsh.zip":      "https://example.com/a/marsh.zip <nil>",
		"HTTPS://example.com/marsh.zip?v=1#x":  "https://example.com/marsh.zip?v=1 <nil>",
		"http://example.com/marsh.zip":         " http://example.com/marsh.zip: mods come by https only, as others could change them on the way: write https://example.com/marsh.zip, or get the file yourself",
		"http://127.0.0.1/marsh.zip":           " http://127.0.0.1/marsh.zip: mods come by https only, as others could change them on the way: write https://127.0.0.1/marsh.zip, or get the file yourself",
		"ftp://example.com/marsh.zip":          " ftp://example.com/marsh.zip: mods come by https only, as others could change them on the way: write https://example.com/marsh.zip, or get the file yourself",
		"file:///etc/passwd":                   " file:///etc/passwd is no address: write it as in https://example.com/marsh.zip",
		"https:///marsh.zip":                   " https:///marsh.zip is no address: write it as in https://example.com/marsh.zip",
		"https://exa mple.com/":                " https://exa mple.com/ is no address: write it as in https://example.com/marsh.zip",
		"https://ann:secret@example.com/m.zip": " https://example.com/m.zip: no name or password may stand in an address: get the file yourself",
	} {
		source, err := ParseSource(word)
		if got := fmt.Sprint(source, " ", err); got != want {
			t.Errorf("%s: %s, want %s", word, got, want)
		}
	}
	if source, err := ParseSource("marsh.zip"); !filepath.IsAbs(string(source)) || err != nil {
		t.Errorf("%s, %v", source, err)
	}
}

// A server of mods that cannot be trusted.
func TestDownload(t *testing.T) {
	plain := httptest.NewServer(http.NotFoundHandler())
	defer plain.Close()
	archive := pack(t, "marsh", mod("marsh", "1.0.0"))
	mux := http.NewServeMux()
	mux.HandleFunc("/marsh.zip", func(w http.ResponseWriter, _ *http.Request) { w.Write(archive) })
	mux.HandleFunc("/led", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/marsh.zip", http.StatusFound) })
	mux.HandleFunc("/plain", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, plain.URL+"/marsh.zip", http.StatusFound)
	})
	mux.HandleFunc("/circle", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/circle", http.StatusFound) })
	mux.HandleFunc("/endless", func(w http.ResponseWriter, r *http.Request) {
		for chunk := make([]byte, 1<<16); r.Context().Err() == nil; {
			w.Write(chunk)
		}
	})
	mux.HandleFunc("/torn", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", fmt.Sprint(len(archive)))
		w.Write(archive[:10])
	})
	mux.HandleFunc("/rude", func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		fmt.Fprint(conn, "HTTP/1.1 500 \x1b[2J\r\nContent-Length: 0\r\n\r\n")
		conn.Close()
	})
	mux.HandleFunc("/slow", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	mux.HandleFunc("/drip", func(w http.ResponseWriter, r *http.Request) {
		w.Write(archive[:10])
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	server := httptest.NewUnstartedServer(mux)
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	defer server.Close()
	usual := *client
	defer func() { *client = usual }()
	for path, want := range map[string]string{
		"/marsh.zip": "<nil>",
		"/led":       "<nil>",
		"/plain":     "the server leads on to " + plain.URL + "/marsh.zip, which is not of https: nothing was taken from there",
		"/circle":    "the server leads on more than 5 times",
		"/endless":   fmt.Sprintf("the file has more than %d bytes, which are the most", files.MaxArchive),
		"/torn":      "the server ended in the middle of the file: try again",
		"/none":      "the server says 404 Not Found",
		"/rude":      "the server says 500 Internal Server Error",
		"/slow":      "the download takes more than 60 seconds: get the file yourself",
		"/drip":      "the download takes more than 60 seconds: get the file yourself",
	} {
		t.Run(path, func(t *testing.T) {
			client.Transport = server.Client().Transport
			if path == "/slow" || path == "/drip" {
				patience = 50 * time.Millisecond // these never answer, however long it waits
				defer func() { patience = maxTime }()
			}
			offers, err := Source(server.URL + path).Offers()
			if fmt.Sprint(err) != want || err == nil && len(offers) != 1 {
				t.Errorf("%v (%d mods), want %s", err, len(offers), want)
			}
		})
	}
	client.Transport = nil
	if _, err := Source(server.URL + "/marsh.zip").Offers(); err == nil || !strings.Contains(err.Error(), "certificate") {
		t.Errorf("of a server without a certificate: %v", err)
	}
}

// What lies on this machine is read with the same bounds.
func TestOffers(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, text []byte) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, text, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	write("marsh.zip", pack(t, "marsh", mod("marsh", "1.0.0")))
	write("marsh/mod.toml", mod("marsh", "1.0.0")["mod.toml"])
	write("marsh/.git/HEAD", nil)
	write("text", []byte("no archive"))
	write("binary/mod.toml", nil)
	write("binary/a.png", []byte{0})
	write("empty/x", nil)
	for name, want := range map[string]string{
		"marsh.zip": "DIR/marsh.zip/marsh 2 <nil>",
		"marsh":     "DIR/marsh 1 <nil>",
		"text":      " 0 it is no zip archive, or a damaged one: get it again",
		"binary":    "DIR/binary 2 <nil>",
		"empty":     " 0 the folder has no mod.toml: it is no mod",
		"gone":      " 0 " + fs.ErrNotExist.Error(),
	} {
		offers, err := Source(filepath.Join(dir, name)).Offers()
		if errors.Is(err, fs.ErrNotExist) {
			err = fs.ErrNotExist // in the words of each system
		}
		got := fmt.Sprint(" 0 ", err)
		if err == nil {
			got = fmt.Sprint(offers[0].Where, " ", len(offers[0].Files), " ", err)
		}
		if got = strings.ReplaceAll(got, filepath.ToSlash(dir), "DIR"); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
