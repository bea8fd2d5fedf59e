// Package saves keeps battles on disk, so that no answer is lost when the program
// is killed, the power fails or the disk is full, and so that two programs at once
// do each other no harm.
//
// [Places] are the folders. A running battle is a [Battle]: Create makes its
// journal, every answer is appended to it by one write before the battle
// continues, End writes its result. Unfinished lists the battles without an end,
// and Resume reopens one. It cuts off a last line that was torn, because only a
// whole line is an answer. A saved battle is a copy under a name that Save writes
// and Load reads. History and Remember keep the lines that were typed at the
// prompt.
//
// Three rules hold everywhere. A file is replaced only by writing another beside
// it, which is synced and then renamed over it, so that a reader finds the old one
// or the new one, whole; only where there is no room for another, a journal is
// shortened in place. A program that changes a file holds the lock beside it, which
// ends with the process. And a Battle that failed to write writes nothing more,
// until it was written anew as a whole.
package saves

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/adrg/xdg"
	"golang.org/x/text/unicode/norm"

	"houserule/engine"
	"houserule/engine/library/files"
)

// Places are the folders of the files. They are made when a file is put there.
type Places struct {
	State string // running battles, and the history of the prompt
	Data  string // saved battles

	// Mods are the folders of the mods of the battles from now on, if the mods were named
	// by their paths. Each battle keeps them in a file beside its journal, and not in it,
	// because another machine would have no use for them.
	Mods []string
	// Keys are the keys of the links to the next battle, if it is served: of its seats, and of
	// whoever watches. They are kept in the same way.
	Keys []string

	on disk // nil: the real one
}

// reading guards the variables of xdg.
var reading sync.Mutex

// Platform returns the usual folders of this system for this user, and those that
// XDG_STATE_HOME and XDG_DATA_HOME name.
func Platform() Places {
	reading.Lock()
	defer reading.Unlock()
	xdg.Reload() // it read the variables at the start of the program; a test may have set them since
	return Places{
		State: filepath.Join(xdg.StateHome, "houserule"),
		Data:  filepath.Join(xdg.DataHome, "houserule"),
	}
}

// Check returns an error for relative places, which would change with the folder in
// which the program runs.
func (p Places) Check() error {
	if !filepath.IsAbs(p.State) || !filepath.IsAbs(p.Data) {
		return fmt.Errorf("HOME is %q: set it to the whole path of your home folder, or battles, saves and mods would lie in another place for each folder in which houserule is run", os.Getenv("HOME"))
	}
	for _, folder := range []string{p.State, p.Data} {
		if at, what := engine.Unsafe(folder, ""); at >= 0 {
			return fmt.Errorf("the folder %q is where battles, saves and mods lie: name one without the %s by HOME, XDG_STATE_HOME and XDG_DATA_HOME", folder, what)
		}
	}
	return nil
}

// Homeless reports whether places of Platform lie at the root of all files,
// because no home folder is set.
func (p Places) Homeless() bool {
	given := filepath.IsAbs(os.Getenv("XDG_STATE_HOME")) && filepath.IsAbs(os.Getenv("XDG_DATA_HOME"))
	return runtime.GOOS != "windows" && os.Getenv("HOME") == "" && !given
}

// The errors of Resume.
var (
	ErrNone      = errors.New("there is no battle to continue")
	ErrElsewhere = errors.New("being played elsewhere") // it is locked
	ErrOver      = errors.New("over")                   // it has an end line
)

const (
	journalSuffix = ".journal"
	lockSuffix    = ".houserule-lock" // our files beside a user's file must not be taken for the user's
	draftSuffix   = ".houserule-new"
)

func (p Places) battles() string { return filepath.Join(p.State, "battles") }
func (p Places) saves() string   { return filepath.Join(p.Data, "saves") }

func (p Places) battle(name string) string {
	return filepath.Join(p.battles(), composed(name)+journalSuffix)
}
func (p Places) save(name string) string {
	return filepath.Join(p.saves(), composed(name)+journalSuffix)
}

// composed returns a name with each accented letter as one character, not as a letter and an
// accent: keyboards and file systems write it in both ways.
func composed(name string) string { return norm.NFC.String(name) }

// disk returns the disk for changes of files.
func (p Places) disk() disk {
	if p.on == nil {
		return osDisk{}
	}
	return p.on
}

// checkName returns an error unless a name is a valid file name on every system, and
// neither an option nor a hidden file.
func checkName(name string) error {
	if name == "" {
		return errors.New("a name is missing")
	}
	for i, r := range composed(name) {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && (i == 0 || !strings.ContainsRune("-_.", r)) {
			return fmt.Errorf("%q is no name: a name is of letters, digits, -, _ and ., and a letter or digit comes first", name)
		}
	}
	return CheckReserved(name)
}

// CheckReserved returns an error for the names of devices on Windows, which no file
// there can have, with any suffix: Windows would lose a journal of that name, and
// could not copy one from elsewhere.
func CheckReserved(name string) error {
	device, _, _ := strings.Cut(strings.ToUpper(name), ".")
	switch device {
	case "CON", "PRN", "AUX", "NUL":
	default:
		number, ok := strings.CutPrefix(device, "COM")
		if !ok {
			number, ok = strings.CutPrefix(device, "LPT")
		}
		if !ok || utf8.RuneCountInString(number) != 1 || !strings.ContainsAny(number, "0123456789¹²³") {
			return nil
		}
	}
	return fmt.Errorf("%q is no name: Windows keeps %s for a device: take another", name, device)
}

// IsPath reports whether name is a path, not the name of a save.
func IsPath(name string) bool {
	return strings.ContainsRune(name, '/') || strings.ContainsRune(name, filepath.Separator) ||
		strings.HasSuffix(name, journalSuffix)
}

// cannot says which action on a file failed. It drops the file and the call, which
// the system's own errors repeat.
func cannot(do, path string, err error) error {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		err = p.Err
	} else if l, ok := errors.AsType[*os.LinkError](err); ok {
		err = l.Err
	}
	return fmt.Errorf("cannot %s %s: %w", do, path, err)
}

// readJournal reads a journal to its end, or to where it is cut off, which is no
// error after the header.
func readJournal(path string) (*engine.Journal, error) {
	file, err := files.Open(path)
	if err != nil {
		return nil, cannot("read", path, err)
	}
	defer file.Close()
	j, err := parse(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return j, nil
}

func parse(r io.Reader) (*engine.Journal, error) {
	j, err := engine.ReadJournal(r)
	if j != nil {
		if err := j.CheckTexts(); err != nil {
			return nil, err
		}
	}
	if at, ok := errors.AsType[*engine.JournalError](err); ok && errors.Is(err, engine.ErrCutOff) {
		if j.Seats != nil {
			return j, nil
		}
		at.Hint = "its header is not whole, nothing was answered yet"
	}
	return j, err
}

// A listed is a journal in a folder.
type listed struct {
	name, path string
	info       fs.FileInfo
}

// list finds the journals in a folder, by name. There may be no folder.
func list(folder string) ([]listed, error) {
	files, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, cannot("read", folder, err)
	}
	var all []listed
	for _, f := range files {
		name, ok := strings.CutSuffix(f.Name(), journalSuffix)
		info, err := f.Info()
		if ok && checkName(name) == nil && err == nil && info.Mode().IsRegular() {
			all = append(all, listed{composed(name), filepath.Join(folder, f.Name()), info})
		}
	}
	return all, nil
}

// Names returns all names that Load takes, sorted.
func (p Places) Names() []string {
	var names []string
	for _, folder := range []string{p.saves(), p.battles()} {
		all, _ := list(folder) // folders that cannot be listed have no names
		for _, l := range all {
			names = append(names, l.name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
