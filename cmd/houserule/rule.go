package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"houserule/engine"
	"houserule/engine/library"
)

func paragraphIDs(lib *library.Library) (ids []string) {
	for _, p := range lib.Rulebook {
		ids = append(ids, p.ID)
	}
	return ids
}

func newRule() *cobra.Command {
	return catalog("rule [PARAGRAPH]", "List the paragraphs of the rulebook, or print one with its rulings",
		"  houserule rule\n  houserule rule H8.3", paragraphIDs,
		func(out io.Writer, lib *library.Library) error {
			var rows []string
			for _, p := range lib.Rulebook {
				rows = append(rows, p.ID+"\t"+p.Title)
			}
			return table(out, "rule\ttitle", rows)
		},
		func(out io.Writer, lib *library.Library, id string) error {
			p, err := lib.Paragraph(id)
			if err != nil {
				return err
			}
			fmt.Fprintf(out, "%s\n%s\n", heading(p.ID+" "+p.Title), p.Text)
			if p.Ruling != "" {
				fmt.Fprintf(out, "Ruling: %s\n", p.Ruling)
			}
			for _, s := range p.Switches {
				fmt.Fprintf(out, "  %s = %s  %s\n", s.Key, s.Text(), faint(s.Doc))
			}
			return nil
		})
}

func unknownWord(what, word string, known []string) error {
	return &engine.Unknown{What: what, Word: word, Known: known}
}
