package pageeval

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// How values stand, in the order of the names: words beside, in prose, with a
// label, words between.
func TestValueContext(t *testing.T) {
	t.Parallel()
	ln := math.Log1p
	const prose = "Many a reader of Dune has asked what else the great Frank Herbert wrote in those years before he was known at all"
	for _, c := range []struct {
		name, body string
		want       []float64
	}{
		{"heading and label", `<div><h1>Dune</h1><p>Author: <b>Frank Herbert</b></p><p>x</div>`, []float64{0, 0, .5, ln(1)}},
		{"label in the text", `<div><h1>Dune</h1><p>Author: Frank Herbert</p><p>x</div>`, []float64{ln(1) / 2, 0, .5, ln(1)}},
		{"a colon after it is no label", `<div><h1>Dune</h1><p>Frank Herbert wrote: this</p><p>x</div>`, []float64{ln(2) / 2, 0, 0, ln(2)}},
		{"table", `<table><tr><th>Title<td>Dune<tr><th>Pages<td>412<tr><th>Author<td>Frank Herbert</table>`, []float64{0, 0, 1, ln(3)}},
		{"prose", `<div>` + prose + `</div>`, []float64{ln(22)/2 + ln(21)/2, ln(22)/2 + ln(21)/2, 0, ln(20)}},
		{"names in bold in prose", `<p>Many a reader of <b>Dune</b> has asked what else the great <b>Frank Herbert</b> wrote in those years before he was known at all</p>`,
			[]float64{0, ln(22)/2 + ln(21)/2, 0, ln(6)}},
		{"both, and prose below", `<div><h1>Dune</h1><b>Frank Herbert</b><p>` + prose + `</p></div>`, []float64{0, 0, 0, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := indexValues(parse(t, c.body), []string{"Dune", "Frank Herbert"}, nil)
			containers := s.containers(false)
			if len(containers) == 0 {
				containers = s.containers(true)
			}
			if len(containers) == 0 {
				t.Fatal("no container")
			}
			f := s.features(containers[0].core)
			if d := cmp.Diff(c.want, f[formFeatures:], cmpopts.EquateApprox(0, 1e-12)); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

// Features of another version are not taken for today's.
func TestFeaturesJSON(t *testing.T) {
	t.Parallel()
	want := Features{1, 2, .5}
	text, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var got Features
	if err := json.Unmarshal(text, &got); err != nil || got != want {
		t.Errorf("%v, %v", got, err)
	}
	for _, bad := range []string{`[1,2,3,4,5,6,7,8]`, `[1,2,3,4,5,6,7,8,9,10,11,12,13]`, `"x"`, `[1,"x"]`} {
		if err := json.Unmarshal([]byte(bad), &got); err == nil {
			t.Errorf("%s is taken", bad)
		}
	}
}

func BenchmarkValueContext(b *testing.B) {
	s := indexValues(parse(b, largePage()), []string{"Dune", "Frank Herbert"}, nil)
	b.ReportAllocs()
	for b.Loop() {
		s.features(0)
	}
}
