// Package flags is the values of flags that are no plain numbers and texts, and the errors of
// flags.
package flags

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"houserule/cmd/houserule/usage"
	"houserule/engine"
	"houserule/engine/experiment"
)

// errValue is a value that a flag does not take; [Error] says what the flag takes.
var errValue = errors.New("not a value of this flag")

// Battles is a number of battles.
type Battles int64

// Set reads a number.
func (b *Battles) Set(text string) error {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 1 || n > experiment.MaxBattles {
		return errValue
	}
	*b = Battles(n)
	return nil
}

func (b *Battles) String() string { return strconv.FormatInt(int64(*b), 10) }

// Type names the type for [Error].
func (b *Battles) Type() string { return "battles" }

// Workers is a number of cores; 0: all.
type Workers int

// Set reads a number.
func (w *Workers) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > 4096 {
		return errValue
	}
	*w = Workers(n)
	return nil
}

func (w *Workers) String() string {
	if *w == 0 {
		return ""
	}
	return strconv.Itoa(int(*w))
}

// Type names the type for [Error].
func (w *Workers) Type() string { return "workers" }

// Shard is a part of an experiment.
type Shard struct{ experiment.Shard }

// Set reads "3/64".
func (s *Shard) Set(text string) error {
	shard, err := experiment.ParseShard(text)
	if err != nil {
		return errValue
	}
	s.Shard = shard
	return nil
}

// Type names the type for [Error].
func (s *Shard) Type() string { return "shard" }

// A Share is a part of 1.
type Share float64

// Set reads "0.1%", "0.1 %" or "0.001".
func (s *Share) Set(text string) error {
	var g Gap
	if err := g.Set(text); err != nil || g == 0 {
		return errValue
	}
	*s = Share(g)
	return nil
}

func (s *Share) String() string {
	if *s == 0 {
		return ""
	}
	return experiment.Number(*s*100).String() + "%"
}

// Type names the type for [Error].
func (s *Share) Type() string { return "share" }

// A Gap is a share that may be 0.
type Gap float64

// Set reads "1%", "1 %", "0.01" or "0".
func (g *Gap) Set(text string) error {
	digits, percent := strings.CutSuffix(text, "%")
	n, err := strconv.ParseFloat(strings.TrimSpace(digits), 64)
	if percent {
		n /= 100
	}
	if err != nil || math.IsNaN(n) || n < 0 || n >= 0.5 {
		return errValue
	}
	*g = Gap(n)
	return nil
}

func (g *Gap) String() string { return experiment.Number(*g*100).String() + "%" }

// Type names the type for [Error].
func (g *Gap) Type() string { return "gap" }

// types describes the values of flags, by their types.
var types = map[string]string{
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

// Error puts the errors of flags into this program's words.
func Error(cmd *cobra.Command, err error) error {
	var missing *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	var valueless *pflag.ValueRequiredError
	switch {
	case errors.As(err, &missing) && len(missing.GetSpecifiedName()) > 1:
		var known []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
		err = &engine.Unknown{What: "flag", Word: missing.GetSpecifiedName(), Known: known}
	case errors.As(err, &missing):
		err = &engine.Unknown{What: "flag", Word: "-" + missing.GetSpecifiedName()}
	case errors.As(err, &valueless):
		err = fmt.Errorf("%s takes %s: it is missing", flagName(valueless.GetFlag()), cmp.Or(types[valueless.GetFlag().Value.Type()], "a value"))
	case errors.As(err, &invalid) && errors.Is(err, errEmpty):
		err = fmt.Errorf("%s is empty: give it a value, or leave it out", flagName(invalid.GetFlag()))
	case errors.As(err, &invalid):
		err = fmt.Errorf("%s takes %s, not %q", flagName(invalid.GetFlag()), types[invalid.GetFlag().Value.Type()], invalid.GetValue())
	}
	return &usage.Error{Err: err}
}

// flagName returns the short form of a flag, or else the long one.
func flagName(f *pflag.Flag) string {
	if f.Shorthand != "" {
		return "-" + f.Shorthand
	}
	return "--" + f.Name
}
