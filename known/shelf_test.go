package known

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/catalog"
	"verde/integrate"
	"verde/query"
	"verde/record"
)

// made are the records of a site that shows so many of the made entities, from one on, under
// labels of its own.
func made(site string, from, n int, labels [3]string) []record.Record {
	var out []record.Record
	for i := from; i < from+n; i++ {
		name := fmt.Sprintf("%s of the %s", []string{"Song", "Tale", "Book", "Night", "House"}[i%5], []string{"amber", "birch", "cedar", "delta", "ember", "fjord", "grove"}[i/5%7])
		out = append(out, record.FromTexts(fmt.Sprintf("http://%s/%d", site, i), map[string][]string{
			labels[0]: {name}, labels[1]: {fmt.Sprintf("%s Writer", []string{"Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gil"}[i*3%7])}, labels[2]: {fmt.Sprint(200+i*7%90, " pages")},
		}))
	}
	return out
}

func each(records []record.Record) iter.Seq2[record.Record, error] {
	return func(yield func(record.Record, error) bool) {
		for _, r := range records {
			if !yield(r, nil) {
				return
			}
		}
	}
}

// Entities whose values are elsewhere say the same of a site as those that have them, with
// few look-ups; and what can't be had is an error.
func TestShelved(t *testing.T) {
	t.Parallel()
	for _, with := range [][]string{nil, {"author"}} {
		profile := query.Profile{Identifier: "name", With: with, Attributes: []query.Attribute{{Name: "author"}}}
		add := func(e *Entities) *Entities {
			t.Helper()
			for _, err := range []error{
				e.AddSite(catalog.Source{Site: "own.example", Role: catalog.Training}, each(made("own.example", 0, 30, [3]string{"name", "author", "length"}))),
				e.AddSite(catalog.Source{Site: "b.example", Role: catalog.Discovered, Round: 1, Attributes: map[string]string{"h1": "name", "by": "author"}}, each(made("b.example", 5, 30, [3]string{"h1", "by", "size"}))),
			} {
				if err != nil {
					t.Fatal(err)
				}
			}
			return e
		}
		whole := add(New(profile))
		var tables catalog.Tabulation
		for _, r := range whole.all {
			page := record.FromTexts(r.record.Source, r.record.Values)
			page.Site = r.site
			tables.Add(&page, nil)
		}
		r, err := integrate.Integrate(tables.Tables(), integrate.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := whole.AddIntegration(r.Report(), HeldOf(r)); err != nil {
			t.Fatal(err)
		}
		about, err := whole.About()
		if err != nil {
			t.Fatal(err)
		}
		asked, away := 0, error(nil)
		fetch := func(places []int) (out [][]byte, err error) {
			asked++
			for _, i := range places {
				text, err := whole.ValuesAt(i)
				if err != nil {
					return nil, err
				}
				out = append(out, text)
			}
			return out, away
		}
		shelved, err := NewShelved(profile, about, fetch)
		if err != nil {
			t.Fatal(err)
		}
		if shelved.Complete() || !add(shelved).Complete() || shelved.Len() != whole.Len() {
			t.Fatalf("with %q: %d of %d entities", with, shelved.Len(), whole.Len())
		}
		divided := made("f.example", 3, 20, [3]string{"Title", "Author", "Pages"}) // "Ann Lee Night of the Amber", by Ann Lee
		for i, r := range divided {
			shown := r.ByLabel()
			shown["Title"] = []string{shown["Author"][0] + " " + shown["Title"][0]}
			divided[i] = record.FromTexts(r.URL, shown)
		}
		said := func(e *Entities) any {
			var out []any
			for _, site := range [][]record.Record{made("c.example", 3, 20, [3]string{"Title", "Author", "Pages"}), made("d.example", 90, 20, [3]string{"Title", "Author", "Pages"}), made("e.example", 3, 20, [3]string{"x", "y", "x again"}), divided} {
				askedFor := map[string]string{site[0].URL: "night of the amber", site[1].URL: "tale"}
				names := e.NameColumns(site, askedFor)
				src := catalog.Source{Site: "c.example", Attributes: names}
				out = append(out, names, e.RejectReason(src, site, askedFor), e.OtherKinds(site, askedFor))
			}
			return out
		}
		if d := cmp.Diff(said(whole), said(shelved)); d != "" || shelved.Err() != nil {
			t.Errorf("with %q (-whole +shelved), %v\n%s", with, shelved.Err(), d)
		}
		if asked == 0 || asked > 3 {
			t.Errorf("%d look-ups", asked)
		}
		lost, err := NewShelved(profile, about, fetch)
		if err != nil {
			t.Fatal(err)
		}
		add(lost)
		away = errors.New("the database is away")
		said(lost)
		if !errors.Is(lost.Err(), away) {
			t.Errorf("error %v", lost.Err())
		}
	}
}

// The cached values are bounded, and those that were asked for lately stay.
func TestCached(t *testing.T) {
	t.Parallel()
	text, _ := json.Marshal(map[string][]string{"a": {string(slices.Repeat([]byte("x"), 1<<20))}})
	asked := 0
	s := &remote{young: map[int]cached{}, fetch: func(places []int) ([][]byte, error) {
		asked++
		return slices.Repeat([][]byte{text}, len(places)), nil
	}}
	for i := range 200 {
		s.take([]int{0})
		if got := s.take([]int{i})[0]["a"]; len(got) != 1 {
			t.Fatalf("at %d: %d values", i, len(got))
		}
		if n := (len(s.young) + len(s.old)) * len(text); n > 3*shelfBytes {
			t.Fatalf("%d bytes at hand", n)
		}
	}
	if asked != 200 {
		t.Errorf("%d look-ups of 200 different", asked)
	}
}

// The cached values stay within their bound, also if old ones are used again and again.
func TestShelfBytes(t *testing.T) {
	t.Parallel()
	text, err := json.Marshal(map[string][]string{"name": {strings.Repeat("x", 1<<20)}})
	if err != nil {
		t.Fatal(err)
	}
	e, err := NewShelved(query.Profile{Identifier: "name"}, []byte("{}"), func(places []int) ([][]byte, error) {
		out := make([][]byte, len(places))
		for i := range out {
			out[i] = text
		}
		return out, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 48 {
		e.valuesAt(i)
		if i%16 == 15 { // what is cached by now is used again
			for k := range i {
				if _, ok := e.shelf.old[k]; ok {
					e.valuesAt(k)
				}
			}
		}
		bytes := 0
		for _, generation := range []map[int]cached{e.shelf.young, e.shelf.old} {
			for _, c := range generation {
				bytes += c.bytes
			}
		}
		if most := 2 * (shelfBytes + len(text)); bytes > most {
			t.Fatalf("after %d records %d bytes are cached, more than %d", i+1, bytes, most)
		}
	}
}
