package view

import (
	"regexp"
	"strings"
)

// A Lesson is a paragraph in sentences. A client leaves out those that name a command that it
// does not have.
type Lesson []Sentence

// A Sentence is made of parts.
type Sentence struct {
	Parts []Part `json:"parts" jsonschema:"one after another"`
}

// A Part of a sentence is words, or an act, for which a client has words of its own.
type Part struct {
	Text string `json:"text" jsonschema:"words, or an act as it is typed at the prompt"`
	Act  string `json:"act,omitempty" jsonschema:"of an act: answer, or the name of the command"`
}

// Answering is the Act of an answer.
const Answering = "answer"

// marks are the acts of a lesson, and the ends of its sentences.
var marks = regexp.MustCompile(`\{[^{}]*\}|[.?!] `)

// ParseLesson reads the text of a lesson. Acts stand in braces: {undo}, {answer: attack d1}.
func ParseLesson(text string) Lesson {
	l, at := Lesson{{}}, 0
	add := func(p Part) {
		if last := &l[len(l)-1]; p.Text != "" {
			last.Parts = append(last.Parts, p)
		}
	}
	for _, mark := range marks.FindAllStringIndex(text, -1) {
		if text[mark[0]] != '{' {
			add(Part{Text: text[at : mark[0]+1]})
			l = append(l, Sentence{})
		} else {
			add(Part{Text: text[at:mark[0]]})
			add(parseAct(text[mark[0]+1 : mark[1]-1]))
		}
		at = mark[1]
	}
	add(Part{Text: text[at:]})
	return l
}

// parseAct reads what stands in braces.
func parseAct(text string) Part {
	if answer, ok := strings.CutPrefix(text, Answering+": "); ok {
		return Part{answer, Answering}
	}
	name, _, _ := strings.Cut(text, " ")
	return Part{text, name}
}

// Acts returns the acts that a lesson names.
func (l Lesson) Acts() (acts []Part) {
	for _, sentence := range l {
		for _, part := range sentence.Parts {
			if part.Act != "" {
				acts = append(acts, part)
			}
		}
	}
	return acts
}

// Typed returns the lesson as a prompt with these commands shows it: acts as they are typed.
func (l Lesson) Typed(has func(command string) bool) string {
	var sentences []string
	for _, sentence := range l {
		text, all := "", true
		for _, part := range sentence.Parts {
			text += part.Text
			all = all && (part.Act == "" || part.Act == Answering || has(part.Act))
		}
		if all {
			sentences = append(sentences, text)
		}
	}
	return strings.Join(sentences, " ")
}
