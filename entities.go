package verde

import (
	"bufio"
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
	"verde/query"
	"verde/record"
)

// EntitySite is the site of a vertical that was learned from a list of entities.
const EntitySite = catalog.ListSite

// maxEntities bounds the entities of a list, and maxEntityLine a line of JSON, in bytes.
const (
	maxEntities   = 100_000
	maxEntityLine = 1 << 20
)

// Entities are what somebody has a list of.
type Entities struct {
	Records []record.Record
	First   string // the first column of a CSV file, "" for JSON Lines, whose keys have no order
}

// ReadEntities reads a list of entities: JSON Lines of objects whose values are texts,
// numbers or arrays of them, if it begins with a brace, else CSV with a header. Each is
// a record, of a page that there is not. The error tells the line. Memory: that of the
// list, of which at most 100,000 entities are read.
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
		return fmt.Errorf("it has %d entities; at least two are needed, each with a name and what else you have", len(e.Records))
	}
	return nil
}

// LearnEntities makes a vertical of a list of entities in place of a training site: its
// columns are the vertical's attributes, and one of them names the entities: the first
// of the list if it can, else that which [query.Analyze] finds. There are no entity
// keywords, since there are no pages to learn them from. The entities go into the
// catalog, as records of [EntitySite].
func (x *Explorer) LearnEntities(ctx context.Context, list *Entities) (*Vertical, error) {
	if strings.TrimSpace(x.Domain) == "" {
		return nil, errors.New("domain: it is empty")
	}
	v := &Vertical{Domain: x.Domain, Site: EntitySite, Pages: len(list.Records)}
	records := make([]query.Record, len(list.Records))
	for i, r := range list.Records {
		records[i] = query.Record{Source: r.URL, Values: r.ByLabel()}
	}
	profile := query.Rate(records, list.First)
	if p := profile.Name; p.Coverage < query.MinIdentifying || p.Distinct < query.MinIdentifying {
		profile = query.Analyze(records, nil)
	}
	if profile.Identifier == "" {
		return nil, fmt.Errorf("no column of the %d entities names them: one has to be different in nearly all", len(records))
	}
	v.Identifier, v.With = profile.Identifier, profile.With
	for _, a := range append([]query.Attribute{profile.Name}, profile.Attributes...) {
		v.Attributes = append(v.Attributes, Attribute{Name: a.Name, Coverage: a.Coverage, Distinct: a.Distinct, Score: a.Score})
	}
	report, err := json.Marshal(settledReport{Accepted: true})
	if err != nil {
		return nil, err
	}
	src := catalog.Source{Site: EntitySite, Role: catalog.Training, State: catalog.Expanded}
	if err := x.Catalog.OpenRound(ctx, catalog.Round{Closed: true}, []catalog.Candidate{{Site: EntitySite, Body: json.RawMessage("[]")}}); err != nil {
		return nil, err
	}
	return v, x.Catalog.PutSettled(ctx, 0, catalog.Settled{Source: src, Pages: []catalog.Page{}, Records: list.Records, Report: report})
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

// entitySource is the source of a list of entities, as the catalog has it.
func (x *Explorer) entitySource(ctx context.Context) (catalog.Source, error) {
	src, ok, err := x.Catalog.Source(ctx, EntitySite)
	if err == nil && !ok {
		err = &VerticalError{"it was learned from a list of entities, which this run's folder does not have: give --entities again"}
	}
	return src, err
}
