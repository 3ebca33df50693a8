package eval

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Detection sets what a method said of its runs against how they came out, for
// one case that it looks for.
type Detection struct {
	Case          string
	Named, Silent Outcome // runs that named the case, and the others
}

// Outcome is what runs came to.
type Outcome struct {
	Runs  int
	Below int // of them with an F1 below the bar
	Mean  Figures
}

// Detections is the table of all cases that were named.
type Detections struct {
	Bar   float64 // F1 below which a run has failed
	Cases []Detection
	Any   Detection // any case at all
}

// Detect sets the cases of rows, which may be of several settings, against
// their outcome. Cases come in the order of how many runs named them. Cost:
// rows x cases.
func Detect(rows []Row, bar float64) *Detections {
	var names []string
	for i := range rows {
		names = append(names, rows[i].Cases...)
	}
	slices.Sort(names)
	d := &Detections{Bar: bar, Any: detect(rows, bar, "any", func(r *Row) bool { return len(r.Cases) > 0 })}
	for _, name := range slices.Compact(names) {
		d.Cases = append(d.Cases, detect(rows, bar, name, func(r *Row) bool { return slices.Contains(r.Cases, name) }))
	}
	slices.SortStableFunc(d.Cases, func(a, b Detection) int { return cmp.Compare(b.Named.Runs, a.Named.Runs) })
	return d
}

func detect(rows []Row, bar float64, name string, named func(*Row) bool) Detection {
	var parts [2][]Figures
	d := Detection{Case: name}
	for i := range rows {
		r := &rows[i]
		part, o := 1, &d.Silent
		if named(r) {
			part, o = 0, &d.Named
		}
		parts[part] = append(parts[part], Figures{Precision: r.Precision, Recall: r.Recall, F1: r.F1})
		if o.Runs++; r.F1 < bar {
			o.Below++
		}
	}
	for i, o := range []*Outcome{&d.Named, &d.Silent} {
		if len(parts[i]) > 0 {
			for _, q := range quantities[:3] {
				*q.of(&o.Mean) = stat.Mean(column(parts[i], q.of), nil)
			}
		}
	}
	return d
}

// Markdown writes the table, a row a case.
func (d *Detections) Markdown(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%s; a run has failed if its F1 is below %g.\n\n", count(d.Any.Named.Runs+d.Any.Silent.Runs, "run"), d.Bar)
	fmt.Fprintln(b, "| case | named: runs | of them failed | P | R | F1 | silent: runs | of them failed | P | R | F1 |")
	fmt.Fprintln(b, "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
	part := func(o *Outcome) {
		if o.Runs == 0 {
			fmt.Fprint(b, " 0 | | | | |")
			return
		}
		fmt.Fprintf(b, " %d | %d | %.3f | %.3f | **%.3f** |", o.Runs, o.Below, o.Mean.Precision, o.Mean.Recall, o.Mean.F1)
	}
	line := func(name string, x *Detection) {
		fmt.Fprintf(b, "| %s |", name)
		part(&x.Named)
		part(&x.Silent)
		fmt.Fprintln(b)
	}
	for i := range d.Cases {
		line(cell(d.Cases[i].Case), &d.Cases[i])
	}
	line("**any**", &d.Any)
	return b.Flush()
}
