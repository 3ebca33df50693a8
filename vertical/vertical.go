package vertical

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/google/renameio/v2/maybe"

	"verde/catalog"
	"verde/page"
	"verde/query"
)

// Vertical is what was learned about a domain from its training site or from a list of
// entities: all that a search for further sites needs, as one JSON file that a person can
// read, edit and run again. The values of single pages are in the catalog and not here.
type Vertical struct {
	Domain     string      `json:"domain"`               // what one entity is called: "book", "nba player"
	Samples    []string    `json:"samples"`              // pages of the training site about one entity each
	Site       string      `json:"site"`                 // the training site
	Keywords   []string    `json:"keywords"`             // entity keywords, joined by OR in every query
	Related    []Related   `json:"related,omitempty"`    // the words that keywords were chosen from, best first
	Identifier string      `json:"identifier"`           // the attribute that names the entity
	With       []string    `json:"with,omitempty"`       // attributes that distinguish entities with the same name: company and place of a job
	Attributes []Attribute `json:"attributes,omitempty"` // the training site's attributes, best first
	Pages      int         `json:"pages"`                // entity pages found on the training site
}

// Related is a word of the training site's templates with its similarity to
// the domain (VerDE §III).
type Related struct {
	Word       string  `json:"word"`
	Similarity float64 `json:"similarity"`
	LSA        float64 `json:"lsa"`
	WordNet    float64 `json:"wordnet"`
}

// Attribute is a column of the training site's table.
type Attribute struct {
	Name     string  `json:"name"`
	Coverage float64 `json:"coverage"` // share of the pages that have it
	Distinct float64 `json:"distinct"` // distinct values over values
	Score    float64 `json:"score"`    // how good a second value of a query it makes

	// Unasked is set if queries do not use the attribute: its values are numbers, dates or addresses, which sites write in many forms, or
	// few pages have it, or a better attribute has the same values.
	Unasked bool `json:"unasked,omitempty"`
}

// Load reads a vertical file and checks it.
func Load(path string) (*Vertical, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading the vertical: %w", err)
	}
	v := new(Vertical)
	dec := json.NewDecoder(strings.NewReader(string(data)))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		return nil, fmt.Errorf("vertical %s: %w; compare it with one that verde learn writes", path, err)
	}
	if err := v.Validate(); err != nil {
		return nil, fmt.Errorf("vertical %s: %w", path, err)
	}
	return v, nil
}

// Validate returns an error if v can't be explored.
func (v *Vertical) Validate() error {
	switch {
	case strings.TrimSpace(v.Domain) == "":
		return errors.New(`"domain" is empty: name the kind of entity, as in "book"`)
	case len(v.Samples) == 0 && v.Site == catalog.ListSite:
		return nil // learned from a list
	case len(v.Samples) == 0:
		return errors.New(`"samples" is empty: give the URL of at least one page about one entity`)
	}
	for i, s := range v.Samples {
		u, err := page.Normalize(s)
		if err != nil {
			return fmt.Errorf("sample %d: %w", i+1, err)
		}
		if i > 0 && page.Site(u) != page.Site(v.Samples[0]) {
			return fmt.Errorf("sample %d is on %s, the first on %s: all must be pages of one site", i+1, page.Site(u), page.Site(v.Samples[0]))
		}
		v.Samples[i] = u
	}
	v.Samples = slices.Compact(v.Samples)
	return nil
}

// Save writes v to path atomically.
func (v *Vertical) Save(path string) error {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	return maybe.WriteFile(path, append(data, '\n'), 0o644)
}

// Queries makes queries for n of the given records. If the vertical has no identifier
// yet, it is derived from the records.
func (v *Vertical) Queries(records []query.Record, n int, seed uint64, opt query.Options) ([]query.Query, error) {
	return v.build(query.Instances, records, n, seed, opt)
}

// CommonQueries is [Vertical.Queries] for what the records have in common; see
// [query.Common].
func (v *Vertical) CommonQueries(records []query.Record, n int, seed uint64, opt query.Options) ([]query.Query, error) {
	return v.build(query.Common, records, n, seed, opt)
}

func (v *Vertical) build(choose func([]query.Record, query.Profile, int, uint64, func(string) bool) []query.Instance, records []query.Record, n int, seed uint64, opt query.Options) ([]query.Query, error) {
	profile := v.Profile()
	if profile.Identifier == "" {
		if profile = query.Analyze(records, nil, nil); profile.Identifier == "" {
			return nil, fmt.Errorf("no column of the %d records names entities", len(records))
		}
	}
	return query.Build(choose(records, profile, n, seed, nil), v.Domain, v.Keywords, opt), nil
}

// Profile gives the identifier and the attributes that queries use, in the order of the file.
func (v *Vertical) Profile() query.Profile {
	p := query.Profile{Identifier: v.Identifier, With: v.With}
	for _, a := range v.Attributes {
		if a.Name != v.Identifier && !a.Unasked {
			p.Attributes = append(p.Attributes, query.Attribute{Name: a.Name, Coverage: a.Coverage, Distinct: a.Distinct, Score: a.Score})
		}
	}
	return p
}

// Ambiguous is a warning that values of the identifier name several entities each, "" if they do not.
func (v *Vertical) Ambiguous() string {
	for _, a := range v.Attributes {
		if a.Name != v.Identifier || a.Distinct >= query.MinIdentifying {
			continue
		}
		with := "if another attribute names them better, write it as \"identifier\" into the vertical, or those that tell them apart as \"with\""
		if len(v.With) > 0 {
			with = fmt.Sprintf("they are told apart by %q, which other sites have to show, too, where several have one name; write others as \"identifier\" and \"with\" into the vertical if those are better", v.With)
		}
		return fmt.Sprintf("%q names the entities, but only %.0f %% of its values are different: %s", a.Name, 100*a.Distinct, with)
	}
	return ""
}

// Error says why a vertical does not fit the run: the training site has no such
// pages or columns, or the run has asked for another domain.
type Error struct{ what string }

func (e *Error) Error() string { return "vertical: " + e.what }

// Errorf makes an [Error].
func Errorf(format string, args ...any) *Error { return &Error{fmt.Sprintf(format, args...)} }

// CheckNames returns an [Error] for attributes that are in none of a site's records. have
// counts the records with each attribute.
func (v *Vertical) CheckNames(site string, have map[string]int, records int) error {
	var missing []string
	if have[v.Identifier] == 0 {
		missing = append(missing, fmt.Sprintf("\"identifier\": %q", v.Identifier))
	}
	for _, name := range v.With {
		if have[name] == 0 {
			missing = append(missing, fmt.Sprintf("\"with\": %q", name))
		}
	}
	for _, a := range v.Attributes {
		if have[a.Name] == 0 && !a.Unasked {
			missing = append(missing, fmt.Sprintf("\"attributes\": %q", a.Name))
		}
	}
	if len(missing) == 0 {
		return nil
	}
	labels := slices.SortedFunc(maps.Keys(have), func(a, b string) int { return cmp.Or(cmp.Compare(have[b], have[a]), cmp.Compare(a, b)) })
	more := ""
	if n := len(labels) - maxNamed; n > 0 {
		labels, more = labels[:maxNamed], fmt.Sprintf(" and %d more", n)
	}
	for i, label := range labels {
		labels[i] = fmt.Sprintf("%q (%d)", label, have[label])
	}
	return Errorf("%s: no record of %s has it; of its %d records have %s%s", strings.Join(missing, ", "), site, records, strings.Join(labels, ", "), more)
}

// maxNamed is how many attributes an error names.
const maxNamed = 20
