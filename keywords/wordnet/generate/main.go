// Command generate makes the WordNet table that package wordnet embeds, from
// the database files of WordNet 3.0 (Debian: apt-get install wordnet-base):
//
//	go run ./generate -dict /usr/share/wordnet -o wordnet.bin
//
// The same files give the same table, byte for byte.
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	dict := flag.String("dict", "/usr/share/wordnet", "`folder` with data.noun, index.noun, noun.exc and so on")
	out := flag.String("o", "wordnet.bin", "`file` to write")
	flag.Parse()
	if err := run(*dict, *out); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func run(dict, out string) error {
	db, err := read(os.DirFS(dict))
	if err != nil {
		return fmt.Errorf("reading WordNet in %s: %w", dict, err)
	}
	table, err := db.encode()
	if err != nil {
		return fmt.Errorf("encoding: %w", err)
	}
	if err := os.WriteFile(out, table, 0o644); err != nil {
		return err
	}
	fmt.Printf("%s: %d synsets, %d relations, %d words, %d irregular forms, %d bytes\n",
		out, db.synsets(), len(db.relations), len(db.senses), len(db.irregular), len(table))
	return nil
}
