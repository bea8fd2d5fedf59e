package lua

// maxKept is the number of objects of a kind whose lists are kept: those with small numbers.
const maxKept = 1 << 10

// keeping returns a Reader of a list with a Stamp. Slot is the index of the field in
// Machine.kept.
func keeping(slot int, stamp Stamp, read Reader) Reader {
	return func(m *Machine, ref int32) (Value, error) {
		now, ok := stamp(m, ref)
		if !ok || uint32(ref) >= maxKept {
			return read(m, ref)
		}
		lists := m.kept[slot]
		for int(ref) >= len(lists) {
			lists = append(lists, new(keptList))
			m.kept[slot] = lists
		}
		l := lists[ref]
		if l.begun != m.begun || l.stamp != now {
			v, err := read(m, ref)
			if err != nil || l.call == m.outermost { // a script may still hold the list as it was
				return v, err
			}
			l.list.items = append(l.list.items[:0], v.Items()...)
			l.begun, l.stamp = m.begun, now
		}
		l.call = m.outermost
		return Value{is: valueTable, ext: &l.list}, nil
	}
}
