package kingsview

// Idle answers what answers itself, but nothing that is picked in the middle of
// something: that cannot be tried out.
func (v *View) Idle() (answer int, why string, ok bool) {
	if v.kind() == toPick {
		return 0, "", false
	}
	return v.Plain.Idle()
}
