package lua

// IsName reports whether a script can spell the name.
func IsName(s string) bool {
	for i, c := range []byte(s) {
		if !isWord(c) || i == 0 && '0' <= c && c <= '9' {
			return false
		}
	}
	return s != "" && !reserved[s]
}

// isWord reports whether c may stand in a name.
func isWord(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

var reserved = map[string]bool{
	"and": true, "break": true, "do": true, "else": true, "elseif": true, "end": true, "false": true, "for": true,
	"function": true, "goto": true, "if": true, "in": true, "local": true, "nil": true, "not": true, "or": true,
	"repeat": true, "return": true, "then": true, "true": true, "until": true, "while": true,
}
