package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"houserule/cmd/houserule/catalog"
	"houserule/engine"
	"houserule/engine/library"
)

// This file decides for all commands which game a command is about. These name a
// game, and must agree: --game, the mods of --mods, the rules of --set, and the
// journal of the battle being resumed. Where none of them names a game, it is the
// first game that has what the command line names, as the scenario does in
// houserule play burning-city; else the first of all.

// A clue is what a command knows about its game, besides the flags of all
// commands. The zero clue is empty.
type clue struct {
	// journal is the header of the battle being resumed.
	journal engine.Header
	again   string // the command that resumes it, for advice; "": any
	// has report whether a game has all that the command line names and then, where
	// no game does, whether it has the most specific part of it.
	has []func(game) bool
}

// cure is how to name a mod that the journal needs.
func (c clue) cure() string { return strings.TrimSpace(c.again + " --mods PATH") }

// missing adds to an error for a missing mod, which the journal has enabled, how
// to name it.
func (c clue) missing(err error, enabled []string) error {
	var unknown *engine.Unknown
	if errors.As(err, &unknown) && unknown.What == "mod" && slices.Contains(enabled, unknown.Word) {
		return fmt.Errorf("the journal is of the mod %q, which is not here: name its folder, as in %s", unknown.Word, c.cure())
	}
	return err
}

// having returns a clue for what a game has.
func having(has ...func(game) bool) clue { return clue{has: has} }

// notHere says of a word that a game does not know which other games know it, and
// returns err where none does.
func notHere(err error, g game, knows func(game) bool) error {
	var unknown *engine.Unknown
	if !errors.As(err, &unknown) {
		return err
	}
	var others []string
	for _, other := range games() {
		if other.name() != g.name() && knows(other) {
			others = append(others, other.name())
		}
	}
	if others == nil {
		return err
	}
	return fmt.Errorf("%s has no %s %q: %s", g.name(), unknown.What, unknown.Word, haveIt(others, "has", "have"))
}

// haveIt says which games have something, "" where none does: "kings has".
func haveIt(names []string, has, have string) string {
	last := len(names) - 1
	switch last {
	case -1:
		return ""
	case 0:
		return names[0] + " " + has
	}
	return strings.Join(names[:last], ", ") + " and " + names[last] + " " + have
}

// A claim says which game is meant, and in text what says so.
type claim struct {
	game game
	text string
}

// claims are those of the flags, of mods and of a clue. A mod for a game that
// is not there claims nothing: who loads it is told.
func (o *modOptions) claims(named []library.Found, c clue) (all []claim, err error) {
	known := o.games(named)
	add := func(name, format string, args ...any) {
		if g, ok := gameNamed(name, known); ok {
			all = append(all, claim{g, fmt.Sprintf(format, args...)})
		}
	}
	if _, ok := gameNamed(o.game, known); !ok && o.game != "" {
		return nil, &usageError{fmt.Errorf("--game: %w", unknownWord("game", o.game, gameNames(known)))}
	}
	add(o.game, "--game is %s", o.game)
	for _, f := range named {
		add(f.Mod.Game, "the mod %s is for %s", f.Mod.ID, f.Mod.Game)
	}
	for _, set := range o.set {
		key, _, _ := strings.Cut(set, "=")
		base, _, _ := strings.Cut(strings.TrimSpace(key), ".")
		add(base, "%s is a rule of %s", strings.TrimSpace(key), base)
	}
	if name := library.GameIn(c.journal); name != "" {
		if _, ok := gameNamed(name, known); !ok {
			return nil, fmt.Errorf("the journal is of the game %q, which is not here: name its folder, as in %s", name, c.cure())
		}
		add(name, "the journal is of %s", name)
	}
	return all, nil
}

// games are all that can be meant where these mods are named.
func (o *modOptions) games(named []library.Found) []game {
	return games(slices.Concat(o.remembered(), named)...)
}

// gameOf decides which game is played with these mods.
func (o *modOptions) gameOf(named []library.Found, c clue) (game, error) {
	claims, err := o.claims(named, c)
	if err != nil {
		return game{}, err
	}
	for _, other := range claims {
		if first := claims[0]; !other.game.same(first.game) {
			return game{}, &usageError{fmt.Errorf("%s, but %s", first.text, other.text)}
		}
	}
	if len(claims) > 0 {
		return claims[0].game, nil
	}
	all := o.games(named)
	for _, has := range c.has {
		if i := slices.IndexFunc(all, has); i >= 0 {
			return all[i], nil
		}
	}
	return all[0], nil
}

// possible are the games that can be meant: those which the flags alone would
// let be played.
func (o *modOptions) possible() (all []game, err error) {
	_, named, err := o.find()
	if err != nil {
		return nil, err
	}
	for _, g := range games(named...) {
		chosen, err := o.gameOf(named, having(g.same))
		if err != nil {
			return nil, err
		}
		if chosen.same(g) {
			all = append(all, g)
		}
	}
	return all, nil
}

// decide decides which game is played with the mods of --mods.
func (o *modOptions) decide(c clue) (game, error) {
	_, named, err := o.find()
	if err != nil {
		return game{}, err
	}
	return o.gameOf(named, c)
}

// sure returns the flags with the game decided for good, so that all later loads
// use the same game.
func (o *modOptions) sure(c clue) (*modOptions, error) {
	g, err := o.decide(c)
	if err != nil {
		return nil, err
	}
	decided := *o
	decided.game = g.name()
	return &decided, nil
}

// gameWords are the words of a command line that name the decided game, or none
// where the default game is decided.
func (o *modOptions) gameWords() []string {
	if o.game == games()[0].name() {
		return nil
	}
	return []string{"--game", o.game}
}

// baseHas turns a test of a library into a test of a game's base library.
func baseHas(has func(*library.Library) bool) func(game) bool {
	return func(g game) bool {
		lib, err := g.base()
		return err == nil && has(lib)
	}
}

// hasScenario reports whether a game has a scenario; every game has "".
func hasScenario(id string) func(game) bool {
	if id == "" {
		return func(game) bool { return true }
	}
	return baseHas(func(lib *library.Library) bool {
		_, err := lib.Scenario(id)
		return err == nil
	})
}

// unknownScenario says of a scenario that a library does not have which other
// game has it, and suggests those of all games.
func unknownScenario(lib *library.Library, err error) error {
	var unknown *engine.Unknown
	if !errors.As(err, &unknown) {
		return err
	}
	this := gameIn(lib)
	for _, g := range games() {
		other, err := g.base()
		if err != nil || g.same(this) {
			continue
		}
		if _, err := other.Scenario(unknown.Word); err == nil {
			return fmt.Errorf("scenario %q is one of %s, %s", unknown.Word, g.name(), whyThis(lib))
		}
		unknown.Known = append(unknown.Known, catalog.ScenarioIDs(other)...)
	}
	return err
}

// whyThis says which game a library is of, and why where its mods or settings
// say so.
func whyThis(lib *library.Library) string {
	name := lib.System.Name()
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

// ruleName is a key of settings without the name of a game, which its rules do
// not need: "swarm_factor" for "heroes.swarm_factor".
func ruleName(key string) string {
	base, rule, _ := strings.Cut(key, ".")
	if _, ok := gameNamed(base, games()); ok {
		return rule
	}
	return key
}
