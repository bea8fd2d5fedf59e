package reference

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"houserule/scripting/lua"
)

// StubFolder is the folder of the stubs in a mod's folder. Names that begin with a dot
// do not belong to the mod.
const StubFolder = ".stubs"

// Stubs returns a Lua file that is never run: it tells an editor with a Lua
// language server the types of everything that scripts can use.
func (r *Reference) Stubs() string {
	var b strings.Builder
	write := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	write("---@meta houserule.%s\n\n", r.game.Name)
	write("-- The names that scripts of mods for %s can see. Written by houserule mod stubs: do\n-- not edit it, and do not run it.\n\n", r.game.Name)
	write("---A hook returns this to forbid its action.\n---@class Canceled\n\n")
	write("---Forbids the action of the hook: return cancel(\"why\").\n---@param why? string what the player is told\n---@return Canceled\nfunction cancel(why) end\n\n")
	if one := r.bearer(); one != "" {
		write("---In an ability's script: the %[1]s that has the ability.\n---@type %[1]s\nself = nil\n\n", one)
	}
	for _, k := range r.game.Binding.Kinds {
		r.stubKind(&b, k)
	}
	for _, g := range r.game.Binding.Globals {
		comment(&b, g.Doc)
		write("---@type %s\n%s = nil\n\n", g.Type, g.Name)
	}
	var uses, listens []string
	for _, f := range r.game.Offers {
		name := lua.Field{Name: "name", Type: lua.Type(strconv.Quote(f.Name))}
		uses = append(uses, overload(append([]lua.Field{name}, f.Params...), f.Returns))
	}
	for _, e := range r.game.Events {
		class, run := "On_"+strings.NewReplacer(".", "_", "-", "_").Replace(e.Hook), lua.Field{Name: "run", Type: lua.TypeFunction, Params: e.Fields}
		for _, f := range e.Fields {
			if f.Writable {
				run.Returns = []lua.Field{{Type: f.Type.OrNil()}}
			}
		}
		comment(&b, e.Doc)
		write("---@class (exact) %s\n", class)
		stubFields(&b, []lua.Field{{Name: "event", Type: lua.Type(strconv.Quote(e.Hook))}, run})
		write("\n")
		listens = append(listens, overload([]lua.Field{{Name: "declared", Type: lua.Type(class)}}, nil))
	}
	for _, f := range r.game.Binding.Functions {
		notes := r.find(f.Name).Notes
		if f.Name == "use" {
			notes = slices.Concat(notes, uses)
		}
		stubFunction(&b, "", f, notes...)
	}
	for _, d := range r.game.Binding.Registers {
		if d.Name == "on" {
			stubRegister(&b, d, listens...)
		} else {
			stubRegister(&b, d)
		}
	}
	for _, e := range r.game.Binding.Events {
		r.stubEvent(&b, e)
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// TestStubs returns such a file for the names that only test.lua has.
func (r *Reference) TestStubs() string {
	var b strings.Builder
	fmt.Fprintf(&b, "---@meta houserule.%s.test\n\n-- What test.lua can see besides. Written by houserule mod stubs: do not edit it.\n\n", r.game.Name)
	for _, d := range r.game.Tests.Registers {
		stubRegister(&b, d)
	}
	for _, f := range r.game.besides() {
		stubFunction(&b, "", f)
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// EventClass returns the name of a hook's event in the stubs.
func EventClass(hook string) string { return strings.TrimPrefix(hook, "on") + "Event" }

// find returns an existing topic.
func (r *Reference) find(name string) Topic {
	i := slices.IndexFunc(r.topics, func(t Topic) bool { return t.Name == name })
	return r.topics[i]
}

func (r *Reference) stubEvent(b *strings.Builder, e lua.Event) {
	t := r.find(e.Hook)
	class, result := EventClass(e.Hook), ""
	if e.Cancels {
		result = ": Canceled?"
	}
	comment(b, append([]string{e.Doc}, t.Notes...)...)
	fmt.Fprintf(b, "---@class (exact) %s\n", class)
	for _, f := range e.Fields {
		doc := f.Doc
		if f.Writable {
			doc = "(write it) " + doc
		}
		fmt.Fprintf(b, "---@field %s %s %s\n", f.Name, luaType(f), doc)
	}
	fmt.Fprintf(b, "\n---@alias %s fun(%s: %s)%s\n", e.Hook, e.Param, class, result)
	fmt.Fprintf(b, "-- To write the hook copy this, without the first dashes:\n--\n--   ---@param %s %s\n--   function %s(%s)\n--   end\n\n", e.Param, class, e.Hook, e.Param)
}

func (r *Reference) stubKind(b *strings.Builder, k lua.Kind) {
	comment(b, k.Doc)
	fmt.Fprintf(b, "---@class (exact) %s\n", k.Name)
	stubFields(b, k.Fields)
	// Under another name: a global may have the name of its kind.
	fmt.Fprintf(b, "local %s_ = {}\n\n", k.Name)
	for _, f := range k.Methods {
		stubFunction(b, k.Name+"_:", f, r.find(k.Name+":"+f.Name).Notes...)
	}
}

func stubFields(b *strings.Builder, fields []lua.Field) {
	for _, f := range fields {
		name := f.Name
		if f.Optional {
			name += "?"
		}
		fmt.Fprintln(b, strings.TrimRight(fmt.Sprintf("---@field %s %s %s", name, luaType(f), f.Doc), " "))
	}
}

// overload returns the annotation for another signature of a function.
func overload(params, returns []lua.Field) string {
	return "@overload " + luaType(lua.Field{Type: lua.TypeFunction, Params: params, Returns: returns})
}

func stubRegister(b *strings.Builder, d lua.Register, notes ...string) {
	class := title(d.Name) + "Declaration"
	comment(b, d.Doc)
	fmt.Fprintf(b, "---@class (exact) %s\n", class)
	stubFields(b, d.Fields)
	b.WriteString("\n")
	comment(b, append([]string{d.Doc}, notes...)...)
	fmt.Fprintf(b, "---@param declared %s\nfunction %s(declared) end\n\n", class, d.Name)
}

func stubFunction(b *strings.Builder, prefix string, f lua.Function, notes ...string) {
	if len(f.Returns) > 0 && f.Returns[0].Doc != "" { // it is the doc of the result
		notes = slices.DeleteFunc(notes, func(note string) bool { return strings.HasPrefix(note, "Returns ") })
	}
	if f.Named {
		class := title(f.Name) + "Arguments"
		fmt.Fprintf(b, "---@class (exact) %s\n", class)
		stubFields(b, f.Params)
		b.WriteString("\n")
		f.Params = []lua.Field{{Name: "given", Type: lua.Type(class)}}
	}
	comment(b, append([]string{f.Doc}, notes...)...)
	var names []string
	for _, p := range f.Params {
		name := p.Name
		names = append(names, name)
		if p.Optional {
			name += "?"
		}
		fmt.Fprintln(b, strings.TrimRight(fmt.Sprintf("---@param %s %s %s", name, luaType(p), p.Doc), " "))
	}
	if len(f.Returns) > 0 {
		fmt.Fprintf(b, "%s\n", strings.TrimRight(fmt.Sprintf("---@return %s %s %s", luaType(f.Returns[0]), f.Returns[0].Name, f.Returns[0].Doc), " "))
	}
	fmt.Fprintf(b, "function %s%s(%s) end\n\n", prefix, f.Name, strings.Join(names, ", "))
}

// luaType returns a type in the notation of the language server.
func luaType(f lua.Field) string {
	if f.OneOf != nil {
		return strings.Replace(string(f.Type), string(lua.TypeString), `("`+strings.Join(f.OneOf, `"|"`)+`")`, 1)
	}
	if f.Type != lua.TypeFunction {
		return string(f.Type)
	}
	var params []string
	for _, p := range f.Params {
		name := p.Name
		if p.Optional {
			name += "?"
		}
		params = append(params, name+": "+luaType(p))
	}
	text := "fun(" + strings.Join(params, ", ") + ")"
	if len(f.Returns) > 0 {
		text += ": " + luaType(f.Returns[0])
	}
	return text
}

// comment writes paragraphs for an editor.
func comment(b *strings.Builder, texts ...string) {
	for i, text := range texts {
		if i > 0 {
			b.WriteString("---\n")
		}
		fmt.Fprintf(b, "---%s\n", text)
	}
}

func title(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// Settings returns the settings of the Lua language server for a mod's folder: the
// dialect, where the stubs lie, and that hooks are global functions.
func (r *Reference) Settings() string {
	hooks := []string{}
	for _, e := range r.game.Binding.Events {
		hooks = append(hooks, e.Hook)
	}
	builtin := map[string]string{}
	for _, name := range []string{"bit32", "coroutine", "debug", "ffi", "io", "jit", "os", "package", "utf8"} {
		builtin[name] = "disable"
	}
	text, err := json.MarshalIndent(map[string]any{
		"runtime.version":     "Lua 5.1",
		"runtime.builtin":     builtin,
		"workspace.library":   []string{StubFolder},
		"diagnostics.globals": hooks,
	}, "", "  ")
	if err != nil {
		panic(err) // of plain texts
	}
	return string(text) + "\n"
}
