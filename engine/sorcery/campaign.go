package sorcery

import (
	"errors"
	"fmt"
	"slices"

	"houserule/engine"
	"houserule/engine/hex"
	"houserule/engine/sorcery/fight"
)

// A Campaign is the start of a war on a map (S0).
type Campaign struct {
	Scenario string              // its id; "": none
	Names    [fight.Seats]string // the words for the sides; the first moves first
	Map      Map
	Stacks   []Stack
	Turns    int // the number of turns, after which points decide
	Goals    []Goal
	Favors   engine.Side // the winner if the points are equal; below 0: a draw
}

// Size returns the number of units of all stacks.
func (c Campaign) Size() int {
	n := 0
	for _, s := range c.Stacks {
		n += s.Army.Size()
	}
	return n
}

// A Stack is units of a side in a hex.
type Stack struct {
	Side   engine.Side
	Hex    hex.Hex
	Inside bool // in the place apart of the hex (S2)
	Army   fight.Army
}

// A Goal gives a side points.
type Goal struct {
	Side   engine.Side
	Points int
	Hold   hex.Hex // gives points to the holder of this hex at the end; [hex.None]: the goal gives points for eliminated strength of the enemy's army
	Per    int     // strength for which the goal gives Points once
	AtOnce bool    // a side that holds the hex at the end of a turn wins at once
}

// MaxTurns is the maximum length of a campaign. MaxPoints is the maximum number of points
// of a goal.
const (
	MaxTurns  = 1000
	MaxPoints = 1_000_000
)

// NewCampaign makes a campaign ready to be played. The error says what is wrong with its
// start.
func NewCampaign(g *Game, c Campaign) (*fight.Battle, error) {
	s, err := newOpening(g, c)
	if err != nil {
		return nil, err
	}
	return s.start.NewBattle(g.Game), nil
}

// An opening is the start of a war. It does not change.
type opening struct {
	start *fight.Start
	game  *Game
	situation
}

// newOpening checks a campaign.
func newOpening(g *Game, c Campaign) (*opening, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	s := &opening{game: g}
	s.start, s.attempt.Scout = fight.NewStart(g.Game, c.Scenario, c.Names, s.around), -1
	var err error
	if s.land, err = newLand(g, c); err != nil {
		return nil, err
	}
	for side := range s.top {
		s.top[side] = make([]int16, 2*s.land.grid.Hexes())
	}
	for _, stack := range c.Stacks {
		if err := s.checkStack(stack); err != nil {
			return nil, fmt.Errorf("the stack in %s: %w", s.land.grid.Number(stack.Hex), err)
		}
		at := SpotIn(stack.Hex, stack.Inside)
		if s.top[fight.Enemy(stack.Side)][at] != 0 {
			return nil, bothIn(s.land.grid.Number(stack.Hex))
		}
		s.add(stack.Side, stack.Army, at, false)
	}
	for _, p := range c.Map.Places {
		at := s.land.home(p.Hex)
		if len(p.Militia) > 0 && s.top[fight.Enemy(p.Owner)][at] != 0 {
			return nil, bothIn(s.land.grid.Number(p.Hex))
		}
		s.add(p.Owner, p.Militia, at, true)
	}
	units := s.start.Units()
	if len(units) > fight.MaxUnits {
		return nil, fmt.Errorf("%d units: a campaign has at most %d", len(units), fight.MaxUnits)
	}
	for side := range fight.Seats {
		if !slices.ContainsFunc(units, func(u fight.Unit) bool { return u.Side() == side && u.Troop() }) {
			return nil, fmt.Errorf("%s has no army: give it a unit", c.Names[side])
		}
	}
	s.claim()
	return s, nil
}

// around returns the war around a battle.
func (s *opening) around(b *fight.Battle) fight.Around {
	w := &War{opening: s}
	w.battle, w.fight, w.game, w.land = b, b.Reading(), s.game, s.land
	w.stepCost = w.reading().step
	w.order.Asking, w.order.war = fight.AskingIn(w.fight), w
	return w
}

// add adds the units of an army on the map.
func (s *opening) add(side engine.Side, army fight.Army, at Spot, bound bool) {
	s.start.Add(side, army, bound)
	units := s.start.Units()
	for i := len(s.posts); i < len(units); i++ {
		s.posts = append(s.posts, post{at: OffMap})
		s.link(&units[i], at)
	}
}

func bothIn(where string) error {
	return fmt.Errorf("both sides stand in %s: a campaign begins with armies apart", where)
}

// checkStack returns an error if units cannot stand in the place of their stack.
func (s *opening) checkStack(stack Stack) error {
	if err := stack.Army.Check(); err != nil {
		return err
	}
	if len(stack.Army) == 0 {
		return errors.New("nobody is there: give the army a unit")
	}
	if stack.Inside {
		if !s.land.apart(stack.Hex) {
			return errors.New("there is nothing in it to be inside of")
		}
		return nil
	}
	t := s.land.terrains[stack.Hex]
	for _, run := range stack.Army {
		if !run.Kind.MayStay(t) {
			return fmt.Errorf("%s cannot stand there: it is a %s (S1, S2)", run.Kind.ID, t.Name)
		}
	}
	return nil
}

// claim gives each site its first holder: the only side with an army there, or else
// the owner that the map names.
func (s *opening) claim() {
	units := s.start.Units()
	for _, site := range s.land.sites {
		var armies [fight.Seats]bool
		for i := range units {
			if u := &units[i]; u.Troop() && s.posts[i].at.Hex() == site.hex {
				armies[u.Side()] = true
			}
		}
		owner := site.owner
		switch {
		case armies[fight.Attacker] && !armies[fight.Defender]:
			owner = fight.Attacker
		case armies[fight.Defender] && !armies[fight.Attacker]:
			owner = fight.Defender
		}
		s.held = append(s.held, owner)
	}
}

// check returns an error for a campaign that cannot be played.
func (c *Campaign) check() error {
	for side, name := range c.Names {
		if !isWord(name) {
			return fmt.Errorf("a side is called %q: its name must be a word in small letters", name)
		}
		if side > 0 && c.Names[0] == name {
			return fmt.Errorf("both sides are called %s", name)
		}
	}
	if c.Turns < 1 || c.Turns > MaxTurns {
		return fmt.Errorf("a campaign of %d turns: it has from 1 to %d (S0)", c.Turns, MaxTurns)
	}
	if c.Favors >= fight.Seats {
		return fmt.Errorf("side %d is favored: there are %d", c.Favors+1, fight.Seats)
	}
	if err := c.Map.check(); err != nil {
		return err
	}
	for i, s := range c.Stacks {
		switch {
		case !c.Map.has(s.Hex):
			return fmt.Errorf("stack %d stands in hex %d: the map has those from 0 to %d", i+1, s.Hex, c.Map.Grid.Hexes()-1)
		case s.Side < 0 || s.Side >= fight.Seats:
			return fmt.Errorf("the stack in %s is nobody's", c.Map.Grid.Number(s.Hex))
		}
	}
	for i := range c.Goals {
		if err := c.checkGoal(i); err != nil {
			return err
		}
	}
	return nil
}

// checkGoal returns an error for a goal that no side can reach.
func (c *Campaign) checkGoal(i int) error {
	goal := &c.Goals[i]
	switch {
	case goal.Side < 0 || goal.Side >= fight.Seats:
		return errors.New("a goal is nobody's: say whose it is")
	case goal.Points < -MaxPoints || goal.Points > MaxPoints:
		return fmt.Errorf("a goal of %s is worth %d points: it may be worth from %d to %d", c.Names[goal.Side], goal.Points, -MaxPoints, MaxPoints)
	case goal.Hold != hex.None && !c.Map.has(goal.Hold):
		return fmt.Errorf("goal %d is to hold hex %d: the map has those from 0 to %d", i+1, goal.Hold, c.Map.Grid.Hexes()-1)
	case goal.Hold == hex.None && goal.Per < 1:
		return fmt.Errorf("a goal of %s names no hex, and no strength to eliminate", c.Names[goal.Side])
	case goal.Hold == hex.None && goal.AtOnce:
		return fmt.Errorf("a goal of %s names no hex: only a hex is won at once", c.Names[goal.Side])
	}
	return nil
}

// isWord reports whether a name is a word that people can type.
func isWord(name string) bool {
	for _, r := range name {
		if r < 'a' || r > 'z' {
			return false
		}
	}
	return name != ""
}

// SeatNames returns the words for the sides.
func (c Campaign) SeatNames() []string { return slices.Clone(c.Names[:]) }
