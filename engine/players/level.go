package players

import "houserule/engine"

// A Level is the strength of the computer, for people who do not know its players.
type Level struct{ Name, Player string }

// Levels returns the levels, the easiest first: one search, with less and more nodes.
func Levels() []Level {
	return []Level{{"easy", carelessly}, {Normal, searching}, {"hard", searching + ":48000"}}
}

// Normal is the default level.
const Normal = "normal"

// Explained is the player of battles that teach, at no level: their lessons explain its answers.
const Explained = "greedy"

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
