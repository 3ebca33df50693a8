package calendar

import "testing"

func TestMonth(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]int{
		"march": 3, "märz": 3, "marca": 3, "maaliskuuta": 3, "марта": 3, "μαρτίου": 3, "μαΐου": 5, "mart": 3, "март": 3,
		"listopada": 0, // October in Croatian, November in Polish
		"januar":    1, "enero": 1, "stycznia": 1, "set": 0, "": 0, "monday": 0, "x": 0,
	} {
		if got := Month(name); got != want {
			t.Errorf("%q is month %d, want %d", name, got, want)
		}
	}
	for name, want := range map[string]int{"set": 9, "févr": 2, "oca": 1, "march": 3, "ago": 8, "5": 0} {
		if got := ShortMonth(name); got != want {
			t.Errorf("%q is short for %d, want %d", name, got, want)
		}
	}
	for name, want := range map[string]bool{"tuesday": true, "dienstag": true, "вторник": true, "mar": true, "may": false, "": false} {
		if got := Day(name); got != want {
			t.Errorf("%q is a day: %t, want %t", name, got, want)
		}
	}
}
