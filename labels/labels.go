// Package labels keeps what persons say of the fragments of pages, whether they are data
// or prose, and trains a classifier of pages by it.
//
// The one idea: people are asked where the classifier is least sure (uncertainty
// sampling, Lewis and Gale 1994), each answer is a line of a file, and the new classifier
// is the old one changed as far as the answers ask for. What that gains is told on sites
// whose labels it has not seen.
package labels

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"verde/internal/linefile"
	"verde/pageeval"
)

// File is where a run's folder keeps its labels, and ModelFile the classifier that was
// trained by them.
const (
	File      = "labels.jsonl"
	ModelFile = "pageeval.txt"
)

// MaxLabels bounds the labels of a file that this package adds to.
const MaxLabels = 20_000

// ErrFull is the error for one more than [MaxLabels].
var ErrFull = fmt.Errorf("the file has %d labels, and takes no more", MaxLabels)

// Line is a fragment that somebody has looked at, or is to.
type Line struct {
	Data        *bool             `json:"data"` // true: data of one entity; false: prose, links and the like; null: not looked at yet
	Text        string            `json:"text,omitempty"`
	URL         string            `json:"url,omitempty"`
	XPath       string            `json:"xpath,omitempty"`
	Probability float64           `json:"probability"` // that it is data, as the classifier in use says
	Site        string            `json:"site"`
	Features    pageeval.Features `json:"features"`
}

// Key names the fragment by what it is, and not by what is said of it.
func (l Line) Key() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %q %q %v", l.Site, l.URL, l.XPath, l.Features))
	return hex.EncodeToString(sum[:12])
}

// fragments are those that a person need not be asked about any more.
type fragments map[any]bool

// A fragment is identified by each of these: its features, its XPath, and its text as
// a person sees it. It has other features for each query that
// its page answers.
type (
	byFeatures struct {
		site     string
		features pageeval.Features
	}
	byPlace struct{ url, xpath string }
	byText  struct{ site, text string }
)

func (f fragments) add(l Line) {
	f[byFeatures{l.Site, l.Features}] = true
	if l.XPath != "" {
		f[byPlace{l.URL, l.XPath}] = true
	}
	if l.Text != "" && !strings.HasSuffix(l.Text, cut) {
		f[byText{l.Site, l.Text}] = true
	}
}

func (f fragments) has(l Line) bool {
	return f[byFeatures{l.Site, l.Features}] || f[byPlace{l.URL, l.XPath}] || f[byText{l.Site, l.Text}]
}

// Book is a file of labels as it was when it was read, or written by this book.
type Book struct {
	path  string
	Done  []Line // with a label, in the order in which they were given
	Later []Line // listed without a label, which they may get
}

// Open reads the labels of a file, none if it is not there.
func Open(path string) (*Book, error) {
	b := &Book{path: path}
	return b, b.read()
}

func (b *Book) read() error {
	b.Done, b.Later = nil, nil
	err := linefile.Read(b.path, func(text []byte, _ int) error {
		var l Line
		if err := json.Unmarshal(text, &l); err != nil {
			return err
		}
		if l.Data == nil {
			b.Later = append(b.Later, l)
		} else {
			b.Done = append(b.Done, l)
		}
		return nil
	})
	return err
}

// Add keeps the label of a fragment at once, as a line at the end of the file, or in place
// of the line that had none or another one.
func (b *Book) Add(l Line) error {
	if l.Data == nil {
		return errors.New("a label says whether the fragment is data")
	}
	return b.change(func(f linefile.File) error {
		key, lines := l.Key(), len(b.Done)+len(b.Later)
		b.Done = slices.DeleteFunc(b.Done, func(d Line) bool { return d.Key() == key })
		if len(b.Done) >= MaxLabels {
			return ErrFull
		}
		done := fragments{}
		done.add(l)
		b.Later = slices.DeleteFunc(b.Later, done.has)
		b.Done = append(b.Done, l)
		if len(b.Done)+len(b.Later) <= lines {
			return linefile.Replace(f, slices.Concat(b.Done, b.Later))
		}
		return f.Append(l)
	})
}

// Undo takes the last label back and gives the fragment; ok is false if there is none.
func (b *Book) Undo() (last Line, ok bool, err error) {
	err = b.change(func(f linefile.File) error {
		if ok = len(b.Done) > 0; !ok {
			return nil
		}
		last = b.Done[len(b.Done)-1]
		b.Done = b.Done[:len(b.Done)-1]
		return linefile.Replace(f, slices.Concat(b.Done, b.Later))
	})
	return last, ok, err
}

// change has the file as it is now changed by nobody else.
func (b *Book) change(do func(linefile.File) error) error {
	return linefile.With(b.path, func(f linefile.File) error {
		if err := b.read(); err != nil {
			return err
		}
		return do(f)
	})
}

// Pick takes n fragments that have no label yet, the least sure first, each once.
// Cost: that of sorting them.
func (b *Book) Pick(all []Line, n int) []Line {
	all = slices.SortedFunc(slices.Values(all), func(p, q Line) int {
		return cmp.Or(cmp.Compare(doubt(p.Probability), doubt(q.Probability)), cmp.Compare(p.URL, q.URL), cmp.Compare(p.XPath, q.XPath))
	})
	seen := fragments{}
	for _, l := range b.Done {
		seen.add(l)
	}
	var out []Line
	for _, f := range all {
		if len(out) < n && !seen.has(f) {
			seen.add(f)
			out = append(out, f)
		}
	}
	return out
}

// doubt is how far a probability is from where it would tell nothing.
func doubt(p float64) float64 { return math.Abs(p - pageeval.Threshold) }
