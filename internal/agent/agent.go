// Package agent is the name by which the program makes itself known to the
// servers that it asks, be they sites or services.
//
// The one idea: whoever runs a server reads that name to find out who asks and
// whom to write to, so there is one for all requests, never that of a library.
package agent

import (
	"fmt"
	"net/mail"
	"net/url"
	"strings"
)

// Default is the name without a contact: this program has no page of its own on
// the web, and whoever runs it is whom a server's owner wants to reach.
const Default = Product + "/0.1"

// Product is the name alone.
const Product = "VerDE"

// Name is a user agent string for a product, as "Bot/1.0" (default [Default]),
// with a contact: a mail address or the URL of a page that says whom to ask, ""
// for none. It stands in the product's comment (RFC 9110 §10.1.5), as crawlers
// have it: "VerDE/0.1 (+https://example.org/bot)".
func Name(product, contact string) (string, error) {
	if product == "" {
		product = Default
	}
	if err := checkHeader(product); err != nil {
		return "", fmt.Errorf("user agent %q: %w", product, err)
	}
	if contact == "" {
		return product, nil
	}
	uri, err := contactURI(contact)
	if err != nil {
		return "", err
	}
	return product + " (+" + uri + ")", nil
}

// checkHeader tells of what no header field may hold (RFC 9110 §5.5).
func checkHeader(value string) error {
	if strings.TrimSpace(value) != value || strings.ContainsFunc(value, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return fmt.Errorf("it has control characters, or begins or ends with a space")
	}
	return nil
}

// contactURI is a contact as a URI that stands in a comment without breaking it.
func contactURI(contact string) (string, error) {
	bad := strings.ContainsFunc(contact, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune(`()\<>"`, r) })
	if u, err := url.Parse(contact); err == nil && !bad && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" {
		return contact, nil
	}
	address := strings.TrimPrefix(contact, "mailto:")
	if a, err := mail.ParseAddress(address); err == nil && !bad && a.Address == address {
		return "mailto:" + address, nil
	}
	return "", fmt.Errorf("contact %q: give a mail address or the URL of a page, as in me@example.org or https://example.org/bot", contact)
}
