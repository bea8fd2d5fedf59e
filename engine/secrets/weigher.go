package secrets

import (
	"encoding/binary"
	"math"
	"slices"

	"houserule/engine"
)

// An entry is a die or an answer of the battle, with the options that there were.
type entry struct {
	answer  int
	options []int
	seat    engine.Side // below 0 for a die
	hidden  bool
}

// options returns the faces of a die, or the options of a choice.
func options(q engine.Question) (all []int) {
	if q.Choice != nil {
		return slices.Collect(q.Choice.Each)
	}
	for face := range int(q.Sides) {
		all = append(all, face+1)
	}
	return all
}

// A weigher finds what is hidden, and deals it anew.
type weigher struct {
	*replay
	habits  []Habits
	limit   int
	entries []entry
	seen    sight
	steps   int // of a deal, without those of habits
}

// recall plays the battle again from its beginning, and finds the last moment at which nothing
// was hidden from the side. It reports whether the battle is the present one, and another side
// has answered since that moment.
func (w *weigher) recall(now engine.Battle, given []int) bool {
	type moment struct {
		battle engine.Dealer
		at     int
	}
	var moments []moment
	w.length, w.entries = len(given), make([]entry, len(given))
	w.answer = func(at int, q engine.Question) (int, error) {
		w.entries[at] = entry{answer: given[at], options: options(q), seat: q.Side}
		return given[at], nil
	}
	if !w.play(func() { moments = append(moments, moment{copied(w.battle), w.at}) }) || w.keyer.Key(moments[len(moments)-1].battle, now.Round()) != w.keyer.Key(now, now.Round()) {
		return false
	}
	for n := len(moments); n > 0 && w.base == nil; n-- {
		if m := moments[n-1]; w.clear(m.battle) {
			w.base, w.before, w.length, w.entries = m.battle, given[:m.at], w.length-m.at, w.entries[m.at:]
		}
		if w.played > w.limit {
			return false
		}
	}
	w.answer = w.truth
	before := w.played
	if !slices.ContainsFunc(w.entries, w.foreign) || !w.play(nil) {
		return false
	}
	w.seen = w.sight()
	w.steps = w.played - before
	return true
}

// truth gives the answer of the battle.
func (w *weigher) truth(at int, q engine.Question) (int, error) {
	e := w.entries[at]
	if e.seat != q.Side || q.Choice == nil && len(e.options) != int(q.Sides) {
		return 0, errOther
	}
	return e.answer, nil
}

// foreign reports whether an entry is an answer of another side.
func (w *weigher) foreign(e entry) bool { return !e.seat.IsLuck() && e.seat != w.side }

// veil finds the entries that are hidden from the side, and reports whether the steps are enough.
func (w *weigher) veil() bool {
	for at := range w.entries {
		e := &w.entries[at]
		e.hidden = e.seat != w.side && w.hides(at)
	}
	return w.played <= w.limit
}

// hides reports whether another die or answer in the place of an entry shows the side the same.
func (w *weigher) hides(at int) bool {
	tried := 0
	for _, other := range w.entries[at].options {
		if other == w.entries[at].answer {
			continue
		}
		if tried++; tried > others || w.played > w.limit {
			break
		}
		w.answer = func(i int, q engine.Question) (int, error) {
			if i == at {
				return other, nil
			}
			return w.truth(i, q)
		}
		if w.play(nil) && w.shows(w.seen) {
			return true
		}
	}
	return false
}

// deal deals what is hidden: in all ways, if it is only dice and the steps are enough, or else by
// dice that follow from what the side has seen. It returns nil if the steps are not enough, if there
// is nothing to weigh, or if no deal shows the side what it has seen.
func (w *weigher) deal() *Deals {
	d, ways, tells := &Deals{}, 1, 0
	for _, e := range w.entries {
		switch {
		case e.hidden && !e.seat.IsLuck():
			ways = math.MaxInt
		case e.hidden && ways < math.MaxInt/len(e.options):
			ways *= len(e.options)
		case w.foreign(e):
			d.By[e.seat].Answers++
			tells++
		}
	}
	if ways == 1 || tells == 0 {
		return nil
	}
	for w.room() < min(ways, fewest) && w.simplify() {
	}
	for seat, h := range w.habits {
		d.By[seat].Habits = h.Of
		if f, ok := h.Like.(engine.Follower); ok {
			f.Follow(w.table)
		}
	}
	if room := w.room(); ways <= room {
		for way := range ways {
			w.add(d, func(sides int) int {
				face := way%sides + 1
				way /= sides
				return face
			})
		}
	} else if room >= fewest {
		var luck engine.Dice
		luck.Seed(binary.LittleEndian.Uint64(w.seen.position[:])^w.seen.heard, "")
		for range min(room, most) {
			w.add(d, luck.Roll)
		}
	}
	sum := 0.0
	for _, deal := range d.All {
		sum += deal.Weight
	}
	if sum == 0 {
		return nil
	}
	for i := range d.All {
		d.All[i].Weight /= sum
	}
	return d
}

// room returns the number of deals for which the steps are enough.
func (w *weigher) room() int {
	steps := w.steps
	for _, e := range w.entries {
		if w.foreign(e) {
			steps += w.habits[e.seat].Steps
		}
	}
	return (w.limit - w.played) / steps
}

// simplify takes simpler habits, and reports whether there are any.
func (w *weigher) simplify() (simpler bool) {
	for seat, h := range w.habits {
		if h.Simpler != nil {
			w.habits[seat], simpler = *h.Simpler, true
		}
	}
	return simpler
}

// add adds a deal by dice, if the side would have seen the same, with its weight.
func (w *weigher) add(d *Deals, roll func(sides int) int) {
	weight := 1.0 // also makes up for hidden answers that are drawn as if all were equally likely
	var likely [engine.MaxSeats][]float64
	for seat, h := range w.habits {
		likely[seat] = slices.Repeat([]float64{1 / float64(len(h.Strays))}, len(h.Strays))
	}
	w.answer = func(at int, q engine.Question) (int, error) {
		n, err := w.truth(at, q)
		if e := w.entries[at]; e.hidden && err == nil {
			all := options(q)
			if n = all[roll(len(all))-1]; q.Choice != nil {
				weight *= float64(len(all))
			}
		}
		if err != nil || !w.foreign(w.entries[at]) {
			return n, err
		}
		w.played += w.habits[q.Side].Steps
		return n, w.habits[q.Side].judge(likely[q.Side], q, n)
	}
	if !w.play(nil) || !w.shows(w.seen) {
		return
	}
	for seat := range w.habits {
		sum := 0.0
		for _, chance := range likely[seat] {
			sum += chance
		}
		weight *= sum
	}
	b, given, _ := w.table.Past().Step()
	d.All = append(d.All, Deal{copied(b), slices.Clone(given), weight})
}
