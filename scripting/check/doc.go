// Package check finds mistakes in Lua before it runs: unknown events, fields and names with the
// nearest word, values and arguments of the wrong type, words that the data does not have,
// actions in read-only events, and what the sandbox lacks with what to use instead.
//
// [File] reports all of them as problems of the file, each with the range of the text that is
// wrong, so that an editor can show it. It also tells the compiler the types of locals.
package check
