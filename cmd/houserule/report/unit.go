package report

import (
	"math"
	"strconv"
	"strings"
)

// A Unit tells how values are written.
type Unit struct {
	Name     string  // short: "%", "rounds"; may be empty
	Factor   float64 // by which a value is multiplied; 0: 1
	Decimals int     // digits behind the point
}

// Percent is the unit of values from 0 to 1 that are written as percent.
func Percent(decimals int) Unit { return Unit{"%", 100, decimals} }

// scaled is a value as it is written, unrounded.
func (u Unit) scaled(value float64) float64 {
	if u.Factor == 0 {
		return value
	}
	return value * u.Factor
}

// Number is a value without the name of the unit: "9.1", and "-" for none.
func (u Unit) Number(value float64) string { return decimal(u.scaled(value), u.Decimals) }

// Text is a value with the name of the unit: "9.1 %", and "-" for none.
func (u Unit) Text(value float64) string {
	if !known(value) || u.Name == "" {
		return u.Number(value)
	}
	return u.Number(value) + " " + u.Name
}

// Interval is "(9.0 to 9.2)", and "" for none.
func (u Unit) Interval(low, high float64) string {
	if !known(low, high) {
		return ""
	}
	return "(" + u.Number(low) + " to " + u.Number(high) + ")"
}

// brief is a value for a cell of three or four columns, "" for none.
func (u Unit) brief(value float64) string {
	switch scaled := u.scaled(value); {
	case !known(scaled):
		return ""
	case math.Abs(scaled) >= 9.95 || u.Name == "%":
		return decimal(scaled, 0)
	default:
		return decimal(scaled, min(u.Decimals, 1))
	}
}

// of is a title with the name of the unit: "rate in %".
func (u Unit) of(title string) string {
	switch {
	case u.Name == "":
		return title
	case title == "":
		return u.Name
	}
	return title + " in " + u.Name
}

// decimal writes a number, without the sign of a zero.
func decimal(number float64, decimals int) string {
	if !known(number) {
		return "-"
	}
	text := strconv.FormatFloat(number, 'f', max(decimals, 0), 64)
	if strings.Trim(text, "-0.") == "" {
		text = strings.TrimPrefix(text, "-")
	}
	return text
}

// short writes a number with as few digits as it needs, six at most.
func short(number float64) string {
	if !known(number) {
		return "-"
	}
	return strconv.FormatFloat(number, 'g', 6, 64)
}
