package extract

import (
	"fmt"
	"strings"
	"testing"
)

// TestSpelling checks labels that pages write in several ways, in two blocks of which now one and now the other is first.
func TestSpelling(t *testing.T) {
	t.Parallel()
	forms := []string{"<b>%s:</b> %s", "<b>%s</b>: %s", "<b>%s</b> = %s", "<strong>%s -</strong> %s", "<b><i>%s: </i></b><span>%s</span>"}
	for name, row := range map[string]string{"paragraphs": "<p>%s</p>", "lines": "%s<br>"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkLabelled(t, boats, func(i int) string {
				var parts [2]string
				for k, x := range boats(i) {
					form := max(0, i%10-5)
					if (i+7*k)%9 == 0 {
						form = 1 + k%4
					}
					parts[min(1, k/3)] += fmt.Sprintf(row, fmt.Sprintf(forms[form], x.label, x.values[0]))
				}
				if i%2 == 0 && name == "paragraphs" {
					parts[0], parts[1] = parts[1], parts[0]
				}
				return "<div>" + strings.Join(parts[:], "") + "</div>"
			})
		})
	}
}

// TestNumberedHeadings checks headings that each page numbers, with one of two sources below each value.
func TestNumberedHeadings(t *testing.T) {
	t.Parallel()
	for name, form := range map[string]string{"elements": "<h3><span>%d.%d</span> %s</h3>", "texts": "<h3>%d.%d. %s</h3>"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkLabelled(t, boats, func(i int) string {
				out, section, n := "", 0, 0
				for k, x := range boats(i) {
					if k%3 == 0 {
						section, n = section+1, 0
						out += fmt.Sprintf("<h2>%d Part %[1]d</h2>", section)
					}
					n++
					out += "<section>" + fmt.Sprintf(form, section, n, x.label) + "<div>" + x.values[0] + "</div><div class=source>" + []string{"Yearbook", "Archive"}[(i+k)%2] + "</div></section>"
				}
				return out
			})
		})
	}
}
