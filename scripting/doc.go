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
// # Two machines, one semantics
//
// A function of a file is compiled to Go closures, which compute plain numbers and
// booleans where the binding gives the type. Its locals and the fields of its event lie in
// slots; it calls the game, other functions of the file, and local functions in it, directly. A
// function of the file can be given the event of a hook. One that uses a function in it as a
// value, takes ..., or uses its event otherwise, is run by gopher-lua's machine, and so
// is what a file does while it is loaded: [Program.Entries] says why. Each may call the other.
// The fields of the event of a hook there become parameters and results where it does not
// hand the event on, and no function in it writes one, which is faster and otherwise the same. A compiled hook that only
// reads, computes, loops and writes has a second set of closures, for [Machine.Quick]. Random hooks
// are run in all ways, and have to do the same.
//
// # Nothing lasts
//
// When a file has run, its tables are frozen; assigning to an outer local
// inside a function is refused. So a hook is a function of its event and of
// the battle, and one Lua state may serve any number of battles.
//
// # Bounds
//
// Each call may execute a number of steps, and so may a mod in a battle. A step is an
// instruction, or what the type code has for its measure; library functions charge by the
// work they do; once a script holds a long string or a large table each instruction costs
// more, because some work on those (comparing, hashing) is one instruction to the machine. Steps are counted, never timed, so results are
// equal on every computer. There is no clock: the steps bound the time. Battles that
// are played to look ahead, as a player's tries and exact odds are, take their steps
// together from an [engine.Allowance]: [Machine.Begin].
// Memory is bounded by the size of a string, of a table, of an argument list,
// and by the bytes that a call may take in all.
//
// # The dialect
//
// Lua 5.1 without goto, metatables, coroutines, pcall, load, require, rawset,
// getfenv, collectgarbage, io, os and debug; docs/modding.md lists where the
// rest differs from it. What the compiler underneath gets wrong is rewritten or
// refused: exchange of locals, and and or assigned to a local, constants in
// conditions, jumps to jumps, functions in blocks that a break leaves, calls in
// the head of a loop, assignment of a call to the last parameter, long
// constructors with named fields. Random programs are compared with Lua 5.1.
package scripting
