package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/page"
)

// TestIcons checks that what a picture before a value says is its label, in any way that it may say so, on learned and on
// other pages, of which each lacks some.
func TestIcons(t *testing.T) {
	t.Parallel()
	for name, fact := range map[string]string{
		"title of an icon in a list":      `<li><i class="fa" title="%s"></i> %s</li>`,
		"image in an element of the page": `<div class="fact of-PAGE"><span class="pic of-PAGE"><img src="i.gif" alt="%s"></span> %s</div>`,
		"image in a line":                 `<img src="i.gif" alt="%s"> %s<br>`,
		"image in a cell":                 `<tr><td><img src="i.gif" alt="%s"></td><td>%s</td></tr>`,
		"drawing beside a span":           `<div><svg role="img" aria-label="%s"><path d="M0 0"/></svg><span>%s</span></div>`,
		"block with a title in a row":     `<div class="row"><div class="icon" title="%s"></div><div>%s</div></div>`,
		"image that says nothing itself":  `<p><img aria-label="%s" alt=""> %s</p>`,
		"drawing within a titled symbol":  `<p><span aria-label="%s"><svg><path d="M0 0"/></svg></span> %s</p>`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			labels := []string{"Region", "Grapes", "Colour", "Opened", "Bottle"}
			colours := []string{"red", "white"}
			value := func(i, k int) string {
				if k == 2 {
					return colours[i%2]
				}
				return fmt.Sprintf("Abc %d", 31*i+100*k)
			}
			var pages []*page.Page
			for i := range 12 {
				body := fmt.Sprintf(`<h1>Wine %d</h1><img src="/w.jpg" alt="A bottle"><h2>Facts</h2><div>`, i)
				if name == "image in a cell" {
					body += "<table>"
				}
				for k, label := range labels {
					if (i+k)%4 > 0 {
						body += fmt.Sprintf(fact, label, value(i, k))
					}
				}
				if i == 4 || i == 7 {
					body += fmt.Sprintf(fact, "Award", "Gold")
				}
				body = strings.ReplaceAll(body, "PAGE", fmt.Sprint(i))
				pages = append(pages, document(fmt.Sprintf("http://wine.example/%d", i), body+`</table></div><img src="/star.gif" alt="star"><img src="/star.gif" alt="star"><p>Back to the list</p>`))
			}
			w, table, err := Learn(pages[:9], Options{})
			if err != nil {
				t.Fatal(err)
			}
			for i, r := range append(table.Records(), readAll(t, w, pages[9:])...) {
				for k, label := range labels {
					var want []string
					if (i+k)%4 > 0 {
						want = []string{value(i, k)}
					}
					if got := r.Texts(label); !slices.Equal(got, want) {
						t.Errorf("page %d: %s is %q, want %q", i, label, got, want)
					}
				}
			}
			for i, r := range table.Records() {
				if got := r.Texts("Award"); len(got) == 1 != (i == 4 || i == 7) {
					t.Errorf("page %d: the award is %q", i, got)
				}
			}
		})
	}
}

// TestOrnaments checks that pictures which label nothing change nothing: they are the same on all pages beside the same
// texts, stand alone, come again, or stand between a label and its value.
func TestOrnaments(t *testing.T) {
	t.Parallel()
	read := func(with bool) []Record {
		var pages []*page.Page
		picture := func(say string) string {
			if with {
				return fmt.Sprintf(`<i title="%s"></i>`, say)
			}
			return "<i></i>"
		}
		for i := range 8 {
			pages = append(pages, document(fmt.Sprintf("http://wine.example/%d", i), fmt.Sprintf(`<h1>Wine %d</h1><p>%s Home</p><ul>
<li><b>Region</b> %s Abc %d</li><li><b>Grapes</b> %s Def %d</li></ul><div><span>Phone:</span><span>%s 55 %d</span></div><div><span>Fax:</span><span>%s 77 %d</span></div><p>%s%s %d stars</p>`,
				i, picture("House"), picture("What is this?"), 31*i, picture("What is this?"), 7*i, picture("phone"), 100+i, picture("printer"), 200+3*i, picture("star"), picture("star"), 1+i%5)))
		}
		table, err := Align(pages, Options{})
		if err != nil {
			t.Fatal(err)
		}
		return table.Records()
	}
	with, without := read(true), read(false)
	for i := range with {
		if got, want := bare(with[i]), bare(without[i]); got != want {
			t.Errorf("page %d: %s\nwithout pictures %s", i, got, want)
		}
	}
}

// TestOddIcons checks that one page of many whose icon has no text, or comes again below with a neighbour's, takes no label from
// the others.
func TestOddIcons(t *testing.T) {
	t.Parallel()
	labels := []string{"Region", "Grapes", "Opened"}
	for name, odd := range map[string]func(i int) string{
		"no value": func(i int) string { return map[bool]string{true: `<li><i title="Bottle"></i></li>`}[i == 3] },
		"neighbours": func(i int) string {
			return fmt.Sprintf(`</ul><h2>Others</h2><div><div><b>Other %[1]d</b><p><i title="Region"></i> Xyz %[1]d</p></div><div><b>Else %[1]d</b><p><i title="Region"></i> Uvw %[1]d</p></div></div><ul>`, i)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var pages []*page.Page
			for i := range 20 {
				body := fmt.Sprintf("<h1>Wine %d</h1><ul>", i)
				for k, label := range labels {
					body += fmt.Sprintf(`<li><i title="%s"></i> Abc %d</li>`, label, 31*i+100*k)
				}
				pages = append(pages, document(fmt.Sprintf("http://wine.example/%d", i), body+odd(i)+"</ul>"))
			}
			table, err := Align(pages, Options{})
			if err != nil {
				t.Fatal(err)
			}
			for i, r := range table.Records() {
				for k, label := range labels {
					if got, want := r.Texts(label), fmt.Sprintf("Abc %d", 31*i+100*k); !slices.Contains(got, want) || name == "no value" && len(got) > 1 {
						t.Errorf("page %d: %s is %q, want %q", i, label, got, want)
					}
				}
			}
		})
	}
}
