package demoweb

import (
	"fmt"
	"hash/fnv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// book is a work with the facts that all sites agree on.
type book struct {
	Title, Author, Year, Language, Genre, Series string
	ISBN, Pages, Publisher                       string // invented
}

// readBooks reads the embedded list of works and invents an edition for each.
func readBooks() []book {
	publishers := [...]string{"Harbour Lane Press", "Northlight Editions", "Quill and Compass", "Meridian House", "Old Mill Books", "Saltmarsh Press", "Lantern Court"}
	var out []book
	for i, line := range lines("data/books.tsv") {
		f := strings.Split(line, "\t")
		b := book{Title: f[0], Author: f[1], Year: f[2], Language: f[3], Genre: f[4], Series: f[5]}
		b.ISBN = isbn(97810042_0000 + int64(i)*37 + int64(pick(37, "isbn", b.Title)))
		b.Pages = fmt.Sprint(96 + pick(720, "pages", b.Title))
		b.Publisher = publishers[pick(len(publishers), "publisher", b.Title)]
		out = append(out, b)
	}
	return out
}

// isbn gives the ISBN-13 that begins with 12 digits.
func isbn(twelve int64) string {
	digits := fmt.Sprintf("%012d", twelve)
	sum := 0
	for i, d := range digits {
		sum += int(d-'0') * (1 + 2*(i%2))
	}
	return digits + fmt.Sprint((10-sum%10)%10)
}

// hyphens writes an ISBN-13 in groups.
func hyphens(s string) string {
	return s[:3] + "-" + s[3:4] + "-" + s[4:7] + "-" + s[7:12] + "-" + s[12:]
}

// slug is a text as a part of a URL.
func slug(s string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(strings.ToLower(s)) {
		switch {
		case r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)):
			b.WriteRune(r)
		case !unicode.Is(unicode.Mn, r) && r != '\'' && b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	return strings.TrimSuffix(b.String(), "-")
}

// pick chooses one of n for a key, the same one every time.
func pick(n int, key ...string) int {
	h := fnv.New64a()
	for _, k := range key {
		h.Write([]byte(k))
		h.Write([]byte{0})
	}
	x := h.Sum64() // FNV does not mix its high bits down
	x ^= x >> 32
	x *= 0xd6e8feb86659fd93
	x ^= x >> 32
	return int(x % uint64(n))
}

// prose is the sentences of each kind of text, by the name of its section.
type prose map[string][]string

func readProse() prose {
	p := make(prose)
	section := ""
	for _, line := range lines("data/prose.txt") {
		if name, ok := strings.CutPrefix(line, "# "); ok {
			section, _, _ = strings.Cut(name, ":")
			continue
		}
		p[section] = append(p[section], line)
	}
	return p
}

// paragraph makes n different sentences of a section speak about b.
func (p prose) paragraph(section string, n int, b book, key ...string) string {
	all := p[section]
	at := pick(len(all), append(key, section, b.Title)...)
	step := 1 + pick(len(all), append(key, "step")...)
	for gcd(step, len(all)) != 1 {
		step++
	}
	var out []string
	for range min(n, len(all)) {
		out = append(out, about(all[at%len(all)], b))
		at += step
	}
	return strings.Join(out, " ")
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// about fills a book into a sentence.
func about(sentence string, b book) string {
	return strings.NewReplacer("{T}", b.Title, "{A}", b.Author, "{Y}", b.Year).Replace(sentence)
}

// lines reads an embedded text file.
func lines(name string) []string {
	data, err := files.ReadFile(name)
	if err != nil {
		panic("demoweb: " + err.Error())
	}
	return strings.Split(strings.TrimRight(string(data), "\n"), "\n")
}
