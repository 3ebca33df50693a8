package extract

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"verde/bench/table"
	"verde/extract"
	"verde/extract/improvement"
)

// change is an improvement of package improvement, with its name.
type change struct {
	name string
	bit  improvement.Set
}

func improvements() []change {
	return []change{
		{"Monotone", improvement.Monotone}, {"RepeatedValues", improvement.RepeatedValues}, {"Alike", improvement.Alike}, {"NoSparse", improvement.NoSparse},
		{"InlineLabels", improvement.InlineLabels}, {"Lists", improvement.Lists}, {"Constants", improvement.Constants},
		{"Loose", improvement.Loose}, {"FreeText", improvement.FreeText},
		{"Groups", improvement.Groups}, {"RowLabels", improvement.RowLabels}, {"Embedded", improvement.Embedded}, {"Prose", improvement.Prose},
		{"Templates", improvement.Templates},
		{"Sections", improvement.Sections},
		{"SameLabels", improvement.SameLabels},
	}
}

const (
	// harm is what an improvement may cost a group, in F.
	harm = .005
	// gains is how many groups it has to gain on: of one, chance or a
	// peculiarity may be the reason.
	gains = 2
	// shownGain is the least gain that F shows, with three digits.
	shownGain = .0005
)

// stays reports whether an improvement with some gains is to be kept, and on how
// many groups it gains.
func stays(gained []float64) (bool, int) {
	on, worst := 0, 0.0
	for _, x := range gained {
		if x >= shownGain {
			on++
		}
		worst = min(worst, x)
	}
	return on >= gains && worst >= -harm, on
}

// nothing is the row of what F is with all improvements.
const nothing = "nothing (F)"

var ablationNeeds = []table.Need{table.Corpora, table.Sites, table.Webbox, table.Templates}

var ablationMeasured = append([]string{"eval/static", "eval/golden", "eval/webbox"}, measured...)

// ablation measures what each improvement gains on each group.
func ablation() *table.Table {
	return &table.Table{
		Name: "extract-without", About: "What each improvement gains on groups of sites",
		Columns: slices.Concat([]string{"without"}, groupNames, []string{"mean", "gains on", "stays"}), Key: []string{"without"}, Bold: "stays",
		Packages: ablationMeasured, Needs: ablationNeeds, Minutes: 25,
		Measure: func(ctx context.Context, r *table.Run) error {
			all, err := groups(ctx, r.Work)
			if err != nil {
				return err
			}
			const command = "go run ./bench/run extract-without"
			r.Sayf("all on")
			whole, f, err := measureAll(ctx, all, extract.Options{})
			if err != nil {
				return err
			}
			f["without"] = nothing
			if err := r.Put(command, f); err != nil {
				return err
			}
			for _, x := range improvements() {
				r.Sayf("without %s", x.name)
				less, _, err := measureAll(ctx, all, extract.Options{Off: x.bit})
				if err != nil {
					return err
				}
				for i := range less {
					less[i] = whole[i] - less[i]
				}
				f := groupFigures(less)
				f["without"] = table.Value(x.name)
				kept, on := stays(less)
				f["gains on"], f["stays"] = table.Count(on), "no"
				if kept {
					f["stays"] = "yes"
				}
				if err := r.Put(command, f); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// measureAll gives F of each group, and as figures.
func measureAll(ctx context.Context, all []group, opt extract.Options) ([]float64, table.Figures, error) {
	var out []float64
	for _, g := range all {
		f, err := g.measure(ctx, opt)
		if err != nil {
			return nil, nil, err
		}
		out = append(out, f)
	}
	return out, groupFigures(out), nil
}

// groupFigures are figures of all groups, in their order.
func groupFigures(x []float64) table.Figures {
	f := table.Figures{"mean": table.Fixed(mean(x), 3)}
	for i, name := range groupNames {
		f[name] = table.Fixed(math.Round(1000*x[i])/1000+0, 3) // without the sign of zero
	}
	return f
}

// leftOut measures, of each group, what the others' choice comes to.
func leftOut() *table.Table {
	return &table.Table{
		Name: "extract-left-out", About: "What the improvements that other groups choose come to on each group",
		Columns: []string{"group", "all on", "chosen by the others", "none", "not chosen"}, Key: []string{"group"}, Bold: "chosen by the others",
		Packages: ablationMeasured, Needs: ablationNeeds, Minutes: 3,
		Measure: func(ctx context.Context, r *table.Run) error {
			rows, err := r.Store.Read("extract-without")
			if err != nil {
				return err
			}
			gained, err := gainsOf(rows)
			if err != nil {
				return err
			}
			all, err := groups(ctx, r.Work)
			if err != nil {
				return err
			}
			var everything improvement.Set
			for _, x := range improvements() {
				everything |= x.bit
			}
			for i, g := range all {
				r.Sayf("%s", g.name)
				off, names := refused(gained, i)
				f := table.Figures{"group": table.Value(g.name), "not chosen": table.Value(strings.Join(names, ", "))}
				for column, without := range map[string]improvement.Set{"all on": 0, "chosen by the others": off, "none": everything} {
					x, err := g.measure(ctx, extract.Options{Off: without})
					if err != nil {
						return err
					}
					f[column] = table.Fixed(x, 3)
				}
				if err := r.Put("go run ./bench/run extract-left-out", f); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// gainsOf reads the gains of each improvement from the rows of extract-without.
func gainsOf(rows []table.Row) (map[string][]float64, error) {
	out := map[string][]float64{}
	for _, r := range rows {
		name := string(r.Figures["without"])
		for _, g := range groupNames {
			x, err := r.Figures[g].Float()
			if err != nil {
				return nil, fmt.Errorf("extract-without, %s, %s: %w", name, g, err)
			}
			out[name] = append(out[name], x)
		}
	}
	if len(out) == 0 {
		return nil, errors.New("table extract-without has to be measured before")
	}
	return out, nil
}

// refused are the improvements that do not stay by the gains on all groups but
// one.
func refused(gained map[string][]float64, without int) (improvement.Set, []string) {
	var off improvement.Set
	var names []string
	for _, x := range improvements() {
		all, measured := gained[x.name]
		if !measured {
			continue
		}
		if kept, _ := stays(slices.Delete(slices.Clone(all), without, without+1)); !kept {
			off |= x.bit
			names = append(names, x.name)
		}
	}
	return off, names
}
