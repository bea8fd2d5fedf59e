package strict

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// places writes where every key and element of a file is, in file order.
func places(d *Doc) string {
	type found struct {
		name string
		node *node
	}
	var all []found
	var walk func(name string, n *node)
	walk = func(name string, n *node) {
		for _, key := range n.order {
			child := strings.TrimPrefix(fmt.Sprintf("%s.%s", name, key), ".")
			all = append(all, found{child, n.keys[key]})
			walk(child, n.keys[key])
		}
		for i, e := range n.elements {
			child := fmt.Sprintf("%s[%d]", name, i)
			all = append(all, found{child, e})
			walk(child, e)
		}
	}
	walk("", d.outline)
	slices.SortStableFunc(all, func(a, b found) int { return a.node.offset - b.node.offset })
	var b strings.Builder
	at := place{src: d.src}
	for _, f := range all {
		at.advance(f.node.offset)
		fmt.Fprintf(&b, "%d:%d %s\n", at.line+1, at.column+1, f.name)
	}
	return strings.TrimSpace(b.String())
}

func TestPlaces(t *testing.T) {
	tests := []struct {
		name, input, want string
	}{
		{"keys", "a = 1\n  b = 2 # c = 3\n\td= 4", `
1:1 a
2:3 b
3:2 d`},
		{"lines end in CRLF", "a = 1\r\n\r\nb = [\r\n1,\r\n]\r\n", `
1:1 a
3:1 b
4:1 b[0]`},
		{"byte order mark", "\ufeffa = 1", `
1:1 a`},
		{"dotted keys", "a.b = 1\na . c.d= 2", `
1:1 a
1:3 a.b
2:5 a.c
2:7 a.c.d`},
		{"quoted keys", `"a b" = 1` + "\n" + `'c"d'."e\u0041\"]" = 2` + "\n" + `"" = 3`, `
1:1 a b
2:1 c"d
2:7 c"d.eA"]
3:1 `},
		{"columns count runes", `"ä€😀".b = 1`, `
1:1 ä€😀
1:7 ä€😀.b`},
		{"tables", "[a]\nb = 1\n [ c . \"d.e\" ] # x\nf = 2\n[c]\ng = 3", `
1:2 a
2:1 a.b
3:8 c.d.e
4:1 c.d.e.f
5:2 c
6:1 c.g`},
		{"lists of tables", "[[a]]\nb = 1\n[[a.c]]\n[a.c.d]\ne = 2\n[[a]]\n[[ a.c ]]\nf = 3", `
1:3 a
1:3 a[0]
2:1 a[0].b
3:5 a[0].c
3:5 a[0].c[0]
4:6 a[0].c[0].d
5:1 a[0].c[0].d.e
6:3 a[1]
7:6 a[1].c
7:6 a[1].c[0]
8:1 a[1].c[0].f`},
		{"inline tables", "a = { b = 1, c.d = { e = '}' }, }\nf = {}", `
1:1 a
1:7 a.b
1:14 a.c
1:16 a.c.d
1:22 a.c.d.e
2:1 f`},
		{"inline table of many lines", "a = {\n  b = 1, # c = 2\n  d = 3\n}\ne = 1", `
1:1 a
2:3 a.b
3:3 a.d
5:1 e`},
		{"lists", "a = [ 1, \"]\", 1979-05-27 07:32:00, # ]\n [[], [true]],\n]\nb = 1", `
1:1 a
1:7 a[0]
1:10 a[1]
1:15 a[2]
2:2 a[3]
2:3 a[3][0]
2:7 a[3][1]
2:8 a[3][1][0]
4:1 b`},
		{"inline tables in lists", "a = [{b = [{c = 1}]}, {b = 2},\n  {d.e = 3}]", `
1:1 a
1:6 a[0]
1:7 a[0].b
1:12 a[0].b[0]
1:13 a[0].b[0].c
1:23 a[1]
1:24 a[1].b
2:3 a[2]
2:4 a[2].d
2:6 a[2].d.e`},
		{"strings", "a = \"\\\" b = 1\"\nc = '\\'\nd = \"#\" # e = \"\nf = ''\ng = \"\"", `
1:1 a
2:1 c
3:1 d
4:1 f
5:1 g`},
		{"strings of many lines", "a = \"\"\"\nb = 1 \\\"\"\" \"\"\nc = 2 \\\n  x\"\"\"\"\"\nd = '''\ne = '1' \\'''\nf = \"\"\"\"\"\"\ng = ''''a''''\nh = 1", `
1:1 a
5:1 d
7:1 f
8:1 g
9:1 h`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := mustParse(t, tt.input)
			wantLines(t, places(d), strings.TrimRight(tt.want, " "))
			checkOutline(t, d, nil, d.tables, d.outline)
		})
	}
}

// checkOutline tests that the outline is the tree of the values.
func checkOutline(t *testing.T, d *Doc, path Path, value any, n *node) {
	t.Helper()
	if n.offset < 0 || n.offset > len(d.src) || n.depth != len(path) {
		t.Errorf("%v is at offset %d of %d, depth %d", path, n.offset, len(d.src), n.depth)
	}
	table, _ := value.(map[string]any)
	if len(n.keys) != len(table) || len(n.order) != len(table) {
		t.Errorf("%v has the keys %q, not those of %v", path, n.order, table)
	}
	for key, inner := range table {
		if child := n.keys[key]; child == nil || !slices.Contains(n.order, key) {
			t.Errorf("%v: key %q has no place", path, key)
		} else {
			checkOutline(t, d, path.With(key), inner, child)
		}
	}
	list := elements(value)
	if len(n.elements) != len(list) {
		t.Errorf("%v has places for %d elements of %d", path, len(n.elements), len(list))
		return
	}
	for i, inner := range list {
		checkOutline(t, d, path.With(i), inner, n.elements[i])
	}
}
