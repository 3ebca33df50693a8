package evidence

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/query"
	"verde/search"
)

// asked makes results of lines "NAME | URL | TITLE", one result each.
func asked(lines ...string) *Results {
	a := new(Results)
	for _, line := range lines {
		f := strings.Split(line, " | ")
		q := query.Query{ID: f[0], Required: []query.Value{{Attribute: "name", Text: f[0]}, {Attribute: "maker", Text: "x"}}}
		a.AddQuery(q)
		r := search.Result{URL: f[1]}
		if len(f) > 2 {
			r.Title = f[2]
		}
		a.Add(q, r)
	}
	return a
}

// is tells of one site.
func is(site string) func(string) bool { return func(s string) bool { return s == site } }

func TestGroups(t *testing.T) {
	t.Parallel()
	a := asked(
		"Emma | http://s.example/list/1 | All books by Jane Austen",
		"Emma | http://s.example/book/11 | Emma - Shop",
		"Emma | http://s.example/book/12 | Persuasion - Shop",
		"Dracula | http://s.example/list/2 | Horror",
		"Dracula | http://s.example/book/21 | DRACULA: a novel",
		"Ulysses | http://s.example/list/3 | Books",
	)
	var got []string
	for _, g := range a.Groups(a.URLs()) {
		got = append(got, fmt.Sprintf("%s %d/%d %s", g.Shape, g.Titled, g.Entities, strings.Join(g.URLs, " ")))
	}
	want := []string{
		"s.example/book/* 2/2 http://s.example/book/11 http://s.example/book/21 http://s.example/book/12",
		"s.example/list/* 0/3 http://s.example/list/1 http://s.example/list/2 http://s.example/list/3",
	}
	if !slices.Equal(got, want) {
		t.Errorf("\n got %s\nwant %s", strings.Join(got, "\n     "), strings.Join(want, "\n     "))
	}
}

// Pages whose URLs differ in everything form no cluster at any cut, but their
// titles say that they are about what was asked for.
func TestCandidates(t *testing.T) {
	t.Parallel()
	a := asked(
		"Emma | http://near.example/book/1", "Dracula | http://near.example/book/2", "Ulysses | http://near.example/book/3",
		"Emma | http://far.example/emma/austen/1/2/x1 | Emma", "Dracula | http://far.example/dracula/stoker/7/9/y3 | Dracula",
		"Emma | http://talk.example/emma/a/1/2/x1 | My week", "Dracula | http://talk.example/dracula/b/7/9/y3 | My life",
		"Emma | http://once.example/book/1 | Emma",
		"Emma | http://done.example/book/1", "Dracula | http://done.example/book/2",
	)
	var got []string
	for _, c := range a.Candidates(is("done.example"), 3) {
		got = append(got, fmt.Sprintf("%s %d %d", c.Site, c.Support, len(c.URLs)))
	}
	if want := []string{"near.example 3 3", "far.example 2 2"}; !slices.Equal(got, want) {
		t.Errorf("candidates %q, want %q", got, want)
	}
}

// Two queries for one entity are no two entities.
func TestSameEntity(t *testing.T) {
	t.Parallel()
	a := asked("Emma | http://near.example/book/1 | Emma", "emma! | http://near.example/book/2 | Emma")
	if c := a.Candidates(is(""), 3); len(c) != 0 {
		t.Errorf("candidates %+v", c)
	}
	if l := a.Groups(a.URLs()); len(l) != 1 || l[0].Entities != 1 || l[0].Titled != 1 {
		t.Errorf("groups %+v", l)
	}
}

func TestLowSupport(t *testing.T) {
	t.Parallel()
	a := asked(
		"Emma | http://many.example/book/1 | Emma", "Dracula | http://many.example/book/2 | Dracula",
		"Emma | http://once.example/book/1 | Emma", "Emma | http://once.example/print/1 | Emma, to print",
		"Dracula | http://also.example/1 | Buy Dracula here",
		"Dracula | http://talk.example/1 | My week",
		"Emma | http://done.example/1 | Emma",
		"Emma | http://again.example/1 | Emma",
	)
	a.AddQuery(query.Query{ID: "p", Site: "again.example"})
	if got, want := a.LowSupport(is("done.example"), a.Candidates(is("done.example"), 3)), []string{"once.example", "also.example"}; !slices.Equal(got, want) {
		t.Errorf("sites %q, want %q", got, want)
	}
}
