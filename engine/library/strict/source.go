package strict

import "fmt"

// Place returns where path stands, as file:line; of a path that the file does
// not have, where the nearest on the way to it does.
func (d *Doc) Place(path Path) string {
	at := place{src: d.src}
	at.advance(d.outline.find(path).offset)
	return fmt.Sprintf("%s:%d", d.name, at.line+1)
}
