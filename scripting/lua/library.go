package lua

import "math"

// An Entry is a function of the library, or a number.
type Entry struct {
	Name     string
	Usage    string // how it is called; "" for a number
	Returns  Base
	Least    int // arguments
	call     func(c Call)
	constant float64
}

// A Library is a table of functions.
type Library struct {
	Name    string
	Entries []Entry
}

// Find returns an entry, nil for none.
func (l *Library) Find(name string) *Entry {
	for i := range l.Entries {
		if l.Entries[i].Name == name {
			return &l.Entries[i]
		}
	}
	return nil
}

// Names returns the names of the entries.
func (l *Library) Names() (names []string) {
	for _, e := range l.Entries {
		names = append(names, e.Name)
	}
	return names
}

// Basics are the functions that are known without a library's name.
var Basics = []Entry{
	{"assert", "assert(condition, message)", BaseAny, 1, baseAssert, 0},
	{"error", "error(message, level)", BaseNil, 0, baseError, 0},
	{"ipairs", "ipairs(list)", BaseFunction, 1, baseIpairs, 0},
	{"next", "next(table, key)", BaseAny, 1, baseNext, 0},
	{"pairs", "pairs(table)", BaseFunction, 1, basePairs, 0},
	{"pcall", "pcall(f, ...)", BaseBoolean, 1, basePcall, 0},
	{"select", `select(n, ...) or select("#", ...)`, BaseAny, 1, baseSelect, 0},
	{"tonumber", "tonumber(value, base)", BaseAny, 1, baseToNumber, 0},
	{"tostring", "tostring(value)", BaseString, 1, baseToString, 0},
	{"type", "type(value)", BaseString, 1, baseType, 0},
	{"unpack", "unpack(list, from, to)", BaseAny, 1, baseUnpack, 0},
}

// Libraries are string, table and math.
var Libraries = []Library{
	{"string", []Entry{
		{"byte", "string.byte(s, from, to)", BaseAny, 1, stringByte, 0},
		{"char", "string.char(...)", BaseString, 0, stringChar, 0},
		{"find", "string.find(s, pattern, from, plain)", BaseAny, 2, stringFind, 0},
		{"format", "string.format(format, ...)", BaseString, 1, stringFormat, 0},
		{"gmatch", "string.gmatch(s, pattern)", BaseFunction, 2, stringGmatch, 0},
		{"gsub", "string.gsub(s, pattern, replacement, most)", BaseString, 3, stringGsub, 0},
		{"len", "string.len(s)", BaseNumber, 1, stringLen, 0},
		{"lower", "string.lower(s)", BaseString, 1, stringLower, 0},
		{"match", "string.match(s, pattern, from)", BaseAny, 2, stringMatch, 0},
		{"rep", "string.rep(s, n)", BaseString, 2, stringRep, 0},
		{"reverse", "string.reverse(s)", BaseString, 1, stringReverse, 0},
		{"sub", "string.sub(s, from, to)", BaseString, 2, stringSub, 0},
		{"upper", "string.upper(s)", BaseString, 1, stringUpper, 0},
	}},
	{"table", []Entry{
		{"concat", "table.concat(list, separator, from, to)", BaseString, 1, tableConcat, 0},
		{"insert", "table.insert(list, value) or table.insert(list, place, value)", BaseNil, 2, tableInsert, 0},
		{"remove", "table.remove(list, place)", BaseAny, 1, tableRemove, 0},
		{"sort", "table.sort(list, before)", BaseNil, 1, tableSort, 0},
	}},
	{"math", []Entry{
		{"abs", "math.abs(x)", BaseNumber, 1, one1(math.Abs), 0},
		{"ceil", "math.ceil(x)", BaseNumber, 1, one1(math.Ceil), 0},
		{"floor", "math.floor(x)", BaseNumber, 1, one1(math.Floor), 0},
		{"fmod", "math.fmod(x, y)", BaseNumber, 2, mathFmod, 0},
		{"huge", "", BaseNumber, 0, nil, math.Inf(1)},
		{"max", "math.max(x, ...)", BaseNumber, 1, mathMax, 0},
		{"min", "math.min(x, ...)", BaseNumber, 1, mathMin, 0},
		{"pi", "", BaseNumber, 0, nil, math.Pi},
		{"sqrt", "math.sqrt(x)", BaseNumber, 1, one1(math.Sqrt), 0},
	}},
}

// Strings returns the library whose functions are methods of texts.
func Strings() *Library { return &Libraries[0] }

// Usages returns how the functions and constants of the library are called, by their names:
// "string.rep" is "string.rep(s, n)". A constant has no text.
func Usages() map[string]string {
	usages := map[string]string{}
	for _, e := range Basics {
		usages[e.Name] = e.Usage
	}
	for _, lib := range Libraries {
		for _, e := range lib.Entries {
			usages[lib.Name+"."+e.Name] = e.Usage
		}
	}
	return usages
}
