package sim

import "testing"

// Battles that all end alike have the same digest, and any other winner, length, value
// or order another.
func TestDigest(t *testing.T) {
	digest := func(outcomes ...Outcome) (sum uint64) {
		for i, o := range outcomes {
			sum += o.hash(int64(i))
		}
		return sum
	}
	a, b := Outcome{Winner: 0, Rounds: 3}, Outcome{Winner: 1, Rounds: 4}
	b.Value[1] = 7
	base := digest(a, b, a)
	if digest(a, b, a) != base {
		t.Error("equal outcomes have different digests")
	}
	other := b
	other.Value[1], other.Value[0] = 0, 7
	for name, got := range map[string]uint64{
		"another order": digest(b, a, a), "another winner": digest(a, b, Outcome{Winner: 1, Rounds: 3}),
		"another length": digest(a, b, Outcome{Winner: 0, Rounds: 2}), "the value of the other side": digest(a, other, a),
	} {
		if got == base {
			t.Errorf("%s has the same digest", name)
		}
	}
}
