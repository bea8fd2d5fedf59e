package experiment

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"
)

// A Unit is the form in which values are written for people.
type Unit struct {
	Name     string  // short: "%", "rounds"; may be ""
	Factor   float64 // factor for values; 0: 1
	Decimals int     // digits after the point
}

// Percent returns the unit for values from 0 to 1 that are written as percent.
func Percent(decimals int) Unit { return Unit{"%", 100, decimals} }

// Scaled returns a value in the unit, unrounded.
func (u Unit) Scaled(value float64) float64 {
	if u.Factor == 0 {
		return value
	}
	return value * u.Factor
}

// Number returns a value without the name of the unit: "9.1", or "-" for none.
func (u Unit) Number(value float64) string { return Decimal(u.Scaled(value), u.Decimals) }

// Text returns a value with the name of the unit: "9.1 %", or "-" for none.
func (u Unit) Text(value float64) string {
	if !Known(value) || u.Name == "" {
		return u.Number(value)
	}
	return u.Number(value) + " " + u.Name
}

// Interval returns "(9.0 to 9.2)", or "" for none.
func (u Unit) Interval(low, high float64) string {
	if !Known(low, high) {
		return ""
	}
	return "(" + u.Number(low) + " to " + u.Number(high) + ")"
}

// Range returns "9.0 to 9.2 %", or "-" for none.
func (u Unit) Range(low, high float64) string {
	if !Known(low, high) {
		return "-"
	}
	return u.Number(low) + " to " + u.Text(high)
}

// Brief returns a value for a cell of three or four columns, or "" for none.
func (u Unit) Brief(value float64) string {
	switch scaled := u.Scaled(value); {
	case !Known(scaled):
		return ""
	case math.Abs(scaled) >= 9.95 || u.Name == "%":
		return Decimal(scaled, 0)
	default:
		return Decimal(scaled, min(u.Decimals, 1))
	}
}

// Of returns a title with the name of the unit: "rate in %".
func (u Unit) Of(title string) string {
	switch {
	case u.Name == "":
		return title
	case title == "":
		return u.Name
	}
	return title + " in " + u.Name
}

// Decimal returns a number as text, without a minus sign for zero, or "-" for none.
func Decimal(number float64, decimals int) string {
	if !Known(number) {
		return "-"
	}
	text := strconv.FormatFloat(number, 'f', max(decimals, 0), 64)
	if strings.Trim(text, "-0.") == "" {
		text = strings.TrimPrefix(text, "-")
	}
	return text
}

// most is the greatest number that is written.
const most = 1e15

// Known reports whether all numbers are finite and small enough to be shown.
func Known(numbers ...float64) bool {
	return !slices.ContainsFunc(numbers, func(n float64) bool { return math.IsNaN(n) || math.Abs(n) > most })
}

// decimals returns the number of decimals that give half an interval two digits.
func decimals(half float64) int {
	if !(half > 0) {
		return 1
	}
	return min(max(int(math.Ceil(-math.Log10(half)))+1, 1), 6)
}

// Fine returns the unit of percent whose decimals give half an interval of a share two
// digits.
func Fine(half float64) Unit { return Percent(decimals(100 * half)) }

// Measured returns a unit whose decimals give half an interval two digits.
func Measured(name string, half float64) Unit { return Unit{Name: name, Decimals: decimals(half)} }

// points returns the unit of differences of shares. A small difference has the given number
// of digits.
func points(share float64, digits int) Unit {
	return Unit{Name: "points", Factor: 100, Decimals: max(decimals(100*share)+digits-2, 1)}
}

// Plus returns a value with its sign, unless it is 0.
func (u Unit) Plus(value float64) string {
	if value > 0 {
		return "+" + u.Text(value)
	}
	return u.Text(value)
}

// Thousands returns a number with commas: 1,000,000.
func Thousands(n int64) string { return humanize.Comma(n) }

// Counted returns a number of things: "1 battle", "10,000 battles".
func Counted(n int64, what string) string {
	if n != 1 {
		what += "s"
	}
	return Thousands(n) + " " + what
}
