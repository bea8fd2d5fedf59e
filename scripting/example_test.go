package scripting_test

import (
	"fmt"

	"houserule/scripting"
)

func Example() {
	binding := &scripting.Binding{Events: []scripting.Event{{
		Hook: "onAttack", Param: "attack", Cancels: true,
		Fields: []scripting.Field{
			{Name: "level", Type: scripting.TypeNumber},
			{Name: "score", Type: scripting.TypeNumber, Writable: true},
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
		fields := []scripting.Value{scripting.Number(level), scripting.Number(5)}
		event := scripting.NewAccess(len(fields),
			func(field int) scripting.Value { return fields[field] },
			func(field int, v scripting.Value) error {
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
