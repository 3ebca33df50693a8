// Package loop measures the whole of "verde explore": on generated webs, and on
// the real pages that are at hand. The noise hosts of the webs are filled with
// pages that the shipped classifier has learned nothing from (package
// eval/articles).
package loop

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"verde"
	"verde/bench/table"
	"verde/catalog"
	"verde/eval/articles"
	"verde/eval/webbox"
	"verde/pageeval"
)

// Tables are those of this package.
func Tables() []*table.Table {
	return []*table.Table{starts(), anyVertical(), learned(), catalogs(), integrated(), rounds(), roundSums(), judging(), formats(), offline(), common()}
}

// measured are the packages whose code decides a figure of these tables.
var measured = []string{".", "models", "eval/webbox"}

// domains are the verticals' domain terms.
var domains = map[string]string{"nbaplayer": "player", "movie": "movie", "book": "book", "auto": "car", "camera": "camera", "job": "job"}

// startSites are all sites of the webs, by vertical.
var startSites = []string{
	"nbaplayer-espn", "nbaplayer-fanhouse", "nbaplayer-foxsports", "nbaplayer-msnca", "nbaplayer-nba", "nbaplayer-si", "nbaplayer-slam", "nbaplayer-usatoday",
	"nbaplayer-wiki", "nbaplayer-yahoo", "movie-allmovie", "movie-amctv", "movie-boxofficemojo", "movie-hollywood", "movie-iheartmovies", "movie-imdb",
	"movie-metacritic", "movie-msn", "movie-rottentomatoes", "movie-yahoo", "book-abebooks", "book-amazon", "book-barnesandnoble", "book-bookdepository",
	"book-booksamillion", "book-borders", "book-buy", "book-christianbook", "book-deepdiscount", "book-waterstones",
}

// size is how much a run asks for.
type size struct{ instances, rounds int }

func (s size) String() string { return fmt.Sprintf("%d x %d", s.rounds, s.instances) }

// usual are the defaults of verde explore.
var usual = size{30, 3}

// disjoint is what the rows of a web say of its noise.
const disjoint = "not learned from"

func starts() *table.Table {
	return &table.Table{
		Name: "loop", About: "The whole loop from each site of a generated web",
		Columns: []string{"vertical", "start site", "noise", "sources P / R", "pages P / R", "attributes F1", "triples P / R", "URLs", "examined", "seconds"},
		Key:     []string{"vertical", "start site"}, Packages: measured, Needs: []table.Need{table.Corpora, table.Webbox}, Minutes: 60,
		Measure: func(ctx context.Context, r *table.Run) error {
			for _, name := range startSites {
				vertical, site, _ := strings.Cut(name, "-")
				f := table.Figures{"vertical": table.Value(vertical), "start site": table.Value(site), "noise": disjoint}
				if skip, err := r.Skip(f); err != nil || skip {
					if err != nil {
						return err
					}
					continue
				}
				r.Sayf("%s", name)
				w, err := serve(ctx, r, vertical, 1)
				if err != nil {
					return err
				}
				x, err := w.explore(ctx, r, name, usual)
				if err == nil {
					err = w.score(ctx, x, f)
				}
				w.close()
				if err != nil {
					return err
				}
				f["URLs"], f["examined"], f["seconds"] = table.Count(x.urls), table.Fixed(x.share(), 3), table.Fixed(x.seconds, 0)
				if err := r.Put(command(vertical, 1, usual), f); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// command is how a run is made by hand.
func command(vertical string, seed uint64, n size) string {
	return fmt.Sprintf("webbox serve --truth $VERDE_CORPORA/swde-truth --noise NOISE --vertical %s --seed %d; HTTP_PROXY=... verde explore START --domain %s --engine searxng --endpoint http://searx.test/search --delay 0 --instances %d --rounds %d; webbox score",
		vertical, seed, domains[vertical], n.instances, n.rounds)
}

func rounds() *table.Table {
	return &table.Table{
		Name: "rounds", About: "Generated webs of three seeds, by how much is asked",
		Columns: []string{"vertical", "start site", "seed", "instances", "noise", "right", "wrong", "there", "found by round", "URLs", "examined", "not found: estimate", "seconds"},
		Key:     []string{"vertical", "start site", "seed", "instances"}, Packages: measured, Needs: []table.Need{table.Corpora, table.Webbox}, Minutes: 90,
		Measure: func(ctx context.Context, r *table.Run) error {
			for _, n := range []size{{5, 1}, {50, 3}} {
				for seed := range uint64(3) {
					for _, name := range []string{"nbaplayer-espn", "nbaplayer-wiki", "movie-allmovie", "movie-imdb", "book-abebooks", "book-christianbook"} {
						if err := round(ctx, r, name, seed+1, n); err != nil {
							return err
						}
					}
				}
			}
			return nil
		},
	}
}

// round measures one row of rounds.
func round(ctx context.Context, r *table.Run, name string, seed uint64, n size) error {
	vertical, site, _ := strings.Cut(name, "-")
	f := table.Figures{"vertical": table.Value(vertical), "start site": table.Value(site), "seed": table.Count(int(seed)), "instances": table.Value(n.String()), "noise": disjoint}
	if skip, err := r.Skip(f); err != nil || skip {
		return err
	}
	r.Sayf("%s, seed %d, %v", name, seed, n)
	w, err := serve(ctx, r, vertical, seed)
	if err != nil {
		return err
	}
	defer w.close()
	x, err := w.explore(ctx, r, name, n)
	if err != nil {
		return err
	}
	var found []string
	for _, n := range x.byRound {
		found = append(found, strconv.Itoa(n))
	}
	f["right"], f["wrong"], f["there"] = table.Count(x.right), table.Count(x.wrong), table.Count(x.there)
	f["found by round"], f["URLs"], f["examined"] = table.Value(strings.Join(found, ", ")), table.Count(x.urls), table.Fixed(x.share(), 3)
	f["not found: estimate"], f["seconds"] = table.Fixed(x.unseen, 1), table.Fixed(x.seconds, 0)
	return r.Put(command(vertical, seed, n), f)
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
	return serveFamily(ctx, r, vertical, seed, "")
}

// serveFamily is serve with the templates of a folder, "" for those of the first family.
func serveFamily(ctx context.Context, r *table.Run, vertical string, seed uint64, templates string) (*web, error) {
	noise := filepath.Join(r.Work, "noise")
	if _, _, err := articles.CopyNoise(table.Corpora.Path("articles"), noise); err != nil {
		return nil, err
	}
	w := &web{world: webbox.World{Truth: table.Corpora.Path("swde-truth"), Noise: noise, Vertical: vertical, Seed: seed, Templates: templates}, sites: map[string]string{}}
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
	dir, host string
	right     int   // sites found
	wrong     int   // hosts taken for sites
	there     int   // sites that there are beside the start
	byRound   []int // found after each round, right or wrong
	urls      int   // different ones of results
	examined  int   // of them downloaded to judge sites
	unseen    float64
	estimate  string // of the last round, with its interval
	says      string // what the report says of the run as a whole
	seconds   float64
}

func (x *run) share() float64 { return float64(x.examined) / float64(max(1, x.urls)) }

// explore makes one run and counts. A run that was broken off is made anew, so
// that its seconds are those of a whole one.
func (w *web) explore(ctx context.Context, r *table.Run, name string, n size) (*run, error) {
	x := &run{host: name + ".example", there: len(w.sites) - 1}
	x.dir = filepath.Join(r.Work, fmt.Sprintf("%s-%d-%dx%d", name, w.world.Seed, n.instances, n.rounds))
	if w.sites[x.host] == "" {
		return nil, fmt.Errorf("no site %s in the web", x.host)
	}
	if err := os.RemoveAll(x.dir); err != nil {
		return nil, err
	}
	began := time.Now()
	if _, err := r.Verde(ctx, []string{"HTTP_PROXY=" + w.Proxy.String()}, "explore", w.sites[x.host], "--domain", domains[w.world.Vertical], "--run", x.dir, "--delay", "0",
		"--engine", "searxng", "--endpoint", "http://searx.test/search", "--quiet",
		"--instances", strconv.Itoa(n.instances), "--rounds", strconv.Itoa(n.rounds)); err != nil {
		return nil, err
	}
	x.seconds = time.Since(began).Seconds()
	return x, x.count(w.sites)
}

// count reads what a run left.
func (x *run) count(sites map[string]string) error {
	data, err := os.ReadFile(filepath.Join(x.dir, "report.json"))
	if err != nil {
		return err
	}
	var report verde.Report
	if err := json.Unmarshal(data, &report); err != nil {
		return err
	}
	for _, reason := range []string{verde.NothingFound, verde.ManyMissing} {
		if report.Incomplete[reason] > 0 {
			x.says = reason
		}
	}
	found := 0
	for _, round := range report.Rounds {
		found += round.Accepted
		x.byRound = append(x.byRound, found)
		x.urls, x.examined, x.unseen, x.estimate = round.Results, x.examined+round.Evaluated, 0, round.Estimate()
		if round.Unseen != nil {
			x.unseen = *round.Unseen
		}
	}
	if data, err = os.ReadFile(filepath.Join(x.dir, "sources.jsonl")); err != nil {
		return err
	}
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var s catalog.Source
		if err := json.Unmarshal(lines.Bytes(), &s); err != nil {
			return err
		}
		switch {
		case s.State != catalog.Expanded || s.Site == x.host:
		case sites[s.Site] != "":
			x.right++
		default:
			x.wrong++
		}
	}
	return lines.Err()
}

// score has webbox grade the records of a run.
func (w *web) score(ctx context.Context, x *run, f table.Figures) error {
	args := append([]string{"score", "--run", filepath.Join(x.dir, "records.jsonl"), "--exclude", x.host}, w.world.Flags()...)
	out, err := exec.CommandContext(ctx, table.Webbox.Path(), args...).Output()
	if err != nil {
		return fmt.Errorf("webbox score: %w", err)
	}
	type ratio struct{ Precision, Recall, F1 float64 }
	var report struct {
		Sites      ratio            `json:"source_discovery"`
		Pages      ratio            `json:"entity_pages_macro"`
		Attributes map[string]ratio `json:"attributes_macro"`
		Triples    ratio            `json:"triples"`
		Strict     ratio            `json:"triples_strict"`
	}
	if err := json.Unmarshal(out, &report); err != nil {
		return fmt.Errorf("webbox score: %w: %.500s", err, out)
	}
	both := func(r ratio) table.Value { return table.Value(fmt.Sprintf("%.2f / %.2f", r.Precision, r.Recall)) }
	f["sources P / R"], f["pages P / R"], f["triples P / R"] = both(report.Sites), both(report.Pages), both(report.Triples)
	f["strict R"] = table.Fixed(report.Strict.Recall, 2)
	sum := 0.
	for _, a := range report.Attributes {
		sum += a.F1
	}
	f["attributes F1"] = table.Fixed(sum/float64(max(1, len(report.Attributes))), 2)
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

// roundSums are the sums of the rows of rounds by vertical and size.
func roundSums() *table.Table {
	return &table.Table{
		Name: "rounds-sums", About: "The sums of table rounds",
		Columns: []string{"vertical", "instances", "runs", "sources P", "found", "R, mean", "R, least", "examined, mean", "not found: estimate, mean", "truly"},
		Key:     []string{"vertical", "instances"}, Packages: measured, From: "rounds", Derive: sumRounds,
	}
}

func sumRounds(rows []table.Row) ([]table.Row, error) {
	type sum struct {
		row                                                    table.Row
		runs, right, wrong, there, recall, least, exam, unseen float64
	}
	var sums []*sum
	var errs []error
	for _, r := range rows {
		number := func(column string) float64 {
			x, err := r.Figures[column].Float()
			if err != nil {
				errs = append(errs, fmt.Errorf("rounds, %s: %w", column, err))
			}
			return x
		}
		key := []string{"vertical", "instances"}
		i := slices.IndexFunc(sums, func(s *sum) bool { return s.row.Figures.Is(r.Figures, key) })
		if i < 0 {
			first := r
			first.Figures = table.Figures{"vertical": r.Figures["vertical"], "instances": r.Figures["instances"]}
			sums, i = append(sums, &sum{row: first, least: 1}), len(sums)
		}
		s := sums[i]
		recall := number("right") / max(1, number("there"))
		s.runs, s.right, s.wrong, s.there = s.runs+1, s.right+number("right"), s.wrong+number("wrong"), s.there+number("there")
		s.recall, s.least = s.recall+recall, min(s.least, recall)
		s.exam, s.unseen = s.exam+number("examined"), s.unseen+number("not found: estimate")
	}
	var out []table.Row
	for _, s := range sums {
		f := s.row.Figures
		f["runs"], f["sources P"] = table.Fixed(s.runs, 0), table.Value("-")
		if s.right+s.wrong > 0 {
			f["sources P"] = table.Fixed(s.right/(s.right+s.wrong), 2)
		}
		f["found"] = table.Value(fmt.Sprintf("%.0f of %.0f", s.right, s.there))
		f["R, mean"], f["R, least"], f["examined, mean"] = table.Fixed(s.recall/s.runs, 3), table.Fixed(s.least, 2), table.Fixed(s.exam/s.runs, 3)
		f["not found: estimate, mean"], f["truly"] = table.Fixed(s.unseen/s.runs, 2), table.Fixed((s.there-s.right)/s.runs, 2)
		out = append(out, s.row)
	}
	return out, errors.Join(errs...)
}
