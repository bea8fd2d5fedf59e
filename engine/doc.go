// Package engine is the kernel: the table at which every battle is played, and the tools
// that the rule systems share. It knows no game.
//
// A rule system, such as package heroes, holds the state of a battle and a [Table]. It
// never rolls a die or asks a player itself: it calls [Table.Roll] and [Table.Choose], and
// an [Oracle] answers. All uses of a game differ only in their oracles:
//
//	seeded Dice, players    a battle of the computer
//	Script                  a test, or dice rolled by hand
//	Replay                  a battle played again
//	an odds walker          exact odds
//
// Rules report what happens through [Table.Report] as small [Event] values, which cost
// nothing without a listener. Every number that a rule computes is a [Score], which can
// list its terms. A rule lets functions of mods change a value through a [Hook].
//
// The life of a battle: a rule system sets it up on a Table; its loop runs until the battle
// is decided or [Table.Err] is set. The answers, written down as a [Journal], are the
// battle: [Session] needs nothing else to replay, undo and resume it.
//
// # What a choice can have
//
// A [Choice] has five methods. More methods give it more features. A feature that finds none
// does without, as the list says; what demands one, fails without it.
//
//   - [Refuser]: an illegal answer is refused with its rule. Package enginetest demands it of
//     every choice.
//   - [Prompter]: the question is a sentence, for people, programs and the tests of mods.
//     Without it the side "chooses". enginetest demands it of rules that are Complete.
//   - [Evaluator]: options have values; the players greedy, careless and search, players in Lua
//     and lists of options use them. Without it greedy gives the first answer. enginetest
//     demands it of rules that are Complete.
//   - [Trier]: options can be tried in a scratch battle. The odds and best play after each
//     answer demand it. Without it hints and the player search try answers only where nothing
//     is hidden and the battle is an analysis.Recaller, and every question is asked. enginetest
//     demands it of rules that are Complete.
//   - [DealTrier]: a Trier that can deal what is hidden anew for each try. Looks ahead use it.
//   - [Planner]: a question in a battle that is played by plans. Hints and the player search then
//     choose a plan, by battles that are played to their end. Without it they look at answers.
//   - [Hider]: something about the question is hidden. Hints and the player search then do
//     without best play, and rooms and records do not show the answer.
//   - [Formed]: the choice is one of a kind, with a prompt, a paragraph and a topic for
//     lessons. Without it they are those of any choice.
//   - [Worded]: answers are sentences of a verb and arguments, with completion and help.
//     Without it an answer is typed as it is listed.
//   - [Decider]: a Worded in which the name of the unit may precede the verb.
//   - [Aliased]: a Worded with second names for options.
//   - [Anticipator]: a Worded that a line may answer together with the next question.
//   - modhost.Hosted: players in Lua see the options. They give the first answer without it.
//
// # What a battle can have
//
//   - [Story]: the battle describes itself in words. Each [Game] demands it. Wrappers of a
//     battle do without; then errors of odds and review do not name the place.
//   - [Classifier]: best play takes positions of one class for one.
//   - [Rememberer]: mods remember things in the battle. Package modhost demands it; stored
//     battles count its bytes.
//   - analysis.Recaller: the battle knows the step that it is in, so that analyses try answers
//     by playing it again. Without it they need a Trier, and try none in the middle of something.
//   - analysis.Repeater: the battle can play a step again. A Recaller demands it.
//   - [Dealer]: what is hidden from a side can be dealt anew. Analyses then weigh it by the answers
//     that the side has seen. Without it they deal as the Trier of the question does.
//   - explore.Divided: the battle is two objects, and the bytes of both count.
//   - modhost.Hosted: scripts run in the battle. Package modhost demands it.
//   - view.Boarder: the plain view shows the battle's own drawing. Without it a board lists
//     what the sides have left.
//   - view.Secretive: the plain view hides the secrets of the sides from each other.
//
// A battle whose rules call [Table.EndThrow] is a [Momentary].
//
// # What a setup can have
//
//   - library.Sized: it counts against the units that the scenarios of a mod may have.
//
// # What an oracle can have
//
//   - chain.Positional: answers are a function of the position. Exact odds rely on it; without
//     it simulated battles are played by the rules, and no chain keeps them.
//   - [Follower]: the player needs what has happened in the present step, which the table then
//     keeps. In a battle of a Dealer with secrets it needs what has happened since the beginning,
//     and its battles are not walked: see [Recalls].
//   - [Skipper]: the answers depend on how many came before. A replay calls it.
//   - [Reseeder]: dice of its own, or a memory of the battle. It is told when another begins.
//   - [Pooler]: several dice are one question, if only the highest or the lowest counts.
//   - [Thrower]: dice of a throw with the same outcome are one way. Exact odds are a Pooler and
//     a Thrower.
//   - view.Guest: the player is given a view of the battle, as a person is.
//   - view.Hearer: the player hears the events.
//   - view.Limited: the player plays only so many battles at the same time.
//
// A player that is an io.Closer is closed when it leaves.
package engine
