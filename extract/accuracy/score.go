package accuracy

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"verde/extract"
)

// Match says when a text of a cell is right.
type Match uint8

const (
	Exact       Match = iota // it equals a true value after entity decoding and white-space folding, and without the colon of the label before it, which true values of SWDE have
	Containment              // it contains one
)

func (m Match) right(text string, values []string) bool {
	if m == Exact {
		return slices.Contains(values, text)
	}
	return slices.ContainsFunc(values, func(v string) bool { return strings.Contains(text, v) })
}

// Score is how well a column gives an attribute.
type Score struct {
	Precision, Recall, F float64
	All                  float64 // share of all true values that the column holds: below Recall where lists are not whole
	Column               string  // its label, "" if no column is ever right
}

// Grade gives, for every attribute with a value on one of the records' pages,
// the column of the highest F. Records are known by their URL, which has to be
// the page's name in the truth.
//
// Precision is the share of the column's texts that are right (DCA, Equation
// 9), recall the share of the pages with a value on which one text is
// (Equation 10; SWDE lists several true values on pages that show one of
// them), F their harmonic mean (Equation 12).
//
// Cost: the number of values times that of attributes.
func Grade(records []extract.Record, truth Truth, match Match) map[string]Score {
	texts := folded(records)
	out := make(map[string]Score)
	for attribute, pages := range truth {
		if s, ok := best(texts, records, pages, match); ok {
			out[attribute] = s
		}
	}
	return out
}

// folded are the texts of the records by label and number of record.
func folded(records []extract.Record) map[string]map[int][]string {
	out := make(map[string]map[int][]string)
	for i, r := range records {
		for label, cell := range r.ByLabel() {
			if out[label] == nil {
				out[label] = make(map[int][]string)
			}
			for _, v := range cell {
				out[label][i] = append(out[label][i], asCompared(v))
			}
		}
	}
	return out
}

// GradeUnseen grades records of pages that a wrapper was not learned on, in the
// columns that suit the attributes best on the pages that it was: who uses a
// wrapper has no others to choose by. An attribute without a value on either is
// left out. Otherwise it is as [Grade].
func GradeUnseen(learned, unseen []extract.Record, truth Truth, match Match) map[string]Score {
	before, after := folded(learned), folded(unseen)
	out := make(map[string]Score)
	for attribute, pages := range truth {
		chosen, ok := best(before, learned, pages, match)
		if expected, _ := count(unseen, pages); !ok || expected == 0 {
			continue
		}
		s := score(after[chosen.Column], unseen, pages, match)
		s.Column = chosen.Column
		out[attribute] = s
	}
	return out
}

// count counts the records whose pages have a value of an attribute, and the
// values.
func count(records []extract.Record, pages map[string][]string) (expected, values int) {
	for _, r := range records {
		if n := len(pages[r.URL]); n > 0 {
			expected++
			values += n
		}
	}
	return expected, values
}

// best is the score of the best column for one attribute, false if no record
// is of a page that has it. Of equal columns the first by label is best.
func best(texts map[string]map[int][]string, records []extract.Record, pages map[string][]string, match Match) (Score, bool) {
	if expected, _ := count(records, pages); expected == 0 {
		return Score{}, false
	}
	var out Score
	for _, label := range slices.Sorted(maps.Keys(texts)) {
		if s := score(texts[label], records, pages, match); s.F > out.F {
			out = s
			out.Column = label
		}
	}
	return out, true
}

// score tells how well the cells of one column, by number of record, give an
// attribute.
func score(cells map[int][]string, records []extract.Record, pages map[string][]string, match Match) Score {
	found, right, hit, all := 0, 0, 0, 0
	for i, cell := range cells {
		want := pages[records[i].URL]
		n := 0
		for _, text := range cell {
			if match.right(text, want) {
				n++
			}
		}
		for _, v := range want {
			if slices.ContainsFunc(cell, func(text string) bool { return match.right(text, []string{v}) }) {
				all++
			}
		}
		found, right = found+len(cell), right+n
		if n > 0 {
			hit++
		}
	}
	if right == 0 {
		return Score{}
	}
	expected, values := count(records, pages)
	s := Score{Precision: float64(right) / float64(found), Recall: float64(hit) / float64(expected), All: float64(all) / float64(values)}
	s.F = 2 * s.Precision * s.Recall / (s.Precision + s.Recall)
	return s
}

// Mean averages scores, each the same weight (DCA, Equations 11 and 12). Its
// Column is empty.
func Mean(scores []Score) Score {
	var m Score
	if len(scores) == 0 {
		return m
	}
	for _, s := range scores {
		m.Precision, m.Recall, m.F, m.All = m.Precision+s.Precision, m.Recall+s.Recall, m.F+s.F, m.All+s.All
	}
	n := float64(len(scores))
	return Score{Precision: m.Precision / n, Recall: m.Recall / n, F: m.F / n, All: m.All / n}
}

// InOrder lists the scores by attribute.
func InOrder(scores map[string]Score) []Score {
	var out []Score
	for _, attribute := range slices.Sorted(maps.Keys(scores)) {
		out = append(out, scores[attribute])
	}
	return out
}

// correctRecall is the recall from which a column counts as extracted (DCA
// §6).
const correctRecall = .85

// Schema tells how much of a full schema was found. All columns of data that
// the pages have are in the truth.
type Schema struct {
	Columns, Golden, Correct int
	Precision, Recall, F     float64
	Missed                   map[string]Score // attributes that no column was found for, with the one that holds most of its values
	Extra                    []string         // columns that are no attribute's, in order
}

// FullSchema measures a full schema (DCA, Equation 13). An attribute is found by a
// column whose recall is at least .85, where the golden answer counts values and not
// pages. A column finds one attribute at most: those of higher F choose first, and of
// equal F those of whole values before those of parts. Columns on fewer than least of the records' pages, a share,
// are left out of the count, and so are attributes. A column of parts of values, which
// stand whole in another one, counts if it finds an attribute and not otherwise.
//
// Cost: attributes times columns times values.
func FullSchema(records []extract.Record, golden Truth, least float64) Schema {
	texts := folded(records)
	s := Schema{Missed: make(map[string]Score)}
	for _, cells := range texts {
		if float64(len(cells)) >= least*float64(len(records)) {
			s.Columns++
		} else {
			clear(cells)
		}
	}
	type claim struct {
		attribute, column string
		f                 float64
		part              int // 1 for a column of parts of values
	}
	parts := partLabels(records)
	var claims []claim
	for attribute, pages := range golden {
		on, _ := count(records, pages)
		if on == 0 || float64(on) < least*float64(len(records)) {
			continue
		}
		s.Golden++
		for _, column := range slices.Sorted(maps.Keys(texts)) {
			x := score(texts[column], records, pages, Exact)
			x.Column = column
			if x.All >= correctRecall {
				claims = append(claims, claim{attribute, column, x.F, parts[column]})
			}
			if most := s.Missed[attribute]; x.All > most.All || most.Column == "" {
				s.Missed[attribute] = x
			}
		}
	}
	slices.SortFunc(claims, func(x, y claim) int {
		return cmp.Or(cmp.Compare(y.f, x.f), cmp.Compare(x.part, y.part), cmp.Compare(x.attribute, y.attribute), cmp.Compare(x.column, y.column))
	})
	attributes, columns := make(map[string]bool), make(map[string]bool)
	for _, c := range claims {
		if !attributes[c.attribute] && !columns[c.column] {
			attributes[c.attribute], columns[c.column] = true, true
			s.Correct++
		}
	}
	for attribute := range attributes {
		delete(s.Missed, attribute)
	}
	for _, column := range slices.Sorted(maps.Keys(texts)) {
		switch {
		case len(texts[column]) == 0 || columns[column]:
		case parts[column] > 0: // says again what its whole says
			s.Columns--
		default:
			s.Extra = append(s.Extra, column)
		}
	}
	if s.Correct > 0 {
		s.Precision, s.Recall = float64(s.Correct)/float64(s.Columns), float64(s.Correct)/float64(s.Golden)
		s.F = 2 * s.Precision * s.Recall / (s.Precision + s.Recall)
	}
	return s
}

// partLabels are the labels of parts of values, which stand whole in other columns, with 1.
func partLabels(records []extract.Record) map[string]int {
	out := make(map[string]int)
	for i := range records {
		for _, f := range records[i].Fields {
			if len(f.Values) > 0 && f.Values[0].PartOf != "" {
				out[f.Label] = 1
			}
		}
	}
	return out
}
