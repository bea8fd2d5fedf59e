package players

import "houserule/engine"

// A Level is the strength of the computer, for people who do not know its players.
type Level struct{ Name, Player string }

// Levels returns the levels, the easiest first.
func Levels() []Level {
	return []Level{{"easy", "careless"}, {Normal, "greedy"}, {"hard", searching}}
}

// Normal is the default level, and the level of battles that teach.
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
