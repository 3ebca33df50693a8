package extract

import (
	"fmt"
	"testing"
)

// TestMissing checks that a word that fills columns of several types is no value of them, on pages that
// were learned from and on others.
func TestMissing(t *testing.T) {
	t.Parallel()
	facts := func(i int) map[string]string {
		out := map[string]string{"Died": fmt.Sprintf("%d March 19%02d", 1+i%28, i), "Number": fmt.Sprint(1000 + 37*i), "Town": fmt.Sprint("Town ", i)}
		if i%4 == 0 {
			delete(out, "Died")
		}
		if i%5 == 1 {
			delete(out, "Number")
		}
		return out
	}
	checkFacts(t, facts, func(i int) string {
		body := fmt.Sprintf("<h1>Thing %d</h1><table>", i)
		for _, label := range []string{"Died", "Number", "Town"} {
			value, ok := facts(i)[label]
			if !ok {
				value = "unknown"
			}
			body += fmt.Sprintf("<tr><th>%s</th><td>%s</td></tr>", label, value)
		}
		return body + "</table>"
	})
}
