package lua

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/yuin/gopher-lua/parse"
)

// scan reads the tokens of a file, for what the parser lets through or forgets.
// Named is that of parseSource.
func scan(file string, text []byte) (named []bool, problem *Problem) {
	source := string(text)
	starts := []int{0} // of the lines
	for i, c := range text {
		if c == '\n' {
			starts = append(starts, i+1)
		}
	}
	scanner, lexer := parse.NewScanner(bytes.NewReader(text), file), new(parse.Lexer)
	declaring := 0 // the token that the names since declare with, local or function
	parameters, callable := false, false
	for {
		token, err := scanner.Scan(lexer)
		if err != nil || token.Type == parse.EOF {
			return named, nil
		}
		before, above := lexer.Token.Type, lexer.Token.Pos.Line
		lexer.PrevTokenType, lexer.Token = before, token
		if before == parse.TLocal {
			named = append(named, token.Type == parse.TFunction)
		}
		ambiguous := token.Type == '(' && token.Pos.Line > above && callable
		callable = false
		switch token.Type {
		case parse.TLocal, parse.TFunction:
			declaring = token.Type
		case ',', '.', ':':
		case parse.TIdent:
			callable = declaring == 0
		case ']':
			callable = true
		case ')':
			callable, parameters = !parameters, false
		case '(':
			parameters = declaring == parse.TFunction
			fallthrough
		default:
			declaring = 0
		}
		line, column := token.Pos.Line, token.Pos.Column
		from := starts[line-1] + column - 1
		wrong := func(at int, format string, args ...any) *Problem {
			row := 1 + strings.Count(source[:at], "\n")
			return &Problem{File: file, Line: row, Column: utf8.RuneCountInString(source[starts[row-1]:at]) + 1, Text: fmt.Sprintf(format, args...)}
		}
		switch {
		case ambiguous:
			return nil, wrong(from, `syntax error near "(": ambiguous syntax (function call x new statement)`)
		case token.Type == parse.TNumber:
			number := numeral(source[from:])
			if n, ok := readNumber(number); !ok || math.IsInf(n, 0) {
				return nil, wrong(from, "number %s cannot be read", cut(number))
			}
		case token.Type == parse.TString && source[from] != '[':
			for i := from + 1; source[i] != source[from]; i++ {
				if source[i] != '\\' {
					continue
				}
				i++
				digits := i
				for digits < len(source) && digits < i+3 && '0' <= source[digits] && source[digits] <= '9' {
					digits++
				}
				if n, _ := strconv.Atoi(source[i:digits]); n > 255 {
					return nil, wrong(i-1, "the escape \\%d is too large: \\255 is the largest", n)
				}
			}
		}
	}
}

// numeral returns the number at the beginning of a text, and what Lua takes for a
// part of it.
func numeral(text string) string {
	rest := strings.TrimLeft(text, "0123456789.")
	if exponent := strings.TrimLeft(rest, "eE"); len(exponent) < len(rest) && strings.ContainsAny(exponent[:min(1, len(exponent))], "+-") {
		rest = exponent[1:]
	}
	for rest != "" && isWord(rest[0]) {
		rest = rest[1:]
	}
	return text[:len(text)-len(rest)]
}
