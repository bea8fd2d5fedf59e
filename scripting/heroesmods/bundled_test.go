package heroesmods_test

import (
	"os"
	"testing"

	"houserule/engine/enginetest"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/scripting/heroesmods"
	"houserule/scripting/modhosttest"
)

// kit has the base game and the mods that ship with the program.
var kit = modhosttest.Kit{Rules: heroesdata.Format(), Scripts: heroesmods.API, Root: os.DirFS("../.."), Least: 10}

func TestBundledModsPassTheirTests(t *testing.T)   { kit.BundleTests(t) }
func TestBundledModsAreDeterministic(t *testing.T) { kit.BundleReplays(t) }

func TestWalks(t *testing.T) { kit.Walks(t, 4) }

func TestEveryHookIsTested(t *testing.T) { kit.EveryHookIsTested(t) }

// Every hook of the game is one that scripts can have: none was forgotten.
func TestHooksOfTheGame(t *testing.T) {
	kit.HooksOfTheGame(t, func(lib *library.Library) any { return &heroesdata.Game(lib).Hooks })
}

// Every hook is called, and what reads all and changes nothing changes no battle.
func TestEveryHook(t *testing.T) {
	kit.EveryHook(t, uint64(max(3, enginetest.Rounds(16))), "onSummoned", "onGrown")
}
