package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/PuerkitoBio/goquery"
	"github.com/spf13/cobra"
	"golang.org/x/net/html"

	"verde/catalog"
	"verde/fetch"
	"verde/page"
	"verde/pageeval"
	"verde/query"
)

// labelLine is a fragment that somebody has looked at, or is to.
type labelLine struct {
	Data        *bool             `json:"data"` // true: data of one entity; false: prose, links and the like; null: not looked at yet
	Text        string            `json:"text,omitempty"`
	URL         string            `json:"url,omitempty"`
	XPath       string            `json:"xpath,omitempty"`
	Probability float64           `json:"probability"` // that it is data, as the classifier in use says
	Site        string            `json:"site"`
	Features    pageeval.Features `json:"features"`
}

// fragments are the fragments that a person need not be asked about any more.
type fragments map[any]bool

// A fragment is identified by each of these: its features, its XPath, and its text as
// a person sees it. It has other features for each query that
// its page answers.
type (
	labelFeatures struct {
		site     string
		features pageeval.Features
	}
	labelPlace struct{ url, xpath string }
	labelText  struct{ site, text string }
)

func (f fragments) add(l labelLine) {
	f[labelFeatures{l.Site, l.Features}] = true
	if l.XPath != "" {
		f[labelPlace{l.URL, l.XPath}] = true
	}
	if l.Text != "" && !strings.HasSuffix(l.Text, cut) {
		f[labelText{l.Site, l.Text}] = true
	}
}

func (f fragments) has(l labelLine) bool {
	return f[labelFeatures{l.Site, l.Features}] || f[labelPlace{l.URL, l.XPath}] || f[labelText{l.Site, l.Text}]
}

func newLabel() *cobra.Command {
	var run, labels, model string
	var list bool
	var n int
	cmd := &cobra.Command{
		Use:   "label",
		Short: "Say of uncertain fragments whether they are data, for a classifier of one's own",
		Long: `Label shows the fragments of a run's pages of which the classifier is least sure,
and asks of each: y (the data of one entity), n (prose, links, a form), s (skip),
u (undo), q (quit). Each answer is kept at once in the file of labels, which
"verde train" reads; the same command goes on where it was left. With --list the
fragments are written as JSON Lines instead, to be labelled in an editor: put
true or false for the null of "data". No page is downloaded.
` + exitHelp,
		Example: `  verde label --run books --labels labels.jsonl
  verde label --run books --list > labels.jsonl
  verde train --labels labels.jsonl -o my-model.txt`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			classifier, err := openClassifier(model)
			if err != nil {
				return err
			}
			book := &labelBook{path: labels}
			if err := book.load(cmd); err != nil {
				return err
			}
			todo, err := fragmentsOf(cmd, run, classifier)
			if err != nil {
				return err
			}
			if todo = book.pick(todo, n); len(todo) == 0 {
				return errors.New("no fragment is left to label: the run has judged no pages that show what was asked for, or all have a label")
			}
			if list {
				o := outputFlags{path: "-"}
				return o.with(cmd, func(o *output) error { return writeLines(o, todo) })
			}
			err = book.ask(cmd, todo)
			fmt.Fprintf(cmd.ErrOrStderr(), "%d labels in %s\n", len(book.lines), labels)
			return err
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&run, "run", "verde-run", "`folder` of the run whose pages are shown")
	flags.StringVar(&labels, "labels", "labels.jsonl", "`file` of labels, which is added to")
	flags.StringVar(&model, "model", "", "`file` that train wrote: ask what this classifier is least sure of")
	flags.BoolVar(&list, "list", false, "write the fragments to standard output, and ask nothing")
	countVarP(flags, &n, "number", "n", 50, 1, "fragments to show")
	return cmd
}

// labelBook is a file of labels.
type labelBook struct {
	path  string
	lines []labelLine
	later []labelLine // listed there without a label, which they may get here
}

// load reads the labels there are.
func (b *labelBook) load(cmd *cobra.Command) error {
	if b.path == "-" {
		return usagef("--labels names a file that is added to, not -; --list writes to standard output")
	}
	if _, err := os.Stat(b.path); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return jsonLines(cmd, []string{b.path}, func(l labelLine) error {
		if l.Data == nil {
			b.later = append(b.later, l)
		} else {
			b.lines = append(b.lines, l)
		}
		return nil
	})
}

// save replaces the file, whole or not at all.
func (b *labelBook) save(cmd *cobra.Command) error {
	done := b.labelled()
	later := slices.DeleteFunc(slices.Clone(b.later), done.has)
	o := outputFlags{path: b.path, force: true}
	return o.with(cmd, func(o *output) error { return writeLines(o, slices.Concat(b.lines, later)) })
}

func (b *labelBook) labelled() fragments {
	done := fragments{}
	for _, l := range b.lines {
		done.add(l)
	}
	return done
}

// pick takes n fragments that have no label yet, the least sure first, each once.
// Cost: that of sorting them.
func (b *labelBook) pick(all []labelLine, n int) []labelLine {
	slices.SortFunc(all, func(p, q labelLine) int {
		return cmp.Or(cmp.Compare(math.Abs(p.Probability-pageeval.Threshold), math.Abs(q.Probability-pageeval.Threshold)),
			cmp.Compare(p.URL, q.URL), cmp.Compare(p.XPath, q.XPath))
	})
	seen := b.labelled()
	var out []labelLine
	for _, f := range all {
		if len(out) < n && !seen.has(f) {
			seen.add(f)
			out = append(out, f)
		}
	}
	return out
}

// ask goes through the fragments with a person, a line for each answer, and
// saves after each. It ends with the fragments or the input.
func (b *labelBook) ask(cmd *cobra.Command, todo []labelLine) error {
	w, in := cmd.ErrOrStderr(), bufio.NewScanner(cmd.InOrStdin())
	var labelled []bool // of each step so far: a label, or skipped
	for len(labelled) < len(todo) {
		f := todo[len(labelled)]
		fmt.Fprintf(w, "\n%d of %d  %s  (data with probability %.2f)\n  %s\n", len(labelled)+1, len(todo), printable(f.URL), f.Probability, printable(f.Text))
		fmt.Fprint(w, "data of one entity? y/n/s(kip)/u(ndo)/q(uit) ")
		if !in.Scan() {
			fmt.Fprintln(w)
			return in.Err()
		}
		switch answer := strings.ToLower(strings.TrimSpace(in.Text())); answer {
		case "y", "n":
			data := answer == "y"
			f.Data = &data
			b.lines, labelled = append(b.lines, f), append(labelled, true)
			if err := b.save(cmd); err != nil {
				return err
			}
		case "s":
			labelled = append(labelled, false)
		case "u":
			if len(labelled) == 0 {
				fmt.Fprintln(w, "nothing to undo")
				continue
			}
			last := len(labelled) - 1
			if labelled[last] {
				b.lines = b.lines[:len(b.lines)-1]
				if err := b.save(cmd); err != nil {
					return err
				}
			}
			labelled = labelled[:last]
		case "q":
			return nil
		default:
			fmt.Fprintf(w, "%q is none of y, n, s, u, q\n", printable(answer))
		}
	}
	return nil
}

func writeLines(o *output, lines []labelLine) error {
	for _, l := range lines {
		if err := o.line(l); err != nil {
			return err
		}
	}
	return nil
}

// fragmentsOf finds the fragments of the pages that a run has judged, from its
// archive. What is refused whatever its features are teaches nothing and is
// left out. Cost: that of judging the pages again.
func fragmentsOf(cmd *cobra.Command, run string, classifier *pageeval.Classifier) (out []labelLine, err error) {
	ctx := cmd.Context()
	c, err := openCatalog(cmd, run)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	client, err := fetch.New(fetch.Options{Replay: []string{filepath.Join(run, "archive")}}) // so that nothing is asked for
	if err != nil {
		return nil, err
	}
	lossesOf(cmd).watch(client)
	defer func() { err = errors.Join(err, client.Close()) }()
	asked, err := c.Queries(ctx)
	if err != nil {
		return nil, err
	}
	queries := make(map[string]query.Query, len(asked))
	for q, err := range c.Recognised(ctx) {
		if err != nil {
			return nil, err
		}
		queries[q.ID] = q
	}
	for _, a := range asked {
		queries[a.Query.ID] = a.Query
	}
	for v, err := range c.Verdicts(ctx) {
		if err != nil {
			return nil, err
		}
		if q, ok := queries[v.QueryID]; ok && v.Matched {
			found, err := fragmentsOn(ctx, client, v, q, classifier)
			if err != nil {
				return nil, err
			}
			out = append(out, found...)
		}
	}
	return out, nil
}

// fragmentsOn judges a page again if the archive has it.
func fragmentsOn(ctx context.Context, client *fetch.Client, v catalog.Verdict, q query.Query, classifier *pageeval.Classifier) ([]labelLine, error) {
	p, err := client.Fetch(ctx, v.URL)
	var doc *html.Node
	if err == nil {
		doc, err = p.Parse()
	}
	var bad *page.Error
	if errors.As(err, &bad) {
		return nil, nil // the run has it on record
	} else if err != nil {
		return nil, err
	}
	var out []labelLine
	for _, c := range q.Cases() {
		for _, f := range classifier.Evaluate(doc, c).Fragments {
			if !f.Listing && !f.Prose {
				out = append(out, labelLine{Text: excerpt(f.Node), URL: v.URL, XPath: f.XPath, Probability: f.Probability, Site: page.Site(v.URL), Features: f.Features})
			}
		}
	}
	return out, nil
}

// cut ends an excerpt that is not the whole text.
const cut = "…"

// maxExcerpt bounds the text of a fragment that a person is shown, in runes.
const maxExcerpt = 600

// excerpt is the text of an element as far as a person needs it, with a bar
// between texts.
func excerpt(n *html.Node) string {
	var texts []string
	size := 0
	for text := range page.Texts(goquery.NewDocumentFromNode(n).Selection) {
		if size > maxExcerpt {
			break
		}
		texts = append(texts, text)
		size += utf8.RuneCountInString(text)
	}
	if text := []rune(strings.Join(texts, " | ")); len(text) > maxExcerpt {
		return string(text[:maxExcerpt]) + cut
	}
	return strings.Join(texts, " | ")
}

// openClassifier reads a classifier that train wrote, or gives the shipped one.
func openClassifier(path string) (*pageeval.Classifier, error) {
	if path == "" {
		return pageeval.Default()
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, usagef("--model: %w", err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxModel))
	if err != nil {
		return nil, usagef("--model: %w", err)
	}
	c := new(pageeval.Classifier)
	if err := c.UnmarshalText(text); err != nil {
		return nil, usagef("--model %s: %w", path, err)
	}
	return c, nil
}

// maxModel bounds a file of weights: a short line for each feature.
const maxModel = 1 << 16
