package lua

import (
	"fmt"
	"strconv"
	"strings"
)

// Words for values, and texts of them.

// sort names what a value is: "a string".
func (m *Machine) sort(v Value) string {
	word := m.typeName(v)
	if word == "nil" {
		return word
	}
	return article(word) + word
}

func article(word string) string {
	if word != "" && strings.ContainsRune("aeiou", rune(word[0])) {
		return "an "
	}
	return "a "
}

// named is sort, with the name that the script has for the value, if there is one.
func (m *Machine) named(v Value, name string) string {
	if name == "" {
		return m.sort(v)
	}
	return m.sort(v) + " (" + name + ")"
}

// typeNames are what function type calls values, by what they are.
var typeNames = [...]string{"nil", "boolean", "number", "string", "table", "function"}

func (m *Machine) typeName(v Value) string {
	switch {
	case v.is <= valueFunction:
		return typeNames[v.is]
	case v.is == valueEvent:
		return v.ext.(*frame).code.event.Param
	}
	return m.world.Kinds[v.kind()].Name
}

// tostring returns what the function of that name does.
func (m *Machine) tostring(v Value) string {
	switch v.is {
	case valueString:
		return v.Text()
	case valueNumber:
		return m.numeral(v.num)
	case valueBoolean:
		return strconv.FormatBool(v.ref == 1)
	}
	if kind, ref, ok := v.Object(); ok {
		k := m.world.Kinds[kind]
		if k.Text != nil {
			return k.Text(m, ref)
		}
		return fmt.Sprintf("%s %d", k.Name, ref)
	}
	return m.typeName(v)
}

// numeral writes a number.
func (m *Machine) numeral(f float64) string {
	m.charge(2)
	return formatNumber(f)
}

// Show returns the text of a value, with strings quoted and cut: for messages.
func (m *Machine) Show(v Value) string {
	if v.is == valueString {
		s := v.Text()
		if len(s) > 40 {
			s = s[:40] + "..."
		}
		return strconv.Quote(s)
	}
	return m.tostring(v)
}

// Print writes a value so that a person can read it.
func (m *Machine) Print(b *strings.Builder, v Value) {
	if v.is == valueString {
		b.WriteString(v.Text())
	} else {
		m.print(b, v, 0)
	}
}

func (m *Machine) print(b *strings.Builder, v Value, depth int) {
	if v.is != valueTable {
		b.WriteString(m.Show(v))
		return
	}
	if depth >= 3 {
		b.WriteString("{...}")
		return
	}
	b.WriteByte('{')
	n, place, t := 0, 1, v.ext.(*table)
	for w := (walk{}); ; {
		key, value, _ := w.step(t)
		if key.is == valueNil {
			break
		}
		if n > 0 {
			b.WriteString(", ")
		}
		if n++; n > 50 {
			b.WriteString("...")
			break
		}
		m.charge(4)
		if key.is == valueNumber && key.num == float64(place) {
			place++
		} else if key.is == valueString && IsName(key.Text()) {
			b.WriteString(key.Text() + " = ")
		} else {
			b.WriteByte('[')
			m.print(b, key, depth+1)
			b.WriteString("] = ")
		}
		m.print(b, value, depth+1)
	}
	b.WriteByte('}')
}

// intern returns a new text as a string. Scripts put the same few together again and again,
// so the machine keeps the last ones, each at an index that depends on its bytes.
func (m *Machine) intern(text []byte) string {
	if len(text) == 1 || len(text) > 64 { // one byte takes no memory
		return string(text)
	}
	hash := uint64(0)
	for _, b := range text {
		hash = hash*31 + uint64(b)
	}
	kept := &m.texts[hash*0x9E3779B97F4A7C15>>56]
	if *kept != string(text) {
		*kept = string(text)
	}
	return *kept
}

// newText takes the memory of a new string from the budget.
func (m *Machine) newText(s string) Value {
	m.measure(len(s))
	return String(s)
}

// Unknown ends a message about an unknown word.
func (m *Machine) Unknown(word string, known []string) string { return m.world.unknown(word, known) }

// unknown ends a message about an unknown word.
func (w *World) unknown(word string, known []string) string {
	if w.Suggest != nil {
		if near := w.Suggest(word, known); near != "" {
			return fmt.Sprintf(": did you mean %q?", near)
		}
	}
	if 0 < len(known) && len(known) <= 12 {
		return ": known are " + strings.Join(known, ", ")
	}
	return ""
}

// baseNames are what people call the bases; that of an object is the name of its kind.
var baseNames = [...]string{
	BaseAny: "anything", BaseNil: "nil", BaseBoolean: "boolean", BaseNumber: "number", BaseString: "string",
	BaseFunction: "function", BaseTable: "table", BaseLib: "library",
}

// Say names a shape for people: "a number or nil".
func (w *World) Say(s Shape) string {
	word := baseNames[s.Base]
	switch s.Base {
	case BaseNil:
		return word
	case BaseAny:
		s.Nilable = s.Nilable && s.List
	case BaseObject:
		word = w.Kinds[s.Kind].Name
	}
	switch {
	case s.List:
		word = "list of " + word + "s"
		if s.Base == BaseAny {
			word = "list"
		}
		word = "a " + word
	case s.Base != BaseAny:
		word = article(word) + word
	}
	if s.Nilable {
		word += " or nil"
	}
	return word
}
