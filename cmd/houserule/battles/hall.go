package battles

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"sync"

	"houserule/cmd/houserule/protocol"
	"houserule/cmd/houserule/saves"
	"houserule/cmd/houserule/serve"
	"houserule/cmd/houserule/usage"
	"houserule/cmd/houserule/view"
	"houserule/cmd/houserule/watch"
	"houserule/engine"
	"houserule/engine/library"
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

// admit opens the room of a battle, and lets its players begin another one after it.
func (h *hall) admit(b served) {
	b.Again = func(scenario string) ([]string, error) { return h.again(b, scenario) }
	seats := view.People(b.Match.Players)
	for i, side := range seats {
		h.server.Add(b.keys[i], b.Room, engine.Only(side))
	}
	h.server.Add(b.keys[len(seats)], b.Room, 0)
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
		h.stop(fmt.Errorf("%s: %w", b.Kept.Name(), err))
	}
}

// watch loads mods again when a file of theirs is saved, and plays their battles on under them.
func (h *hall) watch() error {
	watched := map[*source]bool{}
	for _, b := range h.all {
		if watched[b.mods] || len(b.mods.folders) == 0 {
			continue
		}
		watched[b.mods] = true
		if _, err := watch.Folders(b.mods.folders, func() { h.reload(b.mods) }); err != nil {
			return err
		}
	}
	return nil
}

// reload loads mods again.
func (h *hall) reload(mods *source) {
	system, lib, err := mods.load()
	h.mu.Lock()
	all := slices.Clone(h.all)
	h.mu.Unlock()
	for _, b := range all {
		if b.mods == mods {
			b.Reload(system, lib, err)
		}
	}
}

// again begins a battle with the players of another one, with the same rules: of the scenario or,
// for "", the same battle with other dice. It returns the keys of its links.
func (h *hall) again(after served, scenario string) ([]string, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.stop == nil:
		return nil, errors.New("again: the server stops")
	case len(h.all) >= mostServed:
		return nil, fmt.Errorf("again: the server has %d battles, which is the most", mostServed)
	}
	m := after.Match
	if scenario != "" {
		s, err := after.Library.Scenario(scenario)
		if err != nil {
			return nil, err
		}
		m.Scenario, m.Setup = s.ID, s.Setup
	}
	m.Seed, m.Dice, m.Script = unknownSeed(), library.Seeded, nil
	places, b := saves.Platform(), served{keys: newKeys(m.Players), mods: after.mods}
	places.Mods, places.Keys = absolute(h.o.Mods.Folders()), b.keys
	host := &protocol.Host{Self: usage.Version(), System: after.System, Library: after.Library, Match: m}
	if scenario == "" {
		host.Fair = after.Fair
	}
	h.o.settle(host, b.keys)
	var err error
	if host.Kept, err = places.Create(cmp.Or(m.Scenario, "battle"), after.Library.Header(m)); err != nil {
		return nil, err
	}
	if b.Room, err = host.Open(); err != nil {
		return nil, errors.Join(err, host.Kept.Discard())
	}
	h.all = append(h.all, b)
	h.admit(b)
	h.playing.Go(func() { h.run(b) })
	return b.keys, nil
}
