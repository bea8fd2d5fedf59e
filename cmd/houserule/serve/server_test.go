package serve_test

import (
	"net"
	"slices"
	"testing"

	"houserule/cmd/houserule/serve"
)

// Links name the address that is listened on, and browsers may call it by each of its names.
func TestHostsOf(t *testing.T) {
	for _, row := range []struct {
		at   string
		want []string
	}{
		{"127.0.0.1:7360", []string{"127.0.0.1:7360", "localhost:7360", "[::1]:7360"}},
		{"127.0.0.2:7360", []string{"127.0.0.2:7360", "127.0.0.1:7360", "localhost:7360", "[::1]:7360"}},
		{"[::1]:7360", []string{"[::1]:7360", "127.0.0.1:7360", "localhost:7360"}},
		{"[::1]:80", []string{"[::1]:80", "[::1]", "127.0.0.1:80", "127.0.0.1", "localhost:80", "localhost"}},
		{"192.0.2.7:80", []string{"192.0.2.7:80", "192.0.2.7"}},
		{"[2001:db8::7]:7360", []string{"[2001:db8::7]:7360"}},
	} {
		at, err := net.ResolveTCPAddr("tcp", row.at)
		if err != nil {
			t.Fatal(err)
		}
		if got := serve.HostsOf(at); !slices.Equal(got, row.want) {
			t.Errorf("%s: %q, want %q", row.at, got, row.want)
		}
	}
}
