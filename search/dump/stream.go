package dump

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"verde/query"
	"verde/search"
)

// Summary is what was read.
type Summary struct {
	Results    int          // distinct (query, URL) pairs, or all results of a [Stream]
	Duplicates int          // pairs seen again, where they were kept
	Others     int          // results of queries that [Options] do not want
	Bad        []*LineError // the first lines that could not be read
	BadLines   int          // how many there were
}

// maxBad is how many bad lines are kept to be shown.
const maxBad = 20

// Stream passes on each result of the named files with the query that it
// answers; "-" is stdin. A file that can't be opened, files without a single
// result, and an error of give end it.
//
// Memory is that of [Read]: whoever reads more than fits into it keeps in give
// what is needed.
func Stream(paths []string, stdin io.Reader, give func(query.Query, search.Result) error) (Summary, error) {
	var s Summary
	var last search.Result // results of a query mostly stand together
	var q query.Query
	for res, err := range Files(paths, stdin) {
		if bad := new(LineError); errors.As(err, &bad) {
			if s.BadLines++; len(s.Bad) < maxBad {
				s.Bad = append(s.Bad, bad)
			}
			continue
		} else if err != nil {
			return s, err
		}
		if q.ID == "" || res.Query != last.Query || res.QueryID != last.QueryID {
			// Clones, else who keeps the query keeps the line that it was read from.
			last.Query, last.QueryID = strings.Clone(res.Query), strings.Clone(res.QueryID)
			q = query.Parse(last.Query)
			if last.QueryID != "" {
				q.ID = last.QueryID
			}
		}
		res.Query, res.QueryID = last.Query, last.QueryID // the same bytes for all
		s.Results++
		if err := give(q, res); err != nil {
			return s, err
		}
	}
	if s.Results == 0 {
		err := errors.New("no result in it")
		if len(s.Bad) > 0 {
			err = s.Bad[0]
		}
		return s, fmt.Errorf("result dump %s: %w; known are JSON of VerDE, SearXNG, Bing, Brave, Google, SerpAPI, Serper, Elasticsearch and ddgs, "+
			"tables with a header, lists of URLs under their query, and CDXJ", strings.Join(paths, ", "), err)
	}
	return s, nil
}
