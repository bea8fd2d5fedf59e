// Package bundled has the games that come with the program, and their data.
package bundled

import (
	"houserule"
	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/heroesview"
	"houserule/cmd/houserule/kingsview"
	"houserule/cmd/houserule/sorceryview"
	"houserule/engine/library/heroesdata"
	"houserule/engine/library/kingsdata"
	"houserule/engine/library/sorcerydata"
	"houserule/scripting/heroesmods"
	"houserule/scripting/kingsmods"
	"houserule/scripting/sorcerymods"
)

// Resolver returns the resolver of all games. This file alone names the
// program's own; the first is the default, and mods bring others, in Lua.
func Resolver() *games.Resolver {
	return games.New(houserule.Data,
		games.Game{Data: heroesdata.Format(), Scripts: heroesmods.API, View: heroesview.Frontend{}},
		games.Game{Data: kingsdata.Format(), Scripts: kingsmods.API, View: kingsview.Frontend{}},
		games.Game{Data: sorcerydata.Format(), Scripts: sorcerymods.API, View: sorceryview.Frontend{}},
	)
}
