package experiment

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// maxCells is the maximum number of cells in a grid, because each cell has rules of its
// own.
const maxCells = 200

// A Grid is all combinations of the values of settings. It is the Detail of a sweep's plan.
// The sweep's arms are its cells row by row, except that the baseline comes first.
type Grid struct {
	Axes     []Axis `json:"axes"`
	Baseline int    `json:"baseline"` // the index of its cell
	Present  bool   `json:"present"`  // whether the baseline has the present values of the settings
}

// An Axis is a setting with the values that it takes.
type Axis struct {
	Key    string   `json:"key"`    // "heroes.swarm_factor"
	Values []string `json:"values"` // in the form of a setting
	// At is the index of the present value, or -1.
	At    int    `json:"present"`
	Today string `json:"-"` // the present value
	Name  string `json:"-"` // name of the setting, for people
}

// NewGrid returns the grid of axes, at least one.
func NewGrid(axes []Axis) (g Grid, err error) {
	g.Axes = axes
	if n := g.Cells(); n > maxCells {
		return g, fmt.Errorf("a grid of %s cells: at most %d are played: take larger steps, as in 0..100..10", Thousands(int64(n)), maxCells)
	}
	g.Present = true
	for _, a := range g.Axes {
		g.Present = g.Present && a.At >= 0
		g.Baseline = g.Baseline*len(a.Values) + a.At
	}
	if !g.Present {
		g.Baseline = 0
	}
	return g, nil
}

// gridOf returns the grid of a plan, which may come from a file. Name returns the name of
// the setting with a key.
func gridOf(p Plan, name func(key string) string) (g Grid, err error) {
	if err := json.Unmarshal(p.Detail, &g); err != nil {
		return g, err
	}
	if err := p.HasArms(g.Cells()); err != nil || len(g.Axes) == 0 || g.Baseline < 0 || g.Baseline >= g.Cells() {
		return g, cmp.Or(err, errors.New("this sweep has no grid"))
	}
	for i := range g.Axes {
		g.Axes[i].Name = name(g.Axes[i].Key)
	}
	return g, nil
}

// Cells returns the number of cells.
func (g Grid) Cells() int {
	n := 1
	for _, a := range g.Axes {
		n *= len(a.Values)
	}
	return n
}

// at returns the indexes of a cell's values, one for each axis. The last axis moves
// fastest.
func (g Grid) at(cell int) []int {
	at := make([]int, len(g.Axes))
	for i := len(g.Axes) - 1; i >= 0; i-- {
		n := len(g.Axes[i].Values)
		at[i], cell = cell%n, cell/n
	}
	return at
}

// Set returns the settings of a cell: "heroes.swarm_factor=3".
func (g Grid) Set(cell int) []string {
	var set []string
	for i, v := range g.at(cell) {
		set = append(set, g.Axes[i].Key+"="+g.Axes[i].Values[v])
	}
	return set
}

// Name returns the name of a cell: "swarm_factor=3, die=12".
func (g Grid) Name(cell int) string {
	var words []string
	for i, v := range g.at(cell) {
		words = append(words, g.Axes[i].Name+"="+g.Axes[i].Values[v])
	}
	return strings.Join(words, ", ")
}

// Order returns the cells in the order of their arms.
func (g Grid) Order() []int {
	order := []int{g.Baseline}
	for cell := range g.Cells() {
		if cell != g.Baseline {
			order = append(order, cell)
		}
	}
	return order
}

// arm returns the arm of a cell.
func (g Grid) arm(cell int) int { return slices.Index(g.Order(), cell) }

// valuesForm is the hint for the values of an axis.
const valuesForm = "write, for instance, 2..6, 2..10..2, 1,2,5 or true,false"

var errTooMany = fmt.Errorf("more than %s values: take larger steps, as in 0..100..10", Thousands(maxCandidates))

// ParseValues parses "2..6", "2..10..2" or "1,2,5".
func ParseValues(text string) ([]string, error) {
	var values []string
	for _, word := range strings.Split(text, ",") {
		word = strings.TrimSpace(word)
		switch {
		case word == "":
			return nil, fmt.Errorf("a value is missing: %s", valuesForm)
		case strings.Contains(word, ".."):
			steps, err := parseRange(word)
			if err != nil {
				return nil, err
			}
			values = append(values, steps...)
		default:
			values = append(values, word)
		}
		if len(values) > maxCandidates {
			return nil, errTooMany
		}
	}
	return values, nil
}

// parseRange parses "2..6" or "2..10..2".
func parseRange(text string) ([]string, error) {
	words := strings.Split(text, "..")
	numbers := make([]float64, len(words))
	places := 0 // decimals of the numbers: three steps of 0.1 are 0.3
	for i, word := range words {
		n, err := strconv.ParseFloat(word, 64)
		plain := strings.Trim(word, "-0123456789.") == "" && strings.Trim(word, ".") == word
		if err != nil || !plain || len(words) > 3 {
			return nil, fmt.Errorf("%q is no range: %s", text, valuesForm)
		}
		numbers[i] = n
		_, decimals, _ := strings.Cut(word, ".")
		places = max(places, len(decimals))
	}
	from, to, step := numbers[0], numbers[1], 1.0
	if len(numbers) == 3 {
		step = numbers[2]
	}
	switch {
	case from > to:
		return nil, fmt.Errorf("%q holds nothing: %s is above %s", text, words[0], words[1])
	case step <= 0:
		return nil, fmt.Errorf("%q goes nowhere: its step must be above 0", text)
	}
	n := math.Floor((to-from)/step+1e-9) + 1 // allows for the rounding errors of a sum of steps
	if n > maxCandidates {
		return nil, errTooMany
	}
	var values []string
	for i := range int(n) {
		values = append(values, strconv.FormatFloat(from+float64(float64(i)*step), 'f', places, 64))
	}
	return values, nil
}

// Numbers returns the values of an axis as numbers, or nil if they are words.
func (a Axis) Numbers() []float64 {
	var numbers []float64
	for _, value := range a.Values {
		n, err := strconv.ParseFloat(value, 64)
		if err != nil {
			return nil
		}
		numbers = append(numbers, n)
	}
	return numbers
}
