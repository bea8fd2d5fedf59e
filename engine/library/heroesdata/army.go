package heroesdata

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"houserule/engine"
	"houserule/engine/heroes"
)

// ReadSetup reads the lines of [heroes.Setup.Fields] from a journal's header. Find returns the
// creature with an id.
func ReadSetup(h engine.Header, find func(id string) (*heroes.Creature, error)) (heroes.Setup, error) {
	setup := heroes.Setup{Scenario: h.Get(engine.KeyScenario)}
	var err error
	for side, name := range (heroes.Setup{}).SeatNames() {
		s := &setup.Sides[side]
		if s.Army, err = ReadArmy(h.Get(name), find); err != nil {
			return setup, fmt.Errorf("the journal's %s: %w", name, err)
		}
		if _, err := fmt.Sscanf(h.Get(name+"-side"), heroes.SideFields, &s.Guard, &s.Town, &s.Hand, &s.Deck); err != nil {
			return setup, fmt.Errorf("the journal's %s-side: %w", name, err)
		}
	}
	if setup.Walls, err = heroes.ParseWalls(h.Get("walls")); err != nil {
		return setup, fmt.Errorf("the journal's walls: %w", err)
	}
	setup.Free = h.Get("setup") == "free"
	limit, err := strconv.Atoi(h.Get("rounds"))
	if err != nil || limit < 0 {
		return setup, fmt.Errorf("the journal's rounds: %q is no number", h.Get("rounds"))
	}
	setup.RoundLimit = limit
	return setup, nil
}

// ReadArmy reads "3 gold-golem, 2 orc + 1 bandit | 4 halfling": a comma separates stacks,
// a plus the cards of one stack, top first, and a bar the melee line from the ranged line.
// Find returns the creature with an id.
func ReadArmy(text string, find func(id string) (*heroes.Creature, error)) (heroes.Army, error) {
	var army heroes.Army
	column := 1
	lines := strings.Split(text, "|")
	if len(lines) > 2 {
		at := len([]rune(lines[0])) + len([]rune(lines[1])) + 2
		return army, &engine.Misplaced{Column: at, Err: errors.New("an army has two lines, so one bar (|) at most")}
	}
	for i, line := range lines {
		if strings.TrimSpace(line) == "" {
			column += len([]rune(line)) + 1
			continue
		}
		for _, stack := range strings.Split(line, ",") {
			var pile heroes.Pile
			start := column
			for _, run := range strings.Split(stack, "+") {
				r, err := parseRun(run, find)
				if err != nil {
					blanks := len(run) - len(strings.TrimLeft(run, " \t"))
					return army, &engine.Misplaced{Column: column + blanks, Err: err}
				}
				pile = append(pile, r)
				column += len([]rune(run)) + 1
			}
			army[i] = append(army[i], pile)
			if len(army[0])+len(army[1]) > heroes.MaxStacks {
				return army, &engine.Misplaced{Column: start, Err: fmt.Errorf("an army has at most %d stacks", heroes.MaxStacks)}
			}
		}
	}
	if len(army[0])+len(army[1]) == 0 {
		return army, &engine.Misplaced{Column: 1, Err: errors.New(`the army is empty: write, for instance, "3 CREATURE, 2 CREATURE | 4 CREATURE"`)}
	}
	return army, nil
}

func parseRun(text string, find func(string) (*heroes.Creature, error)) (heroes.Run, error) {
	words := strings.Fields(text)
	switch len(words) {
	case 0:
		return heroes.Run{}, errors.New("a stack is missing: write a number and a creature")
	case 1: // "orc" means "1 orc"
		words = []string{"1", words[0]}
	case 2:
	default:
		return heroes.Run{}, fmt.Errorf("%q is not a number and a creature: put a comma between stacks, a plus between the cards of one", strings.TrimSpace(text))
	}
	n, err := strconv.Atoi(words[0])
	if err != nil {
		return heroes.Run{}, fmt.Errorf("%q is not a number of cards", words[0])
	}
	if n < 1 || n > heroes.MaxCards {
		return heroes.Run{}, fmt.Errorf("%d cards: must be from 1 to %d", n, heroes.MaxCards)
	}
	c, err := find(words[1])
	if err != nil {
		return heroes.Run{}, err
	}
	return heroes.Run{N: n, Creature: c}, nil
}
