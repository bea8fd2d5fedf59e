package library_test

import (
	"testing"

	"houserule/engine"
	"houserule/engine/library"
)

// A journal leads nobody to type what it was made to say: an address is one harmless
// word of a command line.
func TestAddressIn(t *testing.T) {
	for from, want := range map[string]string{
		"fen https://example.com/fen.zip marsh https://example.com/a/marsh-1.2.zip": "https://example.com/a/marsh-1.2.zip",
		"fen https://example.com/fen.zip":                                           "",
		"marsh":                                                                     "",
		"":                                                                          "",
		"marsh http://example.com/marsh.zip":                                        "",
		"marsh https://example.com/$(reboot)":                                       "",
		"marsh https://example.com/;reboot":                                         "",
		"marsh https://example.com/marsh.zip|sh":                                    "",
		"marsh https://example.com/?a=1&b=2":                                        "",
		"marsh `reboot`":                                                            "",
		"marsh --help":                                                              "",
	} {
		h := engine.Header{Fields: []engine.Field{{Key: "from", Value: from}}}
		if got := library.AddressIn(h, "marsh"); got != want {
			t.Errorf("%s: %q, want %q", from, got, want)
		}
	}
}
