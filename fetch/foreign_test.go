package fetch

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/internal/fetchtest"
	"verde/page"
)

// record writes a record with the fields that a crawler gives it, a line each.
func record(fields, block string) string {
	return strings.ReplaceAll(fields, "\n", "\r\n") + fmt.Sprintf("\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", len(block), block)
}

func http200(fields, body string) string {
	return "HTTP/1.1 200 OK\r\n" + strings.ReplaceAll(fields, "\n", "\r\n") + "\r\n\r\n" + body
}

// heritrix: names that were looked up, outlinks, and times of fetching.
var heritrix = []string{
	record("WARC/1.0\nWARC-Type: warcinfo\nWARC-Date: 2024-05-06T07:08:09Z\nWARC-Filename: WEB-00000.warc.gz\nWARC-Record-ID: <urn:uuid:1>\nContent-Type: application/warc-fields",
		"software: Heritrix/3.4.0\r\nrobots: obey\r\n"),
	record("WARC/1.0\nWARC-Type: response\nWARC-Target-URI: dns:h.example\nWARC-Date: 2024-05-06T07:08:09Z\nWARC-IP-Address: 127.0.0.53\nWARC-Record-ID: <urn:uuid:2>\nContent-Type: text/dns",
		"20240506070809\nh.example. 60 IN A 192.0.2.1\n"),
	record("WARC/1.0\nWARC-Type: response\nWARC-Target-URI: http://h.example/robots.txt\nWARC-Date: 2024-05-06T07:08:09Z\nWARC-Payload-Digest: sha1:X\nWARC-Record-ID: <urn:uuid:3>\nContent-Type: application/http; msgtype=response",
		http200("Content-Type: text/plain", "User-agent: *\n")),
	record("WARC/1.0\nWARC-Type: response\nWARC-Target-URI: http://h.example/\nWARC-Date: 2024-05-06T07:08:10Z\nWARC-Payload-Digest: sha1:X\nWARC-Record-ID: <urn:uuid:4>\nContent-Type: application/http; msgtype=response",
		http200("Content-Type: text/html\nTransfer-Encoding: chunked", "7\r\n<p>heri\r\n4\r\ntrix\r\n0\r\n\r\n")),
	record("WARC/1.0\nWARC-Type: request\nWARC-Target-URI: http://h.example/\nWARC-Date: 2024-05-06T07:08:10Z\nWARC-Concurrent-To: <urn:uuid:4>\nWARC-Record-ID: <urn:uuid:5>\nContent-Type: application/http; msgtype=request",
		"GET / HTTP/1.0\r\nHost: h.example\r\n\r\n"),
	record("WARC/1.0\nWARC-Type: metadata\nWARC-Target-URI: http://h.example/\nWARC-Date: 2024-05-06T07:08:10Z\nWARC-Concurrent-To: <urn:uuid:4>\nWARC-Record-ID: <urn:uuid:6>\nContent-Type: application/warc-fields",
		"via: http://h.example/\r\nhopsFromSeed: L\r\nfetchTimeMs: 12\r\noutlink: http://h.example/a L a/@href\r\n"),
	record("WARC/1.0\nWARC-Type: revisit\nWARC-Target-URI: http://h.example/again\nWARC-Date: 2024-05-06T07:08:11Z\nWARC-Profile: http://netpreserve.org/warc/1.0/revisit/identical-payload-digest\nWARC-Refers-To-Target-URI: http://h.example/\nWARC-Refers-To-Date: 2024-05-06T07:08:10Z\nWARC-Payload-Digest: sha1:X\nWARC-Record-ID: <urn:uuid:7>\nContent-Type: application/http; msgtype=response",
		http200("Content-Type: text/html", "")),
}

// browsertrix: version 1.1, a browser's header with the body decoded, and what
// it knows of a page in records of its own.
var browsertrix = []string{
	record("WARC/1.1\nWARC-Type: warcinfo\nWARC-Date: 2024-05-06T07:08:09.123Z\nWARC-Filename: rec-0.warc.gz\nWARC-Record-ID: <urn:uuid:1>\nContent-Type: application/warc-fields",
		"software: Browsertrix-Crawler 1.1.0 (with warcio.js 2.2.1)\r\nformat: WARC File Format 1.1\r\n"),
	record("WARC/1.1\nWARC-Type: response\nWARC-Target-URI: https://h.example/\nWARC-Date: 2024-05-06T07:08:10.456Z\nWARC-Page-ID: 1f\nWARC-Resource-Type: document\nWARC-JSON-Metadata: {\"cert\":{\"issuer\":\"x\"}}\nWARC-Payload-Digest: sha256:ab\nWARC-Block-Digest: sha256:cd\nWARC-Record-ID: <urn:uuid:2>\nContent-Type: application/http; msgtype=response",
		http200("content-type: text/html; charset=utf-8\nx-orig-content-encoding: br\nx-orig-content-length: 9", "<p>browsertrix é")),
	record("WARC/1.1\nWARC-Type: response\nWARC-Target-URI: https://h.example/kept\nWARC-Date: 2024-05-06T07:08:10.456Z\nWARC-Record-ID: <urn:uuid:3>\nContent-Type: application/http; msgtype=response",
		http200("content-type: text/html\ncontent-encoding: br\ntransfer-encoding: chunked", "<p>decoded though it says br")),
	record("WARC/1.1\nWARC-Type: response\nWARC-Target-URI: https://h.example/app.js\nWARC-Date: 2024-05-06T07:08:10.456Z\nWARC-Record-ID: <urn:uuid:4>\nContent-Type: application/http; msgtype=response",
		http200("content-type: text/javascript", "x()")),
	record("WARC/1.1\nWARC-Type: resource\nWARC-Target-URI: urn:pageinfo:https://h.example/\nWARC-Date: 2024-05-06T07:08:10.456Z\nWARC-Record-ID: <urn:uuid:5>\nContent-Type: application/json",
		`{"pageid":"1f","urls":{}}`),
	record("WARC/1.1\nWARC-Type: resource\nWARC-Target-URI: urn:text:https://h.example/\nWARC-Date: 2024-05-06T07:08:10.456Z\nWARC-Record-ID: <urn:uuid:6>\nContent-Type: text/plain", "browsertrix"),
}

// warcio: microseconds in dates, files of resources, records of methods that
// are no GET.
var warcio = []string{
	record("WARC/1.0\nWARC-Type: response\nWARC-Record-ID: <urn:uuid:1>\nWARC-Target-URI: http://h.example/w\nWARC-Date: 2024-05-06T07:08:09.123456Z\nWARC-Payload-Digest: sha1:X\nContent-Type: application/http; msgtype=response",
		http200("Content-Type: text/html; charset=\"utf-8\"\nContent-Encoding: gzip", fetchtest.Gzip("<p>warcio"))),
	record("WARC/1.0\nWARC-Type: resource\nWARC-Record-ID: <urn:uuid:2>\nWARC-Target-URI: http://h.example/file\nWARC-Date: 2024-05-06T07:08:09Z\nContent-Type: text/html", "<p>resource"),
	record("WARC/1.0\nWARC-Type: conversion\nWARC-Record-ID: <urn:uuid:3>\nWARC-Target-URI: http://h.example/conversion\nWARC-Date: 2024-05-06T07:08:09Z\nContent-Type: text/plain", "x"),
	record("WARC/1.0\nWARC-Type: continuation\nWARC-Record-ID: <urn:uuid:4>\nWARC-Segment-Number: 2\nWARC-Target-URI: http://h.example/rest", "x"),
}

// others are answers to requests that ask for no page, in the ways that crawlers
// tell which answer is whose: before and behind it, by either of the two. Nothing
// but the answers to GET is a page, the later of two.
var others = []string{
	record("WARC/1.1\nWARC-Type: response\nWARC-Target-URI: http://h.example/form\nWARC-Date: 2024-05-06T07:08:08Z\nWARC-Record-ID: <urn:uuid:1>\nContent-Type: application/http; msgtype=response",
		http200("Content-Type: text/html", "<p>form")),
	record("WARC/1.1\nWARC-Type: request\nWARC-Target-URI: http://h.example/form\nWARC-Date: 2024-05-06T07:08:08Z\nWARC-Concurrent-To: <urn:uuid:1>\nWARC-Record-ID: <urn:uuid:2>\nContent-Type: application/http; msgtype=request",
		"GET /form HTTP/1.1\r\nHost: h.example\r\n\r\n"),
	record("WARC/1.1\nWARC-Type: response\nWARC-Target-URI: http://h.example/form\nWARC-Date: 2024-05-06T07:08:09Z\nWARC-Record-ID: <urn:uuid:3>\nContent-Type: application/http; msgtype=response",
		http200("Content-Type: text/html", "<p>sent")),
	record("WARC/1.1\nWARC-Type: request\nWARC-Target-URI: http://h.example/form\nWARC-Date: 2024-05-06T07:08:09Z\nWARC-Concurrent-To: <urn:uuid:3>\nWARC-Record-ID: <urn:uuid:4>\nContent-Type: application/http; msgtype=request",
		"POST /form HTTP/1.1\r\nHost: h.example\r\nContent-Length: 3\r\n\r\na=b"),
	record("WARC/1.1\nWARC-Type: request\nWARC-Target-URI: http://h.example/only\nWARC-Date: 2024-05-06T07:08:09Z\nWARC-Record-ID: <urn:uuid:5>\nContent-Type: application/http; msgtype=request",
		"POST /only HTTP/1.1\r\nHost: h.example\r\n\r\n"),
	record("WARC/1.1\nWARC-Type: response\nWARC-Target-URI: http://h.example/only\nWARC-Date: 2024-05-06T07:08:09Z\nWARC-Concurrent-To: <urn:uuid:5>\nWARC-Record-ID: <urn:uuid:6>\nContent-Type: application/http; msgtype=response",
		http200("Content-Type: text/html", "<p>answer to POST")),
	record("WARC/1.1\nWARC-Type: request\nWARC-Target-URI: http://h.example/form\nWARC-Date: 2024-05-06T07:08:10Z\nWARC-Concurrent-To: <urn:uuid:8>\nWARC-Record-ID: <urn:uuid:7>\nContent-Type: application/http; msgtype=request",
		"HEAD /form HTTP/1.1\r\nHost: h.example\r\n\r\n"),
	record("WARC/1.1\nWARC-Type: response\nWARC-Target-URI: http://h.example/form\nWARC-Date: 2024-05-06T07:08:10Z\nWARC-Record-ID: <urn:uuid:8>\nContent-Type: application/http; msgtype=response",
		http200("Content-Type: text/html\nContent-Length: 7", "")),
	record("WARC/1.1\nWARC-Type: revisit\nWARC-Target-URI: http://h.example/only\nWARC-Date: 2024-05-06T07:08:11Z\nWARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest\nWARC-Refers-To-Target-URI: http://h.example/form\nWARC-Concurrent-To: <urn:uuid:10>\nWARC-Record-ID: <urn:uuid:9>\nContent-Type: application/http; msgtype=response",
		http200("Content-Type: text/html", "")),
	record("WARC/1.1\nWARC-Type: request\nWARC-Target-URI: http://h.example/only\nWARC-Date: 2024-05-06T07:08:11Z\nWARC-Record-ID: <urn:uuid:10>\nContent-Type: application/http; msgtype=request",
		"POST /only HTTP/1.1\r\nHost: h.example\r\n\r\n"),
}

// crawlers are what others write, with the pages that are in it.
var crawlers = map[string]struct {
	records []string
	want    []string
}{
	"heritrix":    {heritrix, []string{"http://h.example/ text/html <p>heritrix", "http://h.example/again text/html <p>heritrix"}},
	"browsertrix": {browsertrix, []string{"https://h.example/ text/html <p>browsertrix é", "https://h.example/kept text/html <p>decoded though it says br"}},
	"POST, HEAD":  {others, []string{"http://h.example/form text/html <p>form"}},
	"warcio":      {warcio, []string{"http://h.example/w text/html <p>warcio", "http://h.example/file text/html <p>resource"}},
}

// Archives of other crawlers are read: as they write them, in one gzip member,
// and uncompressed.
func TestForeignCrawlers(t *testing.T) {
	t.Parallel()
	for name, test := range crawlers {
		all := strings.Join(test.records, "")
		for form, file := range map[string]string{"a.warc.gz": fetchtest.Gzip(test.records...), "b.warc.gz": fetchtest.Gzip(all), "c.warc": all} {
			path := filepath.Join(t.TempDir(), form)
			writeFile(t, path, []byte(file))
			if d := cmp.Diff(test.want, walkPages(path)); d != "" {
				t.Errorf("%s, %s (-want +got):\n%s", name, form, d)
			}
		}
	}
}

// testdata/wget.warc.gz and wget-dedup.warc.gz are what GNU Wget 1.21.3 wrote
// of a server on loopback, with --warc-cdx and, the second time, --warc-dedup.
func TestWget(t *testing.T) {
	t.Parallel()
	const host = "http://127.0.0.1:8765"
	want := []string{host + "/b.html text/html <p>é", host + "/chunked text/html <p>chunked", "passed over moved status 301", host + `/a.html text/html <p>a <a href="/b.html">b</a> <a href="/gone">c</a>`,
		"passed over gone status 404"}
	if d := cmp.Diff(want, walk(filepath.Join("testdata", "wget.warc.gz"))); d != "" {
		t.Errorf("pages (-want +got):\n%s", d)
	}
	c := client(t, Options{Replay: []string{filepath.Join("testdata", "wget.warc.gz"), filepath.Join("testdata", "wget-dedup.warc.gz")}, IgnoreRobots: true})
	if p, err := c.Fetch(t.Context(), host+"/moved"); err != nil || p.URL != host+"/a.html" {
		t.Errorf("redirect: %v", err)
	}
	if p, err := c.Fetch(t.Context(), host+"/b.html"); err != nil || string(p.Body) != "<p>é" {
		t.Errorf("page of which there is a revisit: %v", err)
	}
	_, err := c.Fetch(t.Context(), host+"/gone")
	if reason, _ := page.ReasonOf(err); reason != page.Status {
		t.Errorf("missing page: %v", err)
	}
}
