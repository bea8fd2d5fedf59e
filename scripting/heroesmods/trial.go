package heroesmods

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/scripting"
)

// A trial is one test and its battle. The battle is a coroutine: it runs until
// a player is asked, and stands still while the test looks at it.
type trial struct {
	lib   *library.Library
	mods  *Mods // a copy, whose settings are the test's own
	id    string
	setup heroes.Setup
	ready bool // the armies are known
	dice  faces
	rolls faces

	host     *host // nil before the battle begins
	table    *engine.Table
	resume   func() (engine.Question, bool)
	stop     func()
	yield    func(engine.Question) bool
	question engine.Question // pending, unless Choice is nil
	answer   int             // to it
	asks     int
	seeded   *engine.Dice // while the battle is played to its end: what comes behind the dice that are given

	log    []string
	strike *heroes.Strike // the last
	tally  tally
}

func newTrial(lib *library.Library, mods *Mods, id string) *trial {
	t := &trial{lib: lib, id: id, tally: newTally(), dice: faces{name: "dice"}, rolls: faces{name: "rolls"}}
	own := *mods
	own.policy = Stop
	own.infos = maps.Clone(mods.infos)
	info := *own.infos[id]
	info.Settings = slices.Clone(info.Settings)
	own.infos[id] = &info
	t.mods = &own
	for side := range t.setup.Sides {
		t.setup.Sides[side].Town = heroes.NoTownNear
	}
	return t
}

// faces are what dice show, one after another.
type faces struct {
	name  string
	given []int
	used  int
}

func (f *faces) roll(sides int) (int, error) {
	if f.used == len(f.given) {
		return 0, fmt.Errorf("%s{...}: die %d, of %d sides, is asked for and not given", f.name, f.used+1, sides)
	}
	n := f.given[f.used]
	if n < 1 || n > sides {
		return 0, fmt.Errorf("%s{...}: die %d is %d: must be from 1 to %d", f.name, f.used+1, n, sides)
	}
	f.used++
	return n, nil
}

func (f *faces) left() error {
	if f.used == len(f.given) {
		return nil
	}
	var words []string
	for _, n := range f.given[f.used:] {
		words = append(words, strconv.Itoa(n))
	}
	return fmt.Errorf("%s{...}: %d of %d are left over: %s", f.name, len(words), len(f.given), strings.Join(words, ", "))
}

// left tells of dice that nobody asked for.
func (t *trial) left() error {
	if err := t.dice.left(); err != nil {
		return err
	}
	return t.rolls.left()
}

// Errors of tests that ask too early.
var (
	errNoArmies = errors.New(`there is no battle yet: begin with armies("3 gold-golem", "3 bandit")`)
	errBegun    = errors.New("the battle has begun: this comes before the first look at it")
	errStopped  = errors.New("the test is over")
)

// begun is the battle's host. The battle begins when the test first looks at
// it.
func (t *trial) begun() (*host, error) {
	if t.host != nil {
		return t.host, nil
	}
	if !t.ready {
		return nil, errNoArmies
	}
	b, err := heroes.NewBattle(heroesdata.Game(t.lib), t.setup)
	if err != nil {
		return nil, err
	}
	if t.mods.Program == nil {
		b.Host = &host{mods: t.mods, battle: b}
	}
	t.host = t.mods.hostOf(b)
	t.host.ran = t.tally.hooks
	player := engine.OracleFunc(t.choose)
	t.table = engine.NewTable(engine.OracleFunc(t.roll), player, player)
	t.table.Explain(true)
	t.table.Listen(engine.ListenerFunc(t.hear))
	t.resume, t.stop = iter.Pull(func(yield func(engine.Question) bool) {
		t.yield = yield
		b.Play(t.table)
	})
	return t.host, t.advance()
}

// advance lets the battle run to the next question.
func (t *trial) advance() error {
	t.question = engine.Question{}
	t.question, _ = t.resume()
	return t.table.Err()
}

// end ends the battle wherever it stands.
func (t *trial) end() {
	if t.stop != nil {
		t.stop()
	}
}

// ask counts what is asked.
func (t *trial) ask() error {
	if t.asks++; t.asks > testQuestions {
		return fmt.Errorf("a test takes at most %d questions and dice", testQuestions)
	}
	return nil
}

// roll is the table's oracle of all dice.
func (t *trial) roll(q engine.Question) (int, error) {
	if err := t.ask(); err != nil {
		return 0, err
	}
	f := &t.dice
	if q.Side != engine.Luck {
		f = &t.rolls
	}
	if t.seeded != nil && f.used == len(f.given) {
		return t.seeded.Answer(q)
	}
	return f.roll(int(q.Sides))
}

// choose is both players: the battle stands still until the test has answered.
func (t *trial) choose(q engine.Question) (int, error) {
	if err := t.ask(); err != nil {
		return 0, err
	}
	if t.seeded != nil {
		return reference(q)
	}
	if !t.yield(q) {
		return 0, errStopped
	}
	return t.answer, nil
}

// reference answers as the player of that name, or with the first option where
// a script forbids that.
func reference(q engine.Question) (int, error) {
	n, err := new(heroes.Reference).Answer(q)
	if err == nil && !q.Choice.Legal(n) {
		n = q.Choice.First()
	}
	return n, err
}

// hear keeps what is told.
func (t *trial) hear(_ engine.Seats, e engine.Event) {
	b := t.host.battle
	if text := b.Describe(e); text != "" {
		t.log = append(t.log, text)
	}
	switch e.What {
	case heroes.Struck:
		last := *b.Last()
		t.strike = &last
	case heroes.Did:
		t.tally.extras[b.Game().Extras[e.N].Name]++
	case heroes.SpellCast:
		t.tally.spells[b.Game().Spells[e.N].ID]++
	}
}

// pending is the question that waits for an answer.
func (t *trial) pending() (engine.Choice, error) {
	h, err := t.begun()
	if err != nil {
		return nil, err
	}
	if t.question.Choice == nil {
		return nil, fmt.Errorf("the battle is over: %v", h.battle.Result())
	}
	return t.question.Choice, nil
}

// looks does what the battle itself does not: what runs at it is tested, but
// has not run in the battle.
func (t *trial) looks(look func()) {
	t.host.ran = t.tally.looked
	look()
	t.host.ran = t.tally.hooks
}

// parse reads an answer to what is pending.
func (t *trial) parse(text string) (n int, err error) {
	c, err := t.pending()
	if err != nil {
		return 0, err
	}
	t.looks(func() { n, err = engine.ParseLegal(c, text) })
	if t.table.Err() != nil { // a script failed at it
		err = t.table.Err()
	}
	return n, err
}

// reply answers the question and lets the battle run to the next.
func (t *trial) reply(n int) error {
	t.answer = n
	return t.advance()
}

// stack is the stack of that name, destroyed or not.
func (t *trial) stack(name string) (*heroes.Stack, error) {
	h, err := t.begun()
	if err != nil {
		return nil, err
	}
	s, err := h.battle.StackNamed(name)
	if err == nil {
		return s, nil
	}
	stacks := h.battle.Stacks()
	for i := range stacks {
		if s := &stacks[i]; s.Top() == nil && h.battle.Name(s) == name {
			return s, nil
		}
	}
	return nil, err
}

// skip takes first options until s acts.
func (t *trial) skip(s *heroes.Stack) error {
	b := t.host.battle
	for t.question.Choice != nil {
		if act, ok := t.question.Choice.(*heroes.Act); ok && act.By == s {
			return nil
		}
		if s.Top() == nil {
			return fmt.Errorf("%s is destroyed", b.Name(s))
		}
		if err := t.reply(t.question.First()); err != nil {
			return err
		}
	}
	return fmt.Errorf("the battle is over before %s acts: %v", b.Name(s), b.Result())
}

// finish lets reference players play on to the end.
func (t *trial) finish(seed uint64) error {
	t.seeded = t.lib.Dice(seed)
	if t.question.Choice == nil {
		return nil
	}
	n, err := reference(t.question)
	if err != nil {
		return err
	}
	return t.reply(n)
}

// asked says what is pending in a sentence: "d1 acts".
func (t *trial) asked() string {
	if t.host == nil {
		return ""
	}
	b, who := t.host.battle, ""
	if t.question.Choice != nil {
		who = heroes.SideName(t.question.Side)
	}
	switch c := t.question.Choice.(type) {
	case nil:
		if t.table.Err() == nil {
			return b.Result().String()
		}
		return ""
	case *heroes.Act:
		return b.Name(c.By) + " acts"
	case *heroes.Reply:
		if c.What == heroes.WhetherRetaliate {
			who = b.Name(c.Blow.By)
		}
		return who + [...]string{" retaliates", " withdraws", " offers cards", " accepts"}[c.What]
	case *heroes.Pick:
		if c.Forward {
			return who + " picks who comes forward"
		}
		return who + " picks who acts"
	case engine.Prompter:
		return who + ": " + c.Prompt()
	}
	return who + " deploys"
}

// set sets a setting of the mod.
func (t *trial) set(name string, v scripting.Value) error {
	settings := t.mods.infos[t.id].Settings
	var known []string
	for i := range settings {
		s := &settings[i]
		known = append(known, s.Name)
		if s.Name != name {
			continue
		}
		value, ok := settingFrom(s, v)
		if !ok {
			return fmt.Errorf("%s is %s: must be %s (%s)", name, v, s.Takes(), s.Place)
		}
		s.Value = value
		return nil
	}
	return &engine.Unknown{What: "setting", Word: name, Known: known}
}

// settingFrom is a script's value as one of the setting, if it is one.
func settingFrom(s *library.Setting, v scripting.Value) (any, bool) {
	within := v.IsNumber() && s.Least <= v.Float() && v.Float() <= s.Most
	switch s.Type {
	case "whole":
		n, whole := v.Int()
		return n, whole && within
	case "number":
		return v.Float(), within
	case "boolean":
		return v.Bool(), v.IsBoolean()
	case "choice":
		return v.Text(), v.IsString() && slices.Contains(s.OneOf, v.Text())
	}
	return v.Text(), v.IsString()
}

// show is a value as a message quotes it.
func (t *trial) show(v scripting.Value) string {
	if kind, _, ok := v.Object(); ok && t.host != nil {
		switch kind {
		case kindStack:
			return "stack " + t.host.show(v)
		case kindSide:
			return "side " + t.host.show(v)
		}
		return "the battle"
	}
	if !isList(v) {
		return v.String()
	}
	var items []string
	for _, item := range v.Items() {
		items = append(items, t.show(item))
	}
	return "{" + strings.Join(items, ", ") + "}"
}

func isList(v scripting.Value) bool {
	_, _, object := v.Object()
	return !object && !v.IsNil() && !v.IsBoolean() && !v.IsNumber() && !v.IsString()
}

// equal compares lists item by item.
func equal(a, b scripting.Value) bool {
	if isList(a) && isList(b) {
		return slices.EqualFunc(a.Items(), b.Items(), equal)
	}
	return !isList(a) && !isList(b) && a == b
}
