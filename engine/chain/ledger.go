package chain

import "encoding/binary"

// A Counter is a number that is counted over many battles: a cell of a table.
type Counter struct {
	Table, Row string
	Column     int
}

// A Ledger holds counters. What a battle adds to them is at first an entry, so that a chain
// can note the entries of each arc. [Ledger.Commit] adds them to the sums.
type Ledger struct {
	counters []Counter
	numbers  map[Counter]int
	sums     []int64
	entries  []entry
	least    int  // least of the faces of the last die that lead the same way, if there are several
	most     int  // the greatest of them
	wide     bool // there are several, and Rolled has not been called since
	behind   bool // another die was rolled while wide
	blurred  bool // a count depended on the face of the die before the last one: no arc tells it
	awaits   bool // the next count depends on more than the state: see Await
}

// An entry is a number that is added to a counter: whatever the last die showed, or only
// if it showed one face.
type entry struct {
	counter int32
	face    int32 // 0: any
	n       int64
}

// NewLedger returns a ledger without counters.
func NewLedger() *Ledger { return &Ledger{numbers: map[Counter]int{}} }

// Counter returns the number of a counter, from 1, for Add.
func (l *Ledger) Counter(table, row string, column int) int {
	c := Counter{table, row, column}
	n, ok := l.numbers[c]
	if !ok {
		l.counters, l.sums = append(l.counters, c), append(l.sums, 0)
		n = len(l.counters)
		l.numbers[c] = n
	}
	return n
}

// Add adds n to a counter.
func (l *Ledger) Add(counter int, n int64) { l.add(counter, 0, n) }

// AddFaces adds 1 to a counter if the last die, which has shown face, shows one for
// which test is true. Test is asked about all faces that lead the same way.
func (l *Ledger) AddFaces(counter, face int, test func(face int) bool) {
	if l.most == 0 {
		l.blurred = l.blurred || l.behind
		if test(face) {
			l.add(counter, 0, 1)
		}
		return
	}
	for other := l.least; other <= l.most; other++ {
		if test(other) {
			l.add(counter, other, 1)
		}
	}
}

// Rolled ends the counts that depend on the face of the last die.
func (l *Ledger) Rolled() { l.wide, l.behind = false, false }

func (l *Ledger) add(counter, face int, n int64) {
	l.entries = append(l.entries, entry{int32(counter), int32(face), n})
}

// Begin begins a battle, at its beginning or between two of its steps.
func (l *Ledger) Begin() {
	l.Drop()
	l.wide, l.behind, l.blurred, l.awaits = false, false, false, false
}

// Await sets whether the next count depends on more than the battle's state: on an earlier
// event.
func (l *Ledger) Await(on bool) { l.awaits = on }

// Commit adds the entries to the sums. Drop forgets them.
func (l *Ledger) Commit() {
	for _, e := range l.entries {
		l.sums[e.counter-1] += e.n
	}
	l.Drop()
}

// Drop forgets the entries since the last Commit.
func (l *Ledger) Drop() { l.entries, l.least, l.most = l.entries[:0], 0, 0 }

// Each calls Commit, then yield with every counter that is not 0.
func (l *Ledger) Each(yield func(c Counter, n int64)) {
	l.Commit()
	for i, n := range l.sums {
		if n != 0 {
			yield(l.counters[i], n)
		}
	}
}

// Clear sets all counters to 0, and calls Drop.
func (l *Ledger) Clear() {
	l.Drop()
	clear(l.sums)
}

// sorted appends the entries of one face to an empty note, in the order of their counters,
// each counter once.
func sorted(note, entries []entry, face int) []entry {
	for _, e := range entries {
		if e.face != 0 && e.face != int32(face) {
			continue
		}
		i := len(note)
		for i > 0 && note[i-1].counter > e.counter {
			i--
		}
		if i > 0 && note[i-1].counter == e.counter {
			note[i-1].n += e.n
			continue
		}
		note = append(note, entry{})
		copy(note[i+1:], note[i:])
		note[i] = entry{counter: e.counter, n: e.n}
	}
	return note
}

// appendEntry appends an entry of a note to the key of the note.
func appendEntry(key []byte, e entry) []byte {
	return binary.AppendVarint(binary.AppendUvarint(key, uint64(e.counter)), e.n)
}
