package kingsview

import "houserule/engine/kings"

// Idle answers what Plain answers, but no pick: a pick before the first round
// decides too much to be skipped.
func (v *View) Idle() (answer int, why string, ok bool) {
	if v.Form() == kings.FormPick {
		return 0, "", false
	}
	return v.Plain.Idle()
}
