package experiment

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"houserule/engine"
	"houserule/engine/experiment/tune"
	"houserule/engine/sim"
)

// A Want is a quantity of a battle, and the bounds that it should lie within.
type Want struct {
	Scenario string `json:"scenario,omitempty"`
	Quantity string `json:"quantity"` // a seat, for its winning chance; "draw"; or the unit of lengths
	Low      Number `json:"low"`
	High     Number `json:"high"`

	Battle int    `json:"-"` // its battle's index in a [Variant]
	ending Ending // if the quantity is a chance
	length bool
}

// How far a value may be missed if the want gives a single one.
const (
	chanceWithin = 0.005
	lengthWithin = 0.1
)

// ParseWant parses "aggressor=50%", "draw=5%..10%" or "rounds=6" for battles between these
// seats. A single value means the values within half a point of a share, or within a tenth
// of a length.
func ParseWant(text string, seats []string, span string) (w Want, err error) {
	quantity, value, _ := strings.Cut(text, "=")
	w.Quantity, w.length = strings.TrimSpace(quantity), strings.TrimSpace(quantity) == span
	known := []string{}
	for _, e := range Endings(seats) {
		known = append(known, e.Name)
		if e.Name == w.Quantity {
			w.ending = e
		}
	}
	if !w.length && !slices.Contains(known, w.Quantity) {
		return w, &engine.Unknown{What: "quantity", Word: w.Quantity, Known: append(known, span)}
	}
	first, last, isRange := strings.Cut(value, "..")
	low, err := w.parse(first)
	if err != nil {
		return w, err
	}
	high := low
	switch {
	case isRange:
		if high, err = w.parse(last); err != nil {
			return w, err
		}
		if low >= high {
			return w, fmt.Errorf("%q holds nothing: write the lower value first, as in %s", value, w.form())
		}
	case w.length:
		low, high = max(low-lengthWithin, 0), high+lengthWithin
	default:
		low, high = max(low-chanceWithin, 0), min(high+chanceWithin, 1)
	}
	w.Low, w.High = Number(low), Number(high)
	return w, nil
}

// parse parses one value.
func (w Want) parse(text string) (float64, error) {
	digits, percent := strings.CutSuffix(strings.TrimSpace(text), "%")
	n, err := strconv.ParseFloat(strings.TrimSpace(digits), 64)
	most := 100.0
	if w.length {
		most = math.MaxInt32
	}
	switch {
	case err != nil || !(n >= 0 && n <= most):
		return 0, fmt.Errorf("%q is not a target: write %s", text, w.form())
	case percent && w.length:
		return 0, fmt.Errorf("%q has a percent sign, and %s are counted: write %s", text, w.Quantity, w.form())
	case !percent && !w.length:
		return 0, fmt.Errorf("%q has no percent sign: write %s", text, w.form())
	case percent:
		n /= 100
	}
	return n, nil
}

// form returns the hint on how to write a want.
func (w Want) form() string {
	if w.length {
		return w.Quantity + "=6 or " + w.Quantity + "=5..7"
	}
	return w.Quantity + "=50% or " + w.Quantity + "=45%..55%"
}

// Bounds returns the bounds in words: "49.50 to 50.50 %".
func (w Want) Bounds() string {
	return w.unit().Number(float64(w.Low)) + " to " + w.unit().Text(float64(w.High))
}

// unit returns the unit of the quantity.
func (w Want) unit() Unit {
	if w.length {
		return Unit{Name: w.Quantity, Decimals: 2}
	}
	return Percent(2)
}

// Holds reports whether an estimate's whole interval lies within the bounds, and whether it
// lies entirely outside them.
func (w Want) Holds(e Estimate) (within, beside bool) {
	return w.Low <= e.Low && e.High <= w.High, e.High < w.Low || e.Low > w.High
}

// estimate returns the quantity as battles show it.
func (w Want) estimate(c *sim.Count) Estimate {
	if w.length {
		return newEstimate(sim.Mean(c.Rounds))
	}
	return newEstimate(sim.Wilson(w.ending.in(c), c.Battles))
}

// least keeps the logarithms of chances and lengths finite.
const least = 1e-9

// scaled returns a value on the scale of the search: the logarithm of a length, and the log
// odds of a chance.
func (w Want) scaled(value float64) float64 {
	value = max(value, least)
	if w.length {
		return math.Log(value)
	}
	value = min(value, 1-least)
	return math.Log(value / (1 - value))
}

// goal returns the bounds on that scale.
func (w Want) goal() tune.Goal {
	return tune.Goal{Low: w.scaled(float64(w.Low)), High: w.scaled(float64(w.High))}
}

// measured returns a measurement on that scale.
func (w Want) measured(c *sim.Count) tune.Measurement {
	if w.length {
		mean := sim.Mean(c.Rounds)
		// Battles that all have one length do not prove that no other occurs.
		deviation := max(mean.Half()/1.96, 1/float64(c.Battles)) / mean.Value
		return tune.Measurement{Value: w.scaled(mean.Value), Variance: deviation * deviation}
	}
	won := float64(w.ending.in(c))
	odds := sim.LogOdds(won, float64(c.Battles)-won)
	deviation := odds.Half() / 1.96
	return tune.Measurement{Value: odds.Value, Variance: deviation * deviation}
}
