package modhost

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"houserule/engine"
	"houserule/engine/library"
	"houserule/scripting"
	"houserule/scripting/lua"
)

// A TestBattle is one test and its battle. The battle is a coroutine: it runs until
// a player must answer, and stands still while the test looks at it.
type TestBattle[B Battle] struct {
	Fixture Fixture[B]

	mods    *Mods[B]           // a copy, whose settings are the test's own
	machine *scripting.Machine // that runs the test
	id      string
	dice    faces
	rolls   faces

	setup    engine.Setup // nil: the fixture's
	story    engine.Story // nil before the battle begins
	host     *Host[B]     // of the same battle
	table    *engine.Table
	resume   func() (engine.Question, bool)
	stop     func()
	yield    func(engine.Question) bool
	question engine.Question // pending, unless Choice is nil
	answer   int             // to it
	answered string          // the last answer, as players type it
	posed    int             // questions and dice
	seeded   *engine.Dice    // while the battle is played to its end: the dice after the given ones

	log   []string
	lines []string // log and traces, the first lines
	more  int      // further lines
	tally tally
}

func newTestBattle[B Battle](m *Mods[B], id string) *TestBattle[B] {
	return &TestBattle[B]{
		Fixture: m.tables.Tests.Fixture(), mods: m.own(id), id: id,
		dice: faces{name: "dice"}, rolls: faces{name: "rolls"}, tally: newTally(),
	}
}

// left returns an error if given dice were not rolled.
func (t *TestBattle[B]) left() error {
	if err := t.dice.left(); err != nil {
		return err
	}
	return t.rolls.left()
}

// Errors of tests that call a function at the wrong time.
var (
	errBegun   = errors.New("the battle has begun: this comes before the first look at it")
	errStopped = errors.New("the test is over")
)

// Host returns the battle's host. The battle begins when the test first looks at
// it.
func (t *TestBattle[B]) Host() (*Host[B], error) {
	if t.host != nil {
		return t.host, nil
	}
	story, err := t.battle()
	if err != nil {
		return nil, err
	}
	b := story.(B)
	if t.mods.program == nil {
		*b.Hosted() = t.mods.bareHost(b)
	}
	t.story, t.host = story, t.mods.HostOf(b)
	t.host.ran, t.host.tracer = t.tally.hooks, t
	player := engine.OracleFunc(t.choose)
	players := make([]engine.Oracle, story.Seats())
	for seat := range players {
		players[seat] = player
	}
	t.table = engine.NewTable(engine.OracleFunc(t.roll), players...)
	t.table.Explain(true)
	t.table.Listen(engine.ListenerFunc(t.hear))
	t.resume, t.stop = iter.Pull(func(yield func(engine.Question) bool) {
		t.yield = yield
		for story.Begin(t.table); !story.Over() && t.table.Err() == nil; {
			story.Step()
		}
	})
	return t.host, t.advance()
}

func (t *TestBattle[B]) reading() (any, error) {
	h, err := t.Host()
	if err != nil {
		return nil, err
	}
	return h.reader, nil
}

// battle makes the battle: from the head of a journal, if the test has given one.
func (t *TestBattle[B]) battle() (engine.Story, error) {
	if t.setup == nil {
		return t.Fixture.Battle()
	}
	return t.mods.lib.Game.NewBattle(t.setup)
}

// headed takes the setup from the lines of a journal's head: "KEY: VALUE".
func (t *TestBattle[B]) headed(lines []string) (err error) {
	if t.host != nil {
		return errBegun
	}
	var h engine.Header
	for _, line := range lines {
		key, value, ok := strings.Cut(line, ": ")
		if !ok {
			return fmt.Errorf("%q: must be a line of a journal's head, KEY: VALUE", line)
		}
		h.Fields = append(h.Fields, engine.Field{Key: key, Value: value})
	}
	t.setup, err = t.mods.lib.Format.ReadSetup(t.mods.lib, h)
	return err
}

// advance lets the battle run to the next question.
func (t *TestBattle[B]) advance() error {
	t.question = engine.Question{}
	t.question, _ = t.resume()
	return t.table.Err()
}

// end ends the battle at any point. The rest of its last step is not
// tested.
func (t *TestBattle[B]) end() {
	if t.stop != nil {
		t.host.ran, t.host.tracer = nil, nil
		t.stop()
	}
}

// ask counts the questions.
func (t *TestBattle[B]) ask() error {
	if t.posed++; t.posed > testQuestions {
		return fmt.Errorf("a test takes at most %d questions and dice", testQuestions)
	}
	return nil
}

// roll answers for all dice of the table.
func (t *TestBattle[B]) roll(q engine.Question) (int, error) {
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
	return f.roll(int(q.Sides), func() string { return t.whoRolls(q) })
}

// whoRolls describes a die: its origin and its purpose.
func (t *TestBattle[B]) whoRolls(q engine.Question) string {
	text := "the rules roll it"
	if m := t.host.machine; m != nil && m.Owner() != "" { // nil: no mod has a script
		mod := m.Owner()
		hook, file, line := m.Place()
		by := fmt.Sprintf("%s of mod %s, %s:%d", hook, mod, file, line)
		if q.Side == engine.Luck && mod != t.mods.tables.Rules {
			text += " for " + by
		} else {
			text = by + ", rolls it"
		}
	}
	if t.answered == "" {
		return text + ", before the first answer"
	}
	text += fmt.Sprintf(", after %q", t.answered)
	if q.Need > 1 && q.Need <= q.Sides {
		text += fmt.Sprintf(", and it matters whether it shows %d or more", q.Need)
	}
	return text
}

// choose answers for all players: the battle stands still until the test has answered.
func (t *TestBattle[B]) choose(q engine.Question) (int, error) {
	if err := t.ask(); err != nil {
		return 0, err
	}
	if t.seeded != nil {
		return t.usual(q)
	}
	if !t.yield(q) {
		return 0, errStopped
	}
	t.answered = q.Choice.Name(t.answer)
	return t.answer, nil
}

// usual answers as the player for the end, or with the first option if a
// script forbids that.
func (t *TestBattle[B]) usual(q engine.Question) (int, error) {
	n, err := t.mods.tables.Tests.Player.Answer(q)
	if err == nil && !q.Choice.Legal(n) {
		n = q.Choice.First()
	}
	return n, err
}

// hear keeps the log.
func (t *TestBattle[B]) hear(_ engine.Seats, e engine.Event) {
	if text := t.story.Describe(e); text != "" {
		t.log = append(t.log, text)
		t.line(text)
	}
	t.Fixture.Hear(t.host.Battle, e, t.tally.used)
}

// pending returns the question that awaits an answer.
func (t *TestBattle[B]) pending() (engine.Choice, error) {
	if _, err := t.Host(); err != nil {
		return nil, err
	}
	if t.question.Choice == nil {
		return nil, fmt.Errorf("the battle is over: %s", t.story.Outcome())
	}
	return t.question.Choice, nil
}

// Looks runs a function as a look of the test: its hooks are tested, but
// do not count as runs of the battle.
func (t *TestBattle[B]) Looks(look func()) {
	t.host.ran = t.tally.looked
	look()
	t.host.ran = t.tally.hooks
}

// Traced implements [Tracer].
func (t *TestBattle[B]) Traced(tr Trace) { t.line(tr.String()) }

// line keeps a line of the log or a trace.
func (t *TestBattle[B]) line(text string) {
	if len(t.lines) == testLines {
		t.more++
		return
	}
	t.lines = append(t.lines, text)
}

// parse reads an answer to the pending question.
func (t *TestBattle[B]) parse(text string) (n int, err error) {
	c, err := t.pending()
	if err != nil {
		return 0, err
	}
	t.Looks(func() { n, err = engine.ParseLegal(c, text) })
	if t.table.Err() != nil { // a script failed while reading it
		err = t.table.Err()
	}
	return n, err
}

// reply answers the question and lets the battle run to the next.
func (t *TestBattle[B]) reply(n int) error {
	t.answer = n
	return t.advance()
}

// SkipTo takes first options until turn accepts the question; what describes it.
// An error of turn ends it.
func (t *TestBattle[B]) SkipTo(what string, turn func(c engine.Choice) (bool, error)) error {
	if _, err := t.Host(); err != nil {
		return err
	}
	for t.question.Choice != nil {
		if there, err := turn(t.question.Choice); there || err != nil {
			return err
		}
		if err := t.reply(t.question.First()); err != nil {
			return err
		}
	}
	return fmt.Errorf("the battle is over before %s: %s", what, t.story.Outcome())
}

// finish lets players play to the end. The dice are seeded before the battle
// begins: some may be rolled before the first question.
func (t *TestBattle[B]) finish(seed uint64) error {
	t.seeded = t.mods.lib.Dice(seed)
	if _, err := t.Host(); err != nil || t.question.Choice == nil {
		return err
	}
	n, err := t.usual(t.question)
	if err != nil {
		return err
	}
	return t.reply(n)
}

// Asked returns the pending question as a sentence, or the outcome at the end.
func (t *TestBattle[B]) Asked() string {
	if t.host == nil {
		return ""
	}
	c := t.question.Choice
	if c == nil {
		if t.table.Err() != nil {
			return ""
		}
		return t.story.Outcome()
	}
	who := t.host.seat(t.question.Side)
	if formed, ok := c.(engine.Formed); ok && formed.Form().Asked != "" {
		return cmp.Or(formed.Subject(), who) + " " + formed.Form().Asked
	}
	if p, ok := c.(engine.Prompter); ok {
		return who + ": " + p.Prompt()
	}
	return who
}

// ranTimes returns the number of runs of a hook of the mod.
func (t *TestBattle[B]) ranTimes(name string) (n int, err error) {
	if _, err := t.Host(); err != nil {
		return 0, err
	}
	var known []string
	for _, hk := range t.mods.tables.Hooks {
		known = append(known, hk.Hook)
	}
	if !slices.Contains(known, name) {
		return 0, &engine.Unknown{What: "hook", Word: name, Known: known}
	}
	has := false
	if t.mods.program != nil {
		for _, fn := range t.mods.program.Funcs(name) {
			if fn.Mod == t.id {
				has = true
				n += t.tally.hooks[fn]
			}
		}
	}
	if !has {
		return 0, fmt.Errorf("mod %s has no %s", t.id, name)
	}
	return n, nil
}

// set sets a setting of the mod.
func (t *TestBattle[B]) set(name string, v lua.Value) error {
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

// settingFrom returns a script's value as a value of the setting, if it is one.
func settingFrom(s *library.Setting, v lua.Value) (any, bool) {
	within := v.IsNumber() && s.Least <= v.Float() && v.Float() <= s.Most && !math.IsInf(v.Float(), 0)
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

// show returns a value for a message.
func (t *TestBattle[B]) show(v lua.Value) string {
	if kind, ref, ok := v.Object(); ok && t.host != nil {
		o := t.mods.tables.Objects[kind]
		if o.only() {
			return o.show(t.host, ref)
		}
		return o.name() + " " + o.show(t.host, ref)
	}
	return shown(v, t.show)
}

// shown returns a value that is no object in words; show does the same for the items of
// a list.
func shown(v lua.Value, show func(lua.Value) string) string {
	if !isList(v) {
		return v.String()
	}
	var b strings.Builder
	b.WriteByte('{')
	for i, item := range v.Items() {
		if i > 0 {
			b.WriteString(", ")
		}
		if b.Len() > maxShown {
			b.WriteString("...")
			break
		}
		b.WriteString(show(item))
	}
	b.WriteByte('}')
	return b.String()
}

// maxShown is the number of bytes of a list that are shown.
const maxShown = 2000

func isList(v lua.Value) bool {
	_, _, object := v.Object()
	return !object && !v.IsNil() && !v.IsBoolean() && !v.IsNumber() && !v.IsString()
}

// equal compares lists item by item.
func equal(a, b lua.Value) bool {
	if isList(a) && isList(b) {
		return slices.EqualFunc(a.Items(), b.Items(), equal)
	}
	return !isList(a) && !isList(b) && a.Equal(b)
}
