package view

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/engine"
	"houserule/engine/players"
)

// A Boarder is a battle that draws itself.
type Boarder interface {
	// Board is what there is to see, in lines.
	Board() []string
}

// Plain is the view of a battle of any game. Its verbs are the first words of
// the options that are offered, its odds those of the whole battle, and its
// board is the battle's own, if it is a [Boarder].
type Plain struct {
	Frame
	// Note, if not nil, says what an answer does, for lists of options and for
	// hints, and Worth what it is appraised at. Who embeds a Plain says so with
	// these what it knows better.
	Note, Worth func(answer int) string
	// wins are the odds of the options that are asked about; nil until somebody
	// wants to know them.
	wins map[int]end
}

// NewPlain returns the plain view of a frame's battle.
func NewPlain(f Frame) *Plain { return &Plain{Frame: f} }

var _ View = (*Plain)(nil)

// Ask tells what is asked now.
func (p *Plain) Ask(q engine.Question) {
	p.Frame.Ask(q)
	p.wins = nil
}

// Line is the event as the battle describes it.
func (p *Plain) Line(e engine.Event) (screen.Line, bool) {
	text := p.story.Describe(e)
	return screen.Line{Depth: 2, Text: text, Where: p.Scene()}, text != ""
}

// Stage tells the beginning and the end apart: of events it knows nothing.
func (p *Plain) Stage(engine.Event) Stage {
	if p.Over() {
		return Ended
	}
	return Began
}

// Board is the battle's own, under its title, or else what each side has left.
func (p *Plain) Board(width int) string {
	return strings.Join(append([]string{p.Headline(width)}, p.lines()...), "\n") + "\n"
}

func (p *Plain) lines() []string {
	if b, ok := p.story.(Boarder); ok {
		return b.Board()
	}
	var lines []string
	for side, seat := range p.seats {
		if p.players[side] != "" {
			seat += " (" + p.players[side] + ")"
		}
		lines = append(lines, fmt.Sprintf("%s: worth %d", seat, p.story.Worth(engine.Side(side))))
	}
	return lines
}

// Survivors are the lines of the board.
func (p *Plain) Survivors() []string { return p.lines() }

// Topics are those that every game has.
func (p *Plain) Topics() []string { return p.Frame.Topics() }

// Show tells that there is nothing to show.
func (p *Plain) Show(string) (string, error) {
	return "", errors.New("this game has nothing that show could show: board draws all that there is")
}

// Units are none that have names, so that no word is one of theirs.
func (p *Plain) Units() []string    { return nil }
func (p *Plain) IsUnit(string) bool { return false }

// names are the options as they are written.
func (p *Plain) names() []string {
	if p.asked.Choice == nil {
		return nil
	}
	var names []string
	for answer := range p.asked.Choice.Each {
		names = append(names, p.Typed(answer))
	}
	return names
}

// Verbs are the first words of the options.
func (p *Plain) Verbs() []Verb {
	var verbs []Verb
	names := p.names()
	for _, word := range firstWords(names) {
		v := Verb{Name: word, Text: "the answer"}
		n := 0
		for _, name := range names {
			if first, rest, _ := strings.Cut(name, " "); first == word {
				if n++; n == 1 {
					v.Example = name
				}
				if rest != "" {
					v.Usage = "..."
				}
			}
		}
		if n > 1 {
			v.Text = fmt.Sprintf("one of %d answers: options %s lists them", n, word)
		}
		verbs = append(verbs, v)
	}
	return verbs
}

// Fits tells that every verb does: they are made of what is asked.
func (p *Plain) Fits(Verb) bool { return p.asked.Choice != nil }

// Answer reads an option by its name.
func (p *Plain) Answer(_ string, v Verb, rest []string) (int, error) {
	words := append([]string{v.Name}, rest...)
	if n, ok, err := p.Bare(words); ok {
		return n, err
	}
	return engine.ParseLegal(p.asked.Choice, strings.Join(words, " "))
}

// Bare reads an option by its name, without the verb where all have the same.
func (p *Plain) Bare(words []string) (answer int, ok bool, err error) {
	if p.asked.Choice == nil {
		return 0, false, nil
	}
	if n, ok := Bare(p.asked.Choice, words); ok {
		return n, true, nil
	}
	n, ok := Bare(p.asked.Choice, append([]string{strings.TrimSpace(choose)}, words...))
	return n, ok, nil
}

// Complete are the words that stand there in options that begin so.
func (p *Plain) Complete(v Verb, before []string) (words []string) {
	prefix := append([]string{v.Name}, before...)
	for _, name := range p.names() {
		have := strings.Fields(name)
		if len(have) > len(prefix) && slices.Equal(have[:len(prefix)], prefix) && !slices.Contains(words, have[len(prefix)]) {
			words = append(words, have[len(prefix)])
		}
	}
	return words
}

// Heads are those of Options.
func (p *Plain) Heads() [4]string { return [4]string{"answer", "wins", "worth", ""} }

// listedStates are looked at for the odds in a list of options: few, for the
// list is to come at once.
const listedStates = 2_000

// Options lists what can be answered, the best first: by what it is appraised
// at, and with the chance to win after it, where that is quickly found.
func (p *Plain) Options() []Option {
	if p.asked.Choice == nil {
		return nil
	}
	p.find()
	var list []Option
	for _, n := range BestFirst(p.asked.Choice) {
		o := Option{Text: p.Typed(n), Worth: p.worth(n), Note: p.note(n), Answer: n}
		if e, ok := p.wins[n]; ok {
			o.Odds = share(e.Wins[p.asked.Side])
			after := fmt.Sprintf("after %.3g rounds", p.more(e))
			if e.Draws.Value > e.Bound {
				after += ", draw " + share(e.Draws)
			}
			o.Note = strings.TrimPrefix(o.Note+"; "+after, "; ")
		}
		list = append(list, o)
	}
	if _, ok := p.asked.Choice.(engine.Appraiser); !ok {
		p.sortByWins(list)
	}
	return list
}

// worth is what an answer is appraised at.
func (p *Plain) worth(answer int) string {
	if p.Worth != nil {
		return p.Worth(answer)
	}
	if a, ok := p.asked.Choice.(engine.Appraiser); ok {
		return strconv.Itoa(a.Appraise(answer))
	}
	return ""
}

// note is what an answer does, where that is known.
func (p *Plain) note(answer int) string {
	if p.Note == nil {
		return ""
	}
	return p.Note(answer)
}

// find finds the odds of the options, or that they take too long.
func (p *Plain) find() {
	c, ok := p.asked.Choice.(engine.Trier)
	if p.wins != nil || !ok {
		return
	}
	p.wins = map[int]end{}
	ends, err := p.ends(context.Background(), c, listedStates)
	if err != nil {
		return // Odds says why
	}
	for _, e := range ends {
		p.wins[e.answer] = e
	}
}

// sortByWins sorts options of which nothing else is known.
func (p *Plain) sortByWins(list []Option) {
	chance := func(o Option) float64 {
		if e, ok := p.wins[o.Answer]; ok {
			return e.Wins[p.asked.Side].Value
		}
		return -1
	}
	slices.SortStableFunc(list, func(a, b Option) int {
		switch ca, cb := chance(a), chance(b); {
		case ca > cb:
			return -1
		case ca < cb:
			return 1
		}
		return 0
	})
}

// Odds tells those of the whole battle, for each answer.
func (p *Plain) Odds(ctx context.Context, words []string) (string, error) {
	if len(words) > 0 {
		return "", fmt.Errorf("%q is too much: in this game odds tells those of the whole battle", strings.Join(words, " "))
	}
	c, ok := p.asked.Choice.(engine.Trier)
	if !ok {
		return "", errors.New("odds are told when a choice is asked for whose answers can be tried out: this is none")
	}
	return p.BattleOdds(ctx, c, p.Typed)
}

// OddsWords are none: see Odds.
func (p *Plain) OddsWords([]string) []string { return nil }

// Hint is what the computer would answer, and what it knows of that.
func (p *Plain) Hint() (string, error) {
	n, name, err := p.advice()
	if err != nil {
		return "", err
	}
	text := fmt.Sprintf("The computer (%s) would answer: %s", name, p.Typed(n))
	if note := p.note(n); note != "" {
		text += " (" + note + ")"
	}
	text += "."
	if p.find(); len(p.wins) > 0 {
		text += fmt.Sprintf(" The %s then wins %s.", p.Who(), share(p.wins[n].Wins[p.asked.Side]))
	}
	return text, nil
}

// Advice is what the computer would type.
func (p *Plain) Advice() (string, error) {
	n, _, err := p.advice()
	if err != nil {
		return "", err
	}
	return p.Typed(n), nil
}

// advice is what the best player answers that can: search, where answers can
// be tried out, else greedy.
func (p *Plain) advice() (answer int, player string, err error) {
	if p.asked.Choice == nil {
		return 0, "", errors.New("nothing is asked that the computer would answer")
	}
	player = "greedy"
	var adviser engine.Oracle = players.Greedy{}
	if _, ok := p.asked.Choice.(engine.Trier); ok {
		player, adviser = "search", players.NewSearch(p.asked.Side, p.seed, players.DefaultNodes)
	}
	answer, err = adviser.Answer(p.asked)
	return answer, player, err
}
