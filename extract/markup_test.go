package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/page"
)

// TestMarkupOfValues checks that a field has all its values in whatever markup they are: links or not, one alone or several in a list, in
// elements of their own or not, on all pages or few.
func TestMarkupOfValues(t *testing.T) {
	t.Parallel()
	names := strings.Fields("Ana Bo Cy Dee Eve Fay Gus Hal Ida Joy Kim Lee Mia Ned Oda Pia")
	some := func(i, k int) (out []string) { // one to three
		for n := range 1 + (i+k)%3 {
			out = append(out, names[(5*i+3*k+7*n)%len(names)])
		}
		return out
	}
	linked := func(i int, texts []string) []string {
		out := slices.Clone(texts)
		for n := range out {
			if (i+n)%2 > 0 {
				out[n] = "<a href=/p>" + out[n] + "</a>"
			}
		}
		return out
	}
	for _, test := range []struct {
		name   string
		labels []string
		row    func(i, k int, label string, texts []string) string
		around string
		values func(i, k int) []string
	}{
		{"rows with headers", []string{"Starring", "Music by", "Edited by", "Country"}, func(i, k int, label string, texts []string) string {
			texts = linked(i+k, texts)
			value := "<ul><li>" + strings.Join(texts, "<li>") + "</ul>"
			if len(texts) == 1 {
				value = texts[0]
			} else if (i+k)%4 == 0 {
				value = strings.Join(texts, "<br>")
			}
			return "<tr><th>" + label + "</th><td>" + value + "</td></tr>"
		}, "<table>-</table>", some},
		{"label in two lines", []string{"Starring", "Production company", "Edited by"}, func(i, k int, label string, texts []string) string {
			return "<tr><th><div>" + strings.Replace(label, " company", "<br>company", 1) + "</div></th><td>" + linked(i+k, texts)[0] + "</td></tr>"
		}, "<table>-</table>", func(i, k int) []string { return some(i, k)[:1] }},
		{"values deep below their row", []string{"Starring", "Language", "Edited by", "Country"}, func(i, k int, label string, texts []string) string {
			return "<li class=row><span class=l>" + label + "</span><div class=v><ul><li><a href=/p>" + strings.Join(texts, "</a><li><a href=/p>") + "</a></ul></div>"
		}, "<ul>-</ul>", func(i, k int) []string {
			if k == 1 {
				return []string{"English"}
			}
			return some(i, k)
		}},
		{"members that all lists have", []string{"Offers"}, func(i, k int, label string, texts []string) string {
			return "<h2>" + label + "</h2><div class=all><div class=one>" + strings.Join(texts, "</div><div class=one>") + "</div></div>"
		}, "-", func(i, _ int) []string {
			all := []string{"Towels", "Wifi", "Pool", "Desk", "Iron"}
			all = append(slices.Clone(all[i%5:]), all[:i%5]...)
			return slices.DeleteFunc(all, func(s string) bool { return s == []string{"Wifi", "Pool", "Desk", "Iron", "Sauna"}[i*i%5] })
		}},
		{"bullets between", []string{"Position", "Shoots"}, func(i, k int, label string, texts []string) string {
			return "<strong>" + label + ":</strong> " + texts[0] + strings.Repeat(" &#9642; ", (1-k)*(1+i%2))
		}, "<p>-</p>", func(i, k int) []string { return some(i, k)[:1] }},
	} {
		var pages []*page.Page
		for i := range 10 {
			rows := ""
			for k, label := range test.labels {
				rows += test.row(i, k, label, test.values(i, k))
			}
			pages = append(pages, document(fmt.Sprintf("http://films.example/%d", i), fmt.Sprintf("<title>Film %c</title><h1>Film %[1]c</h1>", 'A'+i)+strings.Replace(test.around, "-", rows, 1)+"<p>All films</p>"))
		}
		w, _, err := Learn(pages[:8], Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range readAll(t, w, pages) {
			for k, label := range test.labels {
				if got, want := r.Texts(label), test.values(i, k); !slices.Equal(got, want) {
					t.Errorf("%s, page %d: %s is %q, want %q", test.name, i, label, got, want)
				}
			}
		}
	}
}
