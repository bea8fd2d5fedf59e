package lua

import (
	"errors"
	"math"
	"strconv"
	"strings"
)

// Numbers from strings.

// maxNumeral is how long a string is at most that is read as a number.
const maxNumeral = 200

// readNumber reads a number as Lua's manual writes them: 12, -0.5, 1e3, 0x1f,
// with spaces around it.
func readNumber(s string) (float64, bool) {
	if 0 < len(s) && len(s) < 16 { // the usual case
		n := 0
		for i := 0; '0' <= s[i] && s[i] <= '9'; {
			n = 10*n + int(s[i]-'0')
			if i++; i == len(s) {
				return float64(n), true
			}
		}
	}
	s = trimSpace(s)
	digits := strings.TrimLeft(s, "+-")
	if len(s) > maxNumeral || len(s)-len(digits) > 1 {
		return 0, false
	}
	if len(digits) > 1 && digits[0] == '0' && digits[1]|0x20 == 'x' {
		return readWhole(s, 16)
	}
	for _, c := range []byte(digits) {
		if (c < '0' || c > '9') && c != '.' && c|0x20 != 'e' && c != '+' && c != '-' {
			return 0, false
		}
	}
	f, err := strconv.ParseFloat(s, 64)
	return f, err == nil || errors.Is(err, strconv.ErrRange) // one that is too large is infinite
}

// readWhole reads a whole number of a base, in base 16 with or without a 0x
// before it.
func readWhole(s string, base int) (float64, bool) {
	s = trimSpace(s)
	if len(s) > maxNumeral {
		return 0, false
	}
	if base == 10 {
		return readNumber(s)
	}
	digits, minus := strings.CutPrefix(s, "-")
	if !minus {
		digits = strings.TrimPrefix(s, "+")
	}
	if base == 16 && len(digits) > 2 && digits[0] == '0' && digits[1]|0x20 == 'x' {
		digits = digits[2:]
	}
	n, err := strconv.ParseUint(digits, base, 64)
	if minus {
		return -float64(n), err == nil
	}
	return float64(n), err == nil
}

// trimSpace removes the spaces of C.
func trimSpace(s string) string { return strings.Trim(s, " \t\n\r\v\f") }

// maxExact is the largest whole number up to which floats hold all.
const maxExact = 1 << 53

// formatNumber writes a number as Lua does, and the same on every CPU.
func formatNumber(f float64) string {
	var room [32]byte
	return string(appendNumber(room[:0], f))
}

func appendNumber(text []byte, f float64) []byte {
	switch {
	case f != f:
		return append(text, "nan"...)
	case math.IsInf(f, 1):
		return append(text, "inf"...)
	case math.IsInf(f, -1):
		return append(text, "-inf"...)
	case f == math.Trunc(f) && math.Abs(f) <= maxExact:
		return strconv.AppendInt(text, int64(f), 10)
	}
	return strconv.AppendFloat(text, f, 'g', 14, 64)
}
