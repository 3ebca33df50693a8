package catalog

import (
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go"

	"verde/record"
	"verde/values"
)

// EntityLine is an entity as it is exported.
type EntityLine struct {
	ID     string              `json:"id"`
	P      float64             `json:"p"` // probability of the least certain record
	Sites  []string            `json:"sites"`
	URLs   []string            `json:"records"`
	Values map[string][]string `json:"values"` // that hold, by attribute
}

// ClaimLine is what one record says of an entity, and whether it holds.
type ClaimLine struct {
	Entity    string  `json:"entity" parquet:"entity,dict"`
	Attribute string  `json:"attribute" parquet:"attribute,dict"`
	Value     string  `json:"value" parquet:"value"`
	Written   string  `json:"written" parquet:"written"` // as the site has it
	Site      string  `json:"site" parquet:"site,dict"`  // "" for a list that was given
	URL       string  `json:"url" parquet:"url"`
	Label     string  `json:"label" parquet:"label,dict"`
	XPath     string  `json:"xpath" parquet:"xpath"`
	FetchedAt string  `json:"fetched_at" parquet:"fetched_at"`
	P         float64 `json:"p" parquet:"p"`           // that the value holds
	Chosen    bool    `json:"chosen" parquet:"chosen"` // the view "best" shows it
}

// entityParquet is a row of entities in Parquet: the values of an entity under one attribute. With a column for
// each attribute, each catalog would have another schema.
type entityParquet struct {
	Entity    string   `parquet:"entity,dict"`
	P         float64  `parquet:"p"`
	Attribute string   `parquet:"attribute,dict"`
	Value     []string `parquet:"value,list"`
	Sites     []string `parquet:"sites,list"`
	Records   []string `parquet:"records,list"`
}

// exportOrder returns the attributes in the order of exports: the one that names entities first, then by how many
// entities have them. The name is the text attribute with most different values, of several sites if there is one.
func exportOrder(ctx context.Context, tx *txn) ([]string, error) {
	type attribute struct {
		name            string
		text, several   bool // several sites have it
		n, has, differs int
	}
	scan := func(row scanner) (a attribute, err error) {
		return a, row.Scan(&a.name, &a.text, &a.several, &a.n, &a.has, &a.differs)
	}
	const all = `SELECT name, kind = 'text', sites > 1, n, coalesce(entities, 0), coalesce("distinct", 0) FROM attributes LEFT JOIN attribute_reach ON attribute = name`
	var list []attribute
	for a, err := range each(ctx, tx, scan, all) {
		if err != nil {
			return nil, err
		}
		list = append(list, a)
	}
	slices.SortFunc(list, func(a, b attribute) int { return cmp.Or(cmp.Compare(b.has, a.has), cmp.Compare(a.n, b.n)) })
	top := -1
	for i, a := range list {
		if a.text && (top < 0 || a.several && !list[top].several || a.several == list[top].several && a.differs > list[top].differs) {
			top = i
		}
	}
	var out []string
	if top >= 0 {
		out = append(out, list[top].name)
	}
	for i, a := range list {
		if i != top {
			out = append(out, a.name)
		}
	}
	return out, nil
}

// entityLines calls yield for each entity, by ID.
func entityLines(ctx context.Context, tx *txn, where string, args []any, yield func(*EntityLine) error) error {
	scan := func(row scanner) (e EntityLine, err error) {
		var sites, urls, held string
		if err := row.Scan(&e.ID, &e.P, &sites, &urls, &held); err != nil {
			return e, err
		}
		var pairs [][2]string
		err = errors.Join(json.Unmarshal([]byte(sites), &e.Sites), json.Unmarshal([]byte(urls), &e.URLs), json.Unmarshal([]byte(held), &pairs))
		if err != nil {
			return e, err
		}
		e.Values = make(map[string][]string)
		for _, p := range pairs {
			e.Values[p[0]] = append(e.Values[p[0]], p[1])
		}
		return e, nil
	}
	list := func(of string) string { return fmt.Sprintf(tx.jsonArrayAgg, of) }
	query := `SELECT id, p,
		(SELECT ` + list("site") + ` FROM (SELECT DISTINCT site FROM entity_records r WHERE r.entity = e.id AND site <> '` + ListSite + `' ORDER BY site) s),
		(SELECT ` + list("url") + ` FROM (SELECT url FROM entity_records r WHERE r.entity = e.id AND site <> '` + ListSite + `' ORDER BY site, url) u),
		(SELECT ` + list(tx.jsonArray+"(attribute, value)") + ` FROM (SELECT attribute, value FROM fused f WHERE f.entity = e.id AND chosen ORDER BY attribute, n) v)
		FROM entities e ` + where + ` ORDER BY id`
	for e, err := range each(ctx, tx, scan, query, args...) {
		if err == nil {
			err = yield(&e)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// claimLines calls yield for each claim.
func claimLines(ctx context.Context, tx *txn, where string, args []any, yield func(*ClaimLine) error) error {
	scan := func(row scanner) (c ClaimLine, err error) {
		return c, row.Scan(&c.Entity, &c.Attribute, &c.Value, &c.Written, &c.Site, &c.URL, &c.Label, &c.P, &c.Chosen, &c.XPath, &c.FetchedAt)
	}
	query := `SELECT c.entity, c.attribute, c.value, c.written, c.site, c.url, c.label, u.p, u.chosen,
			coalesce((SELECT v.value ->> 'xpath' FROM records r JOIN fields f ON f.record = r.id, ` + fmt.Sprintf(tx.jsonElements, "f.body") + `
				WHERE r.site = c.site AND r.url = c.url AND f.label = c.label AND v.value ->> 'text' = c.written LIMIT 1), ''),
			coalesce((SELECT fetched_at FROM records r WHERE r.site = c.site AND r.url = c.url), '')
		FROM claims c JOIN fused u USING (entity, attribute, n) ` + where + ` ORDER BY c.entity, c.attribute, c.n, c.m`
	for c, err := range each(ctx, tx, scan, query, args...) {
		if c.Site == ListSite {
			c.Site, c.URL = "", ""
		}
		if err == nil {
			err = yield(&c)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// exportEntities writes entities or claims in any format.
func exportEntities(ctx context.Context, w io.Writer, tx *txn, opt ExportOptions) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	switch opt.What + " " + opt.Format {
	case "claims jsonl", "claims ":
		return claimLines(ctx, tx, "", nil, func(c *ClaimLine) error { return e.Encode(c) })
	case "claims csv":
		return claimsCSV(ctx, csvTable{csv.NewWriter(w), opt.Formulas}, tx)
	case "claims parquet":
		p := parquet.NewGenericWriter[ClaimLine](w, parquet.Compression(&parquet.Zstd))
		err := claimLines(ctx, tx, "", nil, func(c *ClaimLine) error {
			_, err := p.Write([]ClaimLine{*c})
			return err
		})
		if err != nil {
			return err
		}
		return p.Close()
	case "entities jsonl", "entities ":
		return entityLines(ctx, tx, "", nil, func(l *EntityLine) error { return e.Encode(l) })
	case "entities csv":
		return entitiesCSV(ctx, csvTable{csv.NewWriter(w), opt.Formulas}, tx)
	case "entities parquet":
		return entitiesParquet(ctx, w, tx)
	case "entities jsonld":
		name := ""
		if names, err := exportOrder(ctx, tx); err != nil {
			return err
		} else if len(names) > 0 {
			name = names[0]
		}
		return entityLines(ctx, tx, "", nil, func(l *EntityLine) error { return e.Encode(jsonLD(l, name)) })
	}
	return fmt.Errorf("%s have no format %q", opt.What, opt.Format)
}

func claimsCSV(ctx context.Context, out csvTable, tx *txn) error {
	out.row("entity", "attribute", "value", "written", "site", "url", "label", "xpath", "fetched_at", "p", "chosen")
	err := claimLines(ctx, tx, "", nil, func(c *ClaimLine) error {
		out.row(c.Entity, c.Attribute, c.Value, c.Written, c.Site, c.URL, c.Label, c.XPath, c.FetchedAt, number(c.P), fmt.Sprint(c.Chosen))
		return nil
	})
	out.Flush()
	if err == nil {
		err = out.Error()
	}
	return err
}

// entitiesCSV writes a row for each entity: its attributes in the order of exports, then its ID, probability and
// sources.
func entitiesCSV(ctx context.Context, out csvTable, tx *txn) error {
	names, err := exportOrder(ctx, tx)
	if err != nil {
		return err
	}
	own := []string{"entity", "p", "sites", "records"}
	head := slices.Clone(names)
	for i, n := range head {
		if slices.Contains(own, n) {
			head[i] = n + " 2"
		}
	}
	out.row(append(head, own...)...)
	err = entityLines(ctx, tx, "", nil, func(l *EntityLine) error {
		var cells []string
		for _, n := range names {
			cells = append(cells, strings.Join(l.Values[n], record.Between))
		}
		out.row(append(cells, l.ID, number(l.P), strings.Join(l.Sites, record.Between), strings.Join(l.URLs, record.Between))...)
		return nil
	})
	out.Flush()
	if err == nil {
		err = out.Error()
	}
	return err
}

func entitiesParquet(ctx context.Context, w io.Writer, tx *txn) error {
	p := parquet.NewGenericWriter[entityParquet](w, parquet.Compression(&parquet.Zstd))
	err := entityLines(ctx, tx, "", nil, func(l *EntityLine) error {
		var rows []entityParquet
		for name, held := range l.Values {
			rows = append(rows, entityParquet{l.ID, l.P, name, held, l.Sites, l.URLs})
		}
		slices.SortFunc(rows, func(a, b entityParquet) int { return strings.Compare(a.Attribute, b.Attribute) })
		_, err := p.Write(rows)
		return err
	})
	if err != nil {
		return err
	}
	return p.Close()
}

// schemaOrg maps folded names that sites use to properties of schema.org. Other attributes become an
// additionalProperty.
var schemaOrg = map[string]string{
	"title": "name", "name": "name", "author": "author", "authors": "author", "isbn": "isbn", "isbn 13": "isbn", "isbn13": "isbn", "isbn_13": "isbn",
	"publisher": "publisher", "publication date": "datePublished", "date published": "datePublished", "published": "datePublished",
	"description": "description", "genre": "genre", "director": "director", "directed by": "director", "language": "inLanguage",
	"pages": "numberOfPages", "format": "bookFormat", "brand": "brand", "manufacturer": "manufacturer", "model": "model",
	"height": "height", "weight": "weight", "phone": "telephone", "telephone": "telephone", "address": "address", "cuisine": "servesCuisine",
}

// schemaType maps properties to the only type that has them.
var schemaType = map[string]string{"isbn": "Book", "numberOfPages": "Book", "bookFormat": "Book", "director": "Movie", "servesCuisine": "Restaurant"}

// jsonLD is an entity as JSON-LD with the terms of schema.org.
func jsonLD(l *EntityLine, name string) map[string]any {
	out := map[string]any{"@context": "https://schema.org", "@id": "urn:verde:" + l.ID, "@type": "Thing", "sameAs": l.URLs}
	var more []map[string]any
	names := make([]string, 0, len(l.Values))
	for n := range l.Values {
		names = append(names, n)
	}
	slices.Sort(names)
	for _, n := range names {
		var value any = l.Values[n]
		if len(l.Values[n]) == 1 {
			value = l.Values[n][0]
		}
		property := schemaOrg[values.Fold(n)]
		if n == name {
			property = "name"
		} else if property == "name" && len(l.Values[name]) > 0 {
			property = "" // the entity has a name
		}
		if _, taken := out[property]; property == "" || taken {
			more = append(more, map[string]any{"@type": "PropertyValue", "name": n, "value": value})
			continue
		}
		out[property] = value
		if t := schemaType[property]; t != "" {
			out["@type"] = t
		}
	}
	if len(more) > 0 {
		out["additionalProperty"] = more
	}
	return out
}

// Shown is an entity with all claims about it.
type Shown struct {
	EntityLine
	Claims []ClaimLine `json:"claims"`
}

// Show returns at most most entities that a text names, and how many there are. The text may be an ID or a
// redirected one, the URL of a record, or, folded, a name, a name as a site writes it, or else any other value.
func (c *Catalog) Show(ctx context.Context, name string, most int) (out []Shown, all int, err error) {
	err = c.read(ctx, func(tx *txn) error {
		ids, err := findByName(ctx, tx, name)
		if err != nil {
			return err
		}
		all = len(ids)
		for _, id := range ids[:min(len(ids), most)] {
			var s Shown
			err := entityLines(ctx, tx, "WHERE id = $1", []any{id}, func(l *EntityLine) error { s.EntityLine = *l; return nil })
			if err == nil {
				err = claimLines(ctx, tx, "WHERE c.entity = $1", []any{id}, func(c *ClaimLine) error { s.Claims = append(s.Claims, *c); return nil })
			}
			if err != nil {
				return err
			}
			out = append(out, s)
		}
		return nil
	})
	if err != nil {
		return nil, 0, fmt.Errorf("looking for %s: %w", name, err)
	}
	return out, all, nil
}

// findByName returns the IDs of the entities that a text names.
func findByName(ctx context.Context, tx *txn, name string) ([]string, error) {
	scan := func(row scanner) (v [2]string, err error) { return v, row.Scan(&v[0], &v[1]) }
	const exact = `SELECT id, '' FROM entities WHERE id = $1 UNION SELECT r.id, '' FROM entity_redirects r JOIN entities USING (id) WHERE old = $1 UNION SELECT entity, '' FROM entity_records WHERE url = $1`
	var out []string
	for v, err := range each(ctx, tx, scan, exact, name) {
		if err != nil {
			return nil, err
		}
		out = append(out, v[0])
	}
	folded := values.Fold(name)
	if len(out) > 0 || folded == "" {
		return out, nil
	}
	names, err := exportOrder(ctx, tx)
	if err != nil {
		return nil, err
	}
	// Names as they are compared come before names as sites write them, which may have a word that all names of the site
	// share; other values, such as an author, come last.
	for _, query := range []string{
		"SELECT entity, value FROM fused WHERE chosen AND attribute = $1",
		"SELECT entity, written FROM claims WHERE attribute = $1",
		"SELECT entity, value FROM fused WHERE chosen AND attribute <> $1",
		"SELECT entity, written FROM claims WHERE attribute <> $1",
	} {
		if len(names) == 0 || len(out) > 0 {
			break
		}
		for v, err := range each(ctx, tx, scan, query, names[0]) {
			if err != nil {
				return nil, err
			}
			if values.Fold(v[1]) == folded {
				out = append(out, v[0])
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}
