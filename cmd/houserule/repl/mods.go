package repl

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/fsnotify/fsnotify"

	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/library"
)

func (p *Prompt) doMods() (outcome, error) {
	for _, m := range p.Library.Mods {
		p.say("%s %s: %s", screen.Heading(m.Mod.ID), m.Mod.Version, m.Mod.Title)
		for _, s := range m.Settings {
			p.say("  %s = %v: %s", s.Name, s.Value, s.Doc)
		}
	}
	return outcome{}, nil
}

func (p *Prompt) doLua(args []string) (outcome, error) {
	_, expr, _ := strings.Cut(strings.TrimSpace(p.typed), " ")
	if len(args) == 0 || expr == "" {
		return outcome{}, errors.New("lua takes an expression, as in lua battle.round; lua MOD: EXPRESSION evaluates it as that mod")
	}
	if p.Mods.Eval == nil {
		return outcome{}, errors.New("there are no scripts here")
	}
	if p.view.Veils() {
		return outcome{}, errors.New("lua sees everything, and no side may do so here: replay the battle when it is over")
	}
	text, err := p.Mods.Eval(p.view.Battle(), expr)
	if err != nil {
		return outcome{}, err
	}
	p.lines(text)
	return outcome{}, nil
}

// doReload loads the mods again, with the settings that args change, and plays the battle
// again with its answers. The battle continues at the first answer that no longer fits.
func (p *Prompt) doReload(args []string) (outcome, error) {
	if p.Mods.Load == nil {
		return outcome{}, errors.New("there are no mods to load again")
	}
	if p.viewing {
		return outcome{}, errors.New("this is a replay: reload works after quit, or after take, which plays on from here")
	}
	settings := p.settings
	if len(args) > 0 {
		settings = slices.Concat(settings, strings.Fields(p.typed)[1:]) // names may have capitals
	}
	lib, eval, err := p.Mods.Load(settings)
	if err != nil {
		return outcome{}, fmt.Errorf("the mods stay as they were: %w", err)
	}
	before := append([]screen.Line(nil), p.log.Lines...)
	j := p.journal()
	g, misfit, err := refitted(p.Frontend, lib, j, engine.OracleFunc(p.answer))
	if err != nil {
		return outcome{}, fmt.Errorf("the mods stay as they were: %w", err)
	}
	g.tutor.Follow(p.tutor)
	p.Library, p.Mods.Eval, p.settings = lib, eval, settings
	p.keep(g)
	p.say("The mods are loaded again: %s.", screen.Count(len(lib.Mods), "mod"))
	p.printDivergence(before, g.log.Lines)
	if misfit != nil {
		p.say("%s", screen.Bad("The answers no longer fit from there on: "+library.Explain(misfit)))
	}
	return p.leadTo(g)
}

// printDivergence prints the first difference to the battle before, as far as the person at
// the prompt may see it.
func (p *Prompt) printDivergence(before, after []screen.Line) {
	before, after = screen.Seen(before, p.maySee), screen.Seen(after, p.maySee)
	for i := range min(len(before), len(after)) {
		if before[i].Text != after[i].Text {
			fmt.Fprintf(p.Out, "It takes another course in %s.\n  before: %s\n  now:    %s\n", after[i].Where, before[i].Text, after[i].Text)
			return
		}
	}
	if len(after) < len(before) {
		p.say("Nothing has changed up to there.")
		return
	}
	p.say("Nothing has changed in the battle.")
}

// refitted returns the game of a journal under other rules: with the answers that
// fit, and the error of the first that does not. It fills the game's log.
func refitted(system view.Frontend, lib *library.Library, j *engine.Journal, asked engine.Oracle) (g *game, misfit, err error) {
	m, err := lib.Match(j.Header)
	if err != nil && !errors.Is(err, library.ErrOtherMods) {
		return nil, nil, err
	}
	entries := j.Entries
	if err := j.Restream(lib.Streams); err != nil { // a mod that rolled is gone
		for i, e := range entries {
			if e.Side < engine.Luck {
				entries, misfit = entries[:i], err
				break
			}
		}
	}
	if g, err = newGame(system, lib, m, asked); err != nil {
		return nil, nil, err
	}
	stop := engine.OracleFunc(func(engine.Question) (int, error) { return 0, engine.ErrRewind })
	replay := &engine.Replay{Entries: entries, Then: stop}
	t := replay.Table(len(g.view.Seats()))
	t.Listen(&g.log)
	if err := engine.Play(g.view.Battle(), t); err != nil && !errors.Is(err, engine.ErrRewind) {
		misfit = err
	}
	g.session.Load(entries[:replay.Used()])
	return g, g.misfit(misfit, entries, replay.Used()), nil
}

// A watcher watches for files that are saved.
type watcher struct {
	on    *fsnotify.Watcher
	dirty *atomic.Bool
}

// changed reports whether any file was saved since the last call.
func (w *watcher) changed() bool { return w.dirty != nil && w.dirty.Swap(false) }

// stop stops watching.
func (w *watcher) stop() {
	if w.on != nil {
		w.on.Close()
	}
	*w = watcher{}
}

func (p *Prompt) doWatch() (outcome, error) {
	if p.watching.on != nil {
		p.watching.stop()
		p.say("The mods are no longer watched.")
		return outcome{}, nil
	}
	if len(p.Mods.Folders) == 0 {
		p.say("No mod of yours is loaded: --mods PATH loads one.")
		return outcome{}, nil
	}
	on, err := fsnotify.NewWatcher()
	if err != nil {
		return outcome{}, err
	}
	for _, folder := range p.Mods.Folders {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.IsDir() {
				return err
			}
			return on.Add(path)
		})
		if err != nil {
			on.Close()
			return outcome{}, fmt.Errorf("%s cannot be watched: %w", folder, err)
		}
	}
	p.watching = watcher{on, new(atomic.Bool)}
	go func(dirty *atomic.Bool) {
		for event := range on.Events {
			if event.Has(fsnotify.Chmod) {
				continue
			}
			for calm := false; !calm; { // saving a file makes several events
				select {
				case _, more := <-on.Events:
					calm = !more
				case <-time.After(50 * time.Millisecond):
					calm = true
				}
			}
			dirty.Store(true)
		}
	}(p.watching.dirty)
	p.say("From now on the mods are loaded again when a file has been saved, with your next line.")
	return outcome{}, nil
}
