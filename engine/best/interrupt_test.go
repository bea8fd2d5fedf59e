package best_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"houserule/engine"
	"houserule/engine/best"
)

// A countdown is a context that ends when it is looked at for the last of so many times.
type countdown struct {
	context.Context
	looks int
}

func (c *countdown) Err() error {
	if c.looks--; c.looks <= 0 {
		return context.Canceled
	}
	return nil
}

// A search that is interrupted at any moment gives bounds that contain the value, and ends
// without further looks. Later bounds are narrower than early ones.
func TestInterrupt(t *testing.T) {
	dice := rand.New(rand.NewPCG(5, 1))
	for n, m := range []*maze{newMaze(dice, 600, 2), newMaze(dice, 600, 60), newMaze(dice, 600, 400), newCircle(600, 3), newStairs(8, 600, 3)} {
		want, first, last := m.value(0, m.limit, none, map[[2]int]float64{}), 0.0, 2.0
		for looks := 1; ; looks += 1 + looks/2 {
			g, err := best.New(m)
			if err != nil {
				t.Fatal(err)
			}
			ctx := &countdown{context.Background(), looks}
			err = g.Solve(ctx)
			v := g.Start()
			if want < v.Low-1e-12 || want > v.High+1e-12 {
				t.Errorf("maze %d, interrupted at look %d: want %v, it lies in %v", n, looks, want, v)
			}
			if looks == 1 {
				first = v.Gap()
			}
			if last = v.Gap(); err == nil {
				break
			}
			if !errors.Is(err, context.Canceled) || ctx.looks < -3 {
				t.Fatalf("maze %d, interrupted at look %d: %v, %d more looks", n, looks, err, -ctx.looks)
			}
		}
		if first != 1 || last > 1e-8 {
			t.Errorf("maze %d: bounds are %v apart at first, and %v in the end", n, first, last)
		}
	}
}

// newCircle returns a maze whose first room leads back to itself until the limit comes, or
// into a line of other rooms.
func newCircle(rooms, limit int) *maze {
	m := &maze{limit: limit, rooms: []room{{doors: []door{{[]way{{to: win0}, {rounds: 1}}}, {[]way{{to: 1}}}}}}}
	for at := 1; at < rooms; at++ {
		m.rooms = append(m.rooms, room{side: engine.Luck, doors: []door{{[]way{{to: at + 1}}}}})
	}
	m.rooms[rooms-1].doors[0].ways[0].to = draw
	return m
}

// newStairs returns a maze whose first room leads to all stairs, of which each leads to the
// next one in the next round, and into a line of other rooms.
func newStairs(stairs, rooms, limit int) *maze {
	m := &maze{limit: limit, rooms: make([]room, rooms)}
	var first door
	for at := 1; at < rooms; at++ {
		w := way{to: at + 1}
		if at <= stairs+1 {
			first.ways = append(first.ways, way{to: at})
		}
		switch {
		case at < stairs:
			w.rounds = 1
		case at == stairs:
			w = way{to: win0, rounds: 1}
		case at == rooms-1:
			w.to = draw
		}
		m.rooms[at] = room{side: engine.Luck, doors: []door{{[]way{w}}}}
	}
	m.rooms[0] = room{side: engine.Luck, doors: []door{first}}
	return m
}
