package main

import (
	"bytes"

	dom "golang.org/x/net/html"

	"verde/eval/articles"
	"verde/page"
	"verde/values"
)

// articles takes pairs of names from the main text of real articles: near
// each other, far apart, and one from the title.
func (c *collector) articles(dir string) error {
	all, err := articles.Read(dir)
	if err != nil {
		return err
	}
	for _, a := range all {
		if a.Noise() != c.unseen {
			continue
		}
		body, err := a.HTML()
		if err != nil {
			return err
		}
		doc, err := page.Parse(bytes.ToValidUTF8(body, nil))
		if err != nil {
			continue // deeper than the parser goes
		}
		c.article(a.Site, doc, a.Text)
		c.chrome(a.Site, doc, nil)
	}
	return nil
}

func (c *collector) article(site string, doc *dom.Node, body string) {
	found := namesIn(body)
	if len(found) < 2 {
		return
	}
	seen := map[*dom.Node]bool{}
	for range articlePairs {
		i := c.rng.IntN(len(found))
		j := min(i+1+c.rng.IntN(4), len(found)-1)
		if c.rng.IntN(2) == 0 {
			j = c.rng.IntN(len(found))
		}
		if values.Fold(found[i]) == values.Fold(found[j]) {
			continue
		}
		chosen := 0
		fragments := fragmentsOf(doc, found[i], found[j])
		c.try(site, kindArticle, false, []string{found[i], found[j]}, fragments)
		for _, k := range fragments {
			if seen[k.Node] || chosen == maxChosen || !prosaic(k.Node) {
				continue
			}
			seen[k.Node] = true
			chosen++
			c.set = append(c.set, example{site, kindArticle, false, []string{found[i], found[j]}, k})
		}
	}
}
