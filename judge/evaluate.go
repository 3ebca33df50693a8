package judge

import (
	"cmp"
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

// evaluate reads a result page and judges it by queries that led to it, some
// that it was not judged by yet: the best verdict counts. A page that can't be
// had is a verdict with the reason.
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

// evaluateBy is evaluate for some queries.
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

func (in *inspection) evaluatePage(p *page.Page, ids []string, best *PageJudgement) error {
	doc, err := p.Parse()
	if err != nil {
		return err
	}
	var paths page.Paths
	outline := page.NewOutline(p, doc, &paths, page.Tag)
	best.Schema, best.Links = paths.Hashed(outline.Schema), 0
	best.Alternate = outline.Canonical != "" && outline.Canonical != p.URL && outline.Canonical != best.URL
	best.Language = languageOf(outline, p.URL, best.URL)
	seen := map[string]bool{p.URL: true}
	for _, l := range outline.Links {
		if page.Site(l.URL) == page.Site(p.URL) && !seen[l.URL] {
			seen[l.URL] = true
			best.Links++
		}
	}
	titles, marked := headings(doc, outline.Title), markedUp(doc)
	for _, id := range ids {
		asked := in.question(id, titles)
		if len(asked.Required) == 0 {
			continue // an earlier round's, made of what was recognised then
		}
		if longer := in.results.Extended(best.URL, id); longer != "" && !inTitles(titles, asked) {
			asked.Required = slices.Clone(asked.Required)
			asked.Required[0].Text = longer
		}
		judgeMarked(marked, asked, titles, best)
		if asked.ByNameAlone() {
			in.judgeByName(doc, asked, titles, best)
			in.leastOfStated(doc, asked, titles, best)
			continue
		}
		for _, q := range asked.Cases() {
			v := in.Classifier.Evaluate(doc, q)
			f := v.Best()
			if !v.Matched || best.Matched && f.Probability <= best.Probability {
				continue
			}
			best.QueryID, best.Matched, best.SemiStructured = id, true, v.SemiStructured
			best.Probability, best.FragmentXPath, best.Listing = f.Probability, f.XPath, f.Listing
			best.Simhash, _ = pageeval.Fingerprint(strings.Join(slices.Collect(page.Texts(goquery.NewDocumentFromNode(f.Node).Selection)), " "))
			if !inTitles(titles, q) && in.Known.InList(f.Node, values.Fold(q.Required[0].Text)) {
				best.SemiStructured, best.Probability = false, 0
			}
		}
		in.leastOfNamed(asked, titles, best)
		in.leastOfStated(doc, asked, titles, best)
	}
	best.Owner = ""
	if q, ok := in.results.Query(best.QueryID); ok && best.Matched && !best.SemiStructured {
		if inTitles(titles, q) { // a list links to all that it has
			best.Owner = owner(p, outline.Links, q.Required[0].Text)
		}
	}
	return nil
}

// languageOf is the language in which a page names itself among its alternates, known by one of its
// URLs; "" if it names none in another language.
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

// question is the query of an ID as a page is to be judged by it: in two parts where the titles of the page
// have the first of these and not the name in full; by the name, with whatever else is known, where
// they have one of the other values as a part of a longer name ("Nokia 3310" for 3310 by Nokia), which says
// no more than the name.
func (in *inspection) question(id, titles string) query.Query {
	q, _ := in.results.Query(id)
	if len(q.Required) == 0 {
		return q
	}
	if parts, ok := q.InParts(); ok && !inTitles(titles, q) && inTitles(titles, parts) {
		return parts
	}
	name := cmp.Or(values.Spelled(strings.TrimSpace(titles), q.Required[0].Text), values.Fold(q.Required[0].Text))
	longer := func(v query.Value) bool {
		f := values.Fold(v.Text)
		return strings.Contains(titles, " "+f+" "+name+" ") || strings.Contains(titles, " "+name+" "+f+" ")
	}
	if len(q.Required) == 1 && slices.ContainsFunc(q.OneOf, longer) {
		q.Optional = slices.DeleteFunc(slices.Concat(q.OneOf, q.Optional), longer)
		q.OneOf, q.With = nil, nil
	}
	return q
}

// owner gives the page of the same site that a page links to by a name, or by the name and
// few words more, as in "Back to Emma": the link with fewest. "" if there is none.
func owner(p *page.Page, links []page.Link, name string) string {
	best, least := "", maxBeside+1
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

// maxBeside is the number of words beside a name in the text of a link up to which it may
// be the link back to the named page: "back to the page of" has no more. A page that is taken for
// an owner wrongly costs a download, and shows nothing.
const maxBeside = 5

// leastOfNamed makes an open question of a page that is named with what was asked for, in the
// results and by itself, and shows the other values of the query, though not as what the
// classifier takes for data: a page that the name alone led to is one, too, and of this one
// more is known. Reading it answers the question.
func (in *inspection) leastOfNamed(asked query.Query, titles string, best *PageJudgement) {
	if best.Matched && best.QueryID == asked.ID && best.Probability < openQuestion && in.results.Named(best.URL, asked.ID) && inTitles(titles, asked) {
		best.Probability = openQuestion
	}
}

// leastOfStated makes an open question of a page that is named otherwise and states the name that a query asks for: a site in another language
// shows its entities under names of that language, with values in its words, so that nothing but the name agrees. Reading such pages tells
// whether they are of one template with an entity each. Another query of which the page has no more than the name somewhere in its text
// does not keep it from that, whichever is tried first.
func (in *inspection) leastOfStated(doc *html.Node, asked query.Query, titles string, best *PageJudgement) {
	name, others := asked.Required[0].Text, best.Matched && best.QueryID != asked.ID
	if best.Probability >= openQuestion || others && best.Probability > 0 || inTitles(titles, asked) || !pageeval.StatesName(doc, name, in.Known.Names) {
		return
	}
	if others || best.FragmentXPath == "" {
		best.FragmentXPath, best.Listing, best.Simhash = "/html/body", false, 0
	}
	best.QueryID, best.Matched, best.Probability = asked.ID, true, openQuestion
}

// judgeByName judges a page by a query that requires a name and nothing else. Of a page
// that has the name in its text alone nothing is known: a name is on many pages. A page
// that has it in its title or a main heading is judged as if the optional values of the
// query had been asked for, too. If it does not show these as data, it is at least an
// open question, which reading the page answers, and is the likelier data the more that
// which the name heads is like data.
func (in *inspection) judgeByName(doc *html.Node, asked query.Query, titles string, best *PageJudgement) {
	v := in.Classifier.Evaluate(doc, asked)
	if !v.Matched {
		return
	}
	f, p, data := v.Best(), 0., false
	if inTitles(titles, asked) {
		p = openQuestion
		take := func(g pageeval.Fragment, sure bool) {
			if g.Probability > p {
				f, p, data = g, g.Probability, sure
			}
		}
		if len(asked.Optional) > 0 {
			beside := asked
			beside.OneOf, beside.Optional = asked.Optional, nil
			for _, q := range beside.Cases() {
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

// headings are the folded title and main headings of a page, for finding names
// in them as whole words.
func headings(doc *html.Node, title string) string {
	words := strings.Fields(values.Fold(title))
	for text := range page.Texts(goquery.NewDocumentFromNode(doc).Find("h1, h2")) {
		if len(words) >= maxHeadings {
			break
		}
		words = append(words, strings.Fields(values.Fold(text))...)
	}
	return " " + strings.Join(words, " ") + " "
}

// maxHeadings bounds the words of headings.
const maxHeadings = 1000

// falseFirst compares two answers to a question, a no before a yes.
func falseFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
