package siteexpand

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"verde/page"
)

type dbgFolder string

func (d dbgFolder) Fetch(ctx context.Context, u string) (*page.Page, error) {
	_, p, _ := strings.Cut(u[8:], "/")
	b, err := os.ReadFile(filepath.Join(string(d), p))
	if err != nil {
		return nil, &page.Error{URL: u, Reason: page.Status, Status: 404}
	}
	return &page.Page{URL: u, Body: b}, nil
}

func TestDebug(t *testing.T) {
	ctx := context.Background()
	s, st, err := begin(ctx, "x", dbgFolder("/tmp/w/sites/"+os.Getenv("SITE")), []string{"http://x.example/" + os.Getenv("PG")}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	gp := s.seen(st[0])
	for _, l := range gp.links {
		cp, _ := s.fetch(ctx, l.to)
		if cp == nil || cp == gp {
			continue
		}
		to := s.hangsOn(cp, gp.id)
		on, ok := s.candidate(cp, gp, gp.id)
		n := 0
		for _, k := range cp.links {
			if k.path == on.path {
				n++
			}
		}
		fmt.Println(s.urls[cp.id], len(to), ok, on.score, n, s.paths.Name(on.path))
		if ok {
			for k, id := range on.weights.terms {
				for name, i := range s.termIDs {
					if i == id {
						fmt.Printf(" %s=%.2f", name, on.weights.of1[k])
					}
				}
			}
			fmt.Println()
		}
	}
}
