package watch

import (
	"encoding/json"
	"os"
	"path/filepath"
	"time"

	"github.com/google/renameio/v2/maybe"

	"verde/catalog"
)

// Report is what changed in a turn, as it is told.
type Report struct {
	Run    string    `json:"run"` // name of its folder
	Domain string    `json:"domain"`
	Began  time.Time `json:"began"`
	Ended  time.Time `json:"ended"`

	Since    time.Time `json:"since"`   // what changed from then on is told; before Began where a comparison had failed, or others changed the run
	Resumed  bool      `json:"resumed"` // the turn was stopped and gone on with: Pages counts what was done since, Changes has all
	Pages    Pages     `json:"pages"`
	Sites    []string  `json:"sites"`    // sources that were found
	Entities Entities  `json:"entities"` // how many are new, changed and gone

	// Changes say what changed on which page, Differences what of which entity, which most
	// of its pages have to say, too; at most MaxDifferences of each. More are left out.
	Changes     []catalog.Change           `json:"changes"`
	Differences []catalog.EntityDifference `json:"differences"`
	More        int                        `json:"more"`

	Incomplete []string `json:"incomplete"` // what could not be done, in sentences
}

// MaxDifferences bounds the changes and differences that are told; the catalog has all.
const MaxDifferences = 1000

// Pages counts entity pages by what became of them.
type Pages struct {
	Visited int `json:"visited"`
	Changed int `json:"changed"`
	Added   int `json:"added"`
	Gone    int `json:"gone"`
}

// Entities counts entities by what became of them.
type Entities struct {
	New     int `json:"new"`
	Changed int `json:"changed"`
	Gone    int `json:"gone"`
}

// Add fills in what changed on a page.
func (r *Report) Add(c catalog.Change) {
	if len(r.Changes) == MaxDifferences {
		r.More++
		return
	}
	r.Changes = append(r.Changes, c)
}

// Compare fills in what changed of the entities.
func (r *Report) Compare(all []catalog.EntityDifference) {
	changed := make(map[string]bool)
	for _, d := range all {
		switch {
		case d.Attribute == "" && d.Change == "new":
			r.Entities.New++
		case d.Attribute == "" && d.Change == "gone":
			r.Entities.Gone++
		default:
			changed[d.Entity] = true
		}
	}
	r.Entities.Changed = len(changed)
	n := min(len(all), MaxDifferences)
	r.Differences, r.More = all[:n:n], r.More+len(all)-n
}

// Any reports whether anything changed. What could not be done is no change.
func (r *Report) Any() bool {
	return r.Pages.Changed+r.Pages.Added+r.Pages.Gone > 0 || len(r.Sites) > 0 || len(r.Changes) > 0 || len(r.Differences) > 0
}

// Keep writes the report into a folder, which it makes if need be, and gives the name of
// the file: it is of the time at which the turn began.
func (r *Report) Keep(folder string) (name string, err error) {
	if r.Sites == nil {
		r.Sites = []string{}
	}
	if r.Changes == nil {
		r.Changes = []catalog.Change{}
	}
	if r.Differences == nil {
		r.Differences = []catalog.EntityDifference{}
	}
	if r.Incomplete == nil {
		r.Incomplete = []string{}
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	data, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return "", err
	}
	name = r.Began.UTC().Format("20060102T150405Z") + ".json"
	return name, maybe.WriteFile(filepath.Join(folder, name), append(data, '\n'), 0o644)
}
