package heroes_test

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/heroes/ability"
	"houserule/engine/heroes/strategy"
	"houserule/engine/library/heroesdata"
)

// Options and blows that nothing but the cards decides take a short way
// (Act.isPlain, Battle.cardsDecide, Battle.modified, Hooks.onBlows). Under any
// rules, hooks and abilities it leads where the long way leads. A new switch,
// hook or flag of an ability that the short way does not know fails here: they
// are found by reflection.
func TestShortWayIsTheLongWay(t *testing.T) {
	lib := shipped(t)
	rapid.Check(t, func(rt *rapid.T) {
		g := anyGame(rt, heroesdata.Game(lib))
		setup := anySetup(rt, g.Creatures)
		setup.RoundLimit = 6
		if rapid.IntRange(0, 3).Draw(rt, "town") < 3 {
			setup.Walls = heroes.NoTown // walls always take the long way
		}
		hooks := reflect.ValueOf(&g.Hooks).Elem()
		for range 8 {
			seed := rapid.Uint64().Draw(rt, "seed")
			g.Hooks = heroes.Hooks{}
			for range rapid.IntRange(0, 2).Draw(rt, "hooks") {
				i := rapid.IntRange(0, hooks.NumField()-1).Draw(rt, "hook")
				attach(hooks.Type().Field(i).Name, hooks.Field(i).Addr())
			}
			short, long := course(rt, g, setup, seed, false), course(rt, g, setup, seed, true)
			for i := range min(len(short), len(long)) {
				if short[i] != long[i] {
					rt.Fatalf("step %d: the short way\n%s\nthe long way\n%s\nboth after\n%s", i+1, short[i], long[i], strings.Join(short[max(0, i-2):i], "\n"))
				}
			}
			if len(short) != len(long) {
				rt.Fatalf("the short way has %d steps, the long way %d", len(short), len(long))
			}
		}
	})
}

// course plays a battle and returns, for each step, what was asked, answered
// and heard by hooks, and the state that it left.
func course(t *rapid.T, g *heroes.Game, setup heroes.Setup, seed uint64, long bool) (steps []string) {
	b, err := heroes.NewBattle(g, setup)
	if err != nil {
		t.Fatal(err)
	}
	step := new(strings.Builder)
	*b.Hosted() = step
	dice, will := engine.NewDice(seed), engine.NewDice(seed+1)
	eager := seed%2 == 0 // to attack, rather than the rest
	answer := engine.OracleFunc(func(q engine.Question) (int, error) {
		if q.Choice == nil {
			n, err := dice.Answer(q)
			fmt.Fprintf(step, "d%d for %d: %d; ", q.Sides, q.Need, n)
			return n, err
		}
		options := slices.Collect(q.Choice.Each)
		n := options[will.Roll(len(options))-1]
		if _, ok := q.Choice.(*heroes.Act); ok {
			if eager && !plain(n) {
				n = options[will.Roll(len(options))-1]
			}
			for target := range b.Stacks() {
				fmt.Fprint(step, q.Choice.Legal(int(heroes.NewOption(heroes.Attack, 0, target, 1))), q.Choice.Legal(int(heroes.NewOption(heroes.Shoot, 0, target, 1))), "; ")
			}
		}
		fmt.Fprintf(step, "%s of %v; ", q.Choice.Name(n), options)
		return n, nil
	})
	end := func() {
		steps = append(steps, step.String()+board(b))
		step.Reset()
	}
	table := engine.NewTable(answer, answer, answer)
	b.Begin(table)
	if long {
		b.TakeLongWay()
	}
	for end(); !b.Over() && table.Err() == nil; end() {
		b.Step()
	}
	if table.Err() != nil {
		t.Fatal(table.Err())
	}
	return append(steps, b.Result().String())
}

// plain reports whether an option is to attack or to shoot.
func plain(answer int) bool {
	verb := heroes.Option(answer).Verb()
	return verb == heroes.Attack || verb == heroes.Shoot
}

// anyGame is a game of other rules and abilities.
func anyGame(t *rapid.T, of *heroes.Game) *heroes.Game {
	rules := heroes.DefaultRules()
	anyRules(t, reflect.ValueOf(&rules).Elem())
	var creatures []*heroes.Creature
	for _, c := range of.Creatures {
		creatures = append(creatures, &heroes.Creature{
			ID: c.ID, Name: c.Name, Alignment: c.Alignment, Level: c.Level, Melee: c.Melee, Ranged: c.Ranged, Defense: c.Defense,
			Phase: min(c.Phase, rules.Phases), Cost: c.Cost, Hero: c.Hero, Abilities: anyAbilities(t, c.Abilities), Spells: c.Spells,
		})
	}
	return heroes.NewGame(rules, creatures, of.Spells, strategy.New)
}

// anyRules changes some of the rules, within the ranges of their tags.
func anyRules(t *rapid.T, rules reflect.Value) {
	for i := range rules.NumField() {
		field, tag := rules.Field(i), rules.Type().Field(i)
		if rapid.IntRange(0, 7).Draw(t, tag.Name) < 7 {
			continue
		}
		low, high, _ := strings.Cut(tag.Tag.Get("range"), "..")
		least, _ := strconv.Atoi(low)
		most, _ := strconv.Atoi(high)
		n := rapid.IntRange(least, min(most, least+12)).Draw(t, "n")
		switch field.Kind() {
		case reflect.Bool:
			field.SetBool(!field.Bool())
		case reflect.Int:
			field.SetInt(int64(n))
		case reflect.Float64:
			field.SetFloat(float64(n) / 2)
		case reflect.String:
			field.SetString(rapid.SampledFrom(strings.Split(tag.Tag.Get("oneof"), "|")).Draw(t, "word"))
		default:
			t.Fatalf("%s is a %s", tag.Name, field.Kind())
		}
	}
}

// anyAbilities are a creature's own, or one of which some flags are set.
func anyAbilities(t *rapid.T, own []*ability.Ability) []*ability.Ability {
	if rapid.IntRange(0, 3).Draw(t, "ability") < 3 {
		return own
	}
	a := &ability.Ability{ID: "any", Heads: rapid.IntRange(0, 2).Draw(t, "heads")}
	flags := reflect.ValueOf(a).Elem()
	for i := range flags.NumField() {
		if flag := flags.Field(i); flag.Kind() == reflect.Bool {
			flag.SetBool(rapid.IntRange(0, 3).Draw(t, "flag") == 3)
		}
	}
	return []*ability.Ability{a}
}

// attach attaches to a hook what changes its value for stacks, or sides, of odd
// number, and keeps in the battle's log that it was called.
func attach(name string, hook reflect.Value) {
	add := hook.MethodByName("Add")
	add.Call([]reflect.Value{reflect.MakeFunc(add.Type().In(0), func(in []reflect.Value) []reflect.Value {
		b, who := in[0].Interface().(*heroes.Battle), about(in[1].Interface())
		fmt.Fprintf((*b.Hosted()).(*strings.Builder), "%s of %d; ", name, who)
		if who%2 == 1 {
			return []reflect.Value{changed(in[2])}
		}
		return []reflect.Value{in[2]}
	})})
}

// about is the number of the stack, or the side, that a hook's context tells of.
func about(context any) int {
	switch c := context.(type) {
	case *heroes.Stack:
		return c.ID()
	case heroes.Blow:
		return c.By.ID()
	case heroes.Kill:
		return c.By.ID()
	case heroes.Offer:
		return c.By.ID() + int(c.Option.Verb())
	case engine.Side:
		return int(c)
	}
	return 0
}

// changed is another value of a hook.
func changed(value reflect.Value) reflect.Value {
	var another any
	switch v := value.Interface().(type) {
	case *heroes.Ruling:
		another = &heroes.Ruling{Rule: "H0", Text: "the house forbids it"}
	case int:
		another = v + 1
	case bool:
		another = !v
	case engine.Score:
		another = v.Add(2, &engine.Cause{Text: "the house's gift"})
	case heroes.Pool:
		another = heroes.Pool{Dice: 2, Worst: !v.Worst}
	case heroes.Walls:
		another = min(v+1, heroes.Sacked)
	default:
		return value
	}
	return reflect.ValueOf(another)
}
