package experiment

import (
	"math"
	"strconv"
	"strings"

	"houserule/engine/sim"
)

// A Number is a measured value in JSON and CSV. It has ten digits, so that machines that
// round the last digits differently write the same text.
type Number float64

// MarshalJSON writes the number, null for none.
func (n Number) MarshalJSON() ([]byte, error) {
	if text := n.String(); text != "" {
		return []byte(text), nil
	}
	return []byte("null"), nil
}

// String returns the number for CSV, "" for none.
func (n Number) String() string {
	f := float64(n)
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return ""
	}
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(f, 'g', 10, 64), 64)
	if rounded == 0 {
		return "0" // not -0
	}
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}

// Fields returns the number for CSV, without an interval.
func (n Number) Fields() (value, low, high string) { return n.String(), "", "" }

// An Estimate is a value with its 95 % interval.
type Estimate struct {
	Value Number `json:"value"`
	Low   Number `json:"low"`
	High  Number `json:"high"`
}

func newEstimate(i sim.Interval) Estimate {
	return Estimate{Number(i.Value), Number(i.Low), Number(i.High)}
}

// Fields returns the value and its interval for CSV.
func (e Estimate) Fields() (value, low, high string) {
	return e.Value.String(), e.Low.String(), e.High.String()
}

// Text returns the value without its interval: "52.3 %".
func (e Estimate) Text(u Unit) string { return u.Text(float64(e.Value)) }

// In returns the estimate in a unit: "52.3 % (51.3 to 53.3)".
func (e Estimate) In(u Unit) string { return e.interval(e.Text(u), u) }

// Signed returns a difference with its sign: "+1.2 points (0.9 to 1.5)".
func (e Estimate) Signed(u Unit) string { return e.interval(u.Plus(float64(e.Value)), u) }

func (e Estimate) interval(value string, u Unit) string {
	return strings.TrimSpace(value + " " + u.Interval(float64(e.Low), float64(e.High)))
}

// Points returns the unit of a difference of shares, with one or two digits, according to
// its interval.
func (e Estimate) Points(digits int) Unit { return points(e.Half(), digits) }

// Significant reports whether the interval leaves out 0.
func (e Estimate) Significant() bool { return e.Low > 0 || e.High < 0 }

// bound returns a bound of the value's magnitude.
func (e Estimate) bound() float64 { return max(math.Abs(float64(e.Low)), math.Abs(float64(e.High))) }

// Half returns half the width of the interval.
func (e Estimate) Half() float64 { return float64(e.High-e.Low) / 2 }

// Reach returns how far the interval reaches from the value, up or down, whichever is farther.
func (e Estimate) Reach() float64 { return float64(max(e.High-e.Value, e.Value-e.Low)) }
