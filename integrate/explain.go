package integrate

import (
	"fmt"
	"math"
	"strings"

	"verde/integrate/compare"
)

// Term is what one attribute contributes to the score of a pair of records.
type Term struct {
	Attribute string   `json:"attribute"`
	A         []string `json:"a"` // values of the first record
	B         []string `json:"b"` // and of the second
	Level     string   `json:"level"`
	Weight    float64  `json:"weight"` // nats; above 0 it speaks for one entity
	Rarity    float64  `json:"rarity"` // nats that the rarity of a shared value adds
}

// Explanation is the evidence that two records are one entity, or are not.
type Explanation struct {
	A     string  `json:"a"` // URL
	B     string  `json:"b"`
	Terms []Term  `json:"terms"`
	Score float64 `json:"score"` // sum of the terms, nats
	Odds  float64 `json:"odds"`  // log-odds, calibrated by pairs within one site
	Same  bool    `json:"same"`  // the records are in one entity
	Views bool    `json:"views"` // they are pages of one site, one of them about the other's entity
}

// Explain returns the evidence for and against two records, given by their URLs, being one entity. An unknown URL
// is an error.
func (r *Resolution) Explain(a, b string) (Explanation, error) {
	x := Explanation{A: a, B: b}
	i, j := r.recordOf(a), r.recordOf(b)
	if i < 0 || j < 0 {
		if i >= 0 {
			a = b
		}
		return x, fmt.Errorf("no record of %s", a)
	}
	x.Views = i != j && r.resolver.mainView(i) == r.resolver.mainView(j)
	first, second := i, j
	i, j = r.resolver.mainView(i), r.resolver.mainView(j)
	v := r.resolver.compare(min(i, j), max(i, j), nil)
	next := v
	for k := range r.resolver.aligned.width {
		t := Term{Attribute: r.names[k], A: r.texts(i, k), B: r.texts(j, k), Level: "missing"}
		if len(next) > 0 && next[0].attribute() == k {
			l := next[0].level()
			next = next[1:]
			t.Level, t.Weight = l.String(), r.resolver.model.Weights[k][l]
			if l >= compare.Detail {
				t.Rarity = r.resolver.rarity(i, j, k)
			}
		}
		x.Score += t.Weight + t.Rarity
		x.Terms = append(x.Terms, t)
	}
	x.Odds = max(-math.MaxFloat64, r.resolver.odds(min(i, j), max(i, j), v)) // JSON has no infinity
	for _, c := range r.Clusters {
		in := 0
		for _, rec := range c.Records {
			if rec == first || rec == second {
				in++
			}
		}
		x.Same = x.Same || in == 2 || first == second
	}
	return x, nil
}

func (r *Resolution) recordOf(url string) int32 {
	for i, u := range r.resolver.urls {
		if u == url {
			return int32(i)
		}
	}
	return -1
}

func (r *Resolution) texts(rec int32, k int) []string {
	out := []string{}
	for _, v := range r.resolver.aligned.values(rec, k) {
		out = append(out, v.Text)
	}
	return out
}

// String is the explanation for people, one line for each attribute.
func (x Explanation) String() string {
	var b strings.Builder
	verdict := "different entities"
	if x.Same {
		verdict = "one entity"
	}
	if x.Views {
		b.WriteString("one entity: two pages of one site, of which one is about the other's\n")
		return b.String()
	}
	fmt.Fprintf(&b, "%s: log-odds %+.1f (probability %.2f)\n", verdict, x.Odds, probability(x.Odds))
	for _, t := range x.Terms {
		fmt.Fprintf(&b, "%+6.1f %+5.1f  %-20s %-22s %.60q / %.60q\n", t.Weight, t.Rarity, t.Attribute, t.Level, strings.Join(t.A, " | "), strings.Join(t.B, " | "))
	}
	fmt.Fprintf(&b, "%+6.1f in all; no more than this, and no more than pairs within one site allow, count as odds\n", x.Score)
	return b.String()
}
