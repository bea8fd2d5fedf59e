package modhost

import "strings"

// PromptCommands are the commands of the prompt in every game. No
// word that a script offers may be one of them: the command could not be typed.
var PromptCommands = strings.Fields(`
	ask board exit help hint level load log lua mods new odds options quit redo reload replay review rule save scenario seats seed show trace undo
	watch why`)

// PromptWords are PromptCommands, their short forms, and the commands of a replay.
var PromptWords = append(strings.Fields(`
	as b h hi l lo lu lv mo ne o od q re rl rp ru rv sc sd se sh sv tr u w wa
	back forth ta take`), PromptCommands...)
