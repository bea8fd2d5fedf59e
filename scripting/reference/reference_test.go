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
	"houserule/scripting/reference"
)

func heroes() *reference.Reference {
	return reference.New(reference.Game{
		Name: "heroes", Binding: heroesmods.System.Binding(), Tests: heroesmods.System.TestBinding(),
		Looks: heroesmods.System.Looks(), Acts: heroesmods.System.Acts(),
	})
}

// Editors' stubs are Lua, and name everything that there is.
func TestStubs(t *testing.T) {
	for name, text := range map[string]string{"heroes.lua": heroes().Stubs(), "test.lua": heroes().TestStubs()} {
		if _, err := parse.Parse(strings.NewReader(text), name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	stubs := heroes().Stubs()
	for _, e := range heroesmods.System.Binding().Events {
		for _, line := range []string{
			"---@class (exact) " + reference.EventClass(e.Hook) + "\n",
			"---@param " + e.Param + " " + reference.EventClass(e.Hook) + "\n",
			"function " + e.Hook + "(" + e.Param + ")\n",
		} {
			if !strings.Contains(stubs, line) {
				t.Errorf("the stubs have no %q", line)
			}
		}
	}
	for _, want := range []string{
		"---@field at stack? who is struck at; nil: the walls\n",
		"---@field legal? fun(by: stack, at: stack?): string? ",
		"---@field answer fun(side: side, options: string[], worths: number[]",
		"---@type battle\nbattle = nil\n",
		"function battle_:kill(stack, count, by) end\n",
		"---@alias onMove fun(move: MoveEvent): Cancelled?\n",
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
	r := heroes()
	for _, name := range r.Names() {
		topics, err := r.Find(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, topic := range topics {
			if topic.Doc == "" {
				t.Errorf("%s has no text", name)
			}
		}
	}
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
	text := heroes().Markdown()
	for _, e := range heroesmods.System.Binding().Events {
		if !strings.Contains(text, "### "+e.Hook+"\n") {
			t.Errorf("%s is missing", e.Hook)
		}
		for _, f := range e.Fields {
			if f.Doc == "" {
				t.Errorf("%s.%s has no text", e.Hook, f.Name)
			}
		}
	}
	for _, want := range []string{
		"### onAttack\n\n`function onAttack(attack)`\n\nThe score of an attack, a shot, a spell or a retaliation. Looks only: ",
		"### battle:kill\n\n`battle:kill(stack, count, by?)`\n\n",
		"| `pcall` | An error ends the hook; test before you do what may fail. |\n",
		"| steps of one call of a hook, with all that it sets off | 100,000 |\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the reference has no %q", want)
		}
	}
}
