package sorcery_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"houserule/engine"
	"houserule/engine/enginetest"
	"houserule/engine/hex"
	"houserule/engine/players"
	"houserule/engine/sorcery"
	"houserule/engine/sorcery/fight"
	"houserule/engine/sorcery/fight/fighttest"
)

// anyMap is a small map with some of everything, and often a walled hex.
func anyMap(t *rapid.T, g *sorcery.Game) (m sorcery.Map) {
	m.Grid = hex.Grid{Columns: rapid.IntRange(1, 5).Draw(t, "columns"), Rows: rapid.IntRange(2, 4).Draw(t, "rows")}
	letters := strings.Split("cccccmsflwb", "")
	for range m.Grid.Hexes() {
		letter := rapid.SampledFrom(letters).Draw(t, "terrain")
		i := slices.IndexFunc(g.Terrains, func(t *fight.Terrain) bool { return t.Letter == letter })
		m.Terrain = append(m.Terrain, g.Terrains[i].ID)
	}
	walled := hex.None
	if rapid.Bool().Draw(t, "walls") {
		walled = hex.Hex(rapid.IntRange(0, m.Grid.Hexes()-1).Draw(t, "walled"))
		m.Terrain[walled] = "clear"
	}
	for h := range hex.Hex(m.Grid.Hexes()) {
		for d := hex.North; d < hex.South; d++ {
			next := m.Grid.Neighbor(h, d)
			if next == hex.None {
				continue
			}
			id := rapid.SampledFrom([]string{"", "", "", "", "stream", "bridge", "river", "wall"}).Draw(t, "hexside")
			if h == walled || next == walled {
				id = rapid.SampledFrom([]string{"wall", "gate"}).Draw(t, "wall")
			}
			if id != "" {
				m.Hexsides = append(m.Hexsides, sorcery.Edge{Side: m.Grid.Side(h, d), Hexside: id})
			}
		}
	}
	return m
}

// anyCampaign is a short war of small armies.
func anyCampaign(t *rapid.T, g *sorcery.Game) sorcery.Campaign {
	c := sorcery.Campaign{Names: [2]string{"north", "south"}, Map: anyMap(t, g), Turns: rapid.IntRange(1, 4).Draw(t, "turns")}
	c.Favors = engine.Side(rapid.IntRange(-1, 1).Draw(t, "favors"))
	kind := rapid.SampledFrom(g.Kinds)
	some := func(h hex.Hex, most int) (a fight.Army) {
		terrain, err := g.Terrain(c.Map.Terrain[h])
		if err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(1, most).Draw(t, "runs") {
			r := fight.Run{N: rapid.IntRange(1, 3).Draw(t, "n"), Kind: kind.Draw(t, "kind")}
			if terrain.Water && r.Kind.Classes&(fight.Flyer|fight.Swamp) == 0 {
				continue
			}
			special := rapid.IntRange(0, 4).Draw(t, "demoralized or wounded") == 4
			r.Demoralized = special && r.Kind.Role == fight.Troop
			if special && r.Kind.Role != fight.Troop {
				r.Wounds = r.Kind.Endurance - 1
			}
			a = append(a, r)
		}
		return a
	}
	owner := make([]engine.Side, c.Map.Grid.Hexes())
	for h := range owner {
		owner[h] = engine.Side(rapid.SampledFrom([]int{-1, -1, 0, 1}).Draw(t, "owner"))
		if c.Map.Terrain[h] == "lake" {
			owner[h] = -1
		}
	}
	owner[0], owner[len(owner)-1] = 0, 1
	for h, id := range c.Map.Terrain {
		if (h == 0 || h == len(owner)-1) && id == "lake" {
			c.Map.Terrain[h] = "clear"
		}
		at := hex.Hex(h)
		if rapid.IntRange(0, 3).Draw(t, "place") == 3 {
			p := sorcery.Place{Hex: at, Owner: owner[h], Feature: rapid.SampledFrom([]string{"castle", "city", "complex", "vortex"}).Draw(t, "feature")}
			if site := p.Feature == "castle" || p.Feature == "city"; site && id != "waste" && owner[h] >= 0 && rapid.Bool().Draw(t, "militia") {
				p.Militia = some(at, 1)
			}
			c.Map.Places = append(c.Map.Places, p)
		}
		if owner[h] < 0 {
			continue
		}
		a := some(at, 3)
		if h == 0 || h == len(owner)-1 {
			a = append(a, fight.Run{N: 1, Kind: g.Kinds[rapid.IntRange(0, 7).Draw(t, "unit")]})
		}
		if len(a) > 0 {
			c.Stacks = append(c.Stacks, sorcery.Stack{Side: owner[h], Hex: at, Army: a})
		}
	}
	for range rapid.IntRange(0, 3).Draw(t, "goals") {
		goal := sorcery.Goal{Side: engine.Side(rapid.IntRange(0, 1).Draw(t, "whose")), Points: rapid.IntRange(-1, 5).Draw(t, "points"), Hold: hex.None}
		if rapid.Bool().Draw(t, "hold") {
			goal.Hold = hex.Hex(rapid.IntRange(0, len(owner)-1).Draw(t, "hex"))
			goal.AtOnce = rapid.IntRange(0, 3).Draw(t, "at once") == 3
		} else {
			goal.Per = rapid.IntRange(1, 4).Draw(t, "per")
		}
		c.Goals = append(c.Goals, goal)
	}
	return c
}

// anyWar is a campaign under any rules.
func anyWar(t *rapid.T, test testing.TB) *fight.Battle {
	g := newGame(test, fighttest.AnyRules(t, sorcery.DefaultRules()))
	b, err := sorcery.NewCampaign(g, anyCampaign(t, g))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// wars are what the checks have to know of campaigns.
func wars(t *testing.T) enginetest.Battles[*fight.Battle] {
	return enginetest.Battles[*fight.Battle]{
		Draw:  func(rt *rapid.T) *fight.Battle { return anyWar(rt, t) },
		Show:  func(b *fight.Battle) string { return fmt.Sprintf("%#v, %s", b.Result(), muster(b)) },
		Setup: func(b *fight.Battle) engine.Setup { return *sorcery.TheaterOf(b.Reading()).Campaign() },
		Read: func(b *fight.Battle, h engine.Header) (*fight.Battle, error) {
			c, err := sorcery.ReadCampaign(h, b.Game().Kind)
			if err != nil {
				return nil, err
			}
			return sorcery.NewCampaign(sorcery.TheaterOf(b.Reading()).Game(), c)
		},
		Near: func(_ *rapid.T, b *fight.Battle, c engine.Choice, _ int) (answers []int) {
			most := len(b.Units()) + 4
			if _, is := c.(*sorcery.Ordering); is {
				most = 9 * sorcery.TheaterOf(b.Reading()).Grid().Hexes()
			}
			for answer := -2; answer < most; answer++ {
				answers = append(answers, answer)
			}
			return answers
		},
		// A group that can go nowhere is asked all the same: so its player learns it.
		Single:   func(c engine.Choice) bool { _, is := c.(*sorcery.Ordering); return is && c.Name(c.First()) == "stay" },
		Looks:    looks,
		Args:     args,
		Complete: true, OneQuestion: true, Hidden: true, Rare: true, Part: true, Most: enginetest.Rounds(40),
	}
}

// args are what a view asks a position about.
func args(b *fight.Battle, _ engine.Question) (all []any) {
	all = append(all, 0, "a1", engine.Event{What: fight.RoundBegan}, fight.Arm(0), sorcery.Meets, (*engine.Cause)(nil), hex.Side(0), b.Game().Terrains[0],
		func(hex.Hex) bool { return true }, func(*fight.Unit) bool { return true }, func(sorcery.Camp) bool { return true }, []*fight.Unit{b.Unit(0)})
	for i := range b.Units() {
		u := b.Unit(i)
		if all = append(all, u); sorcery.TheaterOf(b.Reading()).At(u) >= 0 {
			all = append(all, sorcery.TheaterOf(b.Reading()).At(u), sorcery.TheaterOf(b.Reading()).At(u).Hex())
		}
	}
	return all
}

func TestCampaigns(t *testing.T) { wars(t).Test(t) }

// In a campaign nobody stands where it may not, moves more than it may, or
// does what the demoralized may not; stacks are what the units say; sieges have
// somebody to besiege; and it ends in time.
func TestCampaignInvariants(t *testing.T) {
	endings := map[fight.Ending]int{}
	rapid.Check(t, func(rt *rapid.T) {
		b := anyWar(rt, t)
		seed := rapid.Uint64().Draw(rt, "seed")
		var seats [fight.Seats]engine.Oracle
		for side := range fight.Seats {
			if seats[side] = players.NewRandom(side, seed); rapid.IntRange(0, 2).Draw(rt, "greedy") == 2 {
				seats[side] = players.Greedy{}
			}
		}
		table := engine.NewTable(engine.NewDice(seed), seats[0], seats[1])
		m := &marshal{t: rt, b: b}
		table.Listen(m)
		m.watch(table)
		endings[b.Result().Ending]++
	})
	t.Log(endings)
}

// Whatever scripts make of the numbers and dice of a campaign, and whatever they
// forbid, it goes on as well, and ends.
func TestCampaignBearsAnyHooks(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := newGame(t, fighttest.AnyRules(rt, sorcery.DefaultRules()))
		c := anyCampaign(rt, g)
		absurd(rt, g)
		b, err := sorcery.NewCampaign(g, c)
		if err != nil {
			rt.Fatal(err)
		}
		table := enginetest.Table(b, rapid.Uint64().Draw(rt, "seed"))
		m := &marshal{t: rt, b: b}
		table.Listen(m)
		m.watch(table)
		if w := b.Winner(); w < engine.Draw || w >= fight.Seats || b.Outcome() == "" {
			rt.Fatalf("side %d wins: %q", w, b.Outcome())
		}
	})
}

// absurd hangs nonsense on hooks.
func absurd(t *rapid.T, g *sorcery.Game) {
	numbers := []int{-1 << 62, -1 << 31, -1, 0, 1, 7, 1<<31 - 1, 1 << 31, 1<<62 - 1}
	number := func(what string) int { return rapid.SampledFrom(numbers).Draw(t, what) }
	on := func(what string) bool { return rapid.IntRange(0, 2).Draw(t, what) == 2 }
	h, war := &g.Hooks, &g.WarHooks
	for _, hook := range []struct {
		what string
		add  func(n int)
	}{
		{"weight", func(n int) { war.Weight.Add(set[*fight.Unit](n)) }},
		{"limit", func(n int) { war.Limit.Add(set[sorcery.Camp](n)) }},
		{"rallies", func(n int) { war.Rallies.Add(set[*fight.Unit](n)) }},
		{"cost", func(n int) { war.Cost.Add(set[sorcery.Tread](n)) }},
		{"breach", func(n int) { war.Breach.Add(set[sorcery.Dig](n)) }},
		{"points", func(n int) { war.Points.Add(set[engine.Side](n)) }},
		{"reaction", func(n int) { h.Reaction.Add(set[*fight.Unit](n)) }},
		{"hunger", func(n int) { war.Hunger.Add(func(*fight.Battle, sorcery.Camp, int) int { return n }) }},
		{"way die", func(n int) { war.WayDie.Add(func(*fight.Battle, sorcery.Stride, int) int { return n }) }},
		{"assault die", func(n int) { war.AssaultDie.Add(func(*fight.Battle, *fight.Unit, int) int { return n }) }},
		{"breach die", func(n int) { war.BreachDie.Add(func(*fight.Battle, sorcery.Siege, int) int { return n }) }},
		{"victor", func(n int) {
			war.Victor.Add(func(*fight.Battle, engine.Side, engine.Side) engine.Side { return engine.Side(n) })
		}},
		{"winner", func(n int) {
			h.Winner.Add(func(*fight.Battle, engine.Side, engine.Side) engine.Side { return engine.Side(n) })
		}},
		{"sees", func(n int) { war.Sees.Add(func(*fight.Battle, sorcery.Glance, bool) bool { return n > 0 }) }},
		{"march", func(n int) { war.March.Add(some(func(u *fight.Unit) int { return u.ID() + n })) }},
		{"enter", func(n int) { war.Enter.Add(some(func(s sorcery.Stride) int { return int(s.From) + 2*int(s.To) + n })) }},
		{"command", func(n int) { war.Command.Add(some(func(c sorcery.Command) int { return int(c.Hex) + n })) }},
		{"decline", func(n int) { war.Decline.Add(some(func(s sorcery.Siege) int { return int(s.Hex) + n })) }},
		{"besiege", func(n int) { war.Besiege.Add(some(func(s sorcery.Siege) int { return int(s.Hex) + n })) }},
		{"reinforce", func(n int) { h.Reinforce.Add(some(func(u *fight.Unit) int { return u.ID() + n })) }},
		{"withdraw", func(n int) { h.Withdraw.Add(some(func(w fight.Way) int { return w.Hex + n })) }},
	} {
		if on(hook.what) {
			hook.add(number(hook.what))
		}
	}
}

// set makes every score n, some forbids one thing in three.
func set[C any](n int) func(*fight.Battle, C, engine.Score) engine.Score {
	return func(_ *fight.Battle, _ C, s engine.Score) engine.Score { return s.Set(n, nil) }
}
func some[C any](number func(C) int) func(*fight.Battle, C, *fight.Ruling) *fight.Ruling {
	return func(_ *fight.Battle, c C, r *fight.Ruling) *fight.Ruling {
		if number(c)%3 == 0 {
			return &fight.Ruling{Rule: "S0", Text: "a script says so"}
		}
		return r
	}
}

// A marshal watches a campaign.
type marshal struct {
	t    *rapid.T
	b    *fight.Battle
	left map[int]int // movement points of units in this part of the turn

	fought map[sorcery.Spot]bool // spots with a battle in this part of the turn
}

// watch plays the campaign.
func (m *marshal) watch(table *engine.Table) {
	b := m.b
	m.fought = map[sorcery.Spot]bool{}
	b.Begin(table)
	for n := 0; !b.Over(); n++ {
		if n > 100_000 {
			m.t.Fatal("it does not end")
		}
		m.look()
		b.Step()
	}
	m.look()
	if err := table.Err(); err != nil {
		m.t.Fatal(err)
	}
	if sorcery.TheaterOf(b.Reading()).Turn() > sorcery.TheaterOf(b.Reading()).Campaign().Turns {
		m.t.Fatalf("it ends in turn %d of %d", sorcery.TheaterOf(b.Reading()).Turn(), sorcery.TheaterOf(b.Reading()).Campaign().Turns)
	}
}

func (m *marshal) Hear(_ engine.Seats, e engine.Event) {
	b := m.b
	if b.Describe(e) == "" {
		m.t.Fatalf("%s: %+v has no words", b.Scene(), e)
	}
	for seat := range fight.Seats {
		b.Reading().KnownTo(seat).Describe(e)
	}
	switch e.What {
	case sorcery.SideBegan:
		m.left = map[int]int{}
		m.settled()
		clear(m.fought)
	case sorcery.FightBegan:
		m.fought[sorcery.Spot(e.N)] = true
	case sorcery.Moved:
		lead := b.Unit(int(e.Who))
		if f := sorcery.TheaterOf(b.Reading()).FeatureOf(sorcery.TheaterOf(b.Reading()).At(lead).Hex()); f != nil && f.Apart {
			break // enemies in a place apart are in another (S2)
		}
		if lead.Demoralized() && !sorcery.TheaterOf(b.Reading()).At(lead).Inside() && sorcery.TheaterOf(b.Reading()).Present(1-lead.Side(), sorcery.TheaterOf(b.Reading()).At(lead).Hex()) {
			m.t.Fatalf("%s: demoralized, %s enters an enemy hex", b.Scene(), b.Reading().Label(lead))
		}
	}
}

// settled is so when a part of a turn is over.
func (m *marshal) settled() {
	b := m.b
	for i := range b.Units() {
		u := b.Unit(i)
		if sorcery.TheaterOf(b.Reading()).At(u) < 0 {
			continue
		}
		if t := sorcery.TheaterOf(b.Reading()).TerrainOf(sorcery.TheaterOf(b.Reading()).At(u).Hex()); !sorcery.TheaterOf(b.Reading()).At(u).Inside() && (t.Shut || t.Water && u.Kind().Classes&(fight.Flyer|fight.Swamp) == 0) {
			m.t.Fatalf("%s: %s stands in %s", b.Scene(), b.Reading().Label(u), t.Name)
		}
		if at := sorcery.TheaterOf(b.Reading()).At(u); u.Troop() && !m.fought[at] && m.army(1-u.Side(), at) {
			m.t.Fatalf("%s: two armies are in %d, where nobody has fought", b.Scene(), at)
		}
	}
}

// anyIn reports whether a side has units in a spot, and army whether it has an army there.
func (m *marshal) anyIn(side engine.Side, at sorcery.Spot) bool {
	for range sorcery.TheaterOf(m.b.Reading()).UnitsIn(side, at) {
		return true
	}
	return false
}
func (m *marshal) army(side engine.Side, at sorcery.Spot) bool {
	for u := range sorcery.TheaterOf(m.b.Reading()).UnitsIn(side, at) {
		if u.Troop() {
			return true
		}
	}
	return false
}

// besieged is so whenever a side is about to move a group: an army alone in a site
// and an enemy army alone outside are in a siege (S4). Otherwise they meet in battle.
func (m *marshal) besieged() {
	b := m.b
	if sorcery.TheaterOf(b.Reading()).Vanguard() != nil || !strings.HasSuffix(b.Scene(), "movement") {
		return
	}
	for h := range hex.Hex(sorcery.TheaterOf(b.Reading()).Grid().Hexes()) {
		if f := sorcery.TheaterOf(b.Reading()).FeatureOf(h); f == nil || !f.Site {
			continue
		}
		for side := range fight.Seats {
			in, out := sorcery.SpotIn(h, true), sorcery.SpotIn(h, false)
			if !m.army(side, out) || m.anyIn(1-side, out) || !m.army(1-side, in) || m.anyIn(side, in) {
				continue
			}
			if s, on := sorcery.TheaterOf(b.Reading()).SiegeAt(h); !on || s.By != side {
				m.t.Fatalf("%s: side %d is outside %s and the enemy in it, without a siege", b.Scene(), side, sorcery.TheaterOf(b.Reading()).Grid().Number(h))
			}
		}
	}
}

// look is so between any two steps.
func (m *marshal) look() {
	b := m.b
	m.besieged()
	places := map[int]int{}
	for side := range fight.Seats {
		for u := range b.Reading().Line(side) {
			places[u.ID()]++
		}
		for u := range b.Reading().Heads(side) {
			places[u.ID()]++
		}
	}
	here := map[hex.Hex][fight.Seats]bool{}
	for i := range b.Units() {
		u := b.Unit(i)
		if u.ID() != i {
			m.t.Fatalf("%s: unit %d is called %d", b.Scene(), i, u.ID())
		}
		if (places[i] == 1) != u.Stands() || places[i] > 1 {
			m.t.Fatalf("%s: %s is %s and in %d lists", b.Scene(), b.Reading().Label(u), u.Status(), places[i])
		}
		gone := u.Status() == fight.Eliminated || u.Status() == fight.Captured
		switch {
		case gone != (sorcery.TheaterOf(b.Reading()).At(u) < 0):
			m.t.Fatalf("%s: %s is %s in spot %d", b.Scene(), b.Reading().Label(u), u.Status(), sorcery.TheaterOf(b.Reading()).At(u))
		case gone:
			continue
		case sorcery.TheaterOf(b.Reading()).At(u).Hex() >= hex.Hex(sorcery.TheaterOf(b.Reading()).Grid().Hexes()):
			m.t.Fatalf("%s: %s is off the map", b.Scene(), b.Reading().Label(u))
		case u.Stands() && sorcery.TheaterOf(b.Reading()).At(u) != sorcery.TheaterOf(b.Reading()).Front():
			m.t.Fatalf("%s: %s fights from %d in %d", b.Scene(), b.Reading().Label(u), sorcery.TheaterOf(b.Reading()).At(u), sorcery.TheaterOf(b.Reading()).Front())
		case u.Bound() && sorcery.TheaterOf(b.Reading()).Marching(u):
			m.t.Fatalf("%s: militia marches", b.Scene())
		}
		if left, known := m.left[i]; m.left != nil {
			if now := sorcery.TheaterOf(b.Reading()).Left(u); known && now > left || now < 0 || now > u.Kind().Move {
				m.t.Fatalf("%s: %s has %d movement points left, and had %d", b.Scene(), b.Reading().Label(u), now, left)
			}
			m.left[i] = sorcery.TheaterOf(b.Reading()).Left(u)
		}
		in := here[sorcery.TheaterOf(b.Reading()).At(u).Hex()]
		in[u.Side()] = true
		here[sorcery.TheaterOf(b.Reading()).At(u).Hex()] = in
	}
	for h := range hex.Hex(sorcery.TheaterOf(b.Reading()).Grid().Hexes()) {
		for side := range fight.Seats {
			if sorcery.TheaterOf(b.Reading()).Present(side, h) != here[h][side] {
				m.t.Fatalf("%s: is side %d in %s? %t", b.Scene(), side, sorcery.TheaterOf(b.Reading()).Grid().Number(h), sorcery.TheaterOf(b.Reading()).Present(side, h))
			}
		}
	}
	for _, s := range sorcery.TheaterOf(b.Reading()).Sieges() {
		if s.Turns < 1 || s.Turns > sorcery.TheaterOf(b.Reading()).Turn() {
			m.t.Fatalf("%s: a siege of %d turns", b.Scene(), s.Turns)
		}
	}
}
