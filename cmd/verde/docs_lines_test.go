package main

import (
	"bytes"
	"compress/gzip"
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"verde/internal/demoweb"
)

// typedLine is a command line as a document shows it.
type typedLine struct {
	at   string   // document and line
	args []string // what is typed, up to a pipe or a redirection
	to   string   // file that the output goes to, "" for none
}

func (s typedLine) String() string { return s.at + ": " + strings.Join(s.args, " ") }

// linesOf gives the command lines of a document: those of its blocks of code, with or
// without a prompt, joined where they end in a backslash.
func linesOf(name, text string) (out []typedLine) {
	prompt := regexp.MustCompile(`^(?:\w*\$ )?`)
	fenced, said, begun := "", "", 0
	for i, line := range strings.Split(text, "\n") {
		if rest, ok := strings.CutPrefix(line, "```"); ok {
			if fenced == "" {
				fenced = "```" + rest
			} else {
				fenced = ""
			}
			continue
		}
		code, indented := strings.CutPrefix(line, "    ")
		if fenced != "" {
			code = line
		} else if !indented {
			continue
		}
		if said == "" {
			begun = i + 1
			code = prompt.ReplaceAllString(code, "")
		}
		if said += code; strings.HasSuffix(said, `\`) {
			said = strings.TrimSuffix(said, `\`)
			continue
		}
		s := typedLine{at: fmt.Sprintf("%s:%d", filepath.Base(name), begun)}
		s.args, s.to = words(said)
		said = ""
		if len(s.args) > 0 {
			out = append(out, s)
		}
	}
	return out
}

// words are those of a line as a shell reads it, up to a comment, a pipe or a further
// command; to is where it redirects to.
func words(line string) (args []string, to string) {
	var word []byte
	quote, open := byte(0), false
	end := func() {
		if open {
			args = append(args, string(word))
		}
		word, open = nil, false
	}
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word = append(word, c)
		case c == '"' || c == '\'':
			quote, open = c, true
		case c == ' ':
			end()
		case c == '#' && !open, c == '|', c == '&', c == ';':
			end()
			return args, to
		case c == '>':
			end()
			rest, _ := words(line[i+1:])
			if len(rest) > 0 {
				to = rest[0]
			}
			return args, to
		default:
			word, open = append(word, c), true
		}
	}
	end()
	return args, to
}

// examples are the lines of the commands' help, which is their manual pages, too.
func examples() (out []typedLine) {
	eachCommand(newRoot(), func(cmd *cobra.Command) {
		for line := range strings.Lines(cmd.Example) {
			at := strings.Index(line, "verde ")
			if at < 0 {
				continue
			}
			s := typedLine{at: cmd.CommandPath() + " --help"}
			s.args, s.to = words(strings.TrimSpace(line[at:]))
			out = append(out, s)
		}
	})
	return out
}

// parse reports what is wrong with a command line before anything is done: a command,
// flag, value or number of arguments that there is not.
func parse(args []string) error {
	root := newRoot()
	root.InitDefaultCompletionCmd(args...)
	cmd, rest, err := root.Find(args)
	if err != nil {
		return err
	}
	cmd.InitDefaultHelpFlag()
	if err := cmd.ParseFlags(rest); err != nil {
		return err
	}
	if on(cmd.Flags(), "help") {
		return nil
	}
	return cmd.ValidateArgs(cmd.Flags().Args())
}

// TestDocsParse reads every command line of documents and of the commands' help.
func TestDocsParse(t *testing.T) {
	t.Parallel()
	all := examples()
	for name, text := range documents(t) {
		all = append(all, linesOf(name, text)...)
	}
	n := 0
	for _, s := range all {
		switch tool := s.args[0]; {
		case tool == "verde":
			n++
			if err := parse(s.args[1:]); err != nil {
				t.Errorf("%s: %v", s, err)
			}
		case tool == "go" && (s.args[1] == "run" || s.args[1] == "test"): // packages of ours are there
			for _, arg := range s.args[2:] {
				if folder := strings.TrimSuffix(arg, "..."); strings.HasPrefix(arg, "./") {
					if _, err := os.Stat(filepath.Join("../..", folder)); err != nil {
						t.Errorf("%s: %v", s, err)
					}
				}
			}
		}
	}
	if n < 100 {
		t.Errorf("only %d command lines were found", n)
	}
	var servers struct {
		MCPServers map[string]struct{ Args []string }
	}
	_, config, _ := strings.Cut(documents(t)["../../docs/mcp.md"], `    {"mcpServers"`)
	if err := json.NewDecoder(strings.NewReader(`{"mcpServers"` + config)).Decode(&servers); err != nil {
		t.Fatal(err)
	}
	if err := parse(servers.MCPServers["verde"].Args); err != nil {
		t.Errorf("mcp.md: %v", err)
	}
}

// needs are what command lines need that this test has not, by a part of them, and what
// runs them instead.
var needs = []struct{ part, why string }{
	{"verde serve", "it serves until it is ended; package serve and TestServe run it"},
	{"verde mcp", "it serves until it is ended; TestMCP runs it"},
	{"verde watch books", "it waits for a day; script watch.txt runs turns"},
	{"verde worker", "it needs PostgreSQL; tests with the tag cluster run it"},
	{"verde migrate", "it needs PostgreSQL; tests with the tag cluster run it"},
	{"--database", "it needs PostgreSQL; tests with the tag cluster run it"},
	{"--engine mojeek", "it needs a paid engine; package search/service asks it by recorded answers"},
	{"./mine.yaml", "it needs Elasticsearch; package search/service asks it by recorded answers"},
	{"--cdx", "it needs an index of archives; script cdx.txt runs it"},
	{"archives", "it needs archives; script warcs.txt runs it"},
	{"--warc-base", "it needs archives; script warcs.txt runs it"},
	{"corpus.index", "it needs archives; script warcs.txt makes such an index"},
	{"--render", "it needs a browser; script rendering.txt runs it"},
	{"--method gpp", "it needs a browser; script rendering.txt runs it"},
	{"--metrics", "it listens at a port that may be taken; TestMetrics runs it"},
	{"--scope anywhere", "no site of the small web has several parts; script scope.txt runs it"},
}

// unrun says why a command line is read and not run, "" if it is run.
func unrun(s typedLine) string {
	line := strings.Join(s.args, " ")
	for _, n := range needs {
		if strings.Contains(line, n.part) {
			return n.why
		}
	}
	return ""
}

// unhurried is a command line that does not wait between requests, where it makes any.
func unhurried(args []string) []string {
	cmd, _, err := newRoot().Find(args)
	if err != nil || cmd.Flags().Lookup("delay") == nil {
		return args
	}
	n := len(strings.Fields(cmd.CommandPath())) - 1
	return slices.Insert(slices.Clone(args), n, "--delay=0")
}

// madeBy is the file that a command line makes, "" for none or standard output.
func madeBy(args []string) string {
	for i, arg := range args[:max(len(args)-1, 0)] {
		if arg == "-o" && args[i+1] != "-" {
			return args[i+1]
		}
	}
	return ""
}

// here is what stands in documents for addresses, entities and sites, as the small web
// has them.
func here(web *demoweb.Web) *strings.Replacer {
	return strings.NewReplacer("https://books.example/b/42", web.Sample(), "https://shop.example/item/1", web.Sample(), "http://localhost:8888/search", web.SearchEndpoint(),
		"The Amber Fjord", "A Little Princess", "http://a.example/b/42", web.Sample(), "http://b.example/x/7", "http://openshelf.example/book/oliver-twist-130.html",
		"blog.example", "marginnotes.example", "shop.example:", "openshelf.example:", "shop.example", "isbnhall.example",
		"Author=Jane Austen", "Author=Charles Dickens", "Price=$12.50", "Publisher="+web.Truth()["openshelf.example"][web.Sample()]["publisher"][0])
}

// TestDocsRun runs the command lines of documents on the small web, those of one document
// one after the other, in a folder that has what they name: a run, its vertical, lists,
// results and pages.
func TestDocsRun(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("explores the small web")
	}
	web := demoweb.New()
	server := httptest.NewServer(web.Handler())
	t.Cleanup(server.Close)
	verde := func(t *testing.T, dir string, args ...string) []byte {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), "verde", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "HTTP_PROXY="+server.URL, "http_proxy="+server.URL, "SHOP_TOKEN=Bearer x")
		var out, told bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &told
		if err := cmd.Run(); err != nil && cmd.ProcessState.ExitCode() != 3 { // 3 is done, with doubts that are told
			t.Errorf("%s: %v\n%s", args, err, told.Bytes())
		}
		return out.Bytes()
	}
	made := t.TempDir()
	for _, line := range []string{
		"explore " + web.Sample() + " --domain book --engine searxng --endpoint " + web.SearchEndpoint() + " --delay 0 --run books",
		"queries books/records.jsonl --vertical books/vertical.json -n 12 -o queries.jsonl",
		"search queries.jsonl --engine searxng --endpoint " + web.SearchEndpoint() + " -o results.jsonl",
		"catalog export --run books --site openshelf.example -o a.jsonl",
		"catalog export --run books --site isbnhall.example -o b.jsonl",
	} {
		verde(t, made, strings.Fields(line)...)
	}
	supply(t, made, web)
	if t.Failed() {
		return
	}
	as := here(web)
	for name, text := range documents(t) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			var lines []typedLine
			for _, s := range linesOf(name, text) {
				switch {
				case s.args[0] == "go" && slices.Equal(s.args[1:3], []string{"run", "./cmd/verde"}):
					s.args = append([]string{"verde"}, s.args[3:]...)
				case s.args[0] != "verde":
					continue
				}
				if why := unrun(s); why != "" {
					t.Logf("%s: not run, %s", s, why)
					continue
				}
				lines = append(lines, s)
			}
			if len(lines) == 0 {
				return
			}
			t.Parallel()
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(made)); err != nil {
				t.Fatal(err)
			}
			if strings.Contains(text, usualRun+"/") { // else its lines begin that run
				if err := os.CopyFS(filepath.Join(dir, usualRun), os.DirFS(filepath.Join(made, "books"))); err != nil {
					t.Fatal(err)
				}
			}
			own := make(map[string]bool) // what the document has made: its readers have nothing else
			for _, s := range lines {
				args := unhurried(strings.Split(as.Replace(strings.Join(s.args[1:], "\x00")), "\x00"))
				if to := madeBy(args); to != "" && !own[to] {
					if err := os.RemoveAll(filepath.Join(dir, to)); err != nil {
						t.Fatal(err)
					}
					own[to] = true
				}
				out := verde(t, dir, args...)
				if s.to != "" && filepath.Base(s.to) == s.to {
					if err := os.WriteFile(filepath.Join(dir, s.to), out, 0o600); err != nil {
						t.Fatal(err)
					}
				}
				if t.Failed() {
					t.Fatalf("%s", s)
				}
			}
		})
	}
	t.Run("SQL", func(t *testing.T) { askSQL(t, filepath.Join(made, "books", "catalog.sqlite")) })
}

// supply makes what command lines of documents name beside a run that is there.
func supply(t *testing.T, dir string, web *demoweb.Web) {
	t.Helper()
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	vertical, err := os.ReadFile(filepath.Join(dir, "books", "vertical.json"))
	check(err)
	check(os.WriteFile(filepath.Join(dir, "book.json"), vertical, 0o600))
	check(os.WriteFile(filepath.Join(dir, "books.csv"), []byte("name,Author\nA Little Princess,Frances Hodgson Burnett\nOliver Twist,Charles Dickens\nGreat Expectations,Charles Dickens\nDracula,Bram Stoker\n"), 0o600))
	var table bytes.Buffer
	zipped := gzip.NewWriter(&table)
	fmt.Fprintln(zipped, "query,rank,url,title")
	for i := range 4 {
		fmt.Fprintf(zipped, "query %d,1,http://isbnhall.example/isbn/%d,a book\n", i, i)
	}
	check(zipped.Close())
	check(os.WriteFile(filepath.Join(dir, "serp.csv.gz"), table.Bytes(), 0o600))
	check(os.Mkdir(filepath.Join(dir, "pages"), 0o700))
	for i, address := range []string{"/book/great-expectations-117.html", "/book/oliver-twist-130.html"} {
		page := httptest.NewRecorder()
		web.Handler().ServeHTTP(page, httptest.NewRequest("GET", "http://openshelf.example"+address, nil))
		check(os.WriteFile(filepath.Join(dir, "pages", fmt.Sprint(i, ".html")), page.Body.Bytes(), 0o600))
	}
}

// askSQL asks the queries that docs/formats.md shows.
func askSQL(t *testing.T, catalog string) {
	_, text, _ := strings.Cut(documents(t)["../../docs/formats.md"], "```sql\n")
	text, _, ok := strings.Cut(text, "```")
	if !ok {
		t.Fatal("there are no queries")
	}
	db, err := sql.Open("sqlite", "file:"+catalog+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for line := range strings.Lines(text) {
		query, _, _ := strings.Cut(line, "--")
		rows, err := db.QueryContext(t.Context(), query, slices.Repeat([]any{"http://openshelf.example/book/great-expectations-117.html"}, strings.Count(query, "?"))...)
		if err != nil {
			t.Errorf("%s: %v", query, err)
			continue
		}
		for rows.Next() {
		}
		if err := rows.Err(); err != nil {
			t.Errorf("%s: %v", query, err)
		}
	}
}

// TestDocsCommands checks that commands and flags that documents name within sentences
// are there.
func TestDocsCommands(t *testing.T) {
	t.Parallel()
	commands, flags := map[string]bool{"help": true}, map[string]bool{}
	eachCommand(newRoot(), func(cmd *cobra.Command) {
		commands[strings.TrimPrefix(cmd.CommandPath(), "verde ")] = true
		cmd.InitDefaultHelpFlag()
		cmd.InitDefaultVersionFlag()
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) { flags[f.Name] = true })
	})
	line := regexp.MustCompile("`verde ([a-z][a-z-]*)((?: [^\n`]*)?)")
	named := regexp.MustCompile("(?:^|[ (`])--([a-z][a-z0-9-]*)")
	for name, text := range documents(t) {
		for _, m := range line.FindAllStringSubmatch(text, -1) {
			if !commands[m[1]] {
				t.Errorf("%s: there is no command %q", name, m[1])
			}
			for _, f := range named.FindAllStringSubmatch(m[2], -1) {
				if !flags[f[1]] {
					t.Errorf("%s: verde %s has no flag --%s", name, m[1], f[1])
				}
			}
		}
	}
}

// linksFile lists the links of documents that leave the repository, which no test follows.
const linksFile = "testdata/links.txt"

// TestDocsLinks checks that links between files lead to files, and to headings that these
// have, and that those that leave the repository are well-formed and listed.
func TestDocsLinks(t *testing.T) {
	t.Parallel()
	link := regexp.MustCompile(`\]\(([^)\s]+)\)|<(https?://[^>\s]+)>`)
	all := documents(t)
	outside := make(map[string][]string)
	for name, text := range all {
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			to := m[1] + m[2]
			if strings.Contains(to, "://") {
				u, err := url.Parse(to)
				if err != nil || u.Scheme != "https" || !strings.Contains(u.Hostname(), ".") || u.User != nil {
					t.Errorf("%s: the link %s is no address of https: %v", name, to, err)
				}
				if doc := filepath.Base(name); !slices.Contains(outside[to], doc) {
					outside[to] = append(outside[to], doc)
				}
				continue
			}
			file, heading, _ := strings.Cut(to, "#")
			target := name
			if file != "" {
				target = filepath.Join(filepath.Dir(name), file)
			}
			data, err := os.ReadFile(target)
			if st, found := os.Stat(target); err != nil && (found != nil || !st.IsDir()) {
				t.Errorf("%s: the link %s leads nowhere: %v", name, to, err)
			} else if heading != "" && !slices.Contains(anchors(string(data)), heading) {
				t.Errorf("%s: %s has no heading %s", name, target, heading)
			}
		}
	}
	var list strings.Builder
	for _, to := range slices.Sorted(maps.Keys(outside)) {
		slices.Sort(outside[to])
		fmt.Fprintln(&list, to, strings.Join(outside[to], " "))
	}
	if *update {
		if err := os.WriteFile(linksFile, []byte(list.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if listed, err := os.ReadFile(linksFile); err != nil || string(listed) != list.String() {
		t.Errorf("%s is not the list of links (%v): go test ./cmd/verde -run TestDocsLinks -update writes it:\n%s", linksFile, err, list.String())
	}
}

// anchors are the names that headings of a document have in addresses.
func anchors(text string) (out []string) {
	heading := regexp.MustCompile(`(?m)^#+ (.*)$`)
	drop := regexp.MustCompile(`[^\pL\pN _-]`)
	for _, m := range heading.FindAllStringSubmatch(text, -1) {
		out = append(out, strings.ReplaceAll(drop.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-"))
	}
	return out
}
