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
