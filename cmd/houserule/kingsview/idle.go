package kingsview

import "houserule/engine/kings"

// Idle answers what answers itself, but no pick: one before the first round
// decides too much to be passed over.
func (v *View) Idle() (answer int, why string, ok bool) {
	if v.Form() == kings.FormPick {
		return 0, "", false
	}
	return v.Plain.Idle()
}
