package games

import (
	"errors"
	"fmt"

	"houserule/cmd/houserule/saves"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/library"
)

// Replaying reads journals to play their battles again. Its fields say which it takes
// besides whole ones written with the present data.
type Replaying struct {
	Partial bool // those that were cut off, or whose battles are not over
	Anyway  bool // those written with other data
}

// A Journal is a journal with the match and the data to play its battle again.
type Journal struct {
	*engine.Journal
	Library *library.Library
	Match   library.Match
	Cut     bool // it was cut off
}

// Read reads the journal of that name and loads its rules. Its errors do not contain the
// name.
func (o Replaying) Read(name string, mods *Resolver) (*Journal, error) {
	file, err := saves.OpenJournal(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	journal, err := engine.ReadJournal(file)
	cut := errors.Is(err, engine.ErrCutOff) && journal != nil
	switch {
	case cut && o.Partial:
	case cut && saves.JournalPath(name) != name: // it is played at the prompt
		return nil, errors.New("the battle is not over (--partial shows it so far)")
	case cut:
		return nil, fmt.Errorf("%w (--partial plays the %d answers that are left)", err, len(journal.Entries))
	case err != nil:
		return nil, err
	}
	if err := journal.CheckTexts(); err != nil {
		return nil, err
	}
	if waiting, err := saves.Platform().Waiting(name); err == nil {
		mods.Resumed = waiting.Mods
	}
	lib, err := mods.LoadFor(journal.Header)
	if err != nil {
		return nil, err
	}
	m, err := lib.Match(journal.Header)
	switch {
	case errors.Is(err, library.ErrOtherMods) && o.Anyway:
	case errors.Is(err, library.ErrOtherMods):
		return nil, fmt.Errorf("%w (--anyway plays it nevertheless)", err)
	case err != nil:
		return nil, err
	}
	return &Journal{journal, lib, m, cut}, journal.Restream(lib.Streams)
}

// View returns the view of its battle, at the beginning.
func (j *Journal) View(mods *Resolver) (*view.View, error) {
	b, err := j.Library.Game.NewBattle(j.Match.Setup)
	if err != nil {
		return nil, err
	}
	return mods.View(j.Library).New(j.Library, j.Match, b), nil
}

// Play plays its battle at a table that takes these answers. whole is false for one that
// was cut off.
func (j *Journal) Play(b engine.Story, table *engine.Table, answers *engine.Replay) (whole bool, err error) {
	if err := engine.Play(b, table); err != nil {
		if j.Cut && answers.Used() == len(j.Entries) {
			return false, nil
		}
		return false, err
	}
	if err := answers.Done(); err != nil {
		return false, err
	}
	return true, j.CheckEnd(b)
}

// CheckEnd returns an error if the battle has ended in another way than the journal says.
func (j *Journal) CheckEnd(b engine.Story) error {
	if !j.Cut && b.Outcome() != j.End {
		return fmt.Errorf("%w: it ended %q, now it ends %q", engine.ErrReplay, j.End, b.Outcome())
	}
	return nil
}
