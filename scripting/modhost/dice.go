package modhost

import (
	"fmt"
	"strconv"
	"strings"

	"houserule/scripting/lua"
)

// faces are the results of dice, in order.
type faces struct {
	name  string
	given []int
	used  int
}

// roll returns the next result. Why describes the die, for the error if none is left.
func (f *faces) roll(sides int, why func() string) (int, error) {
	if f.used == len(f.given) {
		return 0, fmt.Errorf("%s{...}: die %d, of %d sides, is asked for and not given: %s", f.name, f.used+1, sides, why())
	}
	n := f.given[f.used]
	if n < 1 || n > sides {
		return 0, fmt.Errorf("%s{...}: die %d is %d: must be from 1 to %d", f.name, f.used+1, n, sides)
	}
	f.used++
	return n, nil
}

func (f *faces) left() error {
	if f.used == len(f.given) {
		return nil
	}
	var words []string
	for _, n := range f.given[f.used:] {
		words = append(words, strconv.Itoa(n))
	}
	return fmt.Errorf("%s{...}: %d of %d are left over: %s", f.name, len(words), len(f.given), strings.Join(words, ", "))
}

func (f *faces) add(items []float64) error {
	for _, item := range items {
		n, err := Whole(lua.Number(item), fmt.Sprintf("die %d", len(f.given)+1), 1, 1000)
		if err != nil {
			return err
		}
		f.given = append(f.given, n)
	}
	return nil
}
