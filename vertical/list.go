package vertical

import (
	"bufio"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"verde/catalog"
	"verde/query"
	"verde/record"
	"verde/values"
)

// maxListed bounds the entities of a list, and maxLine a line of JSON, in bytes.
const (
	maxListed = 100_000
	maxLine   = 1 << 20
)

// List is a user's list of entities.
type List struct {
	Records []record.Record
	First   string // the first column of a CSV file, "" for JSON Lines, whose keys have no order
}

// ReadList reads a list of entities. If it begins with a brace it is JSON Lines, with
// objects whose values are texts, numbers or arrays of them; else it is CSV with a header.
// Each entity becomes a record with the URL of a page that does not exist. The error names
// the line; more than 100,000 entities are an error. Memory: that of the list.
func ReadList(r io.Reader) (*List, error) {
	in := bufio.NewReader(r)
	for {
		c, _, err := in.ReadRune()
		switch {
		case errors.Is(err, io.EOF):
			return nil, errors.New("it is empty")
		case err != nil:
			return nil, err
		case strings.ContainsRune("\ufeff \t\r\n", c):
			continue
		}
		if err := in.UnreadRune(); err != nil {
			return nil, err
		}
		if c == '{' {
			return readLines(in)
		}
		return readTable(in)
	}
}

// add keeps an entity with its values by column.
func (e *List) add(texts map[string][]string) error {
	if len(texts) == 0 {
		return nil
	}
	if len(e.Records) == maxListed {
		return fmt.Errorf("more than %d entities", maxListed)
	}
	r := record.FromTexts(fmt.Sprintf("http://%s/%d", catalog.ListSite, len(e.Records)+1), texts)
	r.Site = catalog.ListSite
	e.Records = append(e.Records, r)
	return nil
}

func readTable(in io.Reader) (*List, error) {
	table := csv.NewReader(in)
	table.TrimLeadingSpace = true
	header, err := table.Read()
	if err != nil {
		return nil, err
	}
	e := &List{First: strings.TrimSpace(header[0])}
	for {
		row, err := table.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		texts := map[string][]string{}
		for i, text := range row {
			if name := strings.TrimSpace(header[i]); name != "" && strings.TrimSpace(text) != "" {
				texts[name] = append(texts[name], strings.TrimSpace(text))
			}
		}
		if err := e.add(texts); err != nil {
			return nil, err
		}
	}
	return e, e.check()
}

func readLines(in io.Reader) (*List, error) {
	e := new(List)
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxLine)
	n := 0
	for lines.Scan() {
		n++
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		var object map[string]any
		dec := json.NewDecoder(strings.NewReader(lines.Text()))
		dec.UseNumber()
		if err := dec.Decode(&object); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if _, err := dec.Token(); !errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("line %d: something follows the object; give each a line of its own", n)
		}
		texts := map[string][]string{}
		for name, value := range object {
			list, err := textsOf(value)
			if err != nil {
				return nil, fmt.Errorf("line %d: %q: %w", n, name, err)
			}
			if len(list) > 0 {
				texts[name] = list
			}
		}
		if err := e.add(texts); err != nil {
			return nil, err
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("line %d: %w", n+1, err)
	}
	return e, e.check()
}

// textsOf gives the texts of a JSON value.
func textsOf(value any) ([]string, error) {
	switch v := value.(type) {
	case nil, bool:
		return nil, nil
	case string:
		if v = strings.TrimSpace(v); v == "" {
			return nil, nil
		}
		return []string{v}, nil
	case json.Number:
		return []string{v.String()}, nil
	case []any:
		var out []string
		for _, part := range v {
			texts, err := textsOf(part)
			if err != nil {
				return nil, err
			}
			out = append(out, texts...)
		}
		return out, nil
	}
	return nil, errors.New("neither a text, a number nor an array of them")
}

func (e *List) check() error {
	if len(e.Records) < 2 {
		return errors.New("it has fewer than two entities; give two at least, each with a name and what else you have")
	}
	return nil
}

// FromList makes a vertical from a list of entities. The columns of the list are its
// attributes. The identifier is the first column if its values are distinct enough, else the
// one that [query.Analyze] finds. There are no entity keywords, since there are no pages to
// learn them from.
func FromList(domain string, list *List) (*Vertical, error) {
	if strings.TrimSpace(domain) == "" {
		return nil, errors.New("domain: it is empty")
	}
	profile, err := list.profile()
	if err != nil {
		return nil, err
	}
	v := &Vertical{Domain: domain, Site: catalog.ListSite, Pages: len(list.Records)}
	v.describe(profile, nil)
	return v, nil
}

// profile rates the columns of a list. It is an error if none of them identifies the entities.
func (e *List) profile() (query.Profile, error) {
	records := make([]query.Record, len(e.Records))
	for i, r := range e.Records {
		records[i] = query.Record{Source: r.URL, Values: r.ByLabel()}
	}
	profile := query.Rate(records, e.First)
	if p := profile.Name; p.Coverage < query.MinIdentifying || p.Distinct < query.MinIdentifying {
		profile = query.Analyze(records, nil, nil)
	}
	if profile.Identifier == "" {
		return profile, fmt.Errorf("no column of the %d entities names them: one has to be different in nearly all", len(records))
	}
	return profile, nil
}

// InTermsOf gives the list with its columns renamed to the attributes of a vertical that they match (see columns). byValues
// maps columns to attributes whose values they repeat.
func (e *List) InTermsOf(v *Vertical, byValues map[string]string) (*List, error) {
	attributes := e.columns(v, byValues)
	if !slices.Contains(slices.Collect(maps.Values(attributes)), v.Identifier) {
		profile, err := e.profile()
		if err != nil {
			return nil, err
		}
		attributes[profile.Identifier] = v.Identifier
	}
	out := &List{First: e.First, Records: make([]record.Record, len(e.Records))}
	for i, r := range e.Records {
		texts, shown := map[string][]string{}, r.ByLabel()
		for _, column := range slices.Sorted(maps.Keys(shown)) { // "author" and "Author" may be one attribute
			name := cmp.Or(attributes[column], column)
			texts[name] = append(texts[name], shown[column]...)
		}
		out.Records[i] = record.FromTexts(r.URL, texts)
		out.Records[i].Site = catalog.ListSite
	}
	return out, nil
}

// columns maps columns of a list to attributes of a vertical: by equal names first, then by byValues. The
// mapping is one-to-one.
func (e *List) columns(v *Vertical, byValues map[string]string) map[string]string {
	all := map[string]bool{}
	for _, r := range e.Records {
		for column := range r.ByLabel() {
			all[column] = true
		}
	}
	out, taken := map[string]string{}, map[string]bool{}
	for _, column := range slices.Sorted(maps.Keys(all)) {
		for _, a := range v.Attributes {
			if out[column] == "" && !taken[a.Name] && values.Fold(a.Name) == values.Fold(column) {
				out[column], taken[a.Name] = a.Name, true
			}
		}
	}
	for _, column := range slices.Sorted(maps.Keys(byValues)) {
		if a := byValues[column]; out[column] == "" && !taken[a] {
			out[column], taken[a] = a, true
		}
	}
	return out
}
