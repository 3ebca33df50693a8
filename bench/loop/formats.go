package loop

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"verde/bench/table"
	"verde/search/dump"
)

// formats asks what a site has, has the answers written in all formats, and judges
// the sites from each.
func formats() *table.Table {
	return &table.Table{
		Name: "formats", About: "The same results in every format of dumps",
		Columns: []string{"format", "results", "sources", "accepted", "SHA-256 of sources.jsonl"}, Key: []string{"format"},
		Packages: measured, Needs: []table.Need{table.Corpora, table.Webbox}, Minutes: 4,
		Measure: func(ctx context.Context, r *table.Run) error {
			w, err := serve(ctx, r, "book", 1)
			if err != nil {
				return err
			}
			defer w.close()
			env := []string{"HTTP_PROXY=" + w.Proxy.String()}
			dir, err := os.MkdirTemp(r.Work, "formats")
			if err != nil {
				return err
			}
			in := func(name string) string { return filepath.Join(dir, name) }
			if _, err := r.Verde(ctx, env, "learn", w.sites[training+".example"], "--domain", domain, "--run", in("learn"), "--delay", "0", "--quiet"); err != nil {
				return err
			}
			if _, err := r.Verde(ctx, nil, "queries", in("learn/records.jsonl"), "--vertical", in("learn/vertical.json"), "-n", "40", "--format", "text", "-o", in("q.txt")); err != nil {
				return err
			}
			args := append([]string{"dump", "--queries", in("q.txt"), "--shape", "all", "--out", in("dump.jsonl")}, w.world.Flags()...)
			if out, err := exec.CommandContext(ctx, table.Webbox.Path(), args...).CombinedOutput(); err != nil {
				return fmt.Errorf("webbox dump: %w: %.500s", err, out)
			}
			dumps, err := filepath.Glob(in("dump.jsonl*"))
			if err != nil {
				return err
			}
			slices.Sort(dumps)
			for _, file := range dumps {
				r.Sayf("%s", filepath.Base(file))
				f, err := judgeDump(ctx, r, env, file, in("pages"))
				if err != nil {
					return err
				}
				if err := r.Put("webbox dump --shape all; verde evaluate DUMP --delay 0 --archive PAGES --all", f); err != nil {
					return err
				}
			}
			return os.RemoveAll(dir)
		},
	}
}

func judgeDump(ctx context.Context, r *table.Run, env []string, file, archive string) (table.Figures, error) {
	d, err := dump.Open([]string{file}, nil, dump.Options{Brief: true})
	if err != nil {
		return nil, err
	}
	out, err := r.Verde(ctx, env, "evaluate", file, "--delay", "0", "--archive", archive, "--all", "--quiet")
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256([]byte(out))
	format := strings.TrimPrefix(strings.TrimPrefix(filepath.Base(file), "dump.jsonl"), ".")
	if format == "" {
		format = "JSON Lines"
	}
	return table.Figures{"format": table.Value(format), "results": table.Count(d.Results), "sources": table.Count(strings.Count(out, "\n")),
		"accepted":                 table.Count(bytes.Count([]byte(out), []byte(`"state":"accepted"`))),
		"SHA-256 of sources.jsonl": table.Value("sha256:" + hex.EncodeToString(sum[:6]))}, nil
}
