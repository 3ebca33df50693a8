package serve

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
)

// mine returns an error unless a form comes from a page of this server, by its token, which a
// page of another site can't know (CSRF). The origin is checked besides, by the header that
// browsers send.
func (s *Server) mine(w http.ResponseWriter, r *http.Request) error {
	if s.opt.Steering == nil {
		return &conflictError{"this server only shows: it was started with --read-only"}
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		if errors.As(err, new(*http.MaxBytesError)) {
			return err
		}
		return badAsk("the form can't be read: %v", err)
	}
	if subtle.ConstantTimeCompare([]byte(r.PostForm.Get(formToken)), []byte(s.formToken)) != 1 {
		return badAsk("this form was not made by this server as it runs now: go back, load the page again, and repeat it")
	}
	return nil
}

// readJSON makes a form of a request's JSON.
func (s *Server) readJSON(r *http.Request) error {
	if s.opt.Steering == nil {
		return &conflictError{"this server only shows: it was started with --read-only"}
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return badAsk("the content type is %.100q, and has to be application/json", r.Header.Get("Content-Type"))
	}
	fields := make(map[string]texts)
	body := http.MaxBytesReader(nil, r.Body, maxForm)
	if err := json.NewDecoder(body).Decode(&fields); err != nil {
		if errors.As(err, new(*http.MaxBytesError)) {
			return err
		}
		return badAsk("the body is no JSON object of texts: %v", err)
	}
	r.PostForm, r.Form = make(map[string][]string), r.URL.Query()
	for key, values := range fields {
		if len(values) != 1 && !slices.Contains(several, key) {
			return badAsk("%s: %d texts where one is meant", cut(key, 40), len(values))
		}
		r.PostForm[key], r.Form[key] = values, values
	}
	return nil
}

// several are the fields of which there may be a list.
var several = []string{"engine", "endpoint"}

// texts is a text or a list of texts.
type texts []string

// UnmarshalJSON implements [json.Unmarshaler].
func (t *texts) UnmarshalJSON(data []byte) error {
	var one string
	if err := json.Unmarshal(data, &one); err == nil {
		*t = texts{one}
		return nil
	}
	return json.Unmarshal(data, (*[]string)(t))
}

func number(q url.Values, key string, usual, most int) (int, error) {
	if !q.Has(key) {
		return usual, nil
	}
	n, err := strconv.Atoi(q.Get(key))
	if err != nil || n < 0 || n > most {
		return 0, badAsk("%s=%q is no number from 0 to %d", key, q.Get(key), most)
	}
	return n, nil
}

// back is the address to redirect to after an action: the page that the form names as "to",
// else the given path of the run.
func back(run *run, r *http.Request, path string) string {
	switch to := r.PostForm.Get("to"); to {
	case "sources", "matching", "entities":
		return address(run, to, nil)
	}
	return address(run, path, nil)
}

// newFormToken makes one for the life of a server.
func newFormToken() string { return rand.Text() }

// maxForm bounds what a browser sends, in bytes.
const maxForm = 64 << 10

// formToken is the field of every form that proves that a page of this server made it.
const formToken = "form-token"
