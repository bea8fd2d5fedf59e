package engine

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// IsUnsafe reports whether a character must not be shown as it is: it controls a terminal
// (Unicode's Cc), ends the line (U+2028 and U+2029), makes one name look like another, as it
// changes the direction of the text (Bidi_Control) or takes no room, or is no character
// (U+FFFE and U+FFFF). Joiners, which some writing systems and emoji need, are safe.
// Line breaks and tabs are unsafe, too; callers that accept several lines allow them.
func IsUnsafe(r rune) bool {
	if r < '\x7F' { // most characters of most texts
		return r < ' '
	}
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || isInvisible(r) || r == '\u2028' || r == '\u2029' || r&^1 == 0xFFFE
}

// isInvisible reports whether a character takes no room: the soft hyphen, the zero width
// space, the word joiner and its like, and the byte order mark.
func isInvisible(r rune) bool {
	return r == '\u00AD' || r == '\u200B' || '\u2060' <= r && r <= '\u2064' || r == '\uFEFF'
}

// Unsafe finds the first byte of a text that is not UTF-8, or the first unsafe character
// that is not in but. It returns the offset and a description, or -1 and "".
func Unsafe(text, but string) (at int, what string) {
	for i, r := range text {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(text[i:], "\uFFFD"):
			return i, fmt.Sprintf("byte 0x%02x, which is not UTF-8", text[i])
		case !IsUnsafe(r) || strings.ContainsRune(but, r):
		case r == '\n':
			return i, "line break"
		case unicode.IsControl(r):
			return i, fmt.Sprintf("control character %U", r)
		case unicode.Is(unicode.Bidi_Control, r):
			return i, fmt.Sprintf("character %U, which turns the direction of text", r)
		case isInvisible(r):
			return i, fmt.Sprintf("character %U, which takes no room", r)
		case r == '\u2028' || r == '\u2029':
			return i, fmt.Sprintf("line separator %U", r)
		default:
			return i, fmt.Sprintf("noncharacter %U", r)
		}
	}
	return -1, ""
}

// Blank returns a text as one line: with a blank for each unsafe character, and U+FFFD for
// bytes that are not UTF-8.
func Blank(text string) string {
	return strings.Map(func(r rune) rune {
		if IsUnsafe(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
}

// mostWord is the maximum number of characters of a word that a message shows.
const mostWord = 64

// Cut returns the first most characters of a text, followed by three dots if the text is
// longer.
func Cut(text string, most int) string {
	for i := range text {
		if most == 0 {
			return text[:i] + "..."
		}
		most--
	}
	return text
}

// Quote returns a word as messages show it: in quotes, with unsafe characters escaped, and
// cut if it is long.
func Quote(word string) string { return strconv.Quote(Cut(word, mostWord)) }

// mostFileName is the maximum number of characters of a file's name that a message shows:
// no name has more than 255, and a line and a column may follow.
const mostFileName = 300

// Brief returns a message with its long words cut. Paths stay whole, except for names that
// are too long for a file. Text in a script without blanks, such as Chinese, stays whole,
// too.
func Brief(message string) string {
	var b strings.Builder
	for message != "" {
		end := strings.IndexAny(message, " \t\n")
		if end < 0 {
			end = len(message)
		}
		word := message[:end]
		cut := Cut(word, 2*mostWord) // a word that Quote has cut stays as it is
		switch closing := word[len(strings.TrimRight(word, `"')]:,;?!`)):]; {
		case cut == word || strings.ContainsFunc(word, func(r rune) bool { return r >= firstIdeograph }):
		case strings.Contains(word, "/"):
			names := strings.SplitAfter(word[:len(word)-len(closing)], "/")
			for i := range names {
				names[i] = Cut(names[i], mostFileName)
			}
			word = strings.Join(names, "") + closing
		default:
			word = cut + closing[:min(len(closing), 3)]
		}
		b.WriteString(word)
		if message = message[end:]; message != "" {
			b.WriteByte(message[0])
			message = message[1:]
		}
	}
	return b.String()
}

// firstIdeograph is the first character of the writing systems that do not
// separate words.
const firstIdeograph = '\u2E80'

// Shown returns the name of a file as messages show it: as it is, or in quotes if it has an
// unsafe character.
func Shown(name string) string {
	if at, _ := Unsafe(name, ""); at >= 0 {
		return strconv.Quote(name)
	}
	return name
}

// The returns a side as a sentence names it: with the article, unless the name contains a
// number.
func The(side string) string {
	if strings.ContainsAny(side, "0123456789") {
		return side
	}
	return "the " + side
}

// Capital returns text with its first letter as a capital.
func Capital(text string) string {
	if text == "" {
		return ""
	}
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// Each returns the results of a function for the items of a list: nil for none.
func Each[A, B any](list []A, of func(A) B) (results []B) {
	for _, item := range list {
		results = append(results, of(item))
	}
	return results
}
