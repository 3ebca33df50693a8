package rules

import "verde/page"

// document makes a page of its body.
func document(url, body string) *page.Page {
	return &page.Page{URL: url, Status: 200, Body: []byte("<!DOCTYPE html><html><head></head><body>" + body + "</body></html>")}
}
