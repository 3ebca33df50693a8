package extract

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"verde/extract/align"
	"verde/extract/embedded"
	"verde/extract/leaves"
	"verde/extract/meaning"
	"verde/extract/rules"
	"verde/page"
	"verde/record"
)

// compiled is a wrapper in the numbers of a corpus. It serves one page at a
// time and is used again for the next.
type compiled struct {
	*rules.Corpus
	profiles []align.Profile
	byText   map[string][]int // landmarks by text, descending
	groups   map[int][]int    // columns of data by the landmark that they follow
	multi    map[int]map[int32]bool
	fields   map[int32]int   // columns by their field
	places   map[string]int  // columns by label
	after    []int           // by column: the landmark that it follows, -1 for the page's beginning
	words    map[string]bool // of class attributes
	frame    map[string]bool // texts of the template that are in no column
	born     int             // symbols at the beginning
	known    int32           // signatures at the beginning
}

// maxSymbols is how many further texts a compiled wrapper may come to know
// before it is given up for a new one.
const maxSymbols = 1 << 16

func (w *Wrapper) compile() *compiled {
	x := &compiled{Corpus: rules.NewCorpus(), profiles: make([]align.Profile, len(w.Columns)), byText: make(map[string][]int),
		groups: make(map[int][]int), multi: make(map[int]map[int32]bool), fields: make(map[int32]int)}
	x.Breaks = w.Method == MethodDCA
	x.Machine = slices.ContainsFunc(w.Columns, func(c ColumnRule) bool { return embedded.IsKey(c.Field) })
	x.places = w.places()
	x.after = make([]int, len(w.Columns))
	for k := range w.Columns {
		x.after[k] = -1
		if at, ok := x.places[w.Columns[k].After]; ok {
			x.after[k] = at
		}
	}
	x.Rules = rules.Rules{Compared: symbols(x.Corpus, w.Compared), Noted: symbols(x.Corpus, w.Noted), FixedTexts: symbols(x.Corpus, w.FixedLines), Padded: setOf(w.Padded), Inline: setOf(w.Inline), Repeated: setOf(w.Repeated), Entries: symbols(x.Corpus, w.Entries), Parts: symbols(x.Corpus, w.Parts), PartFields: make(map[int32]bool), RowKinds: symbols(x.Corpus, w.Groups), RowTexts: symbols(x.Corpus, w.RowTexts),
		Facts: symbols(x.Corpus, w.Facts), Tiles: symbols(x.Corpus, w.Tiles), Pairs: symbols(x.Corpus, w.Pairs), Icons: symbols(x.Corpus, w.Icons), Ordered: symbols(x.Corpus, w.Ordered), ByTurns: symbols(x.Corpus, w.Turns), Choices: symbols(x.Corpus, w.Choices), Counted: setOf(w.Counted)}
	x.Regions = make(rules.SectionLabels)
	for _, s := range w.Sections {
		x.Regions[x.Syms.Intern(rules.Stem(s.Label))] = &rules.SectionRule{Text: s.Label, Flows: s.Flows, RunIn: s.RunIn}
	}
	for k := len(w.Columns) - 1; k >= 0; k-- {
		c := &w.Columns[k]
		x.profiles[k] = restoreProfile(x.Corpus, c)
		if c.landmark() && len(x.profiles[k].Sigs) > 0 {
			x.byText[c.Text] = append(x.byText[c.Text], k)
		}
	}
	for k := range w.Columns {
		x.restoreColumn(&w.Columns[k], k)
	}
	x.learnPlaces(w)
	x.learnWords(w)
	x.frame = setOf(w.Frame)
	x.born, x.known = len(x.Syms.Names), int32(len(x.Sigs))
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
func symbols(c *rules.Corpus, texts []string) map[int32]bool {
	out := make(map[int32]bool, len(texts))
	for _, text := range texts {
		out[c.Syms.Intern(text)] = true
	}
	return out
}

// restoreColumn notes where the texts of a column that is no landmark, the k-th, are
// looked for.
func (x *compiled) restoreColumn(c *ColumnRule, k int) {
	if c.Field != "" {
		field := x.Syms.Intern(c.Field)
		x.fields[field] = k
		x.PartFields[field] = true
		return
	}
	if c.landmark() || c.PartOf != "" || c.Name != "" {
		return
	}
	after := x.after[k]
	x.groups[after] = append(x.groups[after], k)
	if c.Multi && !c.FreeText {
		if x.multi[after] == nil {
			x.multi[after] = make(map[int32]bool)
		}
		for _, s := range x.profiles[k].Sigs {
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
	template, read, err := w.best(p.URL, root)
	if err != nil {
		return Record{}, err
	}
	r := w.of(template).record(p.URL, read)
	r.Template, r.Partial = template, cmp.Or(partly(p), read.partly())
	return r, nil
}

// best reads a page by the wrapper of the template that explains most of it, and
// gives that template's number.
func (w *Wrapper) best(url string, root *html.Node) (template int, read reading, err error) {
	if read, err = w.read(url, root); err != nil {
		return 0, reading{}, err
	}
	most := w.explained(&read)
	for k, other := range w.Others {
		x, err := other.read(url, root)
		if err != nil {
			continue
		}
		if e := other.explained(&x); e > most {
			template, read, most = k+1, x, e
		}
	}
	return template, read, nil
}

// reading is what a wrapper reads on a page.
type reading struct {
	cells []Cell         // of its columns
	match float64        // share of the mandatory templates that the page shows
	rest  []record.Field // what is in no column
	left  int            // texts that are neither, see maxRest
}

// partly tells of a page of which texts are left out, "" for a whole one.
func (r *reading) partly() string {
	if r.left == 0 {
		return ""
	}
	return fmt.Sprintf("%d texts that are in no field are left out: those before them take %d KiB with their XPaths", r.left, maxRest>>10)
}

// explained is the number of columns that a page shows, each with the confidence
// in it.
func (w *Wrapper) explained(r *reading) float64 {
	n := 0.
	for k := range r.cells {
		if w.Columns[k].Kind.Data() && len(r.cells[k].Values) > 0 {
			n += r.match * r.cells[k].likeness
		}
	}
	return n
}

// read reads a page, its templates too.
func (w *Wrapper) read(url string, root *html.Node) (reading, error) {
	x, ok := w.pool.Get().(*compiled)
	if !ok {
		x = w.compile()
	}
	defer func() {
		if len(x.Syms.Names)-x.born < maxSymbols {
			w.pool.Put(x)
		}
	}()
	d := x.readOwnless(url, root)
	if len(d.Leaves) == 0 {
		return reading{}, &page.Error{URL: url, Reason: page.Unparseable, Err: ErrNoPages}
	}
	x.arrange(w, d)
	_, at := w.find(x, d)
	out := make([]Cell, len(w.Columns))
	for k := range w.Columns {
		c := &w.Columns[k]
		if c.PartOf != "" || c.Name != "" {
			continue
		}
		out[k] = cellOf(x.Corpus, d, at[k], &x.profiles[k], c.Kind.Data())
	}
	w.joinSame(x, out)
	w.movePivoted(func(label string) *Cell { return &out[x.places[label]] })
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
	r := reading{cells: out, match: w.matched(at)}
	if r.match >= driftMatch { // of a page of another template all is rest
		r.rest, r.left = x.rest(d, at)
	}
	return r, nil
}

// arrange makes of a page's texts what the alignment has made of those that w was
// learned on.
func (x *compiled) arrange(w *Wrapper, d *rules.Doc) {
	known := func(l *leaves.Leaf) int { return len(x.byText[l.Text]) }
	x.CutByRules(d, w.Prose, func(label string) bool {
		return len(x.byText[label])+len(x.byText[strings.TrimRight(label, rules.LabelEnd)]) > 0
	})
	x.findRebuilt(d)
	x.ArrangeByRules(d, known)
	d.Taken = append(d.Taken, x.TakeEmbedded(d, func(key string) bool {
		_, ok := x.fields[x.Syms.Intern(key)]
		return ok
	})...)
}

// find gives the landmarks of a page, and the leaves of each column, theirs too.
func (w *Wrapper) find(x *compiled, d *rules.Doc) (marks []landmark, at [][]int32) {
	marks = w.landmarks(x, d)
	x.TakeStyles(d, func(field int32) bool { _, ok := x.fields[field]; return ok })
	at = w.assign(x, d, marks)
	for _, l := range d.Taken {
		if k, ok := x.fields[l.Field]; ok {
			at[k] = append(at[k], int32(len(d.Leaves)))
		}
		d.Leaves = append(d.Leaves, l)
	}
	for _, m := range marks {
		if m.column >= 0 {
			at[m.column] = []int32{m.at}
		}
	}
	return marks, at
}

// record takes the values out of the cells of a page.
func (w *Wrapper) record(url string, r reading) Record {
	b := newBuilder(url, r.match)
	for k := range w.Columns {
		if c := &w.Columns[k]; c.Kind.Data() {
			b.add(c.Label, meaning.Meaning{Type: c.Type, Unit: c.Unit}, c.Confidence, c.About, &r.cells[k])
		}
	}
	b.read.Rest = r.rest
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

// landmarks finds the template texts of a page: the chain in the learned order that weighs most,
// each pair of a landmark and a text by the rarity of the text among both, as terms in retrieval (its inverse frequency), so that
// what comes once holds the chain and not the brackets around every value; then those known to stand in several orders, and any others
// that are missing, at their first free place between the mandatory landmarks
// around them. The first landmark is the beginning of the page.
func (w *Wrapper) landmarks(x *compiled, d *rules.Doc) []landmark {
	occurs := make(map[string]int)
	for i := range d.Leaves {
		if t := d.Leaves[i].Text; x.byText[t] != nil {
			occurs[t]++
		}
	}
	least := align.PathSimilarity
	if x.Unnamed {
		least = min(least, rebuiltPath)
	}
	var pairs, loose []landmark
	for i := range d.Leaves {
		l := &d.Leaves[i]
		ks := x.byText[l.Text]
		if len(ks)*occurs[l.Text] > maxPairs {
			continue
		}
		for _, k := range ks {
			if !slices.ContainsFunc(x.profiles[k].Sigs, func(s int32) bool {
				return float64(x.Paths.Similarity(x.Sigs[l.Sig].Path, x.Sigs[s].Path)) >= least-1e-6
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
	rarity := func(i int) float64 {
		text := d.Leaves[pairs[i].at].Text
		return math.Log1p(float64(len(d.Leaves)) / float64(occurs[text]*len(x.byText[text])))
	}
	for _, i := range leaves.Heaviest(columns, len(w.Columns), rarity) {
		marks = append(marks, pairs[i])
		d.Leaves[pairs[i].at].Landmark = int32(pairs[i].column + 1)
	}
	return w.insert(d, marks, loose)
}

// insert adds to a chain of landmarks those that are missing in it.
func (w *Wrapper) insert(d *rules.Doc, chain, unordered []landmark) []landmark {
	firm := []landmark{{-1, -1}}
	done := make(map[int]bool, len(chain))
	for _, m := range chain[1:] {
		done[m.column] = true
		if w.Columns[m.column].Divides {
			firm = append(firm, m)
		}
	}
	firm = append(firm, landmark{len(w.Columns), int32(len(d.Leaves))})
	slices.SortStableFunc(unordered, func(x, y landmark) int { return cmp.Compare(x.column, y.column) })
	marks, next := chain, 1
	for _, m := range unordered {
		for firm[next].column < m.column {
			next++
		}
		if done[m.column] || d.Leaves[m.at].Landmark > 0 || m.at < firm[next-1].at || m.at > firm[next].at {
			continue
		}
		done[m.column] = true
		d.Leaves[m.at].Landmark = int32(m.column + 1)
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
func (w *Wrapper) assign(x *compiled, d *rules.Doc, marks []landmark) [][]int32 {
	cells := make([][]int32, len(w.Columns))
	single := x.Holders(d)
	for i, m := range marks {
		hi := int32(len(d.Leaves))
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
		w.place(x, d, align.Items(d.Leaves, m.at+1, hi), columns, cells)
	}
	return cells
}

// place puts the items behind one landmark into its columns. Those of free text
// take any number of items, wherever they stand: paragraphs may alternate with
// listings.
func (w *Wrapper) place(x *compiled, d *rules.Doc, row [][]int32, columns []int, cells [][]int32) {
	var single, freeText []int
	for _, column := range columns {
		if w.Columns[column].FreeText {
			freeText = append(freeText, column)
		} else {
			single = append(single, column)
		}
	}
	score := func(i, column int) float32 { return align.Score(x.Corpus, &d.Leaves[row[i][0]], &x.profiles[column]) }
	text, best := make([]int, len(row)), make([]float32, len(row))
	for i := range row {
		text[i] = -1
		for _, column := range freeText {
			if s := score(i, column); s > best[i] {
				text[i], best[i] = column, s
			}
		}
	}
	to := align.Pair(len(row), len(single), func(i, j int) float32 { return score(i, single[j]) }, func(i int) float32 { return best[i] })
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
func (x *compiled) markLists(d *rules.Doc, single []int32, lo, hi int32, sigs map[int32]bool) {
	for k := lo; k < hi; {
		if !sigs[d.Leaves[k].Sig] || leaves.Separator(d.Leaves[k].Text) {
			k++
			continue
		}
		end := x.Siblings(d, single, k, hi, func(*leaves.Leaf, bool) bool { return false })
		for i := k; i < end; i++ {
			d.Leaves[i].List = k + 1
		}
		k = end
	}
}
