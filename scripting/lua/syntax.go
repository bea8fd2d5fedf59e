package lua

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/yuin/gopher-lua/parse"
)

// syntaxProblem says what the parser refused. It knows mistakes that people make who have
// written in other languages, and looks for the block that lacks its end.
func syntaxProblem(file string, lines int, text []byte, e *parse.Error) *Problem {
	p := &Problem{File: file, Line: e.Pos.Line, Column: e.Pos.Column}
	atEnd := e.Pos.Line == parse.EOF
	head, rest := "", ""
	if rows := strings.Split(string(text), "\n"); 0 < p.Line && p.Line <= len(rows) && 0 < p.Column && p.Column <= len(rows[p.Line-1]) {
		row := rows[p.Line-1]
		if strings.HasSuffix(row[:p.Column], e.Token) && e.Token != "" {
			p.Column -= len(e.Token) - 1 // the parser points at the end of the token
		}
		head, rest = row[:p.Column-1], row[p.Column-1:]
	}
	before := blocksBefore(text, p.Line, p.Column)
	p.Column = min(p.Column, utf8.RuneCountInString(head)+1) // the lexer counts bytes
	last := func() {                                         // the end of the text
		p.Line, p.Column = lines, 0
		if len(text) > 0 && text[len(text)-1] == '\n' && lines > 1 {
			p.Line--
		}
	}
	near := fmt.Sprintf("syntax error near %q", cut(e.Token))
	switch block, advice := before.unclosed(), foreign(head, rest); {
	case e.Message == "unterminated string":
		p.Text = near + ": unterminated string"
		if atEnd {
			last()
		} else if e.Pos.Column == 0 && e.Pos.Line > 1 {
			p.Line--
		}
	case atEnd && before.long != nil:
		p.Line, p.Column = before.long.line, before.long.column
		p.Text = fmt.Sprintf("syntax error: this %s has no %s", before.long.word, before.long.close)
	case before.last.word == "continue":
		p.Line, p.Column = before.last.line, before.last.column
		p.Text = "syntax error: Lua has no `continue`: put the rest of the loop into an `if`"
	case atEnd && block != nil:
		p.Line, p.Column = block.line, block.column
		p.Text = fmt.Sprintf("syntax error: this `%s` has no `%s`", block.word, block.end())
		if block.afterElse {
			p.Text += ": write `elseif` if it should not need one"
		}
	case advice != "":
		p.Text = "syntax error: " + advice
	case e.Message == "parse error":
		p.Text = "syntax error: a value alone is no statement"
		if atEnd {
			last()
		}
	case atEnd:
		last()
		p.Text = "syntax error: the text ends too early"
	case e.Token == "end" && len(before.open) == 0:
		p.Text = "syntax error: this `end` closes nothing"
	case strings.HasPrefix(e.Message, "syntax error"):
		p.Text = near
		if block != nil && !block.bodied && block.line < p.Line {
			p.Text += fmt.Sprintf(": the `%s` of line %d has no `%s` before it", block.word, block.line, block.opens())
		} else if block != nil && block.word == "repeat" && e.Token == "end" {
			p.Text += fmt.Sprintf(": the `repeat` of line %d has no `until` before it", block.line)
		}
	default:
		p.Text = near + ": " + strings.ToLower(e.Message[:1]) + e.Message[1:]
	}
	return p
}

var (
	changes     = regexp.MustCompile(`^(\+\+|--|[-+*/%^]=)`)
	blockBegins = regexp.MustCompile(`\b(function|for|while|do|then|else|repeat)\b`)
	condition   = regexp.MustCompile(`\b(if|elseif|while|until|and|or|not|return)\b`)
)

// foreign returns what Lua writes for the operator of another language that stands after the
// head of a line, or "".
func foreign(head, rest string) string {
	switch {
	case strings.HasPrefix(rest, "!="):
		return "Lua writes ~= for !="
	case strings.HasPrefix(rest, "!"):
		return "Lua writes `not` for !"
	case strings.HasPrefix(rest, "&&"):
		return "Lua writes `and` for &&"
	case strings.HasPrefix(rest, "||"):
		return "Lua writes `or` for ||"
	case strings.HasPrefix(rest, "//"), strings.HasPrefix(rest, "/*"):
		return "a comment begins with --"
	case changes.MatchString(rest):
		operator := changes.FindString(rest)
		return fmt.Sprintf("Lua has no %s: write x = x %c 1", operator, operator[0])
	case strings.HasPrefix(rest, "#!"):
		return "a file of a mod has no line with #!"
	case strings.HasPrefix(rest, "{") && blockBegins.MatchString(head):
		return "Lua has no braces around a block: it ends with `end`"
	case strings.HasPrefix(rest, "=") && !strings.HasPrefix(rest, "==") && condition.MatchString(head):
		return "a comparison is written =="
	}
	return ""
}

// blocks are the blocks of a file that are open at a place.
type blocks struct {
	open []opening
	lost *opening // the first whose end, by its indentation, is that of a block around it
	last opening  // the last token
	long *long    // the comment or string in which the text ends
}

// A long is a comment or a string in long brackets that has no end.
type long struct {
	word, close  string // what it is, and the brackets that it lacks
	line, column int
}

// longBrackets are those that open a comment or a string.
var longBrackets = regexp.MustCompile(`^(--)?\[(=*)\[`)

// unended returns the first comment or string in long brackets, from an index of a text on, that
// has no end; nil for none. There are no tokens but perhaps one at the index.
func unended(text string, from int) *long {
	for i := from; i < len(text); i++ {
		brackets := longBrackets.FindStringSubmatch(text[i:])
		switch {
		case brackets != nil:
			end := strings.Index(text[i:], "]"+brackets[2]+"]")
			if end < 0 {
				l := &long{"string", "]" + brackets[2] + "]", 1 + strings.Count(text[:i], "\n"), utf8.RuneCountInString(text[strings.LastIndexByte(text[:i], '\n')+1:i]) + 1}
				if brackets[1] != "" {
					l.word = "comment"
				}
				return l
			}
			i += end + 1
		case strings.HasPrefix(text[i:], "--"):
			row, _, _ := strings.Cut(text[i:], "\n")
			i += len(row)
		case i == from && (text[i] == '"' || text[i] == '\''):
			for i++; i < len(text) && text[i] != text[from]; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		}
	}
	return nil
}

// An opening is where a block begins.
type opening struct {
	word                 string // function, if, for, while, do or repeat
	line, column, indent int
	bodied               bool     // its then or do has been read
	afterElse            bool     // it is an if right after an else
	inElse               *opening // that if, in the else of this one
}

func (o opening) end() string {
	if o.word == "repeat" {
		return "until"
	}
	return "end"
}

func (o opening) opens() string {
	if o.word == "if" {
		return "then"
	}
	return "do"
}

// unclosed returns the block that probably lacks its end, or nil.
func (b *blocks) unclosed() *opening {
	block := b.lost
	switch {
	case len(b.open) == 0:
		return nil
	case block == nil:
		block = &b.open[len(b.open)-1]
	}
	if block.inElse != nil {
		return block.inElse
	}
	return block
}

// blocksBefore returns the blocks that are open before a place, or at the end of a text.
func blocksBefore(text []byte, line, column int) *blocks {
	b := &blocks{}
	rows := strings.Split(string(text), "\n")
	scanner, lexer := parse.NewScanner(bytes.NewReader(text), ""), new(parse.Lexer)
	for {
		token, err := scanner.Scan(lexer)
		if err != nil {
			from := 0 // of the last token
			if at := lexer.Token.Pos; at.Line > 0 {
				for _, row := range rows[:at.Line-1] {
					from += len(row) + 1
				}
				from += at.Column - 1
			}
			b.long = unended(string(text), from)
			return b
		}
		if token.Type == parse.EOF || line != parse.EOF && (token.Pos.Line > line || token.Pos.Line == line && token.Pos.Column >= column) {
			return b
		}
		row := rows[token.Pos.Line-1]
		next := opening{
			word: token.Str, line: token.Pos.Line, column: utf8.RuneCountInString(row[:min(token.Pos.Column, len(row)+1)-1]) + 1, indent: len(row) - len(strings.TrimLeft(row, " \t")),
			afterElse: lexer.Token.Type == parse.TElse && lexer.Token.Pos.Line == token.Pos.Line,
		}
		lexer.PrevTokenType, lexer.Token = lexer.Token.Type, token
		b.last = next
		b.read(token.Type, next)
	}
}

// read reads a token, which stands where next says.
func (b *blocks) read(token int, next opening) {
	var last *opening
	if len(b.open) > 0 {
		last = &b.open[len(b.open)-1]
	}
	switch token {
	case parse.TIf, parse.TFor, parse.TWhile:
		if last != nil && next.afterElse {
			last.inElse = &next
		}
		b.open = append(b.open, next)
	case parse.TFunction, parse.TRepeat:
		next.bodied = true
		b.open = append(b.open, next)
	case parse.TDo:
		if last != nil && !last.bodied {
			last.bodied = true
			break
		}
		next.bodied = true
		b.open = append(b.open, next)
	case parse.TThen:
		if last != nil {
			last.bodied = true
		}
	case parse.TEnd, parse.TUntil:
		if last == nil {
			break
		}
		if b.lost == nil && next.indent < last.indent {
			lost := *last
			b.lost = &lost
		}
		b.open = b.open[:len(b.open)-1]
	}
}

// cut shortens a quotation in a message.
func cut(token string) string {
	if len(token) > 40 {
		return token[:40] + "..."
	}
	return token
}
