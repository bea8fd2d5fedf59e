package check

// Remember ends messages about what scripts cannot keep.
const Remember = ": what must last, the battle, a side or a stack remembers"

// Advice names replacements for functions that the sandbox lacks.
var Advice = map[string]string{
	"xpcall":         "use pcall",
	"coroutine":      "a hook runs from its beginning to its end",
	"load":           "code is never made while the game runs; write a function",
	"loadstring":     "code is never made while the game runs; write a function",
	"loadfile":       "a mod's files are loaded by the game",
	"dofile":         "a mod's files are loaded by the game",
	"require":        "a mod's files are loaded by the game; write it in this file",
	"module":         "a mod's files are loaded by the game; write it in this file",
	"package":        "a mod's files are loaded by the game",
	"io":             "scripts have no files",
	"os":             "scripts have no clock, no files and no environment",
	"debug":          "scripts cannot look into the machine",
	"channel":        "a hook runs from its beginning to its end",
	"rawset":         "there are no metatables, so t[k] = v is the same",
	"rawget":         "there are no metatables, so t[k] is the same",
	"rawequal":       "there are no metatables, so a == b is the same",
	"rawlen":         "there are no metatables, so #t is the same",
	"setmetatable":   "there are no metatables; use plain tables and functions",
	"getmetatable":   "there are no metatables; use plain tables and functions",
	"setfenv":        "scripts cannot change what names mean",
	"getfenv":        "scripts cannot change what names mean",
	"collectgarbage": "memory is the game's business",
	"gcinfo":         "memory is the game's business",
	"newproxy":       "there are no metatables; use plain tables and functions",
	"print":          "use trace, or log to tell all players",
	"_printregs":     "scripts cannot look into the machine",
	"_G":             "name what you want to read; nothing is written to globals",
	"_VERSION":       "it is Lua 5.1",
	"_ENV":           "name what you want to read; nothing is written to globals",
	"arg":            "use ... and select",
}

// LibraryAdvice is advice for library functions.
var LibraryAdvice = map[string]string{
	"math.random":     "use roll: dice that replays and odds know",
	"math.randomseed": "use roll: dice that replays and odds know",
	"math.pow":        "write x^n with a whole n",
	"math.mod":        "use math.fmod, or the operator %",
	"math.sin":        "it differs from computer to computer",
	"math.cos":        "it differs from computer to computer",
	"math.tan":        "it differs from computer to computer",
	"math.exp":        "it differs from computer to computer",
	"math.log":        "it differs from computer to computer",
	"math.log10":      "it differs from computer to computer",
	"string.dump":     "scripts cannot look into the machine",
	"string.gfind":    "use string.gmatch",
	"table.foreach":   "use for k, v in pairs(t)",
	"table.foreachi":  "use for i, v in ipairs(t)",
	"table.getn":      "use #t",
	"table.setn":      "a list is as long as what is in it",
	"table.maxn":      "use #t",
	"table.unpack":    "use unpack",
	"table.pack":      "use {...}",
}
