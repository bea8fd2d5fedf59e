// Package modhost lets Lua scripts take part in battles of any rule system.
// It has all that does not depend on the system: a machine for each battle,
// policies and budgets, hooks and what their events hold, objects and their
// memory, options and players that scripts declare, counting, and test.lua.
//
// # To bind a rule system
//
// A rule system gives [Tables], and a package of its own, as
// scripting/heroesmods is for heroes, holds nothing else:
//
//   - a battle that is a [Battle]: besides what every [engine.Story] has, a
//     place for the [Host], a memory, and a way to say something;
//   - [Hook] entries: the name and the words of an event, what it is about (a
//     [Subject]), the [engine.Hook] of the game that its functions are added to, and
//     the fields that scripts write ([Int], [It], [Part], [Set], [Die]). [On], [Veto],
//     [Score] and [When] make them, and [ReadOnly] says that one may only look;
//   - a [Kind] of objects each, one of them called "side": their rows ([Get]), and
//     their methods that read ([Ask]) and change the battle ([Do], [Make]);
//   - a [Codec] of each Go type that these use: the types of fields, arguments and
//     results are those of the Go functions;
//   - what scripts declare, and [TestTables] for their tests: how a battle is
//     set up, what is asked ([Fixture]), what can be expected of it.
//
// [Tables.Binding] and [Tables.TestBinding] make of them what the checker, the
// documentation and the editor stubs read. [Install] makes them work for a
// library. Both together are an [API], which is all that a program knows:
// [NewAPI].
//
// A system whose rules are themselves scripts says so with [Tables.Rules], and
// calls their functions by [Mods.Look] and [Mods.Do]: package luagame.
//
// # The life of a value
//
// An attack is scored. The game applies its hook, and with it the function
// that [Score] added for onAttack of some mod. That finds the battle's
// host, fills the hook's event with the blow and the score so far, and has the
// machine call the script. The script reads attack.cards: the machine asks
// the event for field 4, whose function reads it from the blow. It assigns
// attack.score: the field adds a term to the score, with the mod, file and
// line as its cause. The event is left, and its score is what the game goes on
// with, or where the script has failed the score as it was.
//
// # Looking and acting
//
// Some hooks are also called to tell odds and options. Their functions may
// only look, and so may all that runs while they do: whatever acts (roll,
// choose, log, remember, a [Do]) is refused then. So are the functions of a
// declaration that are called by [Mods.Look], computer players and the prompt.
//
// # Battles
//
// A battle's host is made when a script is first called, in any goroutine: it
// belongs to the battle, which one goroutine uses at a time. The game calls
// [Mods.Begin] when a battle begins and [Mods.Copied] when it becomes a copy of
// another: budgets are full then, and out are the mods that were out of the
// original. [Mods.Start] is both. What lasts is in the battle's memory.
//
// # Compile time
//
// The tables are built once, of many types. What builds a row is marked noinline: inlined
// into each row it took a third of the time that these packages take to compile.
package modhost
