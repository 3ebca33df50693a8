// Package growth measures what integrating costs as there are more records.
//
// The records are made, as no collection at hand has a hundred thousand of one
// vertical. They are made as sites write them: words have the frequencies of a
// language (Zipf), each entity is on four sites, each site has labels of its own and
// leaves a sixth of the values out, titles differ in a tenth of the cases, and beside
// the values that sites share there are texts and prices of their own.
package growth

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"

	"verde/bench/table"
	"verde/integrate"
	"verde/internal/stopwatch"
)

// size is one row: so many records of so many sites.
type size struct{ sites, records int }

// sizes are in the order of what they need, so that the peak of memory is each one's own.
var sizes = []size{{10, 10_000}, {10, 30_000}, {10, 100_000}}

func measure(_ context.Context, r *table.Run) error {
	before := make(map[int]size) // of so many sites
	spent := make(map[size]float64)
	for _, s := range sizes {
		f := table.Figures{"sites": table.Count(s.sites), "records": table.Count(s.records)}
		if skip, err := r.Skip(f); err != nil {
			return err
		} else if skip {
			if err := measuredBefore(r, f, func(seconds float64) { before[s.sites], spent[s] = s, seconds }); err != nil {
				return err
			}
			continue
		}
		r.Sayf("%d records of %d sites", s.records, s.sites)
		tables := web(s)
		values := 0
		for _, t := range tables {
			for _, x := range t.Records {
				values += len(x.Values)
			}
		}
		runtime.GC()
		end := stopwatch.Start()
		result, err := integrate.Integrate(tables, integrate.Options{})
		if err != nil {
			return err
		}
		took := end()
		f["values"], f["entities"], f["pairs P / R"] = table.Count(values), table.Count(len(result.Entities)), pairs(result)
		f["s, clock"], f["s, processors"], f["MB at most"] = table.Fixed(took.Wall, 1), table.Fixed(took.Processor, 1), table.Fixed(table.PeakMemory("self"), 0)
		f["exponent"] = ""
		if o, ok := before[s.sites]; ok {
			f["exponent"] = table.Fixed(math.Log(took.Processor/spent[o])/math.Log(float64(s.records)/float64(o.records)), 2)
		}
		before[s.sites], spent[s] = s, took.Processor
		if err := r.Put("go run ./bench/run growth", f); err != nil {
			return err
		}
	}
	return nil
}

// measuredBefore gives the processor time of a row that need not be measured again, where there
// is one: what comes after it is held against it.
func measuredBefore(r *table.Run, f table.Figures, use func(seconds float64)) error {
	rows, err := r.Store.Read(r.Table.Name)
	if err != nil {
		return err
	}
	for _, o := range rows {
		if seconds, err := strconv.ParseFloat(string(o.Figures["s, processors"]), 64); err == nil && o.Figures.Is(f, r.Table.Key) {
			use(seconds)
		}
	}
	return nil
}

// copies is on how many sites each entity is.
const copies = 4

// web makes the tables of sites. Entity e is on copies sites, one after the other in a
// circle.
func web(s size) []integrate.Table {
	out := make([]integrate.Table, s.sites)
	for i := range out {
		out[i].Site = fmt.Sprintf("s%03d.example", i)
	}
	for e := range s.records / copies {
		b := newBook(uint64(e))
		for k := range copies {
			n := (e + k*(1+e%3)) % s.sites
			t := &out[n]
			t.Records = append(t.Records, integrate.Record{URL: fmt.Sprintf("http://%s/%d/%d", t.Site, e, k), Values: b.on(n)})
		}
	}
	return out
}

// book is one entity of the made vertical.
type book struct {
	number                                               uint64
	title, author, publisher, format, shelf, blurb, isbn string
	day, month, year, pages                              int
}

// vocabulary is the number of words; authors, publishers and shelves are how many entities
// share one.
const (
	vocabulary = 50_000
	perAuthor  = 4
	publishers = 400
	shelves    = 40
)

func newBook(n uint64) book {
	r := rand.New(rand.NewPCG(n, 1))
	isbn := fmt.Sprintf("978%09d", n*7919%1_000_000_000)
	return book{
		number: n, title: text(r, 2+r.IntN(3)), author: text(rand.New(rand.NewPCG(n/perAuthor, 2)), 2), publisher: text(rand.New(rand.NewPCG(r.Uint64N(publishers), 3)), 2),
		format: []string{"Paperback", "Hardcover", "Audio CD", "Mass Market Paperback", "Library Binding"}[r.IntN(5)], shelf: text(rand.New(rand.NewPCG(r.Uint64N(shelves), 4)), 1),
		blurb: text(r, 30), isbn: isbn + checkDigit(isbn), day: 1 + r.IntN(28), month: 1 + r.IntN(12), year: 1950 + r.IntN(70), pages: 40 + r.IntN(900),
	}
}

// checkDigit ends an ISBN.
func checkDigit(digits string) string {
	sum := 0
	for i, d := range digits {
		sum += int(d-'0') * (1 + 2*(i%2))
	}
	return string(rune('0' + (10-sum%10)%10))
}

// text makes so many words, common ones more often.
func text(r *rand.Rand, n int) string {
	zipf := rand.NewZipf(r, 1.1, 8, vocabulary-1)
	words := make([]string, n)
	for i := range words {
		words[i] = word(zipf.Uint64())
	}
	return strings.Join(words, " ")
}

// word makes a number a word.
func word(n uint64) string {
	const syllables = "babedibodufafeligomurasetivowuyazepinoku"
	var b strings.Builder
	for n += 400; n > 0; n /= 20 {
		b.WriteString(syllables[2*(n%20) : 2*(n%20)+2])
	}
	return b.String()
}

// on is what a site says of the book.
func (b *book) on(site int) map[string][]string {
	r := rand.New(rand.NewPCG(b.number, 1000+uint64(site)))
	out := make(map[string][]string)
	say := func(label, value string) {
		if r.IntN(6) > 0 || label == "title" {
			out[fmt.Sprint(label, " ", site)] = []string{value}
		}
	}
	title := b.title
	if r.IntN(10) == 0 {
		title += ": " + text(r, 2)
	}
	say("title", title)
	say("author", b.author)
	say("publisher", b.publisher)
	say("format", b.format)
	say("shelf", "Books > "+b.shelf)
	say("pages", fmt.Sprint(b.pages, " pages"))
	say("price", fmt.Sprintf("$%d.%02d", 5+r.IntN(40), r.IntN(100)))
	say("stock", fmt.Sprint(r.IntN(9), " left"))
	say("about", b.blurb+" "+text(r, 20))
	say("date", fmt.Sprintf([]string{"%04d-%02d-%02d", "%04d/%02d/%02d"}[site%2], b.year, b.month, b.day))
	if site%2 == 0 {
		say("isbn", b.isbn)
	}
	return out
}

// pairs grades pairs of records of one entity, whose number is in their URLs.
func pairs(r *integrate.Result) table.Value {
	number := func(url string) string { return strings.Split(url, "/")[3] }
	joined, right, all := 0, 0, 0
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
	return table.Value(fmt.Sprintf("%.3f / %.3f", float64(right)/float64(max(1, joined)), float64(right)/float64(max(1, all))))
}
