package verde

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
	"verde/extract"
	"verde/keywords"
	"verde/known"
	"verde/language"
	"verde/page"
	"verde/query"
)

// learning is what it takes to learn from the training site.
type learning struct {
	pages    page.Fetcher
	catalog  *catalog.Catalog                                               // which has the site's pages and records
	sample   func(ctx context.Context, urls []string) ([]*page.Page, error) // see [verde/harvest.Reader.Sample]
	corpus   iter.Seq2[*page.Page, error]                                   // nil for none; see [Explorer]
	made     func(context.Context, []string) (keywords.Evaluator, error)    // nil for none; see [Explorer.Evaluator]
	keywords int                                                            // to choose
	log      *slog.Logger
}

func (x *Explorer) learning() *learning {
	return &learning{pages: x.Pages, catalog: x.Catalog, sample: x.reader().Sample, corpus: x.Corpus, made: x.Evaluator,
		keywords: x.Options.withDefaults().Keywords, log: x.log()}
}

// attributes finds out, from the records of the training site, which
// attribute names an entity and which others are worth asking with. It gives the labels
// of all that say something of the entity.
func (l *learning) attributes(ctx context.Context, v *Vertical) (columns []string, err error) {
	records, err := l.ownValues(ctx, v.Site)
	if err != nil {
		return nil, err
	}
	v.Pages = len(records)
	sample, err := l.trainingSample(ctx, v)
	if err != nil {
		return nil, err
	}
	titles := make(map[string]string, len(sample))
	for _, p := range sample {
		if doc, err := p.Parse(); err == nil {
			var paths page.Paths
			titles[p.Requested] = page.NewOutline(p, doc, &paths, page.Tag).Title
		}
	}
	profile := query.Analyze(records, titles)
	if profile.Identifier == "" {
		return nil, fmt.Errorf("training site %s: no column of its %d records names the pages' entities; are they all about one entity each? give other samples, "+
			"or write \"identifier\" into the vertical by hand", v.Site, len(records))
	}
	v.Identifier, v.With = profile.Identifier, profile.With
	for _, a := range append([]query.Attribute{profile.Name}, profile.Attributes...) {
		v.Attributes = append(v.Attributes, Attribute{Name: a.Name, Coverage: a.Coverage, Distinct: a.Distinct, Score: a.Score})
	}
	if told := v.ambiguous(); told != "" {
		l.log.Warn(told)
	}
	return profile.Columns, nil
}

// ownValues gives the records of a site without what stands around them.
func (l *learning) ownValues(ctx context.Context, site string) ([]query.Record, error) {
	var records []query.Record
	var around known.Around
	for r, err := range l.catalog.Records(ctx, site) {
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
func (l *learning) trainingSample(ctx context.Context, v *Vertical) ([]*page.Page, error) {
	var urls []string
	for p, err := range l.catalog.Pages(ctx, v.Site) {
		if err != nil {
			return nil, err
		}
		urls = append(urls, p.URL)
	}
	return l.sample(ctx, urls)
}

// entityKeywords chooses the entity keywords among the template tokens of the
// training site (VerDE §III), those of the labels of its attributes where there are
// some: columns are the labels. Texts that also stand on its index pages and its
// home page are furniture. Near a term that nobody knows there are none.
func (l *learning) entityKeywords(ctx context.Context, v *Vertical, columns []string) error {
	sample, err := l.trainingSample(ctx, v)
	if err != nil {
		return err
	}
	table, err := extract.Align(sample, extract.Options{})
	if err != nil {
		return fmt.Errorf("training site %s: %w", v.Site, err)
	}
	outside, err := l.outsideTexts(ctx, v)
	if err != nil {
		return err
	}
	docs, texts := make([][]string, 0, len(sample)), outside
	var declared []string
	for _, p := range sample {
		if shown := visibleTexts(p); len(shown) > 0 {
			docs, texts = append(docs, keywords.Tokens(strings.Join(shown, " . "))), append(texts, shown)
			declared = append(declared, declaredLanguage(p))
		}
	}
	of := language.Of(declared, slices.Values(docs))
	own := len(docs)
	if docs, err = l.corpusTokens(ctx, docs); err != nil {
		return err
	}
	candidates := keywords.Candidates(templateTokens(table), keywords.NewFurniture(slices.Values(outside)), keywords.NewStop(of, eachText(texts)))
	candidates = keywords.Of(candidates, columns, of)
	candidates = keywords.Labels(candidates, slices.Values(docs[:own]), 0, of)
	evaluator, err := l.evaluator(ctx, v.Domain, candidates, docs, keywords.LSAOptions{Language: of})
	if err != nil {
		return err
	}
	vocabulary, err := keywords.Choose(v.Domain, candidates, evaluator, keywords.Options{Entity: l.keywords, Language: of})
	v.Keywords, v.Related = nil, nil
	if errors.Is(err, keywords.ErrUnknownDomain) {
		l.log.Warn("no keywords are chosen: queries go without, until some are written into the vertical", "why", err)
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

// declaredLanguage is what a page says it is written in, "" if it does not.
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
func (l *learning) corpusTokens(ctx context.Context, docs [][]string) ([][]string, error) {
	if l.corpus == nil {
		return docs, nil
	}
	most := len(docs) + maxCorpus
	for p, err := range l.corpus {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			l.log.Debug("page of the corpus", "error", err)
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

// evaluator is the user's own, or that of VerDE §III.
func (l *learning) evaluator(ctx context.Context, domain string, candidates []keywords.Candidate, docs [][]string, lsa keywords.LSAOptions) (keywords.Evaluator, error) {
	if l.made == nil {
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
	return l.made(ctx, words)
}

// templateTokens counts on how many pages of the table each template text is.
func templateTokens(t *extract.Table) []keywords.Token {
	var tokens []keywords.Token
	index := map[string]int{}
	for _, c := range t.Columns {
		if c.Kind.Data() && !c.Constant {
			continue
		}
		for _, cell := range c.Cells {
			for _, v := range cell.Values {
				i, ok := index[v.Text]
				if !ok {
					i = len(tokens)
					index[v.Text] = i
					tokens = append(tokens, keywords.Token{Text: v.Text})
				}
				tokens[i].Pages++
			}
		}
	}
	return tokens
}

// maxOutside bounds the pages read for furniture.
const maxOutside = 6

// outsideTexts reads the texts of some pages of the training site that are no
// entity pages: its home page and pages that entity pages were found on.
func (l *learning) outsideTexts(ctx context.Context, v *Vertical) ([][]string, error) {
	home, err := page.Resolve(v.Samples[0], "/")
	if err != nil {
		return nil, err
	}
	urls, entity := []string{home}, map[string]bool{}
	var from []string
	for p, err := range l.catalog.Pages(ctx, v.Site) {
		if err != nil {
			return nil, err
		}
		entity[p.URL] = true
		if p.From != "" && !slices.Contains(from, p.From) && len(from) < 10*maxOutside {
			from = append(from, p.From)
		}
	}
	slices.Sort(from)
	var out [][]string
	for _, url := range append(urls, from...) {
		if entity[url] || len(out) == maxOutside {
			continue
		}
		p, err := l.pages.Fetch(ctx, url)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err == nil {
			out = append(out, visibleTexts(p))
		}
	}
	return out, nil
}

// visibleTexts gives the text nodes that a reader sees, white space collapsed.
func visibleTexts(p *page.Page) []string {
	doc, err := p.Parse()
	if err != nil {
		return nil
	}
	return slices.Collect(page.Texts(goquery.NewDocumentFromNode(doc).Selection))
}

// ErrNoLinks is a sample page from which no other page of its site can be
// reached.
var ErrNoLinks = errors.New("no link leads from it to another page of its site; give a page that has links (one that needs no JavaScript)")

// checkSamples fetches the samples, so that a bad one is told before anything
// else happens. It gives the words of each, and the language of all.
func (l *learning) checkSamples(ctx context.Context, samples []string) ([][]string, language.Language, error) {
	words, declared, none := make([][]string, 0, len(samples)), []string{}, language.Language{}
	for _, url := range samples {
		p, err := l.pages.Fetch(ctx, url)
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

// checkDomain refuses a domain term without a word, and an [Explorer.Evaluator]
// that does not answer, before the site is explored: by an evaluator for the term
// alone, made of the samples instead of all the pages. It warns of a term that
// nothing is known about so far: it may be misspelt.
func (l *learning) checkDomain(ctx context.Context, domain string, samples [][]string, of language.Language) error {
	lsa := keywords.LSAOptions{MinCount: 1, Dimensions: 1, Language: of} // only which words there are is asked
	evaluator, err := l.evaluator(ctx, domain, nil, samples, lsa)
	if err != nil {
		return err
	}
	_, err = keywords.Choose(domain, nil, evaluator, keywords.Options{Language: of})
	if errors.Is(err, keywords.ErrUnknownDomain) {
		l.log.Warn("keywords can't be chosen unless other pages of the site have the domain term", "why", err)
	} else if err != nil {
		return fmt.Errorf("domain: %w", err)
	}
	return nil
}
