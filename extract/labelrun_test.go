package extract

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// shipFacts are attributes that some pages lack, and lists; "|" parts values.
func shipFacts(i int) map[string]string {
	pick := func(n int, of ...string) string { return of[i*n%len(of)] }
	out := map[string]string{"Built": fmt.Sprint(1850 + i*37%120), "Port of registry": pick(3, "Cork", "Bergen", "St. John's", "Riga")}
	if i%3 > 0 {
		out["Yard"] = pick(5, "Petersen & Ruge", "Carrick Shipbuilding Co.", "De Hoop", "North Quay")
	}
	if i%4 > 1 {
		out["State"] = pick(7, "Laid up", "Museum ship", "Private yacht")
	}
	return out
}

// TestLabelsInOneLine checks labels in markup of their own with their values in one line, with a mark behind each
// value that is no part of it, also below the name where text runs.
func TestLabelsInOneLine(t *testing.T) {
	t.Parallel()
	for _, shape := range []struct{ item, open, end, between string }{
		{"<em>%s</em> %s.", "<p>", "</p>", " "},
		{"<b>%s</b> %s;", "<p>", "</p>", " "},
		{"<b>%s:</b> %s", "<p>", "</p>", " "},
		{"<span class=k>%s</span> <span>%s</span>, ", "<div>", "</div>", ""},
		{"<em>%s:</em> <a href=/x>%s</a>", "<p>", "</p>", " // "},
		{"<em>%s:</em> %s", "<p>", "</p>", " //<br>"},
		{"<em>%s</em> %s.", "<p>", "</p><p>A reader told us of the port, and that it rained all day long there.</p>", " "},
	} {
		checkFacts(t, shipFacts, func(i int) string {
			var items []string
			for _, label := range []string{"Yard", "Built", "State", "Port of registry"} {
				if v := shipFacts(i)[label]; v != "" {
					items = append(items, fmt.Sprintf(shape.item, label, v))
				}
			}
			items = append(items, fmt.Sprintf(shape.item, "Surveyed", fmt.Sprint(1+i%28, " May 2010")))
			return shape.open + strings.Join(items, shape.between) + shape.end
		})
	}
}

// TestMarkOfMostLines checks that the mark behind values is that of most lines: one that another value ends in is its own.
func TestMarkOfMostLines(t *testing.T) {
	t.Parallel()
	facts := func(i int) map[string]string {
		out := map[string]string{"Yard": shipFacts(i*3 + 1)["Port of registry"], "Built": fmt.Sprint(1850 + i*37%120), "Width": fmt.Sprintf("%d ft.", 5+i), "Crew": fmt.Sprint(3 + i*5%7)}
		return out
	}
	for _, first := range []string{"Width", "Built"} {
		checkFacts(t, facts, func(i int) string {
			var b strings.Builder
			for _, label := range slices.Compact([]string{first, "Yard", "Built", "Width", "Crew"}) {
				if label == first && b.Len() > 0 {
					continue
				}
				end := " //"
				if label == "Width" {
					end = ""
				}
				fmt.Fprintf(&b, "<em>%s:</em> %s%s<br>", label, facts(i)[label], end)
			}
			return "<p>" + b.String() + "</p>"
		})
	}
}

// TestEmphasisIsNoLabel checks that sentences with emphases stay whole.
func TestEmphasisIsNoLabel(t *testing.T) {
	t.Parallel()
	story := func(i int) string {
		return fmt.Sprintf("Nobody knew, said %d of them. Ever since, the Swan %d sailed on, and the Kite followed her.", i, i)
	}
	checkFacts(t, func(i int) map[string]string {
		return map[string]string{"Built": fmt.Sprint(1850 + i*37%120), "story": story(i)}
	}, func(i int) string {
		marked := strings.NewReplacer("Nobody", "<em>Nobody</em>", "Ever", "<em>Ever</em>", "Kite", "<em>Kite</em>").Replace(story(i))
		return fmt.Sprintf("<dl><dt>Built</dt><dd>%s</dd></dl><p class=story>%s</p>", fmt.Sprint(1850+i*37%120), marked)
	})
}

// TestPairsInRows checks tables of label, value, label, value, in which what a page lacks shifts the others.
func TestPairsInRows(t *testing.T) {
	t.Parallel()
	facts := func(i int) map[string]string {
		out := shipFacts(i)
		out["Material"] = []string{"Oak", "Steel", "Iron"}[i*5%3]
		out["Voyages"] = []string{"Cork to Riga", "Cork to Riga|Riga to Oslo", "Oslo to Bergen|Bergen to Cork|Cork to Hull"}[i*7%3]
		if i%4 == 0 {
			delete(out, "Voyages")
		}
		if i%5 > 2 {
			out["Mast"] = fmt.Sprint(20+i, " m")
		}
		return out
	}
	for _, cells := range []string{"<th>%s</th><td>%s</td>", "<td class=k>%s</td><td class=v>%s</td>"} {
		checkFacts(t, facts, func(i int) string {
			var b strings.Builder
			n := 0
			for _, label := range []string{"Yard", "Built", "State", "Voyages", "Port of registry", "Mast", "Material"} {
				if v := facts(i)[label]; v != "" {
					if n%2 == 0 {
						b.WriteString("<tr>")
					}
					n++
					fmt.Fprintf(&b, cells, label, strings.ReplaceAll(v, "|", "<br>"))
				}
			}
			return "<h3>Particulars</h3><table>" + b.String() + "</table><h3>Story</h3><p>It sails.</p>"
		})
	}
}

// TestTilesWithUnits checks tiles whose values have a unit in markup of its own, whether it is known or not, and a
// value that most tiles of a label share.
func TestTilesWithUnits(t *testing.T) {
	t.Parallel()
	facts := func(i int) map[string]string {
		out := map[string]string{"Tonnage": fmt.Sprint(200+i*37%900, " GRT"), "Length": fmt.Sprint(20+i*7%40, " m"), "Port": fmt.Sprint("Port ", i*5%7), "State": "In service"}
		if i%3 == 0 {
			out["State"] = []string{"Laid up", "Scrapped"}[i/3%2]
		}
		for k, label := range []string{"Length", "Port", "State"} {
			if (i+k)%4 == 3 {
				delete(out, label)
			}
		}
		return out
	}
	checkFacts(t, facts, func(i int) string {
		var b strings.Builder
		for k := range 4 {
			label := []string{"Tonnage", "Length", "Port", "State"}[(i+k)%4]
			if v := facts(i)[label]; v != "" {
				value, unit, _ := strings.Cut(v, " ")
				if label == "Port" || label == "State" {
					value, unit = v, ""
				}
				if unit != "" {
					value += "<span> " + unit + "</span>"
				}
				fmt.Fprintf(&b, "<div class=tile><div>%s</div><div class=l>%s</div></div>", value, label)
			}
		}
		return "<section>" + b.String() + "</section>"
	})
}

// TestShortTables checks rows of labels above rows of values in tables that attributes shift through, beside a table of
// reviews with the same markup, some of which have one row.
func TestShortTables(t *testing.T) {
	t.Parallel()
	facts := func(i int) map[string]string {
		out := shipFacts(i)
		out["Length"] = fmt.Sprint(20+i*7%40, " m")
		if i%5 > 1 {
			out["Masters"] = []string{"Ann Falk", "Bo Holm|Cy Ravn", "Di Steen|Eve Dahl|Fay Lind"}[i*7%3]
		}
		return out
	}
	checkFacts(t, facts, func(i int) string {
		var heads, cells []string
		for _, label := range []string{"Yard", "Masters", "Built", "State", "Port of registry", "Length"} {
			if v := facts(i)[label]; v != "" {
				heads, cells = append(heads, "<th>"+label), append(cells, "<td>"+strings.ReplaceAll(v, "|", "<br>"))
			}
		}
		var b strings.Builder
		for len(heads) > 0 {
			n := min(3, len(heads))
			fmt.Fprintf(&b, "<table class=g><tr>%s</tr><tr>%s</tr></table>", strings.Join(heads[:n], ""), strings.Join(cells[:n], ""))
			heads, cells = heads[n:], cells[n:]
		}
		b.WriteString("<table class=g><tr><th>By<th>Date<th>Says</tr>")
		for k := range 1 + i%3 {
			fmt.Fprintf(&b, "<tr><td>Reader %d<td>%d May<td>It sails like %d swans and a half on calm seas</tr>", i+k, 1+i+k, i*k)
		}
		return b.String() + "</table>"
	})
}

// TestUnitInNextCell checks that a unit in a cell of its own is one of the number before it.
func TestUnitInNextCell(t *testing.T) {
	t.Parallel()
	facts := func(i int) map[string]string {
		out := shipFacts(i)
		out["Length"], out["Weight"] = fmt.Sprint(20+i*7%40, " m"), fmt.Sprint(3+i*11%50, " kg")
		if i%4 == 1 {
			delete(out, "Weight")
		}
		return out
	}
	checkFacts(t, facts, func(i int) string {
		body := "<table><thead><tr><th>Property<th>Data<th>Unit</thead>"
		for _, label := range []string{"Yard", "Built", "Length", "State", "Weight", "Port of registry"} {
			v := facts(i)[label]
			switch number, unit, _ := strings.Cut(v, " "); {
			case v == "":
			case label == "Length" || label == "Weight":
				body += fmt.Sprintf("<tr><td>%s<td>%s<td>%s", label, number, unit)
			default:
				body += fmt.Sprintf("<tr><td>%s<td colspan=2>%s", label, v)
			}
		}
		return body + "</table>"
	})
}

// TestLabelOfOnePage checks that a label which one page alone has is one where its row is among rows of attributes, and that its value is
// no further value of the row before.
func TestLabelOfOnePage(t *testing.T) {
	t.Parallel()
	facts := func(i int) map[string]string {
		out := shipFacts(i)
		out["Crew"] = fmt.Sprint(3 + i*5%7)
		switch i {
		case 4:
			out["Figurehead"] = "A lion"
		case 9:
			out["Ballast"], out["Nickname"] = "Stones", "Old Meg"
		}
		return out
	}
	for _, row := range []string{"<tr><td>%s</td><td>%s</td></tr>", "<tr><th>%s</th><td>%s</td></tr>", "<tr><td class=k>%s</td><td class=v>%s</td></tr>"} {
		checkFacts(t, facts, func(i int) string {
			var b strings.Builder
			for _, label := range []string{"Yard", "Ballast", "Built", "Figurehead", "State", "Nickname", "Port of registry", "Crew"} {
				if v := facts(i)[label]; v != "" {
					fmt.Fprintf(&b, row, label, v)
				}
			}
			return "<table>" + b.String() + "</table>"
		})
	}
}

// TestLinesOfLists checks lists whose items begin with their labels, of which a site has two or three for one thing, so that some are on
// one page alone.
func TestLinesOfLists(t *testing.T) {
	t.Parallel()
	names := map[string][]string{"Yard": {"Yard", "Built by", "Shipbuilder"}, "State": {"State", "Status"}, "Built": {"Built", "Launched", "Year built"}}
	facts := func(i int) map[string]string {
		out := make(map[string]string)
		for label, v := range shipFacts(i) {
			if of := names[label]; of != nil {
				label = of[(i*5+len(label))%len(of)]
			}
			out[label] = v
		}
		return out
	}
	for _, item := range []string{"<li>%s: %s</li>", "<li>%s = %s</li>", "<li><b>%s</b> = %s</li>"} {
		checkFacts(t, facts, func(i int) string {
			var b strings.Builder
			here := facts(i)
			for _, label := range slices.Sorted(maps.Keys(here)) {
				fmt.Fprintf(&b, item, label, here[label])
			}
			return "<p>Nobody knew, said some of them, why she sailed on that day.</p><ul>" + b.String() + "</ul><p>Ever since that day the owner has kept a diary.</p>"
		})
	}
}
