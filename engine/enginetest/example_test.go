package enginetest_test

import (
	"fmt"

	"houserule/engine/enginetest"
)

// A transcript says what it should say again: where it differs, something has
// changed. (The pig of these tests is a game of dice for two.)
func Example() {
	const text = `goal: 10

> roll [6]
player 1 rolls a 6
! fold -- unknown play "fold" (known: roll, hold)
? player 1: roll, hold
> hold
player 1 holds 6
= [6 0], the pot 0
...
`
	got, err := enginetest.PlayText(text, pigStage)
	fmt.Println(got == text, err)
	// Output: true <nil>
}

// In a test of a game, battles are drawn: pigs("").Test(t). One that is chosen
// is checked by name.
func ExampleBattles() {
	kit := enginetest.Battles[*pig]{Show: show}
	fmt.Println(kit.Copy(newPig(30, 10), 1, 5))

	broken := newPig(30, 10)
	broken.broken = "the copy forgets the pot"
	fmt.Println(kit.Copy(broken, 1, 1))
	// Output:
	// <nil>
	// round 1, player 1: the copy is another battle:
	// round 1, over false, winner -1, worth 0 0, key 0000000100: [0 0], the pot 0
	// and the battle
	// round 1, over false, winner -1, worth 0 0, key 0000000108: [0 0], the pot 4
}
