// Package games decides which game and which mods a command is about, and loads
// them.
//
// A [Resolver] holds what the flags of all commands say. These name a game, and must
// agree: --game, the mods of --mods, the rules of --set, and the journal of the battle
// being resumed. Where none of them names a game, it is the first game that has what
// the command line names, which the command says by a [Hint], as the scenario does in
// houserule play burning-city; else it is the first of all.
//
// [Replaying] reads the journal of a battle that is played again, and loads its rules.
package games

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"houserule/cmd/houserule/catalog"
	"houserule/cmd/houserule/usage"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/players"
	"houserule/scripting/luagame"
	"houserule/scripting/modhost"
)

// A Resolver finds games and mods, and knows which of them the flags of all commands
// name. A changed copy has other flags.
type Resolver struct {
	Game string // the value of --game
	Ruleset
	OnError  string
	Stops    bool             // a script that fails ends the command, whatever OnError says
	Resumed  []string         // mod folders of the battle being resumed
	Changed  []string         // settings that were changed at the prompt, over all others
	Warnings io.Writer        // nil: nowhere
	Profile  *modhost.Profile // of all scripts that are loaded; nil: none is made
	// Guests are players whom the command line brings, besides those of games and mods.
	Guests []players.Player

	data      fs.FS
	own       []Game
	bundled   func() []library.Found // the mods that ship with the program, read once
	installed func() []Game          // the own ones, and those of the mods that can be named by id
}

// New returns a resolver for games of the program, the first being the default, and
// for those that mods bring. Data holds what ships with the program.
func New(data fs.FS, own ...Game) *Resolver {
	r := &Resolver{data: data}
	for _, g := range own {
		g.base = library.Base(g.Data, data)
		r.own = append(r.own, g)
	}
	r.bundled = sync.OnceValue(func() []library.Found { return library.Find(r.Bundled()) })
	r.installed = sync.OnceValue(func() []Game { return append(slices.Clone(r.own), r.lua(r.Available())...) })
	return r
}

// Games returns all games: those installed and, in place of one of the same name or
// besides, those of mods that were found elsewhere.
func (r *Resolver) Games(elsewhere ...library.Found) []Game {
	all := slices.Clone(r.installed())
	for _, g := range r.lua(elsewhere) {
		if i := slices.IndexFunc(all, g.same); i >= 0 {
			all[i] = g
		} else {
			all = append(all, g)
		}
	}
	return all
}

// lua returns the games in Lua that mods bring, except in place of an own one.
func (r *Resolver) lua(found []library.Found) (brought []Game) {
	for _, mod := range found {
		if g := Lua(luagame.New(mod)); luagame.Brings(mod) && !slices.ContainsFunc(r.own, g.same) {
			brought = append(brought, g)
		}
	}
	return brought
}

// Of returns the game with which a library was loaded.
func (r *Resolver) Of(lib *library.Library) Game {
	if s, ok := lib.Format.(luagame.Format); ok {
		return Lua(s)
	}
	g, _ := named(lib.Format.Name(), r.own)
	return g
}

// View returns the program's view of the rule system of a library.
func (r *Resolver) View(lib *library.Library) view.Frontend { return r.Of(lib).View }

// A Hint is what a command knows about its game, besides the flags of all commands.
// The zero Hint is empty.
type Hint struct {
	// Journal is the header of the battle being resumed, by the command Resume ("": any).
	Journal engine.Header
	Resume  string
	// Has reports whether a game has all that the command line names and then, where
	// no game does, whether it has the most specific part of it.
	Has []func(Game) bool
}

// Having returns a hint: the game has something.
func Having(has ...func(Game) bool) Hint { return Hint{Has: has} }

// advice returns how to get a mod that the journal needs.
func (h Hint) advice(id string) string {
	install := "houserule mod install " + cmp.Or(library.AddressIn(h.Journal, id), "FILE|FOLDER|URL")
	if installed, err := Store().Installed(); err == nil && installed[id].Version != "" {
		install = "houserule mod update " + id
	}
	return fmt.Sprintf("install it with %s, or name its folder, as in %s", install, strings.TrimSpace(h.Resume+" --mods PATH"))
}

// Missing adds to the error of a missing mod how to get it, if the journal has enabled that
// mod. It returns any other error unchanged.
func (h Hint) Missing(err error, enabled []string) error {
	var unknown *engine.Unknown
	if errors.As(err, &unknown) && unknown.What == "mod" && slices.Contains(enabled, unknown.Word) {
		return fmt.Errorf("the journal is of the mod %q %s, which is not here: %s", unknown.Word, library.VersionIn(h.Journal, unknown.Word), h.advice(unknown.Word))
	}
	return err
}

// A source is a reason for a game, in words.
type source struct {
	game Game
	text string
}

// sources returns those of the flags, of mods and of a hint. A mod for a game that is
// not there is none of them: whoever loads it gets the error.
func (r *Resolver) sources(mods []library.Found, h Hint) (all []source, err error) {
	known := r.candidates(mods)
	add := func(name, format string, args ...any) {
		if g, ok := named(name, known); ok {
			all = append(all, source{g, fmt.Sprintf(format, args...)})
		}
	}
	if _, ok := named(r.Game, known); !ok && r.Game != "" {
		return nil, usage.Errorf("--game: %w", &engine.Unknown{What: "game", Word: r.Game, Known: Names(known)})
	}
	add(r.Game, "--game is %s", r.Game)
	for _, f := range mods {
		add(f.Mod.Game, "the mod %s is for %s", f.Mod.ID, f.Mod.Game)
	}
	for _, set := range r.Set {
		key, _, _ := strings.Cut(set, "=")
		base, _, _ := strings.Cut(strings.TrimSpace(key), ".")
		add(base, "%s is a rule of %s", strings.TrimSpace(key), base)
	}
	if name := library.GameIn(h.Journal); name != "" {
		if _, ok := named(name, known); !ok {
			return nil, fmt.Errorf("the journal is of the game %q, which is not here: %s", name, h.advice(name))
		}
		add(name, "the journal is of %s", name)
	}
	return all, nil
}

// candidates returns all games that can be meant where these mods are named.
func (r *Resolver) candidates(mods []library.Found) []Game {
	return r.Games(slices.Concat(r.resumed(), mods)...)
}

// With decides which game is played with these mods.
func (r *Resolver) With(mods []library.Found, h Hint) (Game, error) {
	sources, err := r.sources(mods, h)
	if err != nil {
		return Game{}, err
	}
	for _, other := range sources {
		if first := sources[0]; !other.game.same(first.game) {
			return Game{}, usage.Errorf("%s, but %s", first.text, other.text)
		}
	}
	if len(sources) > 0 {
		return sources[0].game, nil
	}
	all := r.candidates(mods)
	for _, has := range h.Has {
		if i := slices.IndexFunc(all, has); i >= 0 {
			return all[i], nil
		}
	}
	return all[0], nil
}

// Resolve decides which game is played with the mods of --mods.
func (r *Resolver) Resolve(h Hint) (Game, error) {
	_, mods, err := r.find()
	if err != nil {
		return Game{}, err
	}
	return r.With(mods, h)
}

// Resolved returns a copy with the game decided for good, so that all later loads use
// the same game.
func (r *Resolver) Resolved(h Hint) (*Resolver, error) {
	g, err := r.Resolve(h)
	if err != nil {
		return nil, err
	}
	decided := *r
	decided.Game = g.Name()
	return &decided, nil
}

// Possible returns the games that the flags alone allow.
func (r *Resolver) Possible() (all []Game, err error) {
	_, mods, err := r.find()
	if err != nil {
		return nil, err
	}
	for _, g := range r.Games(mods...) {
		chosen, err := r.With(mods, Having(g.same))
		if err != nil {
			return nil, err
		}
		if chosen.same(g) {
			all = append(all, g)
		}
	}
	return all, nil
}

// GameWords returns the words of a command line that name the decided game, or none
// where it is the default.
func (r *Resolver) GameWords() []string {
	if r.Game == r.Games()[0].Name() {
		return nil
	}
	return []string{"--game", r.Game}
}

// Elsewhere adds to the error for a word that a game does not know which other games
// know it. It returns err where none does.
func (r *Resolver) Elsewhere(err error, g Game, knows func(Game) bool) error {
	var unknown *engine.Unknown
	if !errors.As(err, &unknown) {
		return err
	}
	var others []string
	for _, other := range r.Games() {
		if !other.same(g) && knows(other) {
			others = append(others, other.Name())
		}
	}
	if others == nil {
		return err
	}
	return fmt.Errorf("%s has no %s %q: %s", g.Name(), unknown.What, unknown.Word, HaveIt(others, "has", "have"))
}

// HaveIt names the games that have something: "kings has"; "" for none.
func HaveIt(names []string, has, have string) string {
	switch len(names) {
	case 0:
		return ""
	case 1:
		have = has
	}
	return view.Join(names) + " " + have
}

// WholeScenario returns the scenario that begins with a word, as Whole does, unless the word is
// a scenario or a game.
func (r *Resolver) WholeScenario(word string) (string, error) {
	possible, err := r.Possible()
	if err != nil || slices.ContainsFunc(possible, HasScenario(word)) {
		return word, nil // whoever loads the game gets the error
	}
	return r.Whole(word, func(_ Game, lib *library.Library) []string { return catalog.ScenarioIDs(lib) })
}

// Whole returns the only id that begins with a word, of those that Tab offers. It returns the
// word itself if there is none.
func (r *Resolver) Whole(word string, ids func(Game, *library.Library) []string) (string, error) {
	whole, err := engine.Beginning(word, r.offer(nil, ids))
	if err != nil {
		return "", &usage.Error{Err: err}
	}
	return cmp.Or(whole, word), nil
}

// UnknownScenario adds to the error for a scenario that a library does not have which
// other game has it, and suggests those of all games.
func (r *Resolver) UnknownScenario(lib *library.Library, err error) error {
	var unknown *engine.Unknown
	if !errors.As(err, &unknown) {
		return err
	}
	for _, g := range r.Games() {
		if g.Name() == unknown.Word {
			return fmt.Errorf("%s is a game, %s", g.Name(), whyThis(lib))
		}
		other, err := g.Base()
		if err != nil {
			continue
		}
		if _, err := other.Scenario(unknown.Word); err == nil {
			return fmt.Errorf("scenario %q is one of %s, %s", unknown.Word, g.Name(), whyThis(lib))
		}
		unknown.Known = append(unknown.Known, catalog.ScenarioIDs(other)...)
	}
	slices.Sort(unknown.Known)
	unknown.Known = slices.Compact(unknown.Known)
	return err
}

// whyThis says which game a library is of, and why where its mods or settings say so.
func whyThis(lib *library.Library) string {
	name := lib.Format.Name()
	for _, m := range lib.Mods[1:] {
		if !m.Needed {
			return fmt.Sprintf("but the mod %s is for %s", m.Mod.ID, name)
		}
	}
	for _, s := range lib.Mods[0].Settings {
		if s.IsSet() {
			return fmt.Sprintf("but %s.%s is a rule of %s", lib.Mod.ID, s.Name, name)
		}
	}
	return "and this is " + name
}

// RuleName returns a key of settings without the name of a game, which its rules do
// not need: "swarm_factor" for "heroes.swarm_factor".
func (r *Resolver) RuleName(key string) string {
	base, rule, _ := strings.Cut(key, ".")
	if _, ok := named(base, r.Games()); ok {
		return rule
	}
	return key
}
