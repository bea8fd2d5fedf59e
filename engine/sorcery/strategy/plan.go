package strategy

// A plan is what a side goes for in a war. Plans differ in weights and distances only: from these
// follow the site to march to, the units that stay as guards, and the fights worth going to.
type plan struct {
	// Values, in hundredths of a point of might.
	point int // a point of a goal
	might int // might that fights, or is lost
	part  int // units that came along, and cannot go on

	hunt  int // percent of the value of a fight that is near
	storm int // percent of the units that count as entering by an assault

	// Distances.
	strikes int // hexes: a unit within this distance may be here in the next turn
	comes   int // movement points: the same, for a site
	looms   int // movement points: the same, in the turn after the next
	hunts   int // hexes: the greatest distance of a fight worth going to
}

// The plans. Players that look ahead choose one; the others were found by playing campaigns
// against greedy: see docs/players.md.
const (
	usual  = iota // that of greedy players
	places        // captures sites, and assaults them
	march         // leaves no guards unless an enemy is close
	battle        // seeks the enemy's army
	plans
)

// weights are those of all plans.
var weights = func() (all [plans]plan) {
	for i := range all {
		all[i] = plan{point: 700, might: 100, part: 40, hunt: 60, storm: 100, strikes: 3, comes: 7, looms: 14, hunts: 12}
	}
	all[places].point, all[places].storm = 3000, 400
	all[march].strikes, all[march].comes, all[march].looms = 2, 3, 7
	all[battle].hunt = 400
	return all
}()

// Plans returns the number of plans.
func (s *strategy) Plans() int { return plans }
