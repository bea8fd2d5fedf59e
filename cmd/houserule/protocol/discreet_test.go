package protocol_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"houserule/cmd/houserule/program"
)

// A client is told which mod has failed and where in it, but not where the mod lies on the
// host's machine. The person at the host's prompt reads the path.
func TestClientsLearnNoPaths(t *testing.T) {
	data := t.TempDir()
	t.Setenv("XDG_DATA_HOME", data)
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	folder := filepath.Join(data, "houserule", "mods", "brittle")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"mod.toml": "id = \"brittle\"\nversion = \"1.0.0\"\ntitle = \"Brittle\"\ngame = \"heroes\"\n",
		"main.lua": "local names = {}\n\nfunction onBattleStart(start)\n\terror(names.none[1])\nend\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run := func(in string, args ...string) string {
		var out bytes.Buffer
		root := program.New(&out)
		root.SetErr(&out)
		root.SetIn(strings.NewReader(in))
		root.SetArgs(append([]string{"play", "siege", "--seed", "3"}, args...))
		if err := root.Execute(); err != nil {
			out.WriteString(err.Error())
		}
		return out.String()
	}
	for policy, want := range map[string]string{
		"stop":    `{"type":"fault","error":"set-up: brittle/main.lua:4: onBattleStart of mod brittle: names.none is nil, which has no field 1"}`,
		"disable": `"mod brittle is out for the rest of the battle: brittle/main.lua:4: onBattleStart of mod brittle: names.none is nil, which has no field 1"`,
	} {
		for _, mod := range []string{"brittle", folder} {
			said := run(`{"type":"ready","protocol":1,"wants":["told","board"]}`+"\n",
				"--protocol", "--mods", mod, "--on-error", policy)
			if !strings.Contains(said, want) || strings.Contains(said, data) {
				t.Errorf("%s, --mods %s: want %s and no %s in\n%s", policy, mod, want, data, said)
			}
		}
	}
	said := run("", "--mods", "brittle", "--on-error", "disable")
	if joined := strings.Join(strings.Fields(said), " "); !strings.Contains(joined, folder+"/main.lua:4: onBattleStart of mod brittle: ") {
		t.Errorf("the prompt does not name the file:\n%s", said)
	}
}
