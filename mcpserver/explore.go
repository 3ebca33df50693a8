package mcpserver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"verde/catalog"
	"verde/page"
	"verde/runs"
)

func (s *server) addExploreTools(m *mcp.Server) {
	mcp.AddTool(m, tool("explore_start", `Start growing a catalog from one page about one thing: learn what its site shows, ask a search engine for the same
things by name, find further sites that show them, read all of them. Takes minutes to hours and goes on after the answer:
ask explore_state. A run that was paused, or whose server was ended, goes on where it was: give its name alone.`, false), s.start)
	mcp.AddTool(m, tool("explore_state", "Tell what a run is doing, how long it may take, and what is doubtful about it; with wait, when it has ended or that time is over.", true), s.state)
	mcp.AddTool(m, tool("explore_pause", "Pause a run that explore_start has started; explore_start goes on with it.", false), s.pause)
}

// StartInput is what explore_start is asked.
type StartInput struct {
	Run    string   `json:"run" jsonschema:"name of the run: letters, digits, dots, hyphens and underscores"`
	URLs   []string `json:"urls,omitempty" jsonschema:"addresses of one or a few pages of one site, each about one thing; leave out to go on with a run"`
	Domain string   `json:"domain,omitempty" jsonschema:"what one thing is called, as in book or nba player; leave out to go on with a run"`
	Rounds int      `json:"rounds,omitempty" jsonschema:"rounds of queries at most; default 3, at most 20; to go on with more of them give urls and domain again"`
}

// Bounds of what an exploration is asked.
const (
	maxSamples = 20
	maxRounds  = 20
)

// StateOutput is what explore_start, explore_state and explore_pause answer.
type StateOutput struct {
	Run    string   `json:"run"`
	State  string   `json:"state" jsonschema:"under way, ended, or stopped: explore_start goes on with it"`
	Doing  string   `json:"doing,omitempty" jsonschema:"what it is doing"`
	Left   string   `json:"left,omitempty" jsonschema:"how long it may take"`
	Paused bool     `json:"paused,omitempty" jsonschema:"it was stopped by explore_pause, which is no error"`
	Error  string   `json:"error,omitempty" jsonschema:"why it was ended before it was done"`
	Doubts []string `json:"doubts" jsonschema:"what is missing or wrong, and what to try"`
	Found  RunLine  `json:"found" jsonschema:"what is in the catalog by now"`
	Log    string   `json:"log,omitempty" jsonschema:"the last lines of what it told"`
}

// args are what "verde explore" is told. What a caller gives can't be taken for an
// option: samples stand behind "--", and are addresses.
func (in *StartInput) args() ([]string, error) {
	var out []string
	domain := strings.TrimSpace(in.Domain)
	switch {
	case len(in.URLs) > maxSamples:
		return nil, fmt.Errorf("%d pages: give at most %d; one is enough", len(in.URLs), maxSamples)
	case domain == "":
		return nil, errors.New("domain is missing: what is one thing called, as in book?")
	case in.Rounds < 0 || in.Rounds > maxRounds:
		return nil, fmt.Errorf("rounds is %d: allowed are 1 to %d", in.Rounds, maxRounds)
	case in.Rounds > 0:
		out = append(out, fmt.Sprintf("--rounds=%d", in.Rounds))
	}
	out = append(out, "--domain="+domain, "--")
	for _, url := range in.URLs {
		if _, err := page.Normalize(url); err != nil {
			return nil, fmt.Errorf("%w: give whole addresses, as in https://books.example/b/42", err)
		}
		out = append(out, url)
	}
	return out, nil
}

func (s *server) start(ctx context.Context, _ *mcp.CallToolRequest, in StartInput) (*mcp.CallToolResult, *StateOutput, error) {
	dir, err := s.folderOf(in.Run)
	if err != nil {
		return nil, nil, err
	}
	if len(in.URLs) == 0 {
		if in.Domain != "" || in.Rounds != 0 {
			return nil, nil, errors.New("urls is missing: give a page about one thing; or the name of the run alone, to go on with it")
		}
		if _, err := os.Stat(dir); err != nil {
			return nil, nil, fmt.Errorf("there is no run %s to go on with: give urls and domain to start one", in.Run)
		}
		err = s.opt.Runs.Resume(dir)
	} else {
		var args []string
		if args, err = in.args(); err == nil {
			err = s.opt.Runs.Start(dir, slices.Concat(s.opt.Explore, args))
		}
	}
	if err != nil {
		return nil, nil, err
	}
	out, err := s.stateOf(ctx, in.Run, dir)
	return nil, out, err
}

// StateInput is what explore_state is asked.
type StateInput struct {
	Run  string `json:"run" jsonschema:"name of the run"`
	Wait int    `json:"wait,omitempty" jsonschema:"seconds to wait for its end at most; default none, at most 60"`
}

// maxWait bounds the time that a call waits for the end of a run: callers give up on
// calls that take longer than some minutes.
const maxWait = time.Minute

func (s *server) state(ctx context.Context, _ *mcp.CallToolRequest, in StateInput) (*mcp.CallToolResult, *StateOutput, error) {
	dir, err := s.folderOf(in.Run)
	if err != nil {
		return nil, nil, err
	}
	if in.Wait > 0 {
		waiting, cancel := context.WithTimeout(ctx, min(time.Duration(in.Wait)*time.Second, maxWait))
		defer cancel()
		if _, err := s.opt.Runs.Wait(waiting, dir); err != nil && waiting.Err() == nil && !errors.Is(err, runs.ErrIdle) {
			return nil, nil, err
		}
	}
	out, err := s.stateOf(ctx, in.Run, dir)
	return nil, out, err
}

// PauseInput is what explore_pause is asked.
type PauseInput struct {
	Run string `json:"run" jsonschema:"name of the run"`
}

func (s *server) pause(ctx context.Context, _ *mcp.CallToolRequest, in PauseInput) (*mcp.CallToolResult, *StateOutput, error) {
	dir, err := s.folderOf(in.Run)
	if err == nil {
		err = s.opt.Runs.Pause(dir)
	}
	if err != nil {
		return nil, nil, err
	}
	out, err := s.stateOf(ctx, in.Run, dir)
	return nil, out, err
}

// maxLog bounds the lines of a run's log in an answer, in bytes from its end.
const maxLog = 2_000

// stateOf tells of a run and of what its catalog has by now.
func (s *server) stateOf(ctx context.Context, run, dir string) (*StateOutput, error) {
	st, err := s.opt.Runs.State(dir)
	if err != nil {
		return nil, err
	}
	found, err := s.lineOf(ctx, run)
	if _, none := os.Stat(dir); err != nil && (none != nil && !st.Here || !errors.Is(err, fs.ErrNotExist)) { // one that has just begun has no catalog yet
		return nil, err
	}
	out := &StateOutput{Run: run, State: string(st.Status), Doubts: []string{}, Found: found, Log: lastLines(st.Log, maxLog)}
	if st.Here {
		out.Doing, out.Left = cmp.Or(st.Stopping, st.View.Doing()), st.View.Left.String()
		return out, nil
	}
	out.Paused = st.Paused
	if err := st.Outcome.Err; err != nil {
		out.Error = quote(err.Error())
	}
	if st.Outcome.Lacks != "" {
		out.Doubts = append(out.Doubts, quote(st.Outcome.Lacks))
	}
	return out, nil
}

// lastLines gives the end of a text, from the beginning of a line, as texts from the web
// are given.
func lastLines(text string, most int) string {
	if over := len(text) - most; over > 0 {
		_, text, _ = strings.Cut(text[over:], "\n")
	}
	var out []string
	for line := range strings.Lines(text) {
		out = append(out, quote(strings.TrimRight(line, "\n")))
	}
	return strings.Join(out, "\n")
}

// ResultInput is what explore_result is asked.
type ResultInput struct {
	Run    string `json:"run" jsonschema:"name of the run"`
	State  string `json:"state,omitempty" jsonschema:"only sites in this state: expanded, refused, doubtful, failed or accepted"`
	Offset int    `json:"offset,omitempty" jsonschema:"where in the sites to begin: next of an earlier answer"`
	Limit  int    `json:"limit,omitempty" jsonschema:"sites in the answer; default 50, at most 500"`
}

// ResultOutput is what explore_result answers.
type ResultOutput struct {
	Part
	Sources  []Source       `json:"sources" jsonschema:"sites, by round, the best first"`
	States   map[string]int `json:"states" jsonschema:"sites by state"`
	Pages    int            `json:"pages"`
	Records  int            `json:"records"`
	Entities int            `json:"entities"`
	Joined   int            `json:"joined" jsonschema:"entities that several sites have"`
	Queries  int            `json:"queries"`
}

// Source is a site that was looked at.
type Source struct {
	Site       string            `json:"site"`
	Role       string            `json:"role" jsonschema:"training: the run was started from it; discovered: the run found it"`
	State      string            `json:"state"`
	Reason     string            `json:"reason,omitempty" jsonschema:"why it is in that state"`
	Score      float64           `json:"score"`
	Sample     string            `json:"sample" jsonschema:"a page of it"`
	Records    int               `json:"records"`
	Attributes map[string]string `json:"attributes,omitempty" jsonschema:"what its labels mean"`
}

func (s *server) result(ctx context.Context, _ *mcp.CallToolRequest, in ResultInput) (*mcp.CallToolResult, *ResultOutput, error) {
	states := []string{catalog.Refused, catalog.Accepted, catalog.Expanded, catalog.Failed, catalog.Doubtful}
	if in.State != "" && !slices.Contains(states, in.State) {
		return nil, nil, fmt.Errorf("state %q: there are %s", quote(in.State), strings.Join(states, ", "))
	}
	var out *ResultOutput
	err := s.in(ctx, in.Run, func(c *catalog.Catalog) error {
		stats, err := c.Stats(ctx)
		if err != nil {
			return err
		}
		all, err := c.Sources(ctx)
		if err != nil {
			return err
		}
		records := make(map[string]int)
		for _, p := range stats.PerSite {
			records[p.Site] = p.Records
		}
		var sources []Source
		for _, src := range all {
			if in.State != "" && src.State != in.State {
				continue
			}
			sources = append(sources, Source{Site: quote(src.Site), Role: src.Role, State: src.State, Reason: quote(src.Reason), Score: src.Score,
				Sample: quote(src.SampleURL), Records: records[src.Site], Attributes: meanings(src.Attributes)})
		}
		out = &ResultOutput{States: stats.Sources, Pages: stats.Pages, Records: stats.Records, Entities: stats.Entities, Joined: stats.Joined, Queries: stats.Queries}
		out.Sources, out.Part = partOf(sources, in.Offset, in.Limit, out)
		return nil
	})
	return nil, out, err
}
