package record

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"time"
)

// Record is what one page says about its entity.
type Record struct {
	URL       string    `json:"url"`    // of the page
	Site      string    `json:"site"`   // see page.Site
	Source    string    `json:"source"` // file or archive record that it was read from
	FetchedAt time.Time `json:"fetched_at,omitzero"`
	// Template is the number of the page's template among the templates learned from its site: 0 for the one of most
	// pages.
	Template int     `json:"template"`
	Match    float64 `json:"match"`             // share of the template's mandatory texts that the page shows, from 0 to 1
	Partial  string  `json:"partial,omitempty"` // how much of the page was read, if it was too large to read all of it
	Fields   []Field `json:"fields"`            // in the order of the template
	Groups   []Group `json:"groups"`            // what repeats, in the order of the page
	// Rest is the texts of the page that are in no field and that no other page which was learned from has, by the heading above them, "" for none.
	Rest []Field `json:"rest,omitempty"`
}

// Field is the values under one label.
type Field struct {
	Label      string  `json:"label"`
	Values     []Value `json:"values"`
	Confidence float64 `json:"confidence"` // probability that the values are what the label says; 0 if unknown
	// About is the probability that the field is about the page's entity, and not about something else on the page
	// (neighbours, advertisements, readers); 0 if unknown, as in rows of groups.
	About float64 `json:"about,omitempty"`
}

// Group is a repeating part of a page, such as offers, reviews or chapters. Each row is a small record with
// fields of its own.
type Group struct {
	Label string `json:"label"`
	Rows  []Row  `json:"rows"`
}

// Row is the fields of one of the repeating parts.
type Row []Field

// Value is one value. Text is always set; the rest as far as it is known.
type Value struct {
	Text string `json:"text"` // as on the page, white space folded; of an image its address
	// XPath leads to the text node, element or attribute that holds the text, on the page as it was sent: elements that
	// a parser adds are not needed. It is a union (with |) if the text consists of several nodes of an element that has
	// further ones.
	XPath  string `json:"xpath,omitempty"`
	Offset int    `json:"offset,omitempty"`  // where the text begins in what XPath leads to, in characters
	PartOf string `json:"part_of,omitempty"` // of a part of a value, label of the field with the whole: "Lyon" of "Lyon, Rhône"; of a list written as one text, the field with its values
	Key    string `json:"key,omitempty"`     // where the value is in the page's embedded data, as json-ld:author.name

	Href string `json:"href,omitempty"` // of the link that the text is, absolute
	Src  string `json:"src,omitempty"`  // address of an image, absolute
	Alt  string `json:"alt,omitempty"`  // text in place of the image

	Type     Type     `json:"type,omitempty"`     // "" for text
	Number   *float64 `json:"number,omitempty"`   // in Unit or Currency, if there is one
	Unit     string   `json:"unit,omitempty"`     // of the SI: m, kg, s, kg/m³, W; other units as on the page
	Currency string   `json:"currency,omitempty"` // ISO 4217
	Date     string   `json:"date,omitempty"`     // ISO 8601: 2003-03-04, 2003-03 for a month
	Code     string   `json:"code,omitempty"`     // an ISBN in 13 digits, the digits of a telephone number
}

// Type is the meaning of a value.
type Type string

// The types of values, which those of package values and addresses are.
const (
	Text     Type = ""
	Number   Type = "number"
	Percent  Type = "percent"
	Money    Type = "money"
	Length   Type = "length"
	Mass     Type = "mass"
	Quantity Type = "quantity" // what is measured in another unit: an area, a speed, bytes
	Duration Type = "duration"
	Date     Type = "date"
	Phone    Type = "phone"
	ISBN     Type = "isbn"
	URL      Type = "url"
	Email    Type = "email"
	Image    Type = "image"
)

// All yields all fields: those of the record, then those of the groups, row by row.
func (r *Record) All(yield func(f *Field) bool) {
	for i := range r.Fields {
		if !yield(&r.Fields[i]) {
			return
		}
	}
	for g := range r.Groups {
		for _, row := range r.Groups[g].Rows {
			for i := range row {
				if !yield(&row[i]) {
					return
				}
			}
		}
	}
}

// Whole returns the record without fields of parts of values, which repeat what other fields say.
func (r *Record) Whole() *Record {
	out := *r
	out.Fields = slices.DeleteFunc(slices.Clone(r.Fields), func(f Field) bool { return len(f.Values) > 0 && f.Values[0].PartOf != "" })
	return &out
}

// Labels returns the labels of all fields, each once: those of the record, then those of the groups.
func (r *Record) Labels() []string {
	var out []string
	seen := make(map[string]bool)
	for f := range r.All {
		if !seen[f.Label] {
			seen[f.Label] = true
			out = append(out, f.Label)
		}
	}
	return out
}

// Texts returns the texts under a label, also those in rows of groups.
func (r *Record) Texts(label string) []string {
	var out []string
	for f := range r.All {
		if f.Label == label {
			out = f.appendTexts(out)
		}
	}
	return out
}

// Value returns the first text under a label, "" for none.
func (r *Record) Value(label string) string {
	for f := range r.All {
		for i := range f.Values {
			if text := f.Values[i].Text; f.Label == label && text != "" {
				return text
			}
		}
	}
	return ""
}

// ByLabel returns the texts under each label, see [Record.Texts].
func (r *Record) ByLabel() map[string][]string {
	out := make(map[string][]string)
	for f := range r.All {
		if texts := f.appendTexts(out[f.Label]); len(texts) > 0 {
			out[f.Label] = texts
		}
	}
	return out
}

func (f *Field) appendTexts(out []string) []string {
	for i := range f.Values {
		if text := f.Values[i].Text; text != "" {
			out = append(out, text)
		}
	}
	return out
}

// maxPadding is how many empty strings a column may have for each of its texts.
const maxPadding = 64

// Between separates several texts in one cell.
const Between = " | "

// Columns returns the texts under each label as columns: the n-th texts of all columns of one group are of the
// same row. A row without a text under a label has an empty string there, and several texts of a row are joined
// by [Between]. Columns with texts in very few rows, fewer than one in maxPadding, are not padded.
//
// Cost: linear in the values, padding included.
func (r *Record) Columns() map[string][]string {
	out := make(map[string][]string)
	for i := range r.Fields {
		f := &r.Fields[i]
		for k := range f.Values { // empty texts, too, so that the others keep their positions
			out[f.Label] = append(out[f.Label], f.Values[k].Text)
		}
	}
	for g := range r.Groups {
		rows := r.Groups[g].Rows
		columns, found := make(map[string][]string), make(map[string]int)
		for n, row := range rows {
			for i := range row {
				f := &row[i]
				if columns[f.Label] == nil {
					columns[f.Label] = make([]string, len(rows))
				}
				for _, text := range f.appendTexts(nil) {
					if cell := &columns[f.Label][n]; *cell == "" {
						*cell = text
						found[f.Label]++
					} else {
						*cell += Between + text
					}
				}
			}
		}
		for label, column := range columns {
			if len(column) > maxPadding*found[label] {
				column = slices.DeleteFunc(column, func(s string) bool { return s == "" })
			}
			out[label] = append(out[label], column...)
		}
	}
	return out
}

// FromTexts makes a record of bare texts by label, ordered by label.
func FromTexts(url string, texts map[string][]string) Record {
	r := Record{URL: url}
	for label, list := range texts {
		f := Field{Label: label}
		for _, text := range list {
			f.Values = append(f.Values, Value{Text: text})
		}
		r.Fields = append(r.Fields, f)
	}
	slices.SortFunc(r.Fields, func(x, y Field) int { return cmp.Compare(x.Label, y.Label) })
	return r
}

// Renamed returns r with its labels renamed. Fields that get the same name are merged in the place of the
// first, with its confidence, and with each text once; other fields keep all their values.
func (r *Record) Renamed(name func(label string) string) Record {
	out := *r
	out.Fields = renamed(r.Fields, name)
	out.Groups = slices.Clone(r.Groups)
	for g := range out.Groups {
		rows := slices.Clone(out.Groups[g].Rows)
		for n := range rows {
			rows[n] = renamed(rows[n], name)
		}
		out.Groups[g].Rows = rows
	}
	return out
}

func renamed(fields []Field, name func(string) string) []Field {
	out := make([]Field, 0, len(fields))
	at := make(map[string]int)
	for _, f := range fields {
		f.Label = name(f.Label)
		if len(f.Values) > 0 && f.Values[0].PartOf != "" {
			f.Values = slices.Clone(f.Values)
			for i := range f.Values {
				f.Values[i].PartOf = name(f.Values[i].PartOf)
			}
		}
		k, ok := at[f.Label]
		if !ok {
			at[f.Label] = len(out)
			out = append(out, f)
			continue
		}
		first := &out[k]
		first.Values = slices.Clone(first.Values)
		for _, v := range f.Values {
			if !slices.ContainsFunc(first.Values, func(w Value) bool { return w.Text == v.Text }) {
				first.Values = append(first.Values, v)
			}
		}
	}
	return out
}

// MarshalJSON writes lists in every record, empty ones too, so that each key has one type in all lines of a
// file.
func (r Record) MarshalJSON() ([]byte, error) {
	type plain Record
	p := plain(r)
	p.Fields = lists(p.Fields)
	p.Groups = slices.Clone(p.Groups)
	for g := range p.Groups {
		p.Groups[g].Rows = slices.Clone(p.Groups[g].Rows)
		for n, row := range p.Groups[g].Rows {
			p.Groups[g].Rows[n] = lists(row)
		}
	}
	if p.Groups == nil {
		p.Groups = []Group{}
	}
	return marshal(p)
}

// lists replaces missing lists by empty ones.
func lists(fields []Field) []Field {
	out := make([]Field, len(fields))
	for i, f := range fields {
		if out[i] = f; f.Values == nil {
			out[i].Values = []Value{}
		}
	}
	return out
}

// marshal is json.Marshal without escapes for HTML; the encoder around it adds them if it is set to.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return b.Bytes(), err
}
