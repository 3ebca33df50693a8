package serve

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"verde/catalog"
	"verde/page"
	"verde/search/service"
	"verde/vertical"
)

// newData is the form of a new run.
type newData struct {
	Home    string
	Engines []engines
	Sizes   []size
	Values  map[string]string // of the fields, as they were sent
	Wrong   string            // why it was not started, "" if it was not tried
	Look    *vertical.Look    // what its page says, if that is doubtful
	Default bool              // the server has engines of its own
}

// engines is a group of search engines that need the same preparation.
type engines struct {
	What string
	Open bool // the group is shown unfolded
	All  []engine
}

// engine is one that can be asked.
type engine struct {
	Name, Note string
	Chosen     bool
}

// fields are those of the form, besides its sizes.
var fields = []string{"url", "domain", "name", "engine", "endpoint"}

func (s *Server) newPage(values map[string]string) (*Page, *newData, error) {
	if s.opt.Steering == nil {
		return nil, nil, &conflictError{"this server only shows: it was started with --read-only"}
	}
	home, err := filepath.Abs(s.opt.Steering.Home)
	if err != nil {
		return nil, nil, err
	}
	d := &newData{Home: home, Sizes: sizes, Values: values, Default: len(enginesIn(s.opt.Steering.Args)) > 0}
	if d.Engines, err = enginesFor(strings.Fields(values["engine"])); err != nil {
		return nil, nil, err
	}
	return &Page{Title: "New run", Template: "new", Here: "new", Data: d}, d, nil
}

// enginesFor are all that ship, those first that can be asked as they are.
func enginesFor(chosen []string) ([]engines, error) {
	groups := []engines{{What: "Ready to be asked", Open: true}, {What: "Of your own, by their addresses", Open: true}, {What: "Without their keys in the environment of this server"}}
	for _, name := range service.Names() {
		about, err := service.Shipped(name)
		if err != nil {
			return nil, err
		}
		note, lacking := noteOn(about)
		group := &groups[0]
		switch {
		case lacking:
			group = &groups[2]
		case about.Endpoint == "":
			group = &groups[1]
		}
		e := engine{name, note, slices.Contains(chosen, name)}
		group.Open = group.Open || e.Chosen
		group.All = append(group.All, e)
	}
	return slices.DeleteFunc(groups, func(g engines) bool { return len(g.All) == 0 }), nil
}

// noteOn gives the remarks on an engine, and reports whether a key that it needs is not set.
// Values of keys are never shown.
func noteOn(about *service.Service) (note string, lacking bool) {
	var notes []string
	if about.Paid {
		notes = append(notes, "paid by the call")
	}
	for _, key := range about.Keys {
		if os.Getenv(key) == "" {
			notes, lacking = append(notes, key+" is not set"), true
		}
	}
	if about.Notice != "" {
		notes = append(notes, about.Notice)
	}
	return strings.Join(notes, "; "), lacking
}

func (s *Server) showNew(*http.Request) (*Page, error) {
	p, _, err := s.newPage(map[string]string{})
	return p, err
}

// startFromForm starts a run, or shows the form again with what is wrong.
func (s *Server) startFromForm(w http.ResponseWriter, r *http.Request) {
	if err := s.mine(w, r); err != nil {
		s.page(func(*http.Request) (*Page, error) { return nil, err })(w, r)
		return
	}
	run, look, err := s.start(r)
	if err == nil && run != nil {
		http.Redirect(w, r, address(run, "", nil), http.StatusSeeOther)
		return
	}
	s.page(func(*http.Request) (*Page, error) {
		values := make(map[string]string)
		for key := range r.PostForm {
			values[key] = strings.Join(r.PostForm[key], " ")
		}
		p, d, failed := s.newPage(values)
		if failed != nil {
			return nil, failed
		}
		if d.Look = look; err != nil {
			d.Wrong = err.Error()
		}
		return p, nil
	})(w, r)
}

// startFromProgram starts a run, or tells what is doubtful about its page.
func (s *Server) startFromProgram(r *http.Request) (any, error) {
	if err := s.readJSON(r); err != nil {
		return nil, err
	}
	run, look, err := s.start(r)
	switch {
	case err != nil:
		return nil, err
	case run == nil:
		return nil, &conflictError{fmt.Sprintf("%s: %s; with \"anyway\": \"yes\" it is started all the same", look.URL, doubtsOf(look))}
	}
	return runForAPI(run, r)
}

func doubtsOf(look *vertical.Look) string {
	var out []string
	for _, d := range look.Diagnoses {
		out = append(out, d.Detail+" ("+d.Remedy+")")
	}
	return strings.Join(out, "; ")
}

// start looks at the page that a form names, and starts a run from it. If the page is
// doubtful and the form has no "anyway", it returns neither a run nor an error, but the
// doubts.
func (s *Server) start(r *http.Request) (*run, *vertical.Look, error) {
	st := s.opt.Steering
	name, args, err := s.asked(r)
	if err != nil {
		return nil, nil, err
	}
	dir := filepath.Join(st.Home, name)
	if _, err := os.Lstat(dir); err == nil {
		return nil, nil, &conflictError{"there is a folder " + dir + " already: choose another name"}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	if r.PostForm.Get("anyway") == "" {
		look, err := st.Look(r.Context(), strings.TrimSpace(r.PostForm.Get("url")))
		if err != nil {
			return nil, nil, badAsk("the page can't be had: %v", err)
		}
		if len(look.Diagnoses) > 0 {
			return nil, &look, nil
		}
	}
	run, err := s.begin(context.WithoutCancel(r.Context()), dir, args) // what is half begun is of no use
	return run, nil, err
}

// begin makes a folder and starts a run in it. If the run can't start, the folder is removed,
// so that its name is free again.
func (s *Server) begin(ctx context.Context, dir string, args []string) (made *run, err error) {
	if err := os.Mkdir(dir, 0o755); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.drop(made), os.RemoveAll(dir))
			made = nil
		}
	}()
	c, err := catalog.Open(ctx, filepath.Join(dir, "catalog.sqlite"))
	if err == nil {
		err = c.Close()
	}
	if err != nil {
		return nil, err
	}
	if made, err = s.open(ctx, dir); err != nil {
		return nil, err
	}
	return made, s.opt.Steering.Runs.Start(dir, args)
}

// fileName is what a run may be called, so that its folder can be.
var fileName = regexp.MustCompile(`^[\pL\pN][\pL\pN ._-]{0,63}$`)

// maxField bounds a field of the form, in bytes.
const maxField = 2048

// asked reads a form as the name of a run and the arguments of "verde explore".
func (s *Server) asked(r *http.Request) (name string, args []string, err error) {
	get := func(key string) string { return strings.TrimSpace(r.PostForm.Get(key)) }
	for _, key := range fields {
		for _, text := range r.PostForm[key] {
			if text = strings.TrimSpace(text); len(text) > maxField || strings.ContainsFunc(text, unicode.IsControl) {
				return "", nil, badAsk("%s: too long, or not one line", key)
			}
		}
	}
	sample, err := page.Normalize(get("url"))
	if err != nil {
		return "", nil, badAsk("the page to start from: %v", err)
	}
	domain := get("domain")
	asked, err := enginesOf(r)
	if err != nil {
		return "", nil, err
	}
	if name = get("name"); name == "" {
		name = strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsNumber(r) {
				return r
			}
			return '-'
		}, domain)
	}
	switch {
	case domain == "":
		return "", nil, badAsk("the kind is missing: what is one entity called, as in \"book\"?")
	case !fileName.MatchString(name) || strings.HasSuffix(name, "."):
		return "", nil, badAsk("the name %q: letters, digits, spaces, dots and hyphens, 64 at most, a letter or digit first", cut(name, 80))
	case len(asked)+len(enginesIn(s.opt.Steering.Args)) == 0:
		return "", nil, badAsk("no engine is chosen: a run needs somebody to ask")
	}
	args = slices.Clone(s.opt.Steering.Args)
	if len(asked) > 0 {
		args = append(slices.DeleteFunc(args, isEngine), asked...)
	}
	sized, err := sizesOf(r)
	if err != nil {
		return "", nil, err
	}
	return name, slices.Concat(args, []string{"--domain=" + domain}, sized, []string{"--", sample}), nil
}

// enginesOf reads which engines a form chooses, as flags: names of those that ship, never
// files, one a field or several in one, and their addresses, one of one engine, or NAME=ADDRESS of each that has one.
func enginesOf(r *http.Request) (flags []string, err error) {
	var names []string
	for _, name := range strings.Fields(strings.Join(r.PostForm["engine"], " ")) {
		if slices.Contains(names, name) {
			continue
		}
		if !slices.Contains(service.Names(), name) {
			return nil, badAsk("there is no engine %q", cut(name, 40))
		}
		names, flags = append(names, name), append(flags, "--engine="+name)
	}
	for _, text := range strings.Fields(strings.Join(r.PostForm["endpoint"], " ")) {
		name, address, named := strings.Cut(text, "=")
		if named = named && slices.Contains(names, name); !named {
			address = text
		}
		u, err := url.Parse(address)
		switch {
		case len(names) == 0:
			return nil, badAsk("an address of an engine needs the engine's name")
		case !named && len(names) > 1:
			return nil, badAsk("the address %q: of several engines, say whose it is, as in %s=%s", cut(text, 80), names[0], cut(text, 80))
		case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
			return nil, badAsk("the engine's address %q is none of http or https", cut(text, 80))
		}
		flags = append(flags, "--endpoint="+text)
	}
	return flags, nil
}

// isEngine reports whether a flag names who is asked.
func isEngine(arg string) bool {
	return slices.ContainsFunc([]string{"--engine=", "--endpoint=", "--dump=", "--dump-shape=", "--corpus="}, func(flag string) bool { return strings.HasPrefix(arg, flag) })
}

func enginesIn(args []string) (out []string) {
	for _, a := range args {
		if isEngine(a) {
			out = append(out, a)
		}
	}
	return out
}
