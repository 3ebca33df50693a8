package page_test

import (
	"fmt"

	"verde/page"
)

func ExampleNormalize() {
	for _, raw := range []string{"HTTP://Books.Example:80/a/../b?q=1#top", "https://bücher.example/%7Eanna/", "mailto:anna@books.example"} {
		normal, err := page.Normalize(raw)
		fmt.Println(normal, err)
	}
	// Output:
	// http://books.example/b?q=1 <nil>
	// https://xn--bcher-kva.example/~anna/ <nil>
	//  URL "...@books.example": not http or https
}

// Two pages of one template have nearly the same link-paths, whatever they say.
func ExampleNewOutline() {
	const book = `<title>%s</title><div id=nav><a href=/>Home</a></div><h1>%[1]s</h1><p class=by>by <a href=/by/%s>%[2]s</a></p>`
	var paths page.Paths // one for all pages of a site
	var schemas []page.Schema
	for _, b := range [][2]any{{"Emma", "Austen"}, {"Dracula", "Stoker"}} {
		p := &page.Page{URL: fmt.Sprintf("http://books.example/%s", b[0]), Body: fmt.Appendf(nil, book, b[0], b[1])}
		doc, err := p.Parse()
		if err != nil {
			fmt.Println(err)
			return
		}
		o := page.NewOutline(p, doc, &paths, page.TagAttr)
		fmt.Println(o.Title)
		for _, l := range o.Links {
			fmt.Printf("  %s at %s\n", l.URL, paths.Name(l.Path))
		}
		schemas = append(schemas, o.Schema)
	}
	fmt.Println("similarity", schemas[0].Similarity(schemas[1]))
	// Output:
	// Emma
	//   http://books.example/ at html/body/div[id]/a[href]
	//   http://books.example/by/Austen at html/body/p[class]/a[href]
	// Dracula
	//   http://books.example/ at html/body/div[id]/a[href]
	//   http://books.example/by/Stoker at html/body/p[class]/a[href]
	// similarity 1
}
