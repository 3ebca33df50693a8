package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/extract/leaves"
	"verde/page"
)

// TestBetweenLabelAndValue checks that what stands between a label and its value and is no value is none: dots that lead
// from the one to the other, as many as there is room for, and a key to sort by that is not displayed. A longer text of
// other signs is a value.
func TestBetweenLabelAndValue(t *testing.T) {
	t.Parallel()
	labels := []string{"Founded", "Students", "Campus", "Rector", "Rating"}
	value := func(label string, i int) string {
		switch label {
		case "Rating":
			return strings.Repeat("★", 1+i%5) + strings.Repeat("☆", 4-i%5)
		case "Rector":
			return []string{"Ann Lee", "Bob Ray", "Carl Moe"}[i%3] + fmt.Sprint(i)
		}
		return fmt.Sprint(1000 + i*len(label))
	}
	for _, test := range []struct {
		name string
		row  func(label, value string) string
	}{
		{"dots", func(l, v string) string {
			return fmt.Sprintf("<div class=r><span class=k>%s</span><span class=d>%s</span><span class=v>%s</span></div>", l, strings.Repeat(".", 30-len(l)), v)
		}},
		{"style", func(l, v string) string {
			return fmt.Sprintf("<table><tr><td>%s</td><td><span class=sortkey style='color: red; display: None'>%09s!</span>%s</td></tr></table>", l, v, v)
		}},
		{"hidden", func(l, v string) string {
			return fmt.Sprintf("<dl><dt>%s</dt><dd><span hidden>%s!</span> <span>%s</span></dd></dl>", l, v, v)
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var pages []*page.Page
			has := func(i, k int) bool { return (i*3+k*5)%7 > 0 }
			for i := range 10 {
				var b strings.Builder
				fmt.Fprintf(&b, "<h1>School %c</h1>", 'A'+i)
				for k, l := range labels {
					if has(i, k) {
						b.WriteString(test.row(l, value(l, i)))
					}
				}
				pages = append(pages, document(fmt.Sprintf("http://schools.example/%d", i), b.String()+"<p>Contact</p>"))
			}
			for i, r := range mostLearned(t, pages) {
				for k, l := range labels {
					var want []string
					if has(i, k) {
						want = []string{value(l, i)}
					}
					if got := r.Texts(l); !slices.Equal(got, want) {
						t.Errorf("page %d: %s is %q, want %q in %v", i, l, got, want, r.ByLabel())
					}
				}
			}
		})
	}
}

// TestSeparator checks which texts without letters and digits are no values.
func TestSeparator(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"|": true, ">>": true, " | ": true, "……": true, "→": true, "or": true, "........................": true, "— — —": true, "•": true,
		"★★": false, "★★★☆☆": false, "$$": false, "x": false, "5": false, "en": false,
	} {
		if got := leaves.Separator(text); got != want {
			t.Errorf("separator(%q) is %t, want %t", text, got, want)
		}
	}
}
