package battles

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"

	"houserule/cmd/houserule/fair"
	"houserule/cmd/houserule/saves"
	"houserule/cmd/houserule/serve"
	"houserule/cmd/houserule/session"
	"houserule/cmd/houserule/watch"
)

// A hall is the battles of a server, and those that players begin after them.
type hall struct {
	o      serveOptions
	server *serve.Server

	mu      sync.Mutex
	all     []served
	playing sync.WaitGroup
	stop    context.CancelCauseFunc // nil before the battles are played
}

// admit opens the room of a battle, and lets its players begin another one.
func (h *hall) admit(b served) {
	b.host.Lead = func(to session.Start) ([]string, error) { return h.lead(b, to) }
	for i, seats := range append(b.seats(), 0) {
		h.server.Add(b.keys[i], b.Room, seats)
	}
}

// play plays the battles until ctx ends, or the end of one of them cannot be kept.
func (h *hall) play(ctx context.Context, listener net.Listener) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	h.mu.Lock()
	h.stop = stop
	for _, b := range h.all {
		h.playing.Go(func() { h.run(b) })
	}
	h.mu.Unlock()
	server := h.server.HTTP()
	go func() { stop(server.Serve(listener)) }()
	<-ctx.Done()
	h.mu.Lock()
	h.stop = nil
	for _, b := range h.all {
		b.Close()
	}
	h.mu.Unlock()
	h.playing.Wait()
	server.Close()
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// run plays a battle, and stops the server if its end cannot be kept.
func (h *hall) run(b served) {
	err := b.Play()
	h.mu.Lock()
	defer h.mu.Unlock()
	if err != nil && h.stop != nil {
		h.stop(fmt.Errorf("%s: %w", b.Title(), err))
	}
}

// watch loads mods again when a file of theirs is saved, and plays their battles on under them.
func (h *hall) watch() error {
	var watched []string
	for _, b := range h.all {
		folders := b.host.Mods.Folders
		if key := strings.Join(folders, "\x00"); len(folders) > 0 && !slices.Contains(watched, key) {
			watched = append(watched, key)
			if _, err := watch.Folders(folders, func() { h.reload(b.host.Mods) }); err != nil {
				return err
			}
		}
	}
	return nil
}

// reload loads mods again.
func (h *hall) reload(mods session.Mods) {
	of, err := mods.Load(nil)
	h.mu.Lock()
	all := slices.Clone(h.all)
	h.mu.Unlock()
	for _, b := range all {
		if slices.Equal(b.host.Mods.Folders, mods.Folders) {
			b.Reload(of, err)
		}
	}
}

// lead begins a battle after another one, and returns the keys of its links. A replay is kept
// nowhere.
func (h *hall) lead(after served, to session.Start) (keys []string, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.stop == nil:
		return nil, errors.New("the server stops")
	case len(h.all) >= mostServed:
		return nil, fmt.Errorf("the server has %d battles, which is the most", mostServed)
	}
	host := *after.host
	b := served{host: &host}
	host.Start, host.Kept = to, nil
	b.keys = newKeys(len(b.seats()))
	h.o.settle(&host, b.keys)
	if to.Library != after.host.Library || to.Match.Scenario != after.host.Match.Scenario {
		host.Fair = fair.Chances{}
	}
	if !to.Watched {
		places := saves.Platform()
		places.Mods, places.Keys = absolute(to.Mods.Folders), b.keys
		if host.Kept, err = places.Create(cmp.Or(to.Match.Scenario, "battle"), to.Header()); err != nil {
			return nil, err
		}
		if len(to.Entries) > 0 {
			err = host.Kept.Rewrite(to.Header(), to.Entries)
		}
	}
	if err == nil {
		b.Room, err = host.Open()
	}
	if err != nil {
		if host.Kept != nil {
			err = errors.Join(err, host.Kept.Discard())
		}
		return nil, err
	}
	h.all = append(h.all, b)
	h.admit(b)
	h.playing.Go(func() { h.run(b) })
	return b.keys, nil
}
