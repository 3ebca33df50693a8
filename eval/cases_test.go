package eval

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDetect(t *testing.T) {
	t.Parallel()
	rows := []Row{run("m", "books", 1, 5, 0, 1), run("m", "books", 2, 10, 0, 1), run("m", "films", 1, 10, 0, 1), run("m", "films", 2, 0, 0, 1)}
	rows[0].Cases = []string{"mixed class", "loose|template"}
	rows[1].Cases = []string{"mixed class"}
	d := Detect(rows, .9)
	if len(d.Cases) != 2 || d.Cases[0].Case != "mixed class" {
		t.Fatalf("cases %+v", d.Cases)
	}
	want := Detection{Case: "mixed class",
		Named:  Outcome{Runs: 2, Below: 1, Mean: Figures{Precision: 1, Recall: .75, F1: (1 + 2./3) / 2}},
		Silent: Outcome{Runs: 2, Below: 1, Mean: Figures{Precision: .5, Recall: .5, F1: .5}}}
	if diff := cmp.Diff(want, d.Cases[0], cmp.Comparer(near)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if d.Any.Named.Runs != 2 || d.Any.Silent.Below != 1 {
		t.Errorf("any: %+v", d.Any)
	}
	var b strings.Builder
	if err := d.Markdown(&b); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"4 runs; a run has failed if its F1 is below 0.9.",
		`| loose\|template | 1 | 1 | 1.000 | 0.500 | **0.667** | 3 | 1 | 0.667 | 0.667 | **0.667** |`,
		"| **any** | 2 | 1 | 1.000 | 0.750 | **0.833** | 2 | 1 | 0.500 | 0.500 | **0.500** |",
	} {
		if !strings.Contains(b.String(), line+"\n") {
			t.Errorf("no line %q in\n%s", line, b.String())
		}
	}
	// No run at all, and runs without a case, are tables too.
	for _, rows := range [][]Row{nil, rows[3:]} {
		b.Reset()
		if err := Detect(rows, .9).Markdown(&b); err != nil || !strings.Contains(b.String(), "| **any** | 0 | | | | |") {
			t.Errorf("%v, %q", err, b.String())
		}
	}
}
