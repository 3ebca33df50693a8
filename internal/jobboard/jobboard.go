// Package jobboard has the worked example of DCA (Yuliana and Chang, "A novel alignment algorithm for
// effective web data extraction from singleton-item pages") for tests.
package jobboard

import (
	"fmt"
	"strings"

	"verde/page"
)

// Pages are five pages of a job board written to match what DCA's Examples 1 to
// 4 tell of theirs; the drawings are lost. A word in bold is a label, "|" a br.
// "Job Function:" stands before "Position:" on three pages and behind it on
// two, "Location(s):" before it or far behind it.
func Pages() []*page.Page {
	rows := []string{
		"Career Center,*Job ID:,8296386,*Posted:,July 11 2011,*Location(s):,Socorro,*Level:,25-50%,*Job Function:,Hydrology,*Entry:,No,|,Apply,Now",
		"Career Center,*Job ID:,8296387,*Posted:,July 12 2011,*Job Function:,Physics,*Level:,25-50%,*Entry:,No,*Location(s):,Socorro,|,Apply,Soon",
		"Career Center,*Job ID:,8296388,*Posted:,July 13 2011,*Job Function:,Chemistry,*Level:,75%,*Entry:,Yes,|,Apply,|,Then",
		"Career Center,*Job ID:,8296389,*Posted:,July 14 2011,*Location(s):,Madrid,*Level:,80%,*Job Function:,Botany,*Entry:,Yes,|,Apply,|,Today",
		"Career Center,*Job ID:,8296390,*Posted:,July 15 2011,*Job Function:,Logic,*Level:,10%,*Entry:,Perhaps,*Location(s):,Oslo,|,Apply,|,Here",
	}
	var out []*page.Page
	for i, row := range rows {
		var b strings.Builder
		for leaf := range strings.SplitSeq(row, ",") {
			switch label, isLabel := strings.CutPrefix(leaf, "*"); {
			case leaf == "|":
				b.WriteString("<br/>")
			case isLabel:
				fmt.Fprintf(&b, "<div><b>%s</b></div>", label)
			default:
				fmt.Fprintf(&b, "<div>%s</div>", leaf)
			}
		}
		out = append(out, &page.Page{
			URL: fmt.Sprintf("http://jobs.example/%d", i+1), Status: 200,
			Body: []byte("<!DOCTYPE html><html><head></head><body>" + b.String() + "</body></html>"),
		})
	}
	return out
}
