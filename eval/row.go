package eval

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"verde/page"
	"verde/siteexpand"
)

// Row is one run of a method.
type Row struct {
	Type    string   `json:"type"`
	Method  string   `json:"method"` // with the options that are not the default
	Choice  Choice   `json:"choice"`
	Samples int      `json:"samples"`
	Draw    int      `json:"draw"` // from 1
	Seed    uint64   `json:"seed"` // 0 for Given
	URLs    []string `json:"urls"`
	Score
	Downloads int     `json:"downloads"` // pages got
	Requests  int     `json:"requests"`  // pages asked for
	Seconds   float64 `json:"seconds"`

	Layout   *page.LayoutCost `json:"layout,omitempty"`   // of a method that looks at pages as a browser lays them out
	Estimate *Estimate        `json:"estimate,omitempty"` // what the run thought of its result
	Scopes   []ScopeScore     `json:"scopes,omitempty"`   // what it offered, where it offered several
	Cases    []string         `json:"cases,omitempty"`    // reasons for doubt that it named
	Remarks  []string         `json:"remarks,omitempty"`  // what it named beside them
	Error    string           `json:"error,omitempty"`    // why the run gave nothing
}

// Estimate is how good a run took its own result to be.
type Estimate struct {
	Precision       float64    `json:"precision"`
	Recall          float64    `json:"recall"`
	PrecisionWithin [2]float64 `json:"precision_within"` // with a probability of .95
	RecallWithin    [2]float64 `json:"recall_within"`
	Short           float64    `json:"short"` // probability that F1 is below [siteexpand.PromisedF1]
}

// Tell takes over what a run reports of itself: what it cost, what it takes its result
// to be worth, and what it named.
func (r *Row) Tell(report *siteexpand.Report) {
	r.Downloads, r.Requests, r.Seconds, r.Layout = report.Downloads, report.Requests, report.Seconds, report.Layout
	if e := report.Estimate; e != nil {
		r.Estimate = &Estimate{Precision: e.Precision, Recall: e.Recall, PrecisionWithin: e.Within.Precision, RecallWithin: e.Within.Recall, Short: e.Short}
	}
	for _, d := range report.Diagnoses {
		if d.Doubt {
			r.Cases = append(r.Cases, d.Case)
		} else {
			r.Remarks = append(r.Remarks, d.Case)
		}
	}
}

// ScopeScore is how good a result one of the scopes gives that a run offered.
type ScopeScore struct {
	Name   string `json:"name"`
	Chosen bool   `json:"chosen,omitempty"` // it is the run's result
	Score
}

// Best gives the score of the scope with the greatest F1, the run's own where
// there was nothing to choose.
func (r *Row) Best() Score {
	best := r.Score
	for _, s := range r.Scopes {
		if s.F1 > best.F1 {
			best = s.Score
		}
	}
	return best
}

// Setting is what the rows of one file share.
type Setting struct {
	Method  string
	Choice  Choice
	Samples int
	Seed    uint64
}

// Key is what tells a row from the others of its setting.
type Key struct {
	Type string
	Draw int
}

// Setting gives what the row shares with its neighbours.
func (r *Row) Setting() Setting { return Setting{r.Method, r.Choice, r.Samples, r.Seed} }

// Key gives what tells the row from them.
func (r *Row) Key() Key { return Key{r.Type, r.Draw} }

func (s Setting) String() string {
	text := fmt.Sprintf("%s, %d %s samples", s.Method, s.Samples, s.Choice)
	if s.Samples == 1 {
		text = text[:len(text)-1]
	}
	if s.Choice == Directory {
		text = fmt.Sprintf("%s, %d samples of one directory", s.Method, s.Samples)
	}
	if s.Choice != Given {
		text += fmt.Sprintf(", seed %d", s.Seed)
	}
	return text
}

// Sort orders rows by type, then draw.
func Sort(rows []Row) {
	slices.SortFunc(rows, func(a, b Row) int {
		return cmp.Or(cmp.Compare(a.Type, b.Type), cmp.Compare(a.Draw, b.Draw))
	})
}

// ErrTorn is wrapped by the error of [ReadRows] for a last line that was being
// written when the run ended.
var ErrTorn = errors.New("the last line is torn; the same eval expand goes on from there")

// maxRow bounds a line, in bytes: a row of a hundred samples of the longest
// URLs is well below.
const maxRow = 4 << 20

// ReadRows reads the rows of one setting. name is for errors, which give the
// line. Where only the last line is torn, the error is [ErrTorn] and the rows
// before it are given; with any other error there are none.
func ReadRows(r io.Reader, name string) ([]Row, error) {
	var rows []Row
	seen := make(map[Key]int)
	in := bufio.NewReaderSize(r, 64<<10)
	for n := 1; ; n++ {
		line, err := readLine(in)
		ended := errors.Is(err, io.EOF)
		if err != nil && !ended {
			return nil, fmt.Errorf("%s, line %d: %w", name, n, err)
		}
		if text := bytes.TrimSpace(line); len(text) > 0 {
			row, err := parseRow(text)
			switch {
			case err != nil && ended:
				return rows, fmt.Errorf("%s, line %d: %w", name, n, ErrTorn)
			case err != nil:
				return nil, fmt.Errorf("%s, line %d: %w", name, n, err)
			case len(rows) > 0 && row.Setting() != rows[0].Setting():
				return nil, fmt.Errorf("%s, line %d: %s among rows of %s", name, n, row.Setting(), rows[0].Setting())
			case seen[row.Key()] > 0:
				return nil, fmt.Errorf("%s, line %d: draw %d of %s stands in line %d already", name, n, row.Draw, row.Type, seen[row.Key()])
			}
			seen[row.Key()] = n
			rows = append(rows, row)
		}
		if ended {
			return rows, nil
		}
	}
}

// readLine reads to the end of a line. The error is io.EOF for a last line
// without one.
func readLine(in *bufio.Reader) (line []byte, err error) {
	for {
		part, err := in.ReadSlice('\n')
		if line = append(line, part...); len(line) > maxRow {
			return nil, fmt.Errorf("longer than %d bytes", maxRow)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

func parseRow(text []byte) (Row, error) {
	var row Row
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&row); err != nil {
		return Row{}, fmt.Errorf("no row of eval expand: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return Row{}, errors.New("no row of eval expand: more than one value in a line")
	}
	if len(row.Scopes) == 0 {
		row.Scopes = nil
	}
	if len(row.Remarks) == 0 {
		row.Remarks = nil
	}
	if len(row.Cases) == 0 {
		row.Cases = nil
	}
	return row, row.check()
}

// check refuses what no run can have written.
func (r *Row) check() error {
	switch {
	case r.Type == "" || r.Method == "":
		return errors.New(`no row of eval expand: "type" or "method" is missing`)
	case r.Choice != Random && r.Choice != Directory && r.Choice != Given:
		return fmt.Errorf("no row of eval expand: choice %.20q", r.Choice)
	case r.Samples < 1 || r.Draw < 1:
		return fmt.Errorf("no row of eval expand: %d samples, draw %d", r.Samples, r.Draw)
	case min(r.Downloads, r.Requests) < 0 || r.Seconds < 0:
		return errors.New("no row of eval expand: a count below 0")
	}
	for _, s := range r.Scopes {
		if err := s.check(); err != nil {
			return err
		}
	}
	return r.Score.check()
}

func (s *Score) check() error {
	share := func(x float64) bool { return x >= 0 && x <= 1 }
	switch {
	case !share(s.Precision) || !share(s.Recall) || !share(s.F1):
		return errors.New("no row of eval expand: precision, recall and f1 are between 0 and 1")
	case min(s.Right, s.Wrong, s.Missing) < 0:
		return errors.New("no row of eval expand: a count below 0")
	case s.Found != s.Right+s.Wrong:
		return fmt.Errorf("no row of eval expand: found %d is not right %d and wrong %d", s.Found, s.Right, s.Wrong)
	}
	return nil
}
