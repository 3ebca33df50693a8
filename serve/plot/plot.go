// Package plot draws the few pictures of a run as SVG: how much is left after each
// step, and how numbers grow over rounds.
//
// The one idea: a picture is text that a style sheet colours. Shapes have classes and
// no colours, every number that is drawn is also written, and the whole has a title
// for those who do not see it.
//
// The package is pure. Cost: linear in the numbers.
package plot

import (
	"fmt"
	"html"
	"html/template"
	"math"
	"strings"
)

// Step is a step of a funnel.
type Step struct {
	Label string
	N     int
	Lost  string // what became of the others, "" for nothing to tell
	Href  string // where the step is looked at, "" for nowhere
}

const (
	width  = 720 // of all pictures, in units of the view box
	row    = 34
	labels = 190 // width of the labels of a funnel
)

// Funnel draws steps from top to bottom, each with a bar. Bars are as long as the root
// of the number: the last steps are a hundredth of the first, and are what matters.
func Funnel(title string, steps []Step) template.HTML {
	most := 1
	for _, s := range steps {
		most = max(most, s.N)
	}
	var b strings.Builder
	open(&b, title, "funnel", "group", row*len(steps)+4)
	for i, s := range steps {
		y := i * row
		long := (width - labels - 130) * math.Sqrt(float64(max(s.N, 0))/float64(most))
		if s.Href != "" {
			fmt.Fprintf(&b, `<a href="%s">`, html.EscapeString(s.Href))
		}
		fmt.Fprintf(&b, `<text class="label" x="%d" y="%d" text-anchor="end">%s</text>`, labels-10, y+21, html.EscapeString(s.Label))
		fmt.Fprintf(&b, `<rect class="bar" x="%d" y="%d" width="%.1f" height="%d" rx="3"/>`, labels, y+4, max(long, 1.5), row-8)
		fmt.Fprintf(&b, `<text class="number" x="%.1f" y="%d">%d</text>`, labels+long+8, y+21, s.N)
		if s.Href != "" {
			b.WriteString(`</a>`)
		}
		if s.Lost != "" {
			fmt.Fprintf(&b, `<text class="lost" x="%.1f" y="%d">%s</text>`, labels+long+20+9*math.Ceil(math.Log10(float64(s.N+2))), y+21, html.EscapeString(s.Lost))
		}
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String())
}

// Line is numbers over rounds; of a round without one it is NaN.
type Line struct {
	Label string
	N     []float64
}

// last is the place of a line's last number, -1 if it has none.
func (l Line) last() int {
	for i := len(l.N) - 1; i >= 0; i-- {
		if !math.IsNaN(l.N[i]) {
			return i
		}
	}
	return -1
}

// Lines draws numbers over rounds, of which the first is given. Each line ends with its
// label; lines are told apart by their dashes also.
func Lines(title string, first int, lines []Line) template.HTML {
	const high, left, right, top, bottom = 220, 46, 170, 12, 30
	most, rounds := 1.0, 1
	for _, l := range lines {
		rounds = max(rounds, len(l.N))
		for _, n := range l.N {
			if n > most { // NaN is not
				most = n
			}
		}
	}
	most = nice(most)
	x := func(i int) float64 {
		if rounds == 1 {
			return left
		}
		return left + (width-left-right)*float64(i)/float64(rounds-1)
	}
	y := func(n float64) float64 { return top + (high-top-bottom)*(1-n/most) }
	var b strings.Builder
	open(&b, title, "lines", "img", high)
	for i := range 5 {
		n := most * float64(i) / 4
		fmt.Fprintf(&b, `<path class="grid" d="M%d %.1fH%d"/><text class="tick" x="%d" y="%.1f" text-anchor="end">%s</text>`, left, y(n), width-right, left-6, y(n)+4, brief(n))
	}
	for i := range rounds {
		if i%(1+rounds/12) == 0 {
			fmt.Fprintf(&b, `<text class="tick" x="%.1f" y="%d" text-anchor="middle">%d</text>`, x(i), high-8, first+i)
		}
	}
	at := spread(lines, y)
	for k, l := range lines {
		end := l.last()
		if end < 0 {
			continue
		}
		var d strings.Builder
		for i, n := range l.N {
			if math.IsNaN(n) {
				continue
			}
			move := byte('L')
			if i == 0 || math.IsNaN(l.N[i-1]) {
				move = 'M'
			}
			fmt.Fprintf(&d, "%c%.1f %.1f", move, x(i), y(n))
		}
		last := l.N[end]
		fmt.Fprintf(&b, `<path class="line line%d" d="%s"/><circle class="dot line%d" cx="%.1f" cy="%.1f" r="3"/>`, k%4, d.String(), k%4, x(end), y(last))
		fmt.Fprintf(&b, `<text class="label line%d" x="%.1f" y="%.1f">%s %s</text>`, k%4, x(end)+9, at[k]+4, html.EscapeString(l.Label), brief(last))
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String())
}

// spread gives the heights of the labels at the ends of lines, at least a line of text
// apart.
func spread(lines []Line, y func(float64) float64) []float64 {
	const apart = 16
	at := make([]float64, len(lines))
	var order []int
	for k, l := range lines {
		if end := l.last(); end >= 0 {
			at[k] = y(l.N[end])
			order = append(order, k)
		}
	}
	for i := range order { // a few lines: by insertion
		for j := i; j > 0 && at[order[j]] > at[order[j-1]]; j-- {
			order[j], order[j-1] = order[j-1], order[j]
		}
	}
	for i, k := range order { // upwards from the lowest
		if i > 0 {
			at[k] = min(at[k], at[order[i-1]]-apart)
		}
	}
	return at
}

func open(b *strings.Builder, title, class, role string, high int) {
	fmt.Fprintf(b, `<svg class="%s" viewBox="0 0 %d %d" role="%s" aria-label="%s"><title>%s</title>`, class, width, high, role, html.EscapeString(title), html.EscapeString(title))
}

// nice rounds up to 1, 2 or 5 times a power of ten, at least 4.
func nice(n float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(n)))
	for _, m := range []float64{1, 2, 4, 10} {
		if m*power >= n {
			return max(m*power, 4)
		}
	}
	return n
}

func brief(n float64) string {
	switch {
	case n >= 1e6:
		return fmt.Sprintf("%.3gM", n/1e6)
	case n >= 1e4:
		return fmt.Sprintf("%.3gk", n/1e3)
	case n == math.Trunc(n):
		return fmt.Sprintf("%.0f", n)
	}
	return fmt.Sprintf("%.1f", n)
}
