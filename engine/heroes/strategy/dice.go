package strategy

import "houserule/engine"

// Dice are the dice of the stage. They show given faces, and then for each further die the face
// with which a mean begins.
type dice struct {
	faces  []face
	at     int // faces shown
	ways   int
	failed bool
	play   func() float64 // returns the value of the play with these faces
}

// A face is that of a die, or of a die that only has to reach a need.
type face struct {
	sides, need, shows int
	chance             float64 // of getting to the die
}

// Answer answers as greedy, by formulas. It is to attack no further if it is asked again.
func (d *dice) Answer(q engine.Question) (int, error) {
	switch {
	case q.Choice != nil:
		return greediest(q.Choice), nil
	case q.Need > q.Sides:
		return 1, nil
	case q.Need == 1:
		return int(q.Sides), nil
	}
	if d.at == len(d.faces) {
		f := face{sides: int(q.Sides), need: int(q.Need), shows: 1, chance: 1}
		if d.at > 0 {
			before := &d.faces[d.at-1]
			f.chance = before.chance * before.share()
		}
		switch {
		case f.need > 0 && 2*(f.sides-f.need+1) > f.sides:
			f.shows = f.need
		case f.need == 0 && !f.forks():
			f.shows = (f.sides + 1) / 2
		}
		d.faces = append(d.faces, f)
	}
	f := d.faces[d.at]
	d.at++
	if f.sides != int(q.Sides) || f.need != int(q.Need) {
		return 0, engine.ErrScript
	}
	return f.shows, nil
}

// share returns the probability of the face.
func (f *face) share() float64 {
	hits := f.sides - f.need + 1
	switch {
	case f.need == 0:
		return 1 / float64(f.sides)
	case f.shows < f.need:
		return float64(f.need-1) / float64(f.sides)
	}
	return float64(hits) / float64(f.sides)
}

// forks reports whether the play is repeated with other faces.
func (f *face) forks() bool { return f.need > 0 || f.chance >= leastChance }

// mean returns the mean value over the dice from the i-th on, of which the play has the value first.
// Where two faces of a die lead to the same value, those between them are taken to lead to it,
// too.
func (d *dice) mean(i int, first float64) float64 {
	if i >= len(d.faces) {
		return first
	}
	f := d.faces[i]
	low := d.mean(i+1, first)
	if !f.forks() {
		return low
	}
	show := func(n int) float64 {
		f.shows = n
		d.faces = append(d.faces[:i], f)
		return d.mean(i+1, d.play())
	}
	if f.need > 0 {
		share := f.share()
		other := 1
		if f.shows == 1 {
			other = f.need
		}
		return float64(share*low) + float64((1-share)*show(other))
	}
	var between func(lo, hi int, atLo, atHi float64) float64
	between = func(lo, hi int, atLo, atHi float64) float64 {
		if n := hi - lo - 1; n <= 0 || atLo == atHi {
			return float64(float64(n) * atLo)
		}
		mid := (lo + hi) / 2
		at := show(mid)
		return between(lo, mid, atLo, at) + at + between(mid, hi, at, atHi)
	}
	high := show(f.sides)
	return (low + high + between(1, f.sides, low, high)) / float64(f.sides)
}
