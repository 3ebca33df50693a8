package fetch_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"verde/fetch"
	"verde/page"
)

// A host is served from a folder of files, as a mirroring tool leaves one.
func ExampleClient_Fetch() {
	dir, err := os.MkdirTemp("", "mirror")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "walden.html"), []byte("<title>Walden</title>"), 0o666); err != nil {
		log.Fatal(err)
	}
	mirror, err := fetch.ParseMirror("books.example=" + dir)
	if err != nil {
		log.Fatal(err)
	}
	client, err := fetch.New(fetch.Options{Mirrors: []fetch.Mirror{mirror}})
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()

	p, err := client.Fetch(context.Background(), "https://www.books.example/walden")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s: %s\n", p.URL, p.Body)

	_, err = client.Fetch(context.Background(), "https://www.books.example/emma")
	reason, _ := page.ReasonOf(err)
	fmt.Println(err, "- reason:", reason)
	// Output:
	// https://www.books.example/walden: <title>Walden</title>
	// https://www.books.example/emma: status 404 - reason: status
}
