// Package scripting hosts the Lua of mods, and does not trust them. It knows no game:
// a game hands it a [Binding], the one table of everything that its scripts can see,
// and the host checks, compiles, runs and bounds them.
//
// # A script's life
//
// [Compile] reads the sources of all mods. It checks the syntax tree against
// the binding and reports everything that is wrong at once, as
// [strict.Problems]: unknown hooks, fields and names with the nearest word,
// what the sandbox lacks with what to use instead. A [Program] is immutable
// and shared. A [Machine] runs one battle at a time on one goroutine; it is
// cheap. [Machine.Begin] fills the battle's budget, [Machine.Call] calls one
// hook, [Machine.CallRegistered] a function that a script declared.
//
// # What a hook is
//
// A global function of the name of an [Event], with one parameter:
//
//	function onAttack(attack)
//		if attack.by.level >= 3 then
//			attack.score = attack.score + 1
//		end
//	end
//
// The event is a snapshot: its fields are read when the hook begins, and what
// the hook wrote is handed over when it has ended well, in the order of the
// binding and only where the value differs. After an error nothing is handed
// over. A hook returns nothing, or cancel("why") where the event can be
// canceled.
//
// # One machine
//
// gopher-lua's parser reads Lua. All of it runs as Go closures: a function of a file becomes a
// code, which computes plain numbers and booleans where the binding gives the type. Its locals and
// the fields of its event lie in slots of a frame; what it captures of functions around it are
// values, or cells where somebody assigns them. Where a function of the file is called by its
// name, its parameters have the types that all calls give them. What a file does while it is loaded
// runs in the same way. Tables and functions that a call makes are used again when it has ended.
//
// The event of a hook is read field by field, when a field is first needed, and as a whole before
// anything in the game changes. It may be handed on like any value.
//
// # Nothing lasts
//
// Files are loaded once, when they are compiled. When a file has run, its tables are frozen;
// assigning to an outer local inside a function is refused. So a hook is a function of its event and
// of the battle, and what is loaded serves any number of battles at the same time.
//
// # Bounds
//
// Each call may execute a number of steps, and so may a mod in a battle. The type code has the
// measure; what works longer, on a long text or a large table, and functions of the library, charge
// by the work that they do. Steps are counted, never timed, so results are
// equal on every computer. There is no clock: the steps bound the time. Battles that
// are played to look ahead, as a player's tries and exact odds are, take their steps
// together from an [engine.Allowance]: [Machine.Begin].
// Memory is bounded by the size of a string, of a table, of an argument list,
// and by the bytes that a call may take in all.
//
// # The dialect
//
// Lua 5.1 without goto, metatables, coroutines, load, require, rawset,
// getfenv, collectgarbage, io, os and debug; docs/modding.md lists where the
// rest differs from it. Random programs are compared with Lua 5.1.
package scripting
