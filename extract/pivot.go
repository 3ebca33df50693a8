package extract

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"verde/extract/align"
	"verde/extract/leaves"
	"verde/extract/parts"
	"verde/extract/rules"
	"verde/internal/unionfind"
)

// Rows are a relation, as offers with a shop and a price, unless one of their columns has the same texts on most
// pages: then it names what stands beside it, and the rows are attributes in another layout, as in
// a spreadsheet, a list for each heading, or name and value in embedded data. Pivoted, each such text is a column.

// Rows name attributes if another page is likelier than not to have the text that names one of them (nameShare), and to have
// something else beside it, and if they have no more than valuesOfName places with values in the mean. Of 657 page sets, mean F by
// group: with a share of .3 documentation that nothing was chosen by has .8869 in place of .8902, with .7 composers .9620 in place of
// .9663 and yarns .9537 in place of .9581; with one place a row, synthesizers .9455 in place of .9802, and with three the same.
const (
	nameShare    = .5
	valuesOfName = 1.5
)

// tableRow is a row of a group on a page of a table.
type tableRow struct {
	page  int
	at    leaves.Row
	texts map[int][]string // by column
}

// pivot makes columns of the texts in rows of w's groups that name what stands beside them, and moves what t has there.
//
// Cost: linear in the values within rows, times the columns of a group.
func (w *Wrapper) pivot(t *Table) {
	taken := make(map[string]int)
	for k := range w.Columns {
		taken[strings.ToLower(w.Columns[k].Label)] = 1
	}
	index := make(map[string]int, len(t.Columns))
	for k := range t.Columns {
		index[t.Columns[k].Label] = k
	}
	added := make(map[string][]ColumnRule) // by the label of the column before them
	for _, columns := range relations(t) {
		rows := rowsOf(t, columns)
		key, values := keyOf(rows, columns)
		if values == nil || key >= 0 && w.headed(t.Columns[key].Label) {
			continue
		}
		rule := ColumnRule{Kind: kindOf(true, false)}
		if key >= 0 {
			rule.NamedBy = t.Columns[key].Label
		}
		for _, k := range values {
			rule.ValuesOf = append(rule.ValuesOf, t.Columns[k].Label)
		}
		last := t.Columns[columns[len(columns)-1]].Label
		for _, name := range recurring(rows, key) {
			c := rule
			c.Name = name
			label := rules.Nameless(strings.TrimRight(name, rules.LabelEnd))
			c.called = align.Names{Text: label, Label: label}
			c.Label = unique(label, taken)
			added[last] = append(added[last], c)
		}
	}
	if len(added) == 0 {
		return
	}
	var out []ColumnRule
	for _, c := range w.Columns {
		out = append(append(out, c), added[c.Label]...)
	}
	w.Columns = out
	for _, c := range out {
		if c.Name != "" {
			index[c.Label] = len(t.Columns)
			t.Columns = append(t.Columns, Column{Label: c.Label, Kind: c.Kind, Cells: make([]Cell, len(t.Pages))})
		}
	}
	for i := range t.Pages {
		w.movePivoted(func(label string) *Cell { return &t.Columns[index[label]].Cells[i] })
	}
	for k := range w.Columns {
		c := &w.Columns[k]
		if at, ok := index[c.Label]; ok && c.Name == "" && c.SameAs == "" && c.Kind.Data() {
			found := t.Columns[at].support() // without what has moved, else its loss would be drift
			c.Kind, c.Support = kindOf(true, found == 1), hundredths(found)
		}
		if at, ok := index[c.Label]; ok && len(added[c.Label]) > 0 && added[c.Label][0].NamedBy == "" && t.Columns[at].support() == 0 {
			c.called = align.Names{Text: "rows", Nameless: true} // what remains, not what it was called by one of the names
		}
		if c.Name != "" {
			read := &t.Columns[index[c.Label]]
			*c = c.named(c.Label, read)
			c.Example = leaves.Clip(firstText(read), leaves.MaxLabel)
			c.Styles = styleOf(w, c.ValuesOf[0])
			read.Kind, read.Type, read.Unit = c.Kind, c.Type, c.Unit
		}
	}
	w.drop()
}

// headed tells whether a heading says what the texts of a column are: then they are values of their own, as the shops of offers.
func (w *Wrapper) headed(label string) bool {
	k := slices.IndexFunc(w.Columns, func(c ColumnRule) bool { return c.Label == label })
	return strings.HasPrefix(w.Columns[k].Field, rules.BelowField) && !letter(w.Columns[k].called.Text)
}

// styleOf gives the styles of a column.
func styleOf(w *Wrapper, label string) []leaves.Style {
	k := slices.IndexFunc(w.Columns, func(c ColumnRule) bool { return c.Label == label })
	return w.Columns[k].Styles
}

// movePivoted moves what a page has in rows that names stand in to the columns of these; cell gives the page's cell of a column.
// A row of which values have gone has gone as a whole.
func (w *Wrapper) movePivoted(cell func(label string) *Cell) {
	gone := make(map[leaves.Row]bool)
	for k := range w.Columns {
		c := &w.Columns[k]
		if c.Name == "" {
			continue
		}
		named := make(map[leaves.Row]bool)
		if c.NamedBy != "" {
			for i, v := range cell(c.NamedBy).Values {
				if rows := cell(c.NamedBy).Rows; rows != nil && v.Text == c.Name {
					named[rows[i]] = true
				}
			}
		}
		to, last := cell(c.Label), make(map[leaves.Row]int) // a row's last value
		for _, label := range c.ValuesOf {
			from := cell(label)
			for i, v := range from.Values {
				if from.Rows == nil || !named[from.Rows[i]] && (c.NamedBy != "" || from.Rows[i].Above != c.Name) {
					continue
				}
				if at, ok := last[from.Rows[i]]; ok && parts.Measures(to.Values[at].Text, v.Text) { // its unit
					to.Values[at].Text += " " + v.Text
					if v.XPath != to.Values[at].XPath {
						to.Values[at].XPath += " | " + v.XPath
					}
					continue
				}
				last[from.Rows[i]] = len(to.Values)
				to.Values, to.likeness = append(to.Values, v), from.likeness
				gone[from.Rows[i]] = true
			}
		}
	}
	if len(gone) == 0 {
		return
	}
	for k := range w.Columns {
		from := cell(w.Columns[k].Label)
		kept := Cell{likeness: from.likeness}
		for i, v := range from.Values {
			if from.Rows == nil {
				kept.put(v, leaves.Row{})
			} else if !gone[from.Rows[i]] {
				kept.put(v, from.Rows[i])
			}
		}
		*from = kept
	}
}

// relations lists the columns of each group, those that share rows.
func relations(t *Table) [][]int {
	sets := unionfind.New(len(t.Columns))
	inRows := make([]bool, len(t.Columns))
	type group struct{ page, group int }
	first := make(map[group]int)
	for k := range t.Columns {
		for i := range t.Columns[k].Cells {
			for _, at := range t.Columns[k].Cells[i].Rows {
				if at.Group == 0 {
					continue
				}
				inRows[k] = true
				g := group{i, at.Group}
				if of, ok := first[g]; ok {
					sets.Union(int32(of), int32(k))
				} else {
					first[g] = k
				}
			}
		}
	}
	return slices.DeleteFunc(sets.Sets(), func(columns []int) bool { return !inRows[columns[0]] })
}

// rowsOf gives the rows of a group's columns, those of a page after one another.
func rowsOf(t *Table, columns []int) []tableRow {
	type place struct {
		page int
		at   leaves.Row
	}
	of := make(map[place]int)
	var out []tableRow
	for _, k := range columns {
		for i, cell := range t.Columns[k].Cells {
			for n, at := range cell.Rows {
				if at.Group == 0 {
					continue
				}
				r, ok := of[place{i, at}]
				if !ok {
					r = len(out)
					of[place{i, at}] = r
					out = append(out, tableRow{i, at, make(map[int][]string)})
				}
				out[r].texts[k] = append(out[r].texts[k], cell.Values[n].Text)
			}
		}
	}
	slices.SortStableFunc(out, func(x, y tableRow) int {
		return cmp.Or(cmp.Compare(x.page, y.page), cmp.Compare(x.at.Group, y.at.Group), cmp.Compare(x.at.Number, y.at.Number))
	})
	return out
}

// keyOf gives the column whose texts name what stands in the others, -1 for the text right above groups of a single column, and
// these others, those with their units last, without those that are its names in other words; nil where nothing names them.
func keyOf(rows []tableRow, columns []int) (key int, values []int) {
	if len(columns) == 1 {
		if again(rows, -1) > nameShare && differing(rows, -1, columns) > nameShare {
			return -1, columns
		}
		return -1, nil
	}
	most, length := nameShare, 0
	for _, k := range columns {
		if p, n := again(rows, k), letters(rows, k); p > most || p == most && n > length {
			key, most, length = k, p, n
			values = slices.DeleteFunc(slices.Clone(columns), func(c int) bool {
				return c == k || numbers(rows, c) || again(rows, c) > nameShare && differing(rows, k, []int{c}) <= nameShare
			})
		}
	}
	n, named := 0, 0
	for _, r := range rows {
		if len(r.texts[key]) == 0 {
			continue
		}
		named++
		for _, k := range values {
			n += min(1, len(r.texts[k]))
		}
	}
	if n == 0 || float64(n) > valuesOfName*float64(named) || differing(rows, key, values) <= nameShare {
		return 0, nil
	}
	for _, k := range columns {
		if k != key && !slices.Contains(values, k) && measures(rows, values, k) {
			values = append(values, k)
		}
	}
	return key, values
}

// measures tells whether a column has the units of numbers in some others.
func measures(rows []tableRow, values []int, column int) bool {
	all, units := 0, 0
	for _, r := range rows {
		for _, unit := range r.texts[column] {
			if all++; slices.ContainsFunc(values, func(k int) bool {
				return slices.ContainsFunc(r.texts[k], func(number string) bool { return parts.Measures(number, unit) })
			}) {
				units++
			}
		}
	}
	return all > 0 && float64(units) >= rules.NearlyAll*float64(all)
}

// name is the text of a row in the column, or the one above its group, "" if it is not one that may name something.
func (r *tableRow) name(key int) string {
	text := r.at.Above
	if key >= 0 {
		if len(r.texts[key]) != 1 {
			return ""
		}
		text = r.texts[key][0]
	}
	if !leaves.Namelike(text) {
		return ""
	}
	return text
}

// pagesNaming counts the pages of each name.
func pagesNaming(rows []tableRow, key int) map[string]int {
	out, last := make(map[string]int), make(map[string]int)
	for _, r := range rows {
		name := r.name(key)
		if at, ok := last[name]; name != "" && (!ok || at != r.page) {
			out[name]++
			last[name] = r.page
		}
	}
	return out
}

// again estimates the probability that another page with such rows has the name of a row, 0 if rows of one group
// have the same one: they are not told apart by it.
func again(rows []tableRow, key int) float64 {
	pages, of := 0, pagesNaming(rows, key)
	type named struct {
		page, group int
		name        string
	}
	seen, sum, last := make(map[named]bool), 0, -1
	for _, r := range rows {
		if r.page != last {
			pages, last = pages+1, r.page
		}
		name := r.name(key)
		if name == "" {
			continue
		}
		sum += of[name] - 1
		if at := (named{r.page, r.at.Group, name}); key >= 0 && seen[at] {
			return 0
		} else {
			seen[at] = true
		}
	}
	if pages < minTemplatePages {
		return 0
	}
	return float64(sum) / float64(len(rows)*(pages-1))
}

// differing estimates the probability that another page has something else under the name of a row: what is the same, as the
// options that all programs have, is said of the name and not of the page.
func differing(rows []tableRow, key int, values []int) float64 {
	of := make(map[string]map[string]int) // texts below a name, and on how many pages
	last := make(map[string]int)
	for _, r := range rows {
		name, text := r.name(key), ""
		for _, k := range values {
			text += strings.Join(r.texts[k], "\n") + "\n"
		}
		if at, ok := last[name+"\n"+text]; name == "" || ok && at == r.page {
			continue
		}
		last[name+"\n"+text] = r.page
		if of[name] == nil {
			of[name] = make(map[string]int)
		}
		of[name][text]++
	}
	pairs, other := 0, 0
	for _, texts := range of {
		n := 0
		for _, pages := range texts {
			n += pages
		}
		for _, pages := range texts {
			other += pages * (n - pages)
		}
		pairs += n * (n - 1)
	}
	return float64(other) / float64(max(1, pairs))
}

// letters is how much is written in a column: of a code and the words for it, it is the words that are longer.
func letters(rows []tableRow, column int) (n int) {
	for _, r := range rows {
		for _, text := range r.texts[column] {
			n += len(text)
		}
	}
	return n
}

// numbers tells whether a column counts the rows.
func numbers(rows []tableRow, column int) bool {
	for _, r := range rows {
		if texts := r.texts[column]; len(texts) > 0 && strings.TrimRight(texts[0], ".)") != strconv.Itoa(r.at.Number) {
			return false
		}
	}
	return true
}

// recurring lists the names that several pages have, in the order in which they come first.
func recurring(rows []tableRow, key int) (out []string) {
	of := pagesNaming(rows, key)
	for _, r := range rows {
		if name := r.name(key); of[name] > 1 {
			out = append(out, name)
			of[name] = 0
		}
	}
	return out
}
