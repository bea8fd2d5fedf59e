package saves

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"

	"github.com/gofrs/flock"

	"houserule/engine"
)

// A Battle is a journal on disk that grows with its battle: a Recorder. One
// goroutine uses it at a time.
//
// Its first error stays. It refuses all later writes with the same error, because
// nothing may follow a torn line or a missing answer. A Rewrite that succeeds
// clears the error.
type Battle struct {
	name, path string
	in         Places
	on         disk
	lock       *flock.Flock
	out        *engine.JournalWriter
	file       file // nil while a Rewrite has failed
	dirty      bool // something was written since the last sync
	over       bool
	closed     bool
	err        error
	passed     []error
}

// Name is its name for Resume and Load: "siege.2".
func (b *Battle) Name() string { return b.name }

// Path is where its journal lies.
func (b *Battle) Path() string { return b.path }

// PassedOver returns the errors of the newer battles that Resume skipped.
func (b *Battle) PassedOver() []error { return b.passed }

// Record appends an answer. Once it returns nil, killing the program does
// not lose it; once Sync has, a loss of power does not.
func (b *Battle) Record(e engine.Entry) error {
	return b.line(func() error { return b.out.Record(e) })
}

// End writes how the battle ended, which must not be "", and syncs it.
// After that only Rewrite can write.
func (b *Battle) End(result string) error {
	if err := b.line(func() error { return b.out.Close(result) }); err != nil {
		return err
	}
	b.over = true
	return b.Sync()
}

// line lets write append a line.
func (b *Battle) line(write func() error) error {
	switch {
	case b.closed:
		return fmt.Errorf("battle %s is closed", b.name)
	case b.err != nil:
		return b.err
	case b.over:
		return fmt.Errorf("battle %s is %w", b.name, ErrOver)
	}
	b.dirty = true
	return b.fail(write())
}

// fail keeps the first error.
func (b *Battle) fail(err error) error {
	if err != nil {
		err = cannot("write", b.path, err)
		b.err = cmp.Or(b.err, err)
	}
	return err
}

// Sync makes sure that the written entries survive a loss of power.
func (b *Battle) Sync() error {
	if b.err != nil || !b.dirty {
		return b.err
	}
	b.dirty = false
	return b.fail(b.file.Sync())
}

// Rewrite replaces the journal by one of h and entries, to which later entries are
// appended: after undo and redo, or when the header changed. When it fails, the
// journal stays as it was, and the Battle refuses further answers, because they
// would not fit after those that were taken back. After End it opens the battle
// again.
//
// Where there is no room for another journal and answers are only taken back, it
// cuts the journal off after the remaining answers.
func (b *Battle) Rewrite(h engine.Header, entries []engine.Entry) error {
	if b.closed {
		return fmt.Errorf("battle %s is closed", b.name)
	}
	out, pen, text, err := compose(h, entries, "")
	if err != nil {
		return b.fail(err)
	}
	if err := draft(b.on, b.path, text); err != nil {
		if !b.cut(text) {
			return b.fail(err)
		}
		if err := b.goOn(out, pen); err != nil {
			return err
		}
		b.dirty = true
		return b.Sync()
	}
	b.drop() // Windows renames nothing over an open file
	if err := commit(b.on, b.path); err != nil {
		return b.fail(err)
	}
	return b.goOn(out, pen)
}

// cut shortens the journal to text, and reports whether it could: whether the
// journal begins with text.
func (b *Battle) cut(text []byte) bool {
	old, err := os.ReadFile(b.path)
	return err == nil && bytes.HasPrefix(old, text) && b.on.truncate(b.path, int64(len(text))) == nil
}

// goOn opens the journal to append to it with out.
func (b *Battle) goOn(out *engine.JournalWriter, pen *pen) error {
	b.drop()
	f, err := b.on.open(b.path, os.O_WRONLY|os.O_APPEND)
	if err != nil {
		return b.fail(err)
	}
	pen.Writer = f
	b.file, b.out = f, out
	b.over, b.dirty, b.err = false, false, nil
	return nil
}

func (b *Battle) drop() {
	if b.file != nil {
		b.file.Close()
		b.file = nil
	}
}

// Close syncs and lets other programs open the battle. It returns the error that
// stayed, if any. Closing twice does nothing.
func (b *Battle) Close() error {
	if b.closed {
		return nil
	}
	err := b.Sync()
	b.closed = true
	b.drop()
	if e := unlock(b.lock); err == nil && e != nil {
		err = cannot("unlock", b.path, e)
	}
	return err
}

// Discard closes the battle and removes its journal, which holds nothing that a
// player would miss.
func (b *Battle) Discard() error {
	if b.closed {
		return nil
	}
	b.drop()
	err := b.on.remove(b.path)
	b.in.removeBeside(b.name)
	b.dirty = false
	if e := b.Close(); err == nil {
		err = e
	}
	return err
}

// A pen is the output of a JournalWriter: first a buffer, to find where the file
// ends, then the file.
type pen struct{ io.Writer }

// compose writes a journal, without an end line when end is "". It returns the text,
// and the writer that appends to it once its pen has a file.
func compose(h engine.Header, entries []engine.Entry, end string) (*engine.JournalWriter, *pen, []byte, error) {
	var text bytes.Buffer
	pen := &pen{&text}
	out, err := engine.NewJournalWriter(pen, h)
	for _, e := range entries {
		if err == nil {
			err = out.Record(e)
		}
	}
	if err == nil && end != "" {
		err = out.Close(end)
	}
	return out, pen, text.Bytes(), err
}
