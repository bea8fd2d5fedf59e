package lua

import "strings"

const (
	maxCaptures = 32
	maxMatching = 200 // how deep a pattern may nest while it matches

	capturePosition   = -2
	captureUnfinished = -1
)

// A matcher matches one of Lua's patterns. Each step is charged.
type matcher struct {
	machine  *Machine
	s, p     string
	level    int // captures so far
	captures [maxCaptures]struct{ from, n int32 }
	depth    int
}

func (m *matcher) wrong(what string) { m.machine.Fail(nil, "malformed pattern: %s", what) }

func (m *matcher) step() {
	if m.machine.Left--; m.machine.Left < 0 {
		m.machine.charge(0)
	}
}

// match matches the pattern from p on at s[at:] and returns where the match
// ends, -1 for none.
func (m *matcher) match(at, p int) int {
	if m.depth++; m.depth > maxMatching {
		m.machine.Fail(ErrDepth, "the pattern is too complex")
	}
	at = m.rest(at, p)
	m.depth--
	return at
}

// rest is match at the same depth.
func (m *matcher) rest(at, p int) int {
	for {
		m.step()
		if p == len(m.p) {
			return at
		}
		switch m.p[p] {
		case '(':
			if p+1 < len(m.p) && m.p[p+1] == ')' {
				return m.open(at, p+2, capturePosition)
			}
			return m.open(at, p+1, captureUnfinished)
		case ')':
			return m.close(at, p+1)
		case '$':
			if p+1 == len(m.p) {
				if at == len(m.s) {
					return at
				}
				return -1
			}
		case '%':
			if p+1 < len(m.p) {
				switch c := m.p[p+1]; {
				case c == 'b':
					if at = m.balance(at, p+2); at < 0 {
						return -1
					}
					p += 4
					continue
				case c == 'f':
					end := m.classEnd(p + 2)
					if p+2 >= len(m.p) || m.p[p+2] != '[' {
						m.wrong("[ is missing after %f")
					}
					if m.inSet(m.at(at-1), p+2, end-1) || !m.inSet(m.at(at), p+2, end-1) {
						return -1
					}
					p = end
					continue
				case '0' <= c && c <= '9':
					if at = m.again(at, c); at < 0 {
						return -1
					}
					p += 2
					continue
				}
			}
		}
		end := m.classEnd(p)
		single := at < len(m.s) && m.single(m.s[at], p, end)
		if end < len(m.p) {
			switch m.p[end] {
			case '?':
				if single {
					if found := m.match(at+1, end+1); found >= 0 {
						return found
					}
				}
				p = end + 1
				continue
			case '+':
				if !single {
					return -1
				}
				return m.most(at+1, p, end)
			case '*':
				return m.most(at, p, end)
			case '-':
				return m.least(at, p, end)
			}
		}
		if !single {
			return -1
		}
		at++
		p = end
	}
}

// at returns a byte of the subject, 0 outside of it.
func (m *matcher) at(i int) byte {
	if i < 0 || i >= len(m.s) {
		return 0
	}
	return m.s[i]
}

// classEnd returns where the single character class at p ends.
func (m *matcher) classEnd(p int) int {
	if p >= len(m.p) {
		m.wrong("it ends too early")
	}
	c := m.p[p]
	p++
	switch c {
	case '%':
		if p >= len(m.p) {
			m.wrong("it ends with %")
		}
		return p + 1
	case '[':
		if p < len(m.p) && m.p[p] == '^' {
			p++
		}
		for first := true; first || p >= len(m.p) || m.p[p] != ']'; first = false {
			m.step()
			if p >= len(m.p) {
				m.wrong("] is missing")
			}
			c := m.p[p]
			p++
			if c == '%' {
				if p >= len(m.p) {
					m.wrong("] is missing")
				}
				p++
			}
		}
		return p + 1
	}
	return p
}

// single reports whether a byte is in the class of p..end.
func (m *matcher) single(c byte, p, end int) bool {
	switch m.p[p] {
	case '.':
		return true
	case '%':
		return inClass(c, m.p[p+1])
	case '[':
		return m.inSet(c, p, end-1)
	}
	return m.p[p] == c
}

// inSet reports whether a byte is in the set that begins at p and whose ] is at
// end.
func (m *matcher) inSet(c byte, p, end int) bool {
	want := true
	p++
	if m.p[p] == '^' {
		want = false
		p++
	}
	for ; p < end; p++ {
		m.step()
		switch {
		case m.p[p] == '%':
			p++
			if inClass(c, m.p[p]) {
				return want
			}
		case p+2 < end && m.p[p+1] == '-':
			if m.p[p] <= c && c <= m.p[p+2] {
				return want
			}
			p += 2
		case m.p[p] == c:
			return want
		}
	}
	return !want
}

// inClass reports whether a byte is in a class such as %a; letters are those of
// ASCII.
func inClass(c, class byte) bool {
	lower, upper := 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z'
	digit := '0' <= c && c <= '9'
	var is bool
	switch class | 0x20 {
	case 'a':
		is = lower || upper
	case 'c':
		is = c < ' ' || c == 0x7f
	case 'd':
		is = digit
	case 'l':
		is = lower
	case 'p':
		is = c > ' ' && c < 0x7f && !lower && !upper && !digit
	case 's':
		is = c == ' ' || '\t' <= c && c <= '\r'
	case 'u':
		is = upper
	case 'w':
		is = lower || upper || digit
	case 'x':
		is = digit || 'a' <= c|0x20 && c|0x20 <= 'f' && (lower || upper)
	case 'z':
		is = c == 0
	default:
		return class == c
	}
	if !('a' <= class && class <= 'z' || 'A' <= class && class <= 'Z') {
		return class == c
	}
	return is == (class >= 'a')
}

func (m *matcher) most(at, p, end int) int {
	n := 0
	for at+n < len(m.s) && m.single(m.s[at+n], p, end) {
		m.step()
		n++
	}
	for ; n >= 0; n-- {
		if found := m.match(at+n, end+1); found >= 0 {
			return found
		}
	}
	return -1
}

func (m *matcher) least(at, p, end int) int {
	for {
		if found := m.match(at, end+1); found >= 0 {
			return found
		}
		if at >= len(m.s) || !m.single(m.s[at], p, end) {
			return -1
		}
		at++
	}
}

func (m *matcher) open(at, p, n int) int {
	if m.level >= maxCaptures {
		m.wrong("too many captures")
	}
	m.captures[m.level].from, m.captures[m.level].n = int32(at), int32(n)
	m.level++
	found := m.match(at, p)
	if found < 0 {
		m.level--
	}
	return found
}

func (m *matcher) close(at, p int) int {
	i := m.level - 1
	for ; i >= 0; i-- {
		if m.captures[i].n == captureUnfinished {
			break
		}
	}
	if i < 0 {
		m.wrong(") without (")
	}
	m.captures[i].n = int32(at) - m.captures[i].from
	found := m.match(at, p)
	if found < 0 {
		m.captures[i].n = captureUnfinished
	}
	return found
}

func (m *matcher) balance(at, p int) int {
	if p+1 >= len(m.p) {
		m.wrong("%b needs two characters")
	}
	if at >= len(m.s) || m.s[at] != m.p[p] {
		return -1
	}
	open, shut, depth := m.p[p], m.p[p+1], 1
	for i := at + 1; i < len(m.s); i++ {
		m.step()
		switch m.s[i] {
		case shut:
			if depth--; depth == 0 {
				return i + 1
			}
		case open:
			depth++
		}
	}
	return -1
}

// again matches what a capture matched.
func (m *matcher) again(at int, digit byte) int {
	i := int(digit) - '1'
	if i < 0 || i >= m.level || m.captures[i].n == captureUnfinished {
		m.wrong("there is no capture %" + string(digit))
	}
	c := m.captures[i]
	n := int(max(0, c.n))
	m.machine.charge(n >> 4)
	if strings.HasPrefix(m.s[at:], m.s[c.from:int(c.from)+n]) {
		return at + n
	}
	return -1
}

// capture returns a capture; of a match without any, all of it.
func (m *matcher) capture(i, from, end int) Value {
	if i >= m.level {
		if i != 0 {
			m.wrong("there is no capture " + string(rune('1'+i)))
		}
		return m.cut(from, end)
	}
	c := m.captures[i]
	switch c.n {
	case captureUnfinished:
		m.wrong("( without )")
	case capturePosition:
		return Number(float64(c.from + 1))
	}
	return m.cut(int(c.from), int(c.from+c.n))
}

// cut returns a part of the subject as a text that does not keep the subject alive.
func (m *matcher) cut(from, to int) Value {
	machine := m.machine
	machine.text = append(machine.text[:0], m.s[from:to]...)
	return m.machine.newText(machine.intern(machine.text))
}

// push pushes the captures on Machine.args, or with whole and none of them all of the match.
func (m *matcher) push(from, end int, whole bool) {
	n := m.level
	if n == 0 && whole {
		n = 1
	}
	for i := range n {
		v := m.capture(i, from, end)
		m.machine.args = append(m.machine.args, v)
	}
}
