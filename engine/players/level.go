package players

import "houserule/engine"

// A Level is how hard the computer is to beat, for a person who need not know players.
type Level struct{ Name, Player string }

// Levels returns the levels, the easiest first.
func Levels() []Level {
	return []Level{{"easy", "careless"}, {Normal, "greedy"}, {"hard", "search"}}
}

// Normal is the level where none is chosen, and that of battles that teach.
const Normal = "normal"

// LevelNames returns the names of the levels.
func LevelNames() (names []string) {
	for _, l := range Levels() {
		names = append(names, l.Name)
	}
	return names
}

// PlayerAt returns the player of a level.
func PlayerAt(level string) (string, error) {
	for _, l := range Levels() {
		if l.Name == level {
			return l.Player, nil
		}
	}
	return "", &engine.Unknown{What: "level", Word: level, Known: LevelNames()}
}
