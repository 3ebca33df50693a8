package eval

import (
	"bufio"
	"cmp"
	"fmt"
	"hash/fnv"
	"io"
	"slices"
	"strings"

	"verde/page"
)

// Fold is a part of the sites, with what runs on them came to. Types of one site
// are in one fold: what was decided by one of them knows the others.
type Fold struct {
	Sites []string
	Summary
}

// Worst is the type of the fold with the least mean F1.
func (f *Fold) Worst() *TypeSummary {
	worst := &f.Types[0]
	for i := range f.Types {
		if f.Types[i].Mean.F1 < worst.Mean.F1 {
			worst = &f.Types[i]
		}
	}
	return worst
}

// Folds deals the sites of rows of one setting into k folds, as even in number as
// they can be, in the order of a hash of their names: the same for all results
// on the same sites. Cost: that of sorting.
func Folds(rows []Row, k int) ([]Fold, error) {
	of := make(map[string][]Row)
	var names []string
	for _, r := range rows {
		if len(r.URLs) == 0 {
			return nil, fmt.Errorf("draw %d of %s has no samples, which say what site it is of", r.Draw, r.Type)
		}
		name := page.Site(r.URLs[0])
		if of[name] == nil {
			names = append(names, name)
		}
		of[name] = append(of[name], r)
	}
	if k < 2 || k > len(names) {
		return nil, fmt.Errorf("%s in %d folds: at least two folds are needed, and a site for each", count(len(names), "site"), k)
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(hash(a), hash(b)), cmp.Compare(a, b))
	})
	folds := make([]Fold, k)
	parts := make([][]Row, k)
	for i, name := range names {
		folds[i%k].Sites = append(folds[i%k].Sites, name)
		parts[i%k] = append(parts[i%k], of[name]...)
	}
	for i := range folds {
		folds[i].Summary = Summarize(parts[i])
	}
	return folds, nil
}

func hash(name string) uint64 {
	h := fnv.New64a()
	io.WriteString(h, name)
	return h.Sum64()
}

// FoldsMarkdown writes a table with a row a fold: the means over its types, and
// the worst type.
func FoldsMarkdown(w io.Writer, folds []Fold) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%s; means over the types of a fold.\n\n", cell(folds[0].Setting.String()))
	fmt.Fprintln(b, "| fold | sites | types | P | R | F1 | downloads per entity | worst type | its P | R | F1 |")
	fmt.Fprintln(b, "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
	for i := range folds {
		f := &folds[i]
		worst := f.Worst()
		fmt.Fprintf(b, "| %d | %s | %d | %.3f | %.3f | **%.3f** | %s | %s | %.3f | %.3f | %.3f |\n", i+1, cell(strings.Join(f.Sites, ", ")), len(f.Types),
			f.Mean.Precision, f.Mean.Recall, f.Mean.F1, decimal(f.Median.PerEntity), cell(worst.Type), worst.Mean.Precision, worst.Mean.Recall, worst.Mean.F1)
	}
	return b.Flush()
}

// CrossValidation is what candidates come to on sites that they were not chosen
// by: on each fold counts the one that has the greatest mean F1 over the types of
// all other folds (Stone, Cross-validatory choice and assessment of statistical
// predictions, J. R. Stat. Soc. B 36, 1974).
type CrossValidation struct {
	Names  []string
	Folds  [][]Fold // by candidate, then fold
	Chosen []int    // by fold: the candidate that is best on the others, of equals the first
	Mean   Figures  // over all types, each by the candidate chosen for its fold; precision, recall and F1 only
}

// CrossValidate chooses among the rows of candidates, which are by name, with k
// folds. The error is for candidates that had other samples than the first.
func CrossValidate(names []string, candidates [][]Row, k int) (*CrossValidation, error) {
	v := &CrossValidation{Names: names}
	for i, rows := range candidates {
		if i > 0 {
			if err := sameRuns(candidates[0], rows); err != nil {
				return nil, fmt.Errorf("%s: %w", names[i], err)
			}
		}
		folds, err := Folds(rows, k)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", names[i], err)
		}
		v.Folds = append(v.Folds, folds)
	}
	var means []Figures
	for fold := range k {
		best, most := 0, -1.
		for i := range candidates {
			var others []Figures
			for j := range k {
				if j != fold {
					others = append(others, v.Folds[i][j].means()...)
				}
			}
			if f1 := meanScore(others).F1; f1 > most {
				best, most = i, f1
			}
		}
		v.Chosen = append(v.Chosen, best)
		means = append(means, v.Folds[best][fold].means()...)
	}
	v.Mean = meanScore(means)
	return v, nil
}

// sameRuns reports an error unless both have the same types, draws and samples.
func sameRuns(a, b []Row) error {
	samples := make(map[Key][]string, len(a))
	for i := range a {
		samples[a[i].Key()] = a[i].URLs
	}
	for i := range b {
		if urls, ok := samples[b[i].Key()]; !ok || !slices.Equal(urls, b[i].URLs) {
			return fmt.Errorf("draw %d of %s is not in the first file, or has other samples there", b[i].Draw, b[i].Type)
		}
	}
	if len(a) != len(b) {
		return fmt.Errorf("%s, %d in the first file", count(len(b), "run"), len(a))
	}
	return nil
}

// Markdown writes a table with a row a fold and a column a candidate. The one that
// is chosen without a fold is set in bold in its row.
func (v *CrossValidation) Markdown(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprint(b, "Mean F1 over the types of each fold; in bold the candidate that is best on all other folds.\n\n| fold | types |")
	for _, name := range v.Names {
		fmt.Fprintf(b, " %s |", cell(name))
	}
	fmt.Fprintf(b, "\n| --- | --- |%s\n", strings.Repeat(" --- |", len(v.Names)))
	for fold, chosen := range v.Chosen {
		fmt.Fprintf(b, "| %d | %d |", fold+1, len(v.Folds[0][fold].Types))
		for i := range v.Names {
			mark := ""
			if i == chosen {
				mark = "**"
			}
			fmt.Fprintf(b, " %s%.3f%s |", mark, v.Folds[i][fold].Mean.F1, mark)
		}
		fmt.Fprintln(b)
	}
	fmt.Fprint(b, "| all types | |")
	for i := range v.Names {
		var all []Figures
		for fold := range v.Chosen {
			all = append(all, v.Folds[i][fold].means()...)
		}
		fmt.Fprintf(b, " %.3f |", meanScore(all).F1)
	}
	fmt.Fprintf(b, "\n\nOn folds that the choice was made without: P %.3f, R %.3f, F1 %.3f.\n", v.Mean.Precision, v.Mean.Recall, v.Mean.F1)
	return b.Flush()
}
