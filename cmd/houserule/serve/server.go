// Package serve lets people play battles together over the network, in a browser or at the
// prompt of another computer: a [Server] speaks the messages of package protocol over
// WebSockets, and serves the page that draws the battle.
//
// A link to a battle is http://HOST/#KEY. The key stands for seats of the battle, or for
// watching it. It is part of no request for a page, so that it stays out of logs; the first
// message holds it.
package serve

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"houserule/cmd/houserule/protocol"
	"houserule/engine"
)

// Bounds of a server.
const (
	MaxConnections = 4_000
	MaxPerKey      = 300
	MaxHeader      = 16 << 10 // bytes of a request's header

	greeting = 10 * time.Second // in which a client gives its key
	pulse    = 30 * time.Second // between signs of life
	writing  = 30 * time.Second // for a message to a client
	waiting  = 256              // messages for a client that does not read
	perSec   = 20               // requests of a client a second, and
	burst    = 100              // at once
)

// A Server has battles that people play. Its methods may be called at any time.
type Server struct {
	Self  string   // this program with its version
	Hosts []string // the names and ports by which browsers may call it
	Page  http.Handler
	Owner string // the key of the link that lists the battles; "": none does

	mu    sync.Mutex
	doors map[string]*door // by the key
	keys  []string         // of the doors, in the order of Add
	open  int              // connections
}

// A door leads to a seat of a battle.
type door struct {
	room  *protocol.Room
	seats engine.Seats // none: to watch
	open  int          // connections
}

// errKey refuses a key.
var errKey = errors.New("ready: no battle here has this key: copy the whole link, or ask for a new one")

// Add lets clients in who have the key: to the seats, or to watch if there are none.
func (s *Server) Add(key string, room *protocol.Room, seats engine.Seats) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.doors == nil {
		s.doors = map[string]*door{}
	}
	s.doors[key] = &door{room: room, seats: seats}
	s.keys = append(s.keys, key)
}

// battles lists the battles with their links.
func (s *Server) battles() protocol.Battles {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := protocol.Battles{Type: "battles"}
	var last *protocol.Room
	for _, key := range s.keys {
		d := s.doors[key]
		if d.room != last {
			last = d.room
			m.Battles = append(m.Battles, d.room.Served())
		}
		link := protocol.Link{Key: key}
		for side, name := range d.room.Names() {
			if d.seats.Has(engine.Side(side)) {
				link.Seat = name
			}
		}
		of := &m.Battles[len(m.Battles)-1]
		of.Links = append(of.Links, link)
	}
	return m
}

// ServeHTTP serves the page, and at /battle the messages. It refuses requests by other names
// than Hosts, as those of other pages that point a name of their own to this machine.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !slices.Contains(s.Hosts, strings.ToLower(r.Host)) {
		http.Error(w, fmt.Sprintf("This houserule answers to %s only. If it is to be called by another name, start it with --link.", strings.Join(s.Hosts, ", ")), http.StatusForbidden)
		return
	}
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-cache")
	switch {
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		http.Error(w, "Only GET is for this server.", http.StatusMethodNotAllowed)
	case r.URL.Path == "/battle" && !s.sameOrigin(r):
		http.Error(w, fmt.Sprintf("A page of %s is not authorized to play here.", r.Header.Get("Origin")), http.StatusForbidden)
	case r.URL.Path == "/battle":
		s.battle(w, r)
	default:
		s.Page.ServeHTTP(w, r)
	}
}

// sameOrigin reports whether a request comes from a page of this server, or from a program.
func (s *Server) sameOrigin(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin == "" { // a program
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && slices.Contains(s.Hosts, strings.ToLower(u.Host))
}

// HTTP returns an http.Server for it, with bounds.
func (s *Server) HTTP() *http.Server {
	return &http.Server{Handler: s, ReadHeaderTimeout: greeting, IdleTimeout: 2 * pulse, MaxHeaderBytes: MaxHeader}
}

// enters counts a connection in, and reports whether there is room for it.
func (s *Server) enters() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open == MaxConnections {
		return false
	}
	s.open++
	return true
}

// leaves counts a connection out, of a door if it got through one.
func (s *Server) leaves(d *door) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open--; d != nil {
		d.open--
	}
}

// through returns the door of a key, and counts a connection in.
func (s *Server) through(key string) (*door, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch d := s.doors[key]; {
	case d == nil:
		return nil, errKey
	case d.open == MaxPerKey:
		return nil, fmt.Errorf("ready: %d connections with this link are open already", MaxPerKey)
	default:
		d.open++
		return d, nil
	}
}

// HostsOf returns the names and ports by which a listener at an address is called on this
// machine and, if it listens there, in the local network. The first is the best for links.
func HostsOf(at net.Addr) (hosts []string) {
	host, port, err := net.SplitHostPort(at.String())
	if err != nil {
		return nil
	}
	add := func(name string) {
		called := net.JoinHostPort(name, port)
		if slices.Contains(hosts, called) {
			return
		}
		if hosts = append(hosts, called); port == "80" { // which browsers leave out
			hosts = append(hosts, strings.TrimSuffix(called, ":80"))
		}
	}
	ip := net.ParseIP(host)
	if ip.IsUnspecified() {
		all, _ := net.InterfaceAddrs()
		for _, a := range all {
			if n, ok := a.(*net.IPNet); ok && !n.IP.IsLoopback() && !n.IP.IsLinkLocalUnicast() {
				add(n.IP.String())
			}
		}
	} else {
		add(host)
	}
	if ip.IsUnspecified() || ip.IsLoopback() {
		add("127.0.0.1")
		add("localhost")
		add("::1")
	}
	return hosts
}
