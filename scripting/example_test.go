package scripting_test

import (
	"fmt"

	"houserule/scripting"
	"houserule/scripting/lua"
)

func Example() {
	binding := &lua.Binding{Events: []lua.Event{{
		Hook: "onAttack", Param: "attack", Cancels: true,
		Fields: []lua.Field{
			{Name: "level", Type: lua.TypeNumber},
			{Name: "score", Type: lua.TypeNumber, Writable: true},
		},
	}}}

	_, err := scripting.Compile(binding, []scripting.Source{{Mod: "frenzy", File: "main.lua", Text: []byte(`
function onAttak(attack) end
function onAttack(attack)
	attack.scor = math.random(6)
end`)}})
	fmt.Println(err)

	program, err := scripting.Compile(binding, []scripting.Source{{Mod: "frenzy", File: "main.lua", Text: []byte(`
function onAttack(attack)
	if attack.level > 3 then return cancel("too mighty") end
	attack.score = attack.score + attack.level
end`)}})
	if err != nil {
		fmt.Println(err)
		return
	}
	machine := scripting.NewMachine(program, scripting.Limits{})
	machine.Begin(nil)
	for _, level := range []float64{2, 4} {
		fields := []lua.Value{lua.Number(level), lua.Number(5)}
		event := lua.NewAccess(len(fields),
			func(field int) lua.Value { return fields[field] },
			func(field int, v lua.Value) error {
				fields[field] = v
				return nil
			})
		for _, fn := range program.Funcs("onAttack") {
			vetoed, err := machine.Call(fn, event, 0)
			fmt.Println(fields[1], vetoed, machine.Reason(), err)
		}
	}
	// Output:
	// main.lua:2:10: unknown hook "onAttak": did you mean "onAttack"?
	// main.lua:4:9: onAttack has no field "scor": did you mean "score"?
	// main.lua:4:21: math.random is not available: use roll: dice that replays and odds know
	// 7 false  <nil>
	// 5 true too mighty <nil>
}
