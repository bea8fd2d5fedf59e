package modhost

import "strings"

// PromptCommands are the commands of the prompt that every game has while it asks. No
// answer of a script is called like one, for nothing else could be typed then.
var PromptCommands = strings.Fields(`
	ask board exit help hint load log lua mods new odds options quit redo reload replay rule save scenario seats seed show undo
	watch why`)

// PromptWords are PromptCommands, their short forms, and the commands of a replay.
var PromptWords = append(strings.Fields(`
	as b h hi l lo lu mo ne o od q re rl rp ru sc sd se sh sv u w wa
	back forth ta take`), PromptCommands...)
