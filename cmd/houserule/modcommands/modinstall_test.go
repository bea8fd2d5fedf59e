package modcommands_test

import (
	"archive/zip"
	"bytes"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"houserule/cmd/houserule/modpack"
	"houserule/cmd/houserule/programtest"
)

// Mods are installed from a server, with those that they require, and updated from
// there. A journal of one names the address.
func TestInstallFromServer(t *testing.T) {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		t.Skip("SSL_CERT_FILE, by which the program trusts the test's server, means nothing to this system")
	}
	var served sync.Map // by path
	serve := func(id, version, more string) {
		archive, err := modpack.Pack(id, modpack.Files{
			"mod.toml": fmt.Appendf(nil, "id = %q\nversion = %q\ntitle = \"A mod\"\ngame = \"heroes\"\n%s", id, version, more),
		})
		if err != nil {
			t.Fatal(err)
		}
		served.Store("/"+id+".zip", archive)
	}
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if archive, ok := served.Load(r.URL.Path); ok {
			w.Write(archive.([]byte))
		} else {
			http.NotFound(w, r)
		}
	}))
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	defer server.Close()
	home := t.TempDir()
	certificate := filepath.Join(t.TempDir(), "server.pem")
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	if err := os.WriteFile(certificate, text, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("SSL_CERT_FILE", certificate) // a process reads it once
	says := func(command, want string) {
		t.Helper()
		cmd := programtest.Program(home, programtest.ShellWords(strings.ReplaceAll(command, "SERVER", server.URL))...)
		cmd.Dir = home
		printed, _ := cmd.CombinedOutput()
		if got := strings.ReplaceAll(string(printed), server.URL, "SERVER"); got != want {
			t.Errorf("houserule %s\n%s\nwant\n%s", command, got, want)
		}
	}

	serve("fen", "1.0.0", "[requires]\nreeds = \"^1.0\"\n")
	says("mod install SERVER/fen.zip", `houserule: fen requires reeds "^1.0", which is not installed, and not found in any of these places:
  SERVER/fen.zip: it has fen
  SERVER/reeds.zip: the server says 404 Not Found
install it first, with houserule mod install FILE|FOLDER|URL
`)
	serve("reeds", "1.0.0", "")
	says("mod install SERVER/fen.zip", "installed reeds 1.0.0, which fen requires\ninstalled fen 1.0.0\n")
	says("mod update", "fen 1.0.0 is installed already\nreeds 1.0.0 is installed already\n")
	serve("reeds", "1.1.0", "")
	says("mod update", "fen 1.0.0 is installed already\ninstalled reeds 1.1.0 in place of 1.0.0\n")
	serve("fen", "2.0.0", "[requires]\nreeds = \"^2.0\"\n")
	serve("reeds", "2.0.0", "")
	says("mod update fen", "installed reeds 2.0.0 in place of 1.1.0, which fen requires\ninstalled fen 2.0.0 in place of 1.0.0\n")
	served.Store("/fen.zip", []byte("hacked"))
	says("mod update", `fen: SERVER/fen.zip: it is no zip archive, or a damaged one: get it again
reeds 2.0.0 is installed already
houserule: 1 mod could not be updated
`)

	says("battle --aggressor orc --defender bandit --mods fen -q --journal fen.journal --dice 10", "defender wins in round 1: aggressor is destroyed\n")
	says("mod remove fen reeds", "removed fen\nremoved reeds\n")

	// An archive of several mods, of which an update takes the one that came from there.
	set := func(version string) {
		var out bytes.Buffer
		archive := zip.NewWriter(&out)
		for _, id := range []string{"marsh", "moor"} {
			file, err := archive.Create(id + "-main/mod.toml")
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(file, "id = %q\nversion = %q\ntitle = \"A mod\"\ngame = \"heroes\"\n", id, version)
		}
		if err := archive.Close(); err != nil {
			t.Fatal(err)
		}
		served.Store("/set.zip", out.Bytes())
	}
	set("1.0.0")
	says("mod install SERVER/set.zip", "installed marsh 1.0.0\ninstalled moor 1.0.0\n")
	set("1.0.1")
	says("mod update moor", "installed moor 1.0.1 in place of 1.0.0\n")
	says("mod update", "installed marsh 1.0.1 in place of 1.0.0\nmoor 1.0.1 is installed already\n")
	serve("marsh", "1.0.2", "")
	marsh, _ := served.Load("/marsh.zip")
	served.Store("/set.zip", marsh)
	says("mod update", `installed marsh 1.0.2 in place of 1.0.1
moor: SERVER/set.zip: the mod is no longer there: it has marsh
houserule: 1 mod could not be updated
`)

	says("replay fen.journal", `houserule: fen.journal: the journal is of the mod "fen" 2.0.0, which is not here: install it with houserule mod install SERVER/fen.zip, or name its folder, as in --mods PATH
`)
}
