package dump

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"verde/search"
)

// table is a file of rows under a header.
type table struct {
	header    []string
	delimiter rune
}

// The header names under which tables have a result's parts.
var (
	urlNames     = []string{"url", "link", "href"}
	queryNames   = []string{"query", "q", "searchterms", "keyword", "keywords", "search_query"}
	idNames      = []string{"query_id", "queryid", "qid"}
	rankNames    = []string{"rank", "position", "pos"}
	titleNames   = []string{"title", "name"}
	snippetNames = []string{"snippet", "content", "description", "body", "extract"}
	engineNames  = []string{"engine", "source"}
	timeNames    = []string{"fetched_at", "date", "querytime"}
)

var delimiters = [...]rune{'\t', ',', ';'}

// readHeader reads a header, nil if the line is none.
func readHeader(text string) *table {
	for _, d := range delimiters {
		fields, err := fieldsOf(text, d)
		for i, f := range fields {
			fields[i] = strings.ToLower(strings.TrimSpace(f))
		}
		if err == nil && slices.ContainsFunc(fields, func(f string) bool { return slices.Contains(urlNames, f) }) {
			return &table{fields, d}
		}
	}
	return nil
}

// bareRow reads a row of a table without header, which has one URL: query and
// rank stand before it, title and snippet behind it.
func bareRow(text string) ([]search.Result, bool) {
	for _, d := range delimiters {
		fields, err := fieldsOf(text, d)
		at := slices.IndexFunc(fields, isURL)
		if err != nil || at < 0 || len(fields) < 2 || slices.ContainsFunc(fields[at+1:], isURL) {
			continue
		}
		r := search.Result{URL: fields[at]}
		for _, f := range fields[:at] {
			if n, err := strconv.Atoi(f); err == nil && n > 0 && r.Rank == 0 {
				r.Rank = n
			} else if r.Query == "" {
				r.Query = f
			}
		}
		for i, f := range fields[at+1:] {
			switch i {
			case 0:
				r.Title = clipped(f)
			case 1:
				r.Snippet = clipped(f)
			}
		}
		return []search.Result{r}, true
	}
	return nil, false
}

// row reads a row, whose quoted fields may span lines.
func (t *table) row(text string) ([]search.Result, error) {
	fields, err := fieldsOf(text, t.delimiter)
	if err != nil {
		return nil, err
	}
	field := func(names []string) string {
		for i, h := range t.header {
			if i < len(fields) && slices.Contains(names, h) {
				return fields[i]
			}
		}
		return ""
	}
	r := search.Result{Query: field(queryNames), QueryID: field(idNames), URL: strings.TrimSpace(field(urlNames)), Title: clipped(field(titleNames)),
		Snippet: clipped(field(snippetNames)), Engine: field(engineNames)}
	r.Rank, _ = strconv.Atoi(field(rankNames))                  // 0 if it is none
	r.FetchedAt, _ = time.Parse(time.RFC3339, field(timeNames)) // the same
	if r.URL == "" || len(r.URL) > search.MaxURL || !utf8.ValidString(r.URL) {
		return nil, errNoURL
	}
	return []search.Result{r}, nil
}

// clipped is a text within the bounds.
func clipped(s string) string { return search.Clip(strings.ToValidUTF8(s, "\uFFFD")) }

// open reports whether a row ends inside a quoted field. Tab-separated rows
// have bare quotation marks, and end with their line.
func (t *table) open(text string) bool {
	return t.delimiter != '\t' && t.quoted(text, false)
}

// closes reports whether a line ends the quoted field that was open before it.
func (t *table) closes(text string) bool { return !t.quoted(text, true) }

// quoted reports whether text ends inside a quoted field, given whether it
// begins in one.
func (t *table) quoted(text string, inside bool) bool {
	atStart := true
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inside && c == '"':
			if i+1 < len(text) && text[i+1] == '"' {
				i++
			} else if i+1 == len(text) || rune(text[i+1]) == t.delimiter {
				inside = false
			}
		case inside:
		case c == '"' && atStart:
			inside = true
		default:
			atStart = rune(c) == t.delimiter
			continue
		}
		atStart = false
	}
	return inside
}

// fieldsOf splits a row. Tab-separated files mostly have bare quotation marks
// in their fields; only a field that is quoted as CSV would be is unquoted.
func fieldsOf(text string, delimiter rune) ([]string, error) {
	if delimiter == '\t' {
		fields := strings.Split(text, "\t")
		for i, f := range fields {
			if len(f) < 2 || f[0] != '"' || f[len(f)-1] != '"' {
				continue
			}
			inner := strings.ReplaceAll(f[1:len(f)-1], `""`, "\x00")
			if !strings.Contains(inner, `"`) {
				fields[i] = strings.ReplaceAll(inner, "\x00", `"`)
			}
		}
		return fields, nil
	}
	c := csv.NewReader(strings.NewReader(text))
	c.Comma, c.LazyQuotes, c.FieldsPerRecord = delimiter, true, -1
	fields, err := c.Read()
	if errors.Is(err, io.EOF) {
		return nil, nil
	}
	return fields, err
}

// unmarshalLoosely reads JSON, leaving out members of unexpected types.
func unmarshalLoosely(text string, to any) error {
	err := json.Unmarshal([]byte(text), to)
	if mismatch := new(json.UnmarshalTypeError); errors.As(err, &mismatch) {
		return nil
	}
	return err
}
