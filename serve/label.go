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
	"strconv"
	"strings"
	"sync"
	"time"

	"verde/labels"
	"verde/page"
	"verde/pageeval"
	"verde/runs"
)

// Bounds of labelling.
const (
	pagesAtOnce   = 100 // pages of a batch that is judged again for fragments to ask about
	batchesAtMost = 5   // batches in one request
	labelFolds    = 5   // folds of the cross-validation, by site
)

// askedAnew is how long fragments are kept while the run goes on judging pages.
const askedAnew = time.Minute

// labelling has the fragments that a person may be asked to label.
type labelling struct {
	mu    sync.Mutex
	stamp string // of the classifier and catalog that the fragments come from
	at    time.Time
	pages []labels.Judged // not yet judged again, the least certain first
	lines []labels.Line

	counted string // state of the labels and classifier that figures and lacks belong to
	figures labels.Figures
	lacks   string // see [labelData.Lacks]
}

// archivedPages gives pages from a run's archive.
type archivedPages struct{ *run }

func (a archivedPages) Fetch(ctx context.Context, url string) (*page.Page, error) {
	return a.archived(ctx, url)
}

// ownModel is the classifier that was trained by the run's labels.
func (r *run) ownModel() string { return filepath.Join(r.Dir, labels.ModelFile) }

// orderedModel is the file of the classifier in the run's order (--model), "" for the
// shipped one.
func (r *run) orderedModel() (path string, err error) {
	order, err := runs.ReadOrder(r.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	for _, arg := range order.Args {
		if arg == "--" {
			break
		}
		if model, ok := strings.CutPrefix(arg, "--model="); ok {
			path = model
		}
	}
	return path, err
}

// classifiers gives two classifiers. base is the prior of training: the one of the run's
// order, or the shipped one if the run has none or its own. now judges which fragments are
// uncertain: the one trained on the run's labels, or base if there is none.
func (r *run) classifiers() (base, now *pageeval.Classifier, err error) {
	path, err := r.orderedModel()
	if err != nil {
		return nil, nil, err
	}
	own, err := filepath.Abs(r.ownModel())
	if err != nil {
		return nil, nil, err
	}
	if path == "" || path == own {
		base, err = pageeval.Default()
	} else {
		base, err = labels.ReadModel(path)
	}
	if err != nil {
		return nil, nil, err
	}
	if now, err = labels.ReadModel(own); errors.Is(err, fs.ErrNotExist) {
		return base, base, nil
	}
	return base, now, err
}

// fragments calls use with the fragments known so far, and again after each further batch of
// pages, until use reports that they are enough. Cost: that of judging at most
// [batchesAtMost] batches of [pagesAtOnce] pages.
func (r *run) fragments(ctx context.Context, use func([]labels.Line) (enough bool)) error {
	l := &r.labelling
	l.mu.Lock()
	defer l.mu.Unlock()
	_, classifier, err := r.classifiers()
	if err != nil {
		return err
	}
	weights, err := classifier.MarshalText()
	if err != nil {
		return err
	}
	st, err := r.standing(ctx)
	if err != nil {
		return err
	}
	if stamp := string(weights) + st.Stamp; l.stamp != stamp && time.Since(l.at) > askedAnew || !strings.HasPrefix(l.stamp, string(weights)) {
		pages, err := labels.Pages(ctx, r.catalog)
		if err != nil {
			return err
		}
		l.stamp, l.at, l.pages, l.lines = stamp, time.Now(), pages, nil
	}
	for batch := 0; !use(l.lines) && len(l.pages) > 0 && batch < batchesAtMost; batch++ {
		n := min(pagesAtOnce, len(l.pages))
		more, err := labels.Fragments(ctx, l.pages[:n], archivedPages{r}, classifier)
		if err != nil {
			return err
		}
		l.pages, l.lines = l.pages[n:], append(l.lines, more...)
	}
	return nil
}

// labelData is the page that asks for the label of a fragment, and shows the estimate of the
// classifier that the labels give.
type labelData struct {
	Fragment *labels.Line // that is asked about, nil if none is left
	Key      string       // of Fragment
	Skip     int          // fragments that are passed over
	Did      string       // the answers that led here, to be taken back in turn: y, n and s
	Nothing  bool         // there was no answer to take back
	Unknown  bool         // the last answer was none
	Frame    string       // address of the archived page with the fragment marked
	Figures  labels.Figures
	Lacks    string // why there is nothing to train on
	Own      string // the classifier that was trained here, "" for none
	Trained  time.Time
	InUse    bool // the run judges by it
	CanGo    bool // the run can be gone on with
	Rounds   int  // that it would have then
}

func showLabel(run *run, r *http.Request) (*Page, error) {
	d, err := labelled(run, r)
	if err != nil {
		return nil, err
	}
	return &Page{Title: "Label", Template: "label", Here: "label", Data: d}, nil
}

// takesLabels returns an error for a run whose fragments can't be labelled here: labels and
// the classifier trained on them are files in a run's folder.
func (r *run) takesLabels() error {
	if r.Dir == "" {
		return &conflictError{"fragments of a run that machines share are labelled with verde label, in a folder"}
	}
	return nil
}

func labelled(run *run, r *http.Request) (*labelData, error) {
	if err := run.takesLabels(); err != nil {
		return nil, err
	}
	if run.place.(*folder).started == nil { // finding what to ask about is work for who can answer
		return nil, &conflictError{"this server only shows, and takes no labels: it was started with --read-only"}
	}
	skip, err := number(r.URL.Query(), "skip", 0, labels.MaxLabels)
	if err != nil {
		return nil, err
	}
	d := &labelData{Skip: skip, Did: didBefore(r.FormValue("did")), Unknown: r.FormValue("unknown") != "", Nothing: r.FormValue("nothing") != ""}
	book, err := labels.Open(filepath.Join(run.Dir, labels.File))
	if err != nil {
		return nil, err
	}
	err = run.fragments(r.Context(), func(lines []labels.Line) bool {
		if d.Fragment = keyed(lines, r.FormValue("fragment")); d.Fragment != nil {
			return true
		}
		picked := book.Pick(lines, skip+1)
		if len(picked) <= skip {
			return false
		}
		d.Fragment = &picked[skip]
		return true
	})
	if err != nil {
		return nil, err
	}
	if d.Fragment != nil {
		d.Key = d.Fragment.Key()
		d.Frame = address(run, "archived", url.Values{"url": {d.Fragment.URL}, "container": {d.Fragment.XPath}}) + "#container"
	}
	if d.Figures, d.Lacks, err = run.figures(); err != nil {
		return nil, err
	}
	return d, d.model(run)
}

// figures gives the estimate of the classifier that the run's labels train, or why they can't
// train one. Cost: one training for each new state of the labels and the classifier.
func (r *run) figures() (labels.Figures, string, error) {
	base, _, err := r.classifiers()
	if err != nil {
		return labels.Figures{}, "", err
	}
	weights, err := base.MarshalText()
	if err != nil {
		return labels.Figures{}, "", err
	}
	path, state := filepath.Join(r.Dir, labels.File), string(weights)
	if st, err := os.Stat(path); err == nil {
		state += fmt.Sprintf(" %d %d", st.Size(), st.ModTime().UnixNano())
	}
	book, err := labels.Open(path) // after its state: what is added meanwhile makes another one
	if err != nil {
		return labels.Figures{}, "", err
	}
	l := &r.labelling
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.counted == state {
		return l.figures, l.lacks, nil
	}
	_, figures, err := train(r, book)
	lacks := ""
	if errors.Is(err, pageeval.ErrTraining) {
		lacks = err.Error()
	} else if err != nil {
		return labels.Figures{}, "", err
	}
	l.counted, l.figures, l.lacks = state, figures, lacks
	return figures, lacks, nil
}

// model fills in what is known of the classifier that was trained here.
func (d *labelData) model(run *run) error {
	st, err := os.Stat(run.ownModel())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	if d.Own, err = filepath.Abs(run.ownModel()); err != nil {
		return err
	}
	d.Trained = st.ModTime()
	ordered, err := run.orderedModel()
	if err != nil {
		return err
	}
	d.InUse = ordered == d.Own
	stands, err := run.standing(context.Background())
	if err != nil || stands.Status == runs.UnderWay {
		return err
	}
	why, err := whyNot(run.Dir)
	d.CanGo = why == ""
	if err != nil {
		return err
	}
	report, _, err := run.report(context.Background())
	if err != nil {
		return err
	}
	d.Rounds = len(report.Rounds) + 1
	return nil
}

// train fits a classifier to the labels of a run.
func train(run *run, book *labels.Book) (*pageeval.Classifier, labels.Figures, error) {
	base, _, err := run.classifiers()
	if err != nil {
		return nil, labels.Figures{}, err
	}
	var set labels.Set
	for _, l := range book.Done {
		if err := set.Add(l); err != nil {
			return nil, labels.Figures{}, err
		}
	}
	return set.Train(labelFolds, pageeval.FitOptions{Prior: base})
}

// answerLabel keeps what a person says of a fragment: y (data), n (not), s (skip), u (take
// the last answer back).
func answerLabel(run *run, r *http.Request) (string, error) {
	if r.PostForm.Get("skip") == "" {
		r.PostForm.Del("skip")
	}
	skip, err := number(r.PostForm, "skip", 0, labels.MaxLabels)
	if err != nil {
		return "", err
	}
	if err := run.takesLabels(); err != nil {
		return "", err
	}
	book, err := labels.Open(filepath.Join(run.Dir, labels.File))
	if err != nil {
		return "", err
	}
	q, did := url.Values{}, didBefore(r.PostForm.Get("did"))
	byPage := r.PostForm.Has(formToken) // which shows what is wrong; a program is told
	switch answer := strings.ToLower(r.PostForm.Get("answer")); answer {
	case "y", "n":
		err = addLabel(run, r, book, answer == "y")
		did += answer
	case "s":
		skip++
		did += answer
	case "u":
		last := did[max(0, len(did)-1):]
		did = did[:len(did)-len(last)]
		if skip > 0 && (last == "s" || last == "") {
			skip--
			break
		}
		label, ok, failed := book.Undo()
		switch err = failed; {
		case ok:
			q.Set("fragment", label.Key()) // to be asked about again
		case err == nil && byPage:
			q.Set("nothing", "1")
		case err == nil:
			err = notFound("there is no answer to take back")
		}
	default:
		if byPage {
			q.Set("unknown", "1")
		} else {
			err = badAsk("answer %q is none of y, n, s, u", cut(answer, 40))
		}
	}
	if skip > 0 {
		q.Set("skip", strconv.Itoa(skip))
	}
	if did = didBefore(did); did != "" {
		q.Set("did", did)
	}
	return address(run, "label", q), err
}

// mostDid bounds the answers in "did", which are undone one after the other.
const mostDid = 200

// didBefore gives the last mostDid answers of a text of y, n and s, "" for another text.
func didBefore(answers string) string {
	if strings.Trim(answers, "yns") != "" {
		return ""
	}
	return answers[max(0, len(answers)-mostDid):]
}

// keyed gives the fragment with a key, nil if there is none or the key is "".
func keyed(lines []labels.Line, key string) *labels.Line {
	for i := range lines {
		if key != "" && lines[i].Key() == key {
			return &lines[i]
		}
	}
	return nil
}

// addLabel keeps the label of the fragment that a request names.
func addLabel(run *run, r *http.Request, book *labels.Book, data bool) error {
	var asked *labels.Line
	err := run.fragments(r.Context(), func(lines []labels.Line) bool {
		asked = keyed(lines, r.PostForm.Get("fragment"))
		return asked != nil
	})
	if err == nil && asked == nil {
		err = &conflictError{"this fragment is not asked about any more: load the page again"}
	}
	if err != nil {
		return err
	}
	l := *asked
	l.Data = &data
	if err := book.Add(l); errors.Is(err, labels.ErrFull) {
		return &conflictError{err.Error()}
	} else if err != nil {
		return err
	}
	return nil
}

// trainModel trains a classifier by the run's labels, and keeps it in the run's folder.
func trainModel(run *run, _ *http.Request) (string, error) {
	if err := run.takesLabels(); err != nil {
		return "", err
	}
	book, err := labels.Open(filepath.Join(run.Dir, labels.File))
	if err != nil {
		return "", err
	}
	c, _, err := train(run, book)
	if errors.Is(err, pageeval.ErrTraining) {
		return "", &conflictError{err.Error()}
	} else if err != nil {
		return "", err
	}
	return address(run, "label", nil), labels.WriteModel(run.ownModel(), c)
}

// modelFlags gives the flags that make a resumed run use the classifier that a form names.
func modelFlags(run *run, r *http.Request) ([]string, error) {
	switch r.PostForm.Get("model") {
	case "":
		return nil, nil
	case "own":
		path, err := filepath.Abs(run.ownModel())
		if err != nil {
			return nil, err
		}
		if _, err := labels.ReadModel(path); err != nil {
			return nil, &conflictError{fmt.Sprintf("there is no classifier of this run's labels to go on with: %v", err)}
		}
		return []string{"--model=" + path}, nil
	}
	return nil, badAsk("model %q: there is \"own\"", cut(r.PostForm.Get("model"), 40))
}

// apiLabel is the fragment that is asked about next, and what answers have come to.
type apiLabel struct {
	Key      string         `json:"key,omitempty"` // to answer with
	Fragment *labels.Line   `json:"fragment,omitempty"`
	Figures  labels.Figures `json:"figures"`
	Lacks    string         `json:"lacks,omitempty"` // why there is nothing to train on
	Model    string         `json:"model,omitempty"` // file of the classifier that was trained here
	InUse    bool           `json:"in_use"`          // the run judges by it
}

func apiLabels(run *run, r *http.Request) (any, error) {
	d, err := labelled(run, r)
	if err != nil {
		return nil, err
	}
	return apiLabel{Key: d.Key, Fragment: d.Fragment, Figures: d.Figures, Lacks: d.Lacks, Model: d.Own, InUse: d.InUse}, nil
}
