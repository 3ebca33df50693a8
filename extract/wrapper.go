package extract

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

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
	Pages   int      `json:"pages"`             // learned on
	Least   float64  `json:"least"`             // node similarity that a text needs to join a column
	Path    float64  `json:"path"`              // path similarity that a landmark needs
	Headers bool     `json:"headers,omitempty"` // headings of a table are paired with its only row of values
	Inline  []string `json:"inline,omitempty"`  // labels that stand within texts, before the value
	Groups  []Group  `json:"groups,omitempty"`  // what repeats with several texts, a column for each field
	Columns []Anchor `json:"columns"`           // in the order of the template

	pool sync.Pool // of *compiled
}

// Anchor is a column of the template.
type Anchor struct {
	Label    string   `json:"label"`
	Kind     Kind     `json:"kind"`
	Constant bool     `json:"constant,omitempty"`
	Text     string   `json:"text,omitempty"`     // of a landmark
	Variants []string `json:"variants,omitempty"` // other texts of the landmark
	Moved    bool     `json:"moved,omitempty"`    // a landmark that stands in several orders
	After    int      `json:"after"`              // index of the landmark that it follows, -1 for none
	Support  float64  `json:"support"`            // share of the pages that have it
	Multi    bool     `json:"multi,omitempty"`    // a cell may hold several texts of siblings
	Free     bool     `json:"free,omitempty"`     // free text: any number of texts
	Loose    bool     `json:"loose,omitempty"`    // known by its looks anywhere before the next mandatory landmark
	Looks    []Look   `json:"looks,omitempty"`    // of its members
	Spots    []string `json:"spots,omitempty"`    // positional paths of its members
}

// Group is a kind of element that repeats within another one.
type Group struct {
	Path    string   `json:"path"` // element names from the root to the element that holds the rows
	Classes []string `json:"classes,omitempty"`
	Row     string   `json:"row"` // element name of the rows
	Class   string   `json:"class,omitempty"`
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

// minLook is the part of a column's leaves, one in so many, that have to have
// a look for the wrapper to keep it. Rarer ones are slips of the alignment more
// often than not.
const minLook = 12

func total(counts []int) int {
	n := 0
	for _, c := range counts {
		n += c
	}
	return n
}

func (a *alignment) wrapper(t *Table) *Wrapper {
	w := &Wrapper{Method: t.Method, Pages: len(a.docs), Least: a.opt.node, Path: a.opt.path, Headers: a.opt.headers}
	at := make(map[int]int, len(a.templates)) // template -> column
	for k, c := range a.columns {
		if c.class >= 0 && !c.constant {
			at[c.after] = k
		}
	}
	for k, c := range a.columns {
		out := Anchor{Label: t.Columns[k].Label, Kind: t.Columns[k].Kind, Constant: c.constant, After: -1,
			Support: float64(c.pages) / float64(len(a.docs)), Multi: c.folded, Free: c.free, Loose: c.loose}
		if c.class >= 0 {
			out.Text = firstText(&t.Columns[k])
		}
		if c.class >= 0 && !c.constant {
			out.Moved, out.Variants = a.templates[c.after].moved, otherTexts(&t.Columns[k], out.Text)
		} else if after, ok := at[c.after]; ok {
			out.After = after
		}
		for i, s := range c.profile.sigs {
			if minLook*c.profile.counts[i] < total(c.profile.counts) {
				continue
			}
			out.Looks = append(out.Looks, a.look(s, c.profile.types[i]))
		}
		for _, s := range c.profile.spots {
			out.Spots = append(out.Spots, a.spellSpot(s))
		}
		w.Columns = append(w.Columns, out)
	}
	for key := range a.inline {
		w.Inline = append(w.Inline, key.label)
	}
	slices.Sort(w.Inline)
	w.Inline = slices.Compact(w.Inline)
	w.Groups = a.spellGroups()
	return w
}

// spellGroups writes the kinds of rows out, in order of their spelling.
func (a *alignment) spellGroups() []Group {
	var out []Group
	for kind := range a.rowKinds {
		g := Group{Path: strings.Join(a.spell(a.paths, kind.path), "/"), Classes: a.spell(a.classes, kind.classes), Row: a.syms.names[kind.tag]}
		if kind.class >= 0 {
			g.Class = a.syms.names[kind.class]
		}
		out = append(out, g)
	}
	slices.SortFunc(out, func(x, y Group) int {
		return cmp.Or(cmp.Compare(x.Path, y.Path), slices.Compare(x.Classes, y.Classes), cmp.Compare(x.Row, y.Row), cmp.Compare(x.Class, y.Class))
	})
	return out
}

// restoreGroup brings a kind of rows back into the corpus of a page.
func (c *corpus) restoreGroup(g *Group) rowKind {
	kind := rowKind{tag: c.syms.intern(g.Row), class: -1}
	for tag := range strings.SplitSeq(g.Path, "/") {
		kind.path = c.paths.extend(kind.path, c.syms.intern(tag))
	}
	for _, class := range g.Classes {
		kind.classes = c.classes.extend(kind.classes, c.syms.intern(class))
	}
	if g.Class != "" {
		kind.class = c.syms.intern(g.Class)
	}
	return kind
}

// otherTexts lists the texts of a column but one, each once.
func otherTexts(c *Column, text string) []string {
	var out []string
	for _, cell := range c.Cells {
		for _, v := range cell.Values {
			if v != text && !slices.Contains(out, v) {
				out = append(out, v)
			}
		}
	}
	return out
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

// compiled is a wrapper in the numbers of a corpus. It serves one page at a
// time and is used again for the next.
type compiled struct {
	*corpus
	profiles []profile
	byText   map[string][]int // landmarks by text, descending
	groups   map[int][]int    // columns of data by the landmark that they follow
	multi    map[int]map[int32]bool
	loose    []int
	inline   map[string]bool
	rowKinds map[rowKind]bool
	born     int // symbols at the beginning
}

// maxSymbols is how many further texts a compiled wrapper may come to know
// before it is given up for a new one.
const maxSymbols = 1 << 16

func (w *Wrapper) compile() *compiled {
	x := &compiled{corpus: newCorpus(), profiles: make([]profile, len(w.Columns)), byText: make(map[string][]int),
		groups: make(map[int][]int), multi: make(map[int]map[int32]bool), inline: make(map[string]bool), rowKinds: make(map[rowKind]bool)}
	x.breaks = w.Method == MethodDCA
	for _, label := range w.Inline {
		x.inline[label] = true
	}
	for k := range w.Groups {
		x.rowKinds[x.restoreGroup(&w.Groups[k])] = true
	}
	for k := len(w.Columns) - 1; k >= 0; k-- {
		c := &w.Columns[k]
		x.profiles[k] = x.restore(c)
		if !c.Kind.Data() && c.Text != "" && len(x.profiles[k].sigs) > 0 {
			for _, text := range append([]string{c.Text}, c.Variants...) {
				x.byText[text] = append(x.byText[text], k)
			}
		}
	}
	for k := range w.Columns {
		c := &w.Columns[k]
		if !c.Kind.Data() && c.Text != "" {
			continue
		}
		if c.Loose {
			x.loose = append(x.loose, k)
			continue
		}
		x.groups[c.After] = append(x.groups[c.After], k)
		if c.Multi && !c.Free {
			if x.multi[c.After] == nil {
				x.multi[c.After] = make(map[int32]bool)
			}
			for _, s := range x.profiles[k].sigs {
				x.multi[c.After][s] = true
			}
		}
	}
	x.born = len(x.syms.names)
	return x
}

// Extract reads one page. A page that can't be parsed, or has no text, is an
// error; what the page lacks is not in the record. A page of another template
// gives a record of low Match and few values.
//
// Cost: linear in the page's texts and the columns, plus for each landmark the
// product of the texts that follow it and the columns that do.
func (w *Wrapper) Extract(p *page.Page) (Record, error) {
	root, err := p.Parse()
	if err != nil {
		return Record{}, err
	}
	x, ok := w.pool.Get().(*compiled)
	if !ok {
		x = w.compile()
	}
	defer func() {
		if len(x.syms.names)-x.born < maxSymbols {
			w.pool.Put(x)
		}
	}()
	d := x.read(p.URL, root)
	if len(d.leaves) == 0 {
		return Record{}, &page.Error{URL: p.URL, Reason: page.Unparseable, Err: ErrNoPages}
	}
	if len(x.inline) > 0 {
		x.splitInline(d, func(_ int32, label string) bool { return x.inline[label] })
	}
	x.foldGroups(d, x.rowKinds, func(l *leaf) bool { return x.byText[l.text] != nil },
		func(l *leaf) bool {
			ks := x.byText[l.text]
			return len(ks) > 0 && w.Columns[ks[0]].Support >= everyShare
		})
	if w.Headers {
		x.headerRows(d)
	}
	marks := w.landmarks(x, d)
	cells := w.assign(x, d, marks)
	rec := w.record(x, d, cells)
	rec.Match = w.matched(marks)
	return rec, nil
}

// record reads the values out of the cells.
func (w *Wrapper) record(x *compiled, d *doc, cells [][]int32) Record {
	rec := Record{URL: d.url, Values: make(map[string][]string), XPaths: make(map[string]string)}
	for k := range w.Columns {
		if len(cells[k]) == 0 || !w.Columns[k].Kind.Data() {
			continue
		}
		label := w.Columns[k].Label
		rec.Labels = append(rec.Labels, label)
		for _, at := range cells[k] {
			rec.Values[label] = append(rec.Values[label], d.leaves[at].text)
		}
		rec.XPaths[label] = x.xpath(d, &d.leaves[cells[k][0]])
	}
	return rec
}

// landmark is a template column found on a page, or the page's beginning.
type landmark struct {
	column int
	at     int32
}

// maxPairs bounds the pairs of landmarks and leaves of one text: a text that
// stands everywhere marks nothing.
const maxPairs = 4096

// landmarks finds the template texts of a page: the longest chain in the
// learned order; then those known to stand in several orders, and any others
// that are missing, at their first free place between the mandatory landmarks
// around them. The first landmark is the beginning of the page.
func (w *Wrapper) landmarks(x *compiled, d *doc) []landmark {
	occurs := make(map[string]int)
	for i := range d.leaves {
		if t := d.leaves[i].text; x.byText[t] != nil {
			occurs[t]++
		}
	}
	var pairs, loose []landmark
	for i := range d.leaves {
		l := &d.leaves[i]
		ks := x.byText[l.text]
		if len(ks)*occurs[l.text] > maxPairs {
			continue
		}
		for _, k := range ks {
			if !slices.ContainsFunc(x.profiles[k].sigs, func(s int32) bool {
				return float64(x.paths.similarity(x.sigs[l.sig].path, x.sigs[s].path)) >= w.Path-1e-6
			}) {
				continue
			}
			loose = append(loose, landmark{k, int32(i)})
			if !w.Columns[k].Moved {
				pairs = append(pairs, landmark{k, int32(i)})
			}
		}
	}
	columns := make([]int32, len(pairs))
	for i, p := range pairs {
		columns[i] = int32(p.column)
	}
	marks := []landmark{{-1, -1}}
	for _, i := range increasing(columns) {
		marks = append(marks, pairs[i])
		d.leaves[pairs[i].at].landmark = int32(pairs[i].column + 1)
	}
	return w.insert(d, marks, loose)
}

// insert adds to a chain of landmarks those that are missing in it.
func (w *Wrapper) insert(d *doc, chain, loose []landmark) []landmark {
	firm := []landmark{{-1, -1}}
	done := make(map[int]bool, len(chain))
	for _, m := range chain[1:] {
		done[m.column] = true
		if w.Columns[m.column].Kind == MandatoryTemplate {
			firm = append(firm, m)
		}
	}
	firm = append(firm, landmark{len(w.Columns), int32(len(d.leaves))})
	slices.SortStableFunc(loose, func(x, y landmark) int { return cmp.Compare(x.column, y.column) })
	marks, next := chain, 1
	for _, m := range loose {
		for firm[next].column < m.column {
			next++
		}
		if done[m.column] || d.leaves[m.at].landmark > 0 || m.at < firm[next-1].at || m.at > firm[next].at {
			continue
		}
		done[m.column] = true
		d.leaves[m.at].landmark = int32(m.column + 1)
		marks = append(marks, m)
	}
	slices.SortFunc(marks, func(x, y landmark) int { return cmp.Compare(x.at, y.at) })
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

// assign matches the leaves behind each landmark with the columns that follow
// it, and returns the leaves of each column.
func (w *Wrapper) assign(x *compiled, d *doc, marks []landmark) [][]int32 {
	cells := make([][]int32, len(w.Columns))
	single := x.holders(d)
	w.pick(x, d, marks, single, cells)
	for i, m := range marks {
		hi := int32(len(d.leaves))
		if i+1 < len(marks) {
			hi = marks[i+1].at
		}
		columns := x.groups[m.column]
		if m.at+1 >= hi || len(columns) == 0 {
			continue
		}
		if sigs := x.multi[m.column]; sigs != nil {
			x.markLists(d, single, m.at+1, hi, sigs)
		}
		row := items(d.leaves, m.at+1, hi)
		if len(row)*len(columns) > maxMatrix {
			row = row[:maxMatrix/len(columns)]
		}
		to := match(len(row), len(columns), func(i, j int) float32 {
			return x.score(&d.leaves[row[i][0]], &x.profiles[columns[j]], w.Least)
		}, func(j int) bool { return w.Columns[columns[j]].Free })
		for i, j := range to {
			if j >= 0 {
				cells[columns[j]] = append(cells[columns[j]], row[i]...)
			}
		}
	}
	return cells
}

// pick finds the leaves of loose columns: between the mandatory landmark that
// they follow and the next one on the page, the one that looks most like them.
func (w *Wrapper) pick(x *compiled, d *doc, marks []landmark, single []int32, cells [][]int32) {
	for _, k := range x.loose {
		lo, hi := int32(0), int32(len(d.leaves))
		for _, m := range marks {
			if m.column < 0 || w.Columns[m.column].Kind != MandatoryTemplate {
				continue
			}
			if m.column <= w.Columns[k].After {
				lo = m.at + 1
			} else {
				hi = m.at
				break
			}
		}
		best, at := float32(0), int32(-1)
		for i := lo; i < hi; i++ {
			l := &d.leaves[i]
			if l.taken || l.landmark > 0 || !slices.Contains(x.profiles[k].sigs, l.sig) {
				continue
			}
			if s := x.score(l, &x.profiles[k], w.Least); s > best {
				best, at = s, i
			}
		}
		if at < 0 {
			continue
		}
		end := at + 1
		if w.Columns[k].Multi {
			end = d.siblings(single, at, hi, func(l *leaf) bool { return l.landmark > 0 })
		}
		for i := at; i < end; i++ {
			d.leaves[i].taken = true
			if i == at || !separator(d.leaves[i].text) {
				cells[k] = append(cells[k], i)
			}
		}
	}
}

// markLists numbers the lists between two landmarks whose members look like
// those of a column of lists.
func (x *compiled) markLists(d *doc, single []int32, lo, hi int32, sigs map[int32]bool) {
	for k := lo; k < hi; {
		if !sigs[d.leaves[k].sig] || separator(d.leaves[k].text) || d.leaves[k].list >= firstGroupList {
			k++
			continue
		}
		end := d.siblings(single, k, hi, func(*leaf) bool { return false })
		for i := k; i < end; i++ {
			d.leaves[i].list = k + 1
		}
		k = end
	}
}

// String says what the wrapper consists of.
func (w *Wrapper) String() string {
	return fmt.Sprintf("wrapper of %d columns, learned on %d pages", len(w.Columns), w.Pages)
}
