package dump

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"

	"verde/query"
	"verde/search"
	"verde/search/answer"
	"verde/search/service"
)

// Summary is what was read.
type Summary struct {
	Results    int          // distinct (query, URL) pairs, or all results of a [Stream]
	Duplicates int          // pairs seen again, where they were kept
	Others     int          // results of queries that [Options] do not want
	Unasked    int          // results that do not say what was asked, and count as answers to the name of their file
	Bad        []*LineError // the first lines that could not be read
	BadLines   int          // how many there were
}

// maxBad is how many bad lines are kept to be shown.
const maxBad = 20

// ErrNoDump is a file that is no dump of results.
var ErrNoDump = errors.New("no dump of results")

var known = "known are JSON of VerDE, ddgs, bing, " + strings.Join(service.Names(), ", ") + " and what --dump-shape describes, " +
	"tables with a header, lists of URLs under their query, and CDXJ"

// Stream passes on each result of the named files with the query that it
// answers; "-" is stdin, and shapes describe JSON that is not known. A file that can't be opened, one that is no dump
// ([ErrNoDump]), files without a single result, and an error of give end it.
//
// Memory is that of [Read]: whoever reads more than fits into it keeps in give
// what is needed.
func Stream(paths []string, stdin io.Reader, give func(query.Query, search.Result) error, shapes ...*service.Service) (Summary, error) {
	r := reading{give: give, shapes: shapes}
	for _, path := range paths {
		if err := r.file(path, stdin); err != nil {
			return r.Summary, err
		}
	}
	if r.Results == 0 {
		err := errors.New("no result in it")
		if len(r.Bad) > 0 {
			err = r.Bad[0]
		}
		return r.Summary, fmt.Errorf("result dump %s: %w; %s", strings.Join(paths, ", "), err, known)
	}
	return r.Summary, nil
}

// reading is a stream under way.
type reading struct {
	Summary
	give   func(query.Query, search.Result) error
	shapes []*service.Service
	last   search.Result // results of a query mostly stand together
	q      query.Query   // of the last result
}

// file reads one file to its end.
func (r *reading) file(path string, stdin io.Reader) error {
	before, foreign := r.Results, 0
	var first *LineError
	for res, err := range Files([]string{path}, stdin, r.shapes...) {
		if bad := new(LineError); errors.As(err, &bad) {
			if r.BadLines++; len(r.Bad) < maxBad {
				r.Bad = append(r.Bad, bad)
			}
			if isForeign(bad) {
				foreign++
				first = cmp.Or(first, bad)
			}
			continue
		} else if err != nil {
			return err
		}
		if res.QueryID == "" && (res.Query == "" || res.Query == stem(path)) {
			r.Unasked++
		}
		if err := r.result(res); err != nil {
			return err
		}
	}
	if results := r.Results - before; foreign > prose*results {
		return fmt.Errorf("%s is %w: %d results, and %d lines of another kind, such as line %d: %w; %s", first.File, ErrNoDump, results, foreign, first.Line, first.Err, known)
	}
	return nil
}

// prose is how many lines without a result a dump may have for each with one: in
// a list of URLs under their queries most queries may have brought nothing, and
// a text that names a URL or two is still no list.
const prose = 10

// isForeign tells of a line of no known format, as opposed to one that is torn or
// lacks something.
func isForeign(err *LineError) bool {
	return errors.Is(err, errUnknown) || errors.Is(err, errBinary) || errors.Is(err, errMarkup) || errors.Is(err, answer.ErrUnknown)
}

// result passes on one result.
func (r *reading) result(res search.Result) error {
	if r.q.ID == "" || res.Query != r.last.Query || res.QueryID != r.last.QueryID {
		// Clones, else who keeps the query keeps the line that it was read from.
		r.last.Query, r.last.QueryID = strings.Clone(res.Query), strings.Clone(res.QueryID)
		r.q = query.Parse(r.last.Query)
		if r.last.QueryID != "" {
			r.q.ID = r.last.QueryID
		}
	}
	res.Query, res.QueryID = r.last.Query, r.last.QueryID // the same bytes for all
	r.Results++
	return r.give(r.q, res)
}
