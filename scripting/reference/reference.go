// Package reference documents, for people and their editors, what scripts can use of a
// game. It is generated from the game's [lua.Binding], so it
// always agrees with the checker.
//
// A [Reference] is a list of topics: each hook, kind of object, function and
// declaration is one. They are printed as Markdown ([Reference.Markdown]), one
// by one ([Reference.Find]), and as stub files that let an editor complete and
// check scripts ([Reference.Stubs]).
package reference

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"houserule/engine"
	"houserule/scripting"
	"houserule/scripting/lua"
)

// A Game is the subject of a reference: a binding, and facts that it does not contain.
type Game struct {
	Name     string
	Binding  *lua.Binding
	Tests    *lua.Binding // for test.lua
	ReadOnly []string     // the read-only hooks
	Mutates  []string     // the functions and methods that read-only hooks may not call

	Offers []lua.Function // of mods, by "mod.name"
	Events []lua.Event    // of mods
}

// The sorts of topics, in the order of the reference.
const (
	Hook        = "hook"
	Object      = "object"
	Function    = "function"
	Declaration = "declaration"
	Constant    = "constant"
	Test        = "test"
	Offer       = "of a mod"
	Lua         = "Lua"
	Missing     = "not in scripts"
)

// A Topic is one documented name.
type Topic struct {
	Name  string // "onAttack", "stack", "stack:has"
	Sort  string
	Usage string // how a script writes it
	Doc   string
	Notes []string
	Table []Row // its fields, methods or parameters
}

// A Row is a field, a method or a parameter of a topic.
type Row struct {
	Name, Type string
	Use        string // "read", "read, write", "optional"
	Doc        string
}

// A Reference is all topics, in the order of the reference.
type Reference struct {
	game   Game
	topics []Topic
}

// New makes the reference of a game.
func New(g Game) *Reference {
	r := &Reference{game: g}
	for _, e := range g.Binding.Events {
		r.topics = append(r.topics, r.hook(e))
	}
	for _, k := range g.Binding.Kinds {
		r.topics = append(r.topics, r.object(k)...)
	}
	for _, f := range g.Binding.Functions {
		r.topics = append(r.topics, r.function(Function, "", f))
	}
	r.topics = append(r.topics, Topic{
		Name: "cancel", Sort: Function, Usage: "cancel(why?)", Doc: "A hook returns this to forbid its action.",
		Notes: []string{"Only in hooks that can be canceled: return cancel(\"why\")."},
		Table: []Row{{"why", "string", "optional", "what the player is told"}},
	})
	for _, d := range g.Binding.Registers {
		r.topics = append(r.topics, declaration(d))
	}
	for _, c := range g.Binding.Globals {
		r.topics = append(r.topics, Topic{Name: c.Name, Sort: Constant, Usage: c.Name, Doc: c.Doc, Notes: []string{"Type: " + string(c.Type) + "."}})
	}
	for _, d := range g.Tests.Registers {
		t := declaration(d)
		t.Sort = Test
		r.topics = append(r.topics, t)
	}
	for _, f := range g.besides() {
		r.topics = append(r.topics, r.function(Test, "", f))
	}
	for _, f := range g.Offers {
		t := r.function(Offer, "", f)
		t.Usage = fmt.Sprintf("use(%q%s)%s", f.Name, argumentsOf(f.Params), result(f.Returns))
		r.topics = append(r.topics, t)
	}
	for _, e := range g.Events {
		r.topics = append(r.topics, event(e))
	}
	usages := lua.Usages()
	for _, name := range slices.Sorted(maps.Keys(usages)) {
		r.topics = append(r.topics, Topic{Name: name, Sort: Lua, Usage: cmp.Or(usages[name], name), Doc: "As in Lua 5.1."})
	}
	missing := scripting.Missing()
	for _, name := range slices.Sorted(maps.Keys(missing)) {
		r.topics = append(r.topics, Topic{Name: name, Sort: Missing, Usage: name, Doc: sentence(missing[name])})
	}
	return r
}

// besides returns the functions of tests that scripts do not have.
func (g Game) besides() []lua.Function {
	return slices.DeleteFunc(slices.Clone(g.Tests.Functions), func(f lua.Function) bool {
		return slices.ContainsFunc(g.Binding.Functions, func(own lua.Function) bool { return own.Name == f.Name && own.Doc == f.Doc })
	})
}

// Topics returns the topics of a sort.
func (r *Reference) Topics(sort string) []Topic {
	var all []Topic
	for _, t := range r.topics {
		if t.Sort == sort {
			all = append(all, t)
		}
	}
	return all
}

// Names returns the names that Find knows: topics, and their fields as in onAttack.score.
func (r *Reference) Names() []string {
	var names []string
	for _, t := range r.topics {
		names = append(names, t.Name)
		if t.Sort == Hook || t.Sort == Object || t.Sort == Declaration {
			for _, row := range t.Table {
				if !strings.Contains(row.Name, ":") { // a method is a topic of its own
					names = append(names, t.Name+"."+row.Name)
				}
			}
		}
	}
	return names
}

// Find returns the topics of a name; for a field it returns its topic with nothing
// but that field. An object may have the name of a constant.
func (r *Reference) Find(name string) ([]Topic, error) {
	name = strings.TrimSuffix(name, "()")
	var found []Topic
	for _, t := range r.topics {
		rest, isPart := strings.CutPrefix(name, t.Name+".")
		switch {
		case t.Name == name:
			found = append(found, t)
		case isPart && t.Sort != Lua && t.Sort != Missing:
			i := slices.IndexFunc(t.Table, func(row Row) bool { return row.Name == rest })
			if i >= 0 {
				t.Table = t.Table[i : i+1]
				found = append(found, t)
			}
		}
	}
	if found == nil {
		return nil, &engine.Unknown{What: "name", Word: name, Known: r.Names()}
	}
	return found, nil
}

func (r *Reference) hook(e lua.Event) Topic {
	t := Topic{Name: e.Hook, Sort: Hook, Usage: fmt.Sprintf("function %s(%s)", e.Hook, e.Param), Doc: e.Doc}
	if slices.Contains(r.game.ReadOnly, e.Hook) {
		t.Notes = append(t.Notes, "Read-only: it is also called for odds and options, so it may change nothing but its event.")
	} else {
		t.Notes = append(t.Notes, "May change the battle: it may also roll, ask and remember.")
	}
	if e.Cancels {
		t.Notes = append(t.Notes, `Can be canceled: return cancel("why").`)
	}
	switch {
	case e.Self != "":
		t.Notes = append(t.Notes, fmt.Sprintf("In an ability's script self is %s.%s.", e.Param, e.Self))
	default:
		t.Notes = append(t.Notes, fmt.Sprintf("It is not about a %s: in an ability's script it has no self.", cmp.Or(r.bearer(), "object")))
	}
	if rule := ruleOf(e); rule != "" {
		t.Notes = append(t.Notes, "Rule: "+rule+".")
	}
	for _, f := range e.Fields {
		t.Table = append(t.Table, fieldRow(f))
	}
	return t
}

// event returns the topic of an event that a mod raises.
func event(e lua.Event) Topic {
	t := Topic{Name: e.Hook, Sort: Offer, Doc: e.Doc, Usage: fmt.Sprintf("on{ event = %q, run = function%s ... end }", e.Hook, signature(e.Fields, nil))}
	if e.ReadOnly {
		t.Notes = append(t.Notes, "Read-only: it is also raised for odds and options, so its listeners may change nothing but what run returns.")
	}
	for _, f := range e.Fields {
		row := fieldRow(f)
		if f.Writable {
			row.Doc = "the result of run replaces it"
		}
		t.Table = append(t.Table, row)
	}
	return t
}

// bearer returns the kind of object that has abilities, which is self in their
// scripts; "" for a game without abilities.
func (r *Reference) bearer() string {
	for _, e := range r.game.Binding.Events {
		for _, f := range e.Fields {
			if e.Self != "" && f.Name == e.Self {
				return strings.TrimSuffix(string(f.Type), "?")
			}
		}
	}
	return ""
}

var paragraph = regexp.MustCompile(`[A-Z][0-9]+(\.[0-9]+)?`)

// ruleOf returns the paragraph in the Doc of an event, if any.
func ruleOf(e lua.Event) string {
	if e.Rule != "" {
		return e.Rule
	}
	return strings.Join(paragraph.FindAllString(e.Doc, -1), ", ")
}

func fieldRow(f lua.Field) Row {
	row := Row{Name: f.Name, Type: typeText(f), Use: "read", Doc: f.Doc}
	if f.Writable {
		row.Use = "read, write"
	}
	return row
}

// typeText returns a type in the words of the reference: "stack or nil", "list of stack".
func typeText(f lua.Field) string {
	if f.Type == lua.TypeFunction {
		return "function" + signature(f.Params, f.Returns)
	}
	word, nilable := strings.CutSuffix(string(f.Type), "?")
	if item, ok := strings.CutSuffix(word, "[]"); ok {
		word = "list of " + item
	}
	if nilable {
		word += " or nil"
	}
	return word
}

// signature returns "(side, sides?): number".
func signature(params, returns []lua.Field) string {
	var names []string
	for _, p := range params {
		name := p.Name
		if p.Optional {
			name += "?"
		}
		names = append(names, name)
	}
	return "(" + strings.Join(names, ", ") + ")" + result(returns)
}

func result(returns []lua.Field) string {
	if len(returns) == 0 {
		return ""
	}
	return ": " + typeText(returns[0])
}

// argumentsOf returns the arguments after the name in a call of use: ", stack, depth".
func argumentsOf(params []lua.Field) (s string) {
	for _, p := range params {
		s += ", " + p.Name
	}
	return s
}

func (r *Reference) object(k lua.Kind) []Topic {
	t := Topic{Name: k.Name, Sort: Object, Usage: k.Name, Doc: k.Doc}
	var methods []Topic
	for _, f := range k.Fields {
		t.Table = append(t.Table, fieldRow(f))
	}
	for _, f := range k.Methods {
		t.Table = append(t.Table, Row{Name: k.Name + ":" + f.Name + signature(f.Params, f.Returns), Use: "call", Doc: f.Doc})
		methods = append(methods, r.function(Function, k.Name+":", f))
	}
	return append([]Topic{t}, methods...)
}

func (r *Reference) function(sort, prefix string, f lua.Function) Topic {
	name := prefix + f.Name
	t := Topic{Name: name, Sort: sort, Usage: name + signature(f.Params, f.Returns), Doc: f.Doc}
	if f.Named {
		t.Usage = name + "{ ... }: " + typeText(f.Returns[0])
	}
	if sort == Function && slices.Contains(r.game.Mutates, name) {
		t.Notes = append(t.Notes, "Not for read-only hooks.")
	}
	t.Table = params(f.Params)
	if len(f.Returns) > 0 {
		if f.Returns[0].Doc != "" {
			t.Notes = append(t.Notes, "Returns "+f.Returns[0].Doc+".")
		}
	}
	return t
}

func params(fields []lua.Field) []Row {
	var rows []Row
	for _, p := range fields {
		row := Row{Name: p.Name, Type: typeText(p), Use: "required", Doc: p.Doc}
		if p.Optional {
			row.Use = "optional"
		}
		rows = append(rows, row)
	}
	return rows
}

func declaration(d lua.Register) Topic {
	return Topic{
		Name: d.Name, Sort: Declaration, Usage: d.Name + "{ ... }", Doc: d.Doc, Table: params(d.Fields),
		Notes: []string{"Write it outside of functions: it is read while the file is loaded."},
	}
}

// sentence makes a sentence of a phrase.
func sentence(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:] + "."
}
