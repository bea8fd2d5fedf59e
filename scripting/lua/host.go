package lua

// What scripts call, read and write of the host.

// value makes a function of the host a value.
func (f *Function) value(name string) Value {
	return NewNative(name, func(c Call) {
		c.m.charge(functionSteps)
		v := c.m.adopt(c.m.invoke(f, name, c.from))
		if c.Give(); len(f.Returns) > 0 {
			c.Give(v)
		}
	})
}

// get reads a field of an object.
func (m *Machine) get(k *Kind, ref int32, field int) Value {
	v, err := k.readers[field](m, ref)
	if err != nil {
		m.Fail(err, "%s.%s: %v", k.Name, k.Fields[field].Name, err)
	}
	return v
}

// invoke calls a function of the host, with the arguments of the machine from a place
// on, which it takes away. The first one of a method is its object.
func (m *Machine) invoke(f *Function, name string, from int) Value {
	first := from
	if f.method {
		first++
	}
	if n := len(m.args) - first; n > len(f.Params) || n < f.least {
		m.Fail(nil, "%s takes %s, not %d", name, f.Takes(), max(0, n))
	}
	if f.method {
		if m.args[from].kind() != int(f.kind) {
			m.Fail(nil, "%s is called with a colon", name)
		}
	}
	for i := range f.Params {
		want := &f.Params[i]
		if first+i == len(m.args) {
			if !want.Nilable {
				m.Fail(ErrReject, "%s: %s is missing", name, want.Name)
			}
			m.args = append(m.args, Nil)
			continue
		}
		got := m.args[first+i]
		v, ok := m.lend(got)
		if !ok || !want.Fits(v) {
			m.Fail(ErrReject, "%s: %s", name, m.Refuse(want.Name, want.Shape, got))
		}
		m.args[first+i] = v
	}
	if !f.Reads {
		m.settle()
	}
	left := m.Left
	v, err := f.Call(m, m.args[from:len(m.args):len(m.args)])
	m.args = m.args[:from]
	m.called(name, left, err)
	return v
}

// called fails if a function of the host has, which was called with so many steps left.
func (m *Machine) called(name string, left int64, err error) {
	switch {
	case m.Left < 0 && left >= 0:
		m.charge(0)
	case err != nil:
		m.Fail(err, "%s: %v", name, err)
	}
}

// setObject sets a field of an object of the host.
func (m *Machine) setObject(o, key, value Value) {
	k := m.world.Kinds[o.kind()]
	i := k.Fields.Find(key.Text())
	switch {
	case i < 0:
		m.Fail(nil, "%s has no field %s%s", k.Name, m.Show(key), m.world.unknown(key.Text(), k.Fields.Names()))
	case !k.Fields[i].Writable || k.Set == nil:
		m.Fail(ErrFrozen, "%s: field %q is read-only", k.Name, key.Text())
	case m.loading != nil:
		m.Fail(ErrFrozen, "%s.%s is set while the file is loaded", k.Name, key.Text())
	}
	m.charge(8)
	v := m.mustFit(k.Name+"."+key.Text(), k.Fields[i].Shape, value)
	m.settle()
	if err := k.Set(m, o.ref, i, v); err != nil {
		m.Fail(err, "%s.%s: %v", k.Name, key.Text(), err)
	}
}

// member returns a field of an object of the host, or a method.
func (m *Machine) member(o, key Value) Value {
	k := m.world.Kinds[o.kind()]
	if key.is != valueString {
		m.Fail(nil, "%s has no field %s", k.Name, m.Show(key))
	}
	if i := k.Fields.Find(key.Text()); i >= 0 {
		m.charge(fieldSteps)
		return m.adopt(m.get(k, o.ref, i))
	}
	if f := k.Method(key.Text()); f != nil {
		return f.value(k.Name + ":" + key.Text())
	}
	m.Fail(nil, "%s has no field %q%s", k.Name, key.Text(), m.world.unknown(key.Text(), k.Names()))
	return Nil
}
