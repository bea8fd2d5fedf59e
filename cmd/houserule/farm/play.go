package farm

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"houserule/engine/experiment"
	"houserule/engine/library/files"
)

// A play is one job's try of a shard.
type play struct {
	shard     int64
	node, job string
	part      *experiment.ShardResult // nil: the job has not written it
	sum       [sha256.Size]byte       // of the part's file
}

func (p *play) String() string { return fmt.Sprintf("array %s on %s", p.job, p.node) }

// name returns the name of a play's files, but for .log and .json.
func (p *play) name() string { return fmt.Sprintf("%d.%s.%s", p.shard, p.node, p.job) }

// parsePlay reads the name of a play's files.
func parsePlay(name string) (*play, bool) {
	index, rest, _ := strings.Cut(name, ".")
	shard, err := strconv.ParseInt(index, 10, 64)
	dot := strings.LastIndexByte(rest, '.') // the name of a node may have dots
	if err != nil || dot < 1 {
		return nil, false
	}
	return &play{shard: shard, node: rest[:dot], job: rest[dot+1:]}, true
}

// look reads what jobs have written to the folder since the last look. A part that
// cannot be read is put aside.
func (r *run) look() error {
	entries, err := os.ReadDir(r.Folder)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		ext := filepath.Ext(entry.Name())
		p, ok := parsePlay(strings.TrimSuffix(entry.Name(), ext))
		if !ok || ext != ".json" && ext != ".log" {
			continue
		}
		if known := slices.IndexFunc(r.plays[p.shard], func(q *play) bool { return q.name() == p.name() }); known >= 0 {
			p = r.plays[p.shard][known]
		} else {
			r.plays[p.shard] = append(r.plays[p.shard], p)
		}
		if ext == ".log" || p.part != nil {
			continue
		}
		file := filepath.Join(r.Folder, entry.Name())
		if err := p.read(file); err != nil {
			r.Note("%v, and is put aside", err)
			if err := os.Rename(file, file+".bad"); err != nil {
				return err
			}
		}
	}
	return nil
}

func (p *play) read(file string) error {
	text, err := files.ReadPath(file, files.MaxPart)
	if err != nil {
		return fmt.Errorf("%s cannot be read: %w", file, err)
	}
	part, err := experiment.ReadShard(file, text)
	switch {
	case errors.Is(err, experiment.ErrNotShard):
		return fmt.Errorf("%s is %w", file, err)
	case err != nil:
		return err
	case part.Shard != p.shard:
		return fmt.Errorf("%s is part %d", file, part.Shard)
	}
	p.part, p.sum = part, sha256.Sum256(text)
	return nil
}
