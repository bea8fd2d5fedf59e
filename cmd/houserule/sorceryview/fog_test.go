package sorceryview

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"houserule/cmd/houserule/view"
	"houserule/cmd/houserule/viewtest"
	"houserule/engine"
	"houserule/engine/analysis"
	"houserule/engine/enginetest"
	"houserule/engine/hex"
	"houserule/engine/players"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
	"houserule/scripting/modhost"
)

// everyLook is all that a person can be told of a campaign at a moment, command by
// command.
func everyLook(t testing.TB, v *View) map[string]string {
	t.Helper()
	looks := map[string]string{
		"the board as data": viewtest.Data(t, v.Board()), "the map as data": viewtest.Data(t, v.onMap.campaign()),
		"board": view.Draw(v, view.Size{Columns: 80}), "asks": v.Asks(), "prompt": v.Prompt(), "survivors": strings.Join(v.Survivors(), "\n"),
		"units": strings.Join(v.Units(), " "), "topics": strings.Join(v.Topics(), " "), "disabled": fmt.Sprint(modhost.Disabled(v.Battle())),
	}
	tell := func(what, text string, err error) {
		if err != nil {
			text = "error: " + err.Error()
		}
		looks[what] = text
	}
	grid, words := v.onMap.war().Grid(), []string{""}
	for h := range hex.Hex(grid.Hexes()) {
		words = append(words, grid.Number(h))
	}
	for _, side := range v.Seats() {
		for n := range 40 {
			words = append(words, fmt.Sprint(side[:1], n))
		}
		words = append(words, side)
	}
	words = append(words, "nobody", "w1 all", "w1 all 0504", "w8 0504", "large 0404", "all")
	for _, look := range v.looks() {
		for _, word := range words {
			text, err := look.Run(t.Context(), view.Size{Columns: 80, Lines: 40}, strings.Fields(word))
			tell(look.Name+" "+word, text, err)
		}
		if look.Words != nil {
			looks[look.Name+" words"] = strings.Join(look.Words(nil), " ")
		}
	}
	for _, word := range words {
		page, err := v.Show(word)
		tell("show "+word, view.DrawPage(page, 0), err)
	}
	for _, what := range append([]string{""}, warOdds[1:]...) {
		text, err := v.Odds(context.Background(), strings.Fields(what))
		tell("odds "+what, text, err)
	}
	for _, of := range v.Verbs() {
		looks["complete "+of.Name] = strings.Join(view.Complete(v, "", of, nil), " ")
		for _, word := range []string{"", "w1", "w12", "e1", "e2", "e99", "e1x", "0504", "0803"} {
			_, err := view.Answer(v, "", of, strings.Fields(word))
			tell("answer "+of.Name+" "+word, "", err)
			_, err = view.Answer(v, word, of, []string{"0504"})
			tell("answer of "+word+" "+of.Name, "", err)
		}
	}
	for _, o := range v.Options() {
		looks["options"] += fmt.Sprintln(o.Text, "|", o.Wins, "|", o.Odds, "|", o.Value, "|", o.Note)
	}
	hint, _, err := v.Hint(t.Context())
	tell("hint", hint, err)
	return looks
}

// S6: whatever a person looks at, it is the same in a campaign of which all that
// the person does not see is otherwise.
func TestEveryLookKeepsTheFog(t *testing.T) {
	lib := testLibrary(t)
	compared, differed, most := 0, 0, 400
	if !enginetest.Long {
		most = 150
	}
	for _, scenario := range []string{"two-valleys", "alderhold"} {
		v := viewOf(t, lib, scenario, setupOf(t, lib, scenario))
		v.Look = analysis.Nodes(300)
		left, asked, each := most, 0, 24
		person := engine.OracleFunc(func(q engine.Question) (int, error) {
			if left--; left < 0 {
				return 0, engine.ErrRewind
			}
			if asked++; asked%each != 1 {
				return players.Greedy{}.Answer(q)
			}
			v.Ask(q)
			defer v.Ask(engine.Question{})
			is := everyLook(t, v)
			before := v.battle.Fresh().(*fight.Battle)
			before.Copy(v.battle)
			live(v).Veil(v.viewer())
			if string(before.AppendKey(nil)) != string(v.battle.AppendKey(nil)) {
				differed++
			}
			other := everyLook(t, v)
			live(v).CopyFrom(before)
			for what, text := range is {
				if compared++; text != other[what] {
					t.Fatalf("%s, %s: %s tells\n%s\nor else\n%s", scenario, v.battle.Scene(), what, text, other[what])
				}
			}
			return players.Greedy{}.Answer(q)
		})
		table := engine.NewTable(engine.NewDice(2), person, players.Greedy{})
		engine.Play(v.Battle(), table)
	}
	if differed < most/40 || compared < 12*most {
		t.Errorf("only %d looks at %d moments were compared", compared, differed)
	}
}

// S6: what a side is told of what happens, line by line and number by number, is
// the same when all that it does not see is otherwise.
func TestEveryLineKeepsTheFog(t *testing.T) {
	lib := testLibrary(t)
	hidden, known := map[int32]int{}, map[int32]bool{}
	wall := func() sorcery.Campaign { return campaignOf(t, lib, "part-wall") }
	crowd := func() sorcery.Campaign {
		c := campaignOf(t, lib, "two-valleys")
		c.Stacks[2].Army = parsed(t, lib, "gash-bonechewer, 9 orc-spears, 9 goblin-stabbers")
		return c
	}
	meeting := func() sorcery.Campaign {
		return *nearby(t, warOf(t, lib, "", wall()), "sir-oswin, 3 spearmen, lancers", "gash-bonechewer, 2 orc-spears, 2 warg-riders").onMap.war().Campaign()
	}
	for seed := range uint64(12) {
		for _, c := range []sorcery.Campaign{wall(), crowd(), meeting(), campaignOf(t, lib, "alderhold")} {
			v := warOf(t, lib, "", c, players.Human, players.Human)
			other := warOf(t, lib, "", c, players.Human, players.Human)
			seats := wanderers(seed, 2000)
			table := engine.NewTable(engine.NewDice(seed), seats...)
			table.Explain(true)
			beside := engine.NewTable(engine.NewDice(seed), seats...)
			beside.Explain(true)
			live(other).Sit(beside)
			table.Listen(engine.ListenerFunc(func(_ engine.Seats, e engine.Event) {
				for side := range fight.Seats {
					is := told(v, side, e)
					disguised, any := disguise(v, other, side, e)
					if or := told(other, side, disguised); is != or {
						t.Fatalf("%s: side %d is told\n%s\nor else\n%s", v.battle.Scene(), side, is, or)
					}
					if line, _ := v.lineFor(side, e); any {
						hidden[e.What]++
					} else if len(line.Accounts) > 0 {
						known[e.What] = true
					}
				}
			}))
			engine.Play(v.Battle(), table)
		}
	}
	for _, what := range []int32{sorcery.Crowded, sorcery.Hungered, sorcery.Moved, sorcery.Breached, fight.Reacted} {
		if hidden[what] == 0 || !known[what] {
			t.Errorf("event %d: hidden %d times, why tells who sees it: %t", what, hidden[what], known[what])
		}
	}
}

// told is the line of an event for a side, and what why adds to it.
func told(v *View, side engine.Side, e engine.Event) string {
	line, ok := v.lineFor(side, e)
	return fmt.Sprintf("%t %q %v %q", ok, line.Text, line.Accounts, line.Sum)
}

// disguise makes the battle of another view one in which all is otherwise that a
// side does not see, the numbers of an event among it. It reports whether the event
// has such numbers.
func disguise(v, other *View, side engine.Side, e engine.Event) (engine.Event, bool) {
	live(other).Copy(v.battle)
	live(other).Veil(side)
	last := v.battle.Last()
	hides := func(u *fight.Unit) bool { return !v.battle.KnownTo(side).Sees(u) }
	hidden := false
	switch e.What {
	case sorcery.Crowded, sorcery.Hungered:
		for i := range v.battle.Units() {
			u := v.battle.Unit(i)
			hidden = hidden || u.Side() == engine.Side(e.Who) && v.onMap.war().At(u) == sorcery.Spot(e.Whom) && hides(u)
		}
		if hidden {
			e.N++
		}
	case fight.Reacted:
		for i := range v.battle.Units() {
			u := v.battle.Unit(i)
			hidden = hidden || v.onMap.war().Marching(u) && hides(u)
		}
	}
	if last.Unit != nil {
		hidden = hidden || (e.What == sorcery.Moved || e.What == sorcery.Breached || e.What == fight.Reacted) && hides(last.Unit)
		last.Unit = other.battle.Unit(int(last.Unit.ID()))
	}
	if hidden {
		last.Score = last.Score.Add(3, &engine.Cause{Text: "what is not seen", Rule: "S6"})
	}
	field := reflect.ValueOf(live(other)).Elem().FieldByName("last")
	*(*fight.Throw)(field.Addr().UnsafePointer()) = last
	return e, hidden
}

// What may be in a stack that nobody has looked into is not told by what its army
// is of: other units look the same.
func TestOtherArmiesLookTheSame(t *testing.T) {
	enginetest.OnlyLong(t, "every look at three wars")
	lib := testLibrary(t)
	var looks []map[string]string
	for _, armies := range [][]string{
		{"gash-bonechewer, 4 orc-spears, 2 orc-archers, black-orcs", "nib-the-third, 2 warg-riders, 2 goblin-stabbers"},
		{"captain-hob, eagle-riders", "12 goblin-mob"}, {"2 drakes, vermithane", "grandmother-silk, 3 dinosaur-legions"},
	} {
		c := campaignOf(t, lib, "two-valleys")
		c.Stacks[2].Army, c.Stacks[3].Army = parsed(t, lib, armies[0]), parsed(t, lib, armies[1])
		v := warOf(t, lib, "two-valleys", c)
		until(t, v, sorcery.FormMove, func(v *View) { looks = append(looks, everyLook(t, v)) })
	}
	for what, text := range looks[0] {
		for _, other := range looks[1:] {
			if !slices.Contains([]string{"options", "hint", "odds "}, what) && text != other[what] { // a computer player knows with what a war began
				t.Errorf("%s tells\n%s\nor else\n%s", what, text, other[what])
			}
		}
	}
}

// The odds of a reaction to those who are not seen go from what they are against
// the worst army to what they are against the best, and say nothing of the one
// that comes.
func TestReactionOddsTellNothing(t *testing.T) {
	lib := testLibrary(t)
	any := warOf(t, lib, "two-valleys", campaignOf(t, lib, "two-valleys"))
	told := map[string]bool{}
	for _, west := range []string{"sir-oswin, 3 spearmen", "3 heavy-horse", "2 eagle-riders, levies"} {
		v := nearby(t, any, west, "gash-bonechewer, 2 orc-spears, 2 warg-riders")
		player := engine.OracleFunc(func(q engine.Question) (int, error) {
			v.Ask(q)
			defer v.Ask(engine.Question{})
			switch v.Form() {
			case sorcery.FormMove:
				for answer := range q.Choice.Each {
					if answer >= fight.Picked {
						return answer, nil
					}
				}
			case sorcery.FormWith:
				return fight.All, nil
			case sorcery.FormOrder:
				return engine.ParseLegal(q.Choice, "march 0803")
			case sorcery.FormReact:
				text, err := v.Odds(context.Background(), []string{ofReaction})
				if err != nil {
					t.Error(err)
				}
				told[text] = true
				return 0, engine.ErrRewind
			}
			return q.First(), nil
		})
		engine.Play(v.Battle(), engine.NewTable(engine.NewDice(1), player, player))
	}
	if len(told) != 1 {
		t.Errorf("of armies that are not seen it is told %v", told)
	}
}

// wanderers are random players of both sides, who leave after so many answers.
func wanderers(seed uint64, answers int) (seats []engine.Oracle) {
	for side := range fight.Seats {
		player := players.NewRandom(side, seed)
		seats = append(seats, engine.OracleFunc(func(q engine.Question) (int, error) {
			if answers--; answers < 0 {
				return 0, engine.ErrRewind
			}
			return player.Answer(q)
		}))
	}
	return seats
}
