package extract

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"verde/page"
)

// Wrapper is what was learned about a template. It reads further pages by
// aligning them with the learned columns: the template texts found on a page
// in the learned order are its landmarks, and the texts between two landmarks
// are matched with the columns that stood there. Absolute paths, which fail
// with the first optional row, are only a hint.
//
// A Wrapper is JSON that a person can read and edit. It is safe for
// concurrent use.
type Wrapper struct {
	Method  string   `json:"method"`
	Pages   int      `json:"pages"`   // learned on
	Least   float64  `json:"least"`   // node similarity that a text needs to join a column
	Path    float64  `json:"path"`    // path similarity that a landmark needs
	Columns []Anchor `json:"columns"` // in the order of the template
}

// Anchor is a column of the template.
type Anchor struct {
	Label    string   `json:"label"`
	Kind     Kind     `json:"kind"`
	Constant bool     `json:"constant,omitempty"`
	Text     string   `json:"text,omitempty"`   // of a landmark
	Moved    bool     `json:"moved,omitempty"`  // a landmark that stands in several orders
	After    int      `json:"after"`            // index of the landmark that it follows, -1 for none
	Support  float64  `json:"support"`          // share of the pages that have it
	Inline   string   `json:"inline,omitempty"` // label within the texts, cut off
	Looks    []Look   `json:"looks,omitempty"`  // of its members
	Spots    []string `json:"spots,omitempty"`  // positional paths of its members
}

// Look is what a text node looks like.
type Look struct {
	Path    string   `json:"path"` // element names from the root, inline ones left out
	IDs     []string `json:"ids,omitempty"`
	Classes []string `json:"classes,omitempty"`
	Inline  string   `json:"inline,omitempty"` // elements within the block that hold the text
	Types   typeSet  `json:"types,omitempty"`
}

// Learn aligns pages of one template and returns the table and a wrapper for
// further pages. Errors and cost are those of [Align].
func Learn(pages []*page.Page, opt Options) (*Wrapper, *Table, error) {
	a, t, err := align(pages, opt)
	if err != nil {
		return nil, nil, err
	}
	return a.wrapper(t), t, nil
}

func (a *alignment) wrapper(t *Table) *Wrapper {
	w := &Wrapper{Method: t.Method, Pages: len(a.docs), Least: a.opt.node, Path: a.opt.path}
	at := make(map[int]int, len(a.templates)) // template -> column
	for k, c := range a.columns {
		if c.class >= 0 {
			at[c.after] = k
		}
	}
	for k, c := range a.columns {
		out := Anchor{Label: t.Columns[k].Label, Kind: t.Columns[k].Kind, Constant: c.constant, After: -1,
			Support: float64(c.pages) / float64(len(a.docs)), Inline: c.inline}
		if after, ok := at[c.after]; ok && after != k {
			out.After = after
		}
		if c.class >= 0 {
			out.Text = firstText(&t.Columns[k])
			out.Moved = a.templates[c.after].moved
		}
		for i, s := range c.profile.sigs {
			out.Looks = append(out.Looks, a.look(s, c.profile.types[i]))
		}
		for _, s := range c.profile.spots {
			out.Spots = append(out.Spots, a.spellSpot(s))
		}
		w.Columns = append(w.Columns, out)
	}
	return w
}

func (c *corpus) look(sig int32, types typeSet) Look {
	s := &c.sigs[sig]
	return Look{Path: strings.Join(c.spell(c.paths, s.path), "/"), IDs: c.spell(c.ids, s.ids), Classes: c.spell(c.classes, s.classes),
		Inline: c.syms.names[s.deco], Types: types}
}

func (c *corpus) spell(q *sequences, s int32) []string {
	var out []string
	for _, sym := range q.spell(s, nil) {
		out = append(out, c.syms.names[sym])
	}
	return out
}

// spellSpot writes a positional path as div:2/p:1/:3, where the last part is
// the text node.
func (c *corpus) spellSpot(s int32) string {
	var b strings.Builder
	steps := c.spots.spell(s, nil)
	for i := 0; i+1 < len(steps); i += 2 {
		if i > 0 {
			b.WriteByte('/')
		}
		if steps[i] >= 0 {
			b.WriteString(c.syms.names[steps[i]])
		}
		b.WriteString(":" + strconv.Itoa(int(steps[i+1])))
	}
	return b.String()
}

// restore brings a column back into the corpus of a page.
func (c *corpus) restore(x *Anchor) profile {
	var p profile
	for _, l := range x.Looks {
		s := signature{deco: c.syms.intern(l.Inline)}
		for tag := range strings.SplitSeq(l.Path, "/") {
			s.path = c.paths.extend(s.path, c.syms.intern(tag))
		}
		for _, id := range l.IDs {
			s.ids = c.ids.extend(s.ids, c.syms.intern(id))
		}
		for _, class := range l.Classes {
			s.classes = c.classes.extend(s.classes, c.syms.intern(class))
		}
		p.sigs, p.types = append(p.sigs, c.signature(s)), append(p.types, l.Types)
	}
	for _, spot := range x.Spots {
		var s int32
		for part := range strings.SplitSeq(spot, "/") {
			tag, nth, _ := strings.Cut(part, ":")
			n, err := strconv.Atoi(nth)
			if err != nil {
				s = -1
				break
			}
			sym := int32(-1)
			if tag != "" {
				sym = c.syms.intern(tag)
			}
			s = c.spots.extend(c.spots.extend(s, sym), int32(n))
		}
		if s >= 0 {
			p.spots = append(p.spots, s)
		}
	}
	return p
}

// Extract reads one page. A page that can't be parsed, or shows none of the
// template, is an error; what the page lacks is not in the record.
//
// Cost: linear in the page's texts and the columns, plus for each landmark the
// product of the texts that follow it and the columns that do.
func (w *Wrapper) Extract(p *page.Page) (Record, error) {
	root, err := p.Parse()
	if err != nil {
		return Record{}, err
	}
	c := newCorpus()
	c.breaks = w.Method == MethodDCA
	profiles := make([]profile, len(w.Columns))
	for k := range w.Columns {
		profiles[k] = c.restore(&w.Columns[k])
	}
	d := c.read(p.URL, root)
	if len(d.leaves) == 0 {
		return Record{}, &page.Error{URL: p.URL, Reason: page.Unparseable, Err: ErrNoPages}
	}
	marks := w.landmarks(c, d, profiles)
	rec := Record{URL: p.URL, Values: map[string][]string{}, XPaths: map[string]string{}}
	rec.Match = w.matched(marks)
	groups := make(map[int][]int)
	for k := range w.Columns {
		if x := &w.Columns[k]; x.Text == "" || x.Kind.Data() {
			groups[x.After] = append(groups[x.After], k)
		}
	}
	cells := make([][]int32, len(w.Columns))
	for i := range marks {
		hi := int32(len(d.leaves))
		if i+1 < len(marks) {
			hi = marks[i+1].at
		}
		w.assign(c, d, marks[i].at+1, hi, groups[marks[i].column], profiles, cells)
	}
	for k := range w.Columns {
		x := &w.Columns[k]
		if !x.Kind.Data() || len(cells[k]) == 0 {
			continue
		}
		rec.Labels = append(rec.Labels, x.Label)
		for _, at := range cells[k] {
			text := d.leaves[at].text
			if x.Inline != "" {
				text = stripInline(text, x.Inline)
			}
			rec.Values[x.Label] = append(rec.Values[x.Label], text)
		}
		rec.XPaths[x.Label] = c.xpath(d, &d.leaves[cells[k][0]])
	}
	return rec, nil
}

// landmark is a template column found on a page, or the page's beginning.
type landmark struct {
	column int
	at     int32
}

// landmarks finds the template texts of a page: the longest chain in the
// learned order, and those that are known to move wherever they are.
func (w *Wrapper) landmarks(c *corpus, d *doc, profiles []profile) []landmark {
	byText := make(map[string][]int)
	for k := len(w.Columns) - 1; k >= 0; k-- { // descending, so that one leaf takes one column of a chain
		if x := &w.Columns[k]; x.Text != "" && !x.Kind.Data() && len(x.Looks) > 0 {
			byText[x.Text] = append(byText[x.Text], k)
		}
	}
	var columns, at []int32
	marks := []landmark{{-1, -1}}
	moved := map[int]int32{}
	for i := range d.leaves {
		l := &d.leaves[i]
		for _, k := range byText[l.text] {
			if float64(c.paths.similarity(c.sigs[l.sig].path, c.sigs[profiles[k].sigs[0]].path)) < w.Path-1e-6 {
				continue
			}
			if w.Columns[k].Moved {
				if _, seen := moved[k]; !seen {
					moved[k] = int32(i)
				}
				continue
			}
			columns, at = append(columns, int32(k)), append(at, int32(i))
		}
	}
	used := map[int32]bool{}
	for _, i := range increasing(columns) {
		marks = append(marks, landmark{int(columns[i]), at[i]})
		used[at[i]] = true
	}
	for k := range w.Columns {
		if i, ok := moved[k]; ok && !used[i] {
			marks = append(marks, landmark{k, i})
			used[i] = true
		}
	}
	slices.SortStableFunc(marks, func(x, y landmark) int { return int(x.at) - int(y.at) })
	return marks
}

// matched is the share of the mandatory landmarks that a page shows.
func (w *Wrapper) matched(marks []landmark) float64 {
	all, found := 0, 0
	for k := range w.Columns {
		if w.Columns[k].Kind == MandatoryTemplate {
			all++
		}
	}
	for _, m := range marks {
		if m.column >= 0 && w.Columns[m.column].Kind == MandatoryTemplate {
			found++
		}
	}
	if all == 0 {
		return 1
	}
	return float64(found) / float64(all)
}

// assign matches the leaves from lo to hi with the columns that follow one
// landmark.
func (w *Wrapper) assign(c *corpus, d *doc, lo, hi int32, columns []int, profiles []profile, cells [][]int32) {
	n := int(hi - lo)
	if n <= 0 || len(columns) == 0 {
		return
	}
	if n*len(columns) > maxMatrix {
		n = maxMatrix / len(columns)
	}
	to := match(n, len(columns), func(i, j int) float32 {
		return c.score(&d.leaves[lo+int32(i)], &profiles[columns[j]], w.Least)
	})
	for i, j := range to {
		if j >= 0 {
			cells[columns[j]] = append(cells[columns[j]], lo+int32(i))
		}
	}
}

// String says what the wrapper consists of.
func (w *Wrapper) String() string {
	return fmt.Sprintf("wrapper of %d columns, learned on %d pages", len(w.Columns), w.Pages)
}
