package gotest

import (
	"regexp"
	"strings"

	"verde/bench/table"
)

var (
	siteLine  = regexp.MustCompile(`=== RUN\s+TestCorpora/(\S+)`)
	pagesLine = regexp.MustCompile(`: pages\s+\[([^\]]*)\]\s+(.*)$`)
	wordScore = regexp.MustCompile(`([^()]+)\(([0-9.]+\+[0-9.]+),[0-9.]+\)\s*`)
)

// parseKeywords reads what the test says of each site: its entity keywords, and
// the related words that its pages give.
func parseKeywords(out string) []table.Figures {
	var rows []table.Figures
	site := ""
	for line := range strings.Lines(out) {
		line = strings.TrimSpace(line)
		if m := siteLine.FindStringSubmatch(line); m != nil {
			site = m[1]
		}
		m := pagesLine.FindStringSubmatch(line)
		if m == nil || site == "" {
			continue
		}
		var words []string
		for _, w := range wordScore.FindAllStringSubmatch(m[2], shown) {
			words = append(words, w[1]+" ("+w[2]+")")
		}
		rows = append(rows, table.Figures{"site": table.Value(site), "entity keywords": table.Value(strings.Join(strings.Fields(m[1]), ", ")),
			"the first related words": table.Value(strings.Join(words, ", "))})
		site = ""
	}
	return rows
}
