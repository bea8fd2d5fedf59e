package sorcery

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"houserule/engine"
	"houserule/engine/hex"
	"houserule/engine/sorcery/fight"
)

// The keys of a campaign in a journal's header.
const (
	keySides    = "sides"
	keyTurns    = "turns"
	keyFavors   = "favors"
	keyRow      = "row"
	keyHexsides = "hexsides"
	keyStack    = "stack"
	keyGoal     = "goal"
)

// The words in them.
const (
	wordHold   = "hold"
	wordPer    = "per"
	wordAtOnce = "at-once"
	wordNamed  = "named"
)

// Fields returns the campaign as fields of a journal's header, with terrains by their ids:
// see [ReadCampaign].
func (c Campaign) Fields() []engine.Field {
	var fields []engine.Field
	add := func(key, value string) { fields = append(fields, engine.Field{Key: key, Value: value}) }
	add(keySides, strings.Join(c.Names[:], " "))
	add(keyTurns, strconv.Itoa(c.Turns))
	if c.Favors >= 0 {
		add(keyFavors, c.Names[c.Favors])
	}
	for i, row := range c.Map.rows() {
		add(keyRow+strconv.Itoa(i+1), row)
	}
	for i, p := range c.Map.Places {
		add(fight.KeyPlace+strconv.Itoa(i+1), c.placeText(p))
	}
	for i, e := range c.Map.Hexsides {
		add(keyHexsides+strconv.Itoa(i+1), c.Map.Grid.SideNumber(e.Side)+" "+e.Hexside)
	}
	for i, s := range c.Stacks {
		add(keyStack+strconv.Itoa(i+1), c.stackText(s))
	}
	for i, goal := range c.Goals {
		add(keyGoal+strconv.Itoa(i+1), c.goalText(goal))
	}
	return fields
}

// placeText returns a place as text: "0304 castle of north named Thornwall: 2 guards".
func (c *Campaign) placeText(p Place) string {
	words := []string{c.Map.Grid.Number(p.Hex), p.Feature}
	if p.Owner >= 0 {
		words = append(words, fight.WordOf, c.Names[p.Owner])
	}
	if p.Name != "" {
		words = append(words, wordNamed, p.Name)
	}
	text := strings.Join(words, " ")
	if len(p.Militia) > 0 {
		text += ": " + p.Militia.String()
	}
	return text
}

// stackText returns a stack as text: "south 0304 inside: 4 foot".
func (c *Campaign) stackText(s Stack) string {
	words := []string{c.Names[s.Side], c.Map.Grid.Number(s.Hex)}
	if s.Inside {
		words = append(words, fight.WordInside)
	}
	return strings.Join(words, " ") + ": " + s.Army.String()
}

// goalText returns a goal as text: "north 5 hold 0304 at-once", "south 1 per 10".
func (c *Campaign) goalText(goal Goal) string {
	words := []string{c.Names[goal.Side], strconv.Itoa(goal.Points)}
	if goal.Hold == hex.None {
		words = append(words, wordPer, strconv.Itoa(goal.Per))
	} else {
		words = append(words, wordHold, c.Map.Grid.Number(goal.Hold))
	}
	if goal.AtOnce {
		words = append(words, wordAtOnce)
	}
	return strings.Join(words, " ")
}

// IsCampaign reports whether a journal's header describes a campaign.
func IsCampaign(h engine.Header) bool { return h.Get(keySides) != "" }

// ReadCampaign reads the fields of [Campaign.Fields] from a journal's header. Find returns
// the kind with an id.
func ReadCampaign(h engine.Header, find func(id string) (*fight.Kind, error)) (Campaign, error) {
	r := reader{find: find}
	r.c.Scenario = h.Get(engine.KeyScenario)
	names := strings.Fields(h.Get(keySides))
	if len(names) != int(fight.Seats) {
		return r.c, fmt.Errorf("the journal's %s: %q are not the words for two sides", keySides, h.Get(keySides))
	}
	r.c.Names = [fight.Seats]string(names)
	r.c.Favors = -1
	var err error
	if r.c.Turns, err = strconv.Atoi(h.Get(keyTurns)); err != nil {
		return r.c, fmt.Errorf("the journal's %s: %q is no number", keyTurns, h.Get(keyTurns))
	}
	if name := h.Get(keyFavors); name != "" {
		if r.c.Favors, err = r.side(name); err != nil {
			return r.c, fmt.Errorf("the journal's %s: %w", keyFavors, err)
		}
	}
	if err := r.rows(h); err != nil {
		return r.c, err
	}
	for _, list := range []struct {
		key  string
		read func(text string) error
	}{{fight.KeyPlace, r.place}, {keyHexsides, r.hexside}, {keyStack, r.stack}, {keyGoal, r.goal}} {
		for key, text := range h.Numbered(list.key) {
			if err := list.read(text); err != nil {
				return r.c, fmt.Errorf("the journal's %s: %w", key, err)
			}
		}
	}
	return r.c, nil
}

// A reader reads a campaign.
type reader struct {
	c    Campaign
	find func(id string) (*fight.Kind, error)
}

func (r *reader) rows(h engine.Header) error {
	var rows [][]string
	for key, text := range h.Numbered(keyRow) {
		row := strings.Fields(text)
		if rows = append(rows, row); len(row) != len(rows[0]) {
			return fmt.Errorf("the journal's %s has %d hexes, the first has %d", key, len(row), len(rows[0]))
		}
	}
	m := &r.c.Map
	if len(rows) == 0 {
		return errors.New("the journal has no map")
	}
	m.Grid = hex.Grid{Columns: len(rows[0]), Rows: len(rows)}
	if err := m.Grid.Check(); err != nil {
		return fmt.Errorf("the journal's map: %w", err)
	}
	m.Terrain = make([]string, m.Grid.Hexes())
	for row, words := range rows {
		for column, id := range words {
			m.Terrain[m.Grid.At(column+1, row+1)] = id
		}
	}
	return nil
}

func (r *reader) side(name string) (engine.Side, error) { return fight.SideNamed(r.c.Names[:], name) }

var errShort = errors.New("a word is missing")

func (r *reader) place(text string) (err error) {
	head, army, _ := strings.Cut(text, ":")
	head, name, _ := strings.Cut(head, " "+wordNamed+" ")
	words := strings.Fields(head)
	p := Place{Owner: -1, Name: name}
	if len(words) != 2 && (len(words) != 4 || words[2] != fight.WordOf) {
		return fmt.Errorf(`%q is not as in "0304 castle of %s"`, text, r.c.Names[0])
	}
	p.Feature = words[1]
	if p.Hex, err = r.c.Map.Grid.Parse(words[0]); err != nil {
		return err
	}
	if len(words) == 4 {
		if p.Owner, err = r.side(words[3]); err != nil {
			return err
		}
	}
	if strings.TrimSpace(army) != "" {
		if p.Militia, err = fight.ParseArmy(army, r.find); err != nil {
			return err
		}
	}
	r.c.Map.Places = append(r.c.Map.Places, p)
	return nil
}

func (r *reader) hexside(text string) error {
	words := strings.Fields(text)
	if len(words) != 2 {
		return fmt.Errorf(`%q is not as in "0304-0305 stream"`, text)
	}
	side, err := r.c.Map.Grid.ParseSide(words[0])
	if err != nil {
		return err
	}
	r.c.Map.Hexsides = append(r.c.Map.Hexsides, Edge{side, words[1]})
	return nil
}

func (r *reader) stack(text string) (err error) {
	head, army, _ := strings.Cut(text, ":")
	words := strings.Fields(head)
	if len(words) < 2 {
		return fmt.Errorf("%q: %w", text, errShort)
	}
	s := Stack{Inside: len(words) > 2}
	if rest := words[2:]; len(rest) > 1 || s.Inside && rest[0] != fight.WordInside {
		return &engine.Unknown{What: "word", Word: strings.Join(rest, " "), Known: []string{fight.WordInside}}
	}
	if s.Side, err = r.side(words[0]); err != nil {
		return err
	}
	if s.Hex, err = r.c.Map.Grid.Parse(words[1]); err != nil {
		return err
	}
	if s.Army, err = fight.ParseArmy(army, r.find); err != nil {
		return err
	}
	r.c.Stacks = append(r.c.Stacks, s)
	return nil
}

func (r *reader) goal(text string) (err error) {
	words := strings.Fields(text)
	if len(words) < 4 {
		return fmt.Errorf("%q: %w", text, errShort)
	}
	goal := Goal{Hold: hex.None, AtOnce: words[len(words)-1] == wordAtOnce}
	if goal.Side, err = r.side(words[0]); err != nil {
		return err
	}
	if goal.Points, err = strconv.Atoi(words[1]); err != nil {
		return fmt.Errorf("%q is no number of points", words[1])
	}
	switch words[2] {
	case wordHold:
		goal.Hold, err = r.c.Map.Grid.Parse(words[3])
	case wordPer:
		if goal.Per, err = strconv.Atoi(words[3]); err != nil {
			err = fmt.Errorf("%q is no number of strength", words[3])
		}
	default:
		err = &engine.Unknown{What: "word", Word: words[2], Known: []string{wordHold, wordPer}}
	}
	if rest := strings.Join(words[4:], " "); err == nil && rest != "" && rest != wordAtOnce {
		err = &engine.Unknown{What: "word", Word: rest, Known: []string{wordAtOnce}}
	}
	r.c.Goals = append(r.c.Goals, goal)
	return err
}
