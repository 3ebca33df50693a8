package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/page"
)

// TestLinkedLines checks lines of "Label: value" in a paragraph, some of whose values are links.
func TestLinkedLines(t *testing.T) {
	t.Parallel()
	labels := []string{"Nation", "School", "Subject", "Town", "Known for"}
	facts := func(i int) map[string]string {
		out := make(map[string]string)
		for k, label := range labels {
			if (i+k)%4 > 0 {
				out[label] = fmt.Sprintf("%s %d", []string{"Land", "Academy of", "Theory", "New", "the survey of ring nebulae"}[k], 10+i*(k+2)%7)
			}
		}
		return out
	}
	checkFacts(t, facts, func(i int) string {
		var lines []string
		for k, label := range labels {
			if v := facts(i)[label]; v != "" && k == 4 {
				lines = append(lines, label+": "+v)
			} else if v != "" {
				lines = append(lines, fmt.Sprintf("%s: <a href='/x/%d'>%s</a>", label, i, v))
			}
		}
		return "<p class=facts>" + strings.Join(lines, "<br>") + "</p>"
	})
}

// TestQuotedLines checks labels and values in plain text whose lines begin with the mark of a quotation or a comment.
func TestQuotedLines(t *testing.T) {
	t.Parallel()
	labels := []string{"Owner", "Built", "Rig", "Home port"}
	facts := func(i int) map[string]string {
		out := make(map[string]string)
		for k, label := range labels {
			if (i+k)%4 > 0 {
				out[label] = []string{fmt.Sprintf("Owner %c", 'A'+i), fmt.Sprint(1880 + i*7%60), []string{"sloop", "ketch", "yawl"}[i%3], fmt.Sprintf("Port %c", 'A'+i*5%11)}[k]
			}
		}
		return out
	}
	for _, x := range []struct{ line, around string }{
		{"&gt; %-10s: %s\n", "<pre>%s</pre>"}, {"&gt;&gt; %s = %s\n", "<pre>%s</pre>"}, {"# %-10s  %s\n", "<pre><code>%s</code></pre>"},
		{"| %s: %s<br>", "<blockquote>%s</blockquote>"},
	} {
		checkFacts(t, facts, func(i int) string {
			lines := ""
			for _, label := range labels {
				if v := facts(i)[label]; v != "" {
					lines += fmt.Sprintf(x.line, label, v)
				}
			}
			return fmt.Sprintf(x.around, lines)
		})
	}
}

// TestQuestions checks questions as labels, above their answers and before them.
func TestQuestions(t *testing.T) {
	t.Parallel()
	labels := []string{"Who made it?", "Where does it live?", "How old is it?", "What does it do all day?"}
	facts := func(i int) map[string]string {
		out := make(map[string]string)
		for k, label := range labels {
			if (i+k)%4 > 0 {
				out[label] = []string{fmt.Sprintf("Maker %c", 'A'+i), fmt.Sprintf("Town %c", 'A'+i*5%11), fmt.Sprint(2+i*7%60, " years"), fmt.Sprintf("It stands in hall %d and is looked at by all who come.", i)}[k]
			}
		}
		return out
	}
	for _, line := range []string{"<p>%s</p><p>%s</p>", "<p>%s<br>%s</p>", "<li>%s %s</li>", "<h3>%s</h3><p>%s</p>"} {
		checkFacts(t, facts, func(i int) string {
			lines := ""
			for _, label := range labels {
				if v := facts(i)[label]; v != "" {
					lines += fmt.Sprintf(line, label, v)
				}
			}
			return lines
		})
	}
}

// TestQuestionsAsValues checks that a value that ends in a question mark is no label, nor makes its column doubtful, and that a text is not cut
// since it begins with a question on some pages.
func TestQuestionsAsValues(t *testing.T) {
	t.Parallel()
	value := func(i int) map[string]string {
		maker, text := fmt.Sprintf("%c%c Holm", 'A'+i*7%23, 'a'+i*5%19), fmt.Sprintf("The %c%cndle was carved by hand, and its owner has the other one.", 'h'+i%5, 'a'+i*3%17)
		if i%4 == 1 {
			maker, text = "Unknown?", "Looking for a gift? "+text
		}
		return map[string]string{"Date": fmt.Sprint(1700 + i*17), "Maker": maker, "Description": text}
	}
	var pages []*page.Page
	for i := range 12 {
		v := value(i)
		pages = append(pages, document(fmt.Sprintf("http://spoons.example/%d", i), fmt.Sprintf("<h1>Spoon %c%c</h1><table><tr><th>Date</th><td>%s</td></tr><tr><th>Maker</th><td>%s</td></tr></table><p>Price: %d</p><p>Pages: %d</p><h2>Description</h2><p>%s</p>",
			'A'+i, 'b'+i*3%11, v["Date"], v["Maker"], 20+i*3, 100+i*i, v["Description"])))
	}
	_, table, err := Learn(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range table.Records() {
		for label, want := range value(i) {
			if got := r.Texts(label); !slices.Equal(got, []string{want}) {
				t.Errorf("page %d: %s is %q, want %q; there is %q", i, label, got, want, r.Labels())
			}
		}
		for _, f := range r.Fields {
			if f.Label == "Maker" && f.Confidence < .9 {
				t.Errorf("page %d: %s with confidence %.3f", i, f.Label, f.Confidence)
			}
		}
	}
}
