package service

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/theory/jsonpath"
	"github.com/theory/jsonpath/spec"
	"go.yaml.in/yaml/v3"

	"verde/search"
)

// Paths are JSONPaths of which the first that leads to something counts. In a file they
// are a text or a list of texts.
type Paths []*jsonpath.Path

// maxPath bounds a path, in bytes, and costly how often it may have what multiplies the
// nodes that it visits: ".." and filters, each of which may visit all of an answer for
// each node, and the commas between selectors, which may select a node again. What ships
// has one of each at most, but for the names of fields.
const maxPath = 500

var costly = []struct {
	part string
	most int
}{{"..", 1}, {"?", 2}, {",", 8}}

func isCostly(path string) bool {
	for _, c := range costly {
		if strings.Count(path, c.part) > c.most {
			return true
		}
	}
	return len(path) > maxPath
}

// UnmarshalYAML implements [yaml.Unmarshaler].
func (p *Paths) UnmarshalYAML(n *yaml.Node) error {
	list := []*yaml.Node{n}
	if n.Kind == yaml.SequenceNode {
		list = n.Content
	}
	for _, item := range list {
		if item.Kind != yaml.ScalarNode || item.Tag == "!!null" {
			return fmt.Errorf("line %d: a JSONPath is a text, as $.results[*]", item.Line)
		}
		if isCostly(item.Value) {
			return fmt.Errorf("line %d: a JSONPath has at most %d bytes, one \"..\", two filters and eight commas", item.Line, maxPath)
		}
		path, err := jsonpath.Parse(item.Value)
		if err != nil {
			return fmt.Errorf("line %d: %.80q is no JSONPath: %w", item.Line, item.Value, err)
		}
		*p = append(*p, path)
	}
	return nil
}

// nodes gives what a path leads to, in the order of its place: members of objects have
// none of their own, and would come in another order each time.
func nodes(path *jsonpath.Path, value any) iter.Seq[any] {
	if path.Query().Singular() != nil {
		return slices.Values([]any(path.Select(value)))
	}
	located := path.SelectLocated(value)
	located.Sort()
	return located.Nodes()
}

// all gives what the first path leads to that leads to anything but null.
func (p Paths) all(value any) []any {
	for _, path := range p {
		var out []any
		for v := range nodes(path, value) {
			if v != nil {
				out = append(out, v)
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

// text gives the first text that a path leads to, "" for none.
func (p Paths) text(value any) string {
	for _, path := range p {
		for v := range nodes(path, value) {
			if text := textOf(v); text != "" {
				return text
			}
		}
	}
	return ""
}

// textOf is a text, or the first one of a list.
func textOf(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case []any:
		for _, item := range v {
			if text, ok := item.(string); ok && text != "" {
				return text
			}
		}
	}
	return ""
}

// token is a text or number.
func token(v any) string {
	if n, ok := v.(float64); ok {
		return strconv.FormatFloat(n, 'f', -1, 64)
	}
	return textOf(v)
}

// says reports whether a value says yes: whether it is there, and not false, 0 or empty.
func says(v any) bool {
	switch v := v.(type) {
	case nil:
		return false
	case bool:
		return v
	case float64:
		return v != 0
	case string:
		return v != ""
	case []any:
		return len(v) > 0
	case map[string]any:
		return len(v) > 0
	}
	return true
}

// any reports whether a path leads to a value that says yes.
func (p Paths) any(value any) bool {
	for _, v := range p.all(value) {
		if says(v) {
			return true
		}
	}
	return false
}

// told gives what all paths lead to in words: a text, or the texts of a list, as it is;
// what is true, or a number over 0, by its name.
func (p Paths) told(value any) (out []string) {
	for _, path := range p {
		for _, node := range path.SelectLocated(value) {
			switch v := node.Node.(type) {
			case string:
				out = append(out, search.Clip(v))
			case []any:
				var parts []string
				for _, item := range v {
					if text, ok := item.(string); ok {
						parts = append(parts, text)
					}
				}
				out = append(out, search.Clip(strings.Join(parts, ": ")))
			case bool:
				if v {
					out = append(out, search.Clip(named(node)))
				}
			case float64:
				if v > 0 {
					out = append(out, search.Clip(named(node)+": "+token(v)))
				}
			}
		}
	}
	return out
}

// named is where a value stands, as "_shards.failed".
func named(node *spec.LocatedNode) string {
	return strings.NewReplacer("$['", "", "']['", ".", "']", "").Replace(node.Path.String())
}
