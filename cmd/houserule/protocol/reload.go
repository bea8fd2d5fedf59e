package protocol

import (
	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
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

// A reload is a library to play on with, or the reason why there is none.
type reload struct {
	system view.Frontend
	lib    *library.Library
	err    error
}

// Reload plays the battle again under the rules of a library, or tells the clients why it cannot
// be loaded. Any goroutine may call it.
func (r *Room) Reload(system view.Frontend, lib *library.Library, err error) {
	r.post(mail{reload: &reload{system, lib, err}})
}

// reload carries out Reload. It returns ErrRewind if the battle has to be played again.
func (r *Room) reload(to *reload) error {
	var fit *view.Refit
	var b engine.Story
	err := to.err
	if err == nil {
		fit, err = view.Refitted(to.system, to.lib, &engine.Journal{Header: r.Library.Header(r.Match), Entries: r.session.Entries()})
	}
	if err == nil {
		b, err = to.lib.Game.NewBattle(fit.Match.Setup)
	}
	if err == nil && r.Kept != nil {
		err = r.Kept.Rewrite(to.lib.Header(fit.Match), fit.Entries)
	}
	if err != nil {
		for _, c := range r.clients {
			c.meets(c.say(Reloaded{Type: "reloaded", Error: library.Explain(err)}))
		}
		return nil
	}
	news := Reloaded{Type: "reloaded", Changes: view.Changes(to.system, r.Library, to.lib)}
	if fit.Misfit != nil {
		news.Misfit = library.Explain(fit.Misfit)
	}
	for _, c := range r.clients {
		if told := news; c.hears {
			told.Course = view.Course(screen.Seen(c.log.Lines, c.maySee), screen.Seen(fit.Log, c.maySee))
			c.meets(c.say(told))
		}
	}
	r.cast.Leave()
	r.System, r.Library, r.Match = to.system, to.lib, fit.Match
	r.lay(b)
	for _, a := range r.audiences {
		a.shows(r.System.New(r.Library, r.Match, b), r.veils)
		r.instruct(a)
	}
	r.session.Load(fit.Entries)
	r.line, r.pending = view.Line{}, nil
	r.anew()
	return engine.ErrRewind
}
