package strict

import (
	"fmt"
	"strings"

	"houserule/engine/library/files"
)

const (
	// maxDepth is the maximum number of steps in a path. The deepest path that the rules
	// need, a condition of a bonus, has seven.
	maxDepth = 16
	// maxKey is the maximum length of a key in bytes, quotes included.
	maxKey = 100
)

// A node is the place of a key or list element, with the nodes of its content. The nodes of
// a text form the same tree as its values.
type node struct {
	offset   int // offset of the key or, in an inline list, of the value
	depth    int // steps from the file, whose depth is 0
	keys     map[string]*node
	order    []string // keys in file order
	elements []*node
}

// find returns the node at path, or the nearest one on the way to it.
func (n *node) find(path Path) *node {
	for _, step := range path {
		next := n.at(step)
		if next == nil {
			break
		}
		n = next
	}
	return n
}

// blame does what find does, and marks all nodes on the way as faulty.
func (n *node) blame(path Path, faulty map[*node]bool) *node {
	faulty[n] = true
	for _, step := range path {
		next := n.at(step)
		if next == nil {
			break
		}
		n = next
		faulty[n] = true
	}
	return n
}

// at returns the node one step on, or nil.
func (n *node) at(step any) *node {
	switch step := step.(type) {
	case string:
		return n.keys[step]
	case int:
		if step >= 0 && step < len(n.elements) {
			return n.elements[step]
		}
	}
	return nil
}

// latest returns the table that a header or key continues from: in a list of tables, the
// last.
func (n *node) latest() *node {
	if len(n.elements) > 0 {
		return n.elements[len(n.elements)-1]
	}
	return n
}

// A scanner finds the places of all keys in a text. It knows only as much of the grammar as
// that takes, and lets mistakes pass, or stops at them: the parser will report them. Its
// invariant: if the parser finds no mistake, the outline has exactly the parser's keys and
// elements.
type scanner struct {
	src     string
	pos     int
	root    *node
	values  int            // number of keys and elements so far
	most    int            // maximum of values
	repeats map[int]repeat // by the offset of the first part of the key
	fault   *fault         // the limit that the text exceeds
}

// A repeat is a second occurrence of a key: the offset of its last known part, and the
// offset of the first occurrence.
type repeat struct {
	offset, first int
}

func newScanner(src string, most int) *scanner {
	return &scanner{src: src, root: &node{}, most: most, repeats: make(map[int]repeat)}
}

// IDs returns the ids of the tables [section.ID] in a text, in file order. It reads no
// values, and nothing after a mistake.
func IDs(src []byte, section string) []string {
	s := newScanner(strings.TrimPrefix(string(src), string(byteOrderMark)), files.MaxValues)
	s.scan()
	if n := s.root.at(section); n != nil {
		return n.order
	}
	return nil
}

// scan reads lines `[table]`, `[[table]]` and `key = value` to the end, or to the first
// other line.
func (s *scanner) scan() {
	table := s.root
	for ok := true; ok; {
		s.skip(" \t\r\n")
		if s.pos == len(s.src) {
			return
		}
		if s.src[s.pos] == '[' {
			table, ok = s.header()
		} else {
			ok = s.assignment(table)
		}
		s.skipLine()
	}
}

func (s *scanner) header() (*node, bool) {
	s.pos++
	isElement := s.peek() == '['
	if isElement {
		s.pos++
	}
	s.skip(" \t")
	table, offset, ok := s.key(s.root)
	if !ok || s.peek() != ']' {
		return nil, false
	}
	if isElement {
		return s.element(table, offset)
	}
	table.offset = offset // replaces the offset of an earlier table within it
	return table, true
}

// assignment reads `key = value`.
func (s *scanner) assignment(table *node) bool {
	n, _, ok := s.key(table)
	if !ok || s.peek() != '=' {
		return false
	}
	s.pos++
	return s.value(n)
}

// value reads the value of n.
func (s *scanner) value(n *node) bool {
	s.skip(" \t")
	switch s.peek() {
	case '"', '\'':
		return s.text(true)
	case '[':
		return s.group(']', func() bool {
			e, ok := s.element(n, s.pos)
			return ok && s.value(e)
		})
	case '{':
		return s.group('}', func() bool { return s.assignment(n) })
	}
	start := s.pos
	if i := strings.IndexAny(s.src[s.pos:], ",]}#\n"); i >= 0 {
		s.pos += i
	} else {
		s.pos = len(s.src)
	}
	return s.pos > start
}

// group reads an inline list or table: its parts, which commas, lines and comments
// separate, and its end.
func (s *scanner) group(end byte, part func() bool) bool {
	for s.pos++; ; {
		s.skip(" \t\r\n,")
		if s.peek() == end {
			s.pos++
			return true
		}
		if s.pos == len(s.src) || !part() {
			return false
		}
	}
}

// key reads a key and finds or makes its node, starting at n. The offset is that of the
// key's last part.
func (s *scanner) key(n *node) (_ *node, offset int, ok bool) {
	start := s.pos
	for {
		offset = s.pos
		part, ok := s.part()
		if !ok {
			return nil, 0, false
		}
		if n, ok = s.child(n.latest(), part, offset, start); !ok {
			return nil, 0, false
		}
		s.skip(" \t")
		if s.peek() != '.' {
			return n, offset, true
		}
		s.pos++
		s.skip(" \t")
	}
}

// part reads one part of a dotted key.
func (s *scanner) part() (string, bool) {
	start := s.pos
	quoted := s.peek() == '"' || s.peek() == '\''
	if quoted {
		if !s.text(false) {
			return "", false
		}
	} else {
		for s.pos < len(s.src) && isBare(s.src[s.pos]) {
			s.pos++
		}
	}
	part := s.src[start:s.pos]
	switch {
	case len(part) > maxKey:
		s.fault = &fault{start, fmt.Sprintf("the key has %d bytes: %d are the most", len(part), maxKey)}
		return "", false
	case part == "":
		return "", false
	case !quoted:
		return part, true
	case part[0] == '"' && strings.Contains(part, `\`):
		// The parser decodes the escapes.
		table, err := decodeTOML("key = " + part)
		key, _ := table["key"].(string)
		return key, err == nil
	}
	return part[1 : len(part)-1], true
}

// text reads a string. It may have several lines only as a value.
func (s *scanner) text(isValue bool) bool {
	quote := s.src[s.pos : s.pos+1]
	end := quote
	lines := isValue && strings.HasPrefix(s.src[s.pos:], strings.Repeat(quote, 3))
	if lines {
		end = strings.Repeat(quote, 3)
	}
	for s.pos += len(end); s.pos < len(s.src); {
		switch c := s.src[s.pos]; {
		case c == '\\' && quote == `"`:
			s.pos = min(s.pos+2, len(s.src))
		case c == '\n' && !lines:
			return false
		case c == quote[0] && strings.HasPrefix(s.src[s.pos:], end):
			s.pos += len(end)
			for lines && s.peek() == quote[0] { // """"quoted""""
				s.pos++
			}
			return true
		default:
			s.pos++
		}
	}
	return false
}

// child finds or makes the node of a key in n; start is the offset of the dotted key that
// contains it.
func (s *scanner) child(n *node, key string, offset, start int) (*node, bool) {
	if child := n.keys[key]; child != nil {
		s.repeats[start] = repeat{offset: offset, first: child.offset}
		return child, true
	}
	child, ok := s.node(n, offset)
	if !ok {
		return nil, false
	}
	if n.keys == nil {
		n.keys = make(map[string]*node)
	}
	n.keys[key] = child
	n.order = append(n.order, key)
	return child, true
}

// element makes the node of the next element of n.
func (s *scanner) element(n *node, offset int) (*node, bool) {
	if len(n.elements) == files.MaxItems {
		s.fault = &fault{offset, fmt.Sprintf("the list has more than %d items, which are the most", files.MaxItems)}
		return nil, false
	}
	e, ok := s.node(n, offset)
	if ok {
		n.elements = append(n.elements, e)
	}
	return e, ok
}

func (s *scanner) node(parent *node, offset int) (*node, bool) {
	if parent.depth == maxDepth {
		s.fault = &fault{offset, fmt.Sprintf("tables and lists are nested more than %d deep", maxDepth)}
		return nil, false
	}
	if s.values == s.most {
		s.fault = &fault{offset, fmt.Sprintf("up to here the mod has more than %d keys and items of lists, which are the most: make two mods of it", files.MaxValues)}
		return nil, false
	}
	s.values++
	return &node{offset: offset, depth: parent.depth + 1}, true
}

// peek returns the next byte, or 0 at the end, because no byte of a text is 0.
func (s *scanner) peek() byte {
	if s.pos < len(s.src) {
		return s.src[s.pos]
	}
	return 0
}

// skip skips the bytes in set and, if lines may end here, comments.
func (s *scanner) skip(set string) {
	comments := strings.Contains(set, "\n")
	for s.pos < len(s.src) {
		switch c := s.src[s.pos]; {
		case strings.IndexByte(set, c) >= 0:
			s.pos++
		case c == '#' && comments:
			s.skipLine()
		default:
			return
		}
	}
}

// skipLine skips the rest of the line.
func (s *scanner) skipLine() {
	if i := strings.IndexByte(s.src[s.pos:], '\n'); i >= 0 {
		s.pos += i
	} else {
		s.pos = len(s.src)
	}
}

func isBare(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '-'
}
