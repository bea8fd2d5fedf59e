// Package farm plays the shards of a run on the nodes of a Slurm cluster.
//
// It schedules nothing: it submits jobs, and looks at the queue and at a folder on a
// disk that all nodes share. There array 57 plays shard 3 on node n1 and writes the
// part 3.n1.57.json, whole or not at all, and 3.n1.57.log. A shard that has no part and
// no job in the queue is submitted again, to another node where there is one. Queue and
// folder are all that a farm knows: it can be ended at any moment, and the next one with
// the same folder goes on.
package farm

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"houserule/cmd/houserule/usage"
	"houserule/engine/experiment"
)

// A Round is shards of a plan that are played at the same time.
type Round struct {
	Folder      string // of the parts
	Name        string // of the jobs, which no other folder's jobs have
	Script      string // of a job: it writes its part to Folder, wherever it runs
	First, Last int64  // the shards
	Of          int64  // how many the plan has
}

// leastShard is the least number of battles in a shard of a first round.
const leastShard = 100

// Rounds returns the rounds of a plan of battles: a single one of so many shards, or, if the
// run may stop early, a first round, and then rounds with as many battles as all rounds
// before, in as many shards. They have no folders and jobs yet.
func Rounds(shards, battles int64, early bool) []Round {
	of := shards
	for early && 2*of <= min(experiment.MaxShards, battles/leastShard) {
		of *= 2
	}
	rounds := []Round{{First: 1, Last: shards, Of: of}}
	for ; of > shards; of /= 2 {
		rounds = append(rounds, Round{First: shards + 1, Last: 2 * shards, Of: of})
	}
	return rounds
}

func (r Round) script() string { return filepath.Join(r.Folder, "job.sh") }

// ErrOtherRun is the error of a folder in which another command is played.
var ErrOtherRun = errors.New("the folder holds another run")

// prepare makes the folder, unless an earlier farm did.
func (r Round) prepare() error {
	if err := os.MkdirAll(r.Folder, 0o755); err != nil {
		return usage.Errorf("--folder: %w: name a folder in which you may write", err)
	}
	switch script, err := os.ReadFile(r.script()); {
	case errors.Is(err, os.ErrNotExist):
		return os.WriteFile(r.script(), []byte(r.Script), 0o755)
	case err != nil:
		return err
	case string(script) != r.Script:
		return ErrOtherRun
	}
	return nil
}

// A Farm plays rounds.
type Farm struct {
	Slurm
	Tries int           // how often a shard is submitted, and Slurm asked, in vain
	Twice float64       // the share of the shards that are played twice: if not 0, at least one
	Poll  time.Duration // between two looks at the queue
	Note  func(format string, args ...any)
}

// Play returns the parts of a round, those that are in its folder already among them.
// Where the context is done it returns the context's error, and jobs in the queue go on.
func (f *Farm) Play(ctx context.Context, round Round) ([]*experiment.ShardResult, error) {
	if err := round.prepare(); err != nil {
		return nil, err
	}
	r := &run{Farm: f, Round: round, plays: map[int64][]*play{}, want: map[int64]int{}}
	for k := r.First; k <= r.Last; k++ {
		r.want[k] = 1
	}
	for _, step := range []func(context.Context) error{r.gather, r.playTwice, r.gather, r.playDisputed, r.gather} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	return r.parts()
}

// A run is a round that is played.
type run struct {
	*Farm
	Round
	plays  map[int64][]*play // by shard
	want   map[int64]int     // how many parts of each shard
	worked bool              // Slurm did all that it was asked to, once
	noted  string
}

// partsOf returns the plays of a shard that have written it.
func (r *run) partsOf(k int64) (with []*play) {
	for _, p := range r.plays[k] {
		if p.part != nil {
			with = append(with, p)
		}
	}
	return with
}

// gather waits for the parts that are wanted. Jobs that end without a part are submitted
// again.
func (r *run) gather(ctx context.Context) error {
	s := submissions{tries: map[int64]int{}, lost: map[int64]bool{}}
	for failures := 0; ; {
		done, err := r.step(ctx, &s)
		switch refused := new(callError); {
		case ctx.Err() != nil:
			return ctx.Err()
		case done:
			return nil
		case err == nil:
			r.worked, failures = true, 0
		case r.worked && errors.As(err, &refused) && failures+1 < r.Tries:
			failures++
			r.Note("%v: it is asked again", err)
		default:
			return err
		}
		select {
		case <-ctx.Done():
		case <-time.After(r.Poll):
		}
	}
}

// submissions are what gather has done for shards.
type submissions struct {
	tries map[int64]int
	lost  map[int64]bool // no job and no part was there at the last look
}

// step looks once and submits what is missing.
func (r *run) step(ctx context.Context, s *submissions) (done bool, err error) {
	q, err := r.queue(ctx, r.Round) // before the folder: a job may end between the two looks
	if err != nil {
		return false, err
	}
	if err := r.look(); err != nil {
		return false, err
	}
	var again []int64
	here, all := 0, 0
	for k := r.First; k <= r.Last; k++ {
		have := len(r.partsOf(k))
		here, all = here+min(have, r.want[k]), all+r.want[k]
		if have >= r.want[k] {
			continue
		}
		lost := have+q.jobs[k] < r.want[k]
		if lost && (s.tries[k] == 0 || s.lost[k]) { // a part may be seen late on a disk that is shared
			again = append(again, k)
		}
		s.lost[k] = lost
	}
	if here == all {
		return true, nil
	}
	if text := fmt.Sprintf("%d of %d parts; jobs: %d run, %d wait", here, all, q.running, q.waiting); text != r.noted {
		r.noted = text
		r.Note("%s", text)
	}
	return false, r.submitAll(ctx, again, s)
}

// submitAll submits shards, each to nodes that have not tried it, where there are others.
func (r *run) submitAll(ctx context.Context, shards []int64, s *submissions) error {
	arrays := map[string][]int64{} // by the nodes to keep off
	for _, k := range shards {
		if s.tries[k] == r.Tries {
			return r.failure(k)
		}
		tried, other, err := r.nodesFor(ctx, k)
		if err != nil {
			return err
		}
		if !other {
			tried = nil
		}
		off := strings.Join(append(tried, r.Exclude...), ",")
		arrays[off] = append(arrays[off], k)
	}
	for _, off := range slices.Sorted(maps.Keys(arrays)) {
		shards := arrays[off]
		job, err := r.submit(ctx, r.Round, shards, off)
		if err != nil {
			return err
		}
		for _, k := range shards {
			if s.tries[k]++; s.tries[k] > 1 {
				r.Note("part %d of %d has not been written: array %s plays it again", k, r.Of, job)
			}
			s.lost[k] = false
		}
	}
	return nil
}

// nodesFor returns the nodes that have tried a shard, and whether there is another that
// has taken jobs of the round and can play now.
func (r *run) nodesFor(ctx context.Context, k int64) (tried []string, other bool, err error) {
	for _, p := range r.plays[k] {
		tried = append(tried, p.node)
	}
	if len(tried) == 0 {
		return nil, false, nil
	}
	able, err := r.nodes(ctx)
	for _, plays := range r.plays {
		for _, p := range plays {
			other = other || slices.Contains(able, p.node) && !slices.Contains(append(tried, r.Exclude...), p.node)
		}
	}
	slices.Sort(tried)
	return slices.Compact(tried), other, err
}

// failure returns the error of a shard that was submitted too often.
func (r *run) failure(k int64) error {
	last := &play{}
	for _, p := range r.plays[k] {
		if p.part == nil && cmp.Or(cmp.Compare(len(p.job), len(last.job)), cmp.Compare(p.job, last.job)) >= 0 { // job numbers grow
			last = p
		}
	}
	text := fmt.Sprintf("part %d of %d was not written by any of %d jobs", k, r.Of, r.Tries)
	if last.job == "" {
		return fmt.Errorf("%s, which left no log in %s", text, r.Folder)
	}
	file := filepath.Join(r.Folder, last.name()+".log")
	log, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	end := strings.TrimSpace(string(log))
	return fmt.Errorf("%s; the last was %v, and %s ends with %q", text, last, file, end[strings.LastIndexByte(end, '\n')+1:])
}

// playTwice wants some shards twice: those that are there twice already, then shards of
// as many nodes as possible.
func (r *run) playTwice(context.Context) error {
	type candidate struct {
		shard int64
		rank  int // among the shards of its node; 0: it was played twice
	}
	var all []candidate
	seen := map[string]int{}
	for k := r.First; k <= r.Last; k++ {
		c := candidate{shard: k}
		if parts := r.partsOf(k); len(parts) == 1 {
			seen[parts[0].node]++
			c.rank = seen[parts[0].node]
		}
		all = append(all, c)
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(a.rank, b.rank) })
	for _, c := range all[:int(math.Ceil(r.Twice*float64(len(all))))] {
		r.want[c.shard] = 2
	}
	return nil
}

// playDisputed wants shards whose parts differ once more, where another node can say
// which one is right.
func (r *run) playDisputed(ctx context.Context) error {
	for k := r.First; k <= r.Last; k++ {
		parts := r.partsOf(k)
		if len(parts) != 2 || same(parts) {
			continue
		}
		_, other, err := r.nodesFor(ctx, k)
		if err != nil {
			return err
		}
		if other {
			r.want[k] = 3
		}
	}
	return nil
}

// same reports whether parts are the same, byte for byte.
func same(parts []*play) bool {
	return !slices.ContainsFunc(parts, func(p *play) bool { return p.sum != parts[0].sum })
}

// parts returns one part of each shard. Parts that differ are an error, which names the
// node whose part differs from those of most others.
func (r *run) parts() (all []*experiment.ShardResult, err error) {
	for k := r.First; k <= r.Last; k++ {
		parts := r.partsOf(k)
		if !same(parts) {
			return nil, r.wrong(k, parts)
		}
		all = append(all, parts[0].part)
	}
	return all, nil
}

// wrong returns the error of parts that differ.
func (r *run) wrong(k int64, parts []*play) error {
	votes := map[[sha256.Size]byte]int{}
	for _, p := range parts {
		votes[p.sum]++
	}
	var odd, rest []string
	node := "NODE"
	for _, p := range parts {
		if votes[p.sum]*2 > len(parts) {
			rest = append(rest, p.String())
		} else {
			odd, node = append(odd, p.String()), p.node
		}
	}
	text := fmt.Sprintf("%s computes wrongly: its part %d of %d differs from that of %s", node, k, r.Of, strings.Join(rest, " and "))
	if len(rest) == 0 {
		node = "NODE"
		text = fmt.Sprintf("a node computes wrongly: part %d of %d is different from %s", k, r.Of, strings.Join(odd, " and "))
	}
	return fmt.Errorf("%s; rm %s, then start again with --exclude %s", text, filepath.Join(r.Folder, "*."+node+".*.json"), node)
}
