package bundled_test

import (
	"math"
	"slices"
	"testing"

	"houserule/cmd/houserule/gamestest"
	"houserule/engine/best"
	"houserule/engine/enginetest"
)

// risked is the chance of the attacker of Risk with so many armies against so many, if both
// throw the best number of dice: written down from rules R1 to R3 alone.
type risked struct {
	known map[[2]int]float64
	most  bool // whether to throw as many dice as one may was best everywhere
}

func (r *risked) value(attackers, defenders int) float64 {
	switch v, ok := r.known[[2]int{attackers, defenders}]; {
	case defenders == 0:
		return 1
	case attackers == 0:
		return 0
	case ok:
		return v
	}
	var byAttacker []float64
	for mine := 1; mine <= min(3, attackers); mine++ {
		var byDefender []float64
		for theirs := 1; theirs <= min(2, defenders); theirs++ {
			sum := 0.0
			for lost, chance := range throws(mine, theirs) {
				sum += chance * r.value(attackers-lost, defenders-(min(mine, theirs)-lost))
			}
			byDefender = append(byDefender, sum)
		}
		byAttacker = append(byAttacker, slices.Min(byDefender))
		r.most = r.most && byDefender[len(byDefender)-1] <= slices.Min(byDefender)+1e-12
	}
	v := slices.Max(byAttacker)
	r.most = r.most && byAttacker[len(byAttacker)-1] >= v-1e-12
	r.known[[2]int{attackers, defenders}] = v
	return v
}

// throws returns the chances that the attacker loses so many armies, of all ways in which
// the dice fall.
func throws(mine, theirs int) map[int]float64 {
	chances := map[int]float64{}
	ways := int(math.Pow(6, float64(mine+theirs)))
	for way := range ways {
		shown := make([]int, mine+theirs)
		for i := range shown {
			shown[i], way = way%6, way/6
		}
		attack, defense := shown[:mine], shown[mine:]
		slices.Sort(attack)
		slices.Sort(defense)
		lost := 0
		for i := 1; i <= min(mine, theirs); i++ {
			if attack[mine-i] <= defense[theirs-i] {
				lost++
			}
		}
		chances[lost] += 1 / float64(ways)
	}
	return chances
}

// Best play of Risk, which a script plays, has the value that its rules alone have, and
// throws as many dice as it may.
func TestRiskBestPlay(t *testing.T) {
	t.Parallel()
	_, lib, _ := gamestest.Bundled(t, "risk")
	scenarios := map[string][2]int{"duel": {3, 2}, "last-stand": {6, 2}}
	if enginetest.Long {
		scenarios["border"] = [2]int{10, 7}
	}
	for id, armies := range scenarios {
		b, _ := gamestest.Opening(t, lib, id)
		g, err := best.New(b)
		if err == nil {
			err = g.Solve(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
		r := risked{known: map[[2]int]float64{}, most: true}
		want := r.value(armies[0], armies[1])
		if v := g.Start(); math.Abs(v.Middle()-want) > 1e-9 || v.Gap() > 1e-9 {
			t.Errorf("%s: %v, want %v", id, v, want)
		}
		if !r.most {
			t.Errorf("%s: to throw as many dice as one may is not always best", id)
		}
	}
}
