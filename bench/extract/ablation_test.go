package extract

import (
	"slices"
	"testing"

	"verde/bench/table"
	"verde/extract/improvement"
)

// An improvement stays if it gains on two groups and hurts none.
func TestStays(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		gained []float64
		stays  bool
		on     int
	}{
		{[]float64{.1, .0005, 0, -.005}, true, 2},
		{[]float64{.1, .0004, 0}, false, 1},
		{[]float64{.1, .1, -.006}, false, 2},
		{[]float64{0, 0}, false, 0},
	} {
		if stays, on := stays(tt.gained); stays != tt.stays || on != tt.on {
			t.Errorf("%v: stays %t on %d, want %t on %d", tt.gained, stays, on, tt.stays, tt.on)
		}
	}
}

// What a group says of an improvement does not count for itself.
func TestRefused(t *testing.T) {
	t.Parallel()
	row := func(name string, gained ...table.Value) table.Row {
		f := table.Figures{"without": table.Value(name)}
		for i, g := range groupNames {
			f[g] = "0.000"
			if i < len(gained) {
				f[g] = gained[i]
			}
		}
		return table.Row{Figures: f}
	}
	gained, err := gainsOf([]table.Row{row("Lists", "0.100", "0.020"), row("Alike", "0.010", "0.020", "-0.010", "0.100")})
	if err != nil {
		t.Fatal(err)
	}
	for without, want := range map[int][]string{0: {"Alike", "Lists"}, 1: {"Alike", "Lists"}, 2: nil, 3: {"Alike"}} {
		off, names := refused(gained, without)
		slices.Sort(names)
		bits := improvement.Set(0)
		for _, x := range improvements() {
			if slices.Contains(want, x.name) {
				bits |= x.bit
			}
		}
		if !slices.Equal(names, want) || off != bits {
			t.Errorf("without group %d: %v, want %v", without, names, want)
		}
	}
	if _, err := gainsOf(nil); err == nil {
		t.Error("no error without rows")
	}
	if _, err := gainsOf([]table.Row{{Figures: table.Figures{"without": "Lists"}}}); err == nil {
		t.Error("no error for a row without a figure")
	}
}
