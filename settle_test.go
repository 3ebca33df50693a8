package verde

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"verde/catalog"
	"verde/evidence"
	"verde/evidence/evidencetest"
	"verde/judge"
	"verde/known"
	"verde/page"
	"verde/pageeval"
	"verde/query"
	"verde/record"
	"verde/report"
	"verde/vertical"
)

var titles = strings.Fields("Emma Dracula Ulysses Walden Kim Villette Shirley Nana Faust Hamlet Othello Macbeth Persuasion Middlemarch Ivanhoe Waverley")

// genre tells what kind of book has a title.
func genre(title string) string { return []string{"Novel", "Romance", "Play"}[len(title)%3] }

// club is the site of a book club: a page for each week, headed by two of the
// titles, and one for each book if it has such. Both look like data.
// If it has shelves, there are six, each headed by one of the titles, that list all books.
type club struct {
	books    bool
	shelves  bool
	requests map[string]int
}

// home is how pages link to the front page, which tells their templates apart.
var home = map[string]string{"week": "<footer><a href=/>home</a></footer>", "book": "<p><a href=/>home</a></p>"}

func (c club) Fetch(_ context.Context, url string) (*page.Page, error) {
	c.requests[url]++
	kind, number, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(url, "http://club.example/"), "of/"), "/")
	i, err := strconv.Atoi(number)
	title := func(i int) string { return titles[i%len(titles)] }
	body := ""
	switch {
	case kind == "":
		for i := range titles {
			body += fmt.Sprintf("<li><a href=/of/week/%d>Week %d</a></li>", i, i)
			if c.books {
				body += fmt.Sprintf("<li><a href=/book/%d>%s</a></li>", i, title(i))
			}
		}
		for i := range 6 {
			if c.shelves {
				body += fmt.Sprintf("<li><a href=/shelf/%d>Shelf of %s</a></li>", i, title(i))
			}
		}
		body = "<title>Club</title><ul>" + body + "</ul>"
	case kind == "shelf" && c.shelves && err == nil && i < 6:
		body = fmt.Sprintf("<title>%[1]s</title><h1>%[1]s</h1><table><tr><th>Author<td>x<tr><th>Genre<td>%[2]s<tr><th>Shelf<td>%[3]d</table>", title(i), genre(title(i)), i)
		for j := range titles {
			body += fmt.Sprintf("<div><a href=/book/%d>Copy %d</a></div>", j, j)
		}
	case kind == "week" && err == nil && i < len(titles):
		body = fmt.Sprintf("<title>%[1]s - %[2]s</title><h1>%[1]s - %[2]s</h1><dl><dt>Read by<dd>x<dt>Genre<dd>%[8]s<dt>Price<dd>$%[3]d<dt>Week<dd>%[3]d<dt>Guests<dd>%[4]d</dl><nav><a href=/of/week/%[5]d>next</a> <a href=/of/week/%[6]d>the one after it</a></nav><aside><b>%[7]s</b></aside>",
			title(i), title(i+1), 10+i, i*i%7, (i+1)%len(titles), (i+2)%len(titles), title(i+5), genre(title(i)))
	case kind == "book" && c.books && err == nil && i < len(titles):
		body = fmt.Sprintf("<title>%[1]s</title><h1>%[1]s</h1><table><tr><th>Author<td>x<tr><th>Genre<td>%[4]s<tr><th>Pages<td>%[2]d<tr><th>Year<td>19%02[3]d</table>", title(i), 100+7*i, i, genre(title(i)))
	default:
		return nil, &page.Error{URL: url, Reason: page.Status, Status: 404}
	}
	return &page.Page{URL: url, Requested: url, Status: 200, ContentType: "text/html", Body: []byte("<html>" + body + home[kind])}, nil
}

// A site whose pages of one template turn out to be about something else is read
// by those of another; where there is none it is doubtful, and not read again
// before more is known.
func TestSettle(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long under the race detector")
	}
	t.Parallel()
	ctx := t.Context()
	classifier, err := pageeval.Default()
	if err != nil {
		t.Fatal(err)
	}
	knowing := func(titles []string) *known.Entities {
		entities := known.New(query.Profile{Identifier: "name", Attributes: []query.Attribute{{Name: "maker"}}})
		var records []record.Record
		for i, title := range titles {
			records = append(records, record.FromTexts("http://a.example/"+title, map[string][]string{"name": {title}, "maker": {"x"}, "genre": {genre(title)}, "price": {fmt.Sprintf("$%d", 20+i)}}))
		}
		addTraining(t, entities, "a.example", records)
		return entities
	}
	var weeks, books, shelves, untold []string
	for i, title := range titles[:6] {
		weeks = append(weeks, fmt.Sprintf("%s | http://club.example/of/week/%d | %s - %s", title, i, title, titles[i+1]))
		untold = append(untold, fmt.Sprintf("%s | http://club.example/of/week/%d | Our week", title, i))
		books = append(books, fmt.Sprintf("%s | http://club.example/book/%d | %s", title, i, title))
		shelves = append(shelves, fmt.Sprintf("%s | http://club.example/shelf/%d | %s", title, i, title))
	}
	for name, test := range map[string]struct {
		books   bool
		results []string
		state   string
		why     string // of the history
	}{
		"both":       {true, append(books[:2:2], weeks...), catalog.Expanded, "named after it"},
		"weeks only": {false, weeks, catalog.Doubtful, "named after it"},
		"untold":     {false, untold, catalog.Doubtful, "named after it"},
		"books only": {true, books, catalog.Expanded, ""},
		"shelves":    {true, append(books[:1:1], shelves...), catalog.Doubtful, "its pages are lists"},
		"shelved":    {true, append(books[:2:2], shelves...), catalog.Expanded, "its pages are lists"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cat, err := catalog.Open(ctx, filepath.Join(t.TempDir(), "c.sqlite"))
			if err != nil {
				t.Fatal(err)
			}
			defer cat.Close()
			site := club{test.books, strings.HasPrefix(name, "shel"), map[string]int{}}
			x := &Explorer{Pages: site, Catalog: cat, Classifier: classifier}
			a := evidencetest.Results(test.results...)
			var h judge.History
			settle := func(entities *known.Entities) (catalog.Source, int) {
				t.Helper()
				before := 0
				for _, n := range site.requests {
					before += n
				}
				s := &settling{x: x, round: 1, candidate: evidence.Candidate{Site: "club.example", Support: 2, URLs: a.URLs()}, results: a,
					entities: entities, history: h, told: &judging{tell: x.tell}}
				out, err := s.settle(ctx)
				if err != nil {
					t.Fatal(err)
				}
				if err := x.store(ctx, 1, out); err != nil {
					t.Fatal(err)
				}
				h = s.history
				after := 0
				for _, n := range site.requests {
					after += n
				}
				return out.Source, after - before
			}
			src, _ := settle(knowing(titles[:12]))
			if src.State != test.state || !strings.Contains(h.RejectReason, test.why) || (h.RejectReason == "") != (test.why == "") {
				t.Fatalf("%s (%s), sample %s; history: %q", src.State, src.Reason, src.SampleURL, h.RejectReason)
			}
			stats, err := cat.Stats(ctx)
			if err != nil {
				t.Fatal(err)
			}
			if test.state == catalog.Expanded {
				if stats.Records != len(titles) || !strings.Contains(src.SampleURL, "/book/") {
					t.Errorf("%d records like %s", stats.Records, src.SampleURL)
				}
				return
			}
			if stats.Records != 0 {
				t.Errorf("%d records of a doubtful site", stats.Records)
			}
			if again, n := settle(knowing(titles[:12])); again.State != catalog.Doubtful || again.Reason != src.Reason || n != 0 {
				t.Errorf("again: %s (%s), %d requests", again.State, again.Reason, n)
			}
			if later, n := settle(knowing(titles)); later.State != catalog.Doubtful || n == 0 {
				t.Errorf("with more known: %s, %d requests", later.State, n)
			}
			got, err := x.reporting(new(vertical.Vertical)).Report(ctx, 1)
			if err != nil || got.Incomplete[report.SitesDoubtful] != 1 {
				t.Errorf("%+v, %v", got, err)
			}
		})
	}
}

// A site that has nothing but the names and one column in common with others is of another kind for sure where many others are known, and is refused; of
// fewer it may be a source, and is doubtful.
func TestSettleUnlike(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long under the race detector")
	}
	t.Parallel()
	ctx := t.Context()
	classifier, err := pageeval.Default()
	if err != nil {
		t.Fatal(err)
	}
	var results []string
	for i, title := range titles[:6] {
		results = append(results, fmt.Sprintf("%s | http://club.example/book/%d | %s", title, i, title))
	}
	for others, state := range map[int]string{known.EnoughSites - 1: catalog.Expanded, known.EnoughSites: catalog.Doubtful, 18: catalog.Doubtful, 19: catalog.Refused} {
		t.Run(fmt.Sprint(others), func(t *testing.T) {
			t.Parallel()
			cat, err := catalog.Open(ctx, filepath.Join(t.TempDir(), "c.sqlite"))
			if err != nil {
				t.Fatal(err)
			}
			defer cat.Close()
			entities := known.New(query.Profile{Identifier: "name", Attributes: []query.Attribute{{Name: "genre"}}})
			for site := range others {
				var records []record.Record
				for _, title := range titles {
					records = append(records, record.FromTexts(fmt.Sprintf("http://known%d.example/%s", site, title), map[string][]string{"name": {title}, "genre": {genre(title)}}))
				}
				addTraining(t, entities, fmt.Sprintf("known%d.example", site), records)
			}
			a := evidencetest.Results(results...)
			x := &Explorer{Pages: club{books: true, requests: map[string]int{}}, Catalog: cat, Classifier: classifier}
			s := &settling{x: x, round: 1, candidate: evidence.Candidate{Site: "club.example", Support: 6, URLs: a.URLs()}, results: a, entities: entities, told: &judging{tell: x.tell}}
			out, err := s.settle(ctx)
			if err != nil {
				t.Fatal(err)
			}
			if out.Source.State != state || state != catalog.Expanded && !strings.Contains(out.Source.Reason, fmt.Sprintf("in common with those of %d other sites", others)) {
				t.Errorf("%s (%s), want %s", out.Source.State, out.Source.Reason, state)
			}
		})
	}
}
