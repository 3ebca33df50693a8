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
