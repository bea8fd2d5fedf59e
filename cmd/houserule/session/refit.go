package session

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/library"
)

// A Refit is a battle that was played again with its answers, perhaps under other rules or data.
type Refit struct {
	Match   library.Match
	Others  error          // that the battle was begun with other mods; nil: with these
	Entries []engine.Entry // the answers that fit
	Log     []screen.Line  // of them
	Misfit  error          // why the next answer does not fit; nil: all fit
	Stands  string         // where the battle stands after them, and who is asked

	story engine.Story // that stands there
}

// Refitted plays the battle of a journal again under the rules of a game.
func Refitted(g Game, j *engine.Journal) (*Refit, error) {
	m, err := g.Library.Match(j.Header)
	if err != nil && !errors.Is(err, library.ErrOtherMods) {
		return nil, err
	}
	r := &Refit{Match: m, Others: err, Entries: j.Entries}
	if err := j.Restream(g.Library.Streams); err != nil { // a mod that rolled is gone
		if i := slices.IndexFunc(r.Entries, func(e engine.Entry) bool { return e.Side < engine.Luck }); i >= 0 {
			r.Entries, r.Misfit = r.Entries[:i], err
		}
	}
	on := Ground{g, m}
	story, err := on.Story()
	if err != nil {
		return nil, err
	}
	r.story = story
	v := on.View(story)
	var log screen.Chronicle
	v.Tell(&log)
	replay := &engine.Replay{Entries: r.Entries, Then: engine.OracleFunc(func(q engine.Question) (int, error) {
		r.Stands = story.Scene()
		if q.Choice != nil {
			r.Stands += ", " + v.Seats()[q.Side]
		}
		return 0, engine.ErrRewind
	})}
	t := replay.Table(len(v.Seats()))
	t.Listen(&log)
	if err = engine.Play(story, t); err == nil {
		err = replay.Done()
	}
	if err != nil && !errors.Is(err, engine.ErrRewind) {
		r.Misfit = misfit(v, err, r.Entries, replay.Used())
	}
	r.Entries, r.Log = r.Entries[:replay.Used()], log.Lines
	return r, nil
}

// Loaded returns the battle of a journal, whose answers all fit, as it stands after them. With
// anyway, the journal may have been written under other rules or data.
func Loaded(g Game, j *engine.Journal, asks engine.Oracle, anyway bool) (*Battle, error) {
	fit, err := Refitted(g, j)
	switch {
	case err != nil:
		return nil, err
	case fit.Others != nil && !anyway:
		return nil, fit.Others
	case fit.Misfit != nil:
		return nil, fmt.Errorf("its answers do not fit: %w", fit.Misfit)
	}
	b, err := New(Ground{g, fit.Match}, asks)
	if err != nil {
		return nil, err
	}
	b.Story = fit.story
	b.Load(fit.Entries)
	return b, nil
}

// misfit says why an answer of a journal does not fit. It hides the answer where the seats see
// different things.
func misfit(v *view.View, err error, entries []engine.Entry, used int) error {
	if !v.Veils() || !errors.Is(err, engine.ErrReplay) || used >= len(entries) || entries[used].Side.IsLuck() {
		return err
	}
	return fmt.Errorf("%w: answer %d, of %s", engine.ErrReplay, used+1, engine.The(v.Seats()[entries[used].Side]))
}

// Course says where a battle takes another course than before, by the lines of both that may be
// seen, in lines.
func Course(before, after []screen.Line) string {
	for i := range min(len(before), len(after)) {
		if before[i].Text != after[i].Text {
			return fmt.Sprintf("It takes another course in %s.\n  before: %s\n  now:    %s", after[i].Where, before[i].Text, after[i].Text)
		}
	}
	if len(after) < len(before) {
		return "Nothing has changed up to there."
	}
	return "Nothing has changed in the battle."
}

// Changes lists what differs between two libraries of a game: rules, and the entries of the
// game's kinds with their lines before and now.
func Changes(system view.Frontend, before, after *library.Library) (lines []string) {
	was, now := switches(before), switches(after)
	for _, key := range slices.Sorted(maps.Keys(now)) {
		if was[key] != now[key] {
			lines = append(lines, fmt.Sprintf("rule %s: %s, before %s", key, now[key], was[key]))
		}
	}
	for _, k := range system.Kinds() {
		shown := func(lib *library.Library, id string) []string {
			var text strings.Builder
			if k.Show(&text, lib, id) != nil {
				return nil
			}
			all := strings.Split(strings.TrimSuffix(screen.Bare(text.String()), "\n"), "\n")
			return all[:len(all)-1] // the last one is the place in a file
		}
		for _, id := range k.IDs(after) {
			was, now := shown(before, id), shown(after, id)
			if was == nil {
				lines = append(lines, fmt.Sprintf("%s %s is new", k.Name, id))
			}
			for i, line := range now {
				if was == nil || slices.Contains(was, line) {
					continue
				}
				text := fmt.Sprintf("%s %s: %s", k.Name, id, strings.TrimSpace(line))
				if i < len(was) && !slices.Contains(now, was[i]) {
					text += ", before " + strings.TrimSpace(was[i])
				}
				lines = append(lines, text)
			}
			for i, line := range was {
				if i >= len(now) && !slices.Contains(now, line) {
					lines = append(lines, fmt.Sprintf("%s %s: no longer %s", k.Name, id, strings.TrimSpace(line)))
				}
			}
		}
		for _, id := range k.IDs(before) {
			if !slices.Contains(k.IDs(after), id) {
				lines = append(lines, fmt.Sprintf("%s %s is gone", k.Name, id))
			}
		}
	}
	return lines
}

// switches returns the values of the rules, by their keys.
func switches(lib *library.Library) map[string]string {
	values := map[string]string{}
	for _, p := range lib.Rulebook {
		for _, s := range p.Switches {
			values[s.Key] = s.Text()
		}
	}
	return values
}
