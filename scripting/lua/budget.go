package lua

import "fmt"

// A fault unwinds a script.
type fault struct {
	text   string
	err    error
	thrown bool   // by error or assert, with a value that is no text
	value  Value  // that value
	level  int    // the function that the text blames, for pcall: 1 is the one that failed, 0 none
	file   string // where it is not the place that the script has reached
	line   int
}

// Fail stops the script that runs. Err is the reason, nil for a mistake that pcall may catch.
func (m *Machine) Fail(err error, format string, args ...any) {
	panic(&fault{text: fmt.Sprintf(format, args...), err: err, level: 1})
}

// fail stops the script at a site.
func (fr *frame) fail(at int32, err error, format string, args ...any) {
	fr.site = at
	fr.m.Fail(err, format, args...)
}

// Charge takes steps from the running script, for the work of a function of the host. The
// function must return its error.
func (m *Machine) Charge(steps int) error {
	if m.Left -= int64(steps); m.Left < 0 {
		return ErrBudget
	}
	return nil
}

// charge takes steps from the budget.
func (m *Machine) charge(steps int) {
	if m.Left -= int64(steps); m.Left < 0 {
		text, err := "spent its steps", ErrBudget
		if m.Overspent != nil {
			text, err = m.Overspent()
		}
		m.Fail(err, "%s", text)
	}
}

// take takes bytes from the budget.
func (m *Machine) take(bytes int) {
	if m.Bytes += int64(bytes); m.Bytes > int64(m.limits.Memory) {
		m.Fail(ErrMemory, "took more than %d KiB of memory", m.limits.Memory>>10)
	}
}

// measure takes the memory of a string of n bytes from the budget.
func (m *Machine) measure(n int) {
	if n > 32 {
		if n > MaxString {
			m.tooLong()
		}
		m.take(n)
		m.charge(n >> 6)
	}
}

func (m *Machine) tooLong() {
	m.Fail(ErrMemory, "a string has at most %d bytes", MaxString)
}

// compared takes the steps of comparing or looking for a long text.
func (m *Machine) compared(v Value) {
	if v.is == valueString && v.ref > 64 {
		m.charge(int(v.ref) >> 6)
	}
}

// listed accounts for a list of n items of the host.
func (m *Machine) listed(n int) {
	m.Left -= int64(8 + n)
	m.Bytes += int64(64 + 16*n)
	if n > MaxTable || m.Left < 0 || m.Bytes > int64(m.limits.Memory) {
		m.unlisted(n)
	}
}

// unlisted fails for a list that is too long.
func (m *Machine) unlisted(n int) {
	if n > MaxTable {
		m.Fail(ErrMemory, "a list has at most %d items", MaxTable)
	}
	m.charge(0)
	m.take(0)
}

// constructed takes the price of a constructor.
func (m *Machine) constructed(items, keys int) {
	if items > MaxTable {
		m.Fail(ErrMemory, "a list has at most %d items", MaxTable)
	}
	m.charge(items>>3 + 4*keys)
	if keys > 0 {
		m.charge(16)
		m.take(512)
	}
	m.take(16*items + 128*keys)
}

// functionSteps are what a call of a function of the host takes, and fieldSteps what
// reading a field of an object does.
const (
	functionSteps = 8
	fieldSteps    = 4
)
