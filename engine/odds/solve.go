package odds

// A solver computes how a battle without a limit ends from a state on. It goes depth first
// to the ends and writes each state in terms of its targets: ends, and states above it on
// the way down, to which it may return. A state that returns to itself with probability b
// and goes elsewhere with probabilities a goes there in the end with probability a/(1-b).
// Here 1-b is the sum of all a, so nothing is subtracted. (This is the state reduction of
// Grassmann, Taksar and Heyman.)
type solver struct {
	graph *Graph
	rows  []*row
}

// A row holds the ends and states to which a state leads.
type row struct {
	ends   [ends]Number
	cut    Number
	never  Number
	rounds Number // the mean number on the way
	back   []term // to states that are still open
	open   bool
}

type term struct {
	node   int32
	chance Number
}

func newSolver(g *Graph) *solver { return &solver{g, make([]*row, len(g.nodes))} }

// row returns the solved row of a state.
func (s *solver) row(id int32) *row {
	if r := s.rows[id]; r != nil {
		s.settle(r)
		return r
	}
	r := &row{open: true}
	s.rows[id] = r
	n := &s.graph.nodes[id]
	r.cut = n.cut
	if n.late {
		r.ends[^undecided] = one
		r.close(id)
		return r
	}
	for _, e := range s.graph.edges[n.first:n.last] {
		r.rounds = r.rounds.Plus(e.chance.Times(Number{float64(e.rounds), 0}))
		if e.to < 0 {
			r.ends[^e.to] = r.ends[^e.to].Plus(e.chance)
			continue
		}
		if to := s.rows[e.to]; to != nil && to.open {
			r.add(e.to, e.chance)
			continue
		}
		r.take(e.chance, s.row(e.to))
	}
	r.close(id)
	return r
}

// add adds a path back to an open state.
func (r *row) add(node int32, p Number) {
	for i := range r.back {
		if r.back[i].node == node {
			r.back[i].chance = r.back[i].chance.Plus(p)
			return
		}
	}
	r.back = append(r.back, term{node, p})
}

// take adds the row of another state, to which this one leads with probability p.
func (r *row) take(p Number, to *row) {
	for i, q := range to.ends {
		r.ends[i] = r.ends[i].Plus(p.Times(q))
	}
	r.cut = r.cut.Plus(p.Times(to.cut))
	r.never = r.never.Plus(p.Times(to.never))
	r.rounds = r.rounds.Plus(p.Times(to.rounds))
	for _, t := range to.back {
		r.add(t.node, p.Times(t.chance))
	}
}

// settle replaces each state that is no longer open by its row.
func (s *solver) settle(r *row) {
	for i := 0; i < len(r.back); {
		t := r.back[i]
		to := s.rows[t.node]
		if to.open {
			i++
			continue
		}
		r.back = append(r.back[:i], r.back[i+1:]...)
		s.settle(to)
		r.take(t.chance, to)
		i = 0
	}
}

// close solves the paths of a state back to itself.
func (r *row) close(id int32) {
	r.open = false
	i := 0
	for i < len(r.back) && r.back[i].node != id {
		i++
	}
	if i == len(r.back) {
		return
	}
	r.back = append(r.back[:i], r.back[i+1:]...)
	away := r.cut.Plus(r.never)
	for _, q := range r.ends {
		away = away.Plus(q)
	}
	for _, t := range r.back {
		away = away.Plus(t.chance)
	}
	if away.Value == 0 { // no path leads out
		r.never, r.rounds = one, Number{}
		return
	}
	for i := range r.ends {
		r.ends[i] = r.ends[i].Over(away)
	}
	r.cut, r.never, r.rounds = r.cut.Over(away), r.never.Over(away), r.rounds.Over(away)
	for i := range r.back {
		r.back[i].chance = r.back[i].chance.Over(away)
	}
}
