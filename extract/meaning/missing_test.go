package meaning

import (
	"fmt"
	"slices"
	"testing"
)

// TestMissing checks which words are no values in some columns.
func TestMissing(t *testing.T) {
	t.Parallel()
	column := func(format, word string) []string {
		var out []string
		for i := range 10 {
			out = append(out, fmt.Sprintf(format, 10+i))
		}
		return append(out, word, word)
	}
	dates, numbers, prices, towns := "%d March 1901", "%d", "$%d", "Town %d"
	for _, c := range []struct {
		name    string
		columns [][]string
		want    string
		in      []int
	}{
		{"in dates and numbers", [][]string{column(dates, "неизвестно"), column(towns, "неизвестно"), column(numbers, "неизвестно")}, "неизвестно", []int{0, 1, 2}},
		{"in prices alone", [][]string{column(prices, "free"), column(prices, "free"), column(towns, "free")}, "", nil},
		{"in names alone", [][]string{column("Author %d", "Ann"), column("Editor %d", "Ann"), column("Singer %d", "Ann")}, "", nil},
		{"a number", [][]string{column(dates, "1910"), column(numbers, "1910")}, "", nil},
		{"in one column", [][]string{column(dates, "unknown"), column(numbers, "7")}, "", nil},
		{"nothing", nil, "", nil},
	} {
		if got, in := Missing(c.columns); got != c.want || !slices.Equal(in, c.in) {
			t.Errorf("%s: %q in %v, want %q in %v", c.name, got, in, c.want, c.in)
		}
	}
}
