package modtool

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"houserule/engine"
	"houserule/engine/library"
)

// Recorded returns a test of a mod which plays the battle of a journal again: what is
// fought, the mod's settings, dice and answers, and how it ended.
func Recorded(lib *library.Library, mod, name string, j *engine.Journal) (string, error) {
	m, err := lib.Match(j.Header)
	if err != nil {
		return "", err
	}
	_, settings, err := library.ModsOf(j.Header)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, "\t"+format+"\n", args...) }
	fmt.Fprintf(&b, "test{ name = %s, run = function()\n", quoted(name))
	if s, err := lib.Scenario(m.Scenario); err == nil && slices.Equal(s.Setup.Fields(), m.Setup.Fields()) {
		line("scenario(%s)", quoted(m.Scenario))
	} else {
		line("journal{")
		for _, f := range m.Setup.Fields() {
			line("\t%s,", quoted(f.Key+": "+f.Value))
		}
		line("}")
	}
	for _, of := range lib.Mods {
		for _, s := range of.Settings {
			if text, set := settings[mod][s.Name]; of.Mod.ID == mod && set {
				if s.Type == "choice" || s.Type == "text" {
					text = quoted(text)
				}
				line("setting(%s, %s)", quoted(s.Name), text)
			}
		}
	}
	given := 0
	for i := range j.Entries {
		if e := j.Entries[i]; !e.Side.IsLuck() {
			writeDice(line, j.Entries[given:i])
			given = i + 1
			rolled := given
			for rolled < len(j.Entries) && j.Entries[rolled].Side.IsLuck() {
				rolled++
			}
			writeDice(line, j.Entries[given:rolled])
			given = rolled
			line("answer(%s)", quoted(e.Text))
		}
	}
	writeDice(line, j.Entries[given:])
	if j.End != "" {
		line("expect(asked(), %s)", quoted(j.End))
	}
	b.WriteString("end }\n")
	return b.String(), nil
}

// writeDice writes the dice of entries: those of the rules, and those of scripts.
func writeDice(line func(format string, args ...any), entries []engine.Entry) {
	var dice, rolls []string
	for _, e := range entries {
		if e.Side == engine.Luck {
			dice = append(dice, strconv.Itoa(e.N))
		} else {
			rolls = append(rolls, strconv.Itoa(e.N))
		}
	}
	if dice != nil {
		line("dice{%s}", strings.Join(dice, ", "))
	}
	if rolls != nil {
		line("rolls{%s}", strings.Join(rolls, ", "))
	}
}

// quoted returns a text as a script writes it. Journals hold no control characters.
func quoted(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(text) + `"`
}
