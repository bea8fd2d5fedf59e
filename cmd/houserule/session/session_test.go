package session_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"houserule/cmd/houserule/gamestest"
	"houserule/cmd/houserule/saves"
	"houserule/cmd/houserule/session"
	"houserule/engine"
	"houserule/engine/library"
)

// ground is a scenario with these players.
func ground(t *testing.T, scenario string, players ...string) session.Ground {
	t.Helper()
	lib, s, frontend := gamestest.Having(t, scenario)
	m := library.Match{Scenario: scenario, Setup: s.Setup, Seed: 4, Dice: library.Seeded, Players: players}
	return session.Ground{Game: session.Game{Frontend: frontend, Library: lib}, Match: m}
}

// plays plays a battle in which people take the first option, until so many choices are made. The
// second one belongs to the line of the first, and the host itself makes the third.
func plays(t *testing.T, g session.Ground, choices int) *session.Battle {
	t.Helper()
	var b *session.Battle
	b, err := session.New(g, engine.OracleFunc(func(q engine.Question) (int, error) {
		if len(texts(b)) == choices {
			b.Quit()
			return 0, engine.ErrRewind
		}
		return q.First(), nil
	}))
	if err != nil {
		t.Fatal(err)
	}
	b.From = func(e engine.Entry) engine.Origin {
		switch len(texts(b)) {
		case 1:
			return engine.Joins
		case 2:
			return engine.Itself
		}
		return engine.Begins
	}
	if err := b.Run(b.Table); !errors.Is(err, engine.ErrRewind) {
		t.Fatal(err)
	}
	return b
}

// texts are the choices of a battle so far.
func texts(b *session.Battle) (said []string) {
	for _, e := range b.Entries() {
		if !e.Side.IsLuck() {
			said = append(said, e.Text)
		}
	}
	return said
}

// Back takes back lines: answers of one line together, and those of the host with the line before
// them. Forth repeats what it took back.
func TestBackAndForth(t *testing.T) {
	b := plays(t, ground(t, "border", "human", "human"), 4)
	all := texts(b)
	owns := b.ByPerson
	for _, step := range []struct {
		n     int
		forth bool
		ok    bool
		left  int // of the choices
	}{{1, false, true, 3}, {1, false, true, 0}, {1, false, false, 0}, {9, true, true, 4}, {2, false, true, 0}, {1, true, true, 2}} {
		move := b.Back
		if step.forth {
			move = b.Forth
		}
		if ok := move(step.n, owns); ok != step.ok || !slices.Equal(texts(b), all[:step.left]) {
			t.Errorf("%+v: %t, and %q of %q are left", step, ok, texts(b), all)
		}
	}
}

// The answers of a journal come again under other rules as far as they fit, and a battle is loaded
// only if all of them do.
func TestRefitted(t *testing.T) {
	g := ground(t, "skirmish", "human", "greedy")
	b := plays(t, g, 1)
	journal := b.Journal()
	fit, err := session.Refitted(g.Game, journal)
	if err != nil || fit.Misfit != nil || fit.Others != nil || len(fit.Entries) != len(journal.Entries) || fit.Stands != "round 1, ranged step, attacker" {
		t.Fatalf("%+v, %v", fit, err)
	}
	loaded, err := session.Loaded(g.Game, journal, nil, false)
	if err != nil || !slices.Equal(texts(loaded), texts(b)) || loaded.Story.Scene() != b.Story.Scene() {
		t.Errorf("%v is loaded, %v", loaded, err)
	}
	at := slices.IndexFunc(journal.Entries, func(e engine.Entry) bool { return e.Text != "" })
	journal.Entries = slices.Clone(journal.Entries)
	journal.Entries[at].Text = "lose d1"
	const misfit = `round 1, magic step: the journal does not fit this battle: answer 2, "lose d1": d1 (Buffalo Herd) is no counter of yours (K3.1)`
	if fit, err = session.Refitted(g.Game, journal); err != nil || fit.Misfit == nil || fit.Misfit.Error() != misfit || len(fit.Entries) != at {
		t.Errorf("%v, %v with %d answers, want %s with %d", err, fit.Misfit, len(fit.Entries), misfit, at)
	}
	if _, err := session.Loaded(g.Game, journal, nil, true); err == nil || err.Error() != "its answers do not fit: "+misfit {
		t.Errorf("%v, want its answers do not fit: %s", err, misfit)
	}
}

// When a list of dice is used up, a person rolls the next ones.
func TestListedDice(t *testing.T) {
	g := ground(t, "skirmish", "greedy", "greedy")
	g.Match.Dice, g.Match.Script = library.Scripted, []int{1, 6}
	asked := 0
	b, err := session.New(g, engine.OracleFunc(func(q engine.Question) (int, error) {
		if !q.IsDie() {
			t.Errorf("%v is asked", q)
		}
		asked++
		return 2, nil
	}))
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Run(b.Table); err != nil {
		t.Fatal(err)
	}
	var dice []int
	for _, e := range b.Entries() {
		if e.Side.IsLuck() {
			dice = append(dice, e.N)
		}
	}
	if want := append([]int{1, 6}, slices.Repeat([]int{2}, asked)...); asked == 0 || !slices.Equal(dice, want) {
		t.Errorf("the dice are %v, want %v", dice, want)
	}
}

// New keeps the people, as far as there are seats for them, and takes nothing else.
func TestNew(t *testing.T) {
	s := session.Shelf{Seed: func() uint64 { return 9 }}
	for _, row := range []struct{ players, words, want string }{
		{"human,greedy", "", "skirmish human,greedy 9"},
		{"human,greedy", "seed 3", "skirmish human,greedy 3"},
		{"human,human", "duel seed 3", "duel human,human 3"},
		{"human,greedy", "first-battle", "first-battle human,greedy 9"},
		{"human,greedy", "kings", "skirmish human,greedy 9"},
		{"human,greedy", "duel now", `"now" is too much: new takes a scenario and seed N`},
		{"human,greedy", "seed -1", `seed takes a whole number from 0, not "-1"`},
		{"human,greedy", "dule", `unknown scenario "dule"`},
	} {
		g, err := s.New(ground(t, "skirmish", strings.Split(row.players, ",")...), strings.Fields(row.words))
		got := strings.Join([]string{g.Match.Scenario, strings.Join(g.Match.Players, ","), g.Match.DiceText()}, " ")
		got = strings.Replace(got, "seed ", "", 1)
		if err != nil {
			got = err.Error()
		}
		if got != row.want {
			t.Errorf("new %s: %s, want %s", row.words, got, row.want)
		}
	}
}

// A shelf for those who are elsewhere takes names only, and shows no path.
func TestShelfWithoutFiles(t *testing.T) {
	folder := t.TempDir()
	s := session.Shelf{Places: saves.Places{State: folder, Data: folder}, NoFiles: true}
	b := plays(t, ground(t, "skirmish", "human", "greedy"), 1)
	for words, want := range map[string]string{
		"ford":            "Saved in ford.",
		"ford.journal":    "ford.journal is a file, and files are for the prompt of the machine itself: give a name, as in save before-the-wall",
		"ford twice over": "save takes a name or a file, as in save before-the-wall; save before-the-wall over writes over another battle, save before-the-wall remove removes the save",
	} {
		said, err := s.Save(b, strings.Fields(words))
		if err != nil {
			said = err.Error()
		}
		if said != want {
			t.Errorf("save %s: %s, want %s", words, said, want)
		}
	}
	if _, err := s.Fetch(b.Game, "load", []string{"../ford"}, nil); err == nil || !strings.HasPrefix(err.Error(), "../ford is a file") {
		t.Errorf("load ../ford: %v", err)
	}
	again, err := s.Fetch(b.Game, "load", []string{"ford"}, nil)
	if err != nil || !slices.Equal(texts(again), texts(b)) {
		t.Errorf("load ford: %v", err)
	}
}
