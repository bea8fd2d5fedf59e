package battles

import (
	"net"
	"testing"

	"houserule/cmd/houserule/games"
)

// What no journal has is in the command that goes on.
func TestServeAgain(t *testing.T) {
	at := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 7361}
	for _, test := range []struct {
		listen, link, onError, want string
		undo                        bool
	}{
		{serveAddress, "", "stop", "houserule serve --resume", false},
		{serveAddress, "", "stop", "houserule serve --resume --undo", true},
		{"127.0.0.1:0", "https://battles.example.org", "disable", "houserule serve --resume --listen 127.0.0.1:7361 --link https://battles.example.org --undo --on-error disable", true},
	} {
		o := serveOptions{listen: test.listen, link: test.link, undo: test.undo}
		o.Mods = &games.Resolver{OnError: test.onError}
		if got := o.again(at); got != test.want {
			t.Errorf("%s, want %s", got, test.want)
		}
	}
}
