package strict

import (
	"fmt"
	"strings"
)

// Suggest returns the known word that is nearest to word, or "" if none is
// near. Near means that at most a third of the letters, but at least one and
// never all of them, were added, left out, changed or swapped with their
// neighbour; upper and lower case are the same. Of equally near words it is
// the first in the alphabet, whatever the order of known.
func Suggest(word string, known []string) string {
	letters := []rune(strings.ToLower(word))
	best, bestDistance := "", max(1, len(letters)/3)+1
	for _, candidate := range known {
		target := []rune(strings.ToLower(candidate))
		// The distance is no less than the difference in length.
		if abs(len(target)-len(letters)) > bestDistance {
			continue
		}
		n := distance(letters, target)
		if n >= len(letters) && n > 0 {
			continue
		}
		if n < bestDistance || n == bestDistance && best != "" && candidate < best {
			best, bestDistance = candidate, n
		}
	}
	return best
}

// distance is the optimal string alignment distance: how many letters must be
// added, left out, changed or swapped with their neighbour to make b of a.
// With d(i, j) that of the first i letters of a and the first j of b:
//
//	d(i, j) = min(d(i-1, j)+1, d(i, j-1)+1, d(i-1, j-1)+[a(i) != b(j)],
//	              d(i-2, j-2)+1 if the last two letters are swapped)
func distance(a, b []rune) int {
	older := make([]int, len(b)+1) // d(i-2, ·)
	old := make([]int, len(b)+1)   // d(i-1, ·)
	row := make([]int, len(b)+1)   // d(i, ·)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		older, old, row = old, row, older
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := old[j-1]
			if a[i-1] != b[j-1] {
				change++
			}
			row[j] = min(old[j]+1, row[j-1]+1, change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], older[j-2]+1)
			}
		}
	}
	return row[len(b)]
}

func abs(n int) int { return max(n, -n) }

// hint ends the message about an unknown word: with the word that was
// probably meant, else with all there are.
func hint(word, things string, known []string) string {
	if near := Suggest(word, known); near != "" {
		return fmt.Sprintf(": did you mean %q?", near)
	}
	if len(known) == 0 {
		return fmt.Sprintf(": there are no known %s", things)
	}
	return fmt.Sprintf(": known %s are %s", things, strings.Join(known, ", "))
}
