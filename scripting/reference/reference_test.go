package reference_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/gopher-lua/parse"

	"houserule/engine"
	"houserule/scripting/heroesmods"
	"houserule/scripting/kingsmods"
	"houserule/scripting/lua"
	"houserule/scripting/modhost"
	"houserule/scripting/reference"
	"houserule/scripting/sorcerymods"
)

// systems are those that are told of.
var systems = map[string]modhost.API{"heroes": heroesmods.API, "kings": kingsmods.API, "sorcery": sorcerymods.API}

func referenceOf(name string) *reference.Reference {
	s := systems[name]
	return reference.New(reference.Game{
		Name: name, Binding: s.Binding(), Tests: s.TestBinding(), ReadOnly: s.ReadOnly(), Mutates: s.Mutates(),
	})
}

func heroes() *reference.Reference { return referenceOf("heroes") }

// Editors' stubs are Lua, and name everything that there is.
func TestStubs(t *testing.T) {
	for name, system := range systems {
		r := referenceOf(name)
		stubs := r.Stubs()
		for file, text := range map[string]string{name + ".lua": stubs, "test.lua": r.TestStubs()} {
			if _, err := parse.Parse(strings.NewReader(text), file); err != nil {
				t.Errorf("%s: %s: %v", name, file, err)
			}
		}
		for _, e := range system.Binding().Events {
			for _, line := range []string{
				"---@class (exact) " + reference.EventClass(e.Hook) + "\n",
				"---@param " + e.Param + " " + reference.EventClass(e.Hook) + "\n",
				"function " + e.Hook + "(" + e.Param + ")\n",
			} {
				if !strings.Contains(stubs, line) {
					t.Errorf("the stubs of %s have no %q", name, line)
				}
			}
		}
	}
	stubs := heroes().Stubs()
	for _, want := range []string{
		"---@field at stack? the target; nil: the walls\n",
		"---@field legal? fun(by: stack, at: stack?): string? ",
		"---@field answer fun(side: side, options: string[], worths: number[]",
		"---@type battle\nbattle = nil\n",
		"function battle_:kill(stack, count, by) end\n",
		"---@alias onMove fun(move: MoveEvent): Canceled?\n",
	} {
		if !strings.Contains(stubs, want) {
			t.Errorf("the stubs have no %q", want)
		}
	}
	if strings.Contains(heroes().TestStubs(), "@class (exact) stack") {
		t.Error("the stubs of tests have the objects a second time")
	}
}

func TestSettings(t *testing.T) {
	var settings struct {
		Library []string `json:"workspace.library"`
		Globals []string `json:"diagnostics.globals"`
	}
	if err := json.Unmarshal([]byte(heroes().Settings()), &settings); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(settings.Library, []string{reference.StubFolder}) || !slices.Contains(settings.Globals, "onAttack") {
		t.Errorf("settings %+v", settings)
	}
}

// Names and Find agree; what is unknown gets the known names to suggest from.
func TestFind(t *testing.T) {
	for game := range systems {
		r := referenceOf(game)
		for _, name := range r.Names() {
			topics, err := r.Find(name)
			if err != nil {
				t.Errorf("%s: %s: %v", game, name, err)
			}
			for _, topic := range topics {
				if topic.Doc == "" {
					t.Errorf("%s: %s has no text", game, name)
				}
			}
		}
	}
	r := heroes()
	topics, err := r.Find("onAttack.bonus")
	if err != nil || len(topics) != 1 || len(topics[0].Table) != 1 || topics[0].Table[0].Use != "read, write" {
		t.Errorf("onAttack.bonus: %+v, %v", topics, err)
	}
	var unknown *engine.Unknown
	if _, err := r.Find("onAtack"); !errors.As(err, &unknown) || !slices.Contains(unknown.Known, "onAttack") {
		t.Errorf("onAtack: %v", err)
	}
}

// Everything of the binding is told of.
func TestDocs(t *testing.T) {
	for name, system := range systems {
		text := referenceOf(name).Markdown()
		for _, e := range system.Binding().Events {
			if !strings.Contains(text, "### "+e.Hook+"\n") {
				t.Errorf("%s: %s is missing", name, e.Hook)
			}
			for _, f := range e.Fields {
				if f.Doc == "" {
					t.Errorf("%s: %s.%s has no text", name, e.Hook, f.Name)
				}
			}
		}
	}
	text := heroes().Markdown()
	for _, want := range []string{
		"### onAttack\n\n`function onAttack(attack)`\n\nThe score of an attack, a shot, a spell or a retaliation. Read-only: ",
		"### battle:kill\n\n`battle:kill(stack, count, by?): integer`\n\n",
		"| `xpcall` | Use pcall. |\n",
		"| steps of one call of a hook, with everything that it triggers | 100,000 |\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the reference has no %q", want)
		}
	}
}

// The words are the game's: what has abilities there is called as it is called
// there.
func TestWordsOfTheGame(t *testing.T) {
	token := lua.Kind{Name: "token", Doc: "A token.", Methods: []lua.Function{{Name: "flip", Doc: "Flips it."}}}
	pig := reference.New(reference.Game{
		Name: "pig", Tests: new(lua.Binding),
		Binding: &lua.Binding{
			Events: []lua.Event{
				{Hook: "onHold", Param: "hold", Doc: "A player holds.", Self: "by", Fields: []lua.Field{{Name: "by", Type: "token?", Doc: "who"}}},
				{Hook: "onEnd", Param: "end", Doc: "It ends."},
			},
			Kinds: []lua.Kind{token},
		},
	})
	for name, want := range map[string]string{
		"hooks":   "it is called for every token, in the script of an ability for tokens that have the ability, and there the name `self` is the token that has it.",
		"none":    "It is not about a token: in an ability's script it has no self.",
		"methods": "A name with a colon is a method, as in `token:flip()`.",
	} {
		if text := pig.Markdown(); !strings.Contains(text, want) {
			t.Errorf("%s: the reference has no %q", name, want)
		}
	}
	if stubs := pig.Stubs(); !strings.Contains(stubs, "---In an ability's script: the token that has the ability.\n---@type token\nself = nil\n") {
		t.Error("the stubs do not know what self is")
	}
	plain := reference.New(reference.Game{Name: "plain", Binding: new(lua.Binding), Tests: new(lua.Binding)})
	for name, text := range map[string]string{"reference": plain.Markdown(), "stubs": plain.Stubs()} {
		if strings.Contains(text, "self") || strings.Contains(text, "stack") {
			t.Errorf("the %s of a game without abilities speaks of them", name)
		}
	}
}
