package extract_test

import (
	"fmt"

	"verde/extract"
	"verde/page"
)

// A wrapper is learned on a few pages, without a label from anyone, and reads
// further ones.
func ExampleLearn() {
	book := func(name, author, year string) *page.Page {
		body := fmt.Sprintf(`<title>%s - Shop</title><ul><li><a href="/">Home</a></ul><h1>%[1]s</h1>
			<table><tr><th>Author<td>%s<tr><th>Published<td>%s<tr><th>Delivery<td>Free</table>`, name, author, year)
		return &page.Page{URL: "http://books.example/" + name, Body: []byte(body)}
	}
	pages := []*page.Page{
		book("Emma", "Jane Austen", "1815"), book("Dracula", "Bram Stoker", "1897"), book("Ulysses", "James Joyce", "1922"),
		book("Walden", "H. D. Thoreau", "1854"), book("Middlemarch", "George Eliot", "1871"),
	}
	w, _, err := extract.Learn(pages, extract.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := w.Extract(book("Persuasion", "Jane Austen", "1817"))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range r.Fields {
		fmt.Printf("%s: %q at %s\n", f.Label, f.Values[0].Text, f.Values[0].XPath)
	}
	// Output:
	// title: "Persuasion - Shop" at /html/head/title[1]/text()[1]
	// name: "Persuasion" at /html/body/h1[1]/text()[1]
	// Author: "Jane Austen" at /html/body/table[1]/descendant::tr[1]/td[1]/text()[1]
	// Published: "1817" at /html/body/table[1]/descendant::tr[2]/td[1]/text()[1]
	// Delivery: "Free" at /html/body/table[1]/descendant::tr[3]/td[1]/text()[1]
}
