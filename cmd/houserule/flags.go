package main

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"houserule/engine/experiment"
)

// The values of experiments' flags. flagTypes describes what they take.

// errValue is a value that a flag does not take; flagError says what the flag takes.
var errValue = errors.New("not a value of this flag")

// battles is a number of battles.
type battles int64

// Set reads a number.
func (b *battles) Set(text string) error {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 1 || n > experiment.MaxBattles {
		return errValue
	}
	*b = battles(n)
	return nil
}

func (b *battles) String() string { return strconv.FormatInt(int64(*b), 10) }

// Type names the type for flagError.
func (b *battles) Type() string { return "battles" }

// workers is a number of cores; 0: all.
type workers int

// Set reads a number.
func (w *workers) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > 4096 {
		return errValue
	}
	*w = workers(n)
	return nil
}

func (w *workers) String() string {
	if *w == 0 {
		return ""
	}
	return strconv.Itoa(int(*w))
}

// Type names the type for flagError.
func (w *workers) Type() string { return "workers" }

// shardFlag is a part of an experiment.
type shardFlag struct{ experiment.Shard }

// Set reads "3/64".
func (s *shardFlag) Set(text string) error {
	shard, err := experiment.ParseShard(text)
	if err != nil {
		return errValue
	}
	s.Shard = shard
	return nil
}

// Type names the type for flagError.
func (s *shardFlag) Type() string { return "shard" }

// A share is a part of 1.
type share float64

// Set reads "0.1%", "0.1 %" or "0.001".
func (s *share) Set(text string) error {
	var g gap
	if err := g.Set(text); err != nil || g == 0 {
		return errValue
	}
	*s = share(g)
	return nil
}

func (s *share) String() string {
	if *s == 0 {
		return ""
	}
	return experiment.Number(*s*100).String() + "%"
}

// Type names the type for flagError.
func (s *share) Type() string { return "share" }

// A gap is a share that may be 0.
type gap float64

// Set reads "1%", "1 %", "0.01" or "0".
func (g *gap) Set(text string) error {
	digits, percent := strings.CutSuffix(text, "%")
	n, err := strconv.ParseFloat(strings.TrimSpace(digits), 64)
	if percent {
		n /= 100
	}
	if err != nil || math.IsNaN(n) || n < 0 || n >= 0.5 {
		return errValue
	}
	*g = gap(n)
	return nil
}

func (g *gap) String() string { return experiment.Number(*g*100).String() + "%" }

// Type names the type for flagError.
func (g *gap) Type() string { return "gap" }

// flagTypes describe what flags take, by the types of their values.
var flagTypes = map[string]string{
	"uint64":   "a whole number from 0",
	"int":      "a whole number",
	"int64":    "a whole number",
	"duration": "a duration, as in 30s or 5m",
	"bool":     "true or false",
	"battles":  "a whole number from 1 to 1000000000000",
	"workers":  "a whole number from 1 to 4096",
	"shard":    "a part and how many there are, as in 3/64",
	"share":    "a share below a half, as in 0.1% or 0.001",
	"gap":      "a share below a half, as in 1% or 0.01, or 0",
}
