package serve

import (
	"fmt"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"verde/catalog"
	"verde/integrate"
)

// The links of a list lead through all of its pages and back, each named by the entity
// beside it; the first and the last are a link away.
func TestPaging(t *testing.T) {
	t.Parallel()
	s := server(t, Options{})
	c, err := catalog.Open(t.Context(), s.all()[0].Dir+"/catalog.sqlite")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	r := &integrate.Result{Matching: &integrate.Matching{Attributes: []integrate.Attribute{{Name: "name", Kind: "text"}}}, Resolution: &integrate.Resolution{}}
	const n = 2*perPage + 7
	for i := range n {
		id := fmt.Sprintf("e%03d", i)
		r.Entities = append(r.Entities, integrate.Entity{ID: id, Anchor: id, Probability: 1})
		r.Fused = append(r.Fused, integrate.Fused{Entity: id, Attribute: "name", Groups: []integrate.Group{{Value: fmt.Sprintf("book %03d", n-i), Chosen: true}}})
	}
	if err := c.PutEntities(t.Context(), r, "others", time.Unix(1, 0)); err != nil {
		t.Fatal(err)
	}
	names := regexp.MustCompile(`<bdi>(book \d+)</bdi>`)
	visit := func(target string) (shown []string, link func(rel string) string) {
		t.Helper()
		w := get(s, target)
		if w.Code != http.StatusOK {
			t.Fatalf("%s: %d", target, w.Code)
		}
		for _, m := range names.FindAllStringSubmatch(w.Body.String(), -1) {
			shown = append(shown, m[1])
		}
		return shown, func(rel string) string {
			m := regexp.MustCompile(`rel="` + rel + `" href="([^"]+)"`).FindStringSubmatch(w.Body.String())
			if m == nil {
				return ""
			}
			return html.UnescapeString(m[1])
		}
	}
	var there [][]string
	at := base + "entities?sort=name"
	for at != "" {
		shown, link := visit(at)
		there = append(there, shown)
		if next := link("next"); next != "" && !strings.Contains(next, "after=e") {
			t.Errorf("the next page is named %s", next)
		}
		at = link("next")
	}
	if len(there) != 3 || len(there[2]) != 7 || there[0][0] != "book 001" || there[2][6] != fmt.Sprintf("book %03d", n) {
		t.Fatalf("pages %q", there)
	}
	_, link := visit(base + "entities?sort=name")
	at = link("last")
	for i := 2; i >= 0; i-- {
		shown, link := visit(at)
		if strings.Join(shown, " ") != strings.Join(there[i], " ") {
			t.Errorf("page %d from behind: %q, want %q", i+1, shown, there[i])
		}
		if i > 0 && link("first") == "" {
			t.Error("no link to the first page")
		}
		at = link("prev")
	}
	if at != "" {
		t.Errorf("before the first page is %s", at)
	}
}

// A value of an entity is decided among those that sources say, or written, holds once the
// entities are made anew, and is taken back.
func TestDecideValue(t *testing.T) {
	t.Parallel()
	s, _ := steered(t)
	run := s.all()[0]
	found, err := run.entity(t.Context(), "http://a.example/11")
	if err != nil {
		t.Fatal(err)
	}
	at := base + "entities/" + url.PathEscape(found.ID)
	page := func(target string) string {
		t.Helper()
		body := get(s, target).Body.String()
		safe(t, body)
		return body
	}
	has := func(body string, want ...string) {
		t.Helper()
		for _, x := range want {
			if !strings.Contains(body, x) {
				t.Errorf("no %q in %s", x, body)
			}
		}
	}
	decide := func(fields url.Values, want string) {
		t.Helper()
		fields.Set("what", "value")
		fields.Set("entity", found.ID)
		if w := post(s, base+"matching", fields); w.Code != http.StatusSeeOther || w.Header().Get("Location") != want {
			t.Fatalf("%d to %s: %s", w.Code, w.Header().Get("Location"), w.Body)
		}
	}
	apply := func() {
		t.Helper()
		if w := post(s, base+"integrate", url.Values{"to": {"entities"}}); w.Code != http.StatusSeeOther {
			t.Fatalf("%d: %s", w.Code, w.Body)
		}
	}
	// The two sites contradict each other under the price: 177 and 178.
	has(page(at), "contradicted", "This holds", "Another value")
	rival := ""
	for _, c := range found.Claims {
		if c.Attribute == "Cost" && !c.Chosen {
			rival = c.Value
		}
	}
	if rival == "" {
		t.Fatalf("no contradiction: %+v", found.Claims)
	}
	decide(url.Values{"attribute-key": {key("Cost")}, "value-key": {key(rival)}}, at)
	has(page(at), "decided by hand", "Apply now")
	apply()
	again, err := run.entity(t.Context(), found.ID)
	if d := cmp.Diff([]string{rival}, again.Values["Cost"]); d != "" || err != nil {
		t.Errorf("what holds (-want +got):\n%s%v", d, err)
	}
	rows, err := run.catalog.Browse(t.Context(), catalog.Browse{Sort: "Cost", Descending: true, Limit: 1})
	if err != nil || len(rows.Rows) != 1 || rows.Rows[0].ID != found.ID {
		t.Errorf("sorted by what was decided: %+v, %v", rows, err)
	}
	decide(url.Values{"attribute-key": {key("Cost")}, "value": {"  $5 "}}, at)
	has(page(at), "$5</bdi>, decided by hand")
	apply()
	body := page(at)
	has(body, "a person decided it", "decided by hand")
	if rows, err := run.catalog.Browse(t.Context(), catalog.Browse{Where: map[string]string{"Cost": "$5"}, Limit: 1}); err != nil || rows.All != 1 {
		t.Errorf("found by what was decided: %+v, %v", rows, err)
	}
	if w := post(s, base+"matching", url.Values{"what": {"value"}, "entity": {found.Claims[0].URL}, "attribute": {"Cost"}, "value": {"$5"}}); w.Code != http.StatusSeeOther {
		t.Errorf("by the entity's name: %d %s", w.Code, w.Body)
	}
	decided, err := run.decided(t.Context())
	if err != nil || len(decided.Matching) != 1 || decided.Matching[0].Entity != found.ID {
		t.Fatalf("%+v, %v", decided.Matching, err)
	}
	o := decided.Matching[0]
	if w := post(s, base+"matching/withdraw", url.Values{"decision-key": {keyOf(o)}}); w.Code != http.StatusSeeOther || w.Header().Get("Location") != at {
		t.Errorf("%d to %s", w.Code, w.Header().Get("Location"))
	}
	apply()
	if again, err = run.entity(t.Context(), found.ID); err != nil || again.Values["Cost"][0] != found.Values["Cost"][0] {
		t.Errorf("taken back: %v, %v", again.Values, err)
	}
	for name, form := range map[string]url.Values{
		"no entity":       {"entity": {"nix"}, "attribute": {"Cost"}, "value": {"1"}},
		"no attribute":    {"entity": {found.ID}, "attribute": {"Nix"}, "value": {"1"}},
		"no value":        {"entity": {found.ID}, "attribute": {"Cost"}, "value": {" "}},
		"nobody says so":  {"entity": {found.ID}, "attribute": {"Cost"}, "value-key": {"x"}},
		"more than lines": {"entity": {found.ID}, "attribute": {"Cost"}, "value": {"a\nb"}},
	} {
		form.Set("what", "value")
		if w := post(s, base+"matching", form); w.Code != http.StatusBadRequest && w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", name, w.Code)
		}
	}
}
