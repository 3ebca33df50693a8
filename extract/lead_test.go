package extract

import (
	"fmt"
	"strings"
	"testing"

	"verde/page"
)

// TestLeads checks that labels in markup of their own at the beginning of blocks are labels though what follows them is as long
// as a sentence on some pages: of paragraphs, items and lines of any element, with any mark behind the label or none.
func TestLeads(t *testing.T) {
	t.Parallel()
	crew := []string{"Ada Moss", "Ben Hay", "Cleo Rye", "Dov Fern", "Eli Reed", "Fay Thorn", "Gil Oak", "Hua Pine", "Ivo Ash", "Joy Elm"}
	values := func(i int) map[string]string {
		return map[string]string{
			"Crew":  strings.Join(crew[i%4:i%4+[]int{1, 2, 4, 6, 3}[i%5]], " & "),
			"Cargo": []string{"coal", "oak", "tin and salted herring from the northern ports of the old league", "wool"}[i*i%4],
			"Yard":  []string{"Cork", "Graz", "Metz", "Oslo", "Riga"}[i%5],
			"Mast":  fmt.Sprint(i%3+1, " of ", i),
		}
	}
	for name, line := range map[string]string{
		"paragraphs, bold":    `<p><b>%s.</b> %s</p>`,
		"items, a dash":       `<li><strong>%s</strong> &ndash; %s</li>`,
		"paragraphs of spans": `<p><span class="k">%s</span> <span>%s</span></p>`,
		"boxes, italic":       `<div class="f"><em>%s</em> %s</div>`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var pages []*page.Page
			for i := range 10 {
				var lines []string
				v := values(i)
				for k, label := range []string{"Crew", "Cargo", "Yard", "Mast"} {
					if (i+k)%6 > 0 {
						lines = append(lines, fmt.Sprintf(line, label, v[label]))
					}
				}
				body := fmt.Sprintf("<h1>Ship %c%d</h1><div>%s</div><p>All ships of the port of %s were seen by <b>us</b> in the summer.</p>", 'A'+i, i, strings.Join(lines, "\n"), v["Yard"])
				pages = append(pages, document(fmt.Sprintf("http://ships.example/%d", i), body))
			}
			_, table, err := Learn(pages, Options{})
			if err != nil {
				t.Fatal(err)
			}
			for i, r := range table.Records() {
				for k, label := range []string{"Crew", "Cargo", "Yard", "Mast"} {
					want, got := values(i)[label], ""
					if (i+k)%6 == 0 {
						want = ""
					}
					for _, f := range r.Fields {
						if strings.Trim(f.Label, ".: ") == label {
							got = strings.Join(r.Texts(f.Label), " & ")
						}
					}
					if got != want {
						t.Errorf("page %d: %s is %q, want %q", i, label, got, want)
					}
				}
			}
		})
	}
}

// TestFirstWordsOfSentences checks that words in markup of their own with which sentences begin are no labels.
func TestFirstWordsOfSentences(t *testing.T) {
	t.Parallel()
	starts, rests := []string{"The", "In", "Kings", "Some"}, func(i int) []string {
		return []string{
			fmt.Sprintf("tree is planted along %d roads of the south, and people say that it keeps the flies away.", i+3),
			fmt.Sprintf("spring the sap is drawn, and later the wood is cut and dried for %d months before use.", i+2),
			fmt.Sprintf("had %d ships built of it, and laws forbade anybody else to cut one of these trees at all.", i+5),
			fmt.Sprintf("%s plant it for its shade, though its roots lift the stones of the streets in time.", []string{"towns", "parks", "farms"}[i%3])}
	}
	var pages []*page.Page
	for i := range 10 {
		var body strings.Builder
		fmt.Fprintf(&body, "<h1>Tree %c</h1><p>Height: %d m</p>", 'A'+i, i*7%31)
		for k := range 4 {
			n := (i + k) % len(starts)
			fmt.Fprintf(&body, `<p><span class="cap">%s</span> %s</p>`, starts[n], rests(i)[n])
		}
		pages = append(pages, document(fmt.Sprintf("http://trees.example/%d", i), body.String()))
	}
	_, table, err := Learn(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range table.Records() {
		n := i % len(starts)
		if whole := starts[n] + " " + rests(i)[n]; !strings.Contains(fmt.Sprint(r.Fields, r.Groups), whole) {
			t.Errorf("page %d: %q is not one value", i, whole)
		}
	}
}
