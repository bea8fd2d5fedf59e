package saves

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/players"
)

// Create starts the journal of a battle: NAME.N with the least N, from 1, that is
// free. It holds the header, and is locked until Close.
//
// Create first tidies up: it keeps the 50 newest finished battles, and removes the
// locks and drafts of killed programs. It keeps battles without an end, and those
// that a program has open.
func (p Places) Create(name string, h engine.Header) (*Battle, error) {
	if CheckReserved(name) != nil { // a scenario may have such a name
		name = "battle-" + name
	}
	if err := checkName(name); err != nil {
		return nil, err
	}
	if err := makeFolder(p.disk(), p.battles()); err != nil {
		return nil, err
	}
	p.tidy()
	for n := 1; ; n++ {
		b, err := p.create(name+"."+strconv.Itoa(n), h)
		if !errors.Is(err, fs.ErrExist) && !errors.Is(err, ErrElsewhere) {
			return b, err
		}
	}
}

// create takes one name, unless it is taken. Only the holder of its lock can make the
// file, which therefore need not exist before its header is complete.
func (p Places) create(name string, h engine.Header) (*Battle, error) {
	free := func() error {
		_, err := os.Lstat(p.battle(name))
		if err == nil {
			return fs.ErrExist
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return cannot("write", p.battle(name), err)
		}
		return nil
	}
	if err := free(); err != nil {
		return nil, err
	}
	b, err := p.claim(name, atOnce)
	if err != nil {
		return nil, err
	}
	if err := free(); err != nil { // another program made it before this one had the lock
		b.Close()
		return nil, err
	}
	err = p.keepBeside(name)
	if err == nil {
		err = b.Rewrite(h, nil)
	}
	if err != nil {
		b.Discard()
		return nil, err
	}
	return b, nil
}

// claim locks a battle. There is no file in it yet.
func (p Places) claim(name string, wait time.Duration) (*Battle, error) {
	path := p.battle(name)
	l, err := lock(path, wait)
	if errors.Is(err, errLocked) {
		return nil, fmt.Errorf("battle %s is %w", name, ErrElsewhere)
	}
	if err != nil {
		return nil, cannot("lock", path, err)
	}
	return &Battle{name: name, path: path, in: p, on: p.disk(), lock: l}, nil
}

// A Found is an unfinished battle that can be resumed.
type Found struct {
	Name, Path string
	Changed    time.Time // the journal
	Answers    int
	Header     engine.Header
	Mods       []string // the folders of its mods that were named by their paths
	Err        error    // if not nil, the journal cannot be read: Answers and Header are not known
}

// Unfinished returns the battles without an end that no program has open, the newest
// first. Last come those in which no person has answered anything, which a killed
// program may leave.
func (p Places) Unfinished() ([]Found, error) {
	all, err := list(p.battles())
	if err != nil {
		return nil, err
	}
	slices.SortFunc(all, newestFirst)
	var found, untouched []Found
	for _, l := range all {
		f := Found{Name: l.name, Path: l.path, Changed: l.info.ModTime(), Mods: p.modsOf(l.name)}
		j, err := readJournal(l.path)
		switch {
		case errors.Is(err, fs.ErrNotExist): // removed in the meantime
			continue
		case err != nil:
			f.Err = err
		case j.End != "":
			continue
		default:
			f.Answers, f.Header = len(j.Entries), j.Header
		}
		if locked(l.path) {
			continue
		}
		if f.Err == nil && !touched(j) {
			untouched = append(untouched, f)
		} else {
			found = append(found, f)
		}
	}
	return append(found, untouched...), nil
}

// touched reports whether a person has answered anything in a battle, or rolled a
// die.
func touched(j *engine.Journal) bool {
	names := library.PlayersIn(j.Header)
	byHand := strings.HasPrefix(j.Get("dice"), "asked ")
	return slices.ContainsFunc(j.Entries, func(e engine.Entry) bool {
		if e.Side.IsLuck() {
			return byHand
		}
		return int(e.Side) < len(names) && names[e.Side] == players.Human
	})
}

// newestFirst orders journals by time, then by name, the greater number
// first.
func newestFirst(a, b listed) int {
	split := func(s string) (string, int) {
		i := strings.LastIndexByte(s, '.')
		n, _ := strconv.Atoi(s[i+1:])
		return s[:max(i, 0)], n
	}
	aName, aN := split(a.name)
	bName, bN := split(b.name)
	return cmp.Or(b.info.ModTime().Compare(a.info.ModTime()),
		strings.Compare(aName, bName), cmp.Compare(bN, aN), strings.Compare(a.name, b.name))
}

// Resume reopens a battle, "" being the newest one possible: PassedOver returns the
// errors of newer ones. The journal holds the answers so far, without a torn last
// line.
func (p Places) Resume(name string) (*Battle, *engine.Journal, error) {
	if name != "" {
		return p.resume(name)
	}
	found, err := p.Unfinished()
	if err != nil {
		return nil, nil, err
	}
	var passed []error
	for _, f := range found {
		if f.Err != nil {
			passed = append(passed, f.Err)
			continue
		}
		b, j, err := p.resume(f.Name)
		if err == nil {
			b.passed = passed
			return b, j, nil
		}
		if !errors.Is(err, ErrElsewhere) && !errors.Is(err, ErrOver) { // else another program was faster
			passed = append(passed, err)
		}
	}
	if len(passed) > 0 {
		return nil, nil, errors.Join(passed...)
	}
	return nil, nil, ErrNone
}

// Waiting returns the battle that Resume would resume, and where its mods lie.
func (p Places) Waiting(name string) (Found, error) {
	if name != "" {
		j, err := readJournal(p.battle(name))
		if err != nil {
			return Found{}, err
		}
		return Found{Name: name, Path: p.battle(name), Answers: len(j.Entries), Header: j.Header, Mods: p.modsOf(name)}, nil
	}
	found, err := p.Unfinished()
	if err != nil {
		return Found{}, err
	}
	for _, f := range found {
		if f.Err == nil {
			return f, nil
		}
	}
	return Found{}, ErrNone
}

func (p Places) resume(name string) (*Battle, *engine.Journal, error) {
	if _, err := os.Stat(p.battle(name)); checkName(name) != nil || errors.Is(err, fs.ErrNotExist) {
		all, _ := list(p.battles())
		known := engine.Each(all, func(l listed) string { return l.name })
		return nil, nil, &engine.Unknown{What: "battle", Word: name, Known: known}
	}
	b, err := p.claim(name, aMoment)
	if err != nil {
		return nil, nil, err
	}
	j, err := b.pickUp()
	if err != nil {
		b.Close()
		return nil, nil, err
	}
	if len(p.Mods) > 0 {
		_ = p.keepLines(p.beside(name, modsSuffix), p.Mods) // without it they have to be named again
	}
	return b, j, nil
}

// pickUp reads the journal and opens it to append to it.
func (b *Battle) pickUp() (*engine.Journal, error) {
	j, err := readJournal(b.path)
	if err != nil {
		return nil, err
	}
	if j.End != "" {
		return nil, fmt.Errorf("battle %s is %w (%s): load %s looks at it", b.name, ErrOver, j.End, b.name)
	}
	out, pen, whole, err := compose(j.Header, j.Entries, "")
	if err != nil {
		return nil, cannot("write", b.path, err)
	}
	text, err := os.ReadFile(b.path)
	if err != nil {
		return nil, cannot("read", b.path, err)
	}
	// The journal that was read, written again, is the file up to its torn line, as the
	// checks of the lines prove, unless another program has changed its line ends. Cutting
	// off the rest takes no room, which a full disk does not have.
	torn := len(text) > len(whole)
	switch {
	case !bytes.HasPrefix(text, whole):
		err = replace(b.on, b.path, whole)
	case torn:
		err = b.on.truncate(b.path, int64(len(whole)))
	}
	if err != nil {
		return nil, cannot("write", b.path, err)
	}
	if err := b.goOn(out, pen); err != nil {
		return nil, err
	}
	b.dirty = torn
	return j, b.Sync()
}

// keep is how many finished battles stay.
const keep = 50

// tidy removes files that are not needed any more. It leaves those that it cannot
// remove.
func (p Places) tidy() {
	all, _ := list(p.battles())
	slices.SortFunc(all, newestFirst)
	finished := 0
	for _, l := range all {
		if !over(l.path) {
			continue
		}
		if finished++; finished <= keep {
			continue
		}
		if held, err := lock(l.path, atOnce); err == nil {
			if over(l.path) { // it may have been opened again in the meantime
				p.disk().remove(l.path)
				p.removeBeside(l.name)
			}
			unlock(held)
		}
	}
	for _, folder := range []string{p.battles(), p.saves()} {
		files, _ := os.ReadDir(folder)
		for _, f := range files {
			path := filepath.Join(folder, f.Name())
			if of, ok := strings.CutSuffix(path, draftSuffix); ok {
				if held, err := lock(ownerOf(of), atOnce); err == nil {
					p.disk().remove(path)
					unlock(held)
				}
			}
			if of, ok := strings.CutSuffix(path, lockSuffix); ok {
				locked(of) // removes it
			}
		}
	}
}

func over(path string) bool {
	j, err := readJournal(path)
	return err == nil && j.End != ""
}
