package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/page"
)

// TestSeveralLabelsInOneText checks that labels within a text name its parts, on pages
// learned from and on others.
func TestSeveralLabelsInOneText(t *testing.T) {
	t.Parallel()
	player := func(i int) *page.Page {
		return document(fmt.Sprintf("http://players.example/%d", i), fmt.Sprintf("<h1>Player %c</h1><p>Height 17%d / Weight %d</p><p>Born %d</p>", 'A'+i, i+1, 200+7*i, 1970+i))
	}
	var pages []*page.Page
	for i := range 7 {
		pages = append(pages, player(i))
	}
	w, table, err := Learn(pages[:6], Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range append(table.Records(), readAll(t, w, pages[6:])...) {
		if !slices.Equal(r.Texts("Height"), []string{fmt.Sprintf("17%d", i+1)}) || !slices.Equal(r.Texts("Weight"), []string{fmt.Sprint(200 + 7*i)}) {
			t.Errorf("record %v", r.ByLabel())
		}
	}
}

// TestFirstPost checks that the labelled lines in the first of the posts of a thread are about its page, and what all posts
// have about each of them.
func TestFirstPost(t *testing.T) {
	t.Parallel()
	var pages []*page.Page
	for i := range 8 {
		var b strings.Builder
		fmt.Fprintf(&b, "<h1>Thing %c</h1><table><tr><th>Author</th><th>Message</th></tr>", 'A'+i)
		for n := range 1 + i%3 {
			facts := ""
			if n == 0 {
				facts = fmt.Sprintf("Maker: Firm %c<br>Weight: %d kg<br>", 'P'+i, 30+i)
			}
			fmt.Fprintf(&b, "<tr><td><b>user%d</b><br>Posts: %d</td><td><span>%sSome words of post %d on %d.</span></td></tr>", 3*i+n, 100+7*i+n, facts, n, i)
		}
		pages = append(pages, document(fmt.Sprintf("http://forum.example/%d", i), b.String()+"</table>"))
	}
	w, table, err := Learn(pages[:6], Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range append(table.Records(), readAll(t, w, pages[6:])...) {
		if got, want := r.Texts("Maker"), []string{fmt.Sprintf("Firm %c", 'P'+i)}; !slices.Equal(got, want) {
			t.Errorf("page %d: maker %q, want %q", i, got, want)
		}
	}
}

// TestLabelsInReviews checks that labels which each review has are in its row, be there one review on the page or several.
func TestLabelsInReviews(t *testing.T) {
	t.Parallel()
	var pages []*page.Page
	for i := range 9 {
		var b strings.Builder
		for n := range 1 + i%3 {
			fmt.Fprintf(&b, "<tr><td>user%d<br>%d posts</td><td>Pros: light%d<br>Cons: dear%d</td></tr>", 3*i+n, 10+i+n, 2*i+n, 5*i+n)
		}
		pages = append(pages, document(fmt.Sprintf("http://reviews.example/%d", i), fmt.Sprintf("<h1>Thing %c</h1><p>Size: %d cm</p><h2>Reviews</h2><table><tr><th>User</th><th>Text</th></tr>%s</table>", 'A'+i, 20+i, b.String())))
	}
	w, table, err := Learn(pages[:7], Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range append(table.Records(), readAll(t, w, pages[7:])...) {
		if len(r.Groups) != 1 || len(r.Groups[0].Rows) != 1+i%3 {
			t.Errorf("page %d: groups %v, want one of %d rows", i, r.Groups, 1+i%3)
		}
	}
}
