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
	"houserule/engine/players"
)

// outcome is the result of a line. The zero outcome leaves the question open.
type outcome struct {
	answers bool // answer is the answer
	answer  int
	leads   bool // it leads somewhere else: the session starts over
}

// A command is a word that does not answer a question: one that looks, or with run one of the
// prompt's own.
type command struct {
	desk.Command
	run func(p *Prompt, args []string) (outcome, error)
}

// own returns the commands that a prompt has besides those that look, in the words of a game.
// Help is among them, where it lists itself.
func (p *Prompt) own(help desk.Command) (list []command) {
	words := p.Frontend.Words()
	group := desk.GroupBattle
	add := func(name, short, usage, text, example string, run func(*Prompt, []string) (outcome, error), next func(before []string) []string) {
		of := view.Command{Name: name, Short: short, Usage: usage, Text: text, Example: example}
		list = append(list, command{desk.Command{Look: view.Look{Command: of, Words: next}, Group: group}, run})
	}
	add("undo", "u", "[N]", "take back the answers of your last line, or of the last N", "undo", (*Prompt).doUndo, nil)
	add("redo", "re", "[N]", "repeat the answers that undo took back, or those of N lines", "redo", (*Prompt).doRedo, nil)
	add("save", "sv", "NAME|FILE [over|remove]", "save the battle under a name, or in a file; over replaces another battle, remove removes the save", "save before-the-wall", (*Prompt).doSave, p.saveAsWords)
	add("load", "lo", "[NAME|FILE]", "continue a saved battle, or list the saved battles, newest first", "load before-the-wall", (*Prompt).doLoad, desk.First(p.loadWords))
	add("replay", "rp", "NAME|FILE", "replay a battle step by step", "replay before-the-wall", (*Prompt).doReplay, desk.First(p.saveWords))
	add("new", "ne", "[SCENARIO|GAME] [seed N]", "start a new battle, also of another game", "new "+words.Scenario+" seed 7", (*Prompt).doNew, p.newWords)
	add("seats", "se", "[PLAYER,PLAYER]", "who plays "+words.Seats+": human or a computer player; search:3000 is search with 3,000 nodes, which answers sooner", "seats human,human", (*Prompt).doSeats, p.seatWords)
	add("level", "lv", "[LEVEL]", "how well the computer plays: easy, normal or hard; seats human,search:3000 is normal with fewer nodes, which answers sooner", "level hard", (*Prompt).doLevel, desk.First(players.LevelNames))
	add("ask", "as", "[all|less]", "ask all questions, or skip questions whose answers all have the same result (less, the default)", "ask all", (*Prompt).doAsk, desk.First(askWords))
	add("seed", "sd", "[N]", "show the number that determines all dice; with N, start over with that number", "seed 7", (*Prompt).doSeed, nil)
	list = append(list, command{Command: help})
	add("quit", "q", "", "leave; the battle is kept. In a replay: return to the battle", "quit", bare("quit", (*Prompt).doQuit), nil)

	group = desk.GroupMods
	add("mods", "mo", "", "list the loaded mods and their settings", "mods", bare("mods", (*Prompt).doMods), nil)
	add("reload", "rl", "[MOD.SETTING=VALUE]", "load the mods again, with a changed setting if you name one, and play the battle again with the same answers, as far as they fit", "reload", (*Prompt).doReload, p.settingWords)
	add("watch", "wa", "", "reload whenever a file of the mods is saved; again: stop watching", "watch", bare("watch", (*Prompt).doWatch), nil)
	add("lua", "lu", "[MOD:] EXPR", "evaluate a Lua expression, which may read the battle; with MOD: it also reads the settings and the memory of that mod", "lua battle.round", (*Prompt).doLua, desk.First(p.luaWords))
	add("trace", "tr", "on|all|off", "show what scripts trace in the battle; with all, also while options are evaluated", "trace on", (*Prompt).doTrace, desk.First(traceWords))

	group = desk.GroupReplay
	add("forth", ">", "[N]", "one choice forward, or N; Enter alone does the same", "forth", (*Prompt).doForth, nil)
	add("back", "<", "[N]", "one choice back, or N", "back", (*Prompt).doBack, nil)
	add("take", "ta", "[PLAYER,PLAYER]", "play on from here", "take human,greedy", (*Prompt).doTake, p.seatWords)
	return list
}

// desk returns the place of the prompt at its battle, with all its commands.
func (p *Prompt) desk() *desk.Desk {
	d := &desk.Desk{
		System: p.Frontend, Library: p.Library, Scripts: desk.Scripts{Names: p.Mods.Names, Own: len(p.Mods.Folders) > 0, Docs: p.Mods.Docs},
		Log:     func() []screen.Line { return screen.Seen(p.chronicle(), p.maySee) },
		Entries: func() []engine.Entry { return p.session.Entries() },
		Review: func(ctx context.Context, columns int) (string, error) {
			_, text, err := results.Reviewed(ctx, p.view.Title(), p.lib, p.match, p.session.Entries(), columns)
			return text, err
		},
	}
	if p.game != nil {
		d.View, d.Replay = p.view, p.viewing
	}
	d.Further = engine.Each(p.own(d.Help()), func(c command) desk.Command { return c.Command })
	return d
}

// Commands returns the commands that a prompt has besides those that look, in the words of a game.
func Commands(of view.Frontend) []desk.Command {
	p := &Prompt{Config: Config{Game: Game{Frontend: of}}}
	return engine.Each(p.own((&desk.Desk{System: of}).Help()), func(c command) desk.Command { return c.Command })
}

// do executes a line.
func (p *Prompt) do(words []string) (act outcome, err error) {
	if len(words) == 0 {
		if p.viewing {
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
		own := p.own(desk.Command{})
		i := slices.IndexFunc(own, func(c command) bool { return c.Name == a.Command.Name })
		act, err = own[i].run(p, a.Words)
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
	broken := p.table.Err()
	text, err := p.counted(func(ctx context.Context) (string, error) { return c.Run(ctx, p.size(), words) })
	switch {
	case p.table.Err() != broken: // answer prints the script's error
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
	if p.viewing && p.before != nil {
		return p.leadTo(p.before)
	}
	if p.unkept != nil && (p.kept != nil || p.answeredByPeople() > 0) && p.Lines.Interactive() && !p.game.warned {
		p.game.warned = true
		return outcome{}, errors.New(p.unsaved() + " quit again leaves.")
	}
	p.leaving = true
	return outcome{leads: true}, nil
}

// The words that complete commands offer.

func (p *Prompt) luaWords() []string {
	if p.Mods.Names == nil {
		return nil
	}
	return p.Mods.Names()
}

func (p *Prompt) settingWords([]string) (words []string) {
	for _, m := range p.Library.Mods {
		for _, s := range m.Settings {
			words = append(words, m.Mod.ID+"."+s.Name+"=")
		}
	}
	return words
}

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

func (p *Prompt) seatWords([]string) []string { return players.Offered(desk.Players(p.Library)) }
