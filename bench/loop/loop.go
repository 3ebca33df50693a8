// Package loop measures the whole of "verde explore": on generated webs, and on
// the real pages that are at hand. The noise hosts of the webs are filled with
// pages that the shipped classifier has learned nothing from (package
// eval/articles).
package loop

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"verde/bench/table"
	"verde/bench/webs"
	"verde/eval/articles"
	"verde/eval/webbox"
	"verde/pageeval"
	"verde/report"
)

// measured are the packages whose code decides a figure of these tables.
var measured = []string{".", "models", "eval/webbox"}

// domains are the verticals' domain terms.
var domains = map[string]string{"nbaplayer": "player", "movie": "movie", "book": "book", "auto": "car", "camera": "camera", "job": "job",
	"microcontroller": "microcontroller", "sailingship": "ship"}

// What a run asks for: the defaults of verde explore.
const instances, rounds = 30, 3

// command is how a run is made by hand.
func command(vertical string, seed uint64) string {
	return fmt.Sprintf("webbox serve --truth %s --noise NOISE --vertical %s --seed %d; HTTP_PROXY=... verde explore START --domain %s --engine searxng --endpoint http://searx.test/search --delay 0 --instances %d --rounds %d; webbox score",
		webs.TruthOf(vertical), vertical, seed, domains[vertical], instances, rounds)
}

// web is a generated web that is being served.
type web struct {
	*webbox.Web
	world webbox.World
	sites map[string]string // of the vertical: host to start page
	close func()
}

// serve generates a web whose noise the classifier has learned nothing from, of the
// first family of templates.
func serve(ctx context.Context, r *table.Run, vertical string, seed uint64) (*web, error) {
	return serveFamily(ctx, r, vertical, seed, webs.Foreign()[0])
}

// serveFamily is serve with the templates of any family.
func serveFamily(ctx context.Context, r *table.Run, vertical string, seed uint64, family webs.Family) (*web, error) {
	noise := filepath.Join(r.Work, "noise")
	if _, _, err := articles.CopyNoise(table.Corpora.Path("articles"), noise); err != nil {
		return nil, err
	}
	w := &web{world: family.World(vertical, noise, seed), sites: map[string]string{}}
	ctx, stop := context.WithCancel(ctx)
	served, done, err := webbox.Serve(ctx, table.Webbox.Path(), w.world)
	if err != nil {
		stop()
		return nil, err
	}
	w.Web, w.close = served, func() { stop(); done() }
	all, err := w.Sites(ctx)
	if err != nil {
		w.close()
		return nil, err
	}
	for _, s := range all {
		if s.OfVertical() {
			w.sites[s.Host] = s.Start
		}
	}
	return w, nil
}

// run is what one run came to.
type run struct {
	dir      string
	host     string // of the training site, "" if a list stands in its place
	urls     int    // different ones of results
	examined int    // of them downloaded to judge sites
	estimate string // of the sites not found after the last round, with its interval
	says     string // what the report says of the run as a whole
	seconds  float64
}

func (x *run) share() float64 { return float64(x.examined) / float64(max(1, x.urls)) }

// asked is how much a run asks for.
type asked struct {
	instances, rounds int
	resume            bool // go on with an earlier run of this code, if there is one
}

// exploreFrom makes one run that begins at a site's start page.
func (w *web) exploreFrom(ctx context.Context, r *table.Run, name string, ask asked) (*run, error) {
	host := name + ".example"
	if w.sites[host] == "" {
		return nil, fmt.Errorf("no site %s in the web", host)
	}
	x, err := w.explore(ctx, r, name, ask, w.sites[host])
	if err != nil {
		return nil, err
	}
	x.host = host
	return x, nil
}

// explore makes one run and counts. Unless it may resume, a run that was broken off is made
// anew, so that its seconds are those of a whole one.
func (w *web) explore(ctx context.Context, r *table.Run, name string, ask asked, from ...string) (*run, error) {
	x := &run{dir: filepath.Join(r.Work, fmt.Sprintf("%s-%d-%dx%d", name, w.world.Seed, ask.instances, ask.rounds))}
	if !ask.resume {
		if err := os.RemoveAll(x.dir); err != nil {
			return nil, err
		}
	}
	began := time.Now()
	if _, err := r.Verde(ctx, []string{"HTTP_PROXY=" + w.Proxy.String()}, append([]string{"explore", "--domain", domains[w.world.Vertical], "--run", x.dir, "--delay", "0",
		"--engine", "searxng", "--endpoint", "http://searx.test/search", "--quiet",
		"--instances", strconv.Itoa(ask.instances), "--rounds", strconv.Itoa(ask.rounds)}, from...)...); err != nil {
		return nil, err
	}
	x.seconds = time.Since(began).Seconds()
	return x, x.count()
}

// count reads the report of a run.
func (x *run) count() error {
	data, err := os.ReadFile(filepath.Join(x.dir, "report.json"))
	if err != nil {
		return err
	}
	var got report.Report
	if err := json.Unmarshal(data, &got); err != nil {
		return err
	}
	for _, reason := range []string{report.NothingFound, report.ManyMissing, report.StillFinding, report.NoEstimate} {
		if got.Incomplete[reason] > 0 {
			x.says = reason
		}
	}
	for _, round := range got.Rounds {
		x.urls, x.examined, x.estimate = round.Results, x.examined+round.Evaluated, round.Estimate()
	}
	return nil
}

// score has webbox grade the records of a run.
func (w *web) score(ctx context.Context, x *run, f table.Figures) error {
	args := append([]string{"score", "--run", filepath.Join(x.dir, "records.jsonl")}, w.world.Flags()...)
	if x.host != "" {
		args = append(args, "--exclude", x.host)
	}
	out, err := exec.CommandContext(ctx, table.Webbox.Path(), args...).Output()
	if err != nil {
		return fmt.Errorf("webbox score: %w", err)
	}
	type ratio struct{ Precision, Recall float64 }
	var report struct {
		Sites   ratio `json:"source_discovery"`
		Pages   ratio `json:"entity_pages_macro"`
		Triples ratio `json:"triples"`
		Strict  ratio `json:"triples_strict"`
	}
	if err := json.Unmarshal(out, &report); err != nil {
		return fmt.Errorf("webbox score: %w: %.500s", err, out)
	}
	both := func(r ratio) table.Value { return table.Value(fmt.Sprintf("%.2f / %.2f", r.Precision, r.Recall)) }
	f["sources P / R"], f["pages P / R"], f["triples P / R"] = both(report.Sites), both(report.Pages), both(report.Triples)
	f["strict R"] = table.Fixed(report.Strict.Recall, 2)
	return nil
}

func judging() *table.Table {
	return &table.Table{
		Name: "judging", About: "The shipped classifier on the pages of generated webs, by kind",
		Columns: []string{"vertical", "page and query", "pairs", "matched", "accepted", "refused as lists", "right"}, Key: []string{"vertical", "page and query"}, Bold: "right",
		Packages: []string{"pageeval", "models", "eval/webbox"}, Needs: []table.Need{table.Corpora, table.Webbox}, Minutes: 6,
		Measure: func(ctx context.Context, r *table.Run) error {
			c, err := pageeval.Default()
			if err != nil {
				return err
			}
			for _, vertical := range []string{"nbaplayer", "movie", "book"} {
				r.Sayf("%s", vertical)
				w, err := serve(ctx, r, vertical, 1)
				if err != nil {
					return err
				}
				got, err := w.Judge(ctx, webbox.Judging{Classifier: c, Entities: 40})
				w.close()
				if err != nil {
					return err
				}
				for _, j := range got {
					f := table.Figures{"vertical": table.Value(vertical), "page and query": table.Value(j.Kind), "pairs": table.Count(j.Pairs), "matched": table.Count(j.Matched),
						"accepted": table.Count(j.Accepted), "refused as lists": table.Count(j.Lists), "right": table.Fixed(j.Right(), 3)}
					if err := r.Put("go run ./bench/run judging", f); err != nil {
						return err
					}
				}
			}
			return nil
		},
	}
}
