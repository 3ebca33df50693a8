package extract

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
)

// A wrapper is written for people who read and edit it: a line a column.

// MarshalJSON writes a wrapper as [Wrapper.Text] does.
func (w *Wrapper) MarshalJSON() ([]byte, error) { return w.Text() }

// Text writes a wrapper as JSON with a line for each field and for each element of those
// that are lists of objects. Empty lists are left out.
func (w *Wrapper) Text() ([]byte, error) {
	var out bytes.Buffer
	encode := func(v any) error {
		if other, ok := v.(*Wrapper); ok {
			text, err := other.Text()
			out.Write(text)
			return err
		}
		enc := json.NewEncoder(&out)
		enc.SetEscapeHTML(false) // it is no HTML
		err := enc.Encode(v)
		out.Truncate(max(0, out.Len()-1)) // the end of the line
		return err
	}
	before := "{\n "
	of := reflect.ValueOf(w).Elem()
	for _, f := range reflect.VisibleFields(of.Type()) {
		name, option, _ := strings.Cut(f.Tag.Get("json"), ",")
		v := of.FieldByIndex(f.Index)
		if name == "" || option == "omitempty" && v.IsZero() || v.Kind() == reflect.Slice && v.Len() == 0 {
			continue
		}
		out.WriteString(before + strconv.Quote(name) + ": ")
		before = ",\n "
		if v.Kind() != reflect.Slice || v.Type().Elem().Kind() == reflect.String {
			if err := encode(v.Interface()); err != nil {
				return nil, err
			}
			continue
		}
		for i := range v.Len() {
			out.WriteString([]string{"[", ","}[min(i, 1)] + "\n  ")
			if err := encode(v.Index(i).Interface()); err != nil {
				return nil, err
			}
		}
		out.WriteString("\n ]")
	}
	out.WriteString("\n}")
	return out.Bytes(), nil
}
