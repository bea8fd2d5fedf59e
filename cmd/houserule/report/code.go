package report

import "strings"

// Code is a Part: a command to be copied. It is not broken into lines, however
// narrow the screen is, so that a shell reads it unchanged.
type Code string

func (c Code) clean() Part { return Code(clean(string(c))) }

func (c Code) print(p *printer) {
	p.WriteString(strings.Repeat(" ", margin) + string(c) + "\n")
}

func (c Code) figure() figure { return figure{Code: string(c)} }
