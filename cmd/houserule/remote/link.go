package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"syscall"
	"time"

	"github.com/coder/websocket"

	"houserule/cmd/houserule/protocol"
)

// A Link is the address of a battle, and the key of a seat.
type Link struct{ host, address, key string }

// ParseLink reads a link as houserule serve prints it.
func ParseLink(text string) (Link, error) {
	text = strings.TrimSpace(text)
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.Fragment == "" {
		return Link{}, fmt.Errorf("%q is no link to a battle: copy the whole of what houserule serve prints, as in http://127.0.0.1:7360/#KEY", text)
	}
	address := url.URL{Scheme: "ws", Host: u.Host, Path: "/battle"}
	if u.Scheme == "https" {
		address.Scheme = "wss"
	}
	return Link{u.Host, address.String(), u.Fragment}, nil
}

// with returns the link with another key.
func (l Link) with(key string) Link { return Link{l.host, l.address, key} }

// mostMessage is how long a message of a server may be, in bytes.
const mostMessage = 16 << 20

// A connection is a way to a battle that may end at any time.
type connection struct {
	conn     *websocket.Conn
	messages chan any // closed at the end
}

// dial connects, and greets the server.
func dial(ctx context.Context, l Link) (*connection, error) {
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	conn, answer, err := websocket.Dial(ctx, l.address, nil)
	switch cause := new(net.OpError); {
	case err == nil:
	case errors.Is(err, syscall.ECONNREFUSED):
		return nil, fmt.Errorf("nothing answers there: is houserule serve running at %s?", l.host)
	case answer != nil:
		return nil, fmt.Errorf("%s is no server of battles: it says %s", l.host, answer.Status)
	case errors.As(err, &cause):
		return nil, cause
	default:
		return nil, err
	}
	conn.SetReadLimit(mostMessage)
	c := &connection{conn, make(chan any, 64)}
	go c.read()
	return c, c.say(protocol.Ready{Type: "ready", Protocol: protocol.Version, Key: l.key, Wants: []string{"told", "board"}})
}

// read reads messages until nothing more comes.
func (c *connection) read() {
	defer close(c.messages)
	for {
		_, text, err := c.conn.Read(context.Background())
		if err != nil {
			return
		}
		m, err := protocol.ReadMessage(text)
		if err != nil {
			continue // a later version says more
		}
		c.messages <- m
	}
}

func (c *connection) say(request any) error {
	text, err := json.Marshal(request)
	if err != nil {
		return err
	}
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	return c.conn.Write(ctx, websocket.MessageText, text)
}

// patience is how long to wait for the server.
const patience = 10 * time.Second

// The waits between tries to connect again, and how many there are: a server may take some
// minutes to start again.
const (
	longestWait = 10 * time.Second
	mostTries   = 60
)

// redial connects again; waits is told before each wait.
func redial(ctx context.Context, l Link, waits func(time.Duration)) (*connection, error) {
	wait := time.Second
	for range mostTries {
		waits(wait)
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(wait):
		}
		if c, err := dial(ctx, l); err == nil {
			return c, nil
		}
		wait = min(2*wait, longestWait)
	}
	return nil, errors.New("the server does not answer any more: try the link again later, nothing is lost")
}
