package record

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// offers is a record with a field, a group of two rows of which one lacks the price and
// one has two sellers, and a group of one.
func offers() Record {
	field := func(label string, texts ...string) Field {
		f := Field{Label: label, Confidence: .5}
		for _, text := range texts {
			f.Values = append(f.Values, Value{Text: text})
		}
		return f
	}
	return Record{URL: "http://a.example/1", Fields: []Field{field("name", "Emma"), field("tags", "p", "", "q")}, Groups: []Group{
		{Label: "Offers", Rows: []Row{{field("seller", "S")}, {field("seller", "T", "U"), field("price", "$2")}}},
		{Label: "Reviews", Rows: []Row{{field("who", "Ann")}}},
	}}
}

func TestTexts(t *testing.T) {
	t.Parallel()
	r := offers()
	if d := cmp.Diff(map[string][]string{"name": {"Emma"}, "tags": {"p", "q"}, "seller": {"S", "T", "U"}, "price": {"$2"}, "who": {"Ann"}}, r.ByLabel()); d != "" {
		t.Errorf("by label (-want +got)\n%s", d)
	}
	if d := cmp.Diff(map[string][]string{"name": {"Emma"}, "tags": {"p", "", "q"}, "seller": {"S", "T | U"}, "price": {"", "$2"}, "who": {"Ann"}}, r.Columns()); d != "" {
		t.Errorf("columns (-want +got)\n%s", d)
	}
	if d := cmp.Diff([]string{"name", "tags", "seller", "price", "who"}, r.Labels()); d != "" {
		t.Errorf("labels (-want +got)\n%s", d)
	}
	for label, want := range map[string]string{"seller": "S|T|U", "none": "", "tags": "p|q"} {
		if got := strings.Join(r.Texts(label), "|"); got != want || r.Value(label) != strings.Split(want, "|")[0] {
			t.Errorf("%s: %q and first %q, want %q", label, got, r.Value(label), want)
		}
	}
}

// A column that one row in very many has is not padded.
func TestSparseColumn(t *testing.T) {
	t.Parallel()
	rows := make([]Row, 2*maxPadding)
	for i := range rows {
		rows[i] = Row{{Label: "n", Values: []Value{{Text: "x"}}}}
	}
	rows[5] = append(rows[5], Field{Label: "rare", Values: []Value{{Text: "y"}}})
	r := Record{Groups: []Group{{Rows: rows}}}
	if got := r.Columns(); len(got["n"]) != len(rows) || len(got["rare"]) != 1 {
		t.Errorf("%d and %d texts", len(got["n"]), len(got["rare"]))
	}
}

func TestRenamed(t *testing.T) {
	t.Parallel()
	r := offers()
	got := r.Renamed(func(label string) string {
		if label == "seller" || label == "price" {
			return "offer"
		}
		return label
	})
	if d := cmp.Diff(map[string][]string{"name": {"Emma"}, "tags": {"p", "", "q"}, "offer": {"S", "T | U | $2"}, "who": {"Ann"}}, got.Columns()); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
	if d := cmp.Diff(offers(), r); d != "" {
		t.Errorf("the record itself has changed (-was +is)\n%s", d)
	}
}

// Every record has the same keys with the same types, whatever its page had.
func TestMarshal(t *testing.T) {
	t.Parallel()
	kinds := func(r Record) map[string]string {
		data, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		var raw map[string]json.RawMessage
		if err := json.Unmarshal(data, &raw); err != nil {
			t.Fatal(err)
		}
		out := make(map[string]string)
		for key, value := range raw {
			out[key] = string(value[:1])
		}
		return out
	}
	full := kinds(offers())
	if d := cmp.Diff(full, kinds(Record{URL: "http://a.example/"})); d != "" {
		t.Errorf("(-full +empty)\n%s", d)
	}
	if full["fields"] != "[" || full["groups"] != "[" {
		t.Errorf("%v", full)
	}
	data, err := json.Marshal(Record{Fields: []Field{{Label: "<b>"}}, Groups: []Group{{Rows: []Row{nil}}}})
	if want := `"fields":[{"label":"\u003cb\u003e","values":[],"confidence":0}],"groups":[{"label":"","rows":[[]]}]}`; err != nil || !strings.HasSuffix(string(data), want) {
		t.Errorf("%s, %v", data, err)
	}
}

// Fields of parts are told from whole values, and follow their whole when it is
// renamed.
func TestWhole(t *testing.T) {
	t.Parallel()
	r := Record{Fields: []Field{
		{Label: "Place", Values: []Value{{Text: "Lyon, Rhône"}}},
		{Label: "Place, part", Values: []Value{{Text: "Lyon", PartOf: "Place"}}},
	}}
	if got := r.Whole().Labels(); len(got) != 1 || got[0] != "Place" {
		t.Errorf("whole values are %q", got)
	}
	named := r.Renamed(func(label string) string { return strings.Replace(label, "Place", "Town", 1) })
	if got := named.Fields[1]; got.Label != "Town, part" || got.Values[0].PartOf != "Town" {
		t.Errorf("renamed %+v", got)
	}
	if r.Fields[1].Values[0].PartOf != "Place" {
		t.Error("the record that was renamed has changed")
	}
}
