package extract

import (
	"fmt"
	"testing"

	"verde/record"
)

// TestMixed checks that texts are told that are each rightly in one column though pages say different things by them.
func TestMixed(t *testing.T) {
	t.Parallel()
	field := func(label string, texts ...string) (f record.Field) {
		f.Label = label
		for _, text := range texts {
			f.Values = append(f.Values, record.Value{Text: text, XPath: "/" + text})
		}
		return f
	}
	group := func(rows ...record.Row) []record.Group { return []record.Group{{Label: "rows", Rows: rows}} }
	animals, towns := []string{"wolf", "bear", "lynx", "hare", "fox"}, []string{"Lyon", "Porto", "Graz", "Turku", "Bath"}
	for _, tt := range []struct {
		name          string
		record        func(i int) Record
		texts, within int
		want          Mixed // its example
	}{
		{"attributes read as rows", func(i int) Record {
			row := func(label, value string) record.Row { return record.Row{field("A", label), field("B", value)} }
			return Record{Groups: group(row("Length", fmt.Sprint(3+i, " m")), row("Animal", animals[i]), row("Town", towns[i]))}
		}, 30, 30, Mixed{Column: "B", Label: "Length", Value: record.Value{Text: "3 m", XPath: "/3 m"}}},
		{"questions with the name of the entity", func(i int) Record {
			row := func(label, value string) record.Row {
				return record.Row{field("Question", fmt.Sprintf(label, towns[i])), field("Answer", value)}
			}
			return Record{Fields: []record.Field{field("title", towns[i]+" | Towns")},
				Groups: group(row("How large is %s?", fmt.Sprint(3+i, " km²")), row("What lives in %s?", animals[i]), row("Who found %s?", "Nobody "+animals[i]))}
		}, 30, 30, Mixed{Column: "Answer", Label: "How large is Lyon?", Value: record.Value{Text: "3 km²", XPath: "/3 km²"}}},
		{"lines that begin with labels", func(i int) Record {
			return Record{Fields: []record.Field{field("text", "It stands in "+towns[i], "Height: "+fmt.Sprint(i), "You may see a "+animals[i]), field("Year", fmt.Sprint(1900+i))}}
		}, 20, 15, Mixed{Column: "text", Label: "It stands", Value: record.Value{Text: "It stands in Lyon", XPath: "/It stands in Lyon"}}},
		{"a sheet without labels", func(i int) Record {
			return Record{Fields: []record.Field{field("text", fmt.Sprint(1900+i), towns[i], fmt.Sprintf("%d.5", i))}}
		}, 15, 15, Mixed{Column: "text", Value: record.Value{Text: "1900", XPath: "/1900"}}},
		{"a list", func(i int) Record {
			return Record{Fields: []record.Field{field("Towns", towns[i], towns[(i+1)%5], towns[(i+2)%5], "30 more")}}
		}, 20, 0, Mixed{}},
		{"things that have names in common", func(i int) Record {
			row := func(k int) record.Row {
				return record.Row{field("Track", fmt.Sprint(k)), field("Title", animals[(i+k)%5]), field("Time", fmt.Sprintf("%d:%02d", k, i))}
			}
			return Record{Groups: group(row(1), row(2), record.Row{field("Track", "3"), field("Title", "Intro"), field("Time", "0:30")})}
		}, 45, 0, Mixed{}},
		{"hours that are the same on all pages", func(i int) Record {
			row := func(day, hours string) record.Row { return record.Row{field("Day", day), field("Hours", hours)} }
			return Record{Fields: []record.Field{field("Town", towns[i])}, Groups: group(row("Monday", "9 to 5"), row("Tuesday", "9 to 4"), row("Friday", "9 to 12"))}
		}, 35, 0, Mixed{}},
		{"a whole of which the parts are columns", func(i int) Record {
			part := field("Town", towns[i])
			part.Values[0].PartOf = "text"
			return Record{Fields: []record.Field{field("text", "It stands in "+towns[i]), part}}
		}, 0, 0, Mixed{}},
	} {
		var records []Record
		for i := range 5 {
			r := tt.record(i)
			r.URL = fmt.Sprint("http://a.example/", i)
			records = append(records, r)
		}
		got := MixedIn(records)
		if tt.want.Texts, tt.want.Within = tt.texts, tt.within; tt.within > 0 {
			tt.want.Page = "http://a.example/0"
		}
		if got != tt.want || got.Many() != (tt.within > 0) {
			t.Errorf("%s: %+v, many %t; want %+v", tt.name, got, got.Many(), tt.want)
		}
	}
}
