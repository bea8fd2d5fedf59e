package lua

import "strings"

func stringFind(c Call) { c.search(true) }

// shortText is the length in bytes of the longest text, and of the longest pattern, whose match
// is kept.
const shortText = 32

func stringMatch(c Call) {
	m := c.m
	s, pattern := c.Arg(1).Text(), c.Arg(2).Text()
	if c.Count() != 2 || s == "" || len(s) > shortText || pattern == "" || len(pattern) > shortText {
		c.search(false)
		return
	}
	hash := uint(0) // few texts have the same: two in turn only take longer
	for i := range len(s) {
		hash = hash*31 + uint(s[i])
	}
	if m.matches == nil { // most machines never need it
		m.matches = new([64]match)
	}
	kept := &m.matches[hash%uint(len(m.matches))]
	if kept.text == s && kept.pattern == pattern && kept.steps <= m.Left {
		m.Left -= kept.steps
		c.Give(kept.result)
		return
	}
	left := m.Left
	if c.search(false); len(m.args) == c.from+1 {
		*kept = match{s, pattern, left - m.Left, m.args[c.from]}
	}
}

func (c Call) search(find bool) {
	m, s, pattern := c.m, c.text(1), c.text(2)
	from := c.whole(3, 1)
	if from < 0 {
		from = max(1, len(s)+from+1)
	}
	from = max(1, from)
	if from > len(s)+1 {
		c.Give(Nil)
		return
	}
	if find && (c.Arg(4).Bool() || !strings.ContainsAny(pattern, "^$*+?.([%-")) {
		m.charge(1 + len(s)>>4 + len(pattern)>>4)
		i := strings.Index(s[from-1:], pattern)
		if i < 0 {
			c.Give(Nil)
			return
		}
		c.Give(Number(float64(from+i)), Number(float64(from+i+len(pattern)-1)))
		return
	}
	x := matcher{machine: c.m, s: s, p: pattern}
	anchored := strings.HasPrefix(pattern, "^")
	p := 0
	if anchored {
		p = 1
	}
	for at := from - 1; at <= len(s); at++ {
		x.level = 0
		if end := x.match(at, p); end >= 0 {
			if c.Give(); find {
				c.Give(Number(float64(at+1)), Number(float64(end)))
			}
			x.push(at, end, !find)
			return
		}
		if anchored {
			break
		}
	}
	c.Give(Nil)
}

// stringGmatch returns an iterator that moves; see freeze.
func stringGmatch(c Call) {
	s, pattern := c.text(1), c.text(2)
	c.m.take(256)
	c.m.charge(8)
	at := 0
	c.Give(Value{is: valueFunction, ext: &native{name: "gmatch", moves: true, call: func(c Call) {
		x := matcher{machine: c.m, s: s, p: pattern}
		for ; at <= len(s); at++ {
			x.level = 0
			if end := x.match(at, 0); end >= 0 {
				from := at
				at = end
				if end == from {
					at++
				}
				c.Give()
				x.push(from, end, true)
				return
			}
		}
		c.Give(Nil)
	}}})
}

func stringGsub(c Call) {
	m, s, pattern := c.m, c.text(1), c.text(2)
	replacement := c.Arg(3)
	switch replacement.is {
	case valueString, valueNumber, valueTable, valueFunction:
	default:
		c.wrong(3, "a string, a table or a function")
	}
	most := c.whole(4, len(s)+1)
	x := matcher{machine: c.m, s: s, p: pattern}
	p := 0
	anchored := strings.HasPrefix(pattern, "^")
	if anchored {
		p = 1
	}
	var out []byte
	at, count := 0, 0
	for count < most {
		x.level = 0
		end := x.match(at, p)
		if end >= 0 {
			count++
			out = c.replace(&x, out, at, end)
		}
		if end > at {
			at = end
		} else if at < len(s) {
			out = append(out, s[at])
			at++
		} else {
			break
		}
		if len(out) > MaxString {
			m.tooLong()
		}
		if anchored {
			break
		}
	}
	if at < len(s) {
		out = append(out, s[at:]...)
	}
	if len(out) > MaxString {
		m.tooLong()
	}
	c.Give(m.newText(string(out)), Number(float64(count)))
}

// replace appends the replacement of a match.
func (c Call) replace(x *matcher, out []byte, from, end int) []byte {
	m := c.m
	var v Value
	switch replacement := c.Arg(3); replacement.is {
	case valueTable:
		v = replacement.ext.(*table).get(x.capture(0, from, end))
	case valueFunction:
		m.charge(4)
		args := len(m.args)
		x.push(from, end, true)
		v = c.call(replacement, args)
	default:
		template := c.text(3)
		m.charge(1 + len(template)>>4)
		for i := 0; i < len(template); i++ {
			b := template[i]
			if b != '%' {
				out = append(out, b)
				continue
			}
			i++
			switch {
			case i == len(template) || !('0' <= template[i] && template[i] <= '9' || template[i] == '%'):
				m.Fail(nil, "string.gsub: %% in a replacement stands before a digit or %%")
			case template[i] == '%':
				out = append(out, '%')
			case template[i] == '0':
				out = append(out, x.s[from:end]...)
			default:
				out = append(out, m.tostring(x.capture(int(template[i]-'1'), from, end))...)
			}
			if len(out) > MaxString {
				m.tooLong()
			}
		}
		return out
	}
	switch {
	case v.is == valueString || v.is == valueNumber:
		return append(out, m.tostring(v)...)
	case v.Bool():
		m.Fail(nil, "string.gsub: a replacement is a string, not %s", m.sort(v))
	}
	return append(out, x.s[from:end]...)
}
