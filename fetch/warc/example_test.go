package warc_test

import (
	"fmt"
	"log"
	"strings"

	"verde/fetch/warc"
)

func ExampleRead() {
	const file = "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: <http://h.example/>\r\n" +
		"Content-Length: 24\r\n\r\nHTTP/1.1 200 OK\r\n\r\nhello\r\n\r\n"
	for rec, err := range warc.Read(strings.NewReader(file)) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(rec.Type, rec.URL, len(rec.Block))
	}
	// Output: response http://h.example/ 24
}
