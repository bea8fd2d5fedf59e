package lua

// What scripts do to tables, with its price.

// most tables and closures that are kept to be used again when no call runs any more, and items for
// which a table keeps the memory.
const (
	mostKept = 64
	mostRoom = 64
)

// newTable returns an empty table of a script.
func (m *Machine) newTable() *table {
	if m.tablesUsed >= mostKept || m.loading != nil {
		return new(table)
	}
	if m.tablesUsed == len(m.tables) {
		m.tables = append(m.tables, new(table))
	}
	t := m.tables[m.tablesUsed]
	m.tablesUsed++
	if cap(t.room) > mostRoom {
		t.room = nil
	}
	*t = table{keyed: t.keyed[:0], room: t.room[:0], items: t.room[:0]}
	return t
}

// newClosure returns a closure of a code whose captures are still to be set.
func (m *Machine) newClosure(c *code) *closure {
	m.take(64 + 40*len(c.captures))
	if m.madeUsed >= mostKept || m.loading != nil {
		return &closure{c, make([]Value, len(c.captures))}
	}
	if m.madeUsed == len(m.closures) {
		m.closures = append(m.closures, new(closure))
	}
	f := m.closures[m.madeUsed]
	m.madeUsed++
	f.code = c
	if cap(f.up) < len(c.captures) {
		f.up = make([]Value, len(c.captures))
	}
	f.up = f.up[:len(c.captures)]
	return f
}

// List returns a list of n values. A function of the host sets them with [Value.Items] and
// returns the list. It is valid until the running calls have ended, and takes no memory.
func (m *Machine) List(n int) Value {
	if len(m.items)+n > cap(m.items) || m.loading != nil {
		m.items = make([]Value, 0, 2*cap(m.items)+n) // existing lists keep the old array
	}
	from := len(m.items)
	m.items = m.items[:from+n]
	t := m.newTable()
	t.items, t.once, t.lent = m.items[from:from+n:from+n], true, true
	return Value{is: valueTable, ext: t}
}

// adopt accounts for a list that a script gets from the host, and makes it one of the script.
// It returns other values as they are.
func (m *Machine) adopt(v Value) Value {
	if v.is != valueTable {
		return v
	}
	return m.adoptList(v)
}

// adoptList is adopt for a list: a function of its own, so that adopt is inlined.
//
//go:noinline
func (m *Machine) adoptList(v Value) Value {
	t := v.ext.(*table)
	m.listed(len(t.items))
	if t.seal == readOnly {
		return v
	}
	if !t.once {
		items := t.items
		t = m.newTable()
		t.items = items
	}
	t.once, t.lent = false, true
	return Value{is: valueTable, ext: t}
}

// put is t[key] = v.
func (m *Machine) put(t *table, key, v Value) {
	m.writable(t)
	m.charge(1)
	if i, ok := t.place(key); ok {
		m.putAt(t, i, v)
		return
	}
	m.checkKey(key)
	m.putKey(t, plainZero(key), v)
}

// checkKey refuses what cannot be a key, and takes the steps of looking for one.
func (m *Machine) checkKey(key Value) {
	switch {
	case key.is == valueNil:
		m.Fail(nil, "a table's key cannot be nil")
	case key.is == valueNumber && key.num != key.num:
		m.Fail(nil, "a table's key cannot be nan")
	}
	m.compared(key)
}

func (m *Machine) putKey(t *table, key, v Value) {
	if i := t.find(key); i >= 0 {
		t.replace(i, v)
		return
	}
	if v.is == valueNil {
		return
	}
	n := len(t.keyed) - t.gone + 1
	m.charge(2)
	bytes := 128
	if n == 1 {
		m.charge(20)
		bytes += 2048
	}
	if n > MaxTable {
		m.Fail(ErrMemory, "a table takes at most %d keys", MaxTable)
	}
	if key.is == valueString {
		bytes += int(key.ref)
	}
	m.take(bytes)
	t.add(key, v)
}

// putAt is t[i] = v for a place of the list, or the one after its end.
func (m *Machine) putAt(t *table, i int, v Value) {
	switch n := len(t.items); {
	case i <= n:
		t.own()
		if t.items[i-1] = v; v.is == valueNil && i == n {
			t.trim()
		}
	case v.is != valueNil:
		if n >= MaxTable {
			m.Fail(ErrMemory, "a list has at most %d items", MaxTable)
		}
		if n == 0 {
			m.take(512)
			m.charge(8)
		}
		t.own()
		t.items = append(t.items, v)
		t.room = t.items
		t.drain()
		m.take(32 * (len(t.items) - n))
		m.charge((len(t.items) - n) >> 3)
	}
}

// writable refuses writes to tables that must not change.
func (m *Machine) writable(t *table) {
	switch t.seal {
	case frozen:
		m.Fail(ErrFrozen, "this table is frozen after loading%s", m.world.Remember)
	case readOnly:
		m.Fail(ErrFrozen, "this is read-only")
	}
}

// freeze freezes all that a value reaches. A function that would change what outlives it is
// refused, and so is an iterator that moves.
func (m *Machine) freeze(v Value) {
	todo, seen := []Value{v}, map[any]bool{}
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if v.is < valueTable || v.is > valueCell || seen[v.ext] {
			continue
		}
		seen[v.ext] = true
		switch of := v.ext.(type) {
		case *table:
			if of.seal != unsealed {
				continue
			}
			of.own()
			of.pack()
			of.seal = frozen
			todo = append(todo, of.items...)
			for _, e := range of.keyed {
				todo = append(todo, e.key, e.value)
			}
		case *native:
			if of.moves {
				panic(&fault{text: "an iterator cannot be kept after loading", err: ErrFrozen, file: m.loading.file})
			}
		case *closure:
			if name := of.code.changes; name != "" {
				panic(&fault{
					text: "the function changes \"" + name + "\", a local that would outlive the call" + m.world.Remember,
					err:  ErrFrozen, file: of.code.file, line: of.code.line,
				})
			}
			todo = append(todo, of.up...)
		case *Value:
			todo = append(todo, *of)
		}
	}
}
