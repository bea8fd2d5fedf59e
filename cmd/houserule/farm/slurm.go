package farm

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"

	"houserule/engine"
)

// A Slurm is the commands of a cluster, which are found in PATH.
type Slurm struct {
	Options []string // further options of sbatch
	Exclude []string // nodes that play nothing
}

// Check returns an error unless the commands are there and Slurm answers.
func (s Slurm) Check(ctx context.Context) error {
	for _, name := range []string{"sbatch", "squeue", "sinfo"} {
		if _, err := exec.LookPath(name); err != nil {
			return fmt.Errorf("there is no %s in PATH: run this where the commands of Slurm are", name)
		}
	}
	if _, err := s.nodes(ctx); err != nil {
		return fmt.Errorf("Slurm does not answer: run this where its commands work: %w", err)
	}
	return nil
}

// submit submits an array of jobs, one for each shard, and returns its number. Commas
// stand between the nodes to keep off.
func (s Slurm) submit(ctx context.Context, r Round, shards []int64, off string) (job string, err error) {
	list := engine.Each(shards, func(k int64) string { return strconv.FormatInt(k, 10) })
	args := []string{"--parsable", "--no-requeue", "--job-name=" + r.Name, "--array=" + strings.Join(list, ","),
		"--output=" + strings.ReplaceAll(r.Folder, "%", "%%") + "/%a.%A.log"}
	if off != "" {
		args = append(args, "--exclude="+off)
	}
	text, err := call(ctx, "sbatch", append(append(args, s.Options...), r.script())...)
	if err != nil {
		return "", err
	}
	job, _, _ = strings.Cut(strings.TrimSpace(text), ";") // the name of the cluster, if there are several
	if _, err := strconv.ParseUint(job, 10, 64); err != nil {
		return "", fmt.Errorf("sbatch printed %q instead of the number of a job", job)
	}
	return job, nil
}

// A queue is the jobs of a round that wait or run.
type queue struct {
	jobs             map[int64]int // by shard
	waiting, running int
}

func (s Slurm) queue(ctx context.Context, r Round) (queue, error) {
	q := queue{jobs: map[int64]int{}}
	text, err := call(ctx, "squeue", "--noheader", "--array", "--me", "--name="+r.Name, "--format=%K %T")
	if err != nil {
		return q, err
	}
	for line := range strings.Lines(text) {
		index, state, _ := strings.Cut(strings.TrimSpace(line), " ")
		shard, err := strconv.ParseInt(index, 10, 64)
		if err != nil {
			return q, fmt.Errorf("squeue printed %q instead of the index and the state of a job", strings.TrimSpace(line))
		}
		q.jobs[shard]++
		if state == "PENDING" {
			q.waiting++
		} else {
			q.running++
		}
	}
	return q, nil
}

// nodes returns the nodes that can play.
func (s Slurm) nodes(ctx context.Context) ([]string, error) {
	text, err := call(ctx, "sinfo", "--noheader", "--Node", "--responding", "--states=idle,mixed,allocated,completing", "--format=%N")
	return strings.Fields(text), err
}

// A callError is what a command of Slurm says when it fails.
type callError struct{ text string }

func (e *callError) Error() string { return e.text }

// call returns what a command prints.
func call(ctx context.Context, name string, args ...string) (string, error) {
	out, err := exec.CommandContext(ctx, name, args...).Output()
	failed := new(exec.ExitError)
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case errors.As(err, &failed):
		return "", &callError{name + " failed: " + strings.TrimSpace(string(failed.Stderr))}
	case err != nil:
		return "", fmt.Errorf("%s: %w", name, err)
	}
	return string(out), nil
}
