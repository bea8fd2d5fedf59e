package heroesmods_test

import (
	"os"
	"testing"

	"houserule/engine/library/heroesdata"
	"houserule/scripting/heroesmods"
	"houserule/scripting/modhosttest"
)

// kit has the base game and the mods that ship with the program.
var kit = modhosttest.Kit{Rules: heroesdata.Format(), Scripts: heroesmods.API, Root: os.DirFS("../.."), Least: 10}

func TestBundledModsPassTheirTests(t *testing.T)   { kit.BundleTests(t) }
func TestBundledModsAreDeterministic(t *testing.T) { kit.BundleReplays(t) }

func TestWalks(t *testing.T) { kit.Walks(t, 4) }
