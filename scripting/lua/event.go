package lua

import (
	"fmt"
	"math/bits"
	"strings"
)

// NewAccess returns the Access of an event with this number of fields. Number reads them all
// with get, and SetWhole has no functions yet.
func NewAccess(fields int, get func(field int) Value, set func(field int, v Value) error) *Access {
	a := &Access{Get: make([]func() Value, fields), Set: set, Number: make([]func() float64, fields), SetWhole: make([]func(int) error, fields)}
	for i := range fields {
		a.Get[i] = func() Value { return get(i) }
		a.Number[i] = func() float64 { return get(i).num }
	}
	return a
}

// settle reads the fields that the running hook has not read yet: the event shows the battle as it
// was when the hook began.
func (m *Machine) settle() {
	if m.depth == 0 {
		return
	}
	if fr := m.calls[m.depth-1].event; fr != nil {
		for missing := fr.code.touched &^ fr.have; missing != 0; missing &= missing - 1 {
			fr.read(bits.TrailingZeros64(missing))
		}
	}
}

// read copies a field of the event to its place in the frame.
func (fr *frame) read(field int) {
	to := fr.code.fields[field]
	if to.number {
		fr.readNumber(field, to.at)
		return
	}
	fr.have |= 1 << field
	fr.slots[to.at] = fr.m.adopt(fr.of.Get[field]())
}

// readNumber copies a field that is always a number to an index of nums, and returns it.
func (fr *frame) readNumber(field, to int) float64 {
	f := fr.of.Number[field]()
	fr.have |= 1 << field
	fr.nums[to] = f
	return f
}

// fieldNow returns a field of the event as the hook sees it.
func (fr *frame) fieldNow(field int) Value {
	if fr.have>>field&1 == 0 {
		fr.read(field)
	}
	if at := fr.code.fields[field]; at.number {
		return Number(fr.nums[at.at])
	} else {
		return fr.slots[at.at]
	}
}

// write sets a field of the event at a line. It checks the value.
func (fr *frame) write(field int, v Value, line int) {
	e := fr.code.event
	f := &e.Fields[field]
	if !f.Writable {
		fr.m.Fail(ErrFrozen, "%s: field %q is read-only", e.Hook, f.Name)
	}
	fr.set(fr.code.fields[field], fr.m.mustFit(f.Name, f.Shape, v))
	fr.have |= 1 << field
	fr.wrote |= 1 << field
	fr.note(field, line)
}

// note notes the line of a write.
func (fr *frame) note(field, line int) {
	if fr.wroteAt == nil {
		fr.wroteAt = new([64]int)
	}
	fr.wroteAt[field] = line
}

// set puts a value into a place.
func (fr *frame) set(at place, v Value) {
	if at.number {
		fr.nums[at.at] = v.num
	} else {
		fr.slots[at.at] = v
	}
}

// writeBack sets the fields of the event that the hook has changed, in their order.
func (fr *frame) writeBack() *Error {
	if fr.of.Writing != nil {
		fr.of.Writing()
	}
	fields, whole := fr.code.fields, fr.of.SetWhole
	for wrote := fr.wrote; wrote != 0; wrote &= wrote - 1 {
		field := bits.TrailingZeros64(wrote)
		at := fields[field]
		var got Value
		if at.number {
			n := fr.nums[at.at]
			if i := int32(n); float64(i) == n { // the usual case
				if set := whole[field]; set != nil && set(int(i)) == nil {
					continue
				}
			}
			got = Number(n)
		} else {
			got = fr.slots[at.at]
		}
		if got.Equal(fr.of.Get[field]()) {
			continue
		}
		if err := fr.setField(field, got); err != nil {
			return err
		}
	}
	return nil
}

// setField hands the value of a field over.
func (fr *frame) setField(field int, got Value) *Error {
	f := &fr.code.event.Fields[field]
	var why error
	if set := fr.of.SetWhole[field]; set != nil && got.is == valueNumber && float64(int32(got.num)) == got.num { // the usual case
		why = set(int(got.num))
	} else if v, ok := fr.m.Plain(got); !ok || !f.Fits(v) {
		return fr.refused(field, fr.m.Refuse(f.Name, f.Shape, got), ErrReject)
	} else {
		why = fr.of.Set(field, v)
	}
	if why != nil {
		return fr.refused(field, fmt.Sprintf("%s: %v", f.Name, why), why)
	}
	return nil
}

// refused returns the error of a field that cannot have a value. Its place is that of the write; it
// has none if that is not known.
func (fr *frame) refused(field int, text string, why error) *Error {
	line := fr.code.lines[field]
	if fr.code.lines == nil && fr.wroteAt != nil {
		line = fr.wroteAt[field]
	}
	e := &Error{Text: text, Err: why}
	if line > 0 {
		e.File, e.Line = fr.code.file, line
	}
	return e
}

// cancel ends a hook with a veto.
func (m *Machine) cancel(why Value) {
	if why.is != valueString && why.is != valueNil {
		m.Fail(nil, "the reason is a string, not %s", m.sort(why))
	}
	c := m.calls[m.depth-1]
	c.canceled, c.reason = true, strings.Clone(shortenTo(why.Text(), 500))
}

// eventField returns the field of the event that a script names.
func (m *Machine) eventField(of *frame, key Value) int {
	e := of.code.event
	if key.is != valueString {
		m.Fail(nil, "%s has no field %s", e.Hook, m.Show(key))
	}
	i := e.Fields.Find(key.Text())
	if i < 0 {
		m.Fail(nil, "%s has no field %q%s", e.Hook, key.Text(), m.world.unknown(key.Text(), e.Fields.Names()))
	}
	return i
}
