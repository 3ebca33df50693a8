// Package service describes search services by files: how one is asked for a page
// of results, and what its answer has.
//
// The one idea: services differ in the names of things and in little else, so a
// service is a file of names ([Service]). A request is filled in by placeholders,
// an answer read by JSONPath (RFC 9535); whoever has a service that is not among
// those that ship ([Names]), or one whose fields are called otherwise, writes or
// copies a file. Answers that were kept in files are read by the same descriptions,
// but for those whose formats package answer knows, which it reads faster ([Detect]).
//
// The package sends nothing and opens no file: what ships is embedded in it.
package service

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"verde/query"
)

// Service is a search service. All but Name and Answer may be left out of the
// description of a dump, and are needed to ask it.
type Service struct {
	Name       string         `yaml:"name"`       // letters, digits and hyphens
	Documented string         `yaml:"documented"` // page on which those who run it say so
	Endpoint   string         `yaml:"endpoint"`   // URL; none if everyone has their own
	Example    string         `yaml:"example"`    // of an endpoint of one's own
	Keys       []string       `yaml:"keys"`       // variables of the environment that it needs
	Optional   []string       `yaml:"optional"`   // variables that it takes
	Paid       bool           `yaml:"paid"`       // calls are counted and, above some number, paid for
	Pages      int            `yaml:"pages"`      // of results, as many as it has for a query; 0 for no limit
	Interval   time.Duration  `yaml:"interval"`   // between requests
	Dialect    query.Dialect  `yaml:"dialect"`    // of queries; see [query.Dialects]
	Notice     string         `yaml:"notice"`     // what is known of its end
	Retired    string         `yaml:"retired"`    // why it can't be asked any more: its answers are read, that is all
	Hints      map[int]string `yaml:"hints"`      // what a status tells the user to do
	Request    Request        `yaml:"request"`
	Answer     Answer         `yaml:"answer"`

	source []byte
}

// Request is how a page of results is asked for. In all texts of it, placeholders
// stand for what is asked:
//
//	{query}  the query's text
//	{page}   the page's number from 1, {page0} from 0
//	{first}  the rank of its first result, from 1, {offset} from 0
//	{count}  Count
//	{next}   what the page before gave as Answer.Next
//	{NAME}   a variable of Keys or Optional
//
// A parameter, a header or a member of the body that has {next} on the first page,
// or a variable of Optional that is not set, is left out. A member of the body that
// is nothing but the placeholder of a number is sent as a number.
type Request struct {
	Method string            `yaml:"method"` // default GET, with a body POST
	Path   string            `yaml:"path"`   // added to the endpoint's, unless that ends so
	Query  map[string]string `yaml:"query"`  // parameters of the URL
	Header map[string]string `yaml:"header"`
	Basic  string            `yaml:"basic"` // name and password, "{A}:{B}", of HTTP's Basic authentication
	Body   any               `yaml:"body"`  // sent as JSON
	Count  int               `yaml:"count"` // results of a page
}

// Answer says where an answer has what, by JSONPath. Where several paths are given,
// the first that leads to something is taken; of a list of texts, the first text.
// In URL, Title and Snippet, "$" is a result.
type Answer struct {
	Recognise Paths  `yaml:"recognise"` // all of these lead to something in every answer of the service, and not in those of others
	Query     Paths  `yaml:"query"`     // as the service understood it
	Results   Paths  `yaml:"results"`
	URL       Paths  `yaml:"url"`
	Title     Paths  `yaml:"title"`
	Snippet   Paths  `yaml:"snippet"`
	Failure   Paths  `yaml:"failure"` // its words for why it gives no results, or not all
	Nothing   string `yaml:"nothing"` // a part of such words that only say that there are none
	More      Paths  `yaml:"more"`    // if given: a page follows only if this is there, and not false, 0 or empty
	Last      Paths  `yaml:"last"`    // no page follows if this is there, and not false, 0 or empty
	Next      Paths  `yaml:"next"`    // what asks for the next page; none follows without it
	Missing   Paths  `yaml:"missing"` // parts that results may be missing from, all of them: texts, or what is true or over 0
}

// MaxFile is how long a description may be, in bytes: forty times the longest that
// ships.
const MaxFile = 64 << 10

// Parse reads a description; name is that of its file, for errors, which name it and,
// where one is at fault, the line and the key. A key that there is not is one.
func Parse(name string, data []byte) (*Service, error) {
	s, err := parse(data, (*Service).check)
	if err != nil {
		return nil, fmt.Errorf("%s, %w", name, err)
	}
	return s, nil
}

// ParseShape reads a description of which nothing but the answer has to be there, for
// dumps.
func ParseShape(name string, data []byte) (*Service, error) {
	s, err := parse(data, (*Service).checkAnswer)
	if err != nil {
		return nil, fmt.Errorf("%s, %w", name, err)
	}
	return s, nil
}

func parse(data []byte, check func(*Service, places) error) (*Service, error) {
	if len(data) > MaxFile {
		return nil, fmt.Errorf("line 1: longer than %d bytes: it is no description of a service", MaxFile)
	}
	s := &Service{source: bytes.Clone(data)}
	d := yaml.NewDecoder(bytes.NewReader(data))
	d.KnownFields(true)
	if err := d.Decode(s); errors.Is(err, io.EOF) {
		return nil, errors.New("line 1: it is empty")
	} else if err != nil {
		return nil, plain(err)
	}
	if err := d.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return nil, errors.New("line 1: a file describes one service")
	}
	var root yaml.Node
	if err := yaml.Unmarshal(data, &root); err != nil {
		return nil, plain(err)
	}
	return s, check(s, places{&root})
}

var (
	unknownField = regexp.MustCompile(`field (.*) not found in type \S+`)
	goType       = regexp.MustCompile(`into \*?(service|map|\[\])\S*`)
)

// plain says what is wrong with a file in its own words, not in those of Go's types.
func plain(err error) error {
	lines := []string{err.Error()}
	if t := new(yaml.TypeError); errors.As(err, &t) {
		lines = t.Errors
	}
	for i, line := range lines {
		line = strings.TrimPrefix(line, "yaml: ")
		lines[i] = goType.ReplaceAllString(unknownField.ReplaceAllString(line, `there is no key "$1"`), "as what stands there")
	}
	text := strings.Join(lines, "; ")
	if !strings.HasPrefix(text, "line ") {
		text = "line 1: " + text
	}
	return errors.New(text)
}

// places finds the lines of keys.
type places struct{ root *yaml.Node }

// wrong is what is wrong with the value of a key, given with those that it is in.
func (p places) wrong(keys, format string, args ...any) error {
	n, line := p.root, 1
	if n.Kind == yaml.DocumentNode && len(n.Content) > 0 {
		n = n.Content[0]
	}
	for key := range strings.SplitSeq(keys, ".") {
		found := false
		for i := 0; n.Kind == yaml.MappingNode && i+1 < len(n.Content) && !found; i += 2 {
			if found = n.Content[i].Value == key; found {
				line, n = n.Content[i].Line, n.Content[i+1]
			}
		}
		if !found {
			break
		}
	}
	return fmt.Errorf("line %d: %s: %s", line, keys, fmt.Sprintf(format, args...))
}

var (
	nameForm     = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,39}$`)
	variableForm = regexp.MustCompile(`^[A-Z][A-Z0-9_]{0,99}$`)
)

// checkAnswer reports what an answer can't be read without.
func (s *Service) checkAnswer(at places) error {
	a := &s.Answer
	switch {
	case !nameForm.MatchString(s.Name):
		return at.wrong("name", "%.40q: small letters, digits and hyphens, at most 40", s.Name)
	case len(a.Recognise) == 0:
		return at.wrong("answer.recognise", "it is missing: what does every answer have, that those of others have not?")
	case len(a.Results) == 0:
		return at.wrong("answer.results", "it is missing: where are the results?")
	case len(a.URL) == 0:
		return at.wrong("answer.url", "it is missing: where has a result its URL?")
	}
	return nil
}

// check reports what the service can't be asked without.
func (s *Service) check(at places) error {
	if err := s.checkAnswer(at); err != nil || s.Retired != "" {
		return err
	}
	if s.Endpoint != "" && !isAddress(s.Endpoint) {
		return at.wrong("endpoint", "%.80q is no URL of http or https", s.Endpoint)
	}
	if s.Endpoint == "" && !isAddress(s.Example) {
		return at.wrong("example", "without an endpoint, give an example of one's own")
	}
	if s.Pages < 0 || s.Request.Count < 0 || s.Interval < 0 {
		return at.wrong("pages", "numbers are not below 0")
	}
	if d, err := query.ParseDialect(string(s.Dialect)); err != nil {
		return at.wrong("dialect", "%v", err)
	} else {
		s.Dialect = d
	}
	for i, v := range slices.Concat(s.Keys, s.Optional) {
		if !variableForm.MatchString(v) || slices.Contains(slices.Concat(s.Keys, s.Optional)[:i], v) {
			return at.wrong("keys", "%.40q: a variable of the environment, in capitals, once", v)
		}
	}
	return s.Request.check(s, at)
}

func isAddress(text string) bool {
	u, err := url.Parse(text)
	return err == nil && u.Host != "" && (u.Scheme == "http" || u.Scheme == "https") && u.User == nil
}

// Source is the file that the service was read from.
func (s *Service) Source() []byte { return s.source }

// Variables are the names of the service's keys, those that it needs first.
func (s *Service) Variables() []string { return slices.Concat(s.Keys, s.Optional) }

// methods are those that a page of results may be asked for by.
var methods = []string{"", http.MethodGet, http.MethodPost}

// check reports what is wrong with a request, before one is made.
func (r *Request) check(s *Service, at places) error {
	if !slices.Contains(methods, r.Method) {
		return at.wrong("request.method", "%.20q: there are GET and POST", r.Method)
	}
	if r.Path != "" && (!strings.HasPrefix(r.Path, "/") || strings.ContainsAny(r.Path, "?#")) {
		return at.wrong("request.path", "%.80q: it begins with / and has neither ? nor #", r.Path)
	}
	if _, err := json.Marshal(r.Body); err != nil {
		return at.wrong("request.body", "it can't be sent as JSON: %v", err)
	}
	used := map[string]bool{}
	names := func(keys, text string) error {
		for _, p := range placeholder.FindAllString(text, -1) {
			name := p[1 : len(p)-1]
			if name != "query" && name != "next" && !slices.Contains(numbers, name) && !slices.Contains(s.Variables(), name) {
				return at.wrong(keys, "there is nothing for %s: there are {query}, {next}, {%s}, and the variables of keys and optional", p, strings.Join(numbers, "}, {"))
			}
			if used[name] = true; name == "next" && len(s.Answer.Next) == 0 {
				return at.wrong(keys, "{next} needs answer.next")
			}
			if slices.Contains([]string{"first", "offset", "count"}, name) && r.Count == 0 {
				return at.wrong(keys, "%s needs request.count", p)
			}
		}
		return nil
	}
	if err := r.eachText(names); err != nil {
		return err
	}
	for key := range r.Header {
		if http.CanonicalHeaderKey(key) == "Host" || strings.ContainsAny(key, " \r\n:") {
			return at.wrong("request.header", "%.40q can't be set", key)
		}
	}
	if !used["query"] {
		return at.wrong("request", "nothing of it has {query}")
	}
	for _, v := range s.Variables() {
		if !used[v] {
			return at.wrong("request", "nothing of it has {%s}, which the service is said to take", v)
		}
	}
	if pages := slices.ContainsFunc([]string{"page", "page0", "first", "offset", "next"}, func(n string) bool { return used[n] }); !pages && s.Pages != 1 {
		return at.wrong("pages", "nothing of the request asks for a further page ({page}, {offset}, {next}), so there is 1")
	}
	return nil
}
