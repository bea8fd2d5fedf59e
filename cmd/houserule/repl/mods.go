package repl

import (
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/session"
	"houserule/cmd/houserule/watch"
	"houserule/engine"
	"houserule/engine/library"
)

// doReload loads the mods again, with the settings that args change, and plays the battle
// again with its answers. The battle continues at the first answer that no longer fits.
func (p *Prompt) doReload(args []string) (outcome, error) {
	if p.Mods.Load == nil {
		return outcome{}, errors.New("there are no mods to load again")
	}
	if p.Watched {
		return outcome{}, errors.New("this is a replay: reload works after quit, or after take, which plays on from here")
	}
	settings := p.settings
	if len(args) > 0 {
		settings = slices.Concat(settings, args)
	}
	of, err := p.Mods.Load(settings)
	if err != nil {
		return outcome{}, fmt.Errorf("the mods stay as they were: %w", err)
	}
	before := screen.Seen(p.log.Lines, p.maySee)
	fit, err := session.Refitted(of, p.Journal())
	var b *session.Battle
	if err == nil {
		b, err = session.New(session.Ground{Game: of, Match: fit.Match}, engine.OracleFunc(p.answer))
	}
	var g *game
	if err == nil {
		g, err = newGame(b)
	}
	if err != nil {
		return outcome{}, fmt.Errorf("the mods stay as they were: %w", err)
	}
	g.Load(fit.Entries)
	g.log.Lines = fit.Log
	g.tutor.Follow(p.tutor)
	changes := session.Changes(p.Frontend, p.Library, of.Library)
	p.Game, p.settings = of, settings
	p.keep(g)
	p.say("The mods are loaded again: %s.", screen.Count(len(of.Library.Mods), "mod"))
	for _, line := range changes {
		fmt.Fprintln(p.Out, "  "+line)
	}
	fmt.Fprintln(p.Out, session.Course(before, screen.Seen(fit.Log, p.maySee)))
	if fit.Misfit != nil {
		p.say("%s", screen.Bad("The answers no longer fit from there on: "+library.Explain(fit.Misfit)))
	}
	return p.leadTo(g)
}

// A watcher watches for files that are saved.
type watcher struct {
	end   func() // nil: it does not watch
	dirty *atomic.Bool
}

// changed reports whether any file was saved since the last call.
func (w *watcher) changed() bool { return w.dirty != nil && w.dirty.Swap(false) }

// stop stops watching.
func (w *watcher) stop() {
	if w.end != nil {
		w.end()
	}
	*w = watcher{}
}

func (p *Prompt) doWatch() (outcome, error) {
	if p.watching.end != nil {
		p.watching.stop()
		p.say("The mods are no longer watched.")
		return outcome{}, nil
	}
	if len(p.Mods.Folders) == 0 {
		p.say("No mod of yours is loaded: --mods PATH loads one.")
		return outcome{}, nil
	}
	dirty := new(atomic.Bool)
	end, err := watch.Folders(p.Mods.Folders, func() { dirty.Store(true) })
	if err != nil {
		return outcome{}, err
	}
	p.watching = watcher{end, dirty}
	p.say("From now on the mods are loaded again when a file has been saved, with your next line.")
	return outcome{}, nil
}
