package experiments

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/results"
	"houserule/cmd/houserule/usage"
	"houserule/engine/experiment"
	"houserule/engine/library/files"
)

func newMerge(mods *games.Resolver) *cobra.Command {
	var o results.Form
	cmd := &cobra.Command{
		Use:   "merge PARTS...",
		Short: "Merge the results of the shards of a run",
		Long: `Merge the results that the shards of a run wrote with --shard K/M --json, and print
what a single machine would have printed for the whole run, byte for byte: as text,
with --json or --csv, and with --report.

PARTS are files, in any order; - is standard input. All parts must belong to the same
run, with the same battles, rules, mods, players, seed and number, and each part must
be given once. docs/scale.md shows how to run them on many machines.`,
		Example: `  houserule sim siege -n 1000000 --shard 1/2 --json > 1.json
  houserule sim siege -n 1000000 --shard 2/2 --json > 2.json
  houserule merge 1.json 2.json
  houserule merge parts/*.json --csv --report siege.html`,
		Args: usage.Arguments(1, -1),
		RunE: func(cmd *cobra.Command, files []string) error {
			return merge(cmd, mods, files, o)
		},
	}
	o.Flags(cmd)
	return cmd
}

func merge(cmd *cobra.Command, mods *games.Resolver, files []string, o results.Form) error {
	if err := o.Check(); err != nil {
		return err
	}
	var shards []*experiment.ShardResult
	for i, file := range files {
		if slices.Contains(files[:i], file) {
			return usage.Errorf("%s is named twice", file)
		}
		shard, err := openShard(cmd.InOrStdin(), file)
		if err != nil {
			return err
		}
		shards = append(shards, shard)
	}
	p, found, err := experiment.Merge(shards)
	if err != nil {
		return err
	}
	ctx, stop := usage.Interruptible(cmd)
	defer stop()
	return newPlanRunner(mods).print(ctx, cmd.OutOrStdout(), p, found, o, "")
}

func openShard(in io.Reader, file string) (*experiment.ShardResult, error) {
	if file == "-" {
		text, err := files.ReadFrom(in, files.MaxPart)
		if err != nil {
			return nil, fmt.Errorf("the standard input: %w", err)
		}
		return ReadShard("the standard input", text)
	}
	text, err := files.ReadPath(file, files.MaxPart)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, usage.OfFile(err))
	}
	return ReadShard(file, text)
}

// ReadShard reads a part. Its error for a file that is none says how parts are written.
func ReadShard(file string, text []byte) (*experiment.ShardResult, error) {
	s, err := experiment.ReadShard(file, files.Text(text))
	if errors.Is(err, experiment.ErrNotShard) {
		err = fmt.Errorf("%s is not a part: houserule ... --shard K/M --json writes parts", file)
	}
	return s, err
}
