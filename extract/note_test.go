package extract

import (
	"fmt"
	"slices"
	"testing"

	"verde/page"
)

// TestNotesOfLabels checks that what explains a label below it is no value, and that the label is that of the next cell; and that what
// only looks like it stays: the town of a team is a value though it follows from the name.
func TestNotesOfLabels(t *testing.T) {
	t.Parallel()
	labels := []string{"Rig", "Builder", "Port", "Price"}
	notes := []string{"Sails and masts.", "See the glossary.", "Where she lies.", "See the glossary."}
	values := [][]string{{"ketch", "sloop", "yawl"}, {"Brown & Sons", "Dockyard", "Olsen"}, {"Bergen", "Hull", "Kiel"}, {"12", "130", "95"}}
	for _, form := range []struct{ name, before, row, after string }{
		{"cells", "<table>", "<tr><td>%s<p>%s</p></td><td>%s</td></tr>", "</table>"},
		{"cells with headers", "<table>", "<tr><th><b>%s</b><br><small>%s</small></th><td>%s</td></tr>", "</table>"},
		{"terms", "<dl>", "<dt>%s<div>%s</div></dt><dd>%s</dd>", "</dl>"},
		{"boxes", "<section>", "<div class=row><div class=l>%s<p>%s</p></div><div class=v>%s</div></div>", "</section>"},
	} {
		var pages []*page.Page
		value := func(i, k int) string { return values[k][(i*i+k)%3] }
		for i := range 10 {
			facts := ""
			for k, label := range labels {
				if (i+2*k)%5 > 0 {
					facts += fmt.Sprintf(form.row, label, notes[k], value(i, k))
				}
			}
			pages = append(pages, document(fmt.Sprintf("http://ships.example/%d", i), fmt.Sprintf("<title>Ship %d</title><h1>Ship %[1]d</h1>", i)+form.before+facts+form.after+"<p>All ships</p>"))
		}
		checkTen(t, form.name, pages, labels, value)
	}
	var pages []*page.Page
	for i := range 10 {
		rows := ""
		for n := range 3 + i%3 {
			team := (i*i*i + 5*n*n + i*n) % 6
			rows += fmt.Sprintf("<tr><td>Team %c<p>Town of %c</p></td><td>%d</td></tr>", 'A'+team, 'P'+team, 10*i+n)
		}
		pages = append(pages, document(fmt.Sprintf("http://games.example/%d", i), fmt.Sprintf("<title>Day %d</title><h1>Day %[1]d</h1><table>%s</table>", i, rows)))
	}
	w, _, err := Learn(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(w.Noted) > 0 {
		t.Errorf("the towns of teams are taken for notes: %q", w.Noted)
	}
}

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
