package repl

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"houserule/cmd/houserule/catalog"
	"houserule/cmd/houserule/fair"
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

// A command is a word that does not answer a question.
type command struct {
	name, short string
	usage       string // the arguments, after the name
	text        string // its effect, in a line
	example     string
	group       string
	run         func(p *Prompt, args []string) (outcome, error)
	words       func(p *Prompt, before []string) []string // for completion
}

// The groups of commands, as help lists them.
const (
	groupLook   = "Look"
	groupThink  = "Think"
	groupTime   = "Go back, keep, start"
	groupMods   = "Mods"
	groupReplay = "In a replay"
)

// commands returns all commands except answers, in the words of a game and in the order
// of help.
func commands(system view.Frontend, looks []view.Look) []command {
	words := system.Words()
	commands := []command{
		{"board", "b", "", "draw the whole board; Enter alone draws as much as fits on the screen", "board", groupLook, bare("board", (*Prompt).doBoard), nil},
	}
	if words.Unit != "" {
		commands = append(commands, command{"show", "sh", strings.ToUpper(words.Unit), about(words), "show " + words.UnitExample, groupLook, (*Prompt).doShow, single(unitWords)})
	}
	commands = append(commands, []command{
		{"log", "l", "[N]", "the last N events, or the last 20", "log 5", groupLook, (*Prompt).doLog, nil},
		{"why", "w", "[N]", "explain the numbers of the last roll, or of line N of the log", "why", groupLook, (*Prompt).doWhy, nil},
		{"rule", "ru", "[PARAGRAPH]", "a paragraph of the rulebook, or the list", strings.TrimSpace("rule " + words.Rule), groupLook, lookUp(catalog.Rules()), entryWords(catalog.Rules())},
	}...)
	for _, look := range looks {
		commands = append(commands, command{look.Name, look.Short, look.Usage, look.Text, look.Example, groupLook, lookOf(look), lookWords(look)})
	}
	for _, k := range append(system.Kinds(), scenarios(system)) {
		commands = append(commands, command{k.Name, k.Short, "[" + strings.ToUpper(k.Name) + "]", article(k.Name) + ", or the list", k.Typed, groupLook, lookUp(k), entryWords(k)})
	}
	return append(commands, []command{
		{"options", "o", "[all|WORD]", "list the answers to the question, best first, with the chance to win after each", "options", groupThink, (*Prompt).doOptions, single(optionWords)},
		{"odds", "od", words.Odds.Usage, words.Odds.Text, words.Odds.Example, groupThink, (*Prompt).doOdds, oddsWords},
		{"hint", "hi", "", "advice: the first of the options, and what the next ones lose", "hint", groupThink, bare("hint", (*Prompt).doHint), nil},
		{"review", "rv", "", "luck and skill so far: your chance to win after each step, and the worst answers", "review", groupThink, bare("review", (*Prompt).doReview), nil},

		{"undo", "u", "", "take back the answers of your last line", "undo", groupTime, bare("undo", (*Prompt).doUndo), nil},
		{"redo", "re", "", "repeat the answers that undo took back", "redo", groupTime, bare("redo", (*Prompt).doRedo), nil},
		{"save", "sv", "NAME|FILE [over|remove]", "save the battle under a name, or in a file; over replaces another battle, remove removes the save", "save before-the-wall", groupTime, (*Prompt).doSave, saveAsWords},
		{"load", "lo", "[NAME|FILE]", "continue a saved battle, or list the saved battles, newest first", "load before-the-wall", groupTime, (*Prompt).doLoad, single(saveWords)},
		{"replay", "rp", "NAME|FILE", "replay a battle step by step", "replay before-the-wall", groupTime, (*Prompt).doReplay, single(saveWords)},
		{"new", "ne", "[SCENARIO|GAME] [seed N]", "start a new battle, also of another game", "new " + words.Scenario + " seed 7", groupTime, (*Prompt).doNew, newWords},
		{"seats", "se", "[PLAYER,PLAYER]", "who plays " + words.Seats + ": human or a computer player; search:3000 is search with 3,000 nodes, which answers sooner", "seats human,human", groupTime, (*Prompt).doSeats, seatWords},
		{"level", "lv", "[LEVEL]", "how well the computer plays: easy, normal or hard; seats human,search:3000 is normal with fewer nodes, which answers sooner", "level hard", groupTime, (*Prompt).doLevel, single(levelWords)},
		{"ask", "as", "[all|less]", "ask all questions, or skip questions whose answers all have the same result (less, the default)", "ask all", groupTime, (*Prompt).doAsk, single(askWords)},
		{"seed", "sd", "[N]", "show the number that determines all dice; with N, start over with that number", "seed 7", groupTime, (*Prompt).doSeed, nil},
		{"help", "h", "[COMMAND]", "this list, or one command with an example", "help " + words.Answer, groupTime, (*Prompt).doHelp, single(helpWords)},
		{"quit", "q", "", "leave; the battle is kept. In a replay: return to the battle", "quit", groupTime, bare("quit", (*Prompt).doQuit), nil},

		{"mods", "mo", "", "list the loaded mods and their settings", "mods", groupMods, bare("mods", (*Prompt).doMods), nil},
		{"reload", "rl", "[MOD.SETTING=VALUE]", "load the mods again, with a changed setting if you name one, and play the battle again with the same answers, as far as they fit", "reload", groupMods, (*Prompt).doReload, settingWords},
		{"watch", "wa", "", "reload whenever a file of the mods is saved; again: stop watching", "watch", groupMods, bare("watch", (*Prompt).doWatch), nil},
		{"lua", "lu", "[MOD:] EXPR", "evaluate a Lua expression, which may read the battle; with MOD: it also reads the settings and the memory of that mod", "lua battle.round", groupMods, (*Prompt).doLua, single(luaWords)},
		{"trace", "tr", "on|all|off", "show what scripts trace in the battle; with all, also while options are evaluated", "trace on", groupMods, (*Prompt).doTrace, single(traceWords)},

		{"forth", ">", "[N]", "one choice forward, or N; Enter alone does the same", "forth", groupReplay, (*Prompt).doForth, nil},
		{"back", "<", "[N]", "one choice back, or N", "back", groupReplay, (*Prompt).doBack, nil},
		{"take", "ta", "[PLAYER,PLAYER]", "play on from here", "take human,greedy", groupReplay, (*Prompt).doTake, seatWords},
	}...)
}

// about describes the output of show.
func about(words view.Words) string {
	text := "show everything about " + article(words.Unit)
	if words.UnitFacts != "" {
		text += ": " + words.UnitFacts
	}
	return text
}

// commands returns the commands of the game at the prompt.
func (p *Prompt) commands() []command { return commands(p.Frontend, p.view.Looks) }

// scenarios returns the kind of entries for the battles that can be played.
func scenarios(system view.Frontend) catalog.Kind {
	k := fair.Scenarios(func(*library.Library) view.Frontend { return system })
	k.Typed = "scenario " + system.Words().Scenario
	return k
}

// article puts "a" or "an" before a word: "an item", "a unit".
func article(word string) string {
	if word != "" && strings.ContainsRune("aeio", rune(word[0])) {
		return "an " + word
	}
	return "a " + word
}

// do executes a line. For a word that is not known it takes the only known word that begins so;
// resolve does that for the first word of a line.
func (p *Prompt) do(words []string) (outcome, error) {
	if len(words) == 0 {
		if p.viewing {
			return p.doForth(nil)
		}
		return p.glance()
	}
	words = lower(words)
	rest := p.rest
	act, err := p.doWords(words)
	var unknown *engine.Unknown
	for errors.As(err, &unknown) && p.completes(words[0], unknown) {
		whole, wrong := completed(words, unknown)
		switch {
		case wrong != nil:
			return outcome{}, wrong
		case whole == nil:
			return act, err
		}
		if verb, cmd, _ := p.resolve(whole[0]); cmd != nil {
			whole[0] = cmd.name
		} else if verb != nil {
			whole[0] = verb.Name
		}
		p.say("Taken as %s.", strings.Join(whole, " "))
		words, p.rest = whole, rest
		act, err = p.doWords(words)
	}
	return act, err
}

// completes reports whether a line takes the beginning of a word for the word. The first word
// has had its chance in resolve, and what save removes is named in full.
func (p *Prompt) completes(first string, unknown *engine.Unknown) bool {
	_, cmd, _ := p.resolve(first)
	return unknown.What != unknownCommand && (cmd == nil || cmd.name != "save")
}

// completed replaces the unknown word of an error in a line by the known word that begins so,
// and does the same for other words of the list in which it stands. It returns nil if no known
// word begins so.
func completed(line []string, unknown *engine.Unknown) (whole []string, err error) {
	for i, list := range line {
		words, changes := strings.Split(list, ","), false
		if !slices.Contains(words, unknown.Word) {
			continue
		}
		for j := range words {
			word, err := engine.Beginning(words[j], unknown.Known)
			if err != nil {
				return nil, err
			}
			if word != "" && word != words[j] {
				words[j], changes = word, true
			}
		}
		if changes {
			return strings.Fields(strings.Join(slices.Concat(line[:i], []string{strings.Join(words, ",")}, line[i+1:]), " ")), nil
		}
	}
	return nil, nil
}

// doWords executes the words of a line, at least one.
func (p *Prompt) doWords(words []string) (outcome, error) {
	n, ok, err := view.Bare(p.view, words)
	if ok && p.viewing { // where an option may be called like a command: back
		_, cmd, _ := p.resolve(words[0])
		ok = cmd == nil
	}
	if ok {
		return p.answered(n, err)
	}
	if n, err := strconv.Atoi(words[0]); err == nil && p.view.Asked().IsDie() {
		return p.die(n, words[1:])
	} else if err == nil {
		return p.unnamed(words, p.noNumber(words))
	}
	units, words := view.Leading(p.view, words)
	if len(words) == 0 {
		if _, ok, _ := view.Bare(p.view, units[:1]); ok && len(units) > 1 {
			return p.answered(p.rest.Several(p.view, units, nil))
		}
		return p.doShow(units)
	}
	verb, cmd, err := p.resolve(words[0])
	switch {
	case err != nil && len(units) == 0:
		return p.unnamed(words, err)
	case err != nil:
		return outcome{}, err
	case cmd != nil && len(units) > 0:
		return outcome{}, fmt.Errorf("%s is nothing that %s can do: write %s", cmd.name, view.Join(units), strings.TrimRight(cmd.name+" "+cmd.usage, " "))
	case cmd != nil:
		return cmd.run(p, words[1:])
	case p.viewing:
		return outcome{}, fmt.Errorf("this is a replay: take plays on from here, then %s", verb.Name)
	}
	return p.answered(p.rest.Give(p.view, units, *verb, words[1:]))
}

// unnamed answers with words that name no verb and no command. Unknown is the error if they
// are no answer.
func (p *Prompt) unnamed(words []string, unknown error) (outcome, error) {
	n, text, err := view.Unnamed(p.view, words, unknown)
	if text != "" && !p.viewing {
		p.say("Taken as %s.", text)
	}
	return p.answered(n, err)
}

// namesFiles are the commands, and their short forms, that take names of files and of saved
// battles.
var namesFiles = []string{"save", "load", "replay", "sv", "lo", "rp"}

// lower makes capitals small, except in names of files and of saved battles.
func lower(words []string) []string {
	words = slices.Clone(words)
	words[0] = strings.ToLower(words[0])
	for i := range words {
		if !slices.Contains(namesFiles, words[0]) {
			words[i] = strings.ToLower(words[i])
		}
	}
	return words
}

func (p *Prompt) answered(n int, err error) (outcome, error) {
	switch {
	case err != nil:
		return outcome{}, err
	case p.viewing:
		return outcome{}, errors.New("this is a replay: take plays on from here")
	}
	if p.Lines.Interactive() && !p.confirmed {
		if text := p.view.Confirm(n); text != "" {
			p.confirmed = true
			p.say("%s", text)
			return outcome{}, nil
		}
	}
	return outcome{answers: true, answer: n}, nil
}

// die answers with a die that a person rolled.
func (p *Prompt) die(n int, rest []string) (outcome, error) {
	sides := p.view.Asked().Sides
	if len(rest) > 0 || n < 1 || n > int(sides) {
		return outcome{}, fmt.Errorf("a d%d shows 1 to %d: type one number", sides, sides)
	}
	return p.answered(n, nil)
}

// noNumber returns the error of words that begin with a number, where no die is asked for.
func (p *Prompt) noNumber(words []string) error {
	if p.view.Asked().Choice == nil {
		return errors.New("no die is asked for")
	}
	return fmt.Errorf("%s is not an answer to this question. %s", strings.Join(words, " "), p.view.Asks())
}

// unknownCommand is the kind of word in the error for an unknown first word.
const unknownCommand = "command"

// resolve finds the verb or the command that a word means: by its name, its short
// form, or an unambiguous beginning of its name. Verbs that answer the present
// question come before the rest.
func (p *Prompt) resolve(word string) (*engine.Verb, *command, error) {
	word = strings.ToLower(word)
	verbs, others := p.view.Verbs(), p.commands()
	for i, v := range verbs {
		if word == v.Name || word == v.Short {
			return &verbs[i], nil, nil
		}
	}
	for i, c := range others {
		if word == c.name || word == c.short {
			return nil, &others[i], nil
		}
	}
	switch word {
	case "?":
		return p.resolve("help")
	case "exit":
		return p.resolve("quit")
	}
	var names, fit, known []string
	for _, v := range verbs {
		known = append(known, v.Name)
		if strings.HasPrefix(v.Name, word) {
			names = append(names, v.Name)
			if view.Fits(p.view, v) {
				fit = append(fit, v.Name)
			}
		}
	}
	for _, c := range others {
		known = append(known, c.name)
		if strings.HasPrefix(c.name, word) {
			names = append(names, c.name)
		}
	}
	switch {
	case len(fit) == 1:
		return p.resolve(fit[0])
	case len(names) == 1:
		return p.resolve(names[0])
	case len(names) > 1:
		return nil, nil, fmt.Errorf("%q could be %s", word, strings.Join(names, " or "))
	}
	return nil, nil, &engine.Unknown{What: unknownCommand, Word: word, Known: known}
}

// bare returns a command that takes nothing.
func bare(name string, run func(*Prompt) (outcome, error)) func(*Prompt, []string) (outcome, error) {
	return func(p *Prompt, args []string) (outcome, error) {
		if len(args) > 0 {
			return outcome{}, fmt.Errorf("%q is too much: %s takes nothing", strings.Join(args, " "), name)
		}
		return run(p)
	}
}

// count reads an optional number, at least 1.
func count(name string, args []string, otherwise int) (int, error) {
	switch len(args) {
	case 0:
		return otherwise, nil
	case 1:
		if n, err := strconv.Atoi(args[0]); err == nil && n >= 1 {
			return n, nil
		}
	}
	return 0, fmt.Errorf("%s takes a number from 1, not %q", name, strings.Join(args, " "))
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

// single returns the words that complete a command with one argument.
func single(words func(*Prompt) []string) func(*Prompt, []string) []string {
	return func(p *Prompt, before []string) []string {
		if len(before) > 0 {
			return nil
		}
		return words(p)
	}
}

func unitWords(p *Prompt) []string { return p.view.Units() }

func oddsWords(p *Prompt, before []string) []string { return p.view.OddsWords(before) }

func optionWords(p *Prompt) []string {
	words := []string{"all"}
	for _, o := range p.view.Options() {
		first, _, _ := strings.Cut(o.Text, " ")
		if !slices.Contains(words, first) {
			words = append(words, first)
		}
	}
	return words
}

func entryWords(k catalog.Kind) func(*Prompt, []string) []string {
	return single(func(p *Prompt) []string { return k.IDs(p.Library) })
}

func luaWords(p *Prompt) []string {
	if p.Mods.Names == nil {
		return nil
	}
	return p.Mods.Names()
}

func settingWords(p *Prompt, _ []string) (words []string) {
	for _, m := range p.Library.Mods {
		for _, s := range m.Settings {
			words = append(words, m.Mod.ID+"."+s.Name+"=")
		}
	}
	return words
}

func newWords(p *Prompt, before []string) []string {
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

// saveWords returns the saved battles of this game.
func saveWords(p *Prompt) (words []string) {
	for _, saved := range p.Places.Saved() {
		if saved.Err == nil && library.GameIn(saved.Journal.Header) == p.Frontend.Name() {
			words = append(words, saved.Name)
		}
	}
	return words
}

// saveAsWords are those of save: a name, and what to do with the save that has it.
func saveAsWords(p *Prompt, before []string) []string {
	switch len(before) {
	case 0:
		return saveWords(p)
	case 1:
		return []string{"over", "remove"}
	}
	return nil
}

func seatWords(p *Prompt, _ []string) []string { return players.Offered(Players(p.Library)) }

func helpWords(p *Prompt) (words []string) {
	for _, v := range p.view.Verbs() {
		words = append(words, v.Name)
	}
	for _, c := range p.commands() {
		words = append(words, c.name)
	}
	return words
}

// complete offers the words that may replace the last word of a line.
func (p *Prompt) complete(line string) []string {
	words := strings.Fields(line)
	last := ""
	if line != "" && !strings.HasSuffix(line, " ") {
		last = words[len(words)-1]
		words = words[:len(words)-1]
	}
	if i := strings.LastIndex(last, ","); i >= 0 { // human,gr
		last = last[i+1:]
	}
	units, words := view.Leading(p.view, words)
	candidates := p.candidates(units, words)
	found := beginning(candidates, last)
	if len(found) == 0 {
		found = p.beginningAsShown(candidates, last)
	}
	if len(found) == 0 && p.Mods.Names != nil && len(words) == 1 && last != "" && strings.HasPrefix("help", words[0]) {
		found = beginning(p.Mods.Names(), last) // help knows them, too
	}
	return found
}

// beginningAsShown returns the units whose displayed names begin with so.
func (p *Prompt) beginningAsShown(units []string, so string) (found []string) {
	for _, unit := range units {
		if so != "" && len(beginning(p.view.ShownAs(unit), so)) > 0 {
			found = append(found, unit)
		}
	}
	return found
}

// beginning returns the words that begin with so, each once, in any case. A typed
// dot also matches the colon before a method.
func beginning(words []string, so string) (found []string) {
	for _, w := range words {
		if len(w) >= len(so) && strings.EqualFold(dotted(w[:len(so)]), dotted(so)) && !slices.Contains(found, w) {
			found = append(found, w)
		}
	}
	return found
}

func dotted(name string) string { return strings.ReplaceAll(name, ":", ".") }

// mayBegin reports whether a verb, with units named before it, answers the present
// question, or the one after the question whose turn it is.
func (p *Prompt) mayBegin(units []string, v engine.Verb) bool {
	if view.Fits(p.view, v) || len(units) == 0 {
		return view.Fits(p.view, v)
	}
	_, ok := view.Ahead(p.view, units[0], v, nil)
	return ok
}

// spelled returns words as they are typed, or unchanged where they are ambiguous.
func (p *Prompt) spelled(words []string, known func(before []string) []string) []string {
	spelled, err := view.Spelled(p.view, words, known)
	if err != nil {
		return words
	}
	return spelled
}

// further returns the words that may follow a verb and other words: where several units
// may be named, those that are not named yet.
func (p *Prompt) further(unit string, verb engine.Verb, before []string) (words []string) {
	named, rest := view.Leading(p.view, before)
	if verb.More == "" || len(named) == 0 || len(rest) > 0 {
		return view.Complete(p.view, unit, verb, before)
	}
	for _, word := range view.Complete(p.view, unit, verb, nil) {
		if p.view.IsUnit(word) && !slices.Contains(named, word) {
			words = append(words, word)
		}
	}
	return words
}

func (p *Prompt) candidates(units, before []string) (words []string) {
	if len(before) > 0 {
		verb, cmd, err := p.resolve(before[0])
		switch {
		case err != nil:
			return nil
		case verb != nil:
			unit := strings.Join(units[:min(len(units), 1)], "")
			return p.further(unit, *verb, p.spelled(before[1:], func(words []string) []string { return view.Complete(p.view, unit, *verb, words) }))
		case cmd.words != nil:
			return cmd.words(p, p.spelled(before[1:], func(words []string) []string { return cmd.words(p, words) }))
		}
		return nil
	}
	for _, v := range p.view.Verbs() {
		if p.mayBegin(units, v) && !p.viewing {
			words = append(words, v.Name)
		}
	}
	if len(units) > 0 { // units only answer
		return words
	}
	for _, unit := range p.view.Units() { // a unit that is the whole answer
		if _, ok, err := view.Bare(p.view, []string{unit}); ok && err == nil && !p.viewing {
			words = append(words, unit)
		}
	}
	for _, c := range p.commands() {
		if c.group != groupReplay || p.viewing {
			words = append(words, c.name)
		}
	}
	return words
}
