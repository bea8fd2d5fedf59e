package protocol

import (
	"encoding/json"

	"houserule/cmd/houserule/fair"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/library"
)

// A Recorder keeps a battle as the messages for a client that watches it: before each answer
// the new lines of the log, the board, the pages of the units that have changed, and the seat
// that is asked; and then the answer.
//
// If the battle is over, it shows what all seats see together. Otherwise it shows what every
// person in the battle may see.
type Recorder struct {
	client
	Messages []any

	over    bool
	lib     *library.Library
	answers engine.Oracle
	number  int // of the answers that all viewers may see
	table   *engine.Table
	veils   bool
	pages   map[string]string // the last page of each unit, as JSON
}

// NewRecorder returns the recorder of the battle of the view v. Over says that the battle is
// over after the answers.
func NewRecorder(lib *library.Library, v *view.View, answers engine.Oracle, over bool) *Recorder {
	r := &Recorder{lib: lib, answers: answers, over: over, veils: v.Veils(), pages: map[string]string{}}
	if v.Veil != nil && over {
		v.Veil.Unveil(true)
	}
	r.client = client{audience: newAudience(v, 0, r.veils && !over), Ready: Ready{Wants: []string{wantTold, wantBoard}}, say: discreet(lib, r.keep)}
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

// Join makes the recorder a listener of the table.
func (r *Recorder) Join(t *engine.Table) {
	r.table = t
	t.Explain(true)
	t.Join(&r.log)
}

// Answer records the present state, and returns the next of the answers.
func (r *Recorder) Answer(q engine.Question) (int, error) {
	open := r.open(q)
	if open {
		r.view.Ask(q)
		defer r.view.Ask(engine.Question{})
	}
	if err := r.look(q, open); err != nil {
		return 0, err
	}
	answer, err := r.answers.Answer(q)
	if err == nil && open {
		r.number++
		_ = r.say(Taken{"taken", r.number, q.Choice.Name(answer)})
	}
	return answer, err
}

// open reports whether all viewers may see a question and its answer. They may if the battle
// is over. Otherwise the sides must not decide in secret, and if they see different things,
// the seat must be the only one that is shown.
func (r *Recorder) open(q engine.Question) bool {
	only := len(r.sees) == 1 && r.sees[0] == q.Side
	return r.over || !r.table.Hides(q.Choice) && (!r.veils || only)
}

// End records the end of the battle.
func (r *Recorder) End() error {
	if err := r.look(engine.Question{}, true); err != nil {
		return err
	}
	return r.say(newEnd(r.view.Battle(), r.view.Seats()))
}

// look records the new lines of the log, the board, its units, and the seat that is asked. Of
// a question that is not open it records only what has changed.
func (r *Recorder) look(q engine.Question, open bool) error {
	for i, line := range r.log.Lines[r.told:] {
		for side, seat := range r.view.Seats() {
			if len(r.view.Seats()) > 1 && line.To == engine.Only(engine.Side(side)) {
				r.log.Lines[r.told+i].Text = seat + " is told: " + line.Text
			}
		}
	}
	// keep never fails
	news, _ := r.tell(func() Battle { return r.battle(r.lib, fair.Chances{}) })
	before := len(r.Messages)
	r.looked = false
	if q.Choice == nil {
		_ = r.say(Board{"board", r.About, r.board()})
	} else {
		_ = r.wait(q.Side, r.number+1, news || open)
	}
	if r.blind && !r.over || len(r.Messages) == before {
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
