package extract

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"verde/extract/align"
	"verde/extract/embedded"
	"verde/extract/improvement"
	"verde/extract/leaves"
	"verde/extract/meaning"
	"verde/extract/parts"
	"verde/extract/rules"
)

// Wrapper is what was learned about a template. It reads further pages by
// aligning them with the learned columns: the template texts found on a page
// in the learned order are its landmarks, and the texts between two landmarks
// are matched with the columns that stood there. Absolute paths, which fail
// with the first optional row, are only a hint.
//
// A Wrapper is JSON that a person can read and edit: columns of data may be
// renamed and taken out, and landmarks that no other column is after. It is
// safe for concurrent use.
type Wrapper struct {
	Version    int          `json:"version"` // of this format, WrapperVersion
	Method     string       `json:"method"`
	Pages      int          `json:"pages"`               // learned on
	Prose      bool         `json:"prose,omitempty"`     // a paragraph is one value
	Compared   []string     `json:"compared,omitempty"`  // kinds of elements that have a column, or a row, for the page's entity and for others each
	Icons      []string     `json:"icons,omitempty"`     // labels that are seen as pictures, with the tags around them, and the places of such
	Counted    []string     `json:"counted,omitempty"`   // labels behind which pages say how many values there are
	Choices    []string     `json:"choices,omitempty"`   // places of texts of which controls tell which are chosen
	Inline     []string     `json:"inline,omitempty"`    // labels that stand within texts, before the value
	Repeated   []string     `json:"repeated,omitempty"`  // those of inline and padded that some page has twice, as each review has
	Noted      []string     `json:"noted,omitempty"`     // kinds of cells that explain their labels on lines below them
	Padded     []string     `json:"padded,omitempty"`    // labels of lines in which blanks, dots or a colon stand before the value
	Groups     []string     `json:"groups,omitempty"`    // kinds of elements that repeat with several texts, a column for each field
	Entries    []string     `json:"entries,omitempty"`   // kinds of these that are parts of the page by themselves, the lines in them that are one text, headings in them, and the first texts of cards
	Parts      []string     `json:"parts,omitempty"`     // classes that tell the parts of elements of these kinds apart
	Pairs      []string     `json:"pairs,omitempty"`     // labels in blocks before those of their values, with the inline tags around them
	Ordered    []string     `json:"ordered,omitempty"`   // kinds of blocks of so many lines, which are known by their order
	Turns      []string     `json:"turns,omitempty"`     // labels in blocks of labels and values by turns
	Facts      []string     `json:"facts,omitempty"`     // kinds of elements that repeat with a label and its value
	Tiles      []string     `json:"tiles,omitempty"`     // those of these with the label below
	RowTexts   []string     `json:"row_texts,omitempty"` // in rows of groups, and on nearly all pages: with the inline tags around them, as <b>x
	Sections   []Section    `json:"sections,omitempty"`  // labels of sections
	FixedLines []string     `json:"fixed,omitempty"`     // texts that are of no section, wherever they stand
	Frame      []string     `json:"frame,omitempty"`     // texts of the template that are in no column
	Columns    []ColumnRule `json:"columns"`             // in the order of the template

	// Others are wrappers of other templates among the pages. A page is read
	// by the one that explains most of it.
	Others []*Wrapper `json:"others,omitempty"`

	left  []Leftover // see leftover
	texts textCount

	pool sync.Pool // of *compiled
}

// drop gives up what was compiled of columns that have changed.
func (w *Wrapper) drop() { w.pool = sync.Pool{} }

// WrapperVersion is the version of wrappers that this package writes and reads.
const WrapperVersion = 40

// ColumnRule is a column of the template and how its values are found.
type ColumnRule struct {
	Label    string         `json:"label"`
	Kind     Kind           `json:"kind"`
	Constant bool           `json:"constant,omitempty"`
	Type     string         `json:"type,omitempty"`    // of the values, see Column
	Unit     string         `json:"unit,omitempty"`    // likewise
	Text     string         `json:"text,omitempty"`    // of a landmark
	Divides  bool           `json:"divides,omitempty"` // a landmark in this order on all pages: what is left of it stays there (a mandatory template, DCA Definition 4)
	Moved    bool           `json:"moved,omitempty"`   // a landmark that comes in several orders
	After    string         `json:"after,omitempty"`   // label of the landmark that it follows, "" for the page's beginning
	Support  float64        `json:"support"`           // share of the pages that have it
	Multi    bool           `json:"multi,omitempty"`   // a cell may hold several texts of siblings
	FreeText bool           `json:"free,omitempty"`    // free text: any number of texts
	Styles   []leaves.Style `json:"where,omitempty"`   // of its members
	Field    string         `json:"field,omitempty"`   // wherever they come: "code under example", "cell 2 in html/body/table > tr", or the path within embedded data
	Example  string         `json:"example,omitempty"` // the beginning of a value, for whoever reads the wrapper

	Confidence float64 `json:"confidence,omitempty"` // probability that what is read there is what its label says, 0 where it is not known

	About float64 `json:"about,omitempty"` // probability that it is said of the page's entity, 0 where it is not known

	SameAs string `json:"same_as,omitempty"` // label of the column of which this is another place

	NamedBy  string   `json:"named_by,omitempty"`  // label of the column that has Name in the rows whose values these are, "" if it stands right above their group
	Name     string   `json:"name,omitempty"`      // the text there, "" if it is no column of rows that are named
	ValuesOf []string `json:"values_of,omitempty"` // labels of the columns that have the values in these rows

	PartOf  string        `json:"part_of,omitempty"` // label of the column of whose values it is a part
	Pattern parts.Pattern `json:"pattern,omitempty"` // what those are made by: the words and marks before each part, and behind the last
	Part    int           `json:"part,omitempty"`    // its number there, from 1; 0 if it is the values of a list

	List  parts.List `json:"list,omitzero"`   // what stands between several values of the part, or of the whole that is a list
	Value bool       `json:"value,omitempty"` // what it cuts out is what the label says, and the whole says it again

	called        align.Names
	evidence      Evidence
	aboutEvidence AboutEvidence
}

// landmark tells whether c is a text of the template, by which others are found.
func (c *ColumnRule) landmark() bool { return !c.Kind.Data() && c.Text != "" }

// Section is a label of sections.
type Section struct {
	Label string `json:"label"`
	Flows bool   `json:"flows,omitempty"`  // what stands below it is running text
	RunIn bool   `json:"run_in,omitempty"` // it stands in the lines that it labels
}

// The wrapper keeps a style of a column if at least one in minStyle of the column's
// leaves have it. Rarer ones are slips of the alignment more often than not.
const minStyle = 12

func total(counts []int) int {
	n := 0
	for _, c := range counts {
		n += c
	}
	return n
}

// wrapper writes down what the alignment learned; t gives the labels and types of its
// columns. Wrappers of other templates are not in it (see [Learn]).
func (a *learning) wrapper(t *Table) *Wrapper {
	w := &Wrapper{Version: WrapperVersion, Method: t.Method, Pages: len(a.Docs), Prose: a.On(improvement.Prose)}
	at := make(map[int]int, len(a.Templates)) // template -> column
	for k, c := range a.columns {
		if c.Class >= 0 && !c.Constant {
			at[c.After] = k
		}
	}
	for k, c := range a.columns {
		out := ColumnRule{Label: t.Columns[k].Label, Kind: t.Columns[k].Kind, Constant: c.Constant, Type: t.Columns[k].Type, Unit: t.Columns[k].Unit,
			Support: float64(c.Pages) / float64(len(a.Docs)), Multi: c.Multi, FreeText: c.FreeText, called: c.Called}
		if c.Class >= 0 {
			out.Text = firstText(&t.Columns[k])
		}
		if c.Class >= 0 && !c.Constant {
			out.Divides = c.Mandatory
			out.Moved = a.Templates[c.After].Moved
		} else if after, ok := at[c.After]; ok {
			out.After = t.Columns[after].Label
		}
		out.Field = a.Syms.Names[c.Field]
		for at := c.Same; at >= 0; at = a.columns[at].Same {
			out.SameAs = t.Columns[at].Label
		}
		for i, s := range c.Profile.Sigs {
			if minStyle*c.Profile.Counts[i] < total(c.Profile.Counts) {
				continue
			}
			out.Styles = append(out.Styles, a.Style(s, c.Profile.Types[i]))
		}
		w.Columns = append(w.Columns, out)
	}
	w.Padded, w.Inline, w.Repeated = slices.Sorted(maps.Keys(a.Padded)), slices.Sorted(maps.Keys(a.Inline)), slices.Sorted(maps.Keys(a.Repeated))
	w.Compared, w.Noted = a.Names(a.Compared), a.Names(a.Noted)
	w.Entries, w.Parts, w.Groups, w.Facts, w.Tiles, w.Pairs, w.RowTexts, w.FixedLines = a.Names(a.Entries), a.Names(a.Parts), a.Names(a.RowKinds), a.Names(a.Facts), a.Names(a.Tiles), a.Names(a.Pairs), a.Names(a.RowTexts), a.Names(a.FixedTexts)
	w.Counted = slices.Sorted(maps.Keys(a.Counted))
	w.Ordered = a.Names(a.Ordered)
	w.Turns, w.Choices = a.Names(a.ByTurns), a.Names(a.Choices)
	w.Icons = a.Names(a.Icons)
	for _, rule := range a.Regions {
		w.Sections = append(w.Sections, Section{rule.Text, rule.Flows, rule.RunIn})
	}
	slices.SortFunc(w.Sections, func(x, y Section) int { return strings.Compare(x.Label, y.Label) })
	return w
}

// restoreProfile gives the styles of a column rule as a profile, with their names as
// numbers of the corpus c.
func restoreProfile(c *rules.Corpus, x *ColumnRule) align.Profile {
	var p align.Profile
	for i := range x.Styles {
		p.Sigs, p.Types = append(p.Sigs, restoreStyle(c, &x.Styles[i])), append(p.Types, x.Styles[i].Types)
	}
	return p
}

// restoreStyle is the signature of a style.
func restoreStyle(c *rules.Corpus, l *leaves.Style) int32 {
	s := leaves.Signature{InlineTags: c.Syms.Intern(l.Inline), Prop: c.Syms.Intern(l.Property)}
	for tag := range strings.SplitSeq(l.Path, "/") {
		s.Path = c.Paths.Extend(s.Path, c.Syms.Intern(tag))
	}
	for _, id := range l.IDs {
		s.IDs = c.IDs.Extend(s.IDs, c.Syms.Intern(id))
	}
	for _, class := range l.Classes {
		s.Classes = c.Classes.Extend(s.Classes, c.Syms.Intern(class))
	}
	return c.Signature(s)
}

// UnmarshalJSON reads a wrapper and checks what another program, or a person who
// has edited it, may have made of it. An error says what was expected and what
// was found.
func (w *Wrapper) UnmarshalJSON(data []byte) error {
	var head struct {
		Version *int    `json:"version"`
		Method  *string `json:"method"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return notWrapper(err)
	}
	switch {
	case head.Version == nil:
		return fmt.Errorf("wrapper: expected a JSON object with \"version\": %d; there is none: learn it anew", WrapperVersion)
	case *head.Version != WrapperVersion:
		return fmt.Errorf("wrapper: version %d, expected %d: learn it anew, or use the program that made it", *head.Version, WrapperVersion)
	case head.Method == nil || *head.Method != MethodVerDE && *head.Method != MethodDCA:
		found := "none"
		if head.Method != nil {
			found = strconv.Quote(*head.Method)
		}
		return fmt.Errorf("wrapper: expected method %q or %q, found %.60s", MethodVerDE, MethodDCA, found)
	}
	type plain Wrapper
	strict := json.NewDecoder(bytes.NewReader(data))
	strict.DisallowUnknownFields() // a name that is misspelt would count for nothing
	if err := strict.Decode((*plain)(w)); err != nil {
		return notWrapper(err)
	}
	if err := checkColumns(w.Columns); err != nil {
		return err
	}
	for _, kind := range slices.Concat(w.Groups, w.Facts, w.Tiles) {
		if !strings.Contains(kind, rules.RowsIn) {
			return fmt.Errorf("wrapper: %q: expected a kind of rows, as in \"html/body/table%str\"", leaves.Clip(kind, 2*leaves.MaxLabel), rules.RowsIn)
		}
	}
	if err := checkFields(w.Columns, w.Groups, w.Counted, w.Sections); err != nil {
		return err
	}
	for _, other := range w.Others {
		if other == nil || len(other.Others) > 0 {
			return errors.New("wrapper: one of another template is empty, or has others itself")
		}
	}
	return nil
}

// notWrapper says what JSON holds that is none of a wrapper's values, in the words
// of JSON.
func notWrapper(err error) error {
	var wrong *json.UnmarshalTypeError
	if !errors.As(err, &wrong) {
		return err
	}
	found := wrong.Value // "array", or "number 1.5" where a whole one is expected
	if wrong.Field == "" {
		return fmt.Errorf("wrapper: expected a JSON object, found a JSON %s: name a file that --save-wrapper has written", found)
	}
	return fmt.Errorf("wrapper: %q can't be a JSON %s", wrong.Field, found)
}

// checkColumns gives an error if there is no column, a label is empty or there twice, or
// After names no column.
func checkColumns(columns []ColumnRule) error {
	if len(columns) == 0 {
		return errors.New("wrapper: expected columns, found none")
	}
	labels := make(map[string]bool, len(columns))
	for _, c := range columns {
		switch {
		case c.Label == "":
			return errors.New("wrapper: a column has no label")
		case labels[c.Label]:
			return fmt.Errorf("wrapper: two columns are called %q", c.Label)
		}
		labels[c.Label] = true
	}
	for _, c := range columns {
		list := c.Part == 0 && c.List != (parts.List{})
		if c.PartOf != "" && (!labels[c.PartOf] || !list && (c.Part < 1 || c.Part >= len(c.Pattern))) {
			return fmt.Errorf("wrapper: column %q is part %d of %q, which is no column or has no such part", c.Label, c.Part, c.PartOf)
		}
		if c.SameAs != "" && (!labels[c.SameAs] || c.SameAs == c.Label) {
			return fmt.Errorf("wrapper: column %q is the same as %q, which is no other column", c.Label, c.SameAs)
		}
		if named := c.Name != ""; named != (len(c.ValuesOf) > 0) || !named && c.NamedBy != "" {
			return fmt.Errorf("wrapper: column %q: expected name, and values_of with it, or neither of them nor named_by", c.Label)
		}
		for _, label := range c.ValuesOf {
			if !labels[label] || label == c.Label {
				return fmt.Errorf("wrapper: column %q has values of %q, which is no other column", c.Label, label)
			}
		}
		if c.NamedBy != "" && !labels[c.NamedBy] {
			return fmt.Errorf("wrapper: column %q is named by %q, which is no column", c.Label, c.NamedBy)
		}
		if c.After != "" && !labels[c.After] {
			return fmt.Errorf("wrapper: column %q is after %q, which is no column", c.Label, c.After)
		}
		if err := meaning.Check(c.Type); err != nil {
			return fmt.Errorf("wrapper: column %q: %w", c.Label, err)
		}
	}
	return nil
}

// checkFields gives an error if a column is of a field that no page has by the groups, the counted labels and
// the sections of the wrapper: it would read nothing.
func checkFields(columns []ColumnRule, groups, counted []string, sections []Section) error {
	lines := make(map[string]bool)
	for _, s := range sections {
		for _, kind := range rules.LineKinds[rules.TextLine:rules.RowLine] {
			lines[kind+rules.Under+rules.Stem(s.Label)] = true
		}
	}
	for _, c := range columns {
		place, rows, _ := strings.Cut(c.Field, " in ")
		inRow := strings.HasPrefix(place, rules.CellField+" ") || strings.HasPrefix(place, rules.TextField) || strings.HasPrefix(place, rules.BelowField+" ")
		words, count := strings.CutPrefix(c.Field, rules.CountField)
		if c.Field != "" && !lines[c.Field] && !embedded.IsKey(c.Field) && !rules.IsStyle(c.Field) && !(count && slices.Contains(counted, words)) && !(inRow && slices.Contains(groups, rows)) {
			return fmt.Errorf("wrapper: column %q: field %q: expected a kind of rows of \"groups\", as in \"cell 2 in ROWS\" or \"text 1 td in ROWS\", "+
				"a path within embedded data, \"count LABEL\" with a label of \"counted\", or a label of \"sections\", in small letters and singular, as in \"line under LABEL\", with line, code or label before it", c.Label, leaves.Clip(c.Field, 2*leaves.MaxLabel))
		}
	}
	return nil
}

// String says what the wrapper consists of.
func (w *Wrapper) String() string {
	return fmt.Sprintf("wrapper of %d columns, learned on %d pages", len(w.Columns), w.Pages)
}

// of is the wrapper of a template by its number in records.
func (w *Wrapper) of(template int) *Wrapper {
	if template > 0 {
		return w.Others[template-1]
	}
	return w
}

// relabel calls columns otherwise.
func (w *Wrapper) relabel(to map[string]string) {
	for k := range w.Columns {
		c := &w.Columns[k]
		for _, name := range []*string{&c.Label, &c.After, &c.PartOf, &c.SameAs, &c.NamedBy} {
			if l, ok := to[*name]; ok {
				*name = l
			}
		}
		c.ValuesOf = slices.Clone(c.ValuesOf)
		for i, label := range c.ValuesOf {
			c.ValuesOf[i] = cmp.Or(to[label], label)
		}
	}
	w.drop()
}

// rename calls a column of w otherwise. What had that name before gets a number.
func (w *Wrapper) rename(was, label string) {
	if was == label {
		return
	}
	to := map[string]string{was: label}
	taken := make(map[string]int)
	for k := range w.Columns {
		taken[strings.ToLower(w.Columns[k].Label)] = 1
	}
	for k := range w.Columns {
		if l := w.Columns[k].Label; l != was && strings.EqualFold(l, label) {
			taken[strings.ToLower(label)] = 1
			to[l] = unique(l, taken)
		}
	}
	w.relabel(to)
}
