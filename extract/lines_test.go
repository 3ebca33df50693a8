package extract

import (
	"fmt"
	"strings"
	"testing"
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

// TestQuestionsAsValues checks that a value that ends in a question mark, or begins with a question, is no label where others of its kind are none.
func TestQuestionsAsValues(t *testing.T) {
	t.Parallel()
	facts := func(i int) map[string]string {
		date, text := fmt.Sprint(1700+i*17), fmt.Sprintf("The handle of number %d was carved by its owner.", i)
		if i%3 == 0 {
			date = "1850?"
		}
		if i%4 == 1 {
			text = "Looking for a gift? " + text
		}
		return map[string]string{"Date": date, "Maker": fmt.Sprintf("Maker %c", 'A'+i*7%23), "Description": text}
	}
	for _, row := range []string{"<tr><th>%s</th><td>%s</td></tr>", "<li><b>%s:</b> %s</li>", "<p><span class=l>%s</span> <span class=v>%s</span></p>"} {
		checkFacts(t, facts, func(i int) string {
			rows := ""
			for _, label := range []string{"Date", "Maker", "Description"} {
				rows += fmt.Sprintf(row, label, facts(i)[label])
			}
			switch row[:2] {
			case "<t":
				return "<table>" + rows + "</table>"
			case "<l":
				return "<ul>" + rows + "</ul>"
			}
			return rows
		})
	}
}
