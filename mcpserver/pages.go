package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"verde/extract"
	"verde/page"
	"verde/siteexpand"
	"verde/siteexpand/methods"
)

// Limits of what a call downloads.
const (
	fewDownloads  = 200   // where no number is given: at one request in half a second, below two minutes
	maxDownloads  = 5_000 // about forty minutes
	maxExtracted  = 50    // pages that are read in one call
	keptExpansion = 8     // lists of pages that are kept for who asks for the next part
)

func (s *server) addPageTools(m *mcp.Server) {
	mcp.AddTool(m, tool("expand_page", `Find all pages of a site that show the same kind of thing as a given page (all books, all players), by following
the site's links politely. Needs no training and no search engine. Takes about half a second a page downloaded.`, true), s.expand)
	mcp.AddTool(m, tool("extract", fmt.Sprintf(`Read pages of one site and one template into records: values by label, as each page shows them. Give at least
two, better ten or more, pages of one kind, such as expand_page lists; what differs between them is the data. At most %d in a call.`, maxExtracted), true), s.extract)
}

// ExpandInput is what expand_page is asked.
type ExpandInput struct {
	URL          string `json:"url" jsonschema:"address of a page about one thing, as in https://books.example/b/42"`
	Method       string `json:"method,omitempty" jsonschema:"how the site is searched; leave out for the default"`
	Scope        string `json:"scope,omitempty" jsonschema:"what the page stands for, of those that an earlier answer offers: folder, siblings, prefix or anywhere"`
	MaxDownloads int    `json:"max_downloads,omitempty" jsonschema:"pages downloaded at most; default 200, at most 5000"`
	Offset       int    `json:"offset,omitempty" jsonschema:"where in the list to begin: next of an earlier answer"`
	Limit        int    `json:"limit,omitempty" jsonschema:"pages in the answer; default 50, at most 500"`
}

// ExpandOutput is what expand_page answers.
type ExpandOutput struct {
	Part
	Pages     []FoundPage          `json:"pages"`
	Downloads int                  `json:"downloads" jsonschema:"pages downloaded to find them"`
	Inferred  int                  `json:"inferred" jsonschema:"pages that were not looked at: pages with addresses like theirs were"`
	Estimate  *siteexpand.Estimate `json:"estimate,omitempty" jsonschema:"what precision and recall the result most likely has"`
	Scopes    []Scope              `json:"scopes,omitempty" jsonschema:"what the page may stand for"`
	Doubts    []string             `json:"doubts" jsonschema:"reasons to doubt the result, with what to try"`
	Remarks   []string             `json:"remarks" jsonschema:"what was seen on the way"`
	Dropped   map[string]int       `json:"dropped,omitempty" jsonschema:"addresses that were not followed, had or taken, by reason"`
}

// FoundPage is a page of a result.
type FoundPage struct {
	URL    string `json:"url"`
	Status string `json:"status" jsonschema:"sample, fetched, or inferred: taken without being looked at"`
}

// Scope is an extent that a page may stand for.
type Scope struct {
	Name    string `json:"name"`
	Pages   int    `json:"pages"`
	AtLeast bool   `json:"at_least,omitempty"`
	Chosen  bool   `json:"chosen,omitempty"`
}

// expansion is a result that is kept, with what was asked.
type expansion struct {
	asked  ExpandInput // without the part that was asked for
	result *siteexpand.Result
}

func (s *server) expand(ctx context.Context, req *mcp.CallToolRequest, in ExpandInput) (*mcp.CallToolResult, *ExpandOutput, error) {
	result, err := s.expansionOf(ctx, req, in)
	if err != nil {
		return nil, nil, err
	}
	r := &result.Report
	out := &ExpandOutput{Downloads: r.Downloads, Inferred: r.Inferred, Estimate: r.Estimate, Dropped: r.Dropped, Doubts: []string{}, Remarks: []string{}}
	pages := make([]FoundPage, len(result.Pages))
	for i, p := range result.Pages {
		pages[i] = FoundPage{URL: p.URL, Status: p.Status}
	}
	for _, sc := range r.Scopes {
		out.Scopes = append(out.Scopes, Scope{Name: sc.Name, Pages: sc.Pages, AtLeast: sc.AtLeast, Chosen: sc.Chosen})
	}
	for _, d := range r.Diagnoses {
		line := d.Case + ": " + quote(d.Detail) + "; " + d.Remedy
		if d.Case == siteexpand.CutShort {
			line = d.Case + ": " + quote(d.Detail) + "; ask again with a larger max_downloads"
		}
		if d.Doubt || d.Case == siteexpand.CutShort {
			out.Doubts = append(out.Doubts, line)
		} else {
			out.Remarks = append(out.Remarks, line)
		}
	}
	out.Pages, out.Part = partOf(pages, in.Offset, in.Limit, out)
	return nil, out, nil
}

// expansionOf searches the site, or gives what an earlier call has found: the next part
// of an answer is of the same list.
func (s *server) expansionOf(ctx context.Context, req *mcp.CallToolRequest, in ExpandInput) (*siteexpand.Result, error) {
	url, err := page.Normalize(in.URL)
	if err != nil {
		return nil, fmt.Errorf("%w: give a whole address, as in https://books.example/b/42", err)
	}
	method, err := methods.ByName(in.Method)
	if err != nil {
		return nil, err
	}
	if names := siteexpand.ScopeNames(); in.Scope != "" && !slices.Contains(names, in.Scope) {
		return nil, fmt.Errorf("scope %q: there are %s", in.Scope, strings.Join(names, ", "))
	}
	if in.MaxDownloads <= 0 {
		in.MaxDownloads = fewDownloads
	}
	asked := ExpandInput{URL: url, Method: in.Method, Scope: in.Scope, MaxDownloads: min(in.MaxDownloads, maxDownloads)}
	if in.Offset > 0 {
		if r := s.kept(asked); r != nil {
			return r, nil
		}
	}
	opt := siteexpand.Options{Scope: in.Scope, MaxDownloads: asked.MaxDownloads, Now: time.Now}
	tell := progressOf(ctx, req)
	opt.Progress = func(p siteexpand.Progress) {
		tell(p.Downloads, p.Downloads+p.Ahead, fmt.Sprintf("%d pages downloaded, %d found", p.Downloads, p.Found))
	}
	result, err := method.Expand(ctx, s.opt.Pages, []string{url}, opt)
	if err != nil {
		return nil, fmt.Errorf("expanding %s: %w", url, err)
	}
	s.keep(expansion{asked, result})
	return result, nil
}

func (s *server) kept(asked ExpandInput) *siteexpand.Result {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, x := range s.expanded {
		if x.asked == asked {
			return x.result
		}
	}
	return nil
}

func (s *server) keep(x expansion) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.expanded = slices.DeleteFunc(s.expanded, func(old expansion) bool { return old.asked == x.asked })
	if s.expanded = append(s.expanded, x); len(s.expanded) > keptExpansion {
		s.expanded = slices.Delete(s.expanded, 0, 1)
	}
}

// progressOf gives what tells the caller how far a call is, if it wants to know.
func progressOf(ctx context.Context, req *mcp.CallToolRequest) func(done, total int, message string) {
	token := req.Params.GetProgressToken()
	if token == nil {
		return func(int, int, string) {}
	}
	last := 0
	return func(done, total int, message string) {
		if done <= last { // it has to grow
			return
		}
		last = done
		// A caller who has gone is noticed by the call itself.
		_ = req.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ProgressToken: token, Progress: float64(done), Total: float64(total), Message: message})
	}
}

// ExtractInput is what extract is asked.
type ExtractInput struct {
	URLs []string `json:"urls" jsonschema:"addresses of pages of one kind on one site"`
}

// ExtractOutput is what extract answers.
type ExtractOutput struct {
	Part
	Records []Record  `json:"records"`
	Failed  []NotRead `json:"failed" jsonschema:"pages that could not be had or read, with the reason"`
}

// Record is what a page says of its thing.
type Record struct {
	URL    string              `json:"url"`
	Match  float64             `json:"match" jsonschema:"how much of the pages' common template the page shows, from 0 to 1; a low one is doubtful"`
	Values map[string][]string `json:"values" jsonschema:"texts by label; the n-th texts of labels of one table belong together"`
	Unsure []string            `json:"unsure,omitempty" jsonschema:"labels of which it is less than likely that the texts are theirs"`
}

// NotRead is a page that there is no record of.
type NotRead struct {
	URL    string `json:"url"`
	Reason string `json:"reason"`
}

func (s *server) extract(ctx context.Context, req *mcp.CallToolRequest, in ExtractInput) (*mcp.CallToolResult, *ExtractOutput, error) {
	switch n := len(in.URLs); {
	case n < 2:
		return nil, nil, errors.New("give at least two pages of one kind: what they have in common is the template, what differs is the data; expand_page finds the others")
	case n > maxExtracted:
		return nil, nil, fmt.Errorf("%d pages are more than the %d that one call may ask for: ask in parts, or explore_start for whole sites", n, maxExtracted)
	}
	out := &ExtractOutput{Failed: []NotRead{}}
	var pages []*page.Page
	tell := progressOf(ctx, req)
	for i, url := range in.URLs {
		p, err := s.opt.Pages.Fetch(ctx, url)
		switch {
		case ctx.Err() != nil:
			return nil, nil, context.Cause(ctx)
		case err == nil:
			pages = append(pages, p)
		case !errors.As(err, new(*page.Error)):
			return nil, nil, err
		default:
			out.Failed = append(out.Failed, NotRead{quote(url), quote(err.Error())})
		}
		tell(i+1, len(in.URLs), fmt.Sprintf("%d of %d pages fetched", i+1, len(in.URLs)))
	}
	if len(pages) < 2 {
		return nil, nil, fmt.Errorf("%d of %d pages could be had, and two are needed: %s", len(pages), len(in.URLs), reasons(out.Failed))
	}
	records, err := read(pages, out)
	if err != nil {
		return nil, nil, err
	}
	if told := within(out.Failed, maxExtracted, maxValues); len(told) < len(out.Failed) {
		out.Failed = append(told, NotRead{Reason: andMore(len(out.Failed) - len(told))})
	}
	out.Records, out.Part = partOf(records, 0, maxExtracted, out)
	if out.Next > 0 {
		out.Part.Cut += "; ask for the pages that are missing by themselves, with one or two of the others"
		out.Part.Next = 0
	}
	return nil, out, nil
}

// read reads pages by what they have in common, and notes in out what can't be read.
func read(pages []*page.Page, out *ExtractOutput) ([]Record, error) {
	wrapper, _, err := extract.Learn(pages, extract.Options{})
	if err != nil {
		return nil, fmt.Errorf("no template in these pages: %w", err)
	}
	var records []Record
	for _, p := range pages {
		r, err := wrapper.Extract(p)
		if err != nil {
			out.Failed = append(out.Failed, NotRead{quote(p.URL), quote(err.Error())})
			continue
		}
		record := Record{URL: quote(p.URL), Match: r.Match, Values: quoted(r.Columns())}
		var unsure []string
		for _, f := range r.Fields {
			if f.Doubtful() {
				unsure = append(unsure, f.Label)
			}
		}
		record.Unsure = quotes(unsure)
		records = append(records, record)
	}
	return records, nil
}

// reasons lists why pages could not be had, the first few.
func reasons(failed []NotRead) string {
	var out []string
	for _, f := range failed[:min(len(failed), 3)] {
		out = append(out, f.Reason)
	}
	return strings.Join(out, "; ")
}
