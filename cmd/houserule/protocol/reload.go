package protocol

import (
	"errors"
	"fmt"
	"slices"

	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/session"
	"houserule/cmd/houserule/view"
	"houserule/cmd/houserule/watch"
	"houserule/engine"
	"houserule/engine/library"
)

// A Reloaded says that the mods were loaded again, or why they stay as they were. The battle,
// played again under them with the same answers as far as they fit, is told after it.
type Reloaded struct {
	Type    string   `json:"type" jsonschema:"reloaded"`
	Error   string   `json:"error,omitempty" jsonschema:"what is wrong with the mods, each mistake on a line with its file and place: they stay as they were"`
	Changes []string `json:"changes,omitempty" jsonschema:"what differs in rules and entries, now and before"`
	Course  string   `json:"course,omitempty" jsonschema:"where the battle takes another course than before, in lines"`
	Misfit  string   `json:"misfit,omitempty" jsonschema:"why the answers no longer fit from there on"`
}

// A reload is a game with its mods to play on with, or the reason why there is none.
type reload struct {
	of      session.Game
	err     error
	watched bool // a file was saved
}

// Reload plays the battle again under the rules of a game, or tells the clients why it cannot be
// loaded. Any goroutine may call it.
func (r *Room) Reload(of session.Game, err error) { r.post(mail{reload: &reload{of, err, true}}) }

// loadMods loads the mods again for a client, with a changed setting if it names one.
func (r *Room) loadMods(o order) (string, error) {
	if r.Mods.Load == nil {
		return "", errors.New("there are no mods to load again")
	}
	settings := slices.Concat(r.settings, o.words)
	of, err := r.Mods.Load(settings)
	if err != nil {
		return "", fmt.Errorf("the mods stay as they were: %w", err)
	}
	r.settings = settings
	o.drop()
	return "", r.reload(&reload{of: of})
}

// watch makes the room reload whenever a file of the mods is saved, or no longer.
func (r *Room) watch(o order) (string, error) {
	switch {
	case len(o.words) > 0:
		return "", view.TooMuch("watch", o.words)
	case r.host.Watching:
		return "The mods are watched already, by serve --watch.", nil
	case r.unwatch != nil:
		r.unwatch()
		r.unwatch = nil
		return "The mods are no longer watched.", nil
	case len(r.Mods.Folders) == 0:
		return "No mod of yours is loaded: --mods PATH loads one.", nil
	}
	load := r.Mods.Load
	end, err := watch.Folders(r.Mods.Folders, func() { r.Reload(load(nil)) })
	if err != nil {
		return "", err
	}
	r.unwatch = end
	return "From now on the mods are loaded again when a file has been saved.", nil
}

// reload carries out Reload. It returns ErrRewind if the battle has to be played again.
func (r *Room) reload(to *reload) error {
	var fit *session.Refit
	before, err := r.Ground, to.err
	if err == nil && to.watched && len(r.settings) > 0 {
		to.of, err = r.Mods.Load(r.settings)
	}
	if err == nil {
		fit, err = session.Refitted(to.of, r.Journal())
	}
	if err == nil {
		err = r.lay(session.Ground{Game: to.of, Match: fit.Match}, fit.Entries)
	}
	if err != nil {
		for _, c := range r.clients {
			c.meets(c.say(Reloaded{Type: "reloaded", Error: library.Explain(err)}))
		}
		return nil
	}
	news := Reloaded{Type: "reloaded", Changes: session.Changes(before.Frontend, before.Library, r.Library)}
	if fit.Misfit != nil {
		news.Misfit = library.Explain(fit.Misfit)
	}
	for _, c := range r.clients {
		if told := news; c.hears {
			told.Course = session.Course(screen.Seen(c.log.Lines, c.maySee), screen.Seen(fit.Log, c.maySee))
			c.meets(c.say(told))
		}
	}
	for _, a := range r.audiences {
		a.shows(r.host.view(r.Ground, r.Story), r.veils)
		r.instruct(a)
	}
	r.line, r.pending = view.Line{}, nil
	r.anew()
	return engine.ErrRewind
}

// lay puts the battle on another ground, after these answers, on disk and at the table.
func (r *Room) lay(on session.Ground, entries []engine.Entry) error {
	if err := r.rewrite(on, entries); err != nil {
		return err
	}
	r.Load(entries)
	return r.Lay(on)
}

// rewrite writes a battle on a ground, after these answers, in place of the one on disk.
func (r *Room) rewrite(on session.Ground, entries []engine.Entry) error {
	if r.Kept == nil {
		return nil
	}
	return r.Kept.Rewrite(on.Header(), entries)
}
