package modtool

import (
	"fmt"
	"slices"
	"strings"

	"houserule/scripting/lua"
	"houserule/scripting/modhost"
)

// HookNames returns the hooks of the game, and the events that mods raise.
func (g Game) HookNames() (names []string) {
	if g.Others != nil {
		_, events := g.Others.Offers()
		for _, e := range events {
			names = append(names, e.Hook)
		}
	}
	for _, e := range g.Scripts.Binding().Events {
		names = append(names, e.Hook)
	}
	return names
}

// WhyHook lists the functions of a hook in the order in which they are called: the mod,
// the place, and what it does with its event.
func (g Game) WhyHook(scripts modhost.Scripts, hook string) (rows [][]string) {
	program := scripts.Program()
	if program == nil {
		return nil
	}
	events := g.Scripts.Binding().Events
	i := slices.IndexFunc(events, func(e lua.Event) bool { return e.Hook == hook })
	if i < 0 { // an event of a mod
		does := "hears it"
		_, raised := scripts.Offers()
		for _, f := range raised[slices.IndexFunc(raised, func(e lua.Event) bool { return e.Hook == hook })].Fields {
			if f.Writable {
				does = "can change " + f.Name
			}
		}
		for _, r := range scripts.Listeners(hook) {
			rows = append(rows, []string{r.Mod, fmt.Sprintf("%s:%d", r.File, r.LineOf("run")), does})
		}
		return rows
	}
	e := events[i]
	for _, fn := range program.Funcs(hook) {
		var does []string
		if fn.Ability != "" {
			does = append(does, "of ability "+fn.Ability)
		}
		var writes []string
		for _, field := range fn.Writes {
			if e.Fields[field].Writable {
				writes = append(writes, fmt.Sprintf("%s (line %d)", e.Fields[field].Name, fn.LineOf(field)))
			}
		}
		switch {
		case writes != nil:
			does = append(does, "changes "+strings.Join(writes, ", "))
		case e.Cancels:
			does = append(does, "can cancel")
		case e.ReadOnly:
			does = append(does, "changes nothing")
		default:
			does = append(does, "may act")
		}
		rows = append(rows, []string{fn.Mod, fmt.Sprintf("%s:%d", fn.File, fn.Line), strings.Join(does, "; ")})
	}
	return rows
}
