package saves_test

import (
	"fmt"
	"os"

	"houserule/cmd/houserule/saves"
	"houserule/engine"
)

// A battle breaks off, and is gone on with.
func Example() {
	dir, err := os.MkdirTemp("", "saves")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	places := saves.Places{State: dir, Data: dir} // or saves.Platform()

	b, err := places.Create("siege", engine.Header{Seats: []string{"red", "blue"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	b.Record(engine.Entry{Side: engine.Luck, Sides: 6, N: 4}) // a Session or a Table does this
	b.Close()

	b, journal, err := places.Resume("")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer b.Close()
	fmt.Println(b.Name(), "goes on behind", journal.Entries)
	b.Record(engine.Entry{Side: engine.Luck, Sides: 6, N: 6})
	fmt.Println(b.End("red wins"))
	// Output:
	// siege.1 goes on behind [d6 4]
	// <nil>
}
