package modhosttest

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"houserule/engine/library"
	"houserule/scripting/lua"
	"houserule/scripting/modhost"
)

// A Look is how a script, in a hook that may only look, calls all that there is
// to call.
type Look struct {
	Hook, Event string              // "onAttack", and its parameter in what follows
	Types       map[lua.Type]string // an argument of each type
	Params      map[string]string   // one of parameters of that name, which goes before its type
	Objects     map[string]string   // one of each kind that has methods: "attack.by"
	// Play plays a battle in which the hook is called and returns what is told,
	// and the error.
	Play func(lib *library.Library) string
}

// ReadOnlyAndMutates checks that Mutates names just what such a hook is refused, when it
// is loaded and where that cannot be seen when it runs.
func (k Kit) ReadOnlyAndMutates(l Look) error {
	if !slices.Contains(k.Scripts.ReadOnly(), l.Hook) {
		return fmt.Errorf("%s is none of the hooks that look: %q", l.Hook, k.Scripts.ReadOnly())
	}
	var errs []error
	calls := l.calls(k.Scripts.Binding())
	for _, name := range k.Scripts.Mutates() {
		if calls[name] == "" {
			errs = append(errs, fmt.Errorf("there is no %s", name))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(calls)) {
		errs = append(errs, k.refuses(l, calls[name], slices.Contains(k.Scripts.Mutates(), name)))
	}
	return errors.Join(errs...)
}

// refuses checks that a call is refused if it acts, and only then.
func (k Kit) refuses(l Look, call string, acts bool) error {
	for _, script := range []string{
		"function %[1]s(%[2]s)\n\t%[3]s\nend\n",
		"local function act(%[2]s)\n\t%[3]s\nend\nfunction %[1]s(%[2]s) act(%[2]s) end\n",
	} {
		_, _, err := k.Load(map[string]string{"main.lua": fmt.Sprintf(script, l.Hook, l.Event, call)}, modhost.Stop)
		if seen := strings.Contains(fmt.Sprint(err), l.Hook+" is read-only"); seen != acts {
			return fmt.Errorf("%s: acts %t, and when it is loaded: %v", call, acts, err)
		}
	}
	hidden := fmt.Sprintf("local own = { act = function(%[2]s)\n\t%[3]s\nend }\nfunction %[1]s(%[2]s) own.act(%[2]s) end\n", l.Hook, l.Event, call)
	lib, _, err := k.Load(map[string]string{"main.lua": hidden}, modhost.Stop)
	if err != nil {
		return fmt.Errorf("%s: %w", call, err)
	}
	if refused := strings.Contains(l.Play(lib), "is read-only: it is also called"); refused != acts {
		return fmt.Errorf("%s: acts %t, refused when it runs %t", call, acts, refused)
	}
	return nil
}

// calls returns calls of all functions and methods, by their names, but for those of what
// other mods offer.
func (l Look) calls(b *lua.Binding) map[string]string {
	calls := map[string]string{}
	for _, f := range b.Functions {
		if !f.Linked {
			calls[f.Name] = l.call(f)
		}
	}
	for _, kind := range b.Kinds {
		for _, f := range kind.Methods {
			calls[kind.Name+":"+f.Name] = l.Objects[kind.Name] + ":" + l.call(f)
		}
	}
	return calls
}

func (l Look) call(f lua.Function) string {
	if f.Named {
		return f.Name + "{}"
	}
	var args []string
	for _, p := range f.Params {
		arg, ok := l.Params[p.Name]
		if !ok {
			arg = l.Types[p.Type]
		}
		if arg == "" && p.Optional {
			break
		}
		args = append(args, arg)
	}
	return f.Name + "(" + strings.Join(args, ", ") + ")"
}
