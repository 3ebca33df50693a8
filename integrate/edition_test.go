package integrate

import (
	"fmt"
	"testing"
)

// isbn is the n-th ISBN.
func isbn(n int) string {
	digits, sum := fmt.Sprintf("978%09d", n), 0
	for i, d := range digits {
		sum += int(d-'0') * (1 + 2*(i%2))
	}
	return fmt.Sprint(digits, (10-sum%10)%10)
}

// Every fourth book of the second site is another edition, and differs by its ISBN only. No site lists two
// editions, so that likeness within a site cannot show that editions differ.
func TestEditions(t *testing.T) {
	t.Parallel()
	number := func(code func(n int) string) []Table {
		tables := library(2, 120, 0)
		for s := range tables {
			for i, r := range tables[s].Records {
				n := i
				if s == 1 && i%4 == 0 {
					n += 5000
				}
				r.Values["f"] = []string{code(n)}
			}
		}
		return tables
	}
	for _, tt := range []struct {
		name     string
		code     func(n int) string
		same     Granularity
		editions bool // of one book are one entity
	}{
		{"ISBN", isbn, Auto, false},
		{"ISBN", isbn, Work, true},
		{"ISBN", isbn, Edition, false},
		{"telephone", func(n int) string { return fmt.Sprintf("+1 212 55%d-%04d", n%10, n) }, Auto, true},
	} {
		t.Run(fmt.Sprint(tt.name, " ", tt.same), func(t *testing.T) {
			joined := [2]int{}
			for _, e := range must(t, number(tt.code), Options{Granularity: tt.same}).Entities {
				if len(e.Records) == 2 {
					var n int
					fmt.Sscanf(e.URLs[0], "http://s00.example/%d", &n)
					joined[min(1, n%4)]++
				}
			}
			if joined[1] < 85 || tt.editions && joined[0] < 25 || !tt.editions && joined[0] > 0 {
				t.Errorf("of 90 books with one number %d are one entity, of 30 with two %d", joined[1], joined[0])
			}
		})
	}
}
