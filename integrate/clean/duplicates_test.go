package clean

import (
	"fmt"
	"slices"
	"testing"
)

// A column that is equal on few records, or an element of another column's lists, is no duplicate.
func TestNoTwins(t *testing.T) {
	t.Parallel()
	var records []map[string][]string
	genres := []string{"Jazz", "Rock", "Folk", "Opera"}
	for i := range 100 {
		g := []string{genres[i%4]}
		if i%3 > 0 {
			g = append(g, genres[(i+1)%4])
		}
		r := map[string][]string{"Genres": g, "First": g[:1], "Path": {"Shelf " + fmt.Sprint(i%5), g[0]}, "Title": {fmt.Sprint("Number ", i*i)}, "New": {fmt.Sprint(i % 2)}}
		if i%5 == 0 {
			r["Heading"], r["Used"] = r["Title"], r["New"]
		}
		records = append(records, r)
	}
	got := make(map[string][]string)
	for _, c := range Columns(records, nil) {
		got[c.Label] = c.Twins
	}
	for label, want := range map[string][]string{"Genres": nil, "First": nil, "Path": nil, "Title": nil, "Heading": nil, "New": nil, "Used": nil} {
		if !slices.Equal(got[label], want) {
			t.Errorf("%s has the twins %q, want %q", label, got[label], want)
		}
	}
}
