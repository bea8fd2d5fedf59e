package players

import (
	"strings"

	"houserule/engine"
	"houserule/engine/secrets"
)

// listing is the number of steps as which an answer counts that follows from the evaluation of
// all options.
const listing = 6

// Habits returns what is believed of the players in all seats, where secrets are weighed by their
// answers: see package secrets. The names are those of the first seats. It is known how greedy
// and random answer; a few answers of the first may differ, so that nothing is impossible. Players
// that look ahead may answer as with a few nodes. People, and all others, may answer as greedy more
// or less often.
func Habits(names ...string) []secrets.Habits {
	all := make([]secrets.Habits, engine.MaxSeats)
	for seat := range all {
		people := secrets.Habits{Of: "people", Like: Greedy{}, Steps: listing, Strays: []float64{0.02, 0.25, 1}}
		h := people
		if seat < len(names) {
			switch name := names[seat]; {
			case name == "greedy":
				h.Of, h.Strays = name, []float64{0.02}
			case name == "random":
				h.Of, h.Strays = name, []float64{1}
			case Searches(name):
				for _, nodes := range []int{900, 2000} { // with much less it could not weigh, in turn, what is hidden from it
					simpler := h
					h = secrets.Habits{Of: searching, Like: NewSearch(nodes), Steps: nodes, Strays: []float64{0.02, 0.25}, Simpler: &simpler}
					if strings.HasPrefix(name, carelessly) {
						h.Of, h.Like = carelessly, NewCareless(nodes)
					}
				}
			}
		}
		all[seat] = h
	}
	return all
}
