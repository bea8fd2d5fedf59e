package protocol

import (
	"encoding/json"
	"slices"

	"houserule/cmd/houserule/fair"
	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/library"
)

// A recorder tells a battle in the messages for a client that watches it: before each answer
// the new lines of the log, the board, the pages of the units that have changed, and the seat
// that is asked; and then the answer.
//
// If the battle is over, it shows what all seats see together. Otherwise it shows what every
// person in the battle may see.
type recorder struct {
	client
	over    bool
	lib     *library.Library
	answers engine.Oracle
	number  int // of the answers that all viewers may see
	table   *engine.Table
	veils   bool
	pages   map[string]string // the last page of each unit, as JSON
	said    int               // number of messages
}

// Record plays the battle of a journal and calls keep with each message for a client that
// watches it. Of a battle that is over, the messages show what all seats see together; of
// another, what every person in the battle may see.
func Record(journal *games.Journal, mods *games.Resolver, keep func(message any) error) error {
	v, err := journal.View(mods)
	if err != nil {
		return err
	}
	return record(journal, v, keep)
}

// record records the battle of a journal, which v shows.
func record(journal *games.Journal, v *view.View, keep func(message any) error) error {
	answers := &engine.Replay{Entries: journal.Entries}
	r := newRecorder(journal.Library, v, answers, journal.End != "", keep)
	r.table = engine.NewTable(answers, slices.Repeat([]engine.Oracle{r}, len(v.Seats()))...)
	r.table.Explain(true)
	r.table.Join(&r.log)
	whole, err := journal.Play(v.Battle(), r.table, answers)
	if err == nil && whole {
		if err = r.look(engine.Question{}, true); err == nil {
			err = r.say(newEnd(v.Battle(), v.Seats()))
		}
	}
	return err
}

// newRecorder returns the recorder of the battle of the view v. Over says that the battle is
// over after the answers.
func newRecorder(lib *library.Library, v *view.View, answers engine.Oracle, over bool, keep func(message any) error) *recorder {
	r := &recorder{lib: lib, answers: answers, over: over, veils: v.Veils(), pages: map[string]string{}}
	if v.Veil != nil && over {
		v.Veil.Unveil(true)
	}
	say := discreet(lib, func(message any) error {
		r.said++
		return keep(message)
	})
	r.client = client{audience: newAudience(v, 0, r.veils && !over), Ready: Ready{Wants: []string{wantTold, wantBoard}}, say: say}
	if over {
		r.all, r.sees = false, nil
		for side := range v.Seats() {
			r.sees = append(r.sees, engine.Side(side))
		}
	}
	return r
}

// Answer records the present state, and returns the next of the answers.
func (r *recorder) Answer(q engine.Question) (int, error) {
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
		err = r.say(Taken{"taken", r.number, q.Choice.Name(answer)})
	}
	return answer, err
}

// open reports whether all viewers may see a question and its answer. They may if the battle
// is over. Otherwise the sides must not decide in secret, and if they see different things,
// the seat must be the only one that is shown.
func (r *recorder) open(q engine.Question) bool {
	only := len(r.sees) == 1 && r.sees[0] == q.Side
	return r.over || !r.table.Hides(q.Choice) && (!r.veils || only)
}

// look records the new lines of the log, the board, its units, and the seat that is asked. Of
// a question that is not open it records only what has changed.
func (r *recorder) look(q engine.Question, open bool) error {
	for i, line := range r.log.Lines[r.told:] {
		for side, seat := range r.view.Seats() {
			if len(r.view.Seats()) > 1 && line.To == engine.Only(engine.Side(side)) {
				r.log.Lines[r.told+i].Text = seat + " is told: " + line.Text
			}
		}
	}
	news, err := r.tell(func() Battle { return r.battle(r.lib, fair.Chances{}) })
	if err != nil {
		return err
	}
	before := r.said
	r.looked = false
	if q.Choice == nil {
		err = r.say(Board{"board", r.About, r.board()})
	} else {
		err = r.wait(q.Side, r.number+1, news || open)
	}
	if err != nil || r.blind && !r.over || r.said == before {
		return err
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
			if err := r.say(Page{"page", r.About, page}); err != nil {
				return err
			}
		}
	}
	return nil
}
