package report

import "testing"

// The contour goes between the cells below and above the middle, where a straight line
// between their values has it.
func TestContour(t *testing.T) {
	for _, row := range []struct {
		what  string
		cells [][]float64
		want  path
	}{
		{"all above", [][]float64{{0.6, 0.7}, {0.8, 0.9}}, ""},
		{"left below, right above", [][]float64{{0.4, 0.6}, {0.25, 0.75}}, "M20 10L20 30"},
		{"nearer to the nearer value", [][]float64{{0.4, 0.9}, {0.4, 0.9}}, "M14 10L14 30"},
		{"a corner", [][]float64{{0.3, 0.7}, {0.7, 0.9}}, "M20 10L10 20"},
		{"a saddle, whose middle is below", [][]float64{{0.3, 0.6}, {0.6, 0.3}}, "M23.3 10L30 16.7M16.7 30L10 23.3"},
		{"a saddle, whose middle is above", [][]float64{{0.4, 0.7}, {0.7, 0.4}}, "M30 23.3L23.3 30M10 16.7L16.7 10"},
		{"an unknown cell", [][]float64{{0.4, 0.6}, {0.4, none}}, ""},
		{"a missing row", [][]float64{{0.4, 0.6}}, ""},
	} {
		h := HeatMap{Rows: []string{"a", "b"}, Columns: []string{"c", "d"}, Cells: row.cells, Middle: 0.5, High: 1}
		if got := h.contour(h.scale(), 0, 0, 20); got != row.want {
			t.Errorf("%s: %s, want %s", row.what, got, row.want)
		}
	}
}
