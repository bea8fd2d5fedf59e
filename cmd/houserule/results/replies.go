package results

import (
	"fmt"
	"math"

	"houserule/cmd/houserule/report"
	"houserule/cmd/houserule/runner"
	"houserule/engine/experiment"
	"houserule/engine/library"
)

// Replies is how much the best reply to a player wins in each seat.
type Replies struct {
	Scenario string   `json:"scenario,omitempty"`
	Against  string   `json:"against"`
	Mods     []string `json:"mods"`
	Seats    []reply  `json:"seats"`

	name string
}

// A reply is the best reply of a seat: what it wins, a draw counting as a half, what the
// player itself wins in that seat against itself, and the states of the solved game.
type reply struct {
	Seat   string `json:"seat"`
	Wins   bound  `json:"wins"`
	Itself exact  `json:"itself"`
	States int    `json:"states"`
}

// NewReplies returns the best replies to a player in a match, with a name for people.
func NewReplies(replies []runner.Reply, against, name string, m library.Match, mods []string) *Replies {
	x := &Replies{Scenario: m.Scenario, Against: against, Mods: mods, name: name}
	for i, seat := range m.Setup.SeatNames() {
		r := replies[i]
		x.Seats = append(x.Seats, reply{seat, newValue(r.Wins), exact(r.Itself), r.States})
	}
	return x
}

// document shows the replies.
func (x *Replies) document() *report.Document {
	table := report.Table{Head: []string{"", "best reply wins", x.Against + " itself", "difference"}, Right: []bool{false, true, true, true}}
	unit, states := experiment.Percent(3), 0
	for _, s := range x.Seats {
		wins, itself, more := float64(s.Wins.Value), "not known", ""
		if own := float64(s.Itself); !math.IsNaN(own) {
			itself, more = unit.Text(own), fine.Text(wins-own)
		}
		row := report.Row{Labels: []string{"seats"}, Name: s.Seat}.Text(s.Seat)
		table.Rows = append(table.Rows, row.Number("wins", s.Wins, unit.Text(wins)).Number("itself", s.Itself, itself).Text(more))
		states += s.States
	}
	return &report.Document{
		Title: "The best reply to " + x.Against + ": " + x.name,
		Summary: []string{
			fmt.Sprintf("No player wins more against %s than the best reply to it, which knows every answer of %s in advance.", x.Against, x.Against),
			fmt.Sprintf("All numbers are exact (%s).", experiment.Counted(int64(states), "state")),
		},
		Sections: []report.Section{{Title: "Wins in a battle", Text: "With a draw as half a win.", Parts: []report.Part{table}}},
	}
}
