package report

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"houserule/cmd/houserule/screen"
)

// provenance is the title of the facts.
const provenance = "Where this comes from"

// nothing stands for a part without a value.
const nothing = "There is nothing to show."

// margin is how far the parts of a section are indented.
const margin = 2

// Print prints the document as text of at most width columns. Width 0 sets no limit,
// and a width below screen.Narrow counts as screen.Narrow. Only Code may be wider.
func (d *Document) Print(out io.Writer, width int) {
	if width > 0 {
		width = max(width, screen.Narrow)
	}
	c, p := d.clean(), &printer{width: width}
	p.paragraph(c.Title, 0, screen.Heading)
	for _, sentence := range c.Summary {
		p.paragraph(sentence, 0, nil)
	}
	for _, s := range c.Sections {
		s.print(p)
	}
	if len(c.Facts) > 0 {
		p.blank()
		p.line(provenance, 0, screen.Heading)
		p.facts(c.Facts)
	}
	out.Write(p.Bytes())
}

func (s Section) print(p *printer) {
	parts := slices.DeleteFunc(slices.Clone(s.Parts), func(part Part) bool {
		curves, ok := part.(Curves)
		return ok && curves.PageOnly
	})
	if len(parts) == 0 && len(s.Parts) > 0 {
		return
	}
	if s.Title != "" || s.Text != "" {
		p.blank()
	}
	p.paragraph(s.Title, 0, screen.Heading)
	p.paragraph(s.Text, 0, nil)
	for _, part := range parts {
		if !hidden(part) {
			p.blank()
			part.print(p)
		}
	}
}

func (t Paragraph) print(p *printer) { p.paragraph(string(t), margin, nil) }

// A printer prints lines that are not wider than width; 0: as wide as they
// are.
type printer struct {
	bytes.Buffer
	width int
}

// A style gives text a color.
type style = func(...any) string

// blank separates the next part from the text above it, if there is any.
func (p *printer) blank() {
	if p.Len() > 0 {
		p.WriteByte('\n')
	}
}

// room returns how many columns there are within the margin; 0: no limit.
func (p *printer) room() int { return max(p.width-margin, 0) }

// line prints a line, cut if need be.
func (p *printer) line(text string, indent int, in style) {
	text = strings.TrimRight(text, " ")
	if p.width > 0 && screen.Columns(text) > p.width-indent {
		text = strings.TrimRight(screen.Left(text, p.width-indent), " ")
	}
	if in != nil && text != "" {
		text = in(text)
	}
	if text != "" {
		text = strings.Repeat(" ", indent) + text
	}
	p.WriteString(text + "\n")
}

// paragraph prints text, broken into lines; nothing for no text.
func (p *printer) paragraph(text string, indent int, in style) {
	if text == "" {
		return
	}
	for _, line := range wrap(text, p.width-indent) {
		p.line(line, indent, in)
	}
}

func (p *printer) facts(facts []Fact) {
	names := 0
	for _, f := range facts {
		names = max(names, screen.Columns(f.Name))
	}
	names = min(names, 20)
	for _, f := range facts {
		name := screen.Left(f.Name, names)
		for _, line := range wrap(f.Value, p.width-margin-names-2) {
			p.line(name+"  "+line, margin, nil)
			name = strings.Repeat(" ", names)
		}
	}
}

// wrap breaks text into lines of at most width columns, if need be within a word,
// such as a hash. Width 0 or less breaks nothing.
func wrap(text string, width int) []string {
	if width <= 0 || screen.Columns(text) <= width {
		return []string{text}
	}
	var lines []string
	words := strings.Split(text, " ")
	line := words[0]
	for _, word := range words[1:] {
		lines, line = chop(lines, line, width)
		if screen.Columns(line)+1+screen.Columns(word) <= width {
			line += " " + word
			continue
		}
		lines, line = append(lines, line), word
	}
	lines, line = chop(lines, line, width)
	return append(lines, line)
}

// chop cuts full lines off text, until the rest fits, and adds them to lines.
func chop(lines []string, text string, width int) (full []string, rest string) {
	for screen.Columns(text) > width {
		end := 0
		for i, r := range text {
			next := i + utf8.RuneLen(r)
			if i > 0 && screen.Columns(text[:next]) > width {
				break
			}
			end = next
		}
		if end == len(text) {
			break // one character that is wider than the line
		}
		lines, text = append(lines, text[:end]), text[end:]
	}
	return lines, text
}
