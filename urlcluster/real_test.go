package urlcluster

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// sites are ways in which shops, blogs, newspapers and encyclopedias write the
// addresses of their pages; each makes one from a source of chance.
var sites = []func(r *rand.Rand) string{
	func(r *rand.Rand) string {
		return fmt.Sprintf("http://www.shop.example/product/%d", 9780000000000+r.Int64N(400))
	},
	func(r *rand.Rand) string {
		return fmt.Sprintf("https://www.shop.example/%s/dp/%010d/ref=sr_1_%d?ie=UTF8&qid=%d&sr=8-%d", slug(r), r.IntN(300), r.IntN(20), r.IntN(90), r.IntN(20))
	},
	func(r *rand.Rand) string {
		return fmt.Sprintf("http://www.shop.example/b?node=%d&page=%d", r.IntN(40), 1+r.IntN(5))
	},
	func(r *rand.Rand) string {
		return fmt.Sprintf("https://news.example/%d/%02d/%02d/%s.html", 2015+r.IntN(5), 1+r.IntN(12), 1+r.IntN(28), slug(r))
	},
	func(r *rand.Rand) string { return fmt.Sprintf("https://news.example/%s/%s/", slug(r), slug(r)) },
	func(r *rand.Rand) string {
		return fmt.Sprintf("https://news.example/amp/%s?utm_source=rss#c%d", slug(r), r.IntN(9))
	},
	func(r *rand.Rand) string {
		return "https://en.wiki.example/wiki/" + url.PathEscape(strings.ReplaceAll(slug(r), "-", "_")+"_(罪)")
	},
	func(r *rand.Rand) string {
		return fmt.Sprintf("https://en.wiki.example/w/index.php?title=%s&oldid=%d&action=edit", slug(r), r.IntN(99))
	},
	func(r *rand.Rand) string {
		return fmt.Sprintf("http://forum.example:8080/viewtopic.php;jsessionid=%X?f=%d&t=%d&start=%d", r.IntN(1<<16), r.IntN(4), r.IntN(200), 20*r.IntN(4))
	},
	func(r *rand.Rand) string {
		return fmt.Sprintf("http://forum.example:8080/u/%d//posts/%d/", r.IntN(50), r.IntN(3))
	},
	func(r *rand.Rand) string {
		return []string{"http://www.shop.example", "http://www.shop.example/", "https://news.example/?", "https://en.wiki.example/wiki/"}[r.IntN(4)]
	},
}

func slug(r *rand.Rand) string {
	words := []string{"emma", "dune", "review", "best", "of", "2019", "the", "lion"}
	out := words[r.IntN(len(words))]
	for range r.IntN(3) {
		out += "-" + words[r.IntN(len(words))]
	}
	return out
}

// Addresses as the Web has them: generated ones, and the lists of real results
// where they are at hand.
func TestRealURLsEqualNaive(t *testing.T) {
	t.Parallel()
	lists := map[string][]string{}
	for seed := range uint64(3) {
		r := rand.New(rand.NewPCG(seed, 5))
		var urls []string
		for range 400 {
			urls = append(urls, sites[r.IntN(len(sites))](r))
		}
		lists[fmt.Sprint("generated ", seed)] = urls
	}
	if corpora := os.Getenv("VERDE_CORPORA"); corpora != "" {
		files, err := filepath.Glob(filepath.Join(corpora, "serp", "*sv"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no lists in %s, %v", corpora, err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var urls []string
			for _, u := range regexp.MustCompile(`https?://[^\s",]+`).FindAll(data, -1) {
				urls = append(urls, string(bytes.TrimSpace(u)))
			}
			lists[filepath.Base(file)] = urls
		}
	}
	for name, urls := range lists {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			last := len(slices.Compact(slices.Sorted(slices.Values(urls)))) + 1
			for cut := 1; cut <= MaxCut; cut++ {
				want := naive(urls, cut)
				if d := cmp.Diff(want, Components(urls, cut)); d != "" {
					t.Fatalf("cut %d (-naive +got):\n%.2000s", cut, d)
				}
				if len(want) >= last {
					t.Errorf("cut %d: %d clusters, %d at the cut before: the URLs tell nothing", cut, len(want), last)
				}
				last = len(want)
			}
		})
	}
}
