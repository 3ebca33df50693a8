package serve

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"path"
	"strings"

	"verde/catalog"
	"verde/record"
)

// besideName is how many values are shown beside the name of a folded entity.
const besideName = 3

// writtenAtOnce bounds the entities that are held in memory.
const writtenAtOnce = 500

// WriteCatalog writes the entities of a catalog as one HTML page that needs no server
// and no script: all entities in the order of their names, each opening to its values
// and pages. Cost: linear in the values.
func WriteCatalog(ctx context.Context, c *catalog.Catalog, title string, out io.Writer) error {
	pages, err := template.New("").Funcs(functions).ParseFS(templateFiles, path.Join("templates", "catalog.html"))
	if err != nil {
		return err
	}
	style, err := staticFiles.ReadFile("static/verde.css")
	if err != nil {
		return err
	}
	attributes, err := c.EntityAttributes(ctx)
	if err != nil {
		return err
	}
	stats, err := c.Stats(ctx)
	if err != nil {
		return err
	}
	every, err := c.Browse(ctx, catalog.Browse{})
	if err != nil {
		return err
	}
	sum := sha256.Sum256(style)
	w := bufio.NewWriter(out)
	err = pages.ExecuteTemplate(w, "head", map[string]any{"Title": title, "Style": template.CSS(style), "Attributes": attributes, "All": every.All, "Sites": stats.Sources[catalog.Expanded],
		"Policy": "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; base-uri 'none'; form-action 'none'"})
	if err != nil {
		return err
	}
	b := catalog.Browse{Limit: writtenAtOnce}
	if len(attributes) > 0 {
		b.Sort = attributes[0].Name
	}
	for ; b.Offset < every.All; b.Offset += writtenAtOnce {
		if b.After, err = writeEntities(ctx, c, b, attributes, pages, w); err != nil {
			return err
		}
	}
	if err := pages.ExecuteTemplate(w, "foot", nil); err != nil {
		return err
	}
	return w.Flush()
}

// singleEntity is an entity on the one page.
type singleEntity struct {
	Line   catalog.EntityLine
	Name   string
	Beside []string // values that are shown while it is folded
	Values []namedValues
}

type namedValues struct {
	Name   string
	Values []string
}

// writeEntities writes some entities and gives the last one.
func writeEntities(ctx context.Context, c *catalog.Catalog, b catalog.Browse, attributes []catalog.AttributeCount, pages *template.Template, w io.Writer) (last string, err error) {
	found, err := c.Browse(ctx, b)
	if err != nil {
		return "", err
	}
	ids := make([]string, len(found.Rows))
	for i, r := range found.Rows {
		ids[i], last = r.ID, r.ID
	}
	lines, err := c.Lines(ctx, ids...)
	if err != nil {
		return "", err
	}
	for _, line := range lines {
		e := singleEntity{Line: line, Name: line.ID}
		for i, a := range attributes {
			values := line.Values[a.Name]
			switch {
			case len(values) == 0:
				continue
			case i == 0:
				e.Name = strings.Join(values, record.Between)
			case len(e.Beside) < besideName:
				e.Beside = append(e.Beside, strings.Join(values, record.Between))
			}
			e.Values = append(e.Values, namedValues{a.Name, values})
		}
		if err := pages.ExecuteTemplate(w, "entity", e); err != nil {
			return "", fmt.Errorf("entity %s: %w", line.ID, err)
		}
	}
	return last, nil
}
