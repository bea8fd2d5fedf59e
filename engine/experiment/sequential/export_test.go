package sequential

// Excludes reports whether the interval leaves out a mean. It takes far less time than the
// whole interval.
func (s *Sample) Excludes(mean, alpha float64) bool {
	return s.N() > 0 && (s.above(mean, alpha/2) || s.mirrored().above(-mean, alpha/2))
}
