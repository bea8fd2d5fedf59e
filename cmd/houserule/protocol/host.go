package protocol

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"houserule/cmd/houserule/fair"
	"houserule/cmd/houserule/saves"
	"houserule/cmd/houserule/session"
	"houserule/cmd/houserule/view"
	"houserule/engine"
)

// A Host plays a battle with clients, who answer for the people in it.
type Host struct {
	session.Start
	Self string        // this program with its version
	Kept *saves.Battle // where answers are kept; nil: in memory only

	// Fair are the chances at the start, which clients are told.
	Fair fair.Chances
	// Patience is how long odds and a review may take; 0: any time.
	Patience time.Duration
	// Looks has room for an element for each look that is computed at the same time, in all
	// rooms of the channel; nil: one in each room.
	Looks chan struct{}
	// Watch is the key of the link to watch, which players are told; "": there is none.
	Watch string
	// Shelf is where other battles come from. With Saves, clients may save battles there, and
	// load them.
	Shelf session.Shelf
	Saves bool
	// Lead begins a battle, and returns the keys of its links by the seats of people, or of a
	// replay, and that to watch. Nil: a client cannot begin one.
	Lead func(session.Start) (keys []string, err error)
	// NewFilm returns an empty page of a replay; nil: clients do not get replays.
	NewFilm func() Film
	// Watching says that the host itself watches for saved mods: see [Room.Reload].
	Watching bool
	// Undo lets a client take back answers when other people play, too.
	Undo bool
}

// view returns a view of the battle of a ground; of a replay, one that hides nothing.
func (h *Host) view(g session.Ground, story engine.Story) *view.View {
	v := g.View(story)
	if h.Watched && v.Veil != nil {
		v.Veil.Unveil(true)
	}
	return v
}

// A Film is a page that plays a battle: it keeps the messages of [Record], and writes itself.
type Film interface {
	Add(message any) error
	Write(out io.Writer) error
}

// Run plays the battle with one client, who answers for all people, until it leaves or is
// gone.
func (h *Host) Run(in io.Reader, out io.Writer) error {
	r, err := h.Open()
	if err != nil {
		return err
	}
	wire := NewWire(in, out)
	ready, err := Welcome(wire, wire.Hear, h.Self)
	if err != nil {
		return gone(err)
	}
	r.sole = true
	c := r.newClient(wire, ready, r.People())
	r.add(c)
	go func() { r.Leave(c, c.Listen(wire.Hear)) }()
	return r.Play()
}

// gone returns nil where an error only says that the client has left.
func gone(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, errLeft) {
		return nil
	}
	return err
}

// errLeft is the end of a client who leaves.
var errLeft = errors.New("the client has left")

// A Speaker carries messages to a client. What is said may wait for Flush.
type Speaker interface {
	Say(message any) error
	Flush() error
}

// Welcome says hello, and hears until the client is ready.
func Welcome(to Speaker, hear func() (any, error), self string) (Ready, error) {
	err := to.Say(Hello{"hello", Version, self})
	for err == nil {
		if err = to.Flush(); err != nil {
			break
		}
		request, wrong := hear()
		if errors.As(wrong, new(*Broken)) {
			return Ready{}, wrong
		}
		var r Ready
		if wrong == nil {
			r, wrong = greeted(request)
		}
		if wrong == nil {
			return r, nil
		}
		err = to.Say(NewRefusal(wrong))
	}
	return Ready{}, &Broken{err}
}

// errReady refuses a second greeting.
var errReady = errors.New("ready is said once, before the first battle")

// greeted takes the first request.
func greeted(request any) (Ready, error) {
	r, ok := request.(*Ready)
	if !ok {
		return Ready{}, errors.New(`the first request is {"type":"ready","protocol":1}`)
	}
	if r.Protocol != Version {
		return Ready{}, fmt.Errorf("ready: this is protocol %d, not %d", Version, r.Protocol)
	}
	for _, word := range r.Wants {
		if _, err := engine.Index("want", word, wants); err != nil {
			return Ready{}, fmt.Errorf("ready: %w", err)
		}
	}
	if r.Forgets && slices.Contains(r.Wants, wantTold) {
		return Ready{}, errors.New("ready: a client that forgets what it was told need not be told: leave out told, or forgets")
	}
	if r.Battles < 0 || r.Battles > mostBattles {
		return Ready{}, fmt.Errorf("ready: battles takes 0 to %d, not %d", mostBattles, r.Battles)
	}
	return *r, nil
}
