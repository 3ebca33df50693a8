package urlcluster_test

import (
	"fmt"

	"verde/urlcluster"
)

// Of the results of three queries, those of one site that differ in the name of
// the book are together, and worth downloading: they answer several queries.
func ExampleGroup() {
	items := []urlcluster.Item{
		{URL: "http://shop.example/book/emma.html", Query: "Emma Austen"},
		{URL: "http://shop.example/help/delivery.html", Query: "Emma Austen"},
		{URL: "http://blog.example/2010/06/i-read-emma", Query: "Emma Austen"},
		{URL: "http://shop.example/book/dracula.html", Query: "Dracula Stoker"},
		{URL: "http://shop.example/book/dracula.html", Query: "Dracula by Bram Stoker"},
	}
	for _, c := range urlcluster.Group(items, 1) {
		fmt.Println(c.Pattern, len(c.URLs), "URLs", c.Support, "queries, worth it:", urlcluster.Relevant(c))
	}
	// Output:
	// shop.example/book/*.html 2 URLs 3 queries, worth it: true
	// blog.example/2010/06/i-read-emma 1 URLs 1 queries, worth it: false
	// shop.example/help/delivery.html 1 URLs 1 queries, worth it: false
}

func ExampleDissimilarity() {
	fmt.Println(urlcluster.Dissimilarity("http://shop.example/book/emma.html", "http://shop.example/book/dracula.html"))
	fmt.Println(urlcluster.Dissimilarity("http://shop.example/book/emma.html", "http://shop.example/help/delivery.html"))
	fmt.Println(urlcluster.Dissimilarity("http://shop.example/book/emma.html", "http://blog.example/book/emma.html") == urlcluster.Infinity)
	// Output:
	// 1
	// 2
	// true
}
