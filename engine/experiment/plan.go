// Package experiment plays battles by the thousand and draws conclusions: how a battle
// ends, how two rules differ, how wins depend on the value of a setting, which units cost
// too little, and with which values of settings a target is reached ([TuningPlan]). It
// knows no game, no flag and no terminal. Its data flow like this:
//
//	Plan --Run--> results of trials --> Summary, Comparison, Sweep or Ranking
//
// A [Plan] is data only: trials, each with one or more arms. A plan describes battles by
// the headers of their journals. [Plan.Run] plays them, with [Rules], which know the game,
// and counts with package sim. Another machine can play a shard of a plan: its
// [ShardResult] is a file, and [Merge] adds up the shards of one plan to the results of the
// whole.
//
// Each conclusion is a value with tags for JSON, and its verdicts say it in words. All of it
// is a function of the plan alone, whatever the number of workers and shards.
package experiment

import (
	"encoding/json"
	"slices"
	"strings"

	"houserule/engine"
	"houserule/engine/sim"
)

// A Kind is the purpose of a plan.
type Kind string

// The kinds of plans.
const (
	KindSummary    Kind = "sim"     // one trial of one arm
	KindComparison Kind = "compare" // one trial of two arms
	KindSweep      Kind = "sweep"   // one trial with an arm for each cell of a [Grid]
	KindRanking    Kind = "balance" // trials of two arms for the pairs of a [Contest]
)

// Known reports whether k is one of the kinds.
func (k Kind) Known() bool {
	return k == KindSummary || k == KindComparison || k == KindSweep || k == KindRanking
}

// A Plan describes the battles of an experiment.
type Plan struct {
	Kind    Kind            `json:"kind"`
	Battles int64           `json:"n"` // number for each trial
	Seed    uint64          `json:"seed"`
	Until   *Until          `json:"until,omitempty"` // what ends the run earlier; nil: all battles are played
	Apart   bool            `json:"apart,omitempty"` // whether each trial has its own seeds: those after the trial before
	Plain   bool            `json:"plain,omitempty"` // whether only the endings are counted, which takes a tenth of the time
	Trials  []TrialPlan     `json:"trials"`
	Lineups int             `json:"lineups,omitempty"` // number of line-ups, which share the trials equally; 0: one
	Detail  json.RawMessage `json:"detail,omitempty"`  // data for the kind of plan

	OnError string `json:"on_error,omitempty"` // what happens if a script fails, unless the run stops
	Program string `json:"program"`            // its version
	Command string `json:"command"`            // command that plays the plan again

	beside int // number of line-ups in the run that this plan is one of
}

// MaxBattles is the maximum number of battles of a trial, so that sums of counts do not
// overflow.
const MaxBattles = 1_000_000_000_000

// SeedOf returns the seed of a trial's first battle. It is the same under every line-up.
func (p Plan) SeedOf(trial int) uint64 {
	if !p.Apart {
		return p.Seed
	}
	return p.Seed + uint64(trial%p.lineupTrials())*uint64(p.Battles)
}

// Seeds returns the seeds of battles of the first trial, by their numbers.
func (p Plan) Seeds(battles []int64) []uint64 {
	seeds := make([]uint64, len(battles))
	for i, n := range battles {
		seeds[i] = p.Seed + uint64(n)
	}
	return seeds
}

// A TrialPlan is battles that are played with the same seeds, as by a [sim.Trial].
type TrialPlan struct {
	Name string    `json:"name,omitempty"`
	Arms []ArmPlan `json:"arms"`
}

// blank returns the result of a trial before its first battle.
func (t TrialPlan) blank() *sim.Result {
	r := &sim.Result{Arms: make([]sim.Count, len(t.Arms))}
	if len(t.Arms) > 1 {
		r.Pairs = make([]sim.Pair, len(t.Arms)-1)
	}
	return r
}

// An ArmPlan is one battle of a trial, described by the header of its journal.
type ArmPlan struct {
	Name   string         `json:"name,omitempty"`
	Battle []engine.Field `json:"battle"`
	Seats  []string       `json:"seats"`
}

// NewArm returns the arm that plays the battle of a header.
func NewArm(name string, h engine.Header) ArmPlan { return ArmPlan{name, h.Fields, h.Seats} }

// Header returns the header of the journal of a battle of the arm.
func (a ArmPlan) Header() engine.Header { return engine.Header{Fields: a.Battle, Seats: a.Seats} }

// Seats returns the words for the sides of a plan's battles.
func (p Plan) Seats() []string { return p.Trials[0].Arms[0].Seats }

// get returns the value of a field of the first arm's battle, or "".
func (p Plan) get(key string) string { return p.Trials[0].Arms[0].Header().Get(key) }

// Scenario returns the scenario of the first arm, or "" for armies that were typed.
func (p Plan) Scenario() string { return p.get("scenario") }

// Players returns the players of the first arm, by seat.
func (p Plan) Players() []string { return engine.SplitNames(p.get("players")) }

// Span returns the unit of a battle's length: turns if the battle's fields give a number of
// turns, otherwise rounds.
func (p Plan) Span() string {
	if p.get("turns") != "" {
		return "turns"
	}
	return "rounds"
}

// Mods returns the mods of the arm with their settings, one by one. In the header commas
// separate the mods, and also occur in quoted values of settings.
func (a ArmPlan) Mods() []string { return SplitMods(a.Header().Get("mods")) }

// SplitMods splits a list of mods separated by commas.
func SplitMods(list string) (mods []string) {
	if list == "" {
		return nil
	}
	start, inQuotes := 0, false
	for i := 0; i < len(list); i++ {
		switch {
		case inQuotes && list[i] == '\\':
			i++
		case list[i] == '"':
			inQuotes = !inQuotes
		case !inQuotes && strings.HasPrefix(list[i:], ", "):
			mods, start = append(mods, list[start:i]), i+2
		}
	}
	return append(mods, list[start:])
}

// ModLists returns the different lists of mods in a plan.
func (p Plan) ModLists() (lists []string) {
	for _, t := range p.Trials {
		for _, a := range t.Arms {
			if list := a.Header().Get("mods"); !slices.Contains(lists, list) {
				lists = append(lists, list)
			}
		}
	}
	return lists
}

// NewComparison returns the plan of two arms with the same dice, without the number of
// battles.
func NewComparison(before, after ArmPlan) Plan {
	return Plan{Kind: KindComparison, Trials: []TrialPlan{{Arms: []ArmPlan{before, after}}}}
}

// NewSummary returns the plan of one arm, without the number of battles.
func NewSummary(arm ArmPlan) Plan {
	return Plan{Kind: KindSummary, Trials: []TrialPlan{{Arms: []ArmPlan{arm}}}}
}
