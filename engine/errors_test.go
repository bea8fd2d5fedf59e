package engine

import "testing"

// A word is the only known word that begins so, or else nothing; an error lists the candidates.
func TestBeginning(t *testing.T) {
	known := []string{"siege", "skirmish", "salt-road", "sieges", "a2", "a20", "b10", "Second", "siege"}
	many := []string{"x", "y"}
	for _, letter := range "abcdefghijklmn" {
		many = append(many, "m"+string(letter))
	}
	for _, test := range []struct {
		word  string
		known []string
		whole string
		err   string
	}{
		{"siege", known, "siege", ""}, // though sieges begins so
		{"sk", known, "skirmish", ""},
		{"sec", known, "Second", ""},
		{"SA", known, "salt-road", ""},
		{"b", known, "b10", ""},
		{"b1", known, "", ""},
		{"a2", known, "a2", ""},
		{"", known, "", ""},
		{"tower", known, "", ""},
		{"sie", known, "", `"sie" could be siege or sieges: name one`},
		{"m", many, "", `"m" could be ma, mb, mc, md, me, mf, mg, mh, mi, mj, mk, ml or 2 more: name one`},
		{"m", many[:15], "", `"m" could be ma, mb, mc, md, me, mf, mg, mh, mi, mj, mk, ml or mm: name one`},
	} {
		whole, err := Beginning(test.word, test.known)
		if text := errorText(err); whole != test.whole || text != test.err {
			t.Errorf("%q is %q, %s; want %q, %s", test.word, whole, text, test.whole, test.err)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
