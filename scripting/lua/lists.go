package lua

// The table library.

func tableConcat(c Call) {
	m, t := c.m, c.table(1)
	sep := ""
	if c.Arg(2).is != valueNil {
		sep = c.text(2)
	}
	from, to := c.whole(3, 1), c.whole(4, len(t.items))
	if to-from >= MaxTable {
		m.Fail(ErrMemory, "table.concat: at most %d items", MaxTable)
	}
	m.charge(max(0, to-from))
	text := m.text[:0]
	for i := from; i <= to; i++ {
		switch v := t.at(i); v.is {
		case valueString:
			text = append(text, v.Text()...)
		case valueNumber:
			m.charge(2)
			text = appendNumber(text, v.num)
		default:
			m.Fail(nil, "table.concat: item %d is %s", i, m.sort(v))
		}
		if i < to {
			text = append(text, sep...)
		}
		if len(text) > MaxString {
			m.tooLong()
		}
	}
	m.text = text
	c.giveText(m.intern(text))
}

func tableInsert(c Call) {
	m, t := c.m, c.table(1)
	m.writable(t)
	n := len(t.items)
	place, value := n+1, c.Arg(2)
	if c.Count() > 2 {
		place, value = c.whole(2, 0), c.Arg(3)
		if place < 1 || place > n+1 {
			m.Fail(nil, "table.insert: the place is 1 to %d, not %d", n+1, place)
		}
	}
	m.charge(1 + (n-place+1)>>2)
	if place <= n {
		m.putAt(t, n+1, t.items[n-1])
		copy(t.items[place:n], t.items[place-1:n-1])
	}
	m.putAt(t, place, value)
	c.Give()
}

func tableRemove(c Call) {
	m, t := c.m, c.table(1)
	m.writable(t)
	n := len(t.items)
	place := c.whole(2, n)
	if n == 0 || place < 1 || place > n {
		if c.Arg(2).is != valueNil && (place < 1 || place > n+1) {
			m.Fail(nil, "table.remove: the place is 1 to %d, not %d", n, place)
		}
		c.Give(Nil)
		return
	}
	gone := t.items[place-1]
	m.charge(1 + (n-place)>>2)
	t.own()
	copy(t.items[place-1:], t.items[place:])
	m.putAt(t, n, Nil)
	c.Give(gone)
}

// tableSort sorts stably, and ends whatever the comparison says.
func tableSort(c Call) {
	m, t := c.m, c.table(1)
	m.writable(t)
	before := func(a, b Value) bool {
		m.charge(4)
		switch {
		case a.is == valueNumber && b.is == valueNumber:
			return a.num < b.num
		case a.is == valueString && b.is == valueString:
			m.charge(min(len(a.Text()), len(b.Text())) >> 5)
			return a.Text() < b.Text()
		}
		m.Fail(nil, "table.sort: cannot compare %s with %s", m.sort(a), m.sort(b))
		return false
	}
	if fn := c.Arg(2); fn.is != valueNil {
		if fn.is != valueFunction {
			c.wrong(2, "a function")
		}
		before = func(a, b Value) bool {
			m.charge(4)
			from := len(m.args)
			m.args = append(m.args, a, b)
			return c.call(fn, from).Bool()
		}
	}
	n := len(t.items)
	m.charge(n)
	m.take(32 * n)
	var room [16]Value
	items, other := room[:0], room[8:8]
	if n > 8 {
		items, other = make([]Value, 0, n), make([]Value, 0, n)
	}
	items = append(items, t.items...)
	other = other[:n]
	for width := 1; width < n; width *= 2 {
		for from := 0; from < n; from += 2 * width {
			mid, end := min(from+width, n), min(from+2*width, n)
			a, b := from, mid
			for i := from; i < end; i++ {
				if a < mid && (b >= end || !before(items[b], items[a])) {
					other[i] = items[a]
					a++
				} else {
					other[i] = items[b]
					b++
				}
			}
		}
		items, other = other, items
	}
	for i, v := range items { // what the comparison did to the table does not count
		if i < len(t.items) {
			t.own()
			t.items[i] = v
		} else {
			m.putAt(t, i+1, v)
		}
	}
	t.trim()
	c.Give()
}
