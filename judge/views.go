package judge

import (
	"context"
	"iter"
	"maps"
	"net/url"
	"path"
	"slices"
	"strings"

	"verde/catalog"
	"verde/evidence"
	"verde/urlcluster"
)

// An entity may have a page of its own and views beside it: its photos, reviews,
// comments, versions, or a tab of its page. All are titled with the entity and any may
// show it as data, but the entity's own page is the one to read. Views are found in two
// ways: by URLs that extend the URL of the entity's page, and by links back to it.

// markViews marks pages as views whose URLs extend those of other results. A group has
// entity pages if it shows data of minEntities entities and as many of its entities have
// views; a group with views of as many entities is one of views. Cost: that of
// shorterURLs for each result, for each group with entity pages.
func (in *inspection) markViews(groups []*groupInspection) {
	for _, g := range groups {
		if !g.hasEnough(minEntities) {
			continue
		}
		results := map[string]bool{}
		for _, url := range g.URLs {
			results[url] = true
		}
		views, entities := map[string]bool{}, map[string]bool{}
		for _, other := range groups {
			viewed := map[string]bool{} // entities
			for _, url := range other.URLs {
				if entity, ok := in.viewedEntity(url, results); ok {
					views[url], viewed[entity] = true, true
				}
			}
			if len(viewed) >= minEntities {
				for _, url := range other.URLs {
					views[url] = true
				}
			}
			maps.Copy(entities, viewed)
		}
		for url := range views {
			if len(entities) >= minEntities && !results[url] {
				in.markView(url)
			}
		}
	}
}

// markView marks a page as a view, if it was judged.
func (in *inspection) markView(url string) {
	if p, ok := in.judged[url]; ok {
		p.View = true
		in.judged[url] = p
	}
}

// viewedEntity gives the entity that the result url is titled with, if its URL extends
// that of one of some results which is named after the entity.
func (in *inspection) viewedEntity(url string, results map[string]bool) (entity string, ok bool) {
	for shorter := range shorterURLs(url) {
		if !results[shorter] {
			continue
		}
		for _, id := range in.results.QueriesTo(url) {
			if in.results.Titled(url, id) && in.results.Named(shorter, id) {
				return in.results.Entity(id), true
			}
		}
	}
	return "", false
}

// maxBelow is how many directories below an entity's page a view of it may be: two in
// "photos/2".
const maxBelow = 2

// shorterURLs gives the URLs that a URL extends: by one parameter of its query, by all of
// the query, or by the last directories of its path, at most maxBelow. The shorter path
// may end in nothing, a slash or the extension of the longer one. Cost: linear in the URL
// for each.
func shorterURLs(longer string) iter.Seq[string] {
	return func(yield func(string) bool) {
		base, query, _ := strings.Cut(longer, "?")
		if query != "" {
			if !yield(base) {
				return
			}
			parameters := strings.Split(query, "&")
			for i := range parameters {
				if rest := slices.Delete(slices.Clone(parameters), i, i+1); len(rest) > 0 && !yield(base+"?"+strings.Join(rest, "&")) {
					return
				}
			}
		}
		u, err := url.Parse(base)
		if err != nil {
			return
		}
		ends := slices.Compact([]string{path.Ext(u.Path), "", "/"})
		for range maxBelow {
			if u.Path = path.Dir(strings.TrimSuffix(u.Path, "/")); strings.Trim(u.Path, "/.") == "" {
				return
			}
			for _, end := range ends {
				v := *u
				v.Path, v.RawPath = u.Path+end, ""
				if !yield(v.String()) {
					return
				}
			}
		}
	}
}

// inspectOwners judges the owners of pages, if too few entities are shown as data for
// certain: results may lead to an entity's photos, its history or news of it, while the
// page that shows it as data is only linked from there. If owners are data, the pages
// that have one are views.
func (in *inspection) inspectOwners(ctx context.Context, history History) error {
	certain := map[string]bool{} // entities
	for _, p := range in.judged {
		if p.SemiStructured && !p.rejected {
			certain[p.Entity] = true
		}
	}
	if len(certain) >= minEntities {
		return nil
	}
	var owned []PageJudgement // one for each owner
	var owners []string
	for _, url := range slices.Sorted(maps.Keys(in.judged)) {
		p := in.judged[url]
		if _, judged := in.judged[p.Owner]; p.Owner != "" && !judged && !slices.Contains(owners, p.Owner) {
			owned, owners = append(owned, p), append(owners, p.Owner)
		}
	}
	if len(owners) < minEntities {
		return nil
	}
	g := newGroup(evidence.Group{Shape: urlcluster.Shapes(owners)[0]})
	for i, v := range owned {
		if i >= in.Evaluate || i >= firstPages && g.data == 0 || g.hasEnough(in.Samples) {
			break
		}
		p, err := in.evaluateBy(ctx, PageJudgement{Verdict: catalog.Verdict{URL: v.Owner, QueryID: v.QueryID}}, []string{v.QueryID})
		if err != nil {
			return err
		}
		if _, before := history.Pages[v.Owner]; !before {
			in.downloaded++
		}
		in.add(g, p)
		if p = in.judged[v.Owner]; p.SemiStructured && !p.rejected {
			certain[p.Entity] = true
		}
	}
	if len(certain) < minEntities {
		return nil
	}
	for url, p := range in.judged {
		if p.Owner != "" {
			in.markView(url)
		}
	}
	return nil
}
