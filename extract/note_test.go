package extract

import (
	"fmt"
	"slices"
	"testing"

	"verde/page"
)

// TestSectionOfFewRows checks that a section of two attributes is read as those beside it that have more, though some of its values
// come again.
func TestSectionOfFewRows(t *testing.T) {
	t.Parallel()
	var pages []*page.Page
	engines := []string{"3700 mAh", "4000 mAh", "4800 mAh", "4800 mAh", "5000 mAh", "5000 mAh", "2600 mAh", "4800 mAh", "3700 mAh", "4300 mAh"}
	outputs := []string{"18 W", "5 W", "25 W", "18 W", "67 W", "5 W", "15 W", "67 W", "67 W", "15 W"}
	row := func(label, value string) string { return "<tr><td>" + label + "</td><td>" + value + "</td></tr>" }
	for i := range 10 {
		pages = append(pages, document(fmt.Sprintf("http://ships.example/%d", i), fmt.Sprintf("<title>Ship %d</title><h1>Ship %[1]d</h1>", i)+
			"<h2>Hull</h2><table>"+row("Length", fmt.Sprint(20+i))+row("Beam", fmt.Sprint(4+i))+row("Yard", fmt.Sprintf("Yard %c", 'a'+i))+"</table>"+
			"<h2>Power</h2><table>"+row("Engine", engines[i])+row("Output", outputs[i])+"</table>"))
	}
	w, table, err := Learn(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(w.Facts) != 2 {
		t.Errorf("rows of attributes %q, want those of both sections", w.Facts)
	}
	for i, r := range table.Records() {
		if want := []string{engines[i]}; !slices.Equal(r.Texts("Engine"), want) {
			t.Errorf("page %d: engine %q, want %q", i, r.Texts("Engine"), want)
		}
	}
}
