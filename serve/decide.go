package serve

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"verde"
	"verde/catalog"
	"verde/integrate"
	"verde/steering"
)

// decideSite keeps what a form says of a site. Fields that it lacks stay as they were
// decided before.
func decideSite(run *run, r *http.Request) (string, error) {
	site := r.PathValue("site")
	err := steering.ChangeSite(r.Context(), run.lists(), site, func(d *steering.Site) error {
		decide := r.PostForm.Get("decide")
		if r.PostForm.Has("decide") {
			d.Put(decide)
		}
		if r.PostForm.Has("scope") {
			d.Scope = r.PostForm.Get("scope")
		}
		if r.PostForm.Has("why") && decide != steering.Leave {
			d.Why = r.PostForm.Get("why")
		}
		if err := verde.CheckDecision(r.Context(), run.catalog, *d); err != nil {
			return badAsk("%v", err)
		}
		return nil
	})
	return back(run, r, "sources/"+url.PathEscape(site)), err
}

// key names a thing of the web in a form by a hash: names themselves may be long, or turn
// round what stands beside them.
func key(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:12])
}

// keyOf names a decision.
func keyOf(d integrate.Decision) string {
	return key(d.What, d.A, d.B, d.Site, d.Label, d.Attribute, d.Entity, d.Value)
}

// claimedOf is the value of an attribute of an entity that a source claims, by its key.
func claimedOf(run *run, r *http.Request, d integrate.Decision, name string) (string, error) {
	found, err := run.entity(r.Context(), d.Entity)
	if err != nil {
		return "", err
	}
	for _, c := range found.Claims {
		if c.Attribute == d.Attribute && key(c.Value) == name {
			return c.Value, nil
		}
	}
	return "", badAsk("no source says so any more")
}

// decisionOf reads what a form decides of records, columns or values. Forms of pages name
// columns, attributes, values and decisions by their keys, programs by themselves.
func decisionOf(run *run, r *http.Request) (integrate.Decision, error) {
	get := r.PostForm.Get
	d := integrate.Decision{What: get("what"), A: get("a"), B: get("b"), Site: get("site"), Label: get("label"), Attribute: get("attribute"), Entity: get("entity"), Value: strings.TrimSpace(get("value"))}
	if name := get("column-key"); name != "" {
		columns, err := run.catalog.Columns(r.Context())
		if err != nil {
			return d, err
		}
		at := slices.IndexFunc(columns, func(c catalog.Joined) bool { return key(c.Site, c.Label) == name })
		if at < 0 {
			return d, badAsk("there is no such column any more")
		}
		d.Site, d.Label = columns[at].Site, columns[at].Label
	}
	if name := get("attribute-key"); name != "" {
		attributes, err := run.catalog.EntityAttributes(r.Context())
		if err != nil {
			return d, err
		}
		at := slices.IndexFunc(attributes, func(a catalog.AttributeCount) bool { return key(a.Name) == name })
		if at < 0 {
			return d, badAsk("there is no such attribute any more")
		}
		d.Attribute = attributes[at].Name
	}
	if name := get("value-key"); name != "" {
		value, err := claimedOf(run, r, d, name)
		if err != nil {
			return d, err
		}
		d.Value = value
	}
	if name := get("decision-key"); name != "" {
		decided, err := run.decided(r.Context())
		if err != nil {
			return d, err
		}
		at := slices.IndexFunc(decided.Matching, func(o integrate.Decision) bool { return keyOf(o) == name })
		if at < 0 {
			return d, notFound("this was not decided, or was taken back already")
		}
		d = decided.Matching[at]
		d.Line = 0
	}
	if err := d.Check(); err != nil {
		return d, badAsk("%v", err)
	}
	return d, nil
}

// decideMatching keeps what a form decides of records, columns or values.
func decideMatching(run *run, r *http.Request) (string, error) {
	d, err := decisionOf(run, r)
	if err != nil {
		return "", err
	}
	if err := known(run, r, &d); err != nil {
		return "", err
	}
	if _, err := steering.Match(r.Context(), run.lists()(steering.MatchingFile), d); err != nil {
		return "", badAsk("%v", err)
	}
	return back(run, r, decidedAt(d)), nil
}

// decidedAt is the path of the page on which something is decided.
func decidedAt(d integrate.Decision) string {
	if d.What == "value" {
		return "entities/" + url.PathEscape(d.Entity)
	}
	return "matching"
}

// withdrawMatching takes a decision back.
func withdrawMatching(run *run, r *http.Request) (string, error) {
	d, err := decisionOf(run, r)
	if err != nil {
		return "", err
	}
	changed, err := steering.Unmatch(r.Context(), run.lists()(steering.MatchingFile), d)
	if err == nil && !changed {
		err = notFound("this was not decided")
	}
	return back(run, r, decidedAt(d)), err
}

// known gives an error for a decision about what the run does not have: it would decide
// nothing. An entity that is named otherwise gets its ID.
func known(run *run, r *http.Request, d *integrate.Decision) error {
	switch d.What {
	case "same", "different":
		for _, at := range []string{d.A, d.B} {
			records, err := run.catalog.RecordsAt(r.Context(), at)
			if err != nil {
				return err
			}
			if len(records) == 0 {
				return badAsk("the run has no record of %s", text(at))
			}
		}
	case "column":
		columns, err := run.catalog.Columns(r.Context())
		if err != nil {
			return err
		}
		for _, c := range columns {
			if c.Site == d.Site && c.Label == d.Label {
				return nil
			}
		}
		return badAsk("site %s has no column %q", text(d.Site), text(d.Label))
	case "value":
		if strings.ContainsFunc(d.Value, unicode.IsControl) && r.PostForm.Get("value-key") == "" {
			return badAsk("a value is one line")
		}
		attributes, err := run.catalog.EntityAttributes(r.Context())
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(attributes, func(a catalog.AttributeCount) bool { return a.Name == d.Attribute }) {
			return badAsk("there is no attribute %q", text(d.Attribute))
		}
		found, err := run.entity(r.Context(), d.Entity)
		d.Entity = cmp.Or(found.ID, d.Entity)
		return err
	}
	return nil
}
