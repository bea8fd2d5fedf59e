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
	return catalog{
		use:     "rule [PARAGRAPH]",
		short:   "List the paragraphs of the rulebook, or print one with its rulings",
		example: "  houserule rule --find retaliat\n  houserule rule H8.3",
		ids:     paragraphIDs,
		list: func(lib *library.Library) (string, []string, error) {
			var rows []string
			for _, p := range lib.Rulebook {
				rows = append(rows, p.ID+"\t"+p.Title)
			}
			return "rule\ttitle", rows, nil
		},
		show: showRule,
	}.command()
}

// showRule prints a paragraph, its ruling and the switches that change it.
func showRule(out io.Writer, lib *library.Library, id string) error {
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
}

func unknownWord(what, word string, known []string) error {
	return &engine.Unknown{What: what, Word: word, Known: known}
}
