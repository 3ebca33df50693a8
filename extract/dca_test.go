package extract

import (
	"slices"
	"strings"
	"testing"

	"verde/internal/jobboard"
	"verde/page"
)

// document makes a page of its body.
func document(url, body string) *page.Page {
	return &page.Page{URL: url, Status: 200, Body: []byte("<!DOCTYPE html><html><head></head><body>" + body + "</body></html>")}
}

// TestTableOfJobs checks DCA's Example 4: pairs in several orders are aligned,
// and the repeated values are merged back with the others.
func TestTableOfJobs(t *testing.T) {
	t.Parallel()
	for _, method := range []string{MethodDCA, MethodVerDE} {
		table, err := Align(jobboard.Pages(), Options{Method: method})
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []struct {
			label  string
			kind   Kind
			values []string
		}{
			{"Job ID", MandatoryData, []string{"8296386", "8296387", "8296388", "8296389", "8296390"}},
			{"Posted", MandatoryData, []string{"July 11 2011", "July 12 2011", "July 13 2011", "July 14 2011", "July 15 2011"}},
			{"Location(s)", OptionalData, []string{"Socorro", "Socorro", "", "Madrid", "Oslo"}},
			{"Job Function", MandatoryData, []string{"Hydrology", "Physics", "Chemistry", "Botany", "Logic"}},
			{"Level", MandatoryData, []string{"25-50%", "25-50%", "75%", "80%", "10%"}},
			{"Entry", MandatoryData, []string{"No", "No", "Yes", "Yes", "Perhaps"}},
		} {
			kind, values := columnNamed(table, want.values)
			if values == nil || kind != want.kind {
				t.Errorf("%s: no %s column of %q with values %q", method, want.kind, want.label, want.values)
			}
		}
		for k, kind := range map[string]Kind{"Career Center": MandatoryTemplate, "Location(s):": OptionalTemplate, "Job Function:": MandatoryTemplate} {
			if c := table.withText(k); c == nil || c.Kind != kind {
				t.Errorf("%s: %q is no %s column", method, k, kind)
			}
		}
	}
}

// columnNamed finds the data column with these values, one a page, "" where it
// has none.
func columnNamed(t *Table, values []string) (Kind, []string) {
	for k := range t.Columns {
		if c := &t.Columns[k]; c.Kind.Data() && slices.Equal(flat(c), values) {
			return c.Kind, values
		}
	}
	return 0, nil
}

// flat joins the values of each cell.
func flat(c *Column) []string {
	out := make([]string, len(c.Cells))
	for i, cell := range c.Cells {
		out[i] = strings.Join(textsIn(cell), "|")
	}
	return out
}

// withText finds the template column of a text.
func (t *Table) withText(text string) *Column {
	for k := range t.Columns {
		if c := &t.Columns[k]; !c.Kind.Data() && firstText(c) == text {
			return c
		}
	}
	return nil
}
