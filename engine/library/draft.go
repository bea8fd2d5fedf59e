package library

// A Draft is an entry while something larger is made of it, such as the setup
// of a scenario. Wrong says that it has a problem, so that what is made of it
// need not be checked as a whole.
type Draft[T any] struct {
	Entry[T]
	Wrong bool
}

// Reportf is [Record.Reportf], and notes that there is a problem.
func (d *Draft[T]) Reportf(steps []any, format string, args ...any) {
	d.Entry.Reportf(steps, format, args...)
	d.Wrong = true
}

// A Referrer has values that name entries: a [Record], an [Entry] or a
// [Draft].
type Referrer interface {
	Reportf(steps []any, format string, args ...any)
	refer(section, id string, steps ...any) (*record, error)
}

// Named is [Refer] for an id that may be absent, which is "". It reports one
// that is not known, and tells whether there is anything.
func Named[V any](r Referrer, section, id string, steps ...any) (v V, ok bool) {
	if id == "" {
		return v, false
	}
	found, err := r.refer(section, id, steps...)
	if err != nil {
		r.Reportf(steps, "%s: %s", steps[len(steps)-1], Explain(err))
		return v, false
	}
	return found.built.(V), true
}

// Parsed is what a text at steps of r is parsed to that names entries of a
// section, such as an army. It is nothing where the text is "", and what is
// wrong with it is reported.
func Parsed[V, A any](r Referrer, section, text string, parse func(text string, find func(id string) (V, error)) (A, error), steps ...any) (parsed A) {
	if text == "" {
		return parsed
	}
	parsed, err := parse(text, func(id string) (v V, err error) {
		found, err := r.refer(section, id, steps...)
		if err != nil {
			return v, err
		}
		return found.built.(V), nil
	})
	if err != nil {
		r.Reportf(steps, "%s: %s", steps[len(steps)-1], Explain(err))
	}
	return parsed
}
