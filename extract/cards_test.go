package extract

import (
	"fmt"
	"strings"
	"testing"

	"verde/page"
)

// TestCards checks that blocks in which the same labels come again are rows, by whatever name each is called on other pages too.
func TestCards(t *testing.T) {
	t.Parallel()
	const sizes = "Small Medium Large"
	tile := func(label string, value int) string {
		return fmt.Sprintf("<div class=tile><div class=label>%s</div><div class=value>%d</div></div>", label, value)
	}
	stats := func(i, n int, kind, format string, labels ...string) string {
		out := fmt.Sprintf("<div class=card><div class=head><span class=kind>%s</span><span class=format>%s</span></div><div class=grid>", kind, format)
		for k, label := range labels {
			out += tile(label, 1000*k+100*n+7*i)
		}
		return out + "</div></div>"
	}
	career := func(i int, around string) string { // 1 to 3 formats, with two cards each
		out := ""
		for n, format := range []string{"Test", "ODI", "T20"} {
			if n == i%3 || (i+n)%2 > 0 {
				out += strings.Replace(around, "-", stats(i, n, "Batting", format, "Matches", "Innings", "Runs")+stats(i, n, "Bowling", format, "Matches", "Innings", "Wickets"), 1)
			}
		}
		return "<h2>Career</h2><div class=cards>" + out + "</div>"
	}
	blocks := func(i int, block func(n int, size string) string) string {
		out := ""
		for n, size := range strings.Fields(sizes) {
			if n == i%3 || (i+n)%2 > 0 {
				out += block(n, size)
			}
		}
		return "<h2>Sizes</h2><div class=sizes>" + out + "</div>"
	}
	for _, test := range []struct {
		name string
		body func(i int) string
		rows string // of page 0
	}{
		{"tiles", func(i int) string { return career(i, "-") },
			"Career: Batting Test Matches=0 Innings=1000 Runs=2000; Bowling Test Matches=0 Innings=1000 Wickets=2000; Batting ODI Matches=100 Innings=1100 Runs=2100; Bowling ODI Matches=100 Innings=1100 Wickets=2100"},
		{"tiles in pairs of cards", func(i int) string { return career(i, "<div class=pair>-</div>") },
			"Career: Batting Test Matches=0 Innings=1000 Runs=2000; Bowling Test Matches=0 Innings=1000 Wickets=2000; Batting ODI Matches=100 Innings=1100 Runs=2100; Bowling ODI Matches=100 Innings=1100 Wickets=2100"},
		{"lines", func(i int) string {
			return blocks(i, func(n int, size string) string {
				return fmt.Sprintf("<div class=size><h4>%s</h4><p>Price: <b>%d EUR</b></p><p>Stock: <b>%d</b></p></div>", size, 10+n+5*i, 70*n+3*i)
			})
		}, "Sizes: Small Price=10 EUR Stock=0; Medium Price=11 EUR Stock=70"},
		{"lines with few values", func(i int) string {
			return blocks(i, func(n int, size string) string {
				return fmt.Sprintf("<div class=size><h4>%s</h4><p>State: <b>%s</b></p><p>Price: <b>%d EUR</b></p></div>", size, []string{"New", "Used", "Refurbished"}[(i/2+n)%3], 10+n+5*i)
			})
		}, "Sizes: Small State=New Price=10 EUR; Medium State=Used Price=11 EUR"},
		{"terms", func(i int) string {
			return blocks(i, func(n int, size string) string {
				return fmt.Sprintf("<article class=size><header>%s</header><dl><dt>Price</dt><dd>%d EUR</dd><dt>Stock</dt><dd>%d</dd></dl></article>", size, 10+n+5*i, 70*n+3*i)
			})
		}, "Sizes: Small Price=10 EUR Stock=0; Medium Price=11 EUR Stock=70"},
		{"tables", func(i int) string {
			return blocks(i, func(n int, size string) string {
				return fmt.Sprintf("<div class=size><h3>%s</h3><table><tr><th>Price<td>%d EUR<tr><th>Stock<td>%d</table></div>", size, 10+n+5*i, 70*n+3*i)
			})
		}, "Sizes: Small Price=10 EUR Stock=0; Medium Price=11 EUR Stock=70"},
		{"tables behind headings, in no element of their own", func(i int) string {
			return blocks(i, func(n int, size string) string {
				return fmt.Sprintf("<h3>%s</h3><table><tr><th>Price<td>%d EUR<tr><th>Stock<td>%d</table>", size, 10+n+5*i, 70*n+3*i)
			})
		}, "Sizes: Small Price=10 EUR Stock=0; Medium Price=11 EUR Stock=70"},
		{"terms behind headings, in no element of their own", func(i int) string {
			return blocks(i, func(n int, size string) string {
				return fmt.Sprintf("<h3>%s</h3><dl><dt>Price</dt><dd>%d EUR</dd><dt>Stock</dt><dd>%d</dd></dl>", size, 10+n+5*i, 70*n+3*i)
			})
		}, "Sizes: Small Price=10 EUR Stock=0; Medium Price=11 EUR Stock=70"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var pages []*page.Page
			for i := range 12 {
				pages = append(pages, document(fmt.Sprintf("http://cards.example/%d", i), fmt.Sprintf("<h1>Thing %c%d</h1><p>Made %d</p>", 'a'+i, i, 1950+i)+test.body(i)+"<p>Data from the makers</p>"))
			}
			w, table, err := Learn(pages[:10], Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range []Record{table.Records()[0], readAll(t, w, pages[:1])[0]} {
				if got := cardsOf(r); got != test.rows {
					t.Errorf("the rows are\n%s\nwant\n%s", got, test.rows)
				}
			}
		})
	}
}

// TestFirstPosts checks that the facts in the first post of a thread are not a row of its posts, though all are cards of their authors.
func TestFirstPosts(t *testing.T) {
	t.Parallel()
	labels := []string{"Area", "Grade", "Water", "Shelter", "Transport"}
	post := func(author string, i int, body string) string {
		return fmt.Sprintf("<div class=post><div class=profile><div class=by>%s</div><div><b>Posts:</b> <i>%d</i></div><div><b>Joined:</b> <i>%d.%d.2009</i></div></div><div class=body>%s</div></div>", author, 100+37*i, 1+i, 1+i%9, body)
	}
	var pages []*page.Page
	for i := range 12 {
		facts := fmt.Sprintf("A walk that %c%d did.", 'a'+i, i)
		for k, label := range labels {
			if (i+k)%6 > 0 {
				facts += fmt.Sprintf("<br><b>%s</b><br>val%c%d<br>", label, 'a'+i, k)
			}
		}
		body := post("keeper", i, facts)
		for n := range i % 4 {
			body += post(fmt.Sprintf("guest%c%d", 'a'+i, n), 5*i+n+40, fmt.Sprintf("I was there on day %d, it rained on %c.", 3*n+i, 'k'+i))
		}
		pages = append(pages, document(fmt.Sprintf("http://threads.example/%d", i), fmt.Sprintf("<h1>Trail %c%d</h1>", 'a'+i, i)+body+"<p>Post a reply</p>"))
	}
	_, table, err := Learn(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range table.Records() {
		for k, label := range labels {
			if got, want := strings.Join(r.Texts(label), "; "), fmt.Sprintf("val%c%d", 'a'+i, k); (i+k)%6 > 0 && got != want {
				t.Errorf("page %d: %s is %q, want %q", i, label, got, want)
			}
		}
	}
}

// cardsOf writes down the groups of a record, without the names of fields that are those of their group.
func cardsOf(r Record) string {
	var out []string
	for _, g := range r.Groups {
		var rows []string
		for _, row := range g.Rows {
			var fields []string
			for _, f := range row {
				text := f.Values[0].Text
				if !strings.HasPrefix(f.Label, g.Label) {
					text = f.Label + "=" + text
				}
				fields = append(fields, text)
			}
			rows = append(rows, strings.Join(fields, " "))
		}
		out = append(out, g.Label+": "+strings.Join(rows, "; "))
	}
	return strings.Join(out, "\n")
}

// TestHeadingsOfNothingChosen checks that headings before tables without texts, as all in them is not chosen, are read.
func TestHeadingsOfNothingChosen(t *testing.T) {
	t.Parallel()
	var pages []*page.Page
	for i := range 10 {
		var rooms strings.Builder
		for n := range 2 + i%3 {
			fmt.Fprintf(&rooms, "<h3>Room %d</h3><table><tr><td><input type=checkbox%s> <label>Wifi</label></table>", n, []string{" checked", ""}[(i+n)%2])
		}
		pages = append(pages, document(fmt.Sprintf("http://hotels.example/%d", i), fmt.Sprintf("%s<h1>Hotel %c</h1><p>All hotels</p>", &rooms, 'A'+i)))
	}
	w, _, err := Learn(pages[:8], Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range readAll(t, w, pages) {
		if got, want := strings.Join(field(&r, "h1"), "|"), fmt.Sprintf("Hotel %c", 'A'+i); got != want {
			t.Errorf("page %d: the heading is %q, want %q", i, got, want)
		}
	}
}
