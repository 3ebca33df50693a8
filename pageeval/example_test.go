package pageeval_test

import (
	"fmt"
	"log"

	"verde/page"
	"verde/pageeval"
	"verde/query"
)

func ExampleContainers() {
	doc, err := page.Parse([]byte(`<h1>Ray Allen</h1>
		<ul><li>Team: Boston Celtics<li>Height: 6-5</ul>
		<p>Ray Allen left the Boston Celtics.</p>`))
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range pageeval.Containers(doc, []string{"Ray Allen", "Boston Celtics"}, []string{"196 cm"}) {
		fmt.Println(c.XPath, c.Matched)
	}
	// Output:
	// /html/body 3
	// /html/body/p 2
}

func ExampleClassifier_Evaluate() {
	classifier, err := pageeval.Default()
	if err != nil {
		log.Fatal(err)
	}
	doc, err := page.Parse([]byte(`<title>Ray Allen</title><div><h1>Ray Allen</h1>
		<table><tr><th>Team<td>Boston Celtics<tr><th>Height<td>6-5<tr><th>Weight<td>205</table></div>`))
	if err != nil {
		log.Fatal(err)
	}
	v := classifier.Evaluate(doc, query.Query{ID: "q1", Required: []query.Value{
		{Attribute: "name", Text: "Ray Allen"}, {Attribute: "team", Text: "Boston Celtics"}}})
	fmt.Println(v.SemiStructured, v.Best().XPath)
	// Output: true /html/body/div
}
