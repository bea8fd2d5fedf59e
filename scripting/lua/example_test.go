package lua_test

import (
	"fmt"

	"houserule/scripting/lua"
)

func Example() {
	world, err := lua.NewWorld(&lua.Binding{
		Events: []lua.Event{{Hook: "onSale", Param: "sale", Cancels: true, Fields: lua.Fields{
			{Name: "goods", Type: lua.TypeString},
			{Name: "price", Type: lua.TypeNumber, Writable: true},
		}}},
		Globals: []lua.Global{{Name: "duty", Type: lua.TypeNumber, Value: lua.Number(0.25)}},
	}, lua.Host{})
	if err != nil {
		fmt.Println(err)
		return
	}
	file, problem := world.Parse("sales.lua", []byte(`
local free = { bread = true, salt = true }

function onSale(sale)
	if sale.price < 0 then
		return cancel("nobody pays for " .. sale.goods)
	end
	if not free[sale.goods] then
		sale.price = sale.price * (1 + duty)
	end
end`), false)
	if problem != nil {
		fmt.Println(problem)
		return
	}
	code := file.Compile()

	machine := lua.NewMachine(world, lua.Limits{Memory: 1 << 20, Depth: 100})
	task := &lua.Task{Name: "onSale"}
	var hooks []lua.Value
	machine.Left = 10_000
	if err := machine.Load(task, func() []lua.Value {
		hooks = machine.File(code)
		return hooks
	}); err != nil {
		fmt.Println(err)
		return
	}
	for _, fields := range [][]lua.Value{
		{lua.String("bread"), lua.Number(4)},
		{lua.String("wine"), lua.Number(4)},
		{lua.String("snow"), lua.Number(-1)},
	} {
		machine.Budget = lua.Budget{Left: 1000}
		vetoed, err := machine.Handle(task, hooks[0], lua.NewAccess(len(fields),
			func(field int) lua.Value { return fields[field] },
			func(field int, v lua.Value) error {
				fields[field] = v
				return nil
			}))
		switch {
		case err != nil:
			fmt.Println(err)
		case vetoed:
			fmt.Println(machine.Reason())
		default:
			fmt.Println(fields[0], fields[1], "in", 1000-machine.Left, "steps")
		}
	}
	// Output:
	// "bread" 4 in 8 steps
	// "wine" 5 in 14 steps
	// nobody pays for snow
}
