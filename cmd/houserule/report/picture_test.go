package report

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Whatever is drawn, no text leaves its picture, as wide as it can be.
func TestTextsHaveRoom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for _, section := range anyDocument(t).clean().Sections {
			for _, part := range section.Parts {
				f := part.figure()
				if f.Picture == nil {
					continue
				}
				for _, text := range f.Picture.Texts {
					if left, right := extent(text); left < 0 || right > float64(f.Picture.Width) || text.Y > f.Picture.Height {
						t.Fatalf("%q goes from %.1f to %.1f and down to %d in a picture of %d x %d", text.Text, left, right, text.Y, f.Picture.Width, f.Picture.Height)
					}
				}
			}
		}
	})
}

// extent is from where to where a text goes, but for what is turned upright.
func extent(l labelAt) (left, right float64) {
	size := l.Size
	if size == 0 {
		size = fontSize
	}
	x, width := float64(l.X), measure(l.Text, size)
	switch {
	case l.Turn == -90:
		return x - fontSize, x
	case l.Turn != 0:
		width *= 0.71 // the root of 1/2, at 45 degrees
	}
	switch l.Anchor {
	case "mid":
		return x - width/2, x + width/2
	case "end":
		return x - width, x
	}
	return x, x + width
}

func TestTicks(t *testing.T) {
	for _, row := range []struct {
		low, high float64
		whole     bool
		want      []string
	}{
		{0, 100, false, []string{"0", "20", "40", "60", "80", "100"}},
		{0, 1, false, []string{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"}},
		{0, 2, true, []string{"0", "1", "2"}},
		{-5.25, 13, false, []string{"-5", "0", "5", "10"}},
		{3, 3, true, []string{"3"}},
	} {
		var got []string
		for _, tick := range ticks(row.low, row.high, row.whole) {
			got = append(got, tick.label)
		}
		if !slices.Equal(got, row.want) {
			t.Errorf("%g to %g: %q, want %q", row.low, row.high, got, row.want)
		}
	}
}
