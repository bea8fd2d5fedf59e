package results

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"houserule/cmd/houserule/report"
	"houserule/cmd/houserule/terminal"
	"houserule/cmd/houserule/usage"
	"houserule/engine/library"
)

// Form holds the values of the flags for the form of results.
type Form struct {
	JSON, CSV bool
	Report    string
}

// Flags adds the flags to a command.
func (o *Form) Flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.BoolVar(&o.JSON, "json", false, "print the results as JSON")
	f.BoolVar(&o.CSV, "csv", false, "print the results as CSV, one number in each row")
	f.StringVar(&o.Report, "report", "", "also write the results, with charts, to this HTML `file`")
}

// Check returns an error for flags that exclude each other, and for files that
// could not be written when the run ends, hours later, or that are among its inputs.
func (o *Form) Check() error {
	if o.JSON && o.CSV {
		return usage.Errorf("--json and --csv: choose one of them")
	}
	return nil
}

// Print prints a result, and writes the report of the flags.
func (o *Form) Print(out io.Writer, result any, facts []report.Fact, interrupted string) error {
	all, err := New(result, facts, interrupted)
	if err != nil {
		return err
	}
	switch {
	case o.JSON:
		_, err = terminal.Unfolded(out).Write(all.JSON)
	case o.CSV:
		err = all.Document.CSV(terminal.Unfolded(out))
	default:
		all.Document.Print(out, terminal.ListWidth(out))
	}
	if err != nil || o.Report == "" {
		return err
	}
	file, err := os.Create(o.Report)
	if err == nil {
		err = errors.Join(all.Document.HTML(file), file.Close())
	}
	if err != nil {
		return fmt.Errorf("--report: %w", err)
	}
	return nil
}

// FactsOf returns the facts with which a reader can repeat a result.
func FactsOf(cmd *cobra.Command, lib *library.Library) []report.Fact {
	return []report.Fact{{Name: "command", Value: usage.CommandLine(cmd)}, {Name: "program", Value: usage.Version()}, {Name: "mods", Value: lib.ModList()}}
}
