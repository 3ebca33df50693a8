package serve

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
)

// Every answer is what the description says of it.
func TestDescription(t *testing.T) {
	t.Parallel()
	s, _ := steered(t)
	run := s.all()[0]
	judged(t, run)
	gone, err := s.open(t.Context(), shelf(t)) // of a run that can't be shown there are other fields
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(gone.Dir, "catalog.sqlite")); err != nil {
		t.Fatal(err)
	}
	var list apiEntityList
	if err := json.Unmarshal(get(s, "/api/v1"+base+"entities").Body.Bytes(), &list); err != nil || len(list.Entities) == 0 {
		t.Fatalf("entities: %v", err)
	}
	type content map[string]struct {
		Schema map[string]any `json:"schema"`
	}
	var d struct {
		Paths map[string]struct {
			Get, Post *struct {
				Responses map[string]struct {
					Content content `json:"content"`
				} `json:"responses"`
			}
		} `json:"paths"`
		Components struct {
			Schemas map[string]any `json:"schemas"`
		} `json:"components"`
	}
	text := strings.ReplaceAll(get(s, "/api/v1/openapi.json").Body.String(), "#/components/schemas/", "#/$defs/")
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		t.Fatal(err)
	}
	conforms := func(what string, schema map[string]any, answer []byte) {
		t.Helper()
		if schema == nil {
			t.Errorf("%s: it is not said what it answers", what)
			return
		}
		schema["$defs"] = d.Components.Schemas
		text, err := json.Marshal(schema)
		if err != nil {
			t.Fatal(err)
		}
		var of jsonschema.Schema
		if err := json.Unmarshal(text, &of); err != nil {
			t.Fatal(err)
		}
		resolved, err := of.Resolve(nil)
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		var v any
		if err := json.Unmarshal(answer, &v); err != nil {
			t.Fatal(err)
		}
		if err := resolved.Validate(v); err != nil {
			t.Errorf("%s: %v in %.500s", what, err, answer)
		}
	}
	for path, operations := range d.Paths {
		at := strings.NewReplacer("{run}", "books%20&%20more", "{id}", list.Entities[0].ID, "{site}", "b.example").Replace(path)
		if of := operations.Get; of != nil {
			w := get(s, at+"?url=http://a.example/0")
			if w.Code != http.StatusOK {
				t.Errorf("%s: %d %s", at, w.Code, w.Body)
			}
			conforms(path, of.Responses["200"].Content["application/json"].Schema, w.Body.Bytes())
		}
		if of := operations.Post; of != nil && path != "/api/v1/runs" {
			w := say(s, at, map[string]string{"what": "nothing"})
			if w.Code == http.StatusOK {
				conforms(path, of.Responses["200"].Content["application/json"].Schema, w.Body.Bytes())
			} else {
				conforms(path, of.Responses["400"].Content["application/json"].Schema, w.Body.Bytes())
			}
		}
	}
}
