package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"verde/page"
	"verde/progress"
	"verde/siteexpand"
	"verde/siteexpand/methods"
)

// expandFlags are the settings of expand.
type expandFlags struct {
	pages                            pageFlags
	out                              outputFlags
	method, notation, archive, known string
	report                           string
	together                         bool
	options                          siteexpand.Options
}

const expandHelp = `Expand finds all pages of the type of one sample page, or of a few of one site,
and writes them as JSON Lines. Nothing but the page and its links is used: no
training, no search engine. Method gpp also looks at pages as a browser lays them
out, and needs one.

Several samples of one folder are taken to show all of the type, as pages of a type
that several folders hold would hardly all be from one, in doubt where the site lists
the folders together; with --together, as they were copied from one list, the
site's own lists decide. What else the samples may stand for is offered (--scope).

Nothing is written before the end. With --archive, every page is kept and the same command
goes on where it was stopped; what a run that is stopped by Ctrl-C or SIGTERM knew by
then is in FILE.part if -o names a FILE. While it runs, the number of pages found is what the pages seen so far
suggest; it falls where a kind of page turns out to be another.

A class of URLs is judged by a few of its pages, and the others are taken unseen:
their status is "inferred". How many of these may not exist is estimated from
those that were asked for. --verify fetches all pages, so that none is returned
that does not exist.

The run says what its result is worth: precision and recall with intervals, judged
by more than what took the pages: how alike they are in all, what their URLs have
in common, and the lists that have them. If F1 is below .9 with a probability of .3 or
more, it says so with an example, and the exit code is 3. The report has more of
the pages to look at (estimate: doubtful, left, outside). The rest are remarks.

Pages in other languages than the samples', print and mobile versions are other
names of one page where the site says so (hreflang, rel=alternate; in the page, the HTTP header or a sitemap).
`

func newExpand() *cobra.Command {
	var f expandFlags
	cmd := &cobra.Command{
		Use:   "expand URL...",
		Short: "Find all pages of a site that are like the given ones",
		Long:  expandHelp + exitHelp,
		Example: `  verde expand https://books.example/b/42 -o pages.jsonl
  verde expand https://books.example/b/42 --known pages.jsonl -o pages-now.jsonl
  verde expand https://books.example/b/42 --verify --archive pages -o pages.jsonl
  verde expand https://books.example/b/42 --explain https://books.example/b/7 -o pages.jsonl
  verde expand https://docs.example/f/abs.html --mirror docs.example=./mirror --report -`,
		Args: minArgs(1, "the URL of an entity page"),
		RunE: f.run,
	}
	f.add(cmd)
	return cmd
}

func (f *expandFlags) add(cmd *cobra.Command) {
	f.out.add(cmd, "-")
	f.pages.add(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.method, "method", "", "how: "+strings.Join(methods.Names(), ", ")+" (default the first)")
	countVar(flags, &f.options.Height, "height", 0, 0, "index levels above the entity pages at most (default the method's)")
	countVar(flags, &f.options.Paths, "paths", 3, 1, "paths of lists to a sample that are followed (K of gpp)")
	flags.StringVar(&f.notation, "notation", page.TagAttr.String(), "how link-paths are spelled: tag, tag+attr, tag+attr+value")
	flags.BoolVar(&f.options.Exact, "exact", false, "the paper's algorithm as printed")
	flags.StringVar(&f.options.Scope, "scope", "", scopeHelp)
	flags.BoolVar(&f.together, "together", false, "the given pages are from one place of the site, such as a list: that they share a folder proves nothing; else they could have been any of their kind")
	flags.BoolVar(&f.options.AllLanguages, "all-languages", false, "pages in other languages than the samples too; else they are other names of one page")
	flags.BoolVar(&f.options.Wide, "wide", false, "take the whole registrable domain for the site")
	addBounds(flags, &f.options.Bounds)
	flags.BoolVar(&f.options.Verify, "verify", false, "fetch every page that is returned, a download each, and leave out what does not exist or is of another kind")
	countVar(flags, &f.options.MaxDownloads, "max-downloads", 20000, 1, "pages fetched at most")
	flags.StringVar(&f.known, "known", "", "`file` of an earlier run (pages.jsonl, or a URL a line): its pages are not fetched again; new, gone and moved ones are told")
	flags.StringArrayVar(&f.options.Explain, "explain", nil, "`URL` of which is told why it was taken or not; may be given several times; method focused only")
	flags.StringVar(&f.report, "report", "", "`file` for what was measured, as JSON")
	flags.StringVar(&f.archive, "archive", "", "`folder` in which every page is kept as WARC")
}

const scopeHelp = "what one sample stands for: folder, siblings (the folders beside it too), prefix (of either, names that begin like the sample's), anywhere; default the method's choice"

func checkScope(name string) error {
	if names := siteexpand.ScopeNames(); name != "" && !slices.Contains(names, name) {
		return usagef("--scope %q: there are %s", name, strings.Join(names, ", "))
	}
	return nil
}

func (f *expandFlags) run(cmd *cobra.Command, args []string) error {
	method, err := f.check(cmd, args)
	if err != nil {
		return err
	}
	return f.pages.with(cmd, f.archive, &f.out, func(client *pageClient, o *output, s *status) error {
		result, err := f.expand(cmd, client, s, method, args)
		if err != nil {
			s.close()
			return f.keepPart(cmd, result, err)
		}
		s.close()
		for _, p := range result.Pages {
			if err := o.line(p); err != nil {
				return err
			}
		}
		tellExpansion(cmd, &result.Report)
		report := struct {
			*siteexpand.Report
			costs
		}{&result.Report, lossesOf(cmd).costs(client)}
		if err := writeReport(cmd, f.report, report); err != nil {
			return err
		}
		return missingPages(&result.Report)
	})
}

// partSuffix is what the name of an output has behind it that a stopped run has written.
const partSuffix = ".part"

// keepPart keeps what a run that was stopped knew by then, if the output is a file, and
// gives the error that ended the run.
func (f *expandFlags) keepPart(cmd *cobra.Command, early *siteexpand.Result, ended error) error {
	st, err := os.Stat(f.out.path)
	if early == nil || len(early.Pages) <= len(early.Report.Samples) || f.out.path == "-" || err == nil && !st.Mode().IsRegular() {
		return ended
	}
	part := outputFlags{path: f.out.path + partSuffix, force: true}
	err = part.with(cmd, func(o *output) error {
		for _, p := range early.Pages {
			if err := o.line(p); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return errors.Join(ended, err)
	}
	fmt.Fprintf(warnings(cmd), "%s that were likely by then are in %s\n", counted(len(early.Pages), "page"), printable(part.path))
	return ended
}

// check completes the flags before any work is done, and gives the method.
func (f *expandFlags) check(cmd *cobra.Command, samples []string) (siteexpand.Method, error) {
	method, err := methods.ByName(f.method)
	if err != nil {
		return nil, usagef("--method: %w", err)
	}
	notation, ok := page.ParseNotation(f.notation)
	if !ok {
		return nil, usagef("--notation %q: there are tag, tag+attr and tag+attr+value", f.notation)
	}
	f.options.Notation, f.options.Now = notation, time.Now
	f.pages.layouts = seesPages(method)
	if focused := siteexpand.DefaultMethod; len(f.options.Explain) > 0 && method.Name() != focused {
		return nil, usagef("--explain is told by --method %s alone", focused)
	}
	if f.together {
		f.options.Chosen = siteexpand.Together
	}
	if err := checkScope(f.options.Scope); err != nil {
		return nil, err
	}
	if err := checkSamples(samples); err != nil {
		return nil, err
	}
	if err := checkReport(f.report); err != nil {
		return nil, err
	}
	if f.known != "" {
		f.options.Known, err = readURLList(cmd, "--known", f.known)
	}
	return method, err
}

// expand does the work, and shows how it gets on.
func (f *expandFlags) expand(cmd *cobra.Command, client *pageClient, s *status, method siteexpand.Method, samples []string) (*siteexpand.Result, error) {
	first, err := page.Normalize(samples[0])
	if err != nil {
		return nil, usagef("%w", err)
	}
	site := page.Site(first)
	s.tell(progress.Event{Phase: progress.Searching, Site: site})
	f.options.Progress = func(p siteexpand.Progress) {
		s.tell(progress.Event{Phase: progress.Searching, Site: site, Done: p.Downloads, Total: p.Downloads + p.Ahead, AtLeast: true, Found: p.Found})
	}
	return method.Expand(cmd.Context(), client, samples, f.options)
}

// missingPages is an error if pages may yet be had, or if the run has other reasons to
// doubt its result.
func missingPages(r *siteexpand.Report) error {
	var parts, doubts []string
	for _, d := range r.Diagnoses {
		switch d.Case {
		case siteexpand.CutShort:
			parts = append(parts, d.Detail+": --max-downloads raises the limit")
		default:
			if d.Doubt {
				doubts = append(doubts, d.Case)
			}
		}
	}
	if len(doubts) > 0 {
		parts = append(parts, "the result is in doubt: "+strings.Join(doubts, ", "))
	}
	for _, reason := range []page.Reason{page.Timeout, page.Network, page.Unreachable, page.Overloaded, page.TooSlow} {
		if n := r.Dropped[string(reason)]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s not had (%s): %s", counted(n, "page"), reason, remedies[reason]))
		}
	}
	if len(parts) > 0 {
		return &incompleteError{strings.Join(parts, "; ")}
	}
	return nil
}

// readURLList reads the URLs of a file of pages, of standard input for "-": JSON Lines
// with a "url", or a URL a line.
func readURLList(cmd *cobra.Command, flag, name string) (urls []string, err error) {
	err = textLines(cmd, []string{name}, func(line string) error {
		u, err := urlOfLine(line)
		urls = append(urls, u)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("%s %w", flag, err)
	}
	if len(urls) == 0 {
		return nil, fmt.Errorf("%s %s: no page in it", flag, name)
	}
	return urls, nil
}

// urlOfLine is the URL of a line that is one, or of a JSON object that has one.
func urlOfLine(line string) (string, error) {
	if !strings.HasPrefix(line, "{") {
		return line, nil
	}
	var p struct {
		URL string `json:"url"`
	}
	if err := json.Unmarshal([]byte(line), &p); err != nil || p.URL == "" {
		return "", errors.New("no JSON object with a url: write the file anew with verde expand -o")
	}
	return p.URL, nil
}

func tellExpansion(cmd *cobra.Command, r *siteexpand.Report) {
	w := notes(cmd)
	fmt.Fprintf(w, "%s found by %s with %s\n", counted(r.Pages, "page"), r.Method, counted(r.Downloads, "download"))
	switch e := r.Estimate; {
	case r.Pages <= len(r.Samples): // of samples alone there is nothing to estimate
	case e == nil && r.Method == siteexpand.DefaultMethod:
		fmt.Fprintln(w, "  no estimate of precision and recall: pages were taken or left out without an answer for them, and none could be fetched to check that")
	case e != nil:
		fmt.Fprintf(w, "  estimated precision %.2f (%.2f to %.2f), recall %.2f (%.2f to %.2f); F1 is below %g with a probability of %.2f\n",
			e.Precision, e.Within.Precision[0], e.Within.Precision[1], e.Recall, e.Within.Recall[0], e.Within.Recall[1], siteexpand.PromisedF1, e.Short)
	}
	if r.Inferred > 0 {
		fmt.Fprintf(w, "  %d of them not fetched%s\n", r.Inferred, deadShare(r.Estimate))
	}
	tellListed(w, r.Listed)
	if c := r.Layout; c != nil {
		fmt.Fprintf(w, "  %d pages were laid out by a browser in %.1f s, with %d requests of %d bytes\n", c.Pages, c.Seconds, c.Requests, c.Bytes)
	}
	if c := r.Changes; c != nil {
		fmt.Fprintf(w, "  %d new, %d gone, %d moved, %d linked from nowhere\n", len(c.New), len(c.Gone), len(c.Moved), len(c.Unlinked))
		for _, u := range c.Gone {
			fmt.Fprintf(w, "    gone: %s\n", printable(u))
		}
		for _, m := range c.Moved {
			fmt.Fprintf(w, "    moved: %s to %s\n", printable(m[0]), printable(m[1]))
		}
	}
	for _, s := range r.Scopes {
		switch {
		case len(r.Scopes) == 1: // nothing to choose
		case s.Chosen:
			fmt.Fprintf(w, "  chosen: %s in scope %s\n", counted(s.Pages, "page"), s.Name)
		default:
			fmt.Fprintf(w, "  or else: %s or more in scope %s, from samples such as %s\n", counted(s.Pages, "page"), s.Name, printable(s.Samples[len(s.Samples)-1]))
		}
	}
	tellExplained(w, r.Explained)
	for _, d := range r.Diagnoses {
		to := w
		if d.Doubt {
			to = warnings(cmd)
		}
		fmt.Fprintf(to, "  %s: %s; %s\n", d.Case, printable(d.Detail), d.Remedy)
	}
	reasons := make([]string, 0, len(r.Dropped))
	for reason, n := range r.Dropped {
		reasons = append(reasons, fmt.Sprintf("%d %s", n, reason))
	}
	if slices.Sort(reasons); len(reasons) > 0 {
		fmt.Fprintf(w, "  dropped URLs: %s\n", strings.Join(reasons, ", "))
	}
}

// tellListed tells how a result compares with what archives know of the site.
func tellListed(w io.Writer, l *siteexpand.Listed) {
	if l == nil {
		return
	}
	fmt.Fprintf(w, "  archives know %d of the pages and not the other %d", l.Pages, l.New)
	if l.Failed > 0 {
		fmt.Fprintf(w, ", and %d URLs that were asked for in vain", l.Failed)
	}
	if l.Pages > 0 {
		fmt.Fprintf(w, "; the site itself leads to %d of those they know: %.2f (%.2f to %.2f) of all there are", l.Linked, l.Share, l.Low, l.High)
	}
	if m := l.Missing; m != nil {
		fmt.Fprintf(w, ", so that %.0f pages (%.0f to %.0f) may be known to neither, or more that are hard to reach", m.Pages, m.Low, m.High)
	}
	fmt.Fprintln(w)
}

// tellExplained tells why pages were taken or not.
func tellExplained(w io.Writer, list []siteexpand.Explanation) {
	for _, x := range list {
		taken := "not taken"
		if x.Taken {
			taken = "taken"
		}
		fmt.Fprintf(w, "  %s: %s: %s\n", printable(x.URL), taken, printable(x.Why))
		if x.Class != "" {
			fmt.Fprintf(w, "    class %s: %s, %s fetched, %d of them like the samples\n", printable(x.Class), counted(x.URLs, "URL"), counted(x.Fetched, "page"), x.Matching)
		}
		if x.Threshold > 0 {
			fmt.Fprintf(w, "    it has %.2f of the samples' template, and needs %.2f\n", x.Score, x.Threshold)
			fmt.Fprintf(w, "    likely of the type with %.2f: of all that is on it %.2f is as on a sample, and lists that have it and a sample lead to pages found with %.2f of their links\n", x.Likely, x.Like, x.Listed)
		}
		if x.From != "" {
			fmt.Fprintf(w, "    linked from %s by %s\n", printable(x.From), printable(x.LinkPath))
		}
	}
}

// deadShare tells of how many of the pages that were not fetched are dead.
func deadShare(e *siteexpand.Estimate) string {
	if e == nil || e.Dead == nil {
		return ""
	}
	d := e.Dead
	return fmt.Sprintf("; of %d URLs like theirs that were asked for, %d are dead: %.1f %% (%.1f to %.1f) of those not fetched may be", d.Asked, d.Dead, 100*d.Share, 100*d.Low, 100*d.High)
}
