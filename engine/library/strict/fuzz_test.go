package strict

import (
	"slices"
	"strings"
	"testing"

	"houserule/engine/library/files"
)

// FuzzParse tests that no text takes the package down and that the scanner
// and the parser, two readings of one grammar, see the same keys.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"",
		"[creature.orc]\nname = \"Orc\"\nlevel = 12\nfacts = ['level', 'levle']\r\n",
		"[ability.frenzy]\nself.army = '''\n'x''''\n[[ability.frenzy.bonus]]\nscore = 'melee'\nwhen = { round = [1, 3], against = { line = \"melee\" } }\n",
		"ability = { frenzy = { bonus = [{ times = 1.5 }, { add = 1, # x\n}, [[]]] } }",
		"a = \"\"\"\\\"\"\"\"\"\"\n'b'.\"c\\u0041\" = 1979-05-27 07:32:00 # x\n[[a.b]]\n[a.b.c]\n",
		"creature.orc.name = 1\ncreature.orc.name = 2\n",
		"\ufeff\"\" = nan\n\"\\e\" = +inf",
		strings.Repeat("a.", 100) + "a=1",
		strings.Repeat("[", 100),
		"a=" + strings.Repeat("[", 100),
		"a=" + strings.Repeat("{a=", 100),
		"a=[" + strings.Repeat("[],", files.MaxItems+1) + "]",
		strings.Repeat("[[a]]\n", files.MaxItems+1),
		strings.Repeat("a.a.a.a.a.a.a.a.a.a.a.a.a.a.b=1\n", 3),
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		d, err := Parse("x.toml", src)
		if err != nil {
			problems := err.(Problems)
			if len(problems) != 1 || problems[0].Line < 1 || problems[0].Column < 1 {
				t.Errorf("syntax error %#v", problems)
			}
			return
		}
		checkOutline(t, d, nil, d.tables, d.outline)
		d.Decode(Path{}, new(ability))
		d.Decode(Path{"rules"}, new(creature))
		d.ReportUnknownSections("creature", "ability")
		for _, section := range d.Sections() {
			if got, want := IDs(src, section), d.outline.find(Path{section}).order; !slices.Equal(got, want) {
				t.Errorf("ids %q of %s, want %q", got, section, want)
			}
			for _, e := range d.Entries(section) {
				d.Decode(e.Path, new(creature))
				d.Decode(e.Path, new(ability))
			}
		}
		for _, p := range d.Problems() {
			if p.Line < 1 || p.Column < 1 || p.Text == "" {
				t.Errorf("problem %#v", p)
			}
		}
	})
}
