package verde

import (
	"bufio"
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"verde/catalog"
	"verde/known"
	"verde/query"
	"verde/record"
	"verde/values"
)

// EntitySite is the site of a vertical that was learned from a list of entities.
const EntitySite = catalog.ListSite

// maxEntities bounds the entities of a list, and maxEntityLine a line of JSON, in bytes.
const (
	maxEntities   = 100_000
	maxEntityLine = 1 << 20
)

// Entities is a user's list of entities.
type Entities struct {
	Records []record.Record
	First   string // the first column of a CSV file, "" for JSON Lines, whose keys have no order
}

// ReadEntities reads a list of entities. If it begins with a brace it is JSON Lines, with
// objects whose values are texts, numbers or arrays of them; else it is CSV with a header.
// Each entity becomes a record with the URL of a page that does not exist. The error names
// the line; more than 100,000 entities are an error. Memory: that of the list.
func ReadEntities(r io.Reader) (*Entities, error) {
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
			return readEntityLines(in)
		}
		return readEntityTable(in)
	}
}

// add keeps an entity with its values by column.
func (e *Entities) add(texts map[string][]string) error {
	if len(texts) == 0 {
		return nil
	}
	if len(e.Records) == maxEntities {
		return fmt.Errorf("more than %d entities", maxEntities)
	}
	r := record.FromTexts(fmt.Sprintf("http://%s/%d", EntitySite, len(e.Records)+1), texts)
	r.Site = EntitySite
	e.Records = append(e.Records, r)
	return nil
}

func readEntityTable(in io.Reader) (*Entities, error) {
	table := csv.NewReader(in)
	table.TrimLeadingSpace = true
	header, err := table.Read()
	if err != nil {
		return nil, err
	}
	e := &Entities{First: strings.TrimSpace(header[0])}
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

func readEntityLines(in io.Reader) (*Entities, error) {
	e := new(Entities)
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxEntityLine)
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

func (e *Entities) check() error {
	if len(e.Records) < 2 {
		return errors.New("it has fewer than two entities; give two at least, each with a name and what else you have")
	}
	return nil
}

// LearnEntities makes a vertical from a list of entities instead of a training site. The
// columns of the list are the vertical's attributes. The identifier is the first column if
// its values are distinct enough, else the one that [query.Analyze] finds. There are no
// entity keywords, since there are no pages to learn them from. The entities are stored in
// the catalog as records of [EntitySite].
func (x *Explorer) LearnEntities(ctx context.Context, list *Entities) (*Vertical, error) {
	if strings.TrimSpace(x.Domain) == "" {
		return nil, errors.New("domain: it is empty")
	}
	v := &Vertical{Domain: x.Domain, Site: EntitySite, Pages: len(list.Records)}
	profile, err := list.profile()
	if err != nil {
		return nil, err
	}
	v.Identifier, v.With = profile.Identifier, profile.With
	for _, a := range append([]query.Attribute{profile.Name}, profile.Attributes...) {
		v.Attributes = append(v.Attributes, Attribute{Name: a.Name, Coverage: a.Coverage, Distinct: a.Distinct, Score: a.Score})
	}
	if err := x.Catalog.OpenRound(ctx, catalog.Round{Closed: true}, []catalog.Candidate{{Site: EntitySite, Body: json.RawMessage("[]")}}); err != nil {
		return nil, err
	}
	return v, x.putList(ctx, list.Records)
}

// profile rates the columns of a list. It is an error if none of them identifies the entities.
func (e *Entities) profile() (query.Profile, error) {
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

// putList stores the records of a list, as those of a training site.
func (x *Explorer) putList(ctx context.Context, records []record.Record) error {
	report, err := json.Marshal(settledReport{Accepted: true})
	if err != nil {
		return err
	}
	src := catalog.Source{Site: EntitySite, Role: catalog.Training, State: catalog.Expanded}
	return x.Catalog.PutSettled(ctx, 0, catalog.Settled{Source: src, Pages: []catalog.Page{}, Records: records, Report: report})
}

// AddEntities adds a list of entities to those of a vertical's training site, so that
// queries are made of both. A column of the list becomes an attribute of the vertical if it
// has the attribute's name, or if it repeats the attribute's values for entities that both
// have. The list is stored as by [Explorer.LearnEntities]. Adding the same list again
// changes nothing; another list, or a first one after queries were asked, is a
// [VerticalError]. Cost: reading the training site if it was not read, and linear in both.
func (x *Explorer) AddEntities(ctx context.Context, v *Vertical, list *Entities) error {
	x.startClock()
	training, err := x.readTraining(ctx, v)
	if err != nil {
		return err
	}
	renamed, err := x.inTermsOf(ctx, v, training, list)
	if err != nil {
		return err
	}
	_, had, err := x.Catalog.Source(ctx, EntitySite)
	if err != nil {
		return err
	}
	if had {
		same, err := x.SameEntities(ctx, renamed)
		if err == nil && !same {
			err = &VerticalError{"the run has another list of entities: leave --entities out to go on with that, or give another --run"}
		}
		return err
	}
	switch asked, err := x.Catalog.Queries(ctx); {
	case err != nil:
		return err
	case len(asked) > 0:
		return &VerticalError{"the run has asked without a list of entities: give another --run"}
	}
	return x.putList(ctx, renamed.Records)
}

// inTermsOf gives a list with its columns renamed to the attributes of a vertical that they match.
func (x *Explorer) inTermsOf(ctx context.Context, v *Vertical, training catalog.Source, list *Entities) (*Entities, error) {
	site := known.New(v.profile())
	if err := site.AddSite(training, x.Catalog.Records(ctx, training.Site)); err != nil {
		return nil, err
	}
	attributes := list.columns(v, site.NameColumns(list.Records, nil))
	if !slices.Contains(slices.Collect(maps.Values(attributes)), v.Identifier) {
		profile, err := list.profile()
		if err != nil {
			return nil, err
		}
		attributes[profile.Identifier] = v.Identifier
	}
	out := &Entities{First: list.First, Records: make([]record.Record, len(list.Records))}
	for i, r := range list.Records {
		texts, shown := map[string][]string{}, r.ByLabel()
		for _, column := range slices.Sorted(maps.Keys(shown)) { // "author" and "Author" may be one attribute
			name := cmp.Or(attributes[column], column)
			texts[name] = append(texts[name], shown[column]...)
		}
		out.Records[i] = record.FromTexts(r.URL, texts)
		out.Records[i].Site = EntitySite
	}
	return out, nil
}

// columns maps columns of a list to attributes of a vertical: by equal names first, then by byValues. The
// mapping is one-to-one.
func (e *Entities) columns(v *Vertical, byValues map[string]string) map[string]string {
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

// SameEntities reports whether a list is the one that the run was learned from: of the
// same entities in the same order, with the same values. Cost: linear.
func (x *Explorer) SameEntities(ctx context.Context, list *Entities) (bool, error) {
	given := make(map[string]map[string][]string, len(list.Records))
	for _, r := range list.Records {
		given[r.URL] = r.ByLabel()
	}
	for r, err := range x.Catalog.Records(ctx, EntitySite) {
		if err != nil {
			return false, err
		}
		if !maps.EqualFunc(given[r.URL], r.ByLabel(), slices.Equal) {
			return false, nil
		}
		delete(given, r.URL)
	}
	return len(given) == 0, nil
}
