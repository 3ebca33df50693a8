package clean

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/integrate/compare"
)

// rows makes records of one label.
func rows(label string, texts ...string) []map[string][]string {
	var out []map[string][]string
	for _, t := range texts {
		r := map[string][]string{}
		if t != "" {
			r[label] = []string{t}
		}
		out = append(out, r)
	}
	return out
}

// shown writes columns as "label part kind reason: values".
func shown(columns []Column) []string {
	var out []string
	for _, c := range columns {
		var texts []string
		for _, cell := range c.Cells {
			for _, t := range cell.Texts {
				texts = append(texts, t.Clean)
			}
		}
		out = append(out, fmt.Sprintf("%s/%s/%v/%s: %s", c.Label, c.Part, c.Form.Kind, c.Dropped, strings.Join(texts, "; ")))
	}
	return out
}

func TestColumns(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name    string
		records []map[string][]string
		want    []string
	}{
		{"nothing", nil, nil},
		{"no words", rows("a", " ", "\n"), nil},
		{"template words", rows("p", "Publisher: Tor Books", "Publisher: Ace", "Publisher: Knopf"), []string{"p//text/: Tor Books; Ace; Knopf"}},
		{"at the end", rows("p", "Dune | Shop", "Emma | Shop", "Ulysses | Shop"), []string{"p//text/: Dune; Emma; Ulysses"}},
		{"at the end of brackets", rows("l", "total 12 m (39 ft)", "total 30 m (98 ft)", "total 7 m (23 ft)"), []string{"l//number/: 12 m (39 ft); 30 m (98 ft); 7 m (23 ft)"}},
		{"a repeated word that a value is made of", rows("p", "Drama", "Drama", "Drama Western", "Comedy"), []string{"p//text/: Drama; Drama; Drama Western; Comedy"}},
		{"dates of one month", rows("d", "May 1, 2009", "May 3, 2009", "May 7, 2010"), []string{"d//date/: May 1, 2009; May 3, 2009; May 7, 2010"}},
		{"label and date", rows("d", "Posted: May 1, 2009", "Posted: June 3, 2009", "Posted: May 7, 2010"), []string{"d//date/: May 1, 2009; June 3, 2009; May 7, 2010"}},
		{"a note at the end", rows("p", "Anchor (May 19, 2009)", "Knopf (May 25, 2010)", "Vintage (June 23, 2009)"), []string{
			"p/main/text/: Anchor; Knopf; Vintage", "p/note/date/: May 19, 2009; May 25, 2010; June 23, 2009"}},
		{"places", rows("p", "46.5042, 7.9512", "46°30'15\" N, 7°57'4\" W", "12°30'S 8°15'O"), []string{
			"p/latitude/number/: 46.5042° N; 46.504° N; 12.5° S", "p/longitude/number/: 7.9512° E; 7.951° W; 8.2° O"}},
		{"the same in other units", rows("h", "6 ft 6 in (1.98 m)", "6 ft 3 in (1.91 m)", "6 ft 9 in (2.06 m)"), []string{"h//number/: 6 ft 6 in (1.98 m); 6 ft 3 in (1.91 m); 6 ft 9 in (2.06 m)"}},
		{"constant", rows("c", "in stock", "in stock", "in stock"), []string{"c//text/the same value in all records: in stock; in stock; in stock"}},
		{"one record", rows("c", "in stock"), []string{"c//text/: in stock"}},
		{"years", rows("y", "2005", "1999", "1995"), []string{"y//date/: 2005; 1999; 1995"}},
		{"begins with a number", rows("m", "2010 Honda Civic", "2011 Ford Focus", "2011 BMW M3"), []string{"m//text/: 2010 Honda Civic; 2011 Ford Focus; 2011 BMW M3"}},
		{"numbers and words", rows("m", "18 city / 25 hwy", "17 city / 23 hwy", "28 city / 34 hwy"), []string{"m//number/: 18 city / 25; 17 city / 23; 28 city / 34"}},
		{"keys", rows("k", "978-0307269997", "9780761104841", "9780307454546"), []string{"k//key/: 978-0307269997; 9780761104841; 9780307454546"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if d := cmp.Diff(test.want, shown(Columns(test.records, nil))); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

// The unit of numbers is kept, though all values have it, and the first bound of ranges.
func TestUnit(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		texts       []string
		first, unit string
	}{
		{[]string{"58 rooms", "24 rooms", "112 rooms"}, "58", ""}, // what is counted, as the label says
		{[]string{"58 客室", "24 客室", "112 客室"}, "58", ""},
		{[]string{"385 GRT", "107 GRT", "341 GRT"}, "385", "GRT"},
		{[]string{"8 and up", "12 and up", "10 and up"}, "8", ""},
		{[]string{"von 1 bis 4 Spieler", "von 2 bis 4 Spieler", "von 2 bis 6 Spieler"}, "1 bis 4", ""},
		{[]string{"Urban, 35 ha", "Rural, 4 ha", "Suburban, 9 ha"}, "Urban, 35", "ha"},
		{[]string{"583,81 g·mol⁻¹", "98,1 g·mol⁻¹", "40,25 g·mol⁻¹"}, "583,81", "g·mol⁻¹"},
		{[]string{"2.00 V min, 3.60 V max", "1.80 V min, 3.60 V max", "1.80 V min, 5.50 V max"}, "2.00 V min, 3.60", "V"},
		{[]string{"2.0 V to 3.6 V", "1.8 V to 3.6 V", "2.4 V to 3.6 V"}, "2.0 V to 3.6", "V"},
		{[]string{"-40 °C to +85 °C", "-40 °C to +105 °C", "-40 °C to +125 °C"}, "-40 °C to +85", "°C"},
		{[]string{"0.26 g/100 mL", "1.3 g/100 mL", "31 g/100 mL"}, "0.26 g/100 mL", ""}, // is compared with its unit
		{[]string{"2 mol/100 kg", "3 mol/100 kg", "4.5 mol/100 kg"}, "2", "mol/100 kg"},
		{[]string{"35 µF | Shop", "34 µF | Shop", "9 µF | Shop"}, "35", "µF"},
		{[]string{"35 | Shop", "34 | Shop", "9 | Shop"}, "35", ""},
		{[]string{"MX35 Chip", "MX39 Chip", "MZ35 Chip"}, "MX35", ""}, // a code
		{[]string{"28 MPG City / 37 MPG Hwy", "21 MPG City / 30 MPG Hwy", "18 MPG City / 25 MPG Hwy"}, "28 MPG City / 37", "MPG"},
		{[]string{"35 GRT Deepdiscount", "34 GRT Deepdiscount", "9 GRT Deepdiscount"}, "35", "GRT"},
		{[]string{"24/7 Amsterdam Inn", "24/7 Berlin Inn", "24/7 Cairo Inn"}, "Amsterdam", ""},
	} {
		c := Column{}
		for i, text := range tt.texts {
			c.Cells = append(c.Cells, Cell{i, newCell([]string{text})})
		}
		if c.stripTemplate(); c.Cells[0].Texts[0].Clean != tt.first || c.Unit != tt.unit {
			t.Errorf("%q: %q and %q, want %q and %q", tt.texts[0], c.Cells[0].Texts[0].Clean, c.Unit, tt.first, tt.unit)
		}
	}
}

// Of two duplicate columns the one without words around its values is kept, whatever its label.
func TestPlainTwin(t *testing.T) {
	t.Parallel()
	var records []map[string][]string
	for _, n := range []string{"Eltz", "Vianden", "Bran"} {
		records = append(records, map[string][]string{"about": {n + ": all you need to know"}, "heading": {n}})
	}
	got := Columns(records, nil)
	if len(got) != 1 || got[0].Label != "heading" || !cmp.Equal(got[0].Twins, []string{"about"}) || got[0].Cells[0].Texts[0].Written != "Eltz" {
		t.Errorf("columns %+v", got)
	}
}

// A price and a list price that differ in two of ten rows are two columns; a column that repeats another is its
// duplicate.
func TestTwins(t *testing.T) {
	t.Parallel()
	var records []map[string][]string
	for i := range 10 {
		price := fmt.Sprint("$", 10+i)
		list := price
		if i < 2 {
			list = fmt.Sprint("$", 90+i)
		}
		records = append(records, map[string][]string{"price": {price}, "list price": {list}, "cost": {price}})
	}
	got := Columns(records, nil)
	if len(got) != 2 || got[0].Label != "cost" || !cmp.Equal(got[0].Twins, []string{"price"}) || got[1].Label != "list price" {
		t.Errorf("%v", shown(got))
	}
}

// A link to the first author is a shorter duplicate of the column of all authors; a make that is part of every
// model is a column of its own.
func TestShortTwins(t *testing.T) {
	t.Parallel()
	var records []map[string][]string
	for i := range 10 {
		author, make := fmt.Sprint("Author", i), fmt.Sprint("Make", i%3)
		all := []string{author}
		if i%4 == 3 {
			all = append(all, fmt.Sprint("Writer", i))
		}
		records = append(records, map[string][]string{"more by": {author}, "written by": all, "make": {make}, "model": {make + fmt.Sprint(" Model", i)}})
	}
	got := Columns(records, nil)
	if len(got) != 3 || got[0].Label != "make" || got[1].Label != "model" || got[2].Label != "written by" || !cmp.Equal(got[2].Twins, []string{"more by"}) {
		t.Errorf("%v", shown(got))
	}
}

func TestDayFirst(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{"16/10/2008": true, "01/10/2009": false, "10/16/2008": false} {
		got := Columns(rows("d", "01/03/2009", "02/10/2009", text), nil)
		if got[0].Form != (compare.Form{Kind: compare.Date, DayFirst: want}) {
			t.Errorf("%s: %+v", text, got[0].Form)
		}
	}
}

// Durations of a column are minutes and seconds if one of them can be nothing else.
func TestMinutes(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		texts []string
		want  bool
	}{
		{[]string{"3:45", "51:27", "12:06"}, true},
		{[]string{"3:45", "2:06", "1:58"}, false},
		{[]string{`46'03"`, `51'27"`, `40'11"`}, true},
		{[]string{`5'11"`, `6'03"`, `6'10"`}, false},
	} {
		if got := Columns(rows("d", test.texts...), nil); got[0].Form != (compare.Form{Kind: compare.Number, Minutes: test.want}) {
			t.Errorf("%q: %+v", test.texts, got[0].Form)
		}
	}
}

// Many columns, of many rows with equal values, and long texts cost no more than their size.
func TestHostile(t *testing.T) {
	t.Parallel()
	wide := make([]map[string][]string, 40)
	for i := range wide {
		wide[i] = map[string][]string{"long": {strings.Repeat("word ", 1<<17) + fmt.Sprint(i)}}
		for j := range 1000 {
			wide[i][fmt.Sprint("column ", j)] = []string{fmt.Sprint(i % 2)}
		}
	}
	var columns []Column
	var order []int
	for j := range 1000 {
		columns, order = append(columns, Column{Cells: []Cell{{0, []Text{{"1", "1"}}}}}), append(order, j)
	}
	if got := len(candidatePairs(columns, order, 40)); got > 20*20 {
		t.Errorf("%d pairs of columns with one value are compared", got)
	}
	got := Columns(wide, nil)
	if len(got) == 0 || len(got) > 1001 {
		t.Errorf("%d columns", len(got))
	}
	for _, c := range got {
		for _, cell := range c.Cells {
			if len(cell.Texts[0].Clean) > 8<<10 {
				t.Errorf("%s: a text of %d bytes", c.Label, len(cell.Texts[0].Clean))
			}
		}
	}
}

// Opening hours are compared as wholes: no day or "pm" is removed from them.
func TestHours(t *testing.T) {
	t.Parallel()
	records := []map[string][]string{
		{"Open": {"Mon-Sun 10 am - 6 pm"}, "Rooms": {"6"}, "Monday": {"10:00 – 18:00"}},
		{"Open": {"Mon-Fri 9 am - 5 pm"}, "Rooms": {"7"}, "Monday": {"9:00 – 17:00"}},
		{"Open": {"Mon-Sat 11 am - 4 pm"}, "Rooms": {"9"}, "Monday": {"11:00 – 16:00"}},
	}
	for _, c := range Columns(records, nil) {
		if first := c.Cells[0].Texts[0].Clean; first != records[0][c.Label][0] || c.Dropped != "" || c.Label == "Monday" && c.Form.Kind != compare.Text {
			t.Errorf("%s: %q, dropped %q, %s", c.Label, first, c.Dropped, c.Form.Kind)
		}
	}
}
