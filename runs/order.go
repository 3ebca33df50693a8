package runs

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/google/renameio/v2/maybe"
)

// OrderFile is where a run's folder keeps its [Order].
const OrderFile = "explore.json"

// Order is what a run was asked the last time, and whether it has done that.
type Order struct {
	Args  []string  `json:"args"` // of "verde explore", without the folder; files by their absolute paths
	Began time.Time `json:"began"`
	Ended time.Time `json:"ended,omitzero"` // zero while the run is under way or stopped
}

// ReadOrder reads a folder's order. One that has none gives [io/fs.ErrNotExist].
func ReadOrder(folder string) (o Order, err error) {
	data, err := os.ReadFile(filepath.Join(folder, OrderFile))
	if err != nil {
		return o, err
	}
	if err := json.Unmarshal(data, &o); err != nil {
		return o, fmt.Errorf("%s: %w", filepath.Join(folder, OrderFile), err)
	}
	return o, nil
}

// Write puts the order into a folder, whole or not at all. Only who has the run's
// archive open may.
func (o Order) Write(folder string) error {
	data, err := json.MarshalIndent(o, "", "  ")
	if err != nil {
		return err
	}
	return maybe.WriteFile(filepath.Join(folder, OrderFile), append(data, '\n'), 0o644)
}

// Repeatable gives an error if the order can't be given again.
func (o Order) Repeatable() error {
	if slices.Contains(o.Args, "-") || slices.ContainsFunc(o.Args, func(a string) bool { return len(a) > 2 && a[:2] == "--" && a[len(a)-2:] == "=-" }) {
		return errors.New("the run was given standard input, which can't be had again: give the command that began it once more")
	}
	return nil
}
