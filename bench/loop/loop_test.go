package loop

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/bench/table"
	"verde/eval/swde"
	"verde/extract/accuracy"
	"verde/page"
)

// Means are over runs, and a vertical in which nothing was found has no precision.
func TestSumRounds(t *testing.T) {
	t.Parallel()
	row := func(vertical, right, wrong, examined string) table.Row {
		return table.Row{Commit: "abc", Figures: table.Figures{"vertical": table.Value(vertical), "instances": "1 x 5", "right": table.Value(right),
			"wrong": table.Value(wrong), "there": "4", "examined": table.Value(examined), "not found: estimate": "1.0"}}
	}
	got, err := sumRounds([]table.Row{row("book", "4", "0", "0.100"), row("movie", "0", "0", "0.500"), row("book", "2", "2", "0.300")})
	if err != nil || len(got) != 2 {
		t.Fatalf("%d rows, error %v", len(got), err)
	}
	want := table.Figures{"vertical": "book", "instances": "1 x 5", "runs": "2", "sources P": "0.75", "found": "6 of 8", "R, mean": "0.750",
		"R, least": "0.50", "examined, mean": "0.200", "not found: estimate, mean": "1.00", "truly": "1.00"}
	if d := cmp.Diff(want, got[0].Figures); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if p := got[1].Figures["sources P"]; p != "-" {
		t.Errorf("precision of nothing is %s", p)
	}
	if _, err := sumRounds([]table.Row{row("book", "many", "0", "0")}); err == nil {
		t.Error("no error for a figure that is no number")
	}
}

func TestCount(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"report.json": `{"rounds": [{"round": 1, "results": 40, "accepted": 1, "evaluated": 6}, {"round": 2, "results": 50, "accepted": 1, "evaluated": 4, "unseen": 1.5}]}`,
		"sources.jsonl": `{"site": "start.example", "state": "expanded"}
{"site": "a.example", "state": "expanded"}
{"site": "noise.example", "state": "expanded"}
{"site": "b.example", "state": "rejected"}
`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	x := &run{dir: dir, host: "start.example"}
	if err := x.count(map[string]string{"start.example": "x", "a.example": "x", "b.example": "x"}); err != nil {
		t.Fatal(err)
	}
	if x.right != 1 || x.wrong != 1 || x.urls != 50 || x.examined != 10 || x.share() != .2 || x.unseen != 1.5 || len(x.byRound) != 2 || x.byRound[1] != 2 {
		t.Errorf("run %+v", x)
	}
}

func TestSharedValues(t *testing.T) {
	t.Parallel()
	ours := &swde.Site{Truth: accuracy.Truth{"author": {"1": {"Jane AUSTEN"}}}}
	theirs := &swde.Site{Pages: []*page.Page{{URL: "a"}, {URL: "b"}}, Truth: accuracy.Truth{"author": {"a": {"Jane Austen", "Somebody"}, "b": {"Nobody"}, "c": {"Jane Austen"}}}}
	if pages, shared := sharedValues(theirs, ours, "author"); pages != 1 || len(shared) != 1 || shared[0] != "Jane Austen" {
		t.Errorf("%d pages share %q", pages, shared)
	}
}
