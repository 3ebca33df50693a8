package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/page"
)

// houseFacts are facts that forms show, with one that is several boxes.
func houseFacts(i int) map[string]string {
	out := map[string]string{"Owner": fmt.Sprintf("Owner %d", i*7%11), "Heating": heatings[i%3], "Extras": strings.Join(extras(i), "|")}
	if i%3 > 0 {
		out["Rooms"] = fmt.Sprint(2 + i%5)
	}
	return out
}

var (
	heatings  = []string{"Gas", "Wood", "Oil"}
	allExtras = []string{"Lift", "Cellar", "Garden", "Pool"}
)

func extras(i int) []string {
	var out []string
	for k, name := range allExtras {
		if (i>>k)&1 == 1 || k == i%4 {
			out = append(out, name)
		}
	}
	return out
}

// TestControls checks records that are shown by the controls of forms.
func TestControls(t *testing.T) {
	t.Parallel()
	field := func(i int, label string, control func(value string) string) string {
		if v := houseFacts(i)[label]; v != "" {
			return "<p><label>" + label + "</label> " + control(v) + "</p>"
		}
		return ""
	}
	input := func(v string) string { return `<input disabled value="` + v + `">` }
	options := func(v string) string {
		out := "<select>"
		for _, name := range heatings {
			selected := ""
			if name == v {
				selected = " selected"
			}
			out += "<option" + selected + ">" + name + "</option>"
		}
		return out + "</select>"
	}
	boxes := func(i int, item string) string {
		out := "<fieldset><legend>Extras</legend>"
		for _, name := range allExtras {
			checked := ""
			if slices.Contains(extras(i), name) {
				checked = " checked"
			}
			out += fmt.Sprintf(item, "<input type=checkbox"+checked+">", name)
		}
		return out + "</fieldset>"
	}
	for name, body := range map[string]func(i int) string{
		"boxes in labels": func(i int) string {
			return field(i, "Owner", input) + field(i, "Rooms", input) + field(i, "Heating", options) + boxes(i, "<label>%s %s</label>")
		},
		"boxes before their labels": func(i int) string {
			return field(i, "Owner", input) + field(i, "Rooms", input) + field(i, "Heating", options) + boxes(i, "<p>%s <label>%s</label></p>")
		},
		"boxes before texts": func(i int) string {
			return `<input type=hidden value="` + fmt.Sprint(i*977) + `">` + field(i, "Owner", input) + field(i, "Rooms", input) + field(i, "Heating", options) + boxes(i, "<p>%s %s</p>")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkFacts(t, houseFacts, body)
		})
	}
}

// TestOffered checks that options which differ from page to page are all read, and where the value of an input element stands.
func TestOffered(t *testing.T) {
	t.Parallel()
	body := func(i int) string {
		return fmt.Sprintf("<p><label>Maker</label> <input value='Maker %d'></p><p><label>Colours</label> <select><option>Red %d</option><option selected>Blue %d</option></select></p>", i*7%11, i, i*2)
	}
	checkFacts(t, func(i int) map[string]string {
		return map[string]string{"Maker": fmt.Sprintf("Maker %d", i*7%11), "Colours": fmt.Sprint("Red ", i), "Colours 2": fmt.Sprint("Blue ", 2*i)}
	}, func(i int) string { return body(i) })
	var pages []*page.Page
	for i := range 8 {
		pages = append(pages, document(fmt.Sprintf("http://offered.example/%d", i), body(i)))
	}
	_, table, err := Learn(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range table.Records()[0].Fields {
		if f.Label == "Maker" && !strings.HasSuffix(f.Values[0].XPath, "/input[1]/@value") {
			t.Errorf("the value stands at %s", f.Values[0].XPath)
		}
	}
}

// TestCountedLabels checks labels that say how many values they have, that the number is a value of its own, and numbers that nothing follows.
func TestCountedLabels(t *testing.T) {
	t.Parallel()
	facts := func(i int) map[string]string {
		return map[string]string{"Maker": fmt.Sprintf("Maker %d", i*7%11), "Extras": strings.Join(extras(i), "|"), "Extras, count": fmt.Sprint(len(extras(i)))}
	}
	items := func(i int) string { return "<ul><li>" + strings.Join(extras(i), "</li><li>") + "</li></ul>" }
	for name, body := range map[string]func(i int) string{
		"in headings": func(i int) string {
			return fmt.Sprintf("<p><b>Maker:</b> Maker %d</p><h3>Extras (%d)</h3>", i*7%11, len(extras(i))) + items(i)
		},
		"in an element of their own": func(i int) string {
			return fmt.Sprintf("<p><b>Maker:</b> Maker %d</p><h3>Extras <span>%d</span></h3>", i*7%11, len(extras(i))) + items(i)
		},
		"in cells": func(i int) string {
			return fmt.Sprintf("<table><tr><td>Maker</td><td>Maker %d</td></tr><tr><td>Extras (%d)</td><td>", i*7%11, len(extras(i))) + strings.Join(extras(i), "<br>") + "</td></tr></table>"
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkFacts(t, facts, body)
		})
	}
	t.Run("which nothing follows", func(t *testing.T) {
		t.Parallel()
		checkFacts(t, func(i int) map[string]string {
			return map[string]string{"Height": fmt.Sprint(3 + i*7%50), "Rank": fmt.Sprint(1 + i*3%20)}
		}, func(i int) string {
			return fmt.Sprintf("<h4>Height <em>%d</em></h4><h4>Rank <em>%d</em></h4><h4>Maker</h4><p>Maker %d</p>", 3+i*7%50, 1+i*3%20, i*7%11)
		})
	})
}

// TestRepeatedBehind checks that what stands behind many values says nothing, and that a unit does.
func TestRepeatedBehind(t *testing.T) {
	t.Parallel()
	facts := func(i int) map[string]string {
		out := map[string]string{"Maker": fmt.Sprintf("Maker %d", i*7%11), "Length": fmt.Sprint(3+i*5%40, " m"), "Finish": heatings[i%3]}
		if i%3 > 0 {
			out["Place"] = fmt.Sprint("Place ", i%5)
		}
		return out
	}
	checkFacts(t, func(i int) map[string]string {
		out := facts(i)
		for label := range facts(i) {
			out[label+" 2"] = "" // no column of the buttons
		}
		return out
	}, func(i int) string {
		out := "<table>"
		for _, label := range []string{"Maker", "Place", "Length", "Finish"} {
			if v := facts(i)[label]; v != "" {
				out += "<tr><th>" + label + "</th><td>" + v + " <button>Copy</button></td></tr>"
			}
		}
		return out + "</table>"
	})
}

// TestCountedLinks checks that links side by side below a label with their number are a value each, though no blank is between them.
func TestCountedLinks(t *testing.T) {
	t.Parallel()
	owners := func(i int) (out []string) {
		for k := range 12 + i%5 { // as many words as running text has
			out = append(out, fmt.Sprintf("Owner%c%c", 'A'+i, 'a'+k))
		}
		return out
	}
	checkFacts(t, func(i int) map[string]string {
		return map[string]string{"Owners": strings.Join(owners(i), "|"), "Owners, count": fmt.Sprint(len(owners(i)))}
	}, func(i int) string {
		out := fmt.Sprintf("<h2>Owners (%d)</h2><div>", len(owners(i)))
		for _, name := range owners(i) {
			out += "<a href=/" + name + ">" + name + "</a>"
		}
		return out + "</div><h2>More</h2><div><a href=/>Back to the list</a></div>"
	})
}

// TestControlsInOwnElements checks that what a control shows is read where elements around it have ids or classes of the page's own,
// which are no part of its place, or those of the site, which are.
func TestControlsInOwnElements(t *testing.T) {
	t.Parallel()
	facts := func(i int) map[string]string {
		return map[string]string{"Owner": fmt.Sprintf("Owner %d", i*7%11), "Heating": heatings[i%3]}
	}
	for _, around := range []string{"id=house-%d", "class=house-%d", "class='house house-%d'", "id=house data-number=%d"} {
		t.Run(around, func(t *testing.T) {
			t.Parallel()
			checkFacts(t, facts, func(i int) string {
				out := fmt.Sprintf("<div "+around+"><p><label>Owner</label> %s</p><p><label>Heating</label> <select class=wide>", i, facts(i)["Owner"])
				for _, name := range heatings {
					selected := ""
					if name == heatings[i%3] {
						selected = " selected"
					}
					out += "<option" + selected + ">" + name + "</option>"
				}
				return out + "</select></p></div>"
			})
		})
	}
}
