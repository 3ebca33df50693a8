package serve

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"

	"verde/catalog"
	"verde/internal/cluster"
	"verde/record"
)

// schemas are what the API answers with, by the names that its description has for them.
var schemas = map[string]reflect.Type{
	"Run":        reflect.TypeFor[apiRun](),
	"NotShown":   reflect.TypeFor[apiNotShown](),
	"Source":     reflect.TypeFor[catalog.Source](),
	"Attribute":  reflect.TypeFor[catalog.AttributeCount](),
	"EntityList": reflect.TypeFor[apiEntityList](),
	"LossList":   reflect.TypeFor[apiLossList](),
	"Entity":     reflect.TypeFor[catalog.Shown](),
	"Record":     reflect.TypeFor[record.Record](),
	"Fragment":   reflect.TypeFor[apiLabel](),
	"Watch":      reflect.TypeFor[watching](),
	"Machines":   reflect.TypeFor[cluster.Overview](),
	"Error":      reflect.TypeFor[apiError](),
}

// answers are the schemas of the answers to GET, by address; "[]" marks a list. The answer to
// a POST is the run.
var answers = map[string]string{
	"/api/v1/runs":                     "[]Run",
	"/api/v1/runs/{run}":               "Run",
	"/api/v1/runs/{run}/sources":       "[]Source",
	"/api/v1/runs/{run}/attributes":    "[]Attribute",
	"/api/v1/runs/{run}/entities":      "EntityList",
	"/api/v1/runs/{run}/entities/{id}": "Entity",
	"/api/v1/runs/{run}/records":       "[]Record",
	"/api/v1/runs/{run}/lost":          "LossList",
	"/api/v1/runs/{run}/labels":        "Fragment",
	"/api/v1/runs/{run}/watch":         "Watch",
	"/api/v1/machines":                 "Machines",
}

// unusual are the schemas of types for which there are none otherwise.
var unusual = map[reflect.Type]*jsonschema.Schema{
	reflect.TypeFor[json.RawMessage](): {},
	reflect.TypeFor[map[int]int]():     {Type: "object", AdditionalProperties: &jsonschema.Schema{Type: "integer"}},
}

// object is a JSON object.
type object = map[string]any

// description is the OpenAPI description: the addresses are written by hand, the schemas of
// answers are made from the Go types.
var description = sync.OnceValues(func() ([]byte, error) {
	text, err := staticFiles.ReadFile("static/openapi.json")
	if err != nil {
		return nil, err
	}
	var d struct {
		OpenAPI    string            `json:"openapi"`
		Info       object            `json:"info"`
		Paths      map[string]object `json:"paths"`
		Components map[string]object `json:"components"`
	}
	if err := json.Unmarshal(text, &d); err != nil {
		return nil, err
	}
	for path, operations := range d.Paths {
		for method, operation := range operations {
			name := "Run"
			if method == "get" {
				name = answers[path]
			}
			of, ok := operation.(object)
			if !ok {
				continue // parameters of the address
			}
			for status, response := range of["responses"].(object) {
				of := name
				if status != "200" {
					of = "Error"
				}
				response.(object)["content"] = object{"application/json": object{"schema": refer(of)}}
			}
		}
	}
	made := make(object)
	for name, t := range schemas {
		s, err := jsonschema.ForType(t, &jsonschema.ForOptions{TypeSchemas: unusual})
		if err != nil {
			return nil, fmt.Errorf("schema %s: %w", name, err)
		}
		text, err := json.Marshal(s)
		if err != nil {
			return nil, err
		}
		var schema any
		if err := json.Unmarshal(text, &schema); err != nil {
			return nil, err
		}
		open(schema)
		made[name] = schema
	}
	d.Components["schemas"] = made
	return json.MarshalIndent(d, "", " ")
})

// refer is a schema that names another one.
func refer(name string) object {
	if of, ok := strings.CutPrefix(name, "[]"); ok {
		items := refer(of)
		if of == "Run" {
			items = object{"anyOf": []any{items, refer("NotShown")}}
		}
		return object{"type": "array", "items": items}
	}
	return object{"$ref": "#/components/schemas/" + name}
}

// open changes a schema so that objects may have further fields, since new ones may be
// added, and maps may be null, as Go encodes nil maps.
func open(schema any) {
	switch s := schema.(type) {
	case []any:
		for _, v := range s {
			open(v)
		}
	case object:
		switch s["additionalProperties"].(type) {
		case bool:
			delete(s, "additionalProperties")
		case object:
			s["type"] = []any{"null", "object"}
		}
		for _, v := range s {
			open(v)
		}
	}
}

// describe answers with the description.
func describe(w http.ResponseWriter, _ *http.Request) {
	text, err := description()
	if err != nil {
		panic(err) // of the types of this program alone: a test makes it
	}
	w.Header().Set("Content-Type", "application/json")
	w.Write(text)
}
