package extract

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/page"
	"verde/record"
)

func bookPage(i int) *page.Page {
	return &page.Page{URL: fmt.Sprintf("http://books.example/%d", i), Body: fmt.Appendf(nil, `<html><head><script type="application/ld+json">
{"@type":"Book","isbn":"978-%d","publisher":"House","copies":%d}</script></head><body><h1>Book %d</h1><div><p>978-%d</p></div><p>Good night</p></body></html>`, i*1111, i*3, i, i*1111)}
}

// TestEmbedded checks that embedded data that is not shown has columns of its own, on
// learned and on other pages, that a shown value gets its name and is not said twice,
// and that what all pages say is left out.
func TestEmbedded(t *testing.T) {
	t.Parallel()
	w, table, err := Learn([]*page.Page{bookPage(1), bookPage(2), bookPage(3)}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := w.Extract(bookPage(7))
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range append(table.Records(), r) {
		n := i + 1
		if i == 3 {
			n = 7
		}
		want := map[string][]string{"isbn": {fmt.Sprintf("978-%d", n*1111)}, "copies": {fmt.Sprint(n * 3)}, "h1": {fmt.Sprintf("Book %d", n)}}
		if d := cmp.Diff(want, r.ByLabel()); d != "" {
			t.Errorf("%s (-want +got)\n%s", r.URL, d)
		}
		v := fieldOf(&r, "copies").Values[0]
		if v.Key != "json-ld:copies" || v.XPath != "/html/head/script[1]" || v.Type != record.Number || *v.Number != float64(3*n) {
			t.Errorf("copies: %+v", v)
		}
	}
}

// shopPage is a page of a thing with everything that may be embedded; bare ones do not
// show the price.
func shopPage(i int, bare bool) *page.Page {
	price := fmt.Sprintf("<p class=price>$1,%d00.50</p>", i)
	if bare {
		price = "<p class=sold>Sold out</p>"
	}
	return &page.Page{URL: fmt.Sprintf("http://shop.example/things/%d", i), Body: fmt.Appendf(nil, `<html><head><base href="/base/"><title>Thing %[1]d - Shop</title>
<meta property="og:title" content="Thing %[1]d"><meta property="og:image" content="http://shop.example/base/%[1]d.jpg">
<script>var x = 1</script><script type="application/ld+json">{"@type":"Product","name":"Thing %[1]d","sku":"S-%[1]d","offers":{"price":1%[1]d00.50},
"review":[{"author":"Ann %[1]d","rating":%[1]d},{"author":"Ben","rating":7}]}</script></head>
<body><h1>Thing %[1]d</h1><div class=gallery><a href="big/%[1]d"><img src="%[1]d.jpg" alt="Thing %[1]d from above"></a><img src=logo.png></div>
%[2]s<p><b>Maker</b> <a href="../makers/%[1]d?x=1&amp;y=2#top">Maker %[1]d</a></p><p><b>Made</b> <time datetime="201%[1]d-05-04T10:00">%[1]dth of May</time></p>
<div id=x data-stock="%[1]d2" data-a:b="%[1]d3" data-toggle=menu>Good night</div></body></html>`, i, price)}
}

// What agrees with what is shown is one field with it, and a page that does not show it
// has it all the same; links, images and dates say what they stand for.
func TestAgreement(t *testing.T) {
	t.Parallel()
	var pages []*page.Page
	for i := 1; i < 7; i++ {
		pages = append(pages, shopPage(i, false))
	}
	w, table, err := Learn(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	bare, err := w.Extract(shopPage(8, true))
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range append(table.Records(), readAll(t, w, pages[:1])[0], bare) {
		n := []int{1, 2, 3, 4, 5, 6, 1, 8}[i]
		id := strconv.Itoa(n)
		image := "http://shop.example/base/" + id + ".jpg"
		root, err := shopPage(n, n == 8).Parse()
		if err != nil {
			t.Fatal(err)
		}
		checkPlaces(t, root, &r)
		want := map[string][]string{"title": {"Thing " + id + " - Shop"}, "name": {"Thing " + id}, "Maker": {"Maker " + id}, "Made": {id + "th of May"}, "image": {image},
			"price": {"$1," + id + "00.50"}, "sku": {"S-" + id}, "author": {"Ann " + id, "Ben"}, "rating": {id, "7"}, "data-stock": {id + "2"}, "a:b": {id + "3"}}
		if n == 8 {
			want["price"] = []string{"1" + id + "00.50"}
		}
		got := r.Whole().ByLabel()
		if stock, ok := got["stock"]; ok {
			delete(got, "stock")
			got["data-stock"] = stock
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s (-want +got)\n%s", r.URL, d)
			continue
		}
		for label, want := range map[string]record.Value{
			"Maker": {Text: "Maker " + id, XPath: "/html/body/p[2]/a[1]/text()[1]", Href: "http://shop.example/makers/" + id + "?x=1&y=2"},
			"Made":  {Text: id + "th of May", XPath: "/html/body/p[3]/time[1]/text()[1]", Type: record.Date, Date: "201" + id + "-05-04"},
			"image": {Text: image, XPath: "/html/body/div[1]/a[1]/img[1]/@src", Href: "http://shop.example/base/big/" + id, Src: image, Alt: "Thing " + id + " from above", Type: record.Image},
		} {
			if d := cmp.Diff(want, fieldOf(&r, label).Values[0]); d != "" {
				t.Errorf("%s, %s (-want +got)\n%s", r.URL, label, d)
			}
		}
		price := fieldOf(&r, "price").Values[0]
		if price.Type != record.Money && n != 8 || n == 8 && price.Key != "json-ld:offers.price" {
			t.Errorf("price %+v", price)
		}
		if len(r.Groups) != 1 || r.Groups[0].Label != "review" || len(r.Groups[0].Rows) != 2 || r.Groups[0].Rows[1][0].Values[0].Text != "Ben" {
			t.Errorf("%s: groups %+v", r.URL, r.Groups)
		}
	}
}

// Images and links of what repeats are in its rows.
func TestImagesInRows(t *testing.T) {
	t.Parallel()
	var pages []*page.Page
	for i := range 5 {
		body := fmt.Sprintf("<h1>Book %d</h1><h2>Offers</h2><div>", i)
		for k := range 2 + i {
			body += fmt.Sprintf("<div class=offer><img src=/%[1]d-%[2]d.png><a href=/s/%[1]d/%[2]d>Seller %[1]d %[2]d</a><i>$%[3]d</i></div>", i, k, 10*i+k)
		}
		pages = append(pages, document(fmt.Sprintf("http://books.example/%d", i), body+"</div><h2>Imprint</h2>"))
	}
	w, _, err := Learn(pages[:4], Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := readAll(t, w, pages[4:])[0]
	if len(r.Groups) != 1 || r.Groups[0].Label != "Offers" || len(r.Groups[0].Rows) != 6 {
		t.Fatalf("groups %+v", r.Groups)
	}
	for k, row := range r.Groups[0].Rows {
		seller, image := false, false
		for _, f := range row {
			v := f.Values[0]
			seller = seller || v.Text == fmt.Sprintf("Seller 4 %d", k) && v.Href == fmt.Sprintf("http://books.example/s/4/%d", k)
			image = image || v.Src == fmt.Sprintf("http://books.example/4-%d.png", k)
		}
		if !seller || !image {
			t.Errorf("row %d: %+v", k, row)
		}
	}
}
