package kingsview

// Idle answers what answers itself, but no pick: one before the first round
// decides too much to be passed over.
func (v *View) Idle() (answer int, why string, ok bool) {
	if v.kind() == toPick {
		return 0, "", false
	}
	return v.Plain.Idle()
}
