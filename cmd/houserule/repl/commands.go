package repl

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"houserule/cmd/houserule/catalog"
	"houserule/cmd/houserule/desk"
	"houserule/cmd/houserule/results"
	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/library"
)

// outcome is the result of a line. The zero outcome leaves the question open.
type outcome struct {
	answers bool // answer is the answer
	answer  int
	leads   bool // it leads somewhere else: the session starts over
}

// A runner runs a command of the prompt's own.
type runner = func(p *Prompt, args []string) (outcome, error)

// runners are the commands that change something, by their names.
func (p *Prompt) runners() map[string]runner {
	return map[string]runner{
		"undo": (*Prompt).doUndo, "redo": (*Prompt).doRedo,
		"save": (*Prompt).doSave, "load": (*Prompt).doLoad, "replay": (*Prompt).doReplay, "new": (*Prompt).doNew,
		"seats": (*Prompt).doSeats, "level": (*Prompt).doLevel, "ask": (*Prompt).doAsk, "seed": (*Prompt).doSeed,
		"quit": bare("quit", (*Prompt).doQuit), "reload": (*Prompt).doReload, "watch": bare("watch", (*Prompt).doWatch), "trace": (*Prompt).doTrace,
		"forth": (*Prompt).doForth, "back": (*Prompt).doBack, "take": (*Prompt).doTake,
	}
}

// desk returns the place of the prompt at its battle, with all commands.
func (p *Prompt) desk() *desk.Desk {
	d := &desk.Desk{
		System: p.Frontend, Library: p.Library, Scripts: desk.Scripts{Names: p.Mods.Names, Own: len(p.Mods.Folders) > 0, Docs: p.Mods.Docs, Eval: p.Mods.Eval},
		Carries: func(*desk.Command) bool { return true },
		Words: map[string]func(before []string) []string{
			"save": p.saveAsWords, "load": desk.First(p.loadWords), "replay": desk.First(p.saveWords), "new": p.newWords,
		},
		Log:     func() []screen.Line { return screen.Seen(p.chronicle(), p.maySee) },
		Entries: func() []engine.Entry { return p.Entries() },
		Review: func(ctx context.Context, columns int) (string, error) {
			_, text, err := results.Reviewed(ctx, p.view.Title(), p.game.Library, p.Match, p.Entries(), columns)
			return text, err
		},
	}
	if p.game != nil {
		d.View, d.Replay = p.view, p.Watched
	}
	return d
}

// do executes a line.
func (p *Prompt) do(words []string) (act outcome, err error) {
	if len(words) == 0 {
		if p.Watched {
			return p.doForth(nil)
		}
		return p.glance()
	}
	taken := func(text string) { p.say("Taken as %s.", text) }
	err = p.desk().Do(words, &p.rest, taken, func(a desk.Act) error {
		switch {
		case a.Command == nil:
			act = p.answered(a.Answer)
			return nil
		case a.Command.Run != nil:
			return p.look(a.Command, a.Words)
		}
		act, err = p.runners()[a.Command.Name](p, a.Words)
		return err
	})
	if err != nil {
		return outcome{}, err
	}
	return act, nil
}

// look runs a command that looks, and prints what it says.
func (p *Prompt) look(c *desk.Command, words []string) error {
	if c.Name == "board" && len(words) == 0 {
		p.board("", p.asks(), true)
		return nil
	}
	broken := p.Table.Err()
	text, err := p.counted(func(ctx context.Context) (string, error) { return c.Run(ctx, p.size(), words) })
	switch {
	case p.Table.Err() != broken: // answer prints the script's error
		return nil
	case err != nil:
		return cmp.Or(p.cut(), err)
	}
	p.page(text)
	return nil
}

// answered answers, unless a person must confirm it first.
func (p *Prompt) answered(n int) outcome {
	if p.Lines.Interactive() && !p.confirmed {
		if text := p.view.Confirm(n); text != "" {
			p.confirmed = true
			p.say("%s", text)
			return outcome{}
		}
	}
	return outcome{answers: true, answer: n}
}

// bare returns a command that takes nothing.
func bare(name string, run func(*Prompt) (outcome, error)) func(*Prompt, []string) (outcome, error) {
	return func(p *Prompt, args []string) (outcome, error) {
		if err := view.TooMuch(name, args); err != nil {
			return outcome{}, err
		}
		return run(p)
	}
}

func (p *Prompt) doQuit() (outcome, error) {
	if p.Watched && p.before != nil {
		return p.leadTo(p.before)
	}
	if p.unkept != nil && (p.Kept != nil || p.Given() > 0) && p.Lines.Interactive() && !p.game.warned {
		p.game.warned = true
		return outcome{}, errors.New(p.unsaved() + " quit again leaves.")
	}
	p.leaving = true
	return outcome{leads: true}, nil
}

// The words that complete commands offer.

func (p *Prompt) newWords(before []string) []string {
	switch len(before) {
	case 0:
		return slices.Concat(catalog.ScenarioIDs(p.Library), p.Games, []string{"seed"})
	case 1:
		if before[0] != "seed" {
			return []string{"seed"}
		}
	}
	return nil
}

// saveWords returns the saved battles of this game, and loadWords those of all games that can
// be played here.
func (p *Prompt) saveWords() []string { return p.saved(p.Frontend.Name()) }
func (p *Prompt) loadWords() []string {
	if p.Elsewhere == nil {
		return p.saveWords()
	}
	return p.saved(append(p.Games, p.Frontend.Name())...)
}

func (p *Prompt) saved(games ...string) (words []string) {
	for _, saved := range p.Places.Saved() {
		if saved.Err == nil && slices.Contains(games, library.GameIn(saved.Journal.Header)) {
			words = append(words, saved.Name)
		}
	}
	return words
}

// saveAsWords are those of save: a name, and what to do with the save that has it.
func (p *Prompt) saveAsWords(before []string) []string {
	switch len(before) {
	case 0:
		return p.saveWords()
	case 1:
		return []string{"over", "remove"}
	}
	return nil
}
