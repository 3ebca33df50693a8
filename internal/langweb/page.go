package langweb

import (
	"fmt"
	"hash/fnv"
	"html/template"
	"strconv"
	"strings"
)

// What a page shows, and the texts on it.

// link is an anchor with a remark that is not part of it.
type link struct{ URL, Text, Note string }

// field is a label with its value.
type field struct{ attribute, Label, Value string }

// group is a part of a list under a heading.
type group struct {
	Name  string
	Links []link
}

// entry is a book on a site.
type entry struct {
	Fields         []field
	Review, Reader string
	Related        []link
}

// view is what a template gets; one of Book, List and Text is set.
type view struct {
	Language, Name, Title, Closing string
	Words                          map[string]string
	Nav, Pager                     []link
	Book                           *entry
	List                           []group
	Text                           []string
}

// maker puts a web together.
type maker struct {
	*Web
	templates *template.Template
	err       error // the first one
}

// add renders a page of a host with one of the five templates.
func (m *maker) add(host, path string, layout int, v view) link {
	v.Language = m.Language
	v.Closing = m.sentences(m.text.About, 1, book{}, host)
	var b strings.Builder
	if err := m.templates.ExecuteTemplate(&b, strconv.Itoa(layout), v); err != nil && m.err == nil {
		m.err = err
	}
	m.pages["http://"+host+path] = []byte(b.String())
	return link{URL: path, Text: v.Title}
}

// library gives all books.
func (m *maker) library() []book {
	out := make([]book, len(m.text.Books))
	for i, line := range m.text.Books {
		f := strings.Split(line, "|")
		out[i] = book{f[0], f[1], f[2], f[3]}
	}
	return out
}

// author writes a name as most sites do.
func (m *maker) author(b book) string {
	if m.text.GivenFirst {
		return b.given + " " + b.family
	}
	return b.family + b.given
}

// title is what a site calls the page about a book.
func (m *maker) title(b book, site int) string {
	if site == 4 {
		return strings.NewReplacer("{T}", b.title).Replace(m.text.Heading)
	}
	return b.title
}

// sentences gives n different sentences about b, of which there have to be as many.
func (m *maker) sentences(all []string, n int, b book, key ...string) string {
	at := pick(len(all), append(key, b.year)...)
	step := 3
	for divisor(step, len(all)) > 1 { // else the first would come again before all have been
		step++
	}
	out := make([]string, n)
	for i := range out {
		out[i] = strings.NewReplacer("{T}", b.title, "{A}", m.author(b)).Replace(all[(at+i*step)%len(all)])
	}
	sep := " "
	if m.text.Unspaced {
		sep = ""
	}
	return strings.Join(out, sep)
}

// value gives what the i-th book of the library has of an attribute, as a site writes it: the
// same books have the same numbers in all languages.
func (m *maker) value(attribute string, i int, b book, site int) string {
	n := strconv.Itoa(i)
	fill := func(form string, number int) string {
		return strings.NewReplacer("{n}", strconv.Itoa(number), "{c}", fmt.Sprintf("%02d", 5*pick(20, "cents", n))).Replace(form)
	}
	of := func(list []string) string { return list[pick(len(list), attribute, n)] }
	switch attribute {
	case "author":
		if site == 1 || site == 3 {
			return strings.NewReplacer("{given}", b.given, "{family}", b.family).Replace(m.text.Inverted)
		}
		return m.author(b)
	case "publisher":
		return of(m.text.Publishers)
	case "genre":
		return of(m.text.Genres)
	case "kind":
		return of(m.text.Kinds)
	case "year":
		return b.year
	case "published":
		month := strconv.Itoa(1 + pick(12, "month", n))
		if len(m.text.Months) > 0 {
			month = m.text.Months[pick(12, "month", n)]
		}
		return strings.NewReplacer("{y}", b.year, "{month}", month, "{m}", month, "{d}", strconv.Itoa(1+pick(28, "day", n))).Replace(m.text.Date)
	case "pages":
		return fill(m.text.Pages, 96+pick(720, "pages", n))
	case "isbn":
		return isbn(978100421000 + int64(i)*37)
	}
	return fill(m.text.Price, 5+pick(19, "price", n))
}

// divisor is the greatest that two numbers have in common.
func divisor(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// isbn gives the ISBN-13 that begins with 12 digits.
func isbn(twelve int64) string {
	digits := fmt.Sprintf("%012d", twelve)
	sum := 0
	for i, d := range digits {
		sum += int(d-'0') * (1 + 2*(i%2))
	}
	return digits + strconv.Itoa((10-sum%10)%10)
}

// pick chooses one of n for a key, the same one every time.
func pick(n int, key ...string) int {
	h := fnv.New64a()
	for _, k := range key {
		_, _ = h.Write([]byte(k))
		_, _ = h.Write([]byte{0})
	}
	x := h.Sum64() // FNV does not mix its high bits down
	x ^= x >> 32
	x *= 0xd6e8feb86659fd93
	x ^= x >> 32
	return int(x % uint64(n))
}
