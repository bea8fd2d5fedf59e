package protocol

import (
	"encoding/json"

	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/library"
)

// A Recorder keeps a battle as the messages for one who watches it: before each answer what
// has happened, the board, the pages of the units that are not as they were, and who is
// asked; and then the answer.
//
// Of a battle that is over it shows what all seats see together. Of another it shows what
// each person in it may see.
type Recorder struct {
	client
	Messages []any

	over    bool
	lib     *library.Library
	answers engine.Oracle
	number  int
	table   *engine.Table
	veils   bool
	pages   map[string]string // the last page of each unit, as JSON
}

// NewRecorder returns the recorder of a battle whose view v shows it, and which is over at
// the end of the answers.
func NewRecorder(lib *library.Library, v view.View, answers engine.Oracle, over bool) *Recorder {
	r := &Recorder{lib: lib, answers: answers, over: over, veils: veils(v), pages: map[string]string{}}
	if veiled, ok := v.(view.Veiled); ok && over {
		veiled.Unveil(true)
	}
	r.client = client{audience: newAudience(v, 0, r.veils && !over), Ready: Ready{Wants: []string{wantTold, wantBoard}}, say: r.keep}
	if over {
		r.all, r.sees = false, nil
		for side := range v.Seats() {
			r.sees = append(r.sees, engine.Side(side))
		}
	}
	return r
}

func (r *Recorder) keep(message any) error {
	r.Messages = append(r.Messages, message)
	return nil
}

// Join makes the recorder hear what happens at the table.
func (r *Recorder) Join(t *engine.Table) {
	r.table = t
	t.Explain(true)
	t.Join(&r.log)
}

// Answer records where the battle is, and hands on the answer.
func (r *Recorder) Answer(q engine.Question) (int, error) {
	open := r.open(q)
	if open {
		r.view.Ask(q)
		defer r.view.Ask(engine.Question{})
	}
	r.number++
	if err := r.look(); err != nil {
		return 0, err
	}
	_ = r.say(Waiting{"waiting", r.number, r.view.Seats()[q.Side]}) // keep never fails
	answer, err := r.answers.Answer(q)
	if err == nil && open {
		_ = r.say(Taken{"taken", r.number, q.Choice.Name(answer)})
	}
	return answer, err
}

// open reports whether everybody may see a question and its answer: once the battle is over;
// before, unless the sides decide in secret, or see different things and the seat is not the
// only one that is shown.
func (r *Recorder) open(q engine.Question) bool {
	only := len(r.sees) == 1 && r.sees[0] == q.Side
	return r.over || !r.table.Hides(q.Choice) && (!r.veils || only)
}

// End records how the battle has ended.
func (r *Recorder) End() error {
	if err := r.look(); err != nil {
		return err
	}
	return r.say(newEnd(r.view.Battle(), r.view.Seats()))
}

// look records what has happened, the board, and its units.
func (r *Recorder) look() error {
	for i, line := range r.log.Lines[r.told:] {
		for side, seat := range r.view.Seats() {
			if len(r.view.Seats()) > 1 && line.To == engine.Only(engine.Side(side)) {
				r.log.Lines[r.told+i].Text = seat + " is told: " + line.Text
			}
		}
	}
	_ = r.tell(func() Battle { return r.battle(r.lib) })
	_ = r.say(Board{"board", r.About, r.board()})
	if r.blind && !r.over {
		return nil
	}
	for _, name := range r.view.Units() {
		page, err := r.view.Show(name)
		if err != nil {
			return err
		}
		text, err := json.Marshal(page)
		if err != nil {
			return err
		}
		if r.pages[name] != string(text) {
			r.pages[name] = string(text)
			_ = r.say(Page{"page", r.About, page})
		}
	}
	return nil
}
