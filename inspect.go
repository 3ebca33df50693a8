package verde

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"

	"verde/catalog"
	"verde/evidence"
	"verde/known"
	"verde/page"
	"verde/pageeval"
	"verde/values"
)

// How many pages of a site are looked at. That so few titled pages tell of the
// others of their shape is since the classifier misses 3 in 1000 data pages
// (models/MODELS.md).
const (
	shapesProbed  = 6 // URL shapes of a site that are looked at
	probes        = 2 // pages of each at first
	shapesPursued = 2 // shapes looked at closer
	titledProse   = 2 // things whose pages, titled with them, are no data, before the shape is taken for prose
	queriesPerURL = 3 // queries tried on one page at a time
)

// A dossier is what is known of a site that was refused: a later round leads to
// more of its pages, but those of before are not looked at again, and not more
// of a kind that never showed anything.
type dossier struct {
	judged map[string]impression // by URL
	paths  *page.Paths           // of their schemas

	// Of templates whose pages were read and are about something else. What is
	// known by then decides that, so with more known they may be read again.
	read    int // instances known then, 0 if there is none
	doubted []page.Schema
	why     string // of the last one
}

// doubt notes that the pages of a source were read in vain.
func (d *dossier) doubt(src catalog.Source, instances int) {
	if d.read != instances {
		d.read, d.doubted = instances, nil
	}
	d.why = src.Reason
	for _, e := range src.Evidence {
		if schema := d.judged[e.URL].schema; len(schema) > 0 && !likeAny(schema, d.doubted) {
			d.doubted = append(d.doubted, schema)
		}
	}
}

// likeAny reports whether a schema is of one of the templates.
func likeAny(schema page.Schema, templates []page.Schema) bool {
	return len(schema) > 0 && slices.ContainsFunc(templates, func(t page.Schema) bool { return schema.Similarity(t) >= SameTemplate })
}

// keep adds what an inspection saw.
func (d *dossier) keep(in *inspection) {
	judged := maps.Clone(d.judged)
	if judged == nil {
		judged = make(map[string]impression, len(in.judged))
	}
	maps.Copy(judged, in.judged)
	d.judged, d.paths = judged, in.paths
}

// inspection is one round's look at the pages of a candidate.
type inspection struct {
	*Explorer
	answers    *evidence.Results
	entities   *known.Entities
	paths      *page.Paths
	judged     map[string]impression // by URL, those of earlier rounds included
	doubted    []page.Schema         // templates that are passed over
	downloaded int                   // in this round
}

// pursuit is a lead that is followed.
type pursuit struct {
	evidence.Group
	unseen         []string // URLs that were not judged yet
	judged, data   int      // pages judged, and of these promising ones, by now
	before, proven int      // the same in earlier rounds
	misled         int      // pages of earlier rounds about something else: queries led to them by mistake
	sure           int      // promising pages that are data for sure, titled with what they show

	instances map[string]bool // things that promising pages show
	told      map[string]bool // things that pages titled with them show, but not as data
}

// prose reports whether enough pages are titled with what was asked for and show
// it, but none of them as data: then the others do not either.
func (p *pursuit) prose() bool { return len(p.instances) == 0 && len(p.told) >= titledProse }

// enough reports whether n pages are promising, of different things.
func (p *pursuit) enough(n int) bool {
	return p.data >= n && len(p.instances) >= min(n, minInstances)
}

// inspect judges pages of a candidate (VerDE §VI): a few of each of the most
// promising URL shapes, then more of those that looked best, until there are
// samples enough. It downloads at most shapesProbed*probes +
// shapesPursued*Options.Evaluate pages.
//
// What earlier rounds judged counts towards these numbers. So a site of prose
// costs nothing any more once its shapes were looked at, while new shapes, and
// more pages of a shape that showed data but not for instances enough, may
// still make it a source. Pages that name what was asked for beside something
// else do not count against those titled with it, of which they tell nothing.
// Once a few of the titled ones turned out to be prose, the shape is done with.
// Pages of a template that was read in vain count as met, but show nothing.
//
// The pages are counted by the shape of their URLs and not by cluster: the
// verdicts of a site's lists, reviews and print versions, whose URLs are near
// those of its entity pages, say nothing about these.
func (x *Explorer) inspect(ctx context.Context, c evidence.Candidate, a *evidence.Results, entities *known.Entities, before dossier) (*inspection, error) {
	opt := x.Options.withDefaults()
	in := &inspection{Explorer: x, answers: a, entities: entities, paths: before.paths, judged: map[string]impression{}}
	if in.paths == nil {
		in.paths = new(page.Paths)
	}
	if before.read == entities.Len() {
		in.doubted = before.doubted
	}
	leads := a.Groups(c.URLs)
	leads = leads[:min(shapesProbed, len(leads))]
	list := make([]*pursuit, len(leads))
	for i, l := range leads {
		list[i] = &pursuit{Group: l, instances: map[string]bool{}, told: map[string]bool{}}
		if err := in.recall(ctx, list[i], before); err != nil {
			return nil, err
		}
	}
	for _, p := range list {
		if p.Titled == 0 && slices.ContainsFunc(list, func(o *pursuit) bool { return o.sure >= probes }) {
			continue // lists and the like of a site whose entity pages are found
		}
		if err := in.follow(ctx, p, probes, 0, probes); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(list, func(p, q *pursuit) int { return cmp.Compare(q.data, p.data) })
	for i, p := range list[:min(shapesPursued, len(list))] {
		if i > 0 && p.data == 0 && list[0].enough(opt.Samples) {
			break // the best has shown what there is to see
		}
		more := 0
		if p.proven > 0 {
			more = probes
		}
		if err := in.follow(ctx, p, opt.Evaluate, more, opt.Samples); err != nil {
			return nil, err
		}
	}
	return in, nil
}

// recall takes over what was judged of a lead before. A page that showed
// nothing then is judged again, from the archive, by queries that have led to it
// since.
func (in *inspection) recall(ctx context.Context, p *pursuit, before dossier) error {
	shown := map[string]bool{} // queries that some other page was judged by
	for _, url := range p.URLs {
		v, old := before.judged[url]
		if !old {
			p.unseen = append(p.unseen, url)
			continue
		}
		v.doubted = likeAny(v.schema, in.doubted)
		if !v.promising() && !v.doubted && v.Reason == "" {
			var err error
			if v, err = in.evaluate(ctx, v); err != nil {
				return err
			}
		}
		in.add(p, v)
		if v.promising() || in.answers.TitledByAny(url) {
			shown[v.QueryID] = true
		} else {
			p.misled++
		}
	}
	p.before, p.proven = p.judged, p.data
	isShown := func(url string) bool {
		return !slices.ContainsFunc(in.answers.QueriesTo(url), func(id string) bool { return !shown[id] })
	}
	slices.SortStableFunc(p.unseen, func(u, w string) int { return falseFirst(isShown(u), isShown(w)) })
	return nil
}

// follow judges pages of a lead until most are judged, and so many more than in
// earlier rounds, or enough of them are promising and of different things, or
// they are prose. Pages that queries led to by mistake do not count against those
// titled with what was asked for.
func (in *inspection) follow(ctx context.Context, p *pursuit, most, more, enough int) error {
	unseen := p.unseen
	p.unseen = nil
	for i, url := range unseen {
		if p.enough(enough) || p.prose() {
			p.unseen = append(p.unseen, unseen[i:]...)
			break
		}
		spent := p.judged
		if in.answers.TitledByAny(url) {
			spent -= p.misled
		}
		if spent >= most && p.judged-p.before >= more {
			p.unseen = append(p.unseen, url)
			continue
		}
		v, err := in.evaluate(ctx, impression{Verdict: catalog.Verdict{URL: url, QueryID: in.answers.QueriesTo(url)[0]}})
		if err != nil {
			return err
		}
		in.downloaded++
		in.add(p, v)
	}
	return nil
}

// add counts a page for its lead. An earlier round's page may have been judged
// by a query made of what was recognised then; this round may have made another
// for the same thing, so that only the dossier tells what that one asked for.
func (in *inspection) add(p *pursuit, v impression) {
	v.shape, v.doubted = p.Shape, likeAny(v.schema, in.doubted)
	if _, ok := in.answers.Query(v.QueryID); ok || v.thing == "" {
		v.thing, v.named = in.answers.Entity(v.QueryID), in.answers.Titled(v.URL, v.QueryID)
	}
	in.judged[v.URL] = v
	p.judged++
	if !v.promising() {
		if v.Matched && v.named && !v.doubted {
			p.told[v.thing] = true
		}
		return
	}
	p.data++
	p.instances[v.thing] = true
	if v.SemiStructured && v.named {
		p.sure++
	}
}

// evaluate reads a result page and judges it by queries that led to it, some
// that it was not judged by yet: the best verdict counts. A page that can't be
// had is a verdict with the reason.
func (in *inspection) evaluate(ctx context.Context, v impression) (impression, error) {
	ids := slices.DeleteFunc(slices.Clone(in.answers.QueriesTo(v.URL)), func(id string) bool { return slices.Contains(v.tried, id) })
	if len(ids) == 0 {
		return v, nil
	}
	slices.SortStableFunc(ids, func(p, q string) int {
		return falseFirst(in.answers.Titled(v.URL, q), in.answers.Titled(v.URL, p))
	})
	ids = ids[:min(len(ids), queriesPerURL)]
	p, err := in.Pages.Fetch(ctx, v.URL)
	if err == nil {
		err = in.evaluatePage(p, ids, &v)
	}
	v.tried = slices.Concat(v.tried, ids)
	var pe *page.Error
	switch {
	case errors.As(err, &pe):
		v.Reason = string(pe.Reason)
		in.log().Debug("not evaluated", "error", err)
	case err != nil:
		return v, err
	}
	if in.Catalog == nil {
		return v, nil
	}
	return v, errors.Join(in.noteVerdict(v.Verdict), in.Catalog.PutVerdict(ctx, v.Verdict))
}

func (in *inspection) evaluatePage(p *page.Page, ids []string, best *impression) error {
	doc, err := p.Parse()
	if err != nil {
		return err
	}
	outline := page.NewOutline(p, doc, in.paths, page.Tag)
	best.schema, best.links = outline.Schema, 0
	seen := map[string]bool{p.URL: true}
	for _, l := range outline.Links {
		if page.Site(l.URL) == page.Site(p.URL) && !seen[l.URL] {
			seen[l.URL] = true
			best.links++
		}
	}
	titles := headings(doc, outline.Title)
	for _, id := range ids {
		asked, _ := in.answers.Query(id)
		for _, q := range asked.Cases() {
			v := in.Classifier.Evaluate(doc, q)
			f := v.Best()
			if !v.Matched || best.Matched && f.Probability <= best.Probability {
				continue
			}
			best.QueryID, best.Matched, best.SemiStructured = id, true, v.SemiStructured
			best.Probability, best.FragmentXPath = f.Probability, f.XPath
			best.print, _ = pageeval.Fingerprint(strings.Join(slices.Collect(page.Texts(goquery.NewDocumentFromNode(f.Node).Selection)), " "))
			if name := values.Fold(q.Required[0].Text); !strings.Contains(titles, " "+name+" ") && in.entities.InList(f.Node, name) {
				best.SemiStructured, best.Probability = false, 0
			}
		}
	}
	return nil
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
