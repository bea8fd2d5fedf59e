// Package scripting hosts the Lua of mods. It knows no game: a game hands it a [lua.Binding], the
// one table of everything that its scripts can see, and the host checks, compiles, runs and
// bounds them. Package lua is the language, package check finds mistakes.
//
// # A script's life
//
// [Compile] reads the sources of all mods, checks them against the binding and reports everything
// that is wrong at once, as [strict.Problems]. It runs each file once. A [Program] is immutable and
// shared. A [Machine] runs one battle at a time on one goroutine; it is cheap.
// [Machine.Begin] fills the battle's budget, [Machine.Call] calls one hook,
// [Machine.CallRegistered] a function that a script declared.
//
// # What a hook is
//
// A global function of the name of an event, with one parameter:
//
//	function onAttack(attack)
//		if attack.by.level >= 3 then
//			attack.score = attack.score + 1
//		end
//	end
//
// After an error nothing that it wrote is handed over. A hook returns nothing, or cancel("why")
// where the event can be canceled.
//
// # Nothing lasts
//
// When a file has run, its tables are frozen; assigning to an outer local inside a function is
// refused. So a hook is a function of its event and of the battle, and what is loaded serves
// any number of battles at the same time.
//
// # Bounds
//
// Each call may execute a number of steps, and so may a mod in a battle. There is no clock: the
// steps bound the time. Battles that are played to look ahead, as a player's tries and exact odds
// are, take their steps together from an [engine.Allowance]: [Machine.Begin].
// Memory is bounded by the size of a string, of a table, of an argument list,
// and by the bytes that a call may take in all.
//
// docs/modding.md lists where the dialect differs from Lua 5.1. Random programs are compared with
// Lua 5.1.
package scripting
