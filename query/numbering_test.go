package query

import (
	"fmt"
	"slices"
	"testing"
)

// A number that each name has of its site's own is left out where names are asked for and compared; what names things
// itself is none: numbers of models and of parts, years, what some have alone.
func TestNumbering(t *testing.T) {
	t.Parallel()
	mill := []string{"Old Mill Bridge", "Chain Bridge", "Pont Neuf", "Ponte Vecchio", "Tower Bridge", "Alte Brücke", "Golden Gate", "Forth Bridge", "Iron Bridge", "Rialto", "Viaduct of Millau", "Stone Bridge (East)"}
	number := func(i int) int { return 41 + 337*i }
	for form, want := range map[string]string{
		"B-%[2]d %[1]s":             "Old Mill Bridge",
		"#%04[2]d %[1]s":            "Old Mill Bridge",
		"No. %[2]d: %[1]s":          "Old Mill Bridge",
		"B %[2]d – %[1]s":           "Old Mill Bridge",
		"[%[2]d] %[1]s":             "Old Mill Bridge",
		"%[1]s (SN %[2]d)":          "Old Mill Bridge",
		"%[1]s, SN %[2]d":           "Old Mill Bridge",
		"Bridge %[2]d, %[1]s - Hub": "Old Mill Bridge",
		"#%[2]d %[1]s (id %[2]d)":   "Old Mill Bridge",
	} {
		var names []string
		for i, name := range mill {
			names = append(names, fmt.Sprintf(form, name, number(i)))
		}
		s := NewNames(names)
		if asked, short := s.Asked(names[0]), s.Short(names[0]); asked != want || s.Core(names[0]) != want || short == "" || len(short) > len(want) {
			t.Errorf("%s: asked for as %q and %q", names[0], asked, short)
		}
		keys := s.Keys(names[0])
		if !slices.Contains(keys, Key(want)) || !slices.Contains(keys, Key(names[0])) || !slices.Contains(new(Names).Keys(want), Key(want)) {
			t.Errorf("%s: found by %q", names[0], keys)
		}
	}
	for what, names := range map[string][]string{
		"cameras":     {"Canon EOS 5D", "Canon EOS 6D", "Canon EOS 7D", "Nikon D850", "Nikon D750", "Nikon D500", "Sony A7", "Sony A9", "Sony A6400"},
		"aircraft":    {"Boeing 747", "Boeing 767", "Boeing 777", "Airbus A320", "Airbus A340", "Airbus A350", "Tupolev Tu-154", "Tupolev Tu-134"},
		"controllers": {"ATmega328P", "ATmega8", "PIC16F84", "PIC18F452", "ATtiny85", "STM32F103", "MSP430F"},
		"chips":       {"LM358 Operational Amplifier", "LM741 Operational Amplifier", "NE555 Timer", "NE556 Timer", "LM317 Regulator", "LM7805 Regulator", "TL072 Operational Amplifier"},
		"few chips":   {"LM317 Adjustable Regulator", "NE555 Precision Timer", "BC547 NPN Transistor", "LM358 Operational Amplifier", "TL431 Shunt Reference", "CD4017 Decade Counter"},
		"cars":        {"2009 Pontiac Vibe", "2009 Honda Civic", "2008 Honda Fit", "2008 Ford Focus", "2007 Ford Fiesta", "2007 Fiat Panda", "2009 Fiat Punto"},
		"some":        {"B-1 Alte Brücke", "B-2 Rialto", "Tower Bridge", "Pont Neuf", "Golden Gate", "B-3 Iron Bridge", "Forth Bridge"},
		"few":         {"B-1 Alte Brücke", "B-2 Rialto", "B-3 Tower Bridge", "B-4 Pont Neuf"},
	} {
		s := NewNames(names)
		for _, name := range names {
			if s.Core(name) != name {
				t.Errorf("%s: %q is asked for as %q", what, name, s.Core(name))
			}
		}
	}
}
