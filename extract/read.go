package extract

import (
	"cmp"
	"slices"

	"golang.org/x/net/html"

	"verde/extract/embedded"
	"verde/extract/meaning"
	"verde/page"
)

// compiled is a wrapper in the numbers of a corpus. It serves one page at a
// time and is used again for the next.
type compiled struct {
	*corpus
	profiles []profile
	byText   map[string][]int // landmarks by text, descending
	groups   map[int][]int    // columns of data by the landmark that they follow
	multi    map[int]map[int32]bool
	fields   map[int32]int   // columns by their field
	places   map[string]int  // columns by label
	after    []int           // by column: the landmark that it follows, -1 for the page's beginning
	words    map[string]bool // of class attributes
	born     int             // symbols at the beginning
	known    int32           // signatures at the beginning
}

// maxSymbols is how many further texts a compiled wrapper may come to know
// before it is given up for a new one.
const maxSymbols = 1 << 16

func (w *Wrapper) compile() *compiled {
	x := &compiled{corpus: newCorpus(), profiles: make([]profile, len(w.Columns)), byText: make(map[string][]int),
		groups: make(map[int][]int), multi: make(map[int]map[int32]bool), fields: make(map[int32]int)}
	x.breaks = w.Method == MethodDCA
	x.machine = slices.ContainsFunc(w.Columns, func(c ColumnRule) bool { return embedded.IsKey(c.Field) })
	x.places = w.places()
	x.after = make([]int, len(w.Columns))
	for k := range w.Columns {
		x.after[k] = -1
		if at, ok := x.places[w.Columns[k].After]; ok {
			x.after[k] = at
		}
	}
	x.rules = rules{spelt: w.Spelt, nameless: setOf(w.Nameless), compared: x.symbols(w.Compared), fixedTexts: x.symbols(w.FixedLines), padded: setOf(w.Padded), inline: setOf(w.Inline), entries: x.symbols(w.Entries), parts: x.symbols(w.Parts), partFields: make(map[int32]bool), rowKinds: x.symbols(w.Groups), rowTexts: x.symbols(w.RowTexts), rowLabels: setOf(w.RowLabels), labelPlaces: x.symbols(w.LabelPlaces),
		facts: x.symbols(w.Facts), tiles: x.symbols(w.Tiles), pairs: x.symbols(w.Pairs), icons: x.symbols(w.Icons), byTurns: x.symbols(w.Turns), choices: x.symbols(w.Choices), counted: setOf(w.Counted)}
	x.regions = make(sectionLabels)
	for _, s := range w.Sections {
		x.regions[x.syms.intern(stem(s.Label))] = &sectionRule{text: s.Label, flows: s.Flows, site: s.Site}
	}
	for k := len(w.Columns) - 1; k >= 0; k-- {
		c := &w.Columns[k]
		x.profiles[k] = x.restoreProfile(c)
		if c.landmark() && len(x.profiles[k].sigs) > 0 {
			x.byText[c.Text] = append(x.byText[c.Text], k)
		}
	}
	for k := range w.Columns {
		x.restoreColumn(&w.Columns[k], k)
	}
	x.learnWords(w)
	x.born, x.known = len(x.syms.names), int32(len(x.sigs))
	return x
}

func setOf(texts []string) map[string]bool {
	out := make(map[string]bool, len(texts))
	for _, text := range texts {
		out[text] = true
	}
	return out
}

// symbols is the set of the symbols of some texts.
func (c *corpus) symbols(texts []string) map[int32]bool {
	out := make(map[int32]bool, len(texts))
	for _, text := range texts {
		out[c.syms.intern(text)] = true
	}
	return out
}

// restoreColumn notes where the texts of a column that is no landmark, the k-th, are
// looked for.
func (x *compiled) restoreColumn(c *ColumnRule, k int) {
	if c.Field != "" {
		field := x.syms.intern(c.Field)
		x.fields[field] = k
		x.partFields[field] = true
		return
	}
	if c.landmark() || c.PartOf != "" {
		return
	}
	after := x.after[k]
	x.groups[after] = append(x.groups[after], k)
	if c.Multi && !c.FreeText {
		if x.multi[after] == nil {
			x.multi[after] = make(map[int32]bool)
		}
		for _, s := range x.profiles[k].sigs {
			x.multi[after][s] = true
		}
	}
}

// places gives the columns by their labels.
func (w *Wrapper) places() map[string]int {
	out := make(map[string]int, len(w.Columns))
	for k := range w.Columns {
		out[w.Columns[k].Label] = k
	}
	return out
}

// Extract reads one page. A page that can't be parsed, or has no text, is an
// error; what the page lacks is not in the record. A page of another template
// gives a record of low Match and few values. With wrappers of several
// templates the record is of the one that explains most of the page.
//
// Cost: linear in the page's texts times their depth, and in the columns, plus for each landmark the
// product of the texts that follow it and the columns that do.
func (w *Wrapper) Extract(p *page.Page) (Record, error) {
	root, err := p.Parse()
	if err != nil {
		return Record{}, err
	}
	template, cells, match, err := w.best(p.URL, root)
	if err != nil {
		return Record{}, err
	}
	r := w.of(template).record(p.URL, cells, match)
	r.Template, r.Partial = template, partly(p)
	return r, nil
}

// best reads a page by the wrapper of the template that explains most of it, and
// gives that template's number.
func (w *Wrapper) best(url string, root *html.Node) (template int, cells []Cell, match float64, err error) {
	if cells, match, err = w.cells(url, root); err != nil {
		return 0, nil, 0, err
	}
	most := w.explained(cells, match)
	for k, other := range w.Others {
		x, m, err := other.cells(url, root)
		if err != nil {
			continue
		}
		if e := other.explained(x, m); e > most {
			template, cells, match, most = k+1, x, m, e
		}
	}
	return template, cells, match, nil
}

// explained is the number of columns that a page shows, each with the confidence
// in it.
func (w *Wrapper) explained(cells []Cell, match float64) float64 {
	n := 0.
	for k := range cells {
		if w.Columns[k].Kind.Data() && len(cells[k].Values) > 0 {
			n += match * cells[k].likeness
		}
	}
	return n
}

// cells reads what a page has in each column, templates too, and the share of the
// mandatory templates that it shows.
func (w *Wrapper) cells(url string, root *html.Node) ([]Cell, float64, error) {
	x, ok := w.pool.Get().(*compiled)
	if !ok {
		x = w.compile()
	}
	defer func() {
		if len(x.syms.names)-x.born < maxSymbols {
			w.pool.Put(x)
		}
	}()
	d := x.read(url, root)
	if len(d.leaves) == 0 {
		return nil, 0, &page.Error{URL: url, Reason: page.Unparseable, Err: ErrNoPages}
	}
	x.arrange(w, d)
	_, at := w.find(x, d)
	out := make([]Cell, len(w.Columns))
	for k := range w.Columns {
		c := &w.Columns[k]
		if c.PartOf != "" {
			continue
		}
		out[k] = x.cell(d, at[k], &x.profiles[k], c.Kind.Data())
	}
	w.joinSame(x, out)
	for k := range w.Columns {
		if c := &w.Columns[k]; c.PartOf != "" {
			out[k] = out[x.places[c.PartOf]].part(c)
		}
	}
	for k := range w.Columns {
		if c := &w.Columns[k]; c.Value {
			whole := out[x.places[c.PartOf]].Values
			for i := range whole {
				whole[i].PartOf = c.Label
			}
		}
	}
	w.joinSame(x, out) // parts too
	return out, w.matched(at), nil
}

// arrange makes of a page's texts what the alignment has made of those that w was
// learned on.
func (x *compiled) arrange(w *Wrapper, d *doc) {
	x.cutByRules(d, w.Prose, x.unknownNames)
	x.findRebuilt(d)
	x.arrangeByRules(d, func(l *leaf) int { return len(x.byText[l.text]) })
	d.taken = append(d.taken, x.takeEmbedded(d, func(key string) bool {
		_, ok := x.fields[x.syms.intern(key)]
		return ok
	})...)
}

// find gives the landmarks of a page, and the leaves of each column, theirs too.
func (w *Wrapper) find(x *compiled, d *doc) (marks []landmark, at [][]int32) {
	marks = w.landmarks(x, d)
	x.takeStyles(d, func(field int32) bool { _, ok := x.fields[field]; return ok })
	at = w.assign(x, d, marks)
	for _, l := range d.taken {
		if k, ok := x.fields[l.field]; ok {
			at[k] = append(at[k], int32(len(d.leaves)))
		}
		d.leaves = append(d.leaves, l)
	}
	for _, m := range marks {
		if m.column >= 0 {
			at[m.column] = []int32{m.at}
		}
	}
	return marks, at
}

// record takes the values out of the cells of a page.
func (w *Wrapper) record(url string, cells []Cell, match float64) Record {
	b := newBuilder(url, match)
	for k := range w.Columns {
		if c := &w.Columns[k]; c.Kind.Data() {
			b.add(c.Label, meaning.Meaning{Type: c.Type, Unit: c.Unit}, c.Confidence, &cells[k])
		}
	}
	return b.record()
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
	least := pathSimilarity
	if x.unnamed {
		least = min(least, rebuiltPath)
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
				return float64(x.paths.similarity(x.sigs[l.sig].path, x.sigs[s].path)) >= least-1e-6
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
func (w *Wrapper) insert(d *doc, chain, unordered []landmark) []landmark {
	firm := []landmark{{-1, -1}}
	done := make(map[int]bool, len(chain))
	for _, m := range chain[1:] {
		done[m.column] = true
		if w.Columns[m.column].Divides {
			firm = append(firm, m)
		}
	}
	firm = append(firm, landmark{len(w.Columns), int32(len(d.leaves))})
	slices.SortStableFunc(unordered, func(x, y landmark) int { return cmp.Compare(x.column, y.column) })
	marks, next := chain, 1
	for _, m := range unordered {
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
func (w *Wrapper) matched(at [][]int32) float64 {
	all, found := 0, 0
	for k := range w.Columns {
		if w.Columns[k].Kind == MandatoryTemplate {
			all++
			if len(at[k]) > 0 {
				found++
			}
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
		w.place(x, d, items(d.leaves, m.at+1, hi), columns, cells)
	}
	return cells
}

// place puts the items behind one landmark into its columns. Those of free text
// take any number of items, wherever they stand: paragraphs may alternate with
// listings.
func (w *Wrapper) place(x *compiled, d *doc, row [][]int32, columns []int, cells [][]int32) {
	var single, freeText []int
	for _, column := range columns {
		if w.Columns[column].FreeText {
			freeText = append(freeText, column)
		} else {
			single = append(single, column)
		}
	}
	score := func(i, column int) float32 { return x.score(&d.leaves[row[i][0]], &x.profiles[column]) }
	text, best := make([]int, len(row)), make([]float32, len(row))
	for i := range row {
		text[i] = -1
		for _, column := range freeText {
			if s := score(i, column); s > best[i] {
				text[i], best[i] = column, s
			}
		}
	}
	to := pair(len(row), len(single), func(i, j int) float32 { return score(i, single[j]) }, func(i int) float32 { return best[i] })
	for i, j := range to {
		column := text[i]
		if j >= 0 {
			column = single[j]
		}
		if column >= 0 {
			cells[column] = append(cells[column], row[i]...)
		}
	}
}

// markLists numbers the lists between two landmarks whose members look like
// those of a column of lists.
func (x *compiled) markLists(d *doc, single []int32, lo, hi int32, sigs map[int32]bool) {
	for k := lo; k < hi; {
		if !sigs[d.leaves[k].sig] || separator(d.leaves[k].text) {
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
