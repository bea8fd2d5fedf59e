package engine_test

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"houserule/engine"
)

// rolls are the first n rolls of a stream.
func rolls(seed uint64, stream string, sides, n int) []int {
	var d engine.Dice
	d.Seed(seed, stream)
	list := make([]int, n)
	for i := range list {
		list[i] = d.Roll(sides)
	}
	return list
}

// Journals, pinned battles and printed odds hang on these numbers: change
// them only together with the version of the journals.
func TestDiceArePinned(t *testing.T) {
	for _, test := range []struct {
		seed   uint64
		stream string
		sides  int
		want   []int
	}{
		{0, "", 10, []int{3, 7, 4, 5, 4, 1, 8, 5, 8, 9, 4, 3, 3, 1, 8, 5, 6, 9, 2, 2}},
		{1, "", 10, []int{6, 1, 8, 1, 8, 6, 9, 6, 4, 2, 5, 1, 10, 2, 9, 3, 8, 5, 9, 2}},
		{7, "", 10, []int{3, 3, 2, 2, 9, 8, 10, 6, 7, 5, 10, 3, 2, 7, 7, 4, 3, 8, 1, 8}},
		{7, "", 6, []int{2, 2, 1, 2, 6, 5, 6, 4, 4, 3, 6, 2, 1, 4, 5, 3, 2, 5, 1, 5}},
		{42, "", 10, []int{9, 10, 2, 1, 2, 10, 10, 4, 7, 10, 6, 7, 3, 3, 7, 6, 6, 3, 5, 7}},
		{math.MaxUint64, "", 10, []int{3, 10, 3, 7, 8, 7, 6, 4, 9, 8, 1, 10, 2, 9, 8, 8, 10, 7, 2, 3}},
		{1, "heroes", 10, []int{6, 9, 6, 5, 5, 7, 6, 8, 7, 5, 5, 8, 3, 3, 9, 9, 5, 5, 7, 8}},
		{7, "heroes", 10, []int{4, 2, 5, 1, 4, 8, 7, 1, 8, 8, 10, 10, 8, 10, 9, 2, 5, 6, 2, 6}},
		{7, "my-mod", 10, []int{4, 4, 8, 1, 5, 1, 10, 3, 9, 1, 1, 9, 10, 2, 3, 7, 10, 3, 4, 8}},
		{7, "my-mod", 2, []int{1, 1, 2, 1, 1, 1, 2, 1, 2, 1, 1, 2, 2, 1, 1, 2, 2, 1, 1, 2}},
		{7, "", 100, []int{27, 30, 12, 17, 87, 80, 100, 54, 62, 46, 95, 22, 11, 67, 70, 37, 30, 72, 2, 80}},
	} {
		if got := rolls(test.seed, test.stream, test.sides, len(test.want)); !slices.Equal(got, test.want) {
			t.Errorf("seed %d, stream %q, d%d:\n got %d\nwant %d", test.seed, test.stream, test.sides, got, test.want)
		}
	}
}

// The dice are made of what they say they are made of: the table's stream is
// PCG seeded with (seed, 0), a named one with the odd hash of its name; a
// roll is the high word of output times sides, plus 1.
func TestDiceArePCG(t *testing.T) {
	for _, stream := range []string{"", "heroes", "my-mod", "é"} {
		for _, seed := range []uint64{0, 1, 7, math.MaxUint64} {
			var second uint64
			if stream != "" {
				h := fnv.New64a()
				h.Write([]byte(stream))
				second = h.Sum64() | 1
			}
			source := rand.NewPCG(seed, second)
			var d engine.Dice
			d.Seed(seed, stream)
			for i, sides := range []int{6, 10, 2, 100, 1, 20, math.MaxInt32} {
				hi, _ := bits.Mul64(source.Uint64(), uint64(sides))
				if got := d.Roll(sides); got != int(hi)+1 {
					t.Errorf("seed %d, stream %q, roll %d: %d of %d, want %d", seed, stream, i+1, got, sides, hi+1)
				}
			}
		}
	}
}

func TestNewDiceAreTheTables(t *testing.T) {
	d := engine.NewDice(7)
	for i, want := range rolls(7, "", 10, 20) {
		n, err := d.Answer(engine.Question{Sides: 10, Need: 4, Side: engine.Luck})
		if err != nil || n != want {
			t.Errorf("roll %d is %d, %v: want %d", i+1, n, err, want)
		}
	}
}

func TestDiceChooseNothing(t *testing.T) {
	_, err := engine.NewDice(1).Answer(engine.Question{Choice: bid(3)})
	wantText(t, err, "dice cannot answer a choice")
}

func TestDiceSkip(t *testing.T) {
	d := engine.NewDice(3)
	d.Skip(engine.Question{Sides: 10})
	d.Skip(engine.Question{Sides: 6})
	if got, want := d.Roll(10), rolls(3, "", 10, 3)[2]; got != want {
		t.Errorf("behind two skipped rolls comes %d, want %d", got, want)
	}
}

func TestDiceMarshal(t *testing.T) {
	var d, e engine.Dice
	d.Seed(11, "my-mod")
	for range 5 {
		d.Roll(10)
	}
	b, err := d.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	if err := e.UnmarshalBinary(b); err != nil {
		t.Fatal(err)
	}
	for i := range 20 {
		if got, want := e.Roll(10), d.Roll(10); got != want {
			t.Errorf("roll %d after unmarshaling is %d, want %d", i+1, got, want)
		}
	}
	if err := e.UnmarshalBinary(b[:5]); err == nil {
		t.Error("five bytes are dice")
	}
}

// chiSquare is how far counts are from equal. With k degrees of freedom it
// is k on average; the tests allow what one in a thousand exceeds.
func chiSquare(counts []int) float64 {
	total := 0
	for _, n := range counts {
		total += n
	}
	want := float64(total) / float64(len(counts))
	sum := 0.0
	for _, n := range counts {
		sum += (float64(n) - want) * (float64(n) - want) / want
	}
	return sum
}

func TestDiceAreFair(t *testing.T) {
	const throws = 60_000
	d6, d10 := make([]int, 6), make([]int, 10)
	for _, n := range rolls(1, "", 6, throws) {
		d6[n-1]++
	}
	for _, n := range rolls(1, "", 10, throws) {
		d10[n-1]++
	}
	first := make([]int, 10) // of the seeds that people use
	next := make([]int, 36)  // a die and the one after it
	twin := make([]int, 36)  // two streams of one seed
	near := make([]int, 36)  // two seeds side by side
	for seed := range uint64(throws) {
		first[rolls(seed, "", 10, 1)[0]-1]++
	}
	a, b, c := rolls(1, "", 6, throws), rolls(1, "my-mod", 6, throws), rolls(2, "", 6, throws)
	for i := range throws {
		next[(a[i]-1)*6+a[(i+1)%throws]-1]++
		twin[(a[i]-1)*6+b[i]-1]++
		near[(a[i]-1)*6+c[i]-1]++
	}
	for _, test := range []struct {
		name   string
		counts []int
		most   float64
	}{
		{"d6", d6, 20.5},
		{"d10", d10, 27.9},
		{"the first die of each seed", first, 27.9},
		{"a die and the next", next, 66.6},
		{"two streams of a seed", twin, 66.6},
		{"two seeds", near, 66.6},
	} {
		if got := chiSquare(test.counts); got > test.most {
			t.Errorf("%s: chi-square %.1f of %d cells, want at most %.1f: %d", test.name, got, len(test.counts), test.most, test.counts)
		}
	}
}

// A mod that rolls on its own stream does not shift the rules' dice.
func TestStreamsDoNotShiftEachOther(t *testing.T) {
	table := engine.NewDice(5)
	var mod engine.Dice
	mod.Seed(5, "my-mod")
	for i, want := range rolls(5, "", 10, 50) {
		for range i % 3 {
			mod.Roll(20)
		}
		if got := table.Roll(10); got != want {
			t.Fatalf("roll %d is %d, want %d", i+1, got, want)
		}
	}
}

func TestStreamsDiffer(t *testing.T) {
	seen := map[string]string{}
	for seed := range uint64(10) {
		for _, stream := range []string{"", "a", "b", "ab", "ba", "heroes", "my-mod", "my-mod2"} {
			id := fmt.Sprintf("seed %d, stream %q", seed, stream)
			rolls := fmt.Sprint(rolls(seed, stream, 10, 20))
			if other, ok := seen[rolls]; ok {
				t.Errorf("%s rolls what %s rolls", id, other)
			}
			seen[rolls] = id
		}
	}
}

// A copy shows what its original will show, in every stream.
func TestCopyOfDice(t *testing.T) {
	src, d := engine.NewDice(1, "a", "b"), engine.NewDice(2, "a", "b")
	src.Roll(10)
	d.CopyFrom(src)
	for i := range 100 {
		q := engine.Question{Sides: 1000, Side: []engine.Side{engine.Luck, engine.Stream(0), engine.Stream(1)}[i%3]}
		want, _ := src.Answer(q)
		if got, _ := d.Answer(q); got != want {
			t.Fatalf("roll %d is %d, want %d", i+1, got, want)
		}
	}
}
