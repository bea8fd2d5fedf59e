package board

import (
	"fmt"

	"houserule/engine"
)

// A Page holds all facts about a unit or a hex that a seat may know.
type Page struct {
	Name  string   `json:"name"`
	Is    []string `json:"is"` // what it is, whose, and where
	Facts []Fact   `json:"facts"`
}

// A Fact is a sentence, or a named number with the terms that it is made of.
type Fact struct {
	Text  string   `json:"text,omitempty"`  // before the number, if both are given
	Name  string   `json:"name,omitempty"`  // of the number; "" without one
	Total int      `json:"total,omitempty"` // the number
	Terms []string `json:"terms,omitempty"`
	Facts []Fact   `json:"facts,omitempty"` // details
}

// Text returns a sentence.
func Text(format string, args ...any) Fact { return Fact{Text: fmt.Sprintf(format, args...)} }

// Texts returns sentences; empty ones are left out.
func Texts(lines ...string) (facts []Fact) {
	for _, line := range lines {
		if line != "" {
			facts = append(facts, Fact{Text: line})
		}
	}
	return facts
}

// Score returns a number of a battle whose table explains.
func Score(name string, s engine.Score) Fact {
	f := Fact{Name: name, Total: s.Total()}
	for _, t := range s.Terms() {
		f.Terms = append(f.Terms, t.String())
	}
	return f
}

// Add adds facts.
func (p *Page) Add(facts ...Fact) { p.Facts = append(p.Facts, facts...) }
