// Package modhost lets Lua scripts take part in battles of any rule system.
// It contains everything that does not depend on the system: a machine for each battle,
// policies and budgets, hooks and their events, objects and their
// memory, options and players that scripts declare, counting, and test.lua.
//
// # Binding a rule system
//
// A rule system provides [Tables] in a package of its own, such as
// scripting/heroesmods for heroes. The package contains nothing else:
//
//   - a battle that is a [Battle]: it has a table, a place for the [Host], a memory, and a
//     method that logs a text. It is [Readable]: it has a position, which cannot change it;
//   - [Hook] entries: the name and the words of an event, its subject (a
//     [Subject]), the [engine.Hook] of the game that its functions are added to, and
//     the fields that scripts write ([Int], [It], [Part], [Set], [Die]). [On], [Veto],
//     [Score] and [When] make them, and [ReadOnly] makes one read-only;
//   - a [Kind] of objects each, one of them called "side": their rows ([Get]), their
//     methods, which only read ([Ask]), and their acts, which change the battle ([Do], [Make]);
//   - a [Codec] of each Go type that these use: the types of fields, arguments and
//     results are those of the Go functions;
//   - the declarations of scripts, and [TestTables] for their tests: how a battle is
//     set up ([Fixture]), and what a test can expect of it.
//
// [Tables.Binding] and [Tables.TestBinding] turn them into a binding, which the checker, the
// documentation and the editor stubs read. [Install] installs them for a
// library. Both together are an [API], the only part that a program sees:
// [NewAPI].
//
// A system whose rules are themselves scripts says so with [Tables.Rules], and
// calls their functions by [Mods.Look] and [Mods.Do]: package luagame.
//
// # The life of a value
//
// An attack is scored. The game applies its hook, and with it the function
// that [Score] added for onAttack of some mod. The function finds the battle's
// host, fills the hook's event with the blow and the score so far, and lets the
// machine call the script. The script reads attack.cards: the machine asks
// the event for field 4, whose function reads it from the blow. It assigns
// attack.score: the field adds a term to the score, with the mod, file and
// line as its cause. The event ends, and the game continues with its score,
// or with the old score if the script has failed.
//
// # Read-only calls
//
// Some hooks are also called for odds and options. Their functions may
// change nothing, and neither may anything that runs inside them: functions that act (roll,
// choose, log, remember, an [Act]) are refused then. So are the functions of a
// declaration that are called by [Mods.Look], computer players and the prompt.
//
// All other Go functions that scripts call get a [Reader] of the battle's position in place of the
// [Host], so they cannot change the battle, whoever calls them.
//
// # Battles
//
// A battle's host is made when a script is first called, in any goroutine: it
// belongs to the battle, which one goroutine uses at a time. The game calls
// [Mods.Begin] when a battle begins and [Mods.Copied] when it becomes a copy of
// another. Budgets are then full, and the mods disabled in the original are
// disabled. [Mods.Start] does either. Lasting values are in the battle's memory.
//
// # Compile time
//
// The tables are built once, of many types. Functions that build a row are marked noinline: inlined
// into each row it took a third of the time that these packages take to compile.
package modhost
