package protocol_test

import (
	"bytes"
	"io"
	"os"
	"strings"
	"testing"

	"houserule/cmd/houserule/program"
)

// protocolFile explains the protocol.
const protocolFile = "../../../docs/protocol.md"

// The conversation in docs/protocol.md is what the program says. A line that ends in ...
// is the beginning of a longer one.
func TestProtocolTranscript(t *testing.T) {
	text, err := os.ReadFile(protocolFile)
	if err != nil {
		t.Fatal(err)
	}
	_, block, ok := strings.Cut(string(text), "```\n-> ")
	block, _, end := strings.Cut("-> "+block, "```")
	if !ok || !end {
		t.Fatal("there is no conversation")
	}
	var said, want []string
	for line := range strings.Lines(block) {
		line = strings.TrimSpace(line)
		if request, ok := strings.CutPrefix(line, "-> "); ok {
			said = append(said, request)
		} else {
			want = append(want, strings.TrimPrefix(line, "<- "))
		}
	}
	got := strings.Split(strings.TrimSpace(hosted(t, "skirmish", strings.Join(said, "\n"), "--seed", "4")), "\n")
	for i := range max(len(got), len(want)) {
		switch {
		case i >= len(got):
			t.Errorf("message %d is missing: %s", i+1, want[i])
		case i >= len(want):
			t.Errorf("message %d is not in the document: %s", i+1, got[i])
		case got[i] != want[i] && !(strings.HasSuffix(want[i], "...") && strings.HasPrefix(got[i], strings.TrimSuffix(want[i], "..."))):
			t.Errorf("message %d is\n%s, the document has\n%s", i+1, got[i], want[i])
		}
	}
}

// hosted plays a scenario with a client that says all this, and returns what it is told.
func hosted(t *testing.T, scenario, said string, flags ...string) string {
	t.Helper()
	root := program.New(io.Discard)
	var out bytes.Buffer
	root.SetIn(strings.NewReader(said))
	root.SetOut(&out)
	root.SetArgs(append([]string{"play", scenario, "--protocol", "--no-save"}, flags...))
	if err := root.Execute(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
