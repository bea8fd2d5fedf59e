package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"

	"houserule/cmd/houserule/protocol"
)

// battle lets a client into its battle until it leaves.
func (s *Server) battle(w http.ResponseWriter, r *http.Request) {
	if !s.enters() {
		http.Error(w, "Too many connections are open here. Try again later.", http.StatusServiceUnavailable)
		return
	}
	var through *door
	defer func() { s.leaves(through) }()
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true}) // see sameOrigin
	if err != nil {
		return // it has been told
	}
	c := newSocket(conn)
	defer c.finish()
	slow := time.AfterFunc(greeting, func() { c.Close() })
	ready, err := protocol.Welcome(c, c.Hear, s.Self)
	slow.Stop()
	if err == nil && s.Owner != "" && ready.Key == s.Owner {
		c.Say(s.battles())
		return
	}
	if err == nil {
		through, err = s.through(ready.Key)
	}
	if err != nil {
		c.Say(protocol.NewRefusal(err)) // it may be gone
		return
	}
	go c.pulse()
	client := through.room.Enter(c, ready, through.seats)
	through.room.Leave(client, client.Listen(c.Hear))
}

// A socket carries messages over a WebSocket, each in a frame.
type socket struct {
	conn  *websocket.Conn
	queue chan any
	rate  *rate.Limiter
	ctx   context.Context
	end   context.CancelCauseFunc
	done  chan struct{} // the queue is written no more
}

func newSocket(conn *websocket.Conn) *socket {
	conn.SetReadLimit(2 * protocol.MaxRequest)
	s := &socket{conn: conn, queue: make(chan any, waiting), rate: rate.NewLimiter(perSec, burst), done: make(chan struct{})}
	s.ctx, s.end = context.WithCancelCause(context.Background())
	go s.write()
	return s
}

// Say sends a message. A client that does not read what it is told is cut off.
func (s *socket) Say(message any) error {
	if s.ctx.Err() != nil {
		return context.Cause(s.ctx)
	}
	select {
	case s.queue <- message:
		return nil
	default:
		err := fmt.Errorf("%d messages wait to be read", waiting)
		s.end(err)
		return err
	}
}

// Flush does nothing: messages are on their way.
func (s *socket) Flush() error { return nil }

// write sends the messages of the queue. What was said before the end is sent, and then the
// close frame, which ends Hear.
func (s *socket) write() {
	defer close(s.done)
	defer s.conn.Close(websocket.StatusNormalClosure, "") // it may be closed already
	for {
		select {
		case m := <-s.queue:
			if err := s.send(m); err != nil {
				s.end(err)
				return
			}
		case <-s.ctx.Done():
			for len(s.queue) > 0 && s.send(<-s.queue) == nil {
			}
			return
		}
	}
}

func (s *socket) send(message any) error {
	text, err := json.Marshal(message)
	if err != nil {
		return err
	}
	ctx, stop := context.WithTimeout(context.Background(), writing)
	defer stop()
	return s.conn.Write(ctx, websocket.MessageText, text)
}

// Hear returns the next request, and not more of them than the rate allows.
func (s *socket) Hear() (any, error) {
	if err := s.rate.Wait(s.ctx); err != nil {
		return nil, &protocol.Broken{Err: context.Cause(s.ctx)}
	}
	kind, text, err := s.conn.Read(context.Background()) // write closes the connection
	switch {
	case err != nil:
		return nil, &protocol.Broken{Err: errors.Join(io.EOF, err)}
	case kind != websocket.MessageText:
		return nil, errors.New("a request is a text frame with JSON")
	case len(text) > protocol.MaxRequest:
		return nil, protocol.ErrTooLong
	}
	return protocol.Read(text)
}

// pulse finds out that the other end is gone.
func (s *socket) pulse() {
	for s.ctx.Err() == nil {
		select {
		case <-s.ctx.Done():
		case <-time.After(pulse):
			ctx, stop := context.WithTimeout(s.ctx, 2*pulse)
			if err := s.conn.Ping(ctx); err != nil {
				s.end(err)
			}
			stop()
		}
	}
}

// Close makes Hear return, and nothing more be said.
func (s *socket) Close() error {
	s.end(io.EOF)
	return nil
}

// finish closes the connection after what was said.
func (s *socket) finish() {
	s.end(io.EOF)
	<-s.done
}
