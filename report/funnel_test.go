package report

import (
	"fmt"
	"strings"
	"testing"

	"verde/catalog"
	"verde/estimate"
	"verde/query"
	"verde/vertical"
)

// found gives sources that so many queries led to each.
func found(support ...int) (list []catalog.Source) {
	for i, n := range support {
		list = append(list, catalog.Source{Site: fmt.Sprint("s", i, ".example"), Role: catalog.Discovered, State: catalog.Expanded, Support: n, Round: 1})
	}
	return list
}

func TestFunnel(t *testing.T) {
	t.Parallel()
	other := func(site, state string, round int) catalog.Source {
		return catalog.Source{Site: site, Role: catalog.Discovered, State: state, Round: round}
	}
	sources := append(found(2, 3), other("a", catalog.Refused, 1), other("b", catalog.Refused, 2), other("c", catalog.Doubtful, 1), other("d", catalog.Failed, 1),
		other("later", catalog.Expanded, 3), catalog.Source{Role: catalog.Training, State: catalog.Expanded})
	got := funnel([]Round{{Queries: 30, Led: 20, Elsewhere: 10}, {Queries: 5, Led: 5, Elsewhere: 1}}, sources, 2)
	want := Funnel{Queries: 35, Led: 25, Elsewhere: 11, Sites: 6, Judged: 4, Sources: 2, Doubtful: 1, Refused: 2, Unreadable: 1}
	if got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if text := got.String(); text != "11 of 35 queries led to a page titled with what they asked for on another site; 6 sites that several led to, 4 with pages that may be data, 2 sources, 2 refused, 1 doubtful, 1 not readable" {
		t.Error(text)
	}
}

// A run that found nothing, or misses much, says so; one that found all does not.
func TestLacks(t *testing.T) {
	t.Parallel()
	number := func(x float64) *float64 { return &x }
	for what, c := range map[string]struct {
		funnel Funnel
		last   Round
		want   string
	}{
		"nothing answered":                 {Funnel{Queries: 60}, Round{}, ""},
		"nothing found":                    {Funnel{Queries: 60, Led: 60}, Round{}, NothingFound},
		"all found":                        {Funnel{Queries: 60, Led: 60, Elsewhere: 50, Sources: 9}, Round{Unseen: number(0), UnseenInterval: &estimate.Interval{Low: 0, High: 1}}, ""},
		"a quarter missing":                {Funnel{Queries: 60, Led: 60, Elsewhere: 50, Sources: 9}, Round{Unseen: number(3), UnseenInterval: &estimate.Interval{Low: 0, High: 9}}, ManyMissing},
		"less than a quarter":              {Funnel{Queries: 60, Led: 60, Elsewhere: 50, Sources: 9}, Round{Unseen: number(2.9), UnseenInterval: &estimate.Interval{Low: 0, High: 9}}, ""},
		"few, most queries led there":      {Funnel{Queries: 60, Led: 60, Elsewhere: 30, Sources: 2}, Round{}, NoEstimate},
		"few, most queries led nowhere":    {Funnel{Queries: 60, Led: 60, Elsewhere: 29, Sources: 2}, Round{}, ManyMissing},
		"few, and more that are doubtful":  {Funnel{Queries: 60, Led: 60, Elsewhere: 50, Sources: 2, Doubtful: 3}, Round{}, ManyMissing},
		"the last round found most":        {Funnel{Queries: 90, Led: 90, Elsewhere: 61, Sources: 4, Newest: 3}, Round{Round: 3, Unseen: number(1), UnseenInterval: &estimate.Interval{Low: 0, High: 8}}, StillFinding},
		"the last round found a few":       {Funnel{Queries: 90, Led: 90, Elsewhere: 61, Sources: 9, Newest: 2}, Round{Round: 3, Unseen: number(1), UnseenInterval: &estimate.Interval{Low: 0, High: 3}}, ""},
		"the only round":                   {Funnel{Queries: 30, Led: 30, Elsewhere: 21, Sources: 9, Newest: 9}, Round{Round: 1}, ""},
		"enough, most queries led nowhere": {Funnel{Queries: 60, Led: 60, Elsewhere: 10, Sources: 5}, Round{Unseen: number(0), UnseenInterval: &estimate.Interval{Low: 0, High: 1}}, ""},
	} {
		if got := c.funnel.lacks(c.last); got != c.want {
			t.Errorf("%s: %q, want %q", what, got, c.want)
		}
	}
}

func TestEstimate(t *testing.T) {
	t.Parallel()
	if got := (&Round{}).Estimate(); got != "no estimate" {
		t.Error(got)
	}
	missing := 1.1
	r := Round{Unseen: &missing, UnseenInterval: &estimate.Interval{Low: 0.2, High: 3.1}}
	if got := r.Estimate(); got != "1.1 (0 to 4)" {
		t.Error(got)
	}
}

func TestFewPages(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		v         vertical.Vertical
		instances int
		want      bool
	}{{vertical.Vertical{Pages: 10}, 30, true}, {vertical.Vertical{Pages: 11}, 30, false}, {vertical.Vertical{Pages: 10}, 4, false}, {vertical.Vertical{}, 30, false}, {vertical.Vertical{Pages: 5, Site: catalog.ListSite}, 30, false}} {
		if got := (&Run{Vertical: &c.v, Instances: c.instances}).fewPages(); got != c.want {
			t.Errorf("%d pages, %d instances: %v", c.v.Pages, c.instances, got)
		}
	}
}

// What is wrong is said in a sentence, with what to try; of a good run nothing is.
func TestAdvise(t *testing.T) {
	t.Parallel()
	var list []string
	for i := range 20 {
		list = append(list, fmt.Sprintf("Pontiac V%c Overview", 'a'+i))
	}
	names := query.NewNames(list)
	good := &vertical.Vertical{Pages: 300, Identifier: "name", Attributes: []vertical.Attribute{{Name: "name", Distinct: 1}}}
	for what, c := range map[string]struct {
		v       *vertical.Vertical
		report  Report
		sources []catalog.Source
		want    []string // in the sentences, one each
	}{
		"all well":      {good, Report{Funnel: Funnel{Queries: 60, Led: 60, Elsewhere: 50, Sites: 5, Sources: 5}}, nil, nil},
		"few pages":     {&vertical.Vertical{Pages: 10}, Report{Funnel: Funnel{Sources: 1}}, nil, []string{"gave 10 pages, fewer than the 30"}},
		"a short list":  {&vertical.Vertical{Pages: 10, Site: catalog.ListSite}, Report{Funnel: Funnel{Sources: 1}}, nil, []string{"the list has 10 entities, fewer than the 30"}},
		"one name":      {&vertical.Vertical{Pages: 300, Identifier: "name", Attributes: []vertical.Attribute{{Name: "name", Distinct: .5}}}, Report{}, nil, []string{"only 50 % of its values"}},
		"told apart":    {&vertical.Vertical{Pages: 300, Identifier: "model", With: []string{"maker", "year"}, Attributes: []vertical.Attribute{{Name: "model", Distinct: .5}}}, Report{}, nil, []string{`told apart by ["maker" "year"]`}},
		"led nowhere":   {good, Report{Funnel: Funnel{Queries: 60, Led: 60}}, nil, []string{`none of 60 queries led to a page titled with what it asked for on another site; names on this site end in "overview", which was left out`}},
		"led apart":     {good, Report{Funnel: Funnel{Queries: 60, Led: 60, Elsewhere: 5}}, nil, []string{"5 of 60 queries led to a page titled with what they asked for on another site, but no two"}},
		"asked simply":  {good, Report{Rounds: []Round{{Round: 1}, {Round: 2, Simple: true}}, Funnel: Funnel{Sources: 1}}, nil, []string{"round 2 asked by names alone"}},
		"all refused":   {good, Report{Funnel: Funnel{Queries: 60, Led: 60, Elsewhere: 5, Sites: 2}}, []catalog.Source{{Site: "a", Role: catalog.Discovered, State: catalog.Refused, Support: 2}, {Site: "b", Role: catalog.Discovered, State: catalog.Refused, Support: 7, Reason: "prose"}}, []string{"of 2 sites that several queries led to none is a source; most led to b: prose"}},
		"other titles":  {good, Report{Funnel: Funnel{Queries: 60, Led: 60, Sites: 1}}, []catalog.Source{{Site: "a", Role: catalog.Discovered, State: catalog.Refused, Support: 2, Reason: "prose"}}, []string{"of 1 sites that several queries led to none is a source; most led to a: prose"}},
		"many missing":  {good, Report{Incomplete: map[string]int{ManyMissing: 1}, Funnel: Funnel{Sources: 3}}, nil, []string{"many sites are likely missing"}},
		"still finding": {good, Report{Incomplete: map[string]int{StillFinding: 1}, Rounds: []Round{{Round: 1}, {Round: 2}}, Funnel: Funnel{Sources: 4, Newest: 3}}, nil, []string{"the last of 2 rounds found 3 of 4 sources"}},
		"nothing asked": {good, Report{}, nil, nil},
	} {
		got := (&Run{Vertical: c.v, Instances: 30}).advise(&c.report, names, c.sources)
		if len(got) != len(c.want) {
			t.Errorf("%s: %q", what, got)
			continue
		}
		for i, want := range c.want {
			if !strings.Contains(got[i], want) {
				t.Errorf("%s: %q, want %q in it", what, got[i], want)
			}
		}
	}
}

// That numbers of a site's own are left out is said.
func TestAdviseNumbered(t *testing.T) {
	t.Parallel()
	var list []string
	for i := range 20 {
		list = append(list, fmt.Sprintf("B-%d Mill %c Bridge", 4737+17*i, 'A'+i))
	}
	good := &vertical.Vertical{Pages: 300, Identifier: "name", Attributes: []vertical.Attribute{{Name: "name", Distinct: 1}}}
	got := (&Run{Vertical: good, Instances: 30}).advise(&Report{}, query.NewNames(list), nil)
	if want := `"B-4737 Mill A Bridge" as "Mill A"`; len(got) != 1 || !strings.Contains(got[0], want) {
		t.Errorf("%q, want %q in it", got, want)
	}
}

// A run ends early only if an estimate says that nothing is left, or nobody answers.
func TestEnd(t *testing.T) {
	t.Parallel()
	number := func(x float64) *float64 { return &x }
	for what, c := range map[string]struct {
		r    Round
		idle int
		want string
	}{
		"nothing left":        {Round{Led: 30, Unreached: number(.4)}, 2, NothingNew},
		"one idle round":      {Round{Led: 30, Unreached: number(.4)}, 1, AllRounds},
		"something left":      {Round{Led: 30, Unreached: number(.5)}, 2, AllRounds},
		"no estimate":         {Round{Led: 30}, 2, AllRounds},
		"nothing is answered": {Round{Failed: 30}, 0, NoAnswer},
	} {
		if got := c.r.End(c.idle); got != c.want {
			t.Errorf("%s: %q, want %q", what, got, c.want)
		}
	}
}

// Doubts about sites are told each, and make the run incomplete where these sites hold a
// quarter of what was read, or a quarter of the pages or of the sites is missing, parts of sites counted as such.
func TestAddDoubts(t *testing.T) {
	t.Parallel()
	mistaken := catalog.Doubt{Case: "mistaken pages", Detail: "a share of 0.30 is of another kind", Remedy: "look at some"}
	part := func(share float64) catalog.Doubt { return catalog.Doubt{Case: estimate.ReadInPart, Missing: share} }
	sources := func(d catalog.Doubt) []catalog.Source {
		return []catalog.Source{
			{Site: "sure.example", State: catalog.Expanded},
			{Site: "doubted.example", State: catalog.Expanded, Doubts: []catalog.Doubt{d}},
			{Site: "left.example", State: catalog.Doubtful, Reason: "its names are not unique", Doubts: []catalog.Doubt{mistaken}},
		}
	}
	for _, x := range []struct {
		doubt                             catalog.Doubt
		others, sure, doubted, incomplete int // sites without any doubt that have a page each, pages of the two
	}{
		{mistaken, 9, 300, 90, 0},
		{mistaken, 9, 300, 110, 1},
		{mistaken, 9, 300, 0, 0},
		{mistaken, 0, 0, 90, 1},
		{part(.7), 9, 1000, 3, 0},   // 7 pages of 1019, .7 sites of 11
		{part(.7), 0, 1000, 3, 1},   // .7 sites of 2
		{part(.7), 9, 1000, 170, 1}, // 397 pages of 1576
		{part(.7), 9, 1000, 160, 0}, // 373 pages of 1542
		{part(1), 9, 10, 3, 1},      // nothing that results lead to was found
	} {
		r := &Report{Incomplete: map[string]int{}, Rounds: []Round{{Unseen: new(float64)}}}
		read := []catalog.SiteStats{{Site: "sure.example", State: catalog.Expanded, Pages: x.sure}, {Site: "doubted.example", State: catalog.Expanded, Pages: x.doubted}, {Site: "left.example", State: catalog.Doubtful}}
		for range x.others {
			read = append(read, catalog.SiteStats{Site: "small.example", State: catalog.Expanded, Pages: 1})
		}
		r.addDoubts(sources(x.doubt), read)
		if r.Incomplete[SitesInDoubt] != x.incomplete || len(r.Doubts) != 1 || len(r.Doubts["doubted.example"]) != 1 || len(r.Doubtful) != 1 {
			t.Errorf("%+v: %+v", x, r)
		}
		if _, told := r.Incomplete[SitesDoubtful]; told {
			t.Errorf("%+v: a doubtful site is counted beside the estimate that has it", x)
		}
	}
	r := &Report{Incomplete: map[string]int{}, Rounds: []Round{{}}}
	if r.addDoubts(sources(mistaken), nil); r.Incomplete[SitesDoubtful] != 1 {
		t.Errorf("without an estimate: %+v", r.Incomplete)
	}
}
