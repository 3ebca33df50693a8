package vertical

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"maps"
	"slices"
	"strings"

	"github.com/PuerkitoBio/goquery"

	"verde/catalog"
	"verde/keywords"
	"verde/known"
	"verde/language"
	"verde/page"
	"verde/query"
	"verde/siteexpand"
	"verde/values"
)

// Learner learns a vertical from the training site.
type Learner struct {
	Pages    page.Fetcher
	Catalog  *catalog.Catalog                                               // has the training site's pages and records
	Sample   func(ctx context.Context, urls []string) ([]*page.Page, error) // fetches some of the pages, see [verde/harvest.Reader.Sample]
	Keywords int                                                            // how many to choose
	Log      *slog.Logger

	// Corpus has further pages, if any, from which word vectors are trained; at most maxCorpus of them are read.
	Corpus iter.Seq2[*page.Page, error]

	// Evaluator, if not nil, makes the evaluator of the similarity of the given words; the
	// default compares them by the pages and WordNet.
	Evaluator func(ctx context.Context, words []string) (keywords.Evaluator, error)
}

// Check fetches the samples of a vertical, so that a bad one is an error before the site is searched. So is a domain
// term without a word, and an Evaluator that fails. It warns of samples that list pages of another kind, and of an unknown
// domain term, which may be misspelt. Cost: that of [LookAt] for each sample.
func (l *Learner) Check(ctx context.Context, v *Vertical) error {
	words, lang, err := l.checkSamples(ctx, v.Samples)
	if err != nil {
		return err
	}
	if err := l.checkDomain(ctx, v.Domain, words, lang); err != nil {
		return err
	}
	return l.warnOfLists(ctx, v.Samples)
}

// Learn completes a vertical with the attributes and keywords to search with, from the pages and records of v.Site in the
// catalog.
func (l *Learner) Learn(ctx context.Context, v *Vertical) error {
	sample, err := l.trainingSample(ctx, v)
	if err != nil {
		return err
	}
	labels, err := l.attributes(ctx, v, sample)
	if err != nil {
		return err
	}
	return l.entityKeywords(ctx, v, sample, labels)
}

// attributes chooses, from the records of the training site, the attribute that identifies
// an entity and the attributes worth asking with. It returns the labels, as the pages show
// them, of all attributes of the entity.
func (l *Learner) attributes(ctx context.Context, v *Vertical, sample []*page.Page) (shown []keywords.Token, err error) {
	records, err := l.ownValues(ctx, v.Site)
	if err != nil {
		return nil, err
	}
	v.Pages = len(records)
	labels, err := l.linkedLabels(ctx, v, records)
	if err != nil {
		return nil, err
	}
	titles, texts := titlesAndTexts(sample, labels)
	pages := labelled(records, texts)
	profile := query.Analyze(records, titles, pages)
	if profile.Identifier == "" {
		return nil, fmt.Errorf("training site %s: no column of its %d records names the pages' entities; are they all about one entity each? give other samples, "+
			"or write \"identifier\" into the vertical by hand", v.Site, len(records))
	}
	shown = v.describe(profile, pages)
	if warning := v.Ambiguous(); warning != "" {
		l.Log.Warn(warning)
	}
	return shown, nil
}

// titlesAndTexts gives by URL the titles of pages, and their folded text with the names in their data for machines. Links are
// left out of the text, but for those with one of the given folded labels.
func titlesAndTexts(pages []*page.Page, labels map[string]bool) (titles, texts map[string]string) {
	titles, texts = make(map[string]string, len(pages)), make(map[string]string, len(pages))
	for _, p := range pages {
		doc, err := p.Parse()
		if err != nil {
			continue
		}
		var paths page.Paths
		titles[p.Requested] = page.NewOutline(p, doc, &paths, page.Tag).Title
		content := goquery.NewDocumentFromNode(doc).Selection
		content.Find("a").FilterFunction(func(_ int, a *goquery.Selection) bool { return !labels[values.Fold(a.Text())] }).Remove()
		named := append(slices.Collect(page.Texts(content)), content.Find(`script[type="application/ld+json"]`).Text())
		for _, property := range content.Find("[itemprop]").EachIter() {
			named = append(named, property.AttrOr("itemprop", ""))
		}
		texts[p.Requested] = values.Fold(strings.Join(named, " "))
	}
	return titles, texts
}

// describe adds the attributes of a profile to the vertical, and then the other columns that pages label, as Unasked; pages has
// the number of pages with the label of each column. It returns these labels.
func (v *Vertical) describe(profile query.Profile, pages map[string]int) (shown []keywords.Token) {
	v.Identifier, v.With = profile.Identifier, profile.With
	asked := append([]query.Attribute{profile.Name}, profile.Attributes...)
	for _, a := range asked {
		v.Attributes = append(v.Attributes, Attribute{Name: a.Name, Coverage: a.Coverage, Distinct: a.Distinct, Score: a.Score})
	}
	for _, c := range profile.Columns {
		if c.Name == v.Identifier || pages[c.Name] == 0 {
			continue
		}
		shown = append(shown, keywords.Token{Text: c.Name, Pages: pages[c.Name]})
		if !slices.ContainsFunc(asked, func(a query.Attribute) bool { return a.Name == c.Name }) {
			v.Attributes = append(v.Attributes, Attribute{Name: c.Name, Coverage: c.Coverage, Distinct: c.Distinct, Unasked: true})
		}
	}
	return shown
}

// linkedLabels gives the folded labels of columns that may be links to an explanation ("Running time"). A label that is also
// a link on the site's home page is left out, since it is likely part of a menu or breadcrumb. Without a home page there are
// none; an error is one that ends the run.
func (l *Learner) linkedLabels(ctx context.Context, v *Vertical, records []query.Record) (map[string]bool, error) {
	labels := map[string]bool{}
	for _, r := range records {
		for column := range r.Values {
			labels[values.Fold(column)] = true
		}
	}
	home, err := page.Resolve(v.Samples[0], "/")
	if err != nil {
		return nil, err
	}
	p, err := l.Pages.Fetch(ctx, home)
	switch _, missing := page.ReasonOf(err); {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case missing:
		return nil, nil
	case err != nil:
		return nil, err
	}
	doc, err := p.Parse()
	if err != nil {
		return nil, nil
	}
	for _, a := range goquery.NewDocumentFromNode(doc).Find("a").EachIter() {
		delete(labels, values.Fold(a.Text()))
	}
	return labels, nil
}

// labelled counts, for each column, the pages whose text has its label. texts has the folded text of sample pages: what they show
// without links, and the names in their data for machines. A column is left out if most pages that have it do not show its label: then its
// name comes from a link beside it ("A to Z » 1966") or from what no reader sees, such as an element's class.
func labelled(records []query.Record, texts map[string]string) map[string]int {
	shown, having := map[string]int{}, map[string]int{}
	for _, r := range records {
		text, ok := texts[r.Source]
		for column := range r.Values {
			if !ok {
				break
			}
			having[column]++
			if strings.Contains(" "+text+" ", " "+values.Fold(column)+" ") {
				shown[column]++
			}
		}
	}
	maps.DeleteFunc(shown, func(column string, n int) bool { return 2*n <= having[column] })
	return shown
}

// ownValues gives the records of a site without the columns around the entity, such as menus (see [known.Around]).
func (l *Learner) ownValues(ctx context.Context, site string) ([]query.Record, error) {
	var records []query.Record
	var around known.Around
	for r, err := range l.Catalog.Records(ctx, site) {
		if err != nil {
			return nil, err
		}
		around.Add(&r)
		records = append(records, query.Record{Source: r.URL, Values: r.Whole().ByLabel()})
	}
	out := around.Labels()
	for _, r := range records {
		maps.DeleteFunc(r.Values, func(label string, _ []string) bool { return out[label] })
	}
	return records, nil
}

// trainingSample fetches an even sample of the training site's entity pages,
// from the archive where it has them.
func (l *Learner) trainingSample(ctx context.Context, v *Vertical) ([]*page.Page, error) {
	var urls []string
	for p, err := range l.Catalog.Pages(ctx, v.Site) {
		if err != nil {
			return nil, err
		}
		urls = append(urls, p.URL)
	}
	return l.Sample(ctx, urls)
}

// entityKeywords chooses the entity keywords among the words of labels. (VerDE §III takes all words of the template,
// with those of menus, headings and footers.) For a domain term that is not known no keywords are chosen.
func (l *Learner) entityKeywords(ctx context.Context, v *Vertical, sample []*page.Page, labels []keywords.Token) error {
	var docs, texts [][]string
	var declared []string
	for _, p := range sample {
		if shown := visibleTexts(p); len(shown) > 0 {
			docs, texts = append(docs, keywords.Tokens(strings.Join(shown, " . "))), append(texts, shown)
			declared = append(declared, declaredLanguage(p))
		}
	}
	lang := language.Of(declared, slices.Values(docs))
	docs, err := l.corpusTokens(ctx, docs)
	if err != nil {
		return err
	}
	candidates := keywords.Candidates(labels, keywords.NewStop(lang, eachText(texts)))
	evaluator, err := l.evaluator(ctx, v.Domain, candidates, docs, keywords.LSAOptions{Language: lang})
	if err != nil {
		return err
	}
	vocabulary, err := keywords.Choose(v.Domain, candidates, evaluator, keywords.Options{Entity: l.Keywords, Language: lang})
	v.Keywords, v.Related = nil, nil
	if errors.Is(err, keywords.ErrUnknownDomain) {
		l.Log.Warn("no keywords are chosen: queries go without, until some are written into the vertical", "why", err)
		return nil
	} else if err != nil {
		return fmt.Errorf("domain: %w", err)
	}
	v.Keywords = vocabulary.Entity
	for _, w := range vocabulary.Related {
		v.Related = append(v.Related, Related{Word: w.Word, Similarity: w.Domain, LSA: w.LSA, WordNet: w.WordNet})
	}
	return nil
}

// declaredLanguage is the language tag that a page declares, "" if it has none.
func declaredLanguage(p *page.Page) string {
	doc, err := p.Parse()
	if err != nil {
		return ""
	}
	content := goquery.NewDocumentFromNode(doc)
	if tag, ok := content.Find("html").Attr("lang"); ok {
		return tag
	}
	for _, meta := range content.Find("meta[http-equiv][content]").EachIter() {
		if strings.EqualFold(meta.AttrOr("http-equiv", ""), "content-language") {
			tag, _, _ := strings.Cut(meta.AttrOr("content", ""), ",")
			return tag
		}
	}
	return p.Language
}

// eachText gives the words of each text node of some pages.
func eachText(pages [][]string) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		for _, texts := range pages {
			for _, text := range texts {
				if !yield(keywords.Tokens(text)) {
					return
				}
			}
		}
	}
}

// maxCorpus bounds the pages of a corpus that are read: more change little.
const maxCorpus = 5000

// corpusTokens adds the words of the corpus' pages, a list for each.
func (l *Learner) corpusTokens(ctx context.Context, docs [][]string) ([][]string, error) {
	if l.Corpus == nil {
		return docs, nil
	}
	most := len(docs) + maxCorpus
	for p, err := range l.Corpus {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			l.Log.Debug("page of the corpus", "error", err)
			continue
		}
		if texts := visibleTexts(p); len(texts) > 0 {
			docs = append(docs, keywords.Tokens(strings.Join(texts, " . ")))
		}
		if len(docs) == most {
			break
		}
	}
	return docs, nil
}

// evaluator is the user's evaluator, or else that of VerDE §III.
func (l *Learner) evaluator(ctx context.Context, domain string, candidates []keywords.Candidate, docs [][]string, lsa keywords.LSAOptions) (keywords.Evaluator, error) {
	if l.Evaluator == nil {
		wordnet, err := keywords.LoadWordNet()
		if err != nil {
			return nil, err
		}
		return keywords.NewSemantic(keywords.TrainLSA(slices.Values(docs), lsa), wordnet), nil
	}
	words := []string{domain}
	for _, c := range candidates {
		words = append(words, c.Word)
	}
	return l.Evaluator(ctx, words)
}

// visibleTexts gives the text nodes that a reader sees, white space collapsed.
func visibleTexts(p *page.Page) []string {
	doc, err := p.Parse()
	if err != nil {
		return nil
	}
	return slices.Collect(page.Texts(goquery.NewDocumentFromNode(doc).Selection))
}

// ErrNoLinks is the error of a sample page without links to other pages of its site.
var ErrNoLinks = errors.New("no link leads from it to another page of its site; give a page that has links (one that needs no JavaScript)")

// checkSamples fetches the samples, so that a bad one is an error before anything else
// happens. It gives the words of each, and the language of all.
func (l *Learner) checkSamples(ctx context.Context, samples []string) ([][]string, language.Language, error) {
	words, declared, none := make([][]string, 0, len(samples)), []string{}, language.Language{}
	for _, url := range samples {
		p, err := l.Pages.Fetch(ctx, url)
		if err != nil {
			return nil, none, fmt.Errorf("sample page %w", err)
		}
		doc, err := p.Parse()
		if err != nil {
			return nil, none, fmt.Errorf("sample page %w", err)
		}
		var paths page.Paths
		o := page.NewOutline(p, doc, &paths, page.TagAttr)
		onSite := false
		for _, l := range o.Links {
			onSite = onSite || page.Site(l.URL) == page.Site(p.URL) && l.URL != p.URL
		}
		if !onSite {
			return nil, none, fmt.Errorf("sample page %s: %w", url, ErrNoLinks)
		}
		declared = append(declared, declaredLanguage(p))
		words = append(words, keywords.Tokens(o.Title+" . "+strings.Join(visibleTexts(p), " . ")))
	}
	return words, language.Of(declared, slices.Values(words)), nil
}

// warnOfLists warns of samples that are front pages, or lists of pages of another kind: the run would then find and ask
// for lists, which other sites do not share. Cost: that of [LookAt] for each.
func (l *Learner) warnOfLists(ctx context.Context, samples []string) error {
	for _, url := range samples {
		look, err := LookAt(ctx, l.Pages, url)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		for _, d := range look.Diagnoses { // none of a page that can't be had, of which the search tells
			if err == nil && (d.Case == siteexpand.HomePage || d.Case == siteexpand.IndexPage) {
				l.Log.Warn("the sample page may be a list and not about one entity", "why", d.Detail, "remedy", d.Remedy)
			}
		}
	}
	return nil
}

// checkDomain returns an error for a domain term without a word, or an
// Evaluator that fails, before the site is searched. It uses an evaluator for the
// term alone, trained on the samples instead of all pages, and warns of an unknown term,
// which may be misspelt.
func (l *Learner) checkDomain(ctx context.Context, domain string, samples [][]string, lang language.Language) error {
	lsa := keywords.LSAOptions{MinCount: 1, Dimensions: 1, Language: lang} // only to see which words are known
	evaluator, err := l.evaluator(ctx, domain, nil, samples, lsa)
	if err != nil {
		return err
	}
	_, err = keywords.Choose(domain, nil, evaluator, keywords.Options{Language: lang})
	if errors.Is(err, keywords.ErrUnknownDomain) {
		l.Log.Warn("keywords can't be chosen unless other pages of the site have the domain term", "why", err)
	} else if err != nil {
		return fmt.Errorf("domain: %w", err)
	}
	return nil
}
