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

// decideSite stores the decision on a site that a form has. Fields that the form lacks keep
// their earlier decision.
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

// key identifies a text of the web in a form by a hash. The text itself may be long, or
// contain bidirectional controls.
func key(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:12])
}

// keyOf is the key of a decision in a form.
func keyOf(d integrate.Decision) string {
	return key(d.What, d.A, d.B, d.Site, d.Label, d.Attribute, d.Entity, d.Value)
}

// claimedOf gives the value with a key among those that sources claim for an attribute of an
// entity.
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

// decisionOf reads a decision on records, columns or values from a form. Forms of pages give
// columns, attributes, values and decisions by key, programs by name.
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

// decideMatching stores the decision on records, columns or values that a form has.
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

// decidedAt is the path of the page on which a decision is made.
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

// known returns an error for a decision about records, columns or attributes that the run
// does not have. An entity that is given by another name gets its ID.
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
