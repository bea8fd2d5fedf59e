package modcommands

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/modtrial"
	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/usage"
)

// printTrial tries mods that have no mistakes, and prints what the trial finds. An error of a script
// is an error.
func printTrial(out, errs io.Writer, mods *games.Resolver, trial modtrial.Trial) error {
	r := trial.Run()
	for _, w := range r.Warnings {
		w.Text = "warning: " + w.Text
		fmt.Fprintln(errs, w)
	}
	for _, f := range r.Failures {
		fmt.Fprintf(errs, "%v\n  in %d of %s, first in %s of %s\n", f.Problem, f.Times, screen.Count(r.Battles, "battle"), f.Scene, usage.Shell(again(mods, f)))
	}
	if len(r.Failures) > 0 {
		return errors.New("the trial failed at " + screen.Count(len(r.Failures), "place"))
	}
	line := "trial: " + screen.Count(r.Battles, "battle")
	if r.Functions > 0 {
		line += ", " + screen.Count(r.Functions, "function")
	}
	fmt.Fprintln(out, line)
	var units, scenarios []string
	for _, w := range r.Units {
		units = append(units, fmt.Sprintf("%s %d of %d", w.Name, w.Won[0], w.Battles))
	}
	for _, w := range r.Scenarios {
		var won []string
		for side, name := range w.Seats {
			won = append(won, fmt.Sprintf("%s %d", name, w.Won[side]))
		}
		scenarios = append(scenarios, fmt.Sprintf("%s (%s)", w.Name, strings.Join(won, ", ")))
	}
	printWins(out, "  wins at equal cost: ", units)
	printWins(out, "  wins between greedy players: ", scenarios)
	return nil
}

// again returns the command that plays the first battle of a failure.
func again(mods *games.Resolver, f modtrial.Failure) []string {
	words := []string{"houserule", "battle"}
	if f.First.Scenario != "" {
		words = append(words, f.First.Scenario)
	}
	words = append(words, mods.Words()...)
	words = append(words, mods.TypedWords(f.Typed)...)
	return append(words, "--seed", strconv.FormatUint(f.First.Seed, 10), "--players", strings.Join(f.First.Players, ","))
}

// mostWins is the greatest number of units or scenarios whose wins are printed.
const mostWins = 12

func printWins(out io.Writer, head string, words []string) {
	if more := len(words) - mostWins; more > 0 {
		words = append(words[:mostWins:mostWins], fmt.Sprintf("and %d more", more))
	}
	if len(words) > 0 {
		fmt.Fprintln(out, head+strings.Join(words, ", "))
	}
}
