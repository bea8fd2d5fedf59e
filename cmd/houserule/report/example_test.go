package report_test

import (
	"bytes"
	"fmt"
	"os"

	"houserule/cmd/houserule/report"
	"houserule/engine/experiment"
)

func Example() {
	percent := experiment.Percent(1)
	d := &report.Document{
		Title:   "Greedy against random",
		Summary: []string{"Greedy wins " + percent.Text(0.713) + " of the battles."},
		Sections: []report.Section{{
			Title: "Who wins",
			Parts: []report.Part{
				report.Bars{Title: "Battles won", Unit: percent, Full: 1, Bars: []report.Bar{
					{Label: "greedy", Value: 0.713, Low: 0.704, High: 0.722},
					report.Exact("random", 0.287),
				}},
				report.HeatMap{Title: "Row against column", Unit: percent, Middle: 0.5, High: 1,
					Rows: []string{"Orc", "Elf"}, Columns: []string{"Orc", "Elf"}, Cells: [][]float64{{0.5, 0.25}, {0.75, 0.5}}},
			},
		}},
		Facts: []report.Fact{{Name: "seed", Value: "7"}},
	}
	d.Print(os.Stdout, 60)

	var file bytes.Buffer // or one on the disk
	if err := d.HTML(&file); err != nil {
		fmt.Println(err)
	}
	// Output:
	// Greedy against random
	// Greedy wins 71.3 % of the battles.
	//
	// Who wins
	//
	//   Battles won
	//   greedy  ███████████████████▎         71.3 % (70.4 to 72.2)
	//   random  ███████▊                     28.7 %
	//
	//   Row against column
	//        Orc  Elf
	//   Orc   50   25
	//   Elf   75   50
	//
	// Where this comes from
	//   seed  7
}
