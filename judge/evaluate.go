package judge

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"

	"verde/page"
	"verde/pageeval"
	"verde/query"
	"verde/values"
)

// queriesPerPage is how many queries are tried on one page at a time.
const queriesPerPage = 3

// evaluate reads a result page and judges it by some queries that led to it and by which
// it was not judged yet, those that it is titled with first: the best verdict counts. A
// page that can't be had is a verdict with the reason. Cost: one request, and one
// evaluation for each of at most queriesPerPage queries.
func (in *inspection) evaluate(ctx context.Context, judged PageJudgement) (PageJudgement, error) {
	ids := slices.DeleteFunc(slices.Clone(in.results.QueriesTo(judged.URL)), func(id string) bool { return slices.Contains(judged.Tried, id) })
	if len(ids) == 0 {
		return judged, nil
	}
	slices.SortStableFunc(ids, func(p, q string) int {
		return falseFirst(in.results.Titled(judged.URL, q), in.results.Titled(judged.URL, p))
	})
	return in.evaluateBy(ctx, judged, ids[:min(len(ids), queriesPerPage)])
}

// evaluateBy is evaluate for given queries.
func (in *inspection) evaluateBy(ctx context.Context, judged PageJudgement, ids []string) (PageJudgement, error) {
	p, err := in.Pages.Fetch(ctx, judged.URL)
	if err == nil {
		err = in.evaluatePage(p, ids, &judged)
	}
	judged.Tried = slices.Concat(judged.Tried, ids)
	var pe *page.Error
	switch {
	case errors.As(err, &pe):
		judged.Reason = string(pe.Reason)
		in.Log.Debug("not evaluated", "error", err)
	case err != nil:
		return judged, err
	}
	in.verdicts = append(in.verdicts, judged.Verdict)
	return judged, nil
}

// evaluatePage sets best to the best verdict of the queries on a page.
func (in *inspection) evaluatePage(p *page.Page, ids []string, best *PageJudgement) error {
	doc, err := p.Parse()
	if err != nil {
		return err
	}
	var paths page.Paths
	outline := page.NewOutline(p, doc, &paths, page.Tag)
	best.Schema, best.Links = paths.Hashed(outline.Schema), linksToSite(p, outline.Links)
	best.Alternate = outline.Canonical != "" && outline.Canonical != p.URL && outline.Canonical != best.URL
	best.Language = languageOf(outline, p.URL, best.URL)
	titles, marked := foldedTitles(doc, outline.Title), markup(doc)
	for _, id := range ids {
		asked := in.adaptQuery(id, titles)
		if len(asked.Required) == 0 {
			continue // a query of an earlier round, which the results do not have any more
		}
		if longer := in.results.Extended(best.URL, id); longer != "" && !inTitles(titles, asked) {
			asked.Required = slices.Clone(asked.Required)
			asked.Required[0].Text = longer
		}
		judgeByMarkup(marked, asked, titles, best)
		if asked.ByNameAlone() {
			in.judgeByName(doc, asked, titles, best)
		} else {
			in.judgeByValues(doc, asked, titles, best)
			in.raiseIfNamed(asked, titles, best)
		}
		in.raiseIfStated(doc, asked, titles, best)
	}
	best.Owner = ""
	if q, ok := in.results.Query(best.QueryID); ok && best.Matched && !best.SemiStructured && inTitles(titles, q) {
		best.Owner = linkByName(p, outline.Links, q.Required[0].Text)
	}
	return nil
}

// linksToSite counts the other pages of its site that a page links to.
func linksToSite(p *page.Page, links []page.Link) int {
	seen := map[string]bool{p.URL: true}
	for _, l := range links {
		if page.Site(l.URL) == page.Site(p.URL) {
			seen[l.URL] = true
		}
	}
	return len(seen) - 1
}

// languageOf is the language that a page has among its alternates, where urls are its
// own URLs; "" if it has no alternate in another language.
func languageOf(o *page.Outline, urls ...string) (own string) {
	others := false
	for _, a := range o.Alternates {
		switch {
		case !slices.Contains(urls, a.URL) && a.URL != o.Canonical:
			others = others || a.Language != "" && a.Language != page.AnyLanguage
		case own == "" && a.Language != page.AnyLanguage:
			own = a.Language
		}
	}
	if !others {
		return ""
	}
	return own
}

// maxWordsBeside is the number of words beside a name in the text of a link up to which
// it may be the link back to the page of that name: "back to the page of" has five. A
// wrong owner costs a download, and shows nothing.
const maxWordsBeside = 5

// linkByName gives the page of the same site that a page links to by a name with the
// fewest words beside it, as in "Back to Emma"; "" if there is none.
func linkByName(p *page.Page, links []page.Link, name string) string {
	best, least := "", maxWordsBeside+1
	for _, l := range links {
		if l.URL == p.URL || l.URL == p.Requested || page.Site(l.URL) != page.Site(p.URL) {
			continue
		}
		if beside, ok := values.Beside(l.Text, name); ok && len(strings.Fields(beside)) < least {
			best, least = l.URL, len(strings.Fields(beside))
		}
	}
	return best
}

// judgeByValues judges a page by a query that requires a name and other values, in each
// of the query's cases. A page without the name in its titles, where the fragment is in a
// list of known entities, is no data.
func (in *inspection) judgeByValues(doc *html.Node, asked query.Query, titles string, best *PageJudgement) {
	for _, q := range asked.Cases() {
		v := in.Classifier.Evaluate(doc, q)
		f := v.Best()
		if !v.Matched || best.Matched && f.Probability <= best.Probability {
			continue
		}
		best.QueryID, best.Matched, best.SemiStructured = asked.ID, true, v.SemiStructured
		best.Probability, best.FragmentXPath, best.Listing = f.Probability, f.XPath, f.Listing
		best.Simhash, _ = pageeval.Fingerprint(strings.Join(slices.Collect(page.Texts(goquery.NewDocumentFromNode(f.Node).Selection)), " "))
		if !inTitles(titles, q) && in.Known.InList(f.Node, values.Fold(q.Required[0].Text)) {
			best.SemiStructured, best.Probability = false, 0
		}
	}
}

// judgeByName judges a page by a query that requires a name and nothing else. If the name
// is only in its text, nothing is known of the page: a name is on many pages. If the name
// is in its title or a main heading, the page is judged as if the optional values of the
// query were required, too. Where it does not show these as data, it is at least an open
// question, which reading the page answers, with the probability that the element under
// the name is data.
func (in *inspection) judgeByName(doc *html.Node, asked query.Query, titles string, best *PageJudgement) {
	v := in.Classifier.Evaluate(doc, asked)
	if !v.Matched {
		return
	}
	f, p, data := v.Best(), 0., false
	if inTitles(titles, asked) {
		p = openQuestion
		take := func(g pageeval.Fragment, isData bool) {
			if g.Probability > p {
				f, p, data = g, g.Probability, isData
			}
		}
		if len(asked.Optional) > 0 {
			withValues := asked
			withValues.OneOf, withValues.Optional = asked.Optional, nil
			for _, q := range withValues.Cases() {
				v := in.Classifier.Evaluate(doc, q)
				take(v.Best(), v.SemiStructured)
			}
		}
		if h, ok := in.Classifier.UnderHeading(doc, asked); ok && !data {
			take(h, false)
		}
	}
	if best.Matched && p <= best.Probability {
		return
	}
	best.QueryID, best.Matched, best.SemiStructured, best.Probability, best.FragmentXPath = asked.ID, true, data, p, f.XPath
	best.Listing = f.Listing
}

// raiseIfNamed makes a page an open question that shows the values of the query, though
// not as what the classifier takes for data, and has the name asked for as its title in
// the results and in its own titles. A page that only the name led to is an open question,
// and more is known of this one. Reading the page answers the question.
func (in *inspection) raiseIfNamed(asked query.Query, titles string, best *PageJudgement) {
	if best.Matched && best.QueryID == asked.ID && best.Probability < openQuestion && in.results.Named(best.URL, asked.ID) && inTitles(titles, asked) {
		best.Probability = openQuestion
	}
}

// raiseIfStated makes a page an open question that has another name in its titles and
// states the name that a query asks for. A site in another language shows its entities
// under names of that language, with values in its words, so that only the name that it
// states agrees. Reading such pages shows whether they are of one template with an entity
// each. If another query found its values only in the page's text, this one takes its
// place, whichever was tried first.
func (in *inspection) raiseIfStated(doc *html.Node, asked query.Query, titles string, best *PageJudgement) {
	name, byOther := asked.Required[0].Text, best.Matched && best.QueryID != asked.ID
	if best.Probability >= openQuestion || byOther && best.Probability > 0 || inTitles(titles, asked) || !pageeval.StatesName(doc, name, in.Known.Names) {
		return
	}
	if byOther || best.FragmentXPath == "" {
		best.FragmentXPath, best.Listing, best.Simhash = wholePage, false, 0
	}
	best.QueryID, best.Matched, best.Probability = asked.ID, true, openQuestion
}

// wholePage is the XPath of a fragment that is the whole page.
const wholePage = "/html/body"
