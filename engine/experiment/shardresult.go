package experiment

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"houserule/engine"
	"houserule/engine/sim"
)

// A ShardResult is the results of one shard of a plan. It is the content of a shard's file.
type ShardResult struct {
	Format  string        `json:"format"` // shardFormat
	Version int           `json:"version"`
	Shard   int64         `json:"shard"` // from 1
	Of      int64         `json:"of"`
	Plan    Plan          `json:"plan"`
	Results []*sim.Result `json:"results"` // by trial
	Check   string        `json:"check"`   // hash of plan and results

	file string // the file that it was read from
}

// ErrNotShard is the error of a file that is no shard.
var ErrNotShard = errors.New("not a part")

const (
	shardFormat  = "houserule part"
	shardVersion = 3
)

// NewShardResult returns the results of a shard of a plan.
func NewShardResult(p Plan, s Shard, results []*sim.Result) *ShardResult {
	return &ShardResult{Format: shardFormat, Version: shardVersion, Shard: s.Index, Of: s.Of, Plan: p, Results: results}
}

// hash returns a hash of plan and results.
func (p *ShardResult) hash() (string, error) {
	text, err := json.Marshal([]any{p.Plan, p.Results})
	return Hash(text), err
}

// Hash returns the hash of results, for comparing two runs.
func Hash(text []byte) string { return fmt.Sprintf("sha256:%x", sha256.Sum256(text)) }

// Write writes the whole file, with its hash.
func (p *ShardResult) Write(out io.Writer) error {
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

// ReadShard parses the shard in a file. Errors name the file, except for [ErrNotShard].
func ReadShard(file string, text []byte) (*ShardResult, error) {
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
		return nil, ErrNotShard
	}
	switch {
	case head.Format != shardFormat:
		return nil, ErrNotShard
	case head.Version != shardVersion:
		return nil, fmt.Errorf("%s is a part of version %d: this program reads version %d", file, head.Version, shardVersion)
	}
	if err := checkExtent(text); err != nil {
		return nil, fmt.Errorf("%s is damaged: %w", file, err)
	}
	p := &ShardResult{file: file}
	if err := json.Unmarshal(text, p); err != nil {
		return nil, fmt.Errorf("%s is damaged: %w", file, err)
	}
	if err := checkTexts(text); err != nil {
		return nil, fmt.Errorf("%s is damaged: %w", file, err)
	}
	if hash, err := p.hash(); err != nil || hash != p.Check {
		return nil, fmt.Errorf("%s is damaged: it has been changed since it was written", file)
	}
	if !p.Plan.Kind.Known() {
		return nil, fmt.Errorf("%s is of the experiment %q, which this program does not know", file, p.Plan.Kind)
	}
	if err := p.check(); err != nil {
		return nil, fmt.Errorf("%s is damaged: %w", file, err)
	}
	return p, nil
}

// checkTexts returns an error for JSON with a text that is unsafe to show.
func checkTexts(text []byte) error {
	for in := json.NewDecoder(bytes.NewReader(text)); ; {
		token, err := in.Token()
		if err != nil {
			return nil // the end; the syntax has been checked before
		}
		if text, ok := token.(string); ok {
			if at, what := engine.Unsafe(text, ""); at >= 0 {
				return fmt.Errorf("the text %s has the %s", engine.Quote(text), what)
			}
		}
	}
}

// Limits of a part, in values and in objects among them: an object takes much more memory
// in the program than in the text.
const (
	maxPartValues  = 3_000_000
	maxPartObjects = 600_000
)

// checkExtent returns an error for JSON with more values than a part has.
func checkExtent(text []byte) error {
	if n := bytes.Count(text, []byte(",")); n > maxPartValues {
		return fmt.Errorf("it has more than %d values", maxPartValues)
	}
	if n := bytes.Count(text, []byte("{")); n > maxPartObjects {
		return fmt.Errorf("it has more than %d objects", maxPartObjects)
	}
	return nil
}

// check returns an error for impossible content, whoever wrote the file. Shards that pass
// it can be added up.
func (p *ShardResult) check() error {
	s := Shard{p.Shard, p.Of}
	if s.Index < 1 || s.Index > s.Of || s.Of > MaxShards {
		return fmt.Errorf("shard %d of %d", s.Index, s.Of)
	}
	if p.Plan.Battles < 1 || p.Plan.Battles > MaxBattles {
		return fmt.Errorf("%d battles", p.Plan.Battles)
	}
	if len(p.Plan.Trials) == 0 || len(p.Results) != len(p.Plan.Trials) {
		return fmt.Errorf("%d results of %d trials", len(p.Results), len(p.Plan.Trials))
	}
	if !p.Plan.Until.valid() {
		return fmt.Errorf("it ends by %s", p.Plan.Until)
	}
	if n := p.Plan.Lineups; n < 0 || len(p.Plan.Trials)%max(n, 1) != 0 {
		return fmt.Errorf("%d trials of %d line-ups", len(p.Plan.Trials), n)
	}
	from, to := s.Range(p.Plan.Battles)
	for i, r := range p.Results {
		arms := len(p.Plan.Trials[i].Arms)
		if r == nil || len(r.Arms) == 0 || len(r.Arms) != arms || len(r.Pairs) != arms-1 {
			return fmt.Errorf("result %d has not the arms of its trial", i+1)
		}
		for j := range r.Arms {
			if n := len(p.Plan.Trials[i].Arms[j].Seats); n < 1 || n > engine.MaxSeats {
				return fmt.Errorf("result %d, arm %d: %d sides", i+1, j+1, n)
			}
			err := checkCount(&r.Arms[j], to-from)
			if err == nil && p.Plan.finishes() {
				err = checkFinishes(&r.Arms[j])
			}
			if err != nil {
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
			if battles != to-from {
				return fmt.Errorf("result %d, arm %d: %d pairs of battles, where %d were to be played", i+1, j+2, battles, to-from)
			}
		}
	}
	return nil
}

// checkCount returns an error unless a count is of the given number of battles.
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
		for _, name := range slices.Sorted(maps.Keys(t.Rows)) {
			if n := len(t.Rows[name]); n != len(t.Columns) {
				return fmt.Errorf("table %s: %s has %d numbers for %d columns", t.Name, name, n, len(t.Columns))
			}
		}
	}
	return nil
}

// checkFinishes returns an error unless a count has the wins of each length.
func checkFinishes(c *sim.Count) error {
	if len(c.Finishes) != len(c.Rounds) {
		return fmt.Errorf("finishes of %d lengths, where there are %d", len(c.Finishes), len(c.Rounds))
	}
	wins := [engine.MaxSeats]int64{}
	for _, f := range c.Finishes {
		for seat, n := range f.Wins {
			wins[seat] += n
		}
	}
	if wins != c.Wins {
		return fmt.Errorf("%d wins by length, where there are %d", wins, c.Wins)
	}
	return nil
}

// A clause is one statement of a plan.
type clause struct{ what, value string }

// clauses returns everything that the shards of one plan have in common, the most frequent
// difference first.
func (p Plan) clauses() []clause {
	clauses := []clause{
		{"experiment", string(p.Kind)},
		{"n", fmt.Sprint(p.Battles)},
		{"seed", fmt.Sprint(p.Seed)},
		{"until", p.Until.String()},
		{"apart", fmt.Sprint(p.Apart)},
		{"plain", fmt.Sprint(p.Plain)},
		{"on-error", cmp.Or(p.OnError, "stop")},
		{"program", p.Program},
		{"number of trials", fmt.Sprint(len(p.Trials))},
		{"number of line-ups", fmt.Sprint(max(p.Lineups, 1))},
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

// differ returns an error that names the first difference between the plans of two shards,
// or nil if they have the same plan. It ignores how the command was typed.
func differ(a, b *ShardResult) error {
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

// Merge returns the plan of shards and the results of the whole. It needs each shard
// exactly once, in any order. Errors name the files.
func Merge(parts []*ShardResult) (Plan, []*sim.Result, error) {
	for _, p := range parts[1:] {
		if a := parts[0]; a.Of != p.Of {
			return Plan{}, nil, fmt.Errorf("%s and %s are parts of different runs: there are %d parts by the first and %d by the second", a.file, p.file, a.Of, p.Of)
		}
		if err := differ(parts[0], p); err != nil {
			return Plan{}, nil, err
		}
	}
	byShard := make([]*ShardResult, parts[0].Of)
	for _, p := range parts {
		if have := byShard[p.Shard-1]; have != nil {
			return Plan{}, nil, fmt.Errorf("part %d of %d is there twice: %s and %s", p.Shard, p.Of, have.file, p.file)
		}
		byShard[p.Shard-1] = p
	}
	if missing := missingOf(byShard); missing != "" {
		return Plan{}, nil, errors.New(missing)
	}
	return sum(byShard)
}

// MergeFirst returns the plan of shards and the results of its first battles: as many as
// the shards have, in any order and of any size, from the first battle on.
func MergeFirst(parts []*ShardResult) (Plan, []*sim.Result, error) {
	first := func(p *ShardResult) int64 {
		from, _ := Shard{p.Shard, p.Of}.Range(p.Plan.Battles)
		return from
	}
	parts = slices.Clone(parts)
	slices.SortStableFunc(parts, func(a, b *ShardResult) int { return cmp.Compare(first(a), first(b)) })
	next := int64(0)
	for _, p := range parts {
		if err := differ(parts[0], p); err != nil {
			return Plan{}, nil, err
		}
		from, to := Shard{p.Shard, p.Of}.Range(p.Plan.Battles)
		if from != next {
			return Plan{}, nil, fmt.Errorf("%s begins with battle %d, and the parts before it end at battle %d", p.file, from, next)
		}
		next = to
	}
	return sum(parts)
}

// sum adds up shards of one plan.
func sum(parts []*ShardResult) (Plan, []*sim.Result, error) {
	run := parts[0].Plan
	results := make([]*sim.Result, len(run.Trials))
	for i, t := range run.Trials {
		results[i] = t.blank()
		for _, p := range parts {
			if err := sameColumns(parts[0], p, i); err != nil {
				return Plan{}, nil, err
			}
			if err := results[i].Add(p.Results[i]); err != nil {
				return Plan{}, nil, fmt.Errorf("%s: %w", p.file, err)
			}
		}
	}
	return run, results, nil
}

// sameColumns returns an error unless the counts of two shards can be added up.
func sameColumns(a, b *ShardResult, trial int) error {
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

// missingOf returns a description of the missing shards, or "".
func missingOf(byShard []*ShardResult) string {
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
