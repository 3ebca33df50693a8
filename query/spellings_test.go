package query

import (
	"strings"
	"testing"

	"verde/values"
)

// Names with a code in them are asked for as sites part it; names of plain words as they are.
func TestSpellings(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"KX32H108FG":           "KX 32H108FG|KX32H108 FG|KX32 H108FG|KX 32H108 FG",
		"KX 32H108FG":          "KX32H108FG|KX32H108 FG|KX32 H108FG|KX 32H108 FG",
		"AL32 H072-RC":         "AL32H072RC|AL 32H072RC|AL32H072 RC|AL32 H072RC|AL 32H072 RC",
		"LM317":                "LM 317",
		"LM-317":               "LM317",
		"LM 317 T":             "LM317T|LM 317T|LM317 T",
		"74HC595":              "74 HC595",
		"B-52":                 "B52",
		"Canon SD1300 IS":      "Canon SD1300IS|Canon SD 1300IS|Canon SD 1300 IS",
		"Canon EOS 5D":         "Canon EOS5D|Canon EOS5 D|Canon EOS 5 D",
		"BMW X5":               "BMW X 5",
		"BMW Z4 2009":          "BMW Z 4 2009",
		"Orbis (OS8L4)":        "Orbis (OS 8L4)|Orbis (OS8 L4)|Orbis (OS 8 L4)",
		"Canon SX30IS 14.1MP":  "Canon SX 30IS 14.1MP|Canon SX30 IS 14.1MP|Canon SX 30 IS 14.1MP",
		"Polaroid PDC 5.0":     "",
		"THX 1138":             "THX1138",
		"A 2,000-Year History": "",
		"Emma":                 "",
		"Catch-22":             "",
		"Apollo 13":            "",
		"2010 Acura RL":        "",
		"The 39 Steps":         "",
		"Rocky II":             "",
		"Ray Allen":            "",
		"1st Choice":           "",
		"20-50mm":              "",
		"Nineteen 84 (1984)":   "",
		"三体 2":                 "",
		"":                     "",
	} {
		got := Spellings(name)
		if g := strings.Join(got, "|"); g != want {
			t.Errorf("Spellings(%q):\n got %s\nwant %s", name, g, want)
		}
		for _, s := range got {
			if values.Unparted(s) != values.Unparted(name) {
				t.Errorf("%q is no spelling of %q", s, name)
			}
		}
	}
}
