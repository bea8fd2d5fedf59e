// Package enginetest has the tools that the tests of every rule system share.
// It knows no game: it plays battles through [engine.Story], and the tests pass
// the rest. Only tests import it.
//
// There are two tools. [Battles] checks on random battles what other tools rely
// on in any battle:
//
//	ends       every step leads on, and every battle to its end
//	choices    what is listed is legal, and nothing else; names are read back
//	copy       a copy goes on as the battle does, and neither changes the other
//	key        what has the same key has the same future
//	try        to try an answer out changes nothing and leads where the step leads
//	look       nothing that is asked of a battle, or tried out, changes it: no
//	           exported method of the position that a choice hands out does
//	replay     a journal is the battle again, byte for byte
//	listening  whether somebody listens changes nothing
//	walk       a battle that is a walk through a chain is the one that is played
//	players    all players of the tools finish a battle
//
// [Battles.Test] makes tests of them. Each check is a method, too, which plays
// one battle and returns an error, for battles that need to be chosen and not
// drawn.
//
// A [Transcript] is a battle as a text that is script and expectation in one:
// dice, answers, refusals and events. [Transcripts] runs a file of them. With
// -update it replaces the expected text by what happens.
package enginetest
