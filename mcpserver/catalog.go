package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"verde/catalog"
)

func (s *server) addCatalogTools(m *mcp.Server) {
	mcp.AddTool(m, tool("list_runs", "List the runs that there are, each a catalog of things of one kind.", true), s.listRuns)
	mcp.AddTool(m, tool("explore_result", "Tell what a run has found: its sites with their evidence, and how many records and entities they gave. query_catalog has the entities.", true), s.result)
	mcp.AddTool(m, tool("query_catalog", `Look things up in the catalog of a run: by words, by exact values of attributes, sorted. Each is an entity, put together
of what several sites say. Without any condition it gives all, and the attributes that there are.`, true), s.query)
	mcp.AddTool(m, tool("show_entity", "Show one entity of a run's catalog with every claim of every site: its value as written, the page, and how sure it is.", true), s.show)
}

// plainName is what a run may be called here: no path, and no file that is hidden.
var plainName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

const catalogFile = "catalog.sqlite"

// ListInput is what list_runs is asked.
type ListInput struct {
	Offset int `json:"offset,omitempty" jsonschema:"where in the list to begin"`
	Limit  int `json:"limit,omitempty" jsonschema:"runs in the answer; default 50, at most 500"`
}

// ListOutput is what list_runs answers.
type ListOutput struct {
	Part
	Runs []RunLine `json:"runs"`
}

func (s *server) listRuns(ctx context.Context, _ *mcp.CallToolRequest, in ListInput) (*mcp.CallToolResult, *ListOutput, error) {
	names, err := s.names()
	if err != nil {
		return nil, nil, err
	}
	offset := min(max(in.Offset, 0), len(names))
	var lines []RunLine
	for _, name := range names[offset:min(len(names), offset+limitOf(in.Limit))] {
		line, err := s.lineOf(ctx, name)
		if ctx.Err() != nil {
			return nil, nil, context.Cause(ctx)
		}
		if err != nil { // one that is damaged does not hide the others
			line.Error = quote(err.Error())
		}
		lines = append(lines, line)
	}
	out := new(ListOutput)
	out.Runs, out.Part = fit(lines, in.Limit, out)
	out.place(offset, len(names))
	return nil, out, nil
}

// QueryInput is what query_catalog is asked.
type QueryInput struct {
	Run        string            `json:"run" jsonschema:"name of the run"`
	Text       string            `json:"text,omitempty" jsonschema:"words that the values have, all of them; the last may be the beginning of one"`
	Where      map[string]string `json:"where,omitempty" jsonschema:"values by attribute, exactly as the catalog has them"`
	Sort       string            `json:"sort,omitempty" jsonschema:"attribute to sort by"`
	Descending bool              `json:"descending,omitempty" jsonschema:"the greatest first"`
	Columns    []string          `json:"columns,omitempty" jsonschema:"attributes to give; default those that most entities have"`
	Offset     int               `json:"offset,omitempty" jsonschema:"where in the list to begin: next of an earlier answer"`
	Limit      int               `json:"limit,omitempty" jsonschema:"entities in the answer; default 50, at most 500"`
}

// QueryOutput is what query_catalog answers.
type QueryOutput struct {
	Part
	Entities   []Entity    `json:"entities"`
	Attributes []Attribute `json:"attributes" jsonschema:"attributes that entities have, those of most entities first"`
}

// Entity is one in a list.
type Entity struct {
	ID     string              `json:"id"`
	P      float64             `json:"p" jsonschema:"probability that all its records are about one thing"`
	Sites  int                 `json:"sites" jsonschema:"sites that say something of it"`
	Values map[string][]string `json:"values"`
}

// Attribute is one with how far it reaches.
type Attribute struct {
	Name     string `json:"name"`
	Kind     string `json:"kind"`
	Entities int    `json:"entities"`
}

// Bounds of attributes in an answer.
const (
	maxAttributes = 60
	fewColumns    = 10
)

func (s *server) query(ctx context.Context, _ *mcp.CallToolRequest, in QueryInput) (*mcp.CallToolResult, *QueryOutput, error) {
	out := &QueryOutput{Entities: []Entity{}, Attributes: []Attribute{}}
	err := s.in(ctx, in.Run, func(c *catalog.Catalog) error {
		if _, made, err := c.Integrated(ctx); err != nil {
			return err
		} else if !made {
			return fmt.Errorf("run %s has no entities yet: they are made at the end of its first round", in.Run)
		}
		attributes, err := c.EntityAttributes(ctx)
		if err != nil {
			return err
		}
		var told []Attribute
		for _, a := range attributes {
			told = append(told, Attribute{quote(a.Name), a.Kind, a.Entities})
		}
		out.Attributes = within(told, maxAttributes, maxValues)
		if err := in.check(attributes); err != nil {
			return err
		}
		b := catalog.Browse{Text: in.Text, Where: in.Where, Sort: in.Sort, Descending: in.Descending, Columns: in.Columns, Offset: max(in.Offset, 0), Limit: limitOf(in.Limit)}
		found, err := c.Browse(ctx, b)
		if err != nil {
			return err
		}
		entities := make([]Entity, len(found.Rows))
		for i, r := range found.Rows {
			entities[i] = Entity{ID: r.ID, P: r.P, Sites: r.Sites, Values: quoted(r.Values)}
		}
		out.Entities, out.Part = fit(entities, b.Limit, out)
		out.place(b.Offset, found.All)
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	return nil, out, nil
}

// check holds what is asked against the attributes that there are, of which answers have
// quotations, and fills in the columns.
func (in *QueryInput) check(attributes []catalog.AttributeCount) error {
	names, written := make([]string, len(attributes)), make(map[string]string)
	for i, a := range slices.Backward(attributes) { // of those quoted alike the one that most entities have
		names[i] = a.Name
		written[quote(a.Name)] = a.Name
	}
	for _, name := range names {
		written[name] = name
	}
	find := func(name string) (string, error) {
		if as, ok := written[name]; ok {
			return as, nil
		}
		return "", fmt.Errorf("there is no attribute %q; there are %s", quote(name), strings.Join(quotes(names), ", "))
	}
	var err error
	if in.Sort != "" {
		if in.Sort, err = find(in.Sort); err != nil {
			return err
		}
	}
	for i, name := range in.Columns {
		if in.Columns[i], err = find(name); err != nil {
			return err
		}
	}
	where := make(map[string]string, len(in.Where))
	for name, value := range in.Where {
		if name, err = find(name); err != nil {
			return err
		}
		where[name] = value
	}
	in.Where = where
	if len(in.Columns) == 0 {
		in.Columns = names[:min(len(names), fewColumns)]
	}
	return nil
}

// ShowInput is what show_entity is asked.
type ShowInput struct {
	Run    string `json:"run" jsonschema:"name of the run"`
	Name   string `json:"name" jsonschema:"ID of the entity, what it is called, or the address of a page about it"`
	Offset int    `json:"offset,omitempty" jsonschema:"where in its claims to begin: next of an earlier answer"`
	Limit  int    `json:"limit,omitempty" jsonschema:"claims in the answer; default 50, at most 500"`
}

// ShowOutput is what show_entity answers.
type ShowOutput struct {
	Part
	ID      string              `json:"id"`
	P       float64             `json:"p" jsonschema:"probability that all its records are about one thing"`
	Sites   []string            `json:"sites"`
	Records []string            `json:"records" jsonschema:"addresses of the pages about it"`
	Values  map[string][]string `json:"values" jsonschema:"what holds of it, by attribute"`
	Claims  []Claim             `json:"claims"`
	Others  []string            `json:"others,omitempty" jsonschema:"IDs of further entities that the name fits"`
}

// Claim is what one page says of an entity.
type Claim struct {
	Attribute string  `json:"attribute"`
	Value     string  `json:"value"`
	Written   string  `json:"written,omitempty" jsonschema:"as the page has it, where that is something else"`
	Site      string  `json:"site"`
	URL       string  `json:"url"`
	P         float64 `json:"p" jsonschema:"probability that it holds"`
	Holds     bool    `json:"holds" jsonschema:"it is among the values"`
}

// maxOthers bounds the entities that a name fits besides.
const maxOthers = 20

func (s *server) show(ctx context.Context, _ *mcp.CallToolRequest, in ShowInput) (*mcp.CallToolResult, *ShowOutput, error) {
	if strings.TrimSpace(in.Name) == "" {
		return nil, nil, errors.New("name is empty: give an ID, what the entity is called, or the address of a page about it")
	}
	var found []catalog.Shown
	err := s.in(ctx, in.Run, func(c *catalog.Catalog) (err error) {
		found, _, err = c.Show(ctx, in.Name, 1+maxOthers)
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	if len(found) == 0 {
		return nil, nil, fmt.Errorf("no entity of run %s is called %q; query_catalog finds entities by words", in.Run, quote(in.Name))
	}
	e := found[0]
	out := &ShowOutput{ID: e.ID, P: e.P, Sites: quotes(e.Sites), Records: quotes(e.URLs), Values: quoted(e.Values)}
	claims := make([]Claim, len(e.Claims))
	for i, c := range e.Claims {
		claims[i] = Claim{Attribute: quote(c.Attribute), Value: quote(c.Value), Site: quote(c.Site), URL: quote(c.URL), P: c.P, Holds: c.Chosen}
		if c.Written != c.Value {
			claims[i].Written = quote(c.Written)
		}
	}
	for _, other := range found[1:] {
		out.Others = append(out.Others, other.ID)
	}
	out.Claims, out.Part = partOf(claims, in.Offset, in.Limit, out)
	return nil, out, nil
}
