// Package enginetest has the tools that the tests of every rule system share. It knows no
// game: it plays battles through [engine.Story], and the tests pass the rest. Only tests
// import it.
//
// There are two tools. [Battles] checks on random battles what other tools rely on in any
// battle:
//
//	ends       every step makes progress, and every battle ends
//	choices    exactly the listed options are legal, and their names can be read
//	copy       a copy continues as the battle does, and neither changes the other
//	key        battles with the same key have the same future
//	fields     a change of any field changes the key, the class and copies, or its tag
//	           says why not
//	try        a try changes nothing, and leads where the step leads
//	look       no question to a battle, try or exported method of the position
//	           that a choice hands out changes the battle
//	replay     a journal replays the same battle, byte for byte
//	listening  a listener changes nothing
//	walk       a battle that walks through a chain is the same as one played
//	players    every computer player finishes a battle
//
// [Battles.Test] runs all checks as tests. Each check is also a method, which plays one
// battle and returns an error. Such methods serve tests with battles that are chosen and
// not drawn.
//
// A [Transcript] is a battle as a text that is both script and expectation: dice, answers,
// refusals and events. [Transcripts] runs the transcripts of a file. With -update it
// replaces the expected text by what happens.
//
// [TakesNoMemory] checks that battles, played again, take no memory.
package enginetest
