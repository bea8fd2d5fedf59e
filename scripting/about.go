package scripting

import (
	"maps"

	"houserule/scripting/check"
	"houserule/scripting/lua"
)

// Missing returns the functions of Lua that scripts do not have, by name, and what to do
// instead.
func Missing() map[string]string {
	all := maps.Clone(check.Advice)
	maps.Copy(all, check.LibraryAdvice)
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
		{"bytes of a string", lua.MaxString},
		{"keys of a table", lua.MaxTable},
		{"values of an argument list that is open (...)", lua.MaxValues},
		{"declarations of a mod (option, spell, player)", maxDeclared},
		{"bytes of a script file", lua.MaxSource},
		{"functions of a script file", lua.MaxFunctions},
		{"outer locals that a function uses", lua.MaxUpvalues},
	}
}
