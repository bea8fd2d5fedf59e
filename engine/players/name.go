package players

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"houserule/engine"
)

// Human is the name of a person where players are named. No computer player has that name.
const Human = "human"

// Program is the prefix in the name of a player that is a program, before its command line:
// "run:python3 bot.py".
const Program = "run:"

// searching is the name of Search.
const searching = "search"

// Sooner says how to make a search answer in less time.
const Sooner = "search:3000 is search with 3,000 nodes for an answer: with fewer nodes it answers sooner."

// mostNodes is the maximum number of nodes that a name can give a player: minutes for an
// answer.
const mostNodes = 10_000_000 // Named writes it out

// Named returns the known player that a name means: "greedy", or "search:3000" for a search
// with 3,000 nodes, or "marsh:bold" for the player bold of the mod marsh. The player that it returns has this name. The error is an
// [engine.Unknown], or says what may follow the colon.
func Named(known []Player, name string) (Player, error) {
	if i := slices.IndexFunc(known, func(p Player) bool { return p.Name == name || p.Mod != "" && p.Mod+":"+p.Name == name }); i >= 0 {
		return known[i], nil
	}
	base, number, numbered := strings.Cut(name, ":")
	if strings.HasPrefix(name, Program) {
		base, numbered = name, false
	}
	i := slices.IndexFunc(known, func(p Player) bool { return p.Name == base })
	switch {
	case i < 0:
		return Player{}, &engine.Unknown{What: "player", Word: base, Known: Names(known)}
	case !numbered:
		return known[i], nil
	case known[i].WithNodes == nil:
		return Player{}, fmt.Errorf("%s: %s takes no number after its name; only careless and search do, as in search:3000", engine.Quote(name), base)
	}
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > mostNodes || strconv.Itoa(n) != number {
		return Player{}, fmt.Errorf("%s: after the colon give a whole number of nodes from 1 to 10,000,000, as in search:3000", engine.Quote(name))
	}
	with := known[i].WithNodes
	return Player{Name: name, New: func(seat engine.Side, _ uint64) engine.Oracle { return with(seat, n) }}, nil
}

// Names returns the names of players.
func Names(of []Player) []string {
	return engine.Each(of, func(p Player) string { return p.Name })
}

// Offered returns the names of players for a list of words to choose from. An example with a
// number follows the name of each player that takes one.
func Offered(of []Player) (names []string) {
	for _, p := range of {
		if names = append(names, p.Name); p.WithNodes != nil {
			names = append(names, p.Name+":3000")
		}
	}
	return names
}

// Searches reports whether a name means a player that looks ahead, which answers too slowly to be
// asked in each state of a battle.
func Searches(name string) bool {
	base, _, _ := strings.Cut(name, ":")
	return base == searching || base == carelessly
}
