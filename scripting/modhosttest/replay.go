package modhosttest

import (
	"fmt"
	"strings"
	"sync"

	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/library"
	"houserule/engine/players"
)

// Replays checks, with mods that ship, so many seeds of every scenario: the
// battles are the same whatever number of them run side by side, and their
// journals replay identically with everything loaded anew.
func (k Kit) Replays(seeds int, ids ...string) error {
	lib, _, err := k.with(ids)
	if err != nil {
		return err
	}
	again, _, err := k.with(ids)
	if err != nil {
		return err
	}
	journals, errs := sideBySide(lib, seeds)
	for i, want := range journals {
		if errs[i] != nil {
			return errs[i]
		}
		scenario, seed := again.Scenarios[i/seeds], uint64(i%seeds)
		got, err := journal(again, scenario, seed)
		if err != nil {
			return err
		}
		if got != want {
			return fmt.Errorf("%s, seed %d: alone\n%s\nside by side\n%s", scenario.ID, seed, got, want)
		}
		if err := replay(again, got); err != nil {
			return fmt.Errorf("%s, seed %d: %w", scenario.ID, seed, err)
		}
	}
	return nil
}

// sideBySide plays the scenarios of a library, all at the same time.
func sideBySide(lib *library.Library, seeds int) (journals []string, errs []error) {
	journals, errs = make([]string, len(lib.Scenarios)*seeds), make([]error, len(lib.Scenarios)*seeds)
	var wait sync.WaitGroup
	for i := range journals {
		wait.Go(func() { journals[i], errs[i] = journal(lib, lib.Scenarios[i/seeds], uint64(i%seeds)) })
	}
	wait.Wait()
	return journals, errs
}

// journal plays a scenario, greedy and random players taking turns at the
// seats, and returns its journal.
func journal(lib *library.Library, scenario *library.Scenario, seed uint64) (string, error) {
	b, err := lib.Game.NewBattle(scenario.Setup)
	if err != nil {
		return "", err
	}
	m := library.Match{Scenario: scenario.ID, Setup: scenario.Setup, Seed: seed, Dice: library.Seeded}
	var seats []engine.Oracle
	for side := range engine.Side(b.Seats()) {
		if (uint64(side)+seed)%2 == 0 {
			m.Players, seats = append(m.Players, "greedy"), append(seats, players.Greedy{})
		} else {
			m.Players, seats = append(m.Players, "random"), append(seats, players.NewRandom(side, seed))
		}
	}
	var text strings.Builder
	w, err := engine.NewJournalWriter(&text, lib.Header(m))
	if err != nil {
		return "", err
	}
	table := engine.NewTable(lib.Dice(seed), seats...)
	table.Record(w)
	if err := engine.Play(b, table); err != nil {
		return "", fmt.Errorf("%s, seed %d: %w", scenario.ID, seed, err)
	}
	err = w.Close(b.Outcome())
	return text.String(), err
}

// replay plays a journal again.
func replay(lib *library.Library, text string) error {
	j, err := engine.ReadJournal(strings.NewReader(text))
	if err != nil {
		return err
	}
	m, err := lib.Match(j.Header)
	if err != nil {
		return err
	}
	if err := j.Restream(lib.Streams); err != nil {
		return err
	}
	b, err := lib.Game.NewBattle(m.Setup)
	if err != nil {
		return err
	}
	answers := &engine.Replay{Entries: j.Entries}
	if err := engine.Play(b, engine.NewTable(answers, enginetest.Everybody(answers)...)); err != nil {
		return err
	}
	if end := b.Outcome(); end != j.End {
		return fmt.Errorf("it ended %q, now %q", j.End, end)
	}
	return answers.Done()
}
