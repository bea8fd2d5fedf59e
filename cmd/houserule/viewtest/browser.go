package viewtest

import (
	"os/exec"
	"testing"
)

// Browser returns the path of a browser for tests of pages. It skips the test with -short, and
// where there is no browser.
func Browser(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser takes seconds: not with -short")
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("no browser here: neither chromium nor chromium-browser nor google-chrome is in PATH")
	return ""
}
