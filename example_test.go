package verde_test

import (
	"context"
	_ "embed"
	"fmt"
	"iter"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"

	"verde"
	"verde/catalog"
	"verde/page"
	"verde/pageeval"
	"verde/search"
	"verde/search/index"
)

//go:embed testdata/web.txtar
var smallWeb []byte

// web serves pages from memory, by their URL.
type web map[string][]byte

func newWeb() web {
	w := web{}
	for _, f := range txtar.Parse(smallWeb).Files {
		w[f.Name] = f.Data
	}
	return w
}

func (w web) page(url string) *page.Page {
	return &page.Page{URL: url, Requested: url, Status: 200, ContentType: "text/html", Body: w[url]}
}

// Fetch makes the web a [page.Fetcher].
func (w web) Fetch(_ context.Context, url string) (*page.Page, error) {
	if w[url] == nil {
		return nil, &page.Error{URL: url, Reason: page.Status, Status: 404}
	}
	return w.page(url), nil
}

// pages are all of them.
func (w web) pages() iter.Seq2[*page.Page, error] {
	return func(yield func(*page.Page, error) bool) {
		for _, f := range txtar.Parse(smallWeb).Files {
			if !yield(w.page(f.Name), nil) {
				return
			}
		}
	}
}

// explorer is one over the small web, with a search engine over its pages and a
// catalog in a folder.
func explorer(ctx context.Context, dir string) (*verde.Explorer, error) {
	w := newWeb()
	engine, err := index.Build(ctx, "", w.pages())
	if err != nil {
		return nil, err
	}
	classifier, err := pageeval.Default()
	if err != nil {
		return nil, err
	}
	cat, err := catalog.Open(ctx, filepath.Join(dir, "catalog.sqlite"))
	if err != nil {
		return nil, err
	}
	return &verde.Explorer{Domain: "book", Pages: w, Engines: []search.Engine{engine}, Catalog: cat, Classifier: classifier}, nil
}

// From one page about one book the sites that show the same books are found and
// read; the diary, which mentions them, is not.
func Example() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "verde")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	x, err := explorer(ctx, dir)
	if err != nil {
		log.Fatal(err)
	}
	defer x.Catalog.Close()

	v, err := x.Learn(ctx, []string{"http://shelf.example/book/1"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("a %s is named by %q, has %q, and is asked for with %q\n", v.Domain, v.Identifier, v.Attributes[1].Name, v.Keywords)
	report, err := x.Explore(ctx, v)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d sources, %d records, after %d rounds: %s\n", report.Sources, report.Records, len(report.Rounds), report.Ended)
	sources, err := x.Catalog.Sources(ctx)
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range sources {
		fmt.Println(strings.TrimSpace(fmt.Sprintln(s.Role, s.Site, s.State, s.Reason)))
	}
	// Unordered output:
	// a book is named by "name", has "Author", and is asked for with ["publisher" "year"]
	// 3 sources, 36 records, after 1 rounds: nothing to ask
	// training shelf.example expanded
	// discovered nook.example expanded
	// discovered attic.example expanded
	// discovered weekly.example refused 0 of 6 instances on pages like weekly.example/* are shown as data
}

// Each step of a round takes what it needs from the catalog: here one process opens
// the first round, another settles one of its sites.
func ExampleExplorer_SettleSite() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "verde")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	first, err := explorer(ctx, dir)
	if err != nil {
		log.Fatal(err)
	}
	v, err := first.Learn(ctx, []string{"http://shelf.example/book/1"})
	if err != nil {
		log.Fatal(err)
	}
	if opened, err := first.OpenRound(ctx, v, 1); err != nil || !opened {
		log.Fatal(opened, err)
	}
	if err := first.Catalog.Close(); err != nil {
		log.Fatal(err)
	}

	x, err := explorer(ctx, dir)
	if err != nil {
		log.Fatal(err)
	}
	defer x.Catalog.Close()
	settled, err := x.SettleSite(ctx, v, 1, "nook.example")
	if err != nil {
		log.Fatal(err)
	}
	src := settled.Source
	fmt.Println(src.Site, src.State, "with", len(settled.Pages), "pages")
	fmt.Printf("its column %q is the %s\n", "Written by", src.Attributes["Written by"])
	if err := x.Catalog.PutSettled(ctx, 1, settled); err != nil {
		log.Fatal(err)
	}
	candidates, err := x.Catalog.Candidates(ctx, 1)
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range candidates {
		fmt.Println(c.Site, c.Settled)
	}
	// Output:
	// nook.example expanded with 11 pages
	// its column "Written by" is the Author
	// attic.example false
	// nook.example true
	// weekly.example false
}
