package static

import (
	"encoding/csv"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// Write writes what "verde eval extract" grades below the folder out:
// pages/TYPE/NNNN.html and truth/static.csv. What a page has in an attribute for
// which it is unclear counts as wrong there.
func Write(all []*Site, out string) error {
	truth := filepath.Join(out, "truth")
	if err := os.MkdirAll(truth, 0o755); err != nil {
		return err
	}
	f, err := os.Create(filepath.Join(truth, "static.csv"))
	if err != nil {
		return err
	}
	defer f.Close()
	w := csv.NewWriter(f)
	_ = w.Write([]string{"site", "page", "attribute", "value"}) // Error below has it
	for _, s := range all {
		folder := filepath.Join(out, "pages", s.Name)
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return err
		}
		for i, p := range s.Pages {
			name := fmt.Sprintf("%04d", i)
			for _, attribute := range slices.Sorted(maps.Keys(s.Truth)) {
				for _, v := range s.Truth[attribute][p.URL] {
					_ = w.Write([]string{s.Name, name, attribute, v})
				}
			}
			if err := os.WriteFile(filepath.Join(folder, name+".html"), p.Body, 0o644); err != nil {
				return err
			}
		}
	}
	w.Flush()
	return errors.Join(w.Error(), f.Close())
}
