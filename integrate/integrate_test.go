package integrate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"verde/integrate/compare"
)

var words = strings.Fields("amber birch cedar delta ember fjord grove heath inlet jetty knoll larch maple nadir ocean pearl quartz ridge shore tundra umber valley willow xenon yarrow zephyr")

// name makes a text of n words of a numbered entity, the same ones each time.
func name(seed, entity uint64, n int) string {
	random := rand.New(rand.NewPCG(seed, entity))
	var out []string
	for range n {
		out = append(out, words[random.IntN(len(words))]+words[random.IntN(len(words))])
	}
	return strings.Join(out, " ")
}

// library makes tables of sites that have books in common: site s has those with entity numbers from s*step on.
// Labels are the sites' own.
func library(sites, books, step int) []Table {
	var out []Table
	for s := range sites {
		t := Table{Site: fmt.Sprintf("s%02d.example", s)}
		for i := range books {
			e := uint64(s*step + i)
			random := rand.New(rand.NewPCG(e, uint64(s)))
			title := name(1, e, 3)
			if random.IntN(10) == 0 {
				title += " or " + name(5, e*7+uint64(s), 1)
			}
			t.Records = append(t.Records, Record{URL: fmt.Sprintf("http://%s/%d", t.Site, e), Values: map[string][]string{
				fmt.Sprint("a", s): {title},
				fmt.Sprint("b", s): {name(2, e/3, 2)},
				fmt.Sprint("c", s): {fmt.Sprintf("%d/%d/%d", 13+e%15, 1+e%12, 1950+e%70)},
				fmt.Sprint("d", s): {"for sale at " + t.Site},
				fmt.Sprint("e", s): {fmt.Sprint("$", random.IntN(400))},
			}})
		}
		out = append(out, t)
	}
	return out
}

// must integrates tables.
func must(t testing.TB, tables []Table, opt Options) *Result {
	t.Helper()
	r, err := Integrate(tables, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// number is the entity in a URL of library.
func number(url string) string { return url[strings.LastIndexByte(url, '/')+1:] }

// grade counts pairs of records that were joined, that are one book's, and that could be.
func grade(r *Result) (joined, right, all int) {
	sizes := make(map[string]int)
	for _, e := range r.Entities {
		for i, a := range e.URLs {
			sizes[number(a)]++
			for _, b := range e.URLs[i+1:] {
				joined++
				if number(a) == number(b) {
					right++
				}
			}
		}
	}
	for _, n := range sizes {
		all += n * (n - 1) / 2
	}
	return joined, right, all
}

func TestIntegrate(t *testing.T) {
	t.Parallel()
	r := must(t, library(4, 120, 30), Options{})
	joined, right, all := grade(r)
	if float64(right) < .98*float64(joined) || float64(right) < .95*float64(all) {
		t.Errorf("%d pairs joined, %d right of %d", joined, right, all)
	}
	var got []string
	for _, a := range r.Attributes {
		if a.Basis == OneSource {
			continue
		}
		var labels []string
		for _, c := range a.Columns {
			labels = append(labels, r.Columns[c].Label)
		}
		got = append(got, strings.Join(labels, " "))
	}
	slices.Sort(got)
	if d := cmp.Diff([]string{"a0 a1 a2 a3", "b0 b1 b2 b3", "c0 c1 c2 c3"}, got); d != "" {
		t.Errorf("attributes (-want +got):\n%s", d)
	}
	reasons := make(map[string]string)
	for _, c := range r.Columns {
		reasons[c.Label] = c.Reason
	}
	if reasons["d0"] != "the same value in all records" || reasons["a0"] != "" || reasons["e0"] == "" {
		t.Errorf("reasons: %q", reasons)
	}
	for _, e := range r.Entities {
		sites := make(map[string]bool)
		for _, u := range e.URLs {
			s := strings.Split(u, "/")[2]
			if sites[s] {
				t.Errorf("%s has two records of %s", e.ID, s)
			}
			sites[s] = true
		}
	}
}

// The order of sites and records does not matter.
func TestOrder(t *testing.T) {
	t.Parallel()
	tables := library(3, 60, 15)
	a := must(t, tables, Options{})
	slices.Reverse(tables)
	for i := range tables {
		slices.Reverse(tables[i].Records)
	}
	b := must(t, tables, Options{})
	for _, d := range []string{
		cmp.Diff(a.Matching, b.Matching), cmp.Diff(a.Entities, b.Entities), cmp.Diff(a.Fused, b.Fused, cmpopts.IgnoreUnexported(Claim{})), cmp.Diff(a.Model, b.Model),
	} {
		if d != "" {
			t.Errorf("(-one order +other):\n%s", d)
		}
	}
}

// A copy of a site under another name is joined with it record by record.
func TestCopy(t *testing.T) {
	t.Parallel()
	tables := library(2, 60, 30)
	copied := Table{Site: "copy.example"}
	for _, r := range tables[0].Records {
		copied.Records = append(copied.Records, Record{URL: "http://copy.example/" + number(r.URL), Values: r.Values})
	}
	r := must(t, append(tables, copied), Options{})
	together := 0
	for _, e := range r.Entities {
		if slices.ContainsFunc(e.URLs, func(u string) bool { return strings.Contains(u, "//copy.") }) && len(e.URLs) > 1 {
			together++
		}
	}
	if together != 60 {
		t.Errorf("%d of 60 records are joined with their copy", together)
	}
}

// A column whose values are shuffled agrees with no other.
func TestShuffled(t *testing.T) {
	t.Parallel()
	tables := library(3, 80, 10)
	var texts [][]string
	for _, r := range tables[1].Records {
		texts = append(texts, r.Values["b1"])
	}
	random := rand.New(rand.NewPCG(1, 1))
	random.Shuffle(len(texts), func(i, j int) { texts[i], texts[j] = texts[j], texts[i] })
	for i, r := range tables[1].Records {
		r.Values["b1"] = texts[i]
	}
	for _, c := range must(t, tables, Options{}).Columns {
		if (c.Label == "b1") != (c.Reason == "agrees with no column more than by chance") && strings.Contains("a0 a1 a2 b0 b1 b2", c.Label) {
			t.Errorf("%s: %q", c.Label, c.Reason)
		}
	}
}

// Sites without common entities are not joined, and are reported.
func TestAlone(t *testing.T) {
	t.Parallel()
	r := must(t, library(2, 40, 1000), Options{})
	if joined, _, _ := grade(r); joined > 0 || len(r.Compared) > 0 {
		t.Errorf("%d pairs joined by attributes %v", joined, r.Compared)
	}
	for _, a := range r.Attributes { // days are days, and that is all that can be said
		if a.Basis != OneSource && (a.Basis != ByValues || a.Kind == "text") {
			t.Errorf("attribute %+v", a)
		}
	}
	if d := cmp.Diff([]string{"s00.example", "s01.example"}, r.Alone); d != "" {
		t.Errorf("alone (-want +got):\n%s", d)
	}
}

// Two sites that have one column in common are joined by the number of rare values that they share.
func TestIdentifierSeeds(t *testing.T) {
	t.Parallel()
	tables := library(2, 60, 20)
	for _, table := range tables {
		for _, r := range table.Records {
			for label := range r.Values {
				if label[0] != 'a' {
					delete(r.Values, label)
				}
			}
		}
	}
	r := must(t, tables, Options{})
	joined, right, all := grade(r)
	if joined != right || right < all*8/10 || len(r.Attributes) != 1 {
		t.Errorf("%d attributes, %d pairs joined, %d right of %d", len(r.Attributes), joined, right, all)
	}
}

// Of several records with one URL the same is taken, whichever comes first, and those with other values are
// counted.
func TestDistinct(t *testing.T) {
	t.Parallel()
	a := Record{URL: "u", Values: map[string][]string{"x": {"1"}, "y": {"2"}}}
	b := Record{URL: "u", Values: map[string][]string{"x": {"1"}, "y": {"1", "3"}}}
	for _, list := range [][]Record{{a, b}, {b, a}, {b, a, b}} {
		kept, lost := distinctRecords(list)
		if d := cmp.Diff([]Record{b}, kept); d != "" || lost != 1 {
			t.Errorf("%d lost, want 1; (-want +got):\n%s", lost, d)
		}
	}
}

// Input beyond a limit is left out, and counted.
func TestCut(t *testing.T) {
	t.Parallel()
	var many []string
	for i := range maxValues + 7 {
		many = append(many, fmt.Sprintf("tag %d", i))
	}
	records := []Record{{URL: "u", Values: map[string][]string{"tags": many, "text": {strings.Repeat("word ", 1000)}}}, {URL: "v", Values: map[string][]string{"tags": {"tag 1"}, "text": {"short"}}}, {URL: "v"}}
	if d := cmp.Diff(Cut{Records: 1, Values: 7, Texts: 1}, Read([]Table{{Site: "a", Records: records}}).cut); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func entityOf(r *Result, url string) string {
	for _, e := range r.Entities {
		if slices.Contains(e.URLs, url) {
			return e.ID
		}
	}
	return ""
}

func knownOf(r *Result) (out []Known) {
	for _, e := range r.Entities {
		out = append(out, Known{ID: e.ID, Was: e.Was, Anchor: e.Anchor, URLs: e.URLs})
	}
	return out
}

// IDs stay when a site is added, a merge leaves a redirect, and a split leaves the ID with the record that gave
// it.
func TestIdentify(t *testing.T) {
	t.Parallel()
	c := &Corpus{urls: []string{"u0", "u1", "u2", "u3"}}
	clusters := func(lists ...[]int32) (out []Cluster) {
		for _, l := range lists {
			out = append(out, Cluster{Records: l, Probability: 1})
		}
		return out
	}
	for _, test := range []struct {
		name      string
		known     []Known
		clusters  []Cluster
		want      map[string]string // first URL of an entity -> ID
		redirects []Redirect
	}{
		{"first run", nil, clusters([]int32{0, 1}, []int32{2}), map[string]string{"u0": identifier("u0"), "u2": identifier("u2")}, nil},
		{"grows", []Known{{"e1", nil, "u1", []string{"u1"}}}, clusters([]int32{0, 1, 2}), map[string]string{"u0": "e1"}, nil},
		{"merge", []Known{{"e1", nil, "u1", []string{"u1"}}, {"e0", nil, "u0", []string{"u0"}}}, clusters([]int32{0, 1}), map[string]string{"u0": "e1"}, []Redirect{{"e0", "e1"}}},
		{"merge after a merge", []Known{{"e1", nil, "u1", []string{"u1"}}, {"e0", []string{"e7"}, "u0", []string{"u0"}}}, clusters([]int32{0, 1}), map[string]string{"u0": "e1"},
			[]Redirect{{"e0", "e1"}, {"e7", "e1"}}},
		{"run after a merge", []Known{{"e1", []string{"e0"}, "u1", []string{"u0", "u1"}}}, clusters([]int32{0, 1}), map[string]string{"u0": "e1"}, []Redirect{{"e0", "e1"}}},
		{"parted after a merge", []Known{{"e1", []string{identifier("u0")}, "u1", []string{"u0", "u1"}}}, clusters([]int32{0}, []int32{1}), map[string]string{"u0": identifier("u0"), "u1": "e1"}, nil},
		{"split", []Known{{"e1", nil, "u1", []string{"u0", "u1"}}}, clusters([]int32{0}, []int32{1}), map[string]string{"u0": identifier("u0"), "u1": "e1"}, nil},
		{"anchor is gone", []Known{{"e9", nil, "u9", []string{"u2", "u9"}}}, clusters([]int32{0}, []int32{2, 3}), map[string]string{"u0": identifier("u0"), "u2": "e9"}, nil},
		{"another has the hash", []Known{{identifier("u0"), nil, "u1", []string{"u1"}}}, clusters([]int32{0}, []int32{1}),
			map[string]string{"u0": identifier("u0#"), "u1": identifier("u0")}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			entities, redirects := c.identify(test.clusters, test.known)
			got := make(map[string]string)
			for _, e := range entities {
				got[e.URLs[0]] = e.ID
			}
			if d := cmp.Diff(test.want, got) + cmp.Diff(test.redirects, redirects); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

// Computed by hand: for 20 of 20, Wilson's lower bound for 80 % is 1/(1+z²/n) = .924; the divergence of .5 from
// .5 is 0, of 1 from .1 ln 10 = 2.303.
func TestStatistics(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ got, want float64 }{
		{wilsonLow(1, 20), 1 / (1 + wilsonQuantile*wilsonQuantile/20)},
		{wilsonLow(0, 20), 0},
		{divergence(.5, .5), 0},
		{divergence(1, .1), math.Log(10)},
		{divergence(0, .5), math.Log(2)},
	} {
		if math.Abs(test.got-test.want) > 1e-9 {
			t.Errorf("%v, want %v", test.got, test.want)
		}
	}
}

// 200 cross pairs score 10 and 200 score 0; 100 own pairs score 0. So at low scores there are two cross pairs
// for each own pair, and none is a match; at high scores nearly all are.
func TestCalibrate(t *testing.T) {
	t.Parallel()
	var cross, own []float64
	for i := range 200 {
		cross = append(cross, 10+float64(i)/1e3, float64(i)/1e3)
		if i%2 == 0 {
			own = append(own, float64(i)/1e3)
		}
	}
	k := calibrate(cross, own)
	if low, high := k.at(-5), k.at(15); low > -2 || high < 3 {
		t.Errorf("log-odds %.2f of a low score, %.2f of a high one", low, high)
	}
	before := math.Inf(-1)
	for s := -5.; s < 15; s += .01 {
		if k.at(s) < before {
			t.Fatalf("log-odds fall at a score of %.2f", s)
		}
		before = k.at(s)
	}
	if empty := calibrate(nil, nil); empty.at(3) != math.Inf(-1) {
		t.Errorf("log-odds %v of nothing", empty.at(3))
	}
}

// Three nodes of three sites, with a-b .9, b-c .5 and a-c observed to be 0: c stays out, since the mean of .5
// and 0 is below .3. If a-c is unknown, c is joined.
func TestLinkage(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		sites []int32
		known [][4]float64
		want  [][]int32
	}{
		{[]int32{0, 1, 2}, [][4]float64{{0, 1, .9, 1}, {1, 2, .5, 1}, {0, 2, 0, 0}}, [][]int32{{0, 1}, {2}}},
		{[]int32{0, 1, 2}, [][4]float64{{0, 1, .9, 1}, {1, 2, .5, 1}}, [][]int32{{0, 1, 2}}},
		{[]int32{0, 1, 0}, [][4]float64{{0, 1, .9, 1}, {1, 2, .8, 1}}, [][]int32{{0, 1}, {2}}},
		{[]int32{0, 1, 0}, [][4]float64{{0, 1, .9, .1}, {1, 2, .8, .9}}, [][]int32{{0}, {1, 2}}}, // a second director, of few films
		{[]int32{0, 1}, [][4]float64{{0, 1, .2, 1}}, [][]int32{{0}, {1}}},
	} {
		l := newLinkage(test.sites, .3)
		for _, k := range test.known {
			l.addObserved(int(k[0]), int(k[1]), k[2], k[3])
		}
		if d := cmp.Diff(test.want, l.run()); d != "" {
			t.Errorf("%v (-want +got):\n%s", test.known, d)
		}
	}
}

// A column shares records with one of five sites, and agrees with its names (.8); with the names of the other
// four it has only the distribution of values in common so far (.15). It is joined with the names, not with
// another column of the first site (.5).
func TestLinkagePresumes(t *testing.T) {
	t.Parallel()
	l := newLinkage([]int32{0, 1, 2, 3, 4, 0, 5}, .15)
	for i := range 5 {
		for j := range i {
			l.addObserved(j, i, .9, 1)
		}
	}
	l.addObserved(0, 6, .8, 1)
	l.addObserved(5, 6, .5, .6)
	for i := range 4 {
		l.addPresumed(i+1, 6, .15, .5)
	}
	if d := cmp.Diff([][]int32{{0, 1, 2, 3, 4, 6}, {5}}, l.run()); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

// Two of three sites say 1960 and one 1961, with all accuracies at .95: the weights are 2 ln 380 and ln 380, so
// 1960 has 144400 / (144400 + 380 + 19) = .997.
func TestFuse(t *testing.T) {
	t.Parallel()
	lex := compare.NewLexicon()
	x := &Fused{Groups: []Group{
		{Claims: []Claim{claimOf(lex, "a", "1961", compare.Date)}},
		{Claims: []Claim{claimOf(lex, "b", "1960", compare.Date), claimOf(lex, "c", "1960-01", compare.Date)}},
	}}
	f := fusion{entities: []fusedSites{newClaimed(x)}, accuracy: map[string]float64{}}
	f.estimateValues()
	x.choose(false, false)
	if x.Groups[0].Value != "1960-01" || math.Abs(x.Groups[0].Probability-144400./144799) > 1e-9 || x.Groups[1].Chosen {
		t.Errorf("%+v", x.Groups)
	}
	f.entities[0] = newClaimed(x) // in their order now
	f.estimateAccuracies()        // (p + 47.5) / 51
	if a := f.accuracy["b"]; math.Abs(a-(144400./144799+47.5)/51) > 1e-9 {
		t.Errorf("accuracy %v", a)
	}
	f.multivalued = true
	f.estimateValues() // a has less than half of the sources' accuracy
	x.choose(true, false)
	if !x.Groups[0].Chosen || x.Groups[1].Chosen || x.Groups[0].Value != "1960-01" {
		t.Errorf("of a list: %+v", x.Groups)
	}
}

func claimOf(lex *compare.Lexicon, site, text string, kind compare.Kind) Claim {
	return Claim{Site: site, Text: text, value: lex.Value(text, compare.Form{Kind: kind})}
}

// A group shows the day rather than the month, then what most sites mean, then as most write it, then the
// longest.
func TestChosenValue(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		kind  compare.Kind
		texts []string
		want  string
		short bool
	}{
		{compare.Date, []string{"August 2009", "August 2009", "2009-08-04"}, "2009-08-04", false},
		{compare.Date, []string{"2009", "August 2009"}, "August 2009", false},
		{compare.Number, []string{"51 min", "51 min", "51 min 27 sec"}, "51 min 27 sec", false},
		{compare.Number, []string{"6-3 / 1.91", `6'3"`, `6' 3"`}, `6' 3"`, false},
		{compare.Text, []string{"Ida Holm", "Holm, Ida", "Ida Holm"}, "Ida Holm", false},
		{compare.Text, []string{"Ida Holm", "Holm, Ida"}, "Holm, Ida", false},
		{compare.Text, []string{"R", "R for language"}, "R", true},
		{compare.Text, []string{"terriers", "Terriers:", "Terriers (group 3)"}, "Terriers:", false}, // words are counted, not marks
	} {
		lex := compare.NewLexicon()
		var g Group
		for i, text := range tt.texts {
			g.Claims = append(g.Claims, claimOf(lex, fmt.Sprint("s", i), text, tt.kind))
		}
		if g.chooseValue(tt.short); g.Value != tt.want {
			t.Errorf("%q is shown of %q, want %q", g.Value, tt.texts, tt.want)
		}
	}
}

func TestExplain(t *testing.T) {
	t.Parallel()
	r := must(t, library(2, 60, 20), Options{})
	x, err := r.Explain("http://s00.example/30", "http://s01.example/30")
	if err != nil || !x.Same || x.Odds <= linkOdds {
		t.Errorf("%+v, %v", x, err)
	}
	sum := 0.
	for _, term := range x.Terms {
		sum += term.Weight + term.Rarity
	}
	if math.Abs(sum-x.Score) > 1e-9 || !strings.Contains(x.String(), "one entity") {
		t.Errorf("terms sum to %v of %v:\n%s", sum, x.Score, x)
	}
	if x, err := r.Explain("http://s00.example/30", "http://s01.example/31"); err != nil || x.Same || !strings.Contains(x.String(), "different entities") {
		t.Errorf("%+v, %v", x, err)
	}
	if _, err := r.Explain("http://s00.example/30", "nowhere"); err == nil || !strings.Contains(err.Error(), "nowhere") {
		t.Errorf("error %v for a record that there isn't", err)
	}
}

// Input that no site would write costs no more than its size, and breaks nothing.
func TestHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long of what is as parallel elsewhere")
	}
	t.Parallel()
	wide := map[string][]string{"huge": {strings.Repeat("word ", 2<<20)}, "bytes": {"\xff\x00\xfe"}}
	for i := range 5000 {
		wide[fmt.Sprint("column ", i)] = []string{"the same everywhere"}
	}
	var equal []Record
	for i := range 400 {
		equal = append(equal, Record{URL: fmt.Sprint("http://equal.example/", i), Values: map[string][]string{"a": {fmt.Sprint(i % 2)}, "b": {"x"}}})
	}
	tables := []Table{
		{Site: "empty.example"},
		{Site: "one.example", Records: []Record{{URL: "http://one.example/", Values: wide}}},
		{Site: "other.example", Records: []Record{{URL: "http://other.example/", Values: wide}}},
		{Site: "equal.example", Records: equal},
		{Site: "blank.example", Records: []Record{{URL: "http://blank.example/"}, {}, {}}},
	}
	r := must(t, append(tables, library(2, 30, 10)...), Options{})
	if joined, right, _ := grade(r); joined != right {
		t.Errorf("%d pairs joined, %d right", joined, right)
	}
	for _, opt := range []Options{{Granularity: Work}, {Granularity: Edition}} {
		must(t, tables, opt)
	}
	none := must(t, nil, Options{})
	if d := cmp.Diff([]Entity{}, none.Entities, cmpopts.EquateEmpty()); d != "" {
		t.Errorf("entities of nothing: %s", d)
	}
}

// A page with very many values of one attribute does not hold up the others.
func TestManyValues(t *testing.T) {
	t.Parallel()
	tables := library(3, 60, 10)
	first := must(t, tables, Options{})
	const many = 3 * maxValues
	label := first.Columns[first.Attributes[0].Columns[0]].Label
	var list []string
	for i := range many {
		list = append(list, fmt.Sprintf("value%d of%d these%d", i, i, i))
	}
	tables[0].Records[0].Values[label] = list
	r := must(t, tables, Options{})
	most := 0
	for i := range r.Fused {
		most = max(most, len(r.Fused[i].Groups))
	}
	if most < maxValues || r.Cut.Values != many-maxValues {
		t.Errorf("%d values at most, want %d; %d told to be left out", most, maxValues, r.Cut.Values)
	}
}

func BenchmarkIntegrate(b *testing.B) {
	for _, n := range []int{1000, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			tables := library(10, n/10, n/40)
			b.ReportAllocs()
			for b.Loop() {
				must(b, tables, Options{})
			}
		})
	}
}

// Ten own pairs lie at each of five scores, a fifth of them each. There are 40, 20, 30 (some of them matches),
// 30 and 10 cross pairs: the ratio never rises, since surplus cross pairs are matches.
func TestPairRatios(t *testing.T) {
	t.Parallel()
	got := pairRatios([]float64{40, 20, 30, 30, 9}, []float64{10, 10, 10, 10, 10})
	want := []float64{41. / 11, 21. / 11, 21. / 11, 21. / 11, 10. / 11}
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-9 {
			t.Fatalf("%v, want %v", got, want)
		}
	}
	// Of 30 pairs 10 * 21/11 are of different entities.
	p := isotonic([]float64{30}, []float64{10*want[1] + .5*want[1]/(1+want[1])}, 1)
	if math.Abs(p[0]-.37) > .01 {
		t.Errorf("%v of pairs are one entity's", p)
	}
	if got := pairRatios([]float64{5}, []float64{0}); len(got) != 1 || math.Abs(got[0]-6) > 1e-9 {
		t.Errorf("without pairs in one site %v", got)
	}
}

// If a person adds a column to an attribute joined by values alone, records are compared by the attribute.
func TestMoveIntoValuesAttribute(t *testing.T) {
	t.Parallel()
	c := &Corpus{columns: make([]column, 3)}
	got := c.moveColumn([]Attribute{{Name: "place", Columns: []int{0, 1}, OfKind: []int{0, 1}, Basis: ByValues}}, 2, "place")
	if len(got) != 1 || len(got[0].OfKind) != 0 || got[0].Basis != byDecision || !slices.Equal(got[0].Columns, []int{0, 1, 2}) {
		t.Errorf("%+v", got)
	}
}
