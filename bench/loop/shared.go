package loop

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"verde/bench/table"
	"verde/eval/swde"
	"verde/values"
)

// common says what the true values of the other sites of books have in common
// with the training site's: of the pages at hand, those with a value that it has
// as well.
func common() *table.Table {
	attributes := []string{"title", "author", "publisher", "isbn_13"}
	return &table.Table{
		Name: "offline-common", About: "What the sites of books share",
		Columns: append(append([]string{"site", "pages"}, attributes...), "the authors"), Key: []string{"site"},
		Packages: []string{"eval/swde", "values"}, Needs: []table.Need{table.Corpora}, Minutes: 1,
		Measure: func(_ context.Context, r *table.Run) error {
			sites, err := swde.Read(table.Corpora.Path("swde"))
			if err != nil {
				return err
			}
			i := slices.IndexFunc(sites, func(s *swde.Site) bool { return s.Name == training })
			if i < 0 {
				return fmt.Errorf("no pages of %s", training)
			}
			for _, s := range sites {
				if s.Vertical != sites[i].Vertical || s.Name == training {
					continue
				}
				f := table.Figures{"site": table.Value(s.Name), "pages": table.Count(len(s.Pages))}
				for _, a := range attributes {
					pages, shared := sharedValues(s, sites[i], a)
					if f[a] = table.Count(pages); a == "author" {
						f["the authors"] = table.Value(strings.Join(shared, ", "))
					}
				}
				if err := r.Put("go run ./bench/run offline-common", f); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// sharedValues lists the values of an attribute that both sites have, and counts
// the pages at hand of the first that have one.
func sharedValues(s, other *swde.Site, attribute string) (pages int, shared []string) {
	known := map[string]bool{}
	for _, texts := range other.Truth[attribute] {
		for _, v := range texts {
			known[values.Fold(v)] = true
		}
	}
	for _, p := range s.Pages {
		both := slices.DeleteFunc(slices.Clone(s.Truth[attribute][p.URL]), func(v string) bool { return !known[values.Fold(v)] })
		if len(both) > 0 {
			pages++
		}
		shared = append(shared, both...)
	}
	slices.Sort(shared)
	return pages, slices.Compact(shared)
}
