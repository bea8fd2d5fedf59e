package scripting

import "maps"

// Library returns how the functions and constants of the Lua library that
// scripts have are called, by their names: "string.rep" is
// "string.rep(s, n)". A constant has no text.
func Library() map[string]string {
	usages := map[string]string{}
	for _, e := range baseLibrary {
		usages[e.name] = e.usage
	}
	for _, lib := range libraries {
		for _, e := range lib.entries {
			usages[lib.name+"."+e.name] = e.usage
		}
	}
	return usages
}

// Missing returns the functions of Lua that scripts do not have, by name, and what to do
// instead.
func Missing() map[string]string {
	all := maps.Clone(advice)
	maps.Copy(all, libraryAdvice)
	return all
}

// A Bound is how much of something a script may have.
type Bound struct {
	What string
	Most int
}

// Bounds returns the bounds under limits.
func Bounds(limits Limits) []Bound {
	limits = limits.orDefault()
	return []Bound{
		{"steps of one call of a hook, with everything that it triggers", limits.Call},
		{"the same for a read-only hook or function", limits.Look},
		{"steps of all calls of a mod in a battle", limits.Battle},
		{"steps of loading a mod's files", loadSteps},
		{"bytes of memory that one call takes", limits.Memory},
		{"depth of functions of a script that call each other", limits.Depth},
		{"depth of hooks that trigger hooks", maxNested},
		{"bytes of a string", maxString},
		{"keys of a table", maxTable},
		{"values of an argument list that is open (...)", maxValues},
		{"declarations of a mod (option, spell, player)", maxDeclared},
		{"bytes of a script file", maxSource},
		{"functions of a script file", maxFunctions},
		{"outer locals that a function uses", maxUpvalues},
	}
}
