package experiment

import "testing"

// Battles of any number of seats end in one way more than there are seats.
func TestEndings(t *testing.T) {
	all := Endings([]string{"red", "green", "blue"})
	if len(all) != 4 || all[2] != (Ending{2, "blue"}) || all[3].Name != "draw" {
		t.Errorf("the endings are %v", all)
	}
}
