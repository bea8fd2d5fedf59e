package board

import (
	"fmt"

	"houserule/engine"
)

// A Page holds all facts about a unit or a hex that the viewer may know.
type Page struct {
	Name  string   `json:"name"`
	Is    []string `json:"is"` // what it is, its owner, and its place
	Facts []Fact   `json:"facts"`
}

// A Fact is a sentence, or a named number with its terms.
type Fact struct {
	Text  string   `json:"text,omitempty"`  // precedes the number, if the fact has both
	Name  string   `json:"name,omitempty"`  // the number's name; "" without a number
	Total int      `json:"total,omitempty"` // the number
	Terms []string `json:"terms,omitempty"`
	Facts []Fact   `json:"facts,omitempty"` // details
}

// Text returns a fact that is a sentence.
func Text(format string, args ...any) Fact { return Fact{Text: fmt.Sprintf(format, args...)} }

// Texts returns facts that are sentences, one for each line that is not empty.
func Texts(lines ...string) (facts []Fact) {
	for _, line := range lines {
		if line != "" {
			facts = append(facts, Fact{Text: line})
		}
	}
	return facts
}

// Score returns a fact that is a score, with its terms if the score's table explains.
func Score(name string, s engine.Score) Fact {
	f := Fact{Name: name, Total: s.Total()}
	for _, t := range s.Terms() {
		f.Terms = append(f.Terms, t.String())
	}
	return f
}

// Add appends facts.
func (p *Page) Add(facts ...Fact) { p.Facts = append(p.Facts, facts...) }
