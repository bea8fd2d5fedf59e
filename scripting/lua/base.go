package lua

// The base library.

func baseAssert(c Call) {
	if !c.Arg(1).Bool() {
		if c.Count() < 2 {
			c.m.Fail(nil, "assertion failed")
		}
		c.m.raise(c.Arg(2), 1)
	}
}

func baseError(c Call) { c.m.raise(c.Arg(1), c.whole(2, 1)) }

// basePcall calls a function, and returns true and its results; or, where it failed, false and
// what it failed with.
func basePcall(c Call) {
	m := c.m
	if c.Count() == 0 {
		m.Fail(nil, "pcall: argument 1 is missing")
	}
	m.charge(functionSteps)
	fn := c.Arg(1)
	m.args[c.from] = Boolean(true)
	if why, failed := m.try(fn, c.from+1); failed {
		c.Give(Boolean(false), why)
	}
}

func baseIpairs(c Call) {
	c.table(1)
	c.Give(c.m.world.nextPlace, c.Arg(1), Number(0))
}

func nextPlace(c Call) {
	t, i := c.table(1), c.whole(2, 0)+1
	if v := t.at(i); v.is != valueNil {
		c.Give(Number(float64(i)), v)
		return
	}
	c.Give(Nil)
}

func basePairs(c Call) {
	c.table(1)
	c.Give(c.m.world.next, c.Arg(1), Nil)
}

func baseNext(c Call) {
	m, t, key := c.m, c.table(1), c.Arg(2)
	if key.is == valueNumber && key.num != key.num {
		m.Fail(nil, "next: the key is nan")
	}
	m.compared(key)
	w, ok := t.after(key)
	if !ok {
		c.Give(Nil)
		return
	}
	k, v, passed := w.step(t)
	m.charge(passed >> 3)
	if k.is == valueNil {
		c.Give(Nil)
		return
	}
	c.Give(k, v)
}

func baseSelect(c Call) {
	m, n := c.m, c.Count()-1
	c.m.charge(n >> 2)
	if first := c.Arg(1); first.is == valueString && first.Text() == "#" {
		c.giveNumber(float64(max(n, 0)))
		return
	}
	i := c.whole(1, 0)
	if c.Arg(1).is == valueNil || i == 0 || i < -n {
		c.m.Fail(nil, `select: argument 1 is a place or "#"`)
	}
	if i < 0 {
		i = n + i + 1
	}
	c.Give(m.args[c.from+min(i, n+1):]...)
}

func baseToNumber(c Call) {
	m, v := c.m, c.Arg(1)
	if c.Arg(2).is == valueNil {
		switch v.is {
		case valueNumber:
			c.Give(v)
			return
		case valueString:
			m.charge(len(v.Text()) >> 4)
			if f, ok := readNumber(v.Text()); ok {
				c.giveNumber(f)
				return
			}
		}
		c.Give(Nil)
		return
	}
	base := c.whole(2, 10)
	if base < 2 || base > 36 {
		m.Fail(nil, "tonumber: the base is 2 to 36")
	}
	s := c.text(1)
	m.charge(len(s) >> 4)
	if f, ok := readWhole(s, base); ok {
		c.giveNumber(f)
		return
	}
	c.Give(Nil)
}

func baseToString(c Call) {
	if v := c.Arg(1); v.is == valueString {
		c.Give(v)
		return
	}
	c.giveText(c.m.tostring(c.Arg(1)))
}

func baseType(c Call) {
	if c.Count() == 0 {
		c.m.Fail(nil, "type: argument 1 is missing")
	}
	c.Give(String(c.m.typeName(c.Arg(1))))
}

func baseUnpack(c Call) {
	t := c.table(1)
	from, to := c.whole(2, 1), c.whole(3, len(t.items))
	if to-from >= MaxValues {
		c.m.Fail(ErrMemory, "unpack: at most %d values", MaxValues)
	}
	c.m.charge(max(0, to-from))
	c.Give()
	for i := from; i <= to; i++ {
		c.m.args = append(c.m.args, t.at(i))
	}
}
