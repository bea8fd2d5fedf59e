package experiment

import (
	"encoding/json"
	"math"
	"slices"
	"testing"
)

func TestNumber(t *testing.T) {
	for _, row := range []struct {
		n    float64
		want string
	}{
		{0, "0"}, {math.Copysign(0, -1), "0"}, {1, "1"}, {1.0 / 3, "0.3333333333"}, {2e-9 / 3, "0.0000000006666666667"},
		{123456.78901234, "123456.789"}, {math.NaN(), ""}, {math.Inf(1), ""}, {-0.5, "-0.5"},
	} {
		if got := Number(row.n).String(); got != row.want {
			t.Errorf("%v is %q, want %q", row.n, got, row.want)
		}
	}
	if text, err := json.Marshal([]Number{Number(math.NaN()), 0.5}); string(text) != "[null,0.5]" || err != nil {
		t.Errorf("JSON: %s, %v", text, err)
	}
}

func TestThousands(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", -1234567: "-1,234,567", 1e12: "1,000,000,000,000", -100: "-100"} {
		if got := Thousands(n); got != want {
			t.Errorf("%d is %q, want %q", n, got, want)
		}
	}
}

// A comma in the value of a setting parts no mods.
func TestSplitMods(t *testing.T) {
	got := SplitMods(`heroes 1.0.0 sha256:01 die=12, luck 1.2.0 sha256:02 word="a, \"b\", c", last 1.0.0 sha256:03`)
	want := []string{"heroes 1.0.0 sha256:01 die=12", `luck 1.2.0 sha256:02 word="a, \"b\", c"`, "last 1.0.0 sha256:03"}
	if !slices.Equal(got, want) {
		t.Errorf("it is %q, want %q", got, want)
	}
}
