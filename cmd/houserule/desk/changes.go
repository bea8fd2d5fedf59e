package desk

import (
	"context"
	"errors"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine/players"
)

// Changes returns the commands that change something, in the order of help, which is among them.
// Hosts carry them out: each those that it has.
func (d *Desk) Changes() (list []Command) {
	words := d.System.Words()
	group, who := GroupBattle, ForPlayers
	add := func(name, short, usage, text, example string, next func(before []string) []string) {
		if typed := d.Words[name]; typed != nil {
			next = typed
		}
		of := view.Command{Name: name, Short: short, Usage: usage, Text: text, Example: example}
		list = append(list, Command{Look: view.Look{Command: of, Words: next}, Group: group, For: who})
	}
	seats := func([]string) []string { return players.Offered(d.players()) }
	one := func(words ...string) func([]string) []string { return First(func() []string { return words }) }
	add("undo", "u", "[N]", "take back the answers of your last line, or of the last N", "undo", nil)
	add("redo", "re", "[N]", "repeat the answers that undo took back, or those of N lines", "redo", nil)
	who = ForAlone
	add("save", "sv", "NAME|FILE [over|remove]", "save the battle under a name, or in a file; over replaces another battle, remove removes the save", "save before-the-wall", nil)
	add("load", "lo", "[NAME|FILE]", "continue a saved battle, or list the saved battles, newest first", "load before-the-wall", nil)
	add("replay", "rp", "NAME|FILE", "replay a battle step by step", "replay before-the-wall", nil)
	who = ForPlayers
	add("new", "ne", "[SCENARIO|GAME] [seed N]", "start a new battle, also of another game", "new "+words.Scenario+" seed 7", nil)
	who = ForAlone
	add("seats", "se", "[PLAYER,PLAYER]", "who plays "+words.Seats+": human or a computer player; search:3000 is search with 3,000 nodes, which answers sooner", "seats human,human", seats)
	add("level", "lv", "[LEVEL]", "how well the computer plays: easy, normal or hard; seats human,search:3000 is normal with fewer nodes, which answers sooner", "level hard", First(players.LevelNames))
	who = ForPrompt
	add("ask", "as", "[all|less]", "ask all questions, or skip questions whose answers all have the same result (less, the default)", "ask all", one("all", "less"))
	who = ForAlone
	add("seed", "sd", "[N]", "show the number that determines all dice; with N, start over with that number", "seed 7", nil)
	list = append(list, d.Help())
	who = ForAll
	add("quit", "q", "", "leave; the battle is kept. In a replay: return to the battle", "quit", nil)

	group = GroupMods
	list = append(list, d.mods())
	who = ForAlone
	add("reload", "rl", "[MOD.SETTING=VALUE]", "load the mods again, with a changed setting if you name one, and play the battle again with the same answers, as far as they fit", "reload", d.settingWords)
	add("watch", "wa", "", "reload whenever a file of the mods is saved; again: stop watching", "watch", nil)
	who = ForPrompt
	list = append(list, d.lua())
	add("trace", "tr", "on|all|off", "show what scripts trace in the battle; with all, also while options are evaluated", "trace on", one("on", "all", "off"))

	group, who = GroupReplay, ForAlone
	add("forth", ">", "[N]", "one choice forward, or N; Enter alone does the same", "forth", nil)
	add("back", "<", "[N]", "one choice back, or N", "back", nil)
	add("take", "ta", "[PLAYER,PLAYER]", "play on from here", "take human,greedy", seats)
	return list
}

// settingWords are the settings of the mods, as reload changes them.
func (d *Desk) settingWords([]string) (words []string) {
	for _, m := range d.Library.Mods {
		for _, s := range m.Settings {
			words = append(words, m.Mod.ID+"."+s.Name+"=")
		}
	}
	return words
}

// mods returns the command that lists the mods.
func (d *Desk) mods() Command {
	of := view.Command{Name: "mods", Short: "mo", Text: "list the loaded mods and their settings", Example: "mods"}
	return Command{Group: GroupMods, Look: view.Look{Command: of, Run: alone("mods", d.listMods)}}
}

func (d *Desk) listMods(_ context.Context, size view.Size) (string, error) {
	var text strings.Builder
	for _, m := range d.Library.Mods {
		text.WriteString(paragraph(size, "%s %s: %s", screen.Heading(m.Mod.ID), m.Mod.Version, m.Mod.Title))
		for _, s := range m.Settings {
			text.WriteString(paragraph(size, "  %s = %v: %s", s.Name, s.Value, s.Doc))
		}
	}
	return text.String(), nil
}

// lua returns the command that evaluates Lua.
func (d *Desk) lua() Command {
	of := view.Command{Name: "lua", Short: "lu", Usage: "[MOD:] EXPR", Example: "lua battle.round",
		Text: "evaluate a Lua expression, which may read the battle; with MOD: it also reads the settings and the memory of that mod"}
	names := d.Scripts.Names
	if names == nil {
		names = func() []string { return nil }
	}
	return Command{Group: GroupMods, For: ForAlone, Sights: true, Look: view.Look{Command: of, Run: d.evaluate, Words: First(names)}}
}

func (d *Desk) evaluate(_ context.Context, size view.Size, words []string) (string, error) {
	switch {
	case len(words) == 0:
		return "", errors.New("lua takes an expression, as in lua battle.round; lua MOD: EXPRESSION evaluates it as that mod")
	case d.Scripts.Eval == nil:
		return "", errors.New("there are no scripts here")
	case d.View.Veils():
		return "", errors.New("lua sees everything, and no side may do so here: replay the battle when it is over")
	}
	text, err := d.Scripts.Eval(d.View.Battle(), strings.Join(words, " "))
	return screen.Folded(text, size.Columns) + "\n", err
}
