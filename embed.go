// Package houserule holds the data that ships with the program: the roster
// and the bundled mods. Only cmd/houserule imports it; everything else takes
// an [fs.FS].
package houserule

import "embed"

// Data is creatures.toml and mods.
//
//go:embed creatures.toml mods
var Data embed.FS
