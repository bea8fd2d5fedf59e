package heroesmods

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/engine/library/strict"
	"houserule/engine/players"
	"houserule/scripting"
)

// Binding is all that scripts of heroes can see.
func Binding() *scripting.Binding {
	b := &scripting.Binding{
		Kinds:     []scripting.Kind{kindStack: stackKind(), kindSide: sideKind(), kindBattle: battleKind()},
		Globals:   []scripting.Global{{Name: "battle", Doc: "The battle.", Type: "battle", Value: scripting.Object(kindBattle, 0)}},
		Functions: functions(),
		Registers: registers(),
	}
	for _, h := range hooks() {
		b.Events = append(b.Events, h.Event)
	}
	return b
}

// Install compiles the scripts of a library's mods and hangs them on its
// game. The error is a [strict.Problems] when the scripts are at fault.
func Install(lib *library.Library, policy Policy) (*Mods, error) {
	m := &Mods{lib: lib, game: heroesdata.Game(lib), policy: policy, streams: map[string]int{}, infos: map[string]*library.ModInfo{}}
	var sources []scripting.Source
	for i := range lib.Mods {
		info := &lib.Mods[i]
		m.infos[info.Mod.ID] = info
		for _, s := range info.Scripts {
			sources = append(sources, scripting.Source{Mod: info.Mod.ID, File: s.File, Text: []byte(s.Text), Ability: s.Of("ability")})
		}
		if len(info.Scripts) > 0 {
			m.streams[info.Mod.ID] = len(lib.Streams)
			lib.Streams = append(lib.Streams, info.Mod.ID)
		}
	}
	if len(sources) == 0 {
		return m, nil
	}
	binding := Binding()
	program, err := scripting.Compile(binding, sources)
	if err != nil {
		return nil, err
	}
	m.Program = program
	m.game.Summons = true
	m.game.Begin = m.begin
	table := hooks()
	for i := range table {
		if funcs := program.Funcs(table[i].Hook); len(funcs) > 0 {
			table[i].hang(m, &table[i], funcs)
		}
	}
	lib.Warn(m.orderWarnings(table)...)
	if problems := m.declare(); len(problems) > 0 {
		return nil, problems
	}
	return m, nil
}

// settingOf is the value of a setting of the mod that runs.
func settingOf(m *scripting.Machine, name string) (scripting.Value, error) {
	h, err := hostIn(m)
	if err != nil {
		return scripting.Nil, err
	}
	info := h.mods.infos[m.Mod()]
	if info == nil {
		return scripting.Nil, errors.New("there are no settings here")
	}
	var known []string
	for _, s := range info.Settings {
		if s.Name == name {
			switch v := s.Value.(type) {
			case int:
				return scripting.Number(float64(v)), nil
			case float64:
				return scripting.Number(v), nil
			case bool:
				return scripting.Boolean(v), nil
			case string:
				return scripting.String(v), nil
			}
		}
		known = append(known, s.Name)
	}
	return scripting.Nil, errors.New(library.Explain(&engine.Unknown{What: "setting", Word: name, Known: known}))
}

// registers are what scripts declare when they are loaded.
func registers() []scripting.Register {
	by, at := param("by", stackType, "who acts"), param("at", stackType.OrNil(), "whom it names; nil where it names nobody")
	deed := func(name, doc string) []scripting.Field {
		return []scripting.Field{
			optional("at", scripting.TypeString, `whom it names: "nobody" (if not given), "friend" or "enemy"`),
			{Name: "legal", Type: scripting.TypeFunction, Optional: true, Doc: "whether it may be done: nil, or why not",
				Params: []scripting.Field{by, at}, Returns: returns(scripting.TypeString.OrNil(), "nil, or the reason why not")},
			{Name: name, Type: scripting.TypeFunction, Doc: doc, Params: []scripting.Field{by, at}},
			{Name: "worth", Type: scripting.TypeFunction, Optional: true, Doc: "what it is worth to computer players, in points of cost",
				Params: []scripting.Field{by, at}, Returns: returns(scripting.TypeNumber, "")},
		}
	}
	return []scripting.Register{
		{Name: "option", Doc: "A new option for a stack whose turn it is.",
			Fields: append([]scripting.Field{param("name", scripting.TypeString, "the word that players type"), optional("text", scripting.TypeString, "what it does, in a sentence, for options and help")}, deed("act", "does it")...)},
		{Name: "spell", Doc: "What casting a spell does; in the script that a spell's entry names.",
			Fields: deed("cast", "casts it")},
		{Name: "player", Doc: "A computer player.", Fields: []scripting.Field{
			param("name", scripting.TypeString, "what it is called at --players and seats"),
			{Name: "answer", Type: scripting.TypeFunction, Doc: "picks an option",
				Params: []scripting.Field{
					param("side", sideType, "who is asked"),
					param("options", scripting.TypeString.List(), "as players type them"),
					param("worths", scripting.TypeNumber.List(), "what each is expected to bring, in points of cost"),
				},
				Returns: returns(scripting.TypeNumber, "the place of the option, from 1")},
		}},
	}
}

// PromptWords are the words that an option cannot have for its name: the
// commands of the prompt with their short forms, and the answers.
var PromptWords = []string{
	"a", "ab", "ability", "ac", "accept", "attack", "b", "back", "board", "c", "cast", "cr", "creature", "e", "emerge", "exit", "f",
	"fight", "fo", "forth", "forward", "h", "help", "hi", "hint", "ho", "hold", "l", "lo", "load", "log", "lu", "lua", "m", "mo",
	"mods", "move", "n", "ne", "new", "next", "no", "o", "od", "odds", "offer", "options", "p", "pass", "pl", "place", "pr",
	"protect", "q", "quit", "r", "re", "redo", "reject", "reload", "replay", "retaliate", "rj", "rl", "rp", "ru", "rule", "s", "sa",
	"sacrifice", "save", "sc", "scenario", "sd", "se", "seats", "seed", "sh", "shoot", "show", "sm", "sp", "spell", "st", "stay",
	"su", "surrender", "sv", "sw", "swarm", "swat", "ta", "take", "town", "u", "undo", "w", "wa", "watch", "why", "wi", "withdraw",
	"y", "yes",
}

// stackName is what stacks are called, and a die that is typed.
var stackName = regexp.MustCompile(`^[ad]?[0-9]+$`)

// declare gives the game what scripts declared.
func (m *Mods) declare() (problems strict.Problems) {
	report := func(r scripting.Registration, format string, args ...any) {
		problems = append(problems, strict.Problem{File: r.File, Line: r.Line, Text: fmt.Sprintf(format, args...)})
	}
	names := map[string]scripting.Registration{}
	for _, r := range m.Program.Registered("option") {
		name := r.Value("name").Text()
		before, twice := names[name]
		switch {
		case !isWord(name):
			report(r, "the option's name %q must be a word", name)
			continue
		case slices.Contains(PromptWords, name) || stackName.MatchString(name):
			report(r, "the prompt has the word %q already: pick another name for the option", name)
			continue
		case twice:
			report(r, "the option %q is already declared in %s:%d", name, before.File, before.Line)
			continue
		}
		names[name] = r
		extra, err := m.deed(r, name, "act")
		if err != nil {
			report(r, "%v", err)
			continue
		}
		extra.Text = scripting.Plain(r.Value("text").Text(), maxText)
		m.game.Extras = append(m.game.Extras, *extra)
	}
	for _, r := range m.Program.Registered("player") {
		if name := r.Value("name").Text(); !isWord(name) {
			report(r, "the player's name %q must be a word", name)
			continue
		} else if slices.Contains(m.lib.PlayerNames(), name) {
			report(r, "there is a player %q already", name)
			continue
		}
		m.lib.Players = append(m.lib.Players, players.Player{
			Name: r.Value("name").Text(),
			New:  func(engine.Side, uint64) engine.Oracle { return &scripted{m, r} },
		})
	}
	for _, r := range m.Program.Registered("spell") {
		spell := m.spellOf(r)
		if spell == nil {
			report(r, "spell{...} stands in the script that a spell's entry names: script = \"...\"")
			continue
		}
		special, err := m.deed(r, spell.ID, "cast")
		if err != nil {
			report(r, "%v", err)
			continue
		}
		if spell.Special != nil {
			report(r, "the script declares the spell twice")
		}
		spell.Special = special
	}
	for _, s := range m.game.Spells {
		if s.Effect && s.Special == nil && s.Rounds == 0 {
			file, line, _ := strings.Cut(m.lib.Source(s), ":")
			n, _ := strconv.Atoi(line)
			problems = append(problems, strict.Problem{File: file, Line: n, Text: fmt.Sprintf(
				"spell %q has a script that declares no spell{...}: without target and rounds nobody knows what it does", s.ID)})
		}
	}
	return problems
}

// spellOf is the spell in whose script something is declared.
func (m *Mods) spellOf(r scripting.Registration) *heroes.Spell {
	for _, s := range m.infos[r.Mod].Scripts {
		if id := s.Of("spell"); s.File == r.File && id != "" {
			if spell, err := heroesdata.Spell(m.lib, id); err == nil {
				return spell
			}
		}
	}
	return nil
}

// deed makes of a declaration what the engine knows.
func (m *Mods) deed(r scripting.Registration, name, do string) (*heroes.Extra, error) {
	extra := &heroes.Extra{Name: name}
	switch at := r.Value("at"); at.Text() {
	case "", "nobody":
	case "friend":
		extra.At = heroes.AtFriend
	case "enemy":
		extra.At = heroes.AtEnemy
	default:
		return nil, errors.New(library.Explain(&engine.Unknown{What: "at", Word: at.Text(), Known: []string{"nobody", "friend", "enemy"}}))
	}
	call := func(b *heroes.Battle, field string, pure bool, by, at *heroes.Stack) scripting.Value {
		h := m.hostOf(b)
		if h.disabled[r.Mod] != nil {
			return scripting.Nil
		}
		if pure {
			h.pure++
			defer func() { h.pure-- }()
		}
		v, err := h.machine.CallRegistered(r, field, stackValue(by), stackValue(at))
		if err != nil {
			h.fail(r.Mod, err)
		}
		return v
	}
	extra.Legal = func(b *heroes.Battle, by, at *heroes.Stack) error {
		if m.hostOf(b).disabled[r.Mod] != nil {
			return errors.New("its mod is out")
		}
		if r.Has("legal") {
			if why := call(b, "legal", true, by, at); !why.IsNil() {
				return errors.New(scripting.Plain(why.Text(), maxText))
			}
		}
		return nil
	}
	extra.Do = func(b *heroes.Battle, by, at *heroes.Stack) { call(b, do, false, by, at) }
	if r.Has("worth") {
		extra.Worth = func(b *heroes.Battle, by, at *heroes.Stack) int { return int(call(b, "worth", true, by, at).Float()) }
	}
	return extra, nil
}
