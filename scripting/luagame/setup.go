package luagame

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/library/strict"
)

// A Setup is the values of the keys that the game declares.
type Setup struct {
	game   *Game
	values []engine.Datum // by key, once the game has its rules
}

// SeatNames returns the seats of the game.
func (s *Setup) SeatNames() []string { return slices.Clone(s.game.seats) }

// Fields returns the keys and their values.
func (s *Setup) Fields() []engine.Field {
	var fields []engine.Field
	for i, v := range s.values {
		fields = append(fields, engine.Field{Key: s.game.keys[i].name, Value: written(v)})
	}
	return fields
}

// value returns the value of a key.
func (s *Setup) value(name string) (engine.Datum, error) {
	i, err := s.game.key(name)
	if err != nil {
		return engine.Datum{}, err
	}
	return s.values[i], nil
}

// with returns the setup with another value of a key.
func (s *Setup) with(name string, value engine.Datum) (*Setup, error) {
	i, err := s.game.key(name)
	if err != nil {
		return nil, err
	}
	k := &s.game.keys[i]
	if !k.takes(value) {
		return nil, fmt.Errorf("%s is %s: must be %s", name, quoted(value), k.bounds())
	}
	changed := &Setup{game: s.game, values: slices.Clone(s.values)}
	changed.values[i] = value
	return changed, nil
}

// newSetup returns the setup in which every key has its default.
func (g *Game) newSetup() *Setup {
	s := &Setup{game: g}
	for _, k := range g.keys {
		s.values = append(s.values, k.usual)
	}
	return s
}

// readSetup reads a setup from the fields of a journal's header.
func (g *Game) readSetup(h engine.Header) (engine.Setup, error) {
	s := g.newSetup()
	for i := range g.keys {
		k := &g.keys[i]
		text := h.Get(k.name)
		value, ok := k.read(text)
		if !ok {
			return nil, fmt.Errorf("the journal's %s is %q: must be %s", k.name, text, k.bounds())
		}
		s.values[i] = value
	}
	return s, nil
}

// A key is a value that scenarios set: key{...}.
type key struct {
	name, text  string
	usual       engine.Datum // its default; the key has the same kind
	least, most float64      // of a number
	oneOf       []string     // of a text; nil: any
	section     string       // the section of the entries in oneOf; a text names one, or is empty; "": no section
}

// key returns the place of the key of that name.
func (g *Game) key(name string) (int, error) {
	for i := range g.keys {
		if g.keys[i].name == name {
			return i, nil
		}
	}
	var known []string
	for _, k := range g.keys {
		known = append(known, k.name)
	}
	return 0, &engine.Unknown{What: "key", In: "setup", Word: name, Known: known}
}

// maxKeyText is the length in bytes of the longest text of a setup.
const maxKeyText = 200

// takes reports whether the key can have the value.
func (k *key) takes(v engine.Datum) bool {
	switch {
	case v.Kind != k.usual.Kind:
		return false
	case v.Kind == engine.Number:
		return v.Number == math.Trunc(v.Number) && k.least <= v.Number && v.Number <= k.most
	case v.Kind == engine.Text && (k.oneOf != nil || k.section != ""):
		return k.section != "" && v.Text == "" || slices.Contains(k.oneOf, v.Text)
	}
	return len(v.Text) <= maxKeyText && !strings.ContainsFunc(v.Text, engine.IsUnsafe)
}

// bounds describes the values of the key.
func (k *key) bounds() string {
	switch {
	case k.usual.Kind == engine.Number:
		return fmt.Sprintf("a whole number from %s to %s", number(k.least), number(k.most))
	case k.usual.Kind == engine.Truth:
		return "true or false"
	case k.oneOf != nil:
		return strict.Choice(k.oneOf)
	}
	return fmt.Sprintf("a text of one line, of at most %d bytes", maxKeyText)
}

func number(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// written returns a value as headers write it; a text is quoted unless it is a word.
func written(v engine.Datum) string {
	switch v.Kind {
	case engine.Number:
		return number(v.Number)
	case engine.Truth:
		return strconv.FormatBool(v.Number == 1)
	case engine.Text:
		if engine.WordNaming.Takes(v.Text) {
			return v.Text
		}
		return strconv.QuoteToASCII(v.Text)
	}
	return "nil"
}

// inFile returns a value of TOML for an error.
func inFile(v any) string {
	if text, ok := v.(string); ok {
		return strconv.Quote(text)
	}
	return fmt.Sprint(v)
}

// quoted returns a value for an error.
func quoted(v engine.Datum) string {
	if v.Kind == engine.Text {
		return strconv.Quote(v.Text)
	}
	return written(v)
}

// read reads a value of the key that written wrote.
func (k *key) read(text string) (v engine.Datum, ok bool) {
	v.Kind = k.usual.Kind
	var err error
	switch v.Kind {
	case engine.Number:
		v.Number, err = strconv.ParseFloat(text, 64)
	case engine.Truth:
		var yes bool
		if yes, err = strconv.ParseBool(text); yes {
			v.Number = 1
		}
	default:
		if v.Text = text; strings.HasPrefix(text, `"`) {
			v.Text, err = strconv.Unquote(text)
		}
	}
	return v, err == nil && k.takes(v)
}

// datum returns a value of TOML.
func datum(value any) engine.Datum {
	switch value := value.(type) {
	case int64:
		return engine.Datum{Kind: engine.Number, Number: float64(value)}
	case float64:
		return engine.Datum{Kind: engine.Number, Number: value}
	case string:
		return engine.Datum{Kind: engine.Text, Text: value}
	case bool:
		if value {
			return engine.Datum{Kind: engine.Truth, Number: 1}
		}
		return engine.Datum{Kind: engine.Truth}
	}
	return engine.Datum{}
}

// pending is the setup of a scenario before the script has declared its keys.
type pending struct {
	library.Entry[scenarioEntry]
	setup *Setup
}

// settle gives all scenarios their setups.
func (g *Game) settle() (problems strict.Problems) {
	for _, p := range g.scenarios {
		p.setup.values = g.newSetup().values
		given := p.Keys.Setup
		for _, name := range slices.Sorted(maps.Keys(given)) {
			report := func(text string) {
				problems = append(problems, p.Problem([]any{"setup", name}, "%s", text))
			}
			i, err := g.key(name)
			if err != nil {
				report(library.Explain(err))
				continue
			}
			v := datum(given[name])
			if k := &g.keys[i]; k.section != "" && v.Text != "" {
				if v.Text, err = p.Named(k.section, v.Text, "setup", name); err != nil {
					report(fmt.Sprintf("setup.%s: %s", name, library.Explain(err)))
					continue
				}
			}
			if p.setup.values[i] = v; !g.keys[i].takes(v) {
				report(fmt.Sprintf("setup.%s is %s: must be %s", name, inFile(given[name]), g.keys[i].bounds()))
			}
		}
	}
	problems.Sort()
	return problems
}
