// Package servetest opens battles on servers, and visits them, for tests.
package servetest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"houserule/cmd/houserule/gamestest"
	"houserule/cmd/houserule/programtest"
	"houserule/cmd/houserule/protocol"
	"houserule/cmd/houserule/serve"
	"houserule/engine"
	"houserule/engine/library"
)

// A Guest is a client of a server.
type Guest struct {
	t    *testing.T
	Conn *websocket.Conn
}

// Visit connects to a server, and greets it with a key.
func Visit(t *testing.T, address, key string) *Guest {
	t.Helper()
	g := Knock(t, address)
	g.Say(`{"type":"ready","protocol":1,"key":%q,"wants":["told","board"]}`, key)
	return g
}

// Knock connects to a server.
func Knock(t *testing.T, address string) *Guest {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), programtest.Patience)
	defer stop()
	conn, _, err := websocket.Dial(ctx, address+"/battle", nil)
	if err != nil {
		t.Fatal(err)
	}
	conn.SetReadLimit(16 << 20)
	t.Cleanup(func() { conn.CloseNow() })
	return &Guest{t, conn}
}

// Say sends a message.
func (g *Guest) Say(format string, args ...any) error {
	return g.Conn.Write(context.Background(), websocket.MessageText, fmt.Appendf(nil, format, args...))
}

// Hear returns the next message, as text and as its type.
func (g *Guest) Hear() (text []byte, kind string, err error) {
	ctx, stop := context.WithTimeout(context.Background(), programtest.Patience)
	defer stop()
	if _, text, err = g.Conn.Read(ctx); err != nil {
		return nil, "", err
	}
	var m struct{ Type string }
	err = json.Unmarshal(text, &m)
	return text, m.Type, err
}

// Until returns the next message of a type.
func (g *Guest) Until(kind string) string {
	g.t.Helper()
	for {
		text, got, err := g.Hear()
		if err != nil {
			g.t.Fatalf("no %s comes: %v", kind, err)
		}
		if got == kind {
			return string(text)
		}
	}
}

// Open returns the room of a scenario with these players, and its server: the key of a seat
// is its name, and that to watch is watch.
func Open(t *testing.T, scenario string, seed uint64, players ...string) (*protocol.Room, *httptest.Server) {
	t.Helper()
	return Room(t, Host(t, scenario, seed, players...))
}

// Host returns the host of a scenario with these players.
func Host(t *testing.T, scenario string, seed uint64, players ...string) *protocol.Host {
	t.Helper()
	lib, s, frontend := gamestest.Having(t, scenario)
	h := &protocol.Host{Self: "test", Patience: time.Minute}
	h.Frontend, h.Library = frontend, lib
	h.Match = library.Match{Scenario: scenario, Setup: s.Setup, Seed: seed, Dice: library.Seeded, Players: players}
	return h
}

// Room opens the room of a host, and a server for it. The key all is for the first two seats.
func Room(t *testing.T, h *protocol.Host) (*protocol.Room, *httptest.Server) {
	t.Helper()
	room, err := h.Open()
	if err != nil {
		t.Fatal(err)
	}
	s := &serve.Server{Self: "test", Page: http.NotFoundHandler()}
	server := httptest.NewServer(s)
	s.Hosts = serve.HostsOf(server.Listener.Addr())
	for side, name := range room.Names() {
		if h.Match.Players[side] == "human" {
			s.Add(name, room, engine.Only(engine.Side(side)))
		}
	}
	s.Add("watch", room, 0)
	s.Add("all", room, engine.Only(0, 1))
	var playing sync.WaitGroup
	playing.Go(func() {
		if err := room.Play(); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(func() {
		room.Close()
		playing.Wait()
		server.Close()
	})
	return room, server
}

// Answer gives an answer that is taken.
func (g *Guest) Answer(text string) {
	g.t.Helper()
	g.Say(`{"type":"answer","text":%q}`, text)
	for {
		switch got, kind, err := g.Hear(); {
		case err != nil, kind == "refused":
			g.t.Fatalf("%s: %s, %v", text, got, err)
		case kind == "taken":
			return
		}
	}
}
