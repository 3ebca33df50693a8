package parts

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestFramed checks which labels are found in sentences that come in any order, and which values behind them.
func TestFramed(t *testing.T) {
	t.Parallel()
	labels := []string{"Span", "Deck", "Year of opening", "Toll", "Builder"}
	value := func(label string, i int) string {
		return map[string]string{"Span": fmt.Sprintf("%d.5 m", 100+7*i), "Deck": []string{"steel", "oak", "stone and steel"}[i%3],
			"Year of opening": fmt.Sprint(1900 + 3*i), "Toll": []string{"none", "trucks only"}[i%2], "Builder": fmt.Sprintf("Works %d", i)}[label]
	}
	page := func(i int, sentence func(k int, label, value string) string) string {
		var b strings.Builder
		b.WriteString([]string{"Nobody knows why it is here. ", "It is a bridge. ", "We like it. "}[i%3])
		for k := range labels {
			if label := labels[(k+i)%len(labels)]; (i+k)%4 > 0 {
				b.WriteString(sentence(k, label, value(label, i)) + " ")
			}
		}
		return strings.TrimSpace(b.String())
	}
	for name, c := range map[string]struct {
		sentence func(k int, label, value string) string
		want     []string
	}{
		"behind": {func(_ int, label, value string) string { return label + " is given as " + value + "." }, labels},
		"around": {func(_ int, label, value string) string { return "Our note on " + label + " reads " + value + "." }, labels},
		"two frames": {func(k int, label, value string) string {
			return []string{"The note on ", "Our note on "}[min(k, 1)] + label + " reads " + value + "."
		}, labels},
		"colons": {func(_ int, label, value string) string { return label + ": " + value + "." }, labels},
		"running text": {func(k int, _, value string) string {
			return []string{"We saw ", "Then came ", "They said "}[k%3] + value + "."
		}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var pages [][]string
			for i := range 24 {
				pages = append(pages, []string{page(i, c.sentence)})
			}
			found := make(map[string]bool)
			for _, pattern := range Of(pages, nil) {
				label := pattern[0].Label
				if label == "" {
					continue
				}
				found[label] = true
				for i, texts := range pages {
					for _, s := range pattern.Values(texts[0], 0) {
						if got := texts[0][s.At:s.End]; got != value(label, i) {
							t.Errorf("page %d: %s is %q, want %q", i, label, got, value(label, i))
						}
					}
				}
			}
			for _, label := range labels {
				if found[label] != slices.Contains(c.want, label) {
					t.Errorf("label %q is found: %v", label, found[label])
				}
			}
		})
	}
}
