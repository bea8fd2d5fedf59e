package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/engine"
	"houserule/engine/library/files"
	"houserule/engine/sim"
)

// A part is what one shard of an experiment came to.
type part struct {
	Format  string        `json:"format"` // partFormat
	Version int           `json:"version"`
	Shard   int64         `json:"shard"` // from 1
	Of      int64         `json:"of"`
	Plan    plan          `json:"plan"`
	Results []*sim.Result `json:"results"` // by trial
	Check   string        `json:"check"`   // the hash of plan and results

	file string // that it was read from
}

const (
	partFormat  = "houserule part"
	partVersion = 1
)

func newPart(p plan, s shard, results []*sim.Result) *part {
	return &part{Format: partFormat, Version: partVersion, Shard: s.Index, Of: s.Of, Plan: p, Results: results}
}

// hash is the hash of plan and results.
func (p *part) hash() (string, error) {
	text, err := json.Marshal([]any{p.Plan, p.Results})
	return hashOf(text), err
}

func (p *part) write(out io.Writer) error {
	var err error
	if p.Check, err = p.hash(); err != nil {
		return err
	}
	text, err := json.Marshal(p)
	if err != nil {
		return err
	}
	_, err = out.Write(append(text, '\n'))
	return err
}

// readPart reads the part that a file holds. Errors name the file.
func readPart(file string, text []byte) (*part, error) {
	notAPart := fmt.Errorf("%s is not a part: houserule ... --shard K/M --json writes parts", file)
	if len(text) == 0 {
		return nil, fmt.Errorf("%s is empty: its shard was not played to the end", file)
	}
	var head struct {
		Format  string `json:"format"`
		Version int    `json:"version"`
	}
	if err := json.Unmarshal(text, &head); err != nil {
		if broken := new(json.SyntaxError); errors.As(err, &broken) && broken.Offset == int64(len(text)) && text[0] == '{' {
			return nil, fmt.Errorf("%s breaks off: it was not written, or not copied, to its end", file)
		}
		return nil, notAPart
	}
	switch {
	case head.Format != partFormat:
		return nil, notAPart
	case head.Version != partVersion:
		return nil, fmt.Errorf("%s is a part of version %d: this program reads version %d", file, head.Version, partVersion)
	}
	if err := checkExtent(text); err != nil {
		return nil, fmt.Errorf("%s is damaged: %w", file, err)
	}
	p := &part{file: file}
	if err := json.Unmarshal(text, p); err != nil {
		return nil, fmt.Errorf("%s is damaged: %w", file, err)
	}
	if err := checkTexts(text); err != nil {
		return nil, fmt.Errorf("%s is damaged: %w", file, err)
	}
	if hash, err := p.hash(); err != nil || hash != p.Check {
		return nil, fmt.Errorf("%s is damaged: it has been changed since it was written", file)
	}
	if _, ok := kindNamed(p.Plan.Kind); !ok {
		return nil, fmt.Errorf("%s is of the experiment %q, which this program does not know", file, p.Plan.Kind)
	}
	if err := p.check(); err != nil {
		return nil, fmt.Errorf("%s is damaged: %w", file, err)
	}
	return p, nil
}

// checkTexts refuses JSON with a text that is unsafe to show.
func checkTexts(text []byte) error {
	for in := json.NewDecoder(bytes.NewReader(text)); ; {
		token, err := in.Token()
		if err != nil {
			return nil // the end: it has been read before
		}
		if text, ok := token.(string); ok {
			if at, what := engine.Unsafe(text, ""); at >= 0 {
				return fmt.Errorf("the text %s has the %s", engine.Quote(text), what)
			}
		}
	}
}

// checkSize refuses a plan whose parts might be too large to be read again, before
// it is played: of a part at most half is results.
func (p plan) checkSize() error {
	text, err := json.Marshal(p)
	if err == nil && len(text) > files.MaxPart/2 {
		err = &usageError{fmt.Errorf("--shard: the plan has %s and %d bytes, and a part can be merged whose plan has at most %d: play less at a time", screen.Count(len(p.Trials), "trial"), len(text), files.MaxPart/2)}
	}
	return err
}

// A part has at most so many values, and objects among them: a program takes much
// more memory for one than a text does.
const (
	maxPartValues  = 3_000_000
	maxPartObjects = 600_000
)

// checkExtent refuses a text in JSON with more values than a part has.
func checkExtent(text []byte) error {
	if n := bytes.Count(text, []byte(",")); n > maxPartValues {
		return fmt.Errorf("it has more than %d values", maxPartValues)
	}
	if n := bytes.Count(text, []byte("{")); n > maxPartObjects {
		return fmt.Errorf("it has more than %d objects", maxPartObjects)
	}
	return nil
}

// check tells what in a part cannot be, whoever wrote it: parts that pass it
// can be added up.
func (p *part) check() error {
	s := shard{p.Shard, p.Of}
	if s.Index < 1 || s.Index > s.Of || s.Of > maxShards {
		return fmt.Errorf("shard %d of %d", s.Index, s.Of)
	}
	if p.Plan.Battles < 1 || p.Plan.Battles > maxBattles {
		return fmt.Errorf("%d battles", p.Plan.Battles)
	}
	if len(p.Plan.Trials) == 0 || len(p.Results) != len(p.Plan.Trials) {
		return fmt.Errorf("%d results of %d trials", len(p.Results), len(p.Plan.Trials))
	}
	span := s.stretch(p.Plan.Battles)
	for i, r := range p.Results {
		arms := len(p.Plan.Trials[i].Arms)
		if r == nil || len(r.Arms) == 0 || len(r.Arms) != arms || len(r.Pairs) != arms-1 {
			return fmt.Errorf("result %d has not the arms of its trial", i+1)
		}
		for j := range r.Arms {
			if n := len(p.Plan.Trials[i].Arms[j].Seats); n < 1 || n > engine.MaxSeats {
				return fmt.Errorf("result %d, arm %d: %d sides", i+1, j+1, n)
			}
			if err := checkCount(&r.Arms[j], span.To-span.From); err != nil {
				return fmt.Errorf("result %d, arm %d: %w", i+1, j+1, err)
			}
		}
		for j := range r.Pairs {
			battles := int64(0)
			for _, row := range r.Pairs[j].Joint {
				for _, n := range row {
					battles += n
				}
			}
			if battles != span.To-span.From {
				return fmt.Errorf("result %d, arm %d: %d pairs of battles, where %d were to be played", i+1, j+2, battles, span.To-span.From)
			}
		}
	}
	return nil
}

// checkCount tells whether a count is of that many battles.
func checkCount(c *sim.Count, battles int64) error {
	ends, lengths := c.Draws, int64(0)
	for _, n := range c.Wins {
		ends += n
	}
	for _, n := range c.Rounds {
		lengths += n
	}
	for _, n := range []int64{c.Battles, ends, lengths} {
		if n != battles {
			return fmt.Errorf("%d battles, where %d were to be played", n, battles)
		}
	}
	for _, t := range c.Tables {
		for _, name := range sortedNames(t.Rows) {
			if n := len(t.Rows[name]); n != len(t.Columns) {
				return fmt.Errorf("table %s: %s has %d numbers for %d columns", t.Name, name, n, len(t.Columns))
			}
		}
	}
	return nil
}

// A clause is one thing that a plan says.
type clause struct{ what, value string }

// clauses are all that parts of one run have in common, in the order in which
// somebody would look for what differs.
func (p plan) clauses() []clause {
	clauses := []clause{
		{"experiment", p.Kind},
		{"n", fmt.Sprint(p.Battles)},
		{"seed", fmt.Sprint(p.Seed)},
		{"until-ci", fmt.Sprint(p.Until)},
		{"apart", fmt.Sprint(p.Apart)},
		{"plain", fmt.Sprint(p.Plain)},
		{"on-error", cmp.Or(p.OnError, "stop")},
		{"program", p.Program},
		{"number of trials", fmt.Sprint(len(p.Trials))},
	}
	for i, t := range p.Trials {
		of := ""
		if len(p.Trials) > 1 {
			of = fmt.Sprintf("trial %d: ", i+1)
		}
		clauses = append(clauses, clause{of + "name", t.Name}, clause{of + "number of arms", fmt.Sprint(len(t.Arms))})
		for j, a := range t.Arms {
			of := of
			if len(t.Arms) > 1 {
				of += fmt.Sprintf("arm %d: ", j+1)
			}
			clauses = append(clauses, clause{of + "name", a.Name})
			clauses = append(clauses, clause{of + "sides", strings.Join(a.Seats, " ")})
			for _, f := range a.Battle {
				clauses = append(clauses, clause{of + f.Key, f.Value})
			}
		}
	}
	return append(clauses, clause{"detail", string(p.Detail)})
}

// differ is an error that says in what first two parts are of different runs;
// nil where they are of one. How the command was typed does not matter.
func differ(a, b *part) error {
	if a.Of != b.Of {
		return fmt.Errorf("%s and %s are parts of different runs: there are %d parts by the first and %d by the second", a.file, b.file, a.Of, b.Of)
	}
	of, other := a.Plan.clauses(), b.Plan.clauses()
	for i := range min(len(of), len(other)) {
		t, u := of[i], other[i]
		switch {
		case t.what != u.what:
			return fmt.Errorf("%s and %s are parts of different runs: the first says %s where the second says %s", a.file, b.file, t.what, u.what)
		case t.value != u.value:
			return fmt.Errorf("%s and %s are parts of different runs: %s is %q in the first and %q in the second", a.file, b.file, t.what, t.value, u.value)
		}
	}
	if len(of) != len(other) {
		return fmt.Errorf("%s and %s are parts of different runs: their plans are not of the same length", a.file, b.file)
	}
	return nil
}

// merged are the results of a whole run: parts adds up to them, each one time,
// in any order.
func merged(parts []*part) (plan, []*sim.Result, error) {
	for _, p := range parts[1:] {
		if err := differ(parts[0], p); err != nil {
			return plan{}, nil, err
		}
	}
	byShard := make([]*part, parts[0].Of)
	for _, p := range parts {
		if have := byShard[p.Shard-1]; have != nil {
			return plan{}, nil, fmt.Errorf("part %d of %d is there twice: %s and %s", p.Shard, p.Of, have.file, p.file)
		}
		byShard[p.Shard-1] = p
	}
	if missing := missingOf(byShard); missing != "" {
		return plan{}, nil, errors.New(missing)
	}
	run := byShard[0].Plan
	results := make([]*sim.Result, len(run.Trials))
	for i, t := range run.Trials {
		results[i] = t.blank()
		for _, p := range byShard {
			if err := sameColumns(byShard[0], p, i); err != nil {
				return plan{}, nil, err
			}
			if err := results[i].Add(p.Results[i]); err != nil {
				return plan{}, nil, fmt.Errorf("%s: %w", p.file, err)
			}
		}
	}
	return run, results, nil
}

// sameColumns tells whether what two parts counted can be added up.
func sameColumns(a, b *part, trial int) error {
	for i := range b.Results[trial].Arms {
		for _, t := range b.Results[trial].Arms[i].Tables {
			have := a.Results[trial].Arms[i].Of(t.Name)
			if have.Columns != nil && !slices.Equal(have.Columns, t.Columns) {
				return fmt.Errorf("%s and %s are parts of different runs: their tables of %s have other columns", a.file, b.file, t.Name)
			}
		}
	}
	return nil
}

// missingOf says which parts are not there; "" when all are.
func missingOf(byShard []*part) string {
	var runs []string
	missing := 0
	for i := 0; i < len(byShard); i++ {
		first := i
		for i < len(byShard) && byShard[i] == nil {
			i++
		}
		switch missing += i - first; i - first {
		case 0:
		case 1:
			runs = append(runs, fmt.Sprint(i))
		default:
			runs = append(runs, fmt.Sprintf("%d-%d", first+1, i))
		}
	}
	switch missing {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("part %s of %d is missing", runs[0], len(byShard))
	}
	return fmt.Sprintf("%d of %d parts are missing: %s", missing, len(byShard), strings.Join(runs, ", "))
}
