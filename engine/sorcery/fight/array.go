package fight

// S3.3: the array.

// A Zone is a part of the array in which its owner may place units freely (S3.3).
type Zone uint8

// The zones, from left to right.
const (
	front  Zone = iota // units that charge
	cover              // the rear guard of a side that withdraws
	middle             // all other units
	rear               // units that charged in the last round
)

// Zone returns the zone of a unit in the array (S3.3).
func (u *Unit) Zone() Zone {
	switch {
	case u.charging:
		return front
	case u.guard:
		return cover
	case u.charged:
		return rear
	}
	return middle
}

// array puts the zones side by side. Units keep their order within a zone.
func (b *Battle) array() {
	for side := range b.forces {
		line := b.forces[side].line
		for i := 1; i < len(line); i++ {
			for j := i; j > 0 && b.units[line[j]].Zone() < b.units[line[j-1]].Zone(); j-- {
				line[j], line[j-1] = line[j-1], line[j]
			}
		}
	}
}

// arrayNext lets the next side that has a choice say which unit stands at the next place
// from the left, or that it makes no further change (S3.3).
func (b *Battle) arrayNext() bool {
	for ; b.lone < 0 && b.turns < Seats; b.pass() {
		if !b.arranges() {
			continue
		}
		if answer := b.Pick(b.side, PickPlace); answer != Pass {
			b.place(b.picked(answer))
			b.cursor++
		} else {
			b.pass()
		}
		return true
	}
	for side, m := range b.Reading().measured() {
		b.forces[side].measure = m
	}
	b.enter(rolling)
	return false
}

// arranges moves the cursor to the next place at which different units could stand, and
// reports whether there is one.
func (b *Battle) arranges() bool {
	line := b.forces[b.side].line
	for ; int(b.cursor) < len(line); b.cursor++ {
		u := &b.units[line[b.cursor]]
		for _, id := range line[b.cursor+1:] {
			other := &b.units[id]
			if other.Zone() != u.Zone() {
				break
			}
			if !alike(u, other) || b.around != nil && !b.around.Alike(u, other) {
				return true
			}
		}
	}
	return false
}

// alike reports whether two units can be exchanged in the array without any effect.
func alike(u, v *Unit) bool { return u.kind == v.kind && u.marks == v.marks && u.added == v.added }

// Unplaced yields the units whose place in the array is still open, from left to right.
func (p *Picking) Unplaced(yield func(*Unit) bool) {
	p.battle.each(p.battle.forces[p.Side].line[p.battle.cursor:])(yield)
}

// place puts a unit at the cursor's place and moves the units between there and its old
// place to the right.
func (b *Battle) place(u *Unit) {
	line := b.forces[u.side].line
	at := b.forces[u.side].placeOf(u)
	copy(line[b.cursor+1:at+1], line[b.cursor:at])
	line[b.cursor] = u.id
}

var (
	isPlaced  = Ruling{Rule: "S3.3", Text: "its place in the array is taken by what stands left of it"}
	otherZone = Ruling{Rule: "S3.3", Text: "chargers stand at the left, then the rear guard, and last round's chargers at the right"}
)

// mayPlace returns nil, or the rule that forbids a unit to stand at the cursor's place.
func (b Position) mayPlace(u *Unit) *Ruling {
	line := b.forces[u.side].line
	switch at := b.forces[u.side].placeOf(u); {
	case at < 0:
		return &notHere
	case at < int(b.cursor):
		return &isPlaced
	case u.Zone() != b.units[line[b.cursor]].Zone():
		return &otherZone
	}
	return nil
}
