package players

import (
	"context"
	"fmt"

	"houserule/engine"
	"houserule/engine/analysis"
)

// Search looks ahead: it gives the answer that an analysis puts first. If its options cannot be
// tried, it answers as Greedy. An error in a battle that the analysis plays on is its error.
//
// Its answer is a function of the position, the seat and the number of nodes, because the
// dice of its battles follow from the position. So it answers alike in like positions, in
// every battle and whatever it was asked before. It does not know the table's dice, only
// their probabilities. In a battle with secrets its answer is also a function of the answers
// so far, if the table keeps all of them: see [engine.Recalls].
type Search struct {
	analyst *analysis.Analyst
	nodes   int
	looked  int
	table   analysis.Recaller // nil until Search follows a table
}

// NewSearch returns a search that looks at so many nodes, 1 or more, for an answer.
func NewSearch(nodes int) *Search {
	return &Search{analyst: analysis.New(), nodes: nodes}
}

// Follow tells the player its table.
func (s *Search) Follow(t *engine.Table) { s.table, s.analyst.Habits = t, Habits() }

// Ahead returns the number of rounds before the limit in which answers may depend on it, as
// far as it has looked.
func (s *Search) Ahead() int { return s.analyst.Ahead() }

// Looked returns the number of nodes that it looked at for the last answer.
func (s *Search) Looked() int { return s.looked }

// Answer returns the option that the player chooses.
func (s *Search) Answer(q engine.Question) (answer int, err error) {
	if q.Choice == nil {
		return 0, errNoDice
	}
	answer, s.looked, err = s.analyst.Best(context.Background(), q, s.table, analysis.Nodes(s.nodes))
	if err != nil {
		return 0, fmt.Errorf("search: %w", err)
	}
	return answer, nil
}
