package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/page"
)

// TestExchanged checks that values side by side that change places from page to page are
// one list though all pages have two, and that two attributes are none.
func TestExchanged(t *testing.T) {
	t.Parallel()
	genres := []string{"Drama", "Comedy", "Western"}
	names := []string{"Ames", "Bell", "Cole", "Dunn", "Ekman", "Ford", "Gray", "Hale"}
	var pages []*page.Page
	for i := range 8 {
		pages = append(pages, document(fmt.Sprintf("http://film.example/%d", i), fmt.Sprintf(
			"<h1>Film %d</h1><table><tr><td>Genre<td><span>%s</span>, <span>%s</span><tr><td>Seen<td><span>%s</span> / <span>%d min</span></table>",
			i, genres[i%3], genres[(i+1+i%2)%3], names[i], 90+i)))
	}
	_, table, err := Learn(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range table.Records() {
		if got, want := r.Texts("Genre"), []string{genres[i%3], genres[(i+1+i%2)%3]}; !slices.Equal(got, want) {
			t.Errorf("page %d: genres %q, want %q", i, got, want)
		}
		if got, want := r.Texts("Seen"), []string{names[i]}; !slices.Equal(got, want) {
			t.Errorf("page %d: seen %q, want %q", i, got, want)
		}
	}
}

// TestExchangedOrNot checks what is one list of two values side by side: two of one domain, in their order, but not
// those with labels of their own; neither two of which a few texts are named alike, nor one that is said twice.
func TestExchangedOrNot(t *testing.T) {
	t.Parallel()
	clubs := []string{"Ames", "Bell", "Cole", "Dunn", "Ekman", "Fox", "Gray", "Hill"}
	cities := []string{"Lyon", "Nice", "Brest", "Metz", "Arras", "Lens", "Tours", "Reims", "Sens", "Dax"}
	first := func(i int) string { return append(cities, "Ford", "Hale")[i%12] }
	second := func(i int) string {
		return []string{"Ford", "Hale", "Mark", "Olga", "Pia", "Ruth", "Sven", "Tom", "Uwe", "Vera", "Will", "Zoe"}[i%12]
	}
	home, guest := func(i int) string { return clubs[i%8] }, func(i int) string { return clubs[(i+1+i/8)%8] }
	for _, c := range []struct {
		label, between string
		x, y           func(int) string
		list           bool
	}{
		{"Teams", " – ", home, guest, true},
		{"Home", "<tr><td>Guest<td>", home, guest, false},
		{"Where and who", ", ", first, second, false},
		{"Echo", ", ", home, home, false},
	} {
		t.Run(c.label, func(t *testing.T) {
			t.Parallel()
			var pages []*page.Page
			for i := range 24 {
				pages = append(pages, document(fmt.Sprintf("http://cup.example/%d", i), fmt.Sprintf(
					"<h1>Match %d</h1><table><tr><td>%s<td><span>%s</span>%s<span>%s</span></table>", i, c.label, c.x(i), c.between, c.y(i))))
			}
			_, table, err := Learn(pages, Options{})
			if err != nil {
				t.Fatal(err)
			}
			for i, r := range table.Records() {
				want := []string{c.x(i)}
				if c.list {
					want = append(want, c.y(i))
				}
				if got := r.Texts(c.label); !slices.Equal(got, want) {
					t.Errorf("page %d: %q, want %q, of %v", i, got, want, r.ByLabel())
				}
			}
		})
	}
}

// TestConjunctions checks that a conjunction between the members of a list is none of them, and
// that the same words are values in cells, properties and lists of their own.
func TestConjunctions(t *testing.T) {
	t.Parallel()
	names := []string{"Ames", "Bell", "Cole", "Dunn", "Ekman", "Ford", "Gray", "Hale"}
	cast := func(i int) []string { return names[i%3 : i%3+2+i%2] }
	language := func(i int) []string { return []string{"en", "de", "fr", "es"}[i%4 : i%4+1] }
	spoken := func(i int) []string { return []string{"i", "en", "o", "pt", "fr", "e"}[i%3 : i%3+1+i%3] }
	reprint := func(i int) []string { return []string{"y", "n"}[i/2%2 : i/2%2+i%2] } // on every other page
	var pages []*page.Page
	for i := range 12 {
		again := ""
		if len(reprint(i)) > 0 {
			again = "<tr><td>Reprint<td>" + reprint(i)[0]
		}
		pages = append(pages, document(fmt.Sprintf("http://libro.example/%d", i), fmt.Sprintf(
			"<h1>Libro %d</h1><p>Reparto: <a href=/p>%s</a></p><table><tr><td>Language<td>%s%s</table><p>Grade <b itemprop=grade>%s</b></p><p><b>Spoken:</b></p><ul><li>%s</ul>",
			i, strings.Join(cast(i), "</a> y <a href=/p>"), language(i)[0], again, spoken(i)[0], strings.Join(spoken(i), "<li>"))))
	}
	w, table, err := Learn(pages[:8], Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range append(table.Records(), readAll(t, w, pages[8:])...) {
		for label, want := range map[string][]string{"Reparto": cast(i), "Language": language(i), "Reprint": reprint(i), "grade": spoken(i)[:1], "Spoken": spoken(i)} {
			if got := r.Texts(label); !slices.Equal(got, want) {
				t.Errorf("page %d: %s %q, want %q, of %q", i, label, got, want, r.Labels())
			}
		}
	}
}

// TestTakesTurns checks that a value that most pages share is none of the template where the
// others have another one in its place, though it is set apart as labels are and what stands before it comes and goes.
func TestTakesTurns(t *testing.T) {
	t.Parallel()
	value := func(i int) string {
		if i%4 == 3 {
			return []string{"Scrapped", "Laid up"}[i/4%2]
		}
		return "In service"
	}
	var pages []*page.Page
	for i := range 12 {
		owner := ""
		if i%2 == 0 {
			owner = fmt.Sprintf("<p class=owner>Line %d</p>", i)
		}
		pages = append(pages, document(fmt.Sprintf("http://ship.example/%d", i), fmt.Sprintf(
			"<h1>Ship %d</h1>%s<p class=status>%s</p><p class=port>Port %d</p><p>Ships &amp; more</p>", i, owner, value(i), 3*i)))
	}
	w, table, err := Learn(pages[:8], Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range append(table.Records(), readAll(t, w, pages[8:])...) {
		if got, want := r.Texts("status"), []string{value(i)}; !slices.Equal(got, want) {
			t.Errorf("page %d: status %q, want %q, of %q", i, got, want, r.Labels())
		}
	}
}
