// Package webs says which generated webs tables measure.
package webs

import (
	"path/filepath"
	"slices"

	"verde/bench/table"
	"verde/eval/webbox"
)

// Family is a family of templates with the verticals that are measured on it.
type Family struct {
	Name      string   // its figure in tables
	Templates string   // folder, "" for the family that webbox has
	Truth     string   // folder of the verticals' true values
	Verticals []string // in the order of their names
}

// World is the web of a vertical on the family's templates, with the real pages of folder noise.
func (f Family) World(vertical, noise string, seed uint64) webbox.World {
	return webbox.World{Truth: f.Truth, Noise: noise, Vertical: vertical, Seed: seed, Templates: f.Templates}
}

// ownVerticals are those of this repository.
var ownVerticals = []string{"microcontroller", "sailingship"}

// TruthOf says where the true values of a vertical are, as a command line does.
func TruthOf(vertical string) string {
	if slices.Contains(ownVerticals, vertical) {
		return "bench/webs/truth"
	}
	return "$VERDE_CORPORA/swde-truth"
}

// Foreign are the families A and B on SWDE's verticals. B has no folder where the environment
// names none.
func Foreign() []Family {
	truth, verticals := table.Corpora.Path("swde-truth"), []string{"auto", "book", "camera", "job", "movie", "nbaplayer"}
	return []Family{{"A", "", truth, verticals}, {"B", table.Templates.Path(), truth, verticals}}
}

// Own are the families C and D on the verticals of this repository, of which root is the folder.
func Own(root string) []Family {
	folder := filepath.Join(root, "bench", "webs")
	own := func(name, templates string) Family {
		return Family{name, filepath.Join(folder, "families", templates), filepath.Join(folder, "truth"), ownVerticals}
	}
	return []Family{own("C", "c"), own("D", "d")}
}

// All are the families that can be measured here, B where the environment names its folder.
func All(r *table.Run) []Family {
	families := Foreign()
	if families[1].Templates == "" {
		r.Sayf("family B: left out, since %s names no folder (%s)", table.Templates.Variable, table.Templates.What)
		families = families[:1]
	}
	return append(families, Own(r.Code.Root)...)
}
