// Package plot draws the few pictures of a run as SVG: how much is left after each
// step, and how numbers grow over rounds.
//
// The one idea: a picture is shapes with lengths in percent, beside HTML texts. So it is
// as wide as the page allows, while its texts keep their size. Shapes have classes
// instead of colours, every number that is drawn is also written, and the picture has a
// title for screen readers.
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
	Lost  []Loss // what became of the others
	Href  string // where the step is looked at, "" for nowhere
}

// Loss is a part of what a step has lost.
type Loss struct {
	N    int
	Why  string
	Href string // where it is looked at, "" for nowhere
}

// Funnel draws steps from top to bottom, each with a bar. Bars are as long as the root
// of the number: the last steps are a hundredth of the first, and are what matters.
func Funnel(title string, steps []Step) template.HTML {
	most := 1
	for _, s := range steps {
		most = max(most, s.N)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<ol class="funnel" aria-label="%s">`, html.EscapeString(title))
	for _, s := range steps {
		long := max(100*math.Sqrt(float64(max(s.N, 0))/float64(most)), .5)
		fmt.Fprintf(&b, `<li><span class="label">%s</span> <span class="number">%d</span> <svg class="bar" width="100%%" height="20" aria-hidden="true"><rect width="%.1f%%" height="20" rx="3"/></svg> <span class="lost">`, linked(s.Label, s.Href), s.N, long)
		for i, l := range s.Lost {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(linked(fmt.Sprintf("%d %s", l.N, l.Why), l.Href))
		}
		b.WriteString("</span></li>")
	}
	b.WriteString(`</ol>`)
	return template.HTML(b.String())
}

// linked is a text that leads to an address, if there is one.
func linked(text, href string) string {
	if text = html.EscapeString(text); href == "" {
		return text
	}
	return fmt.Sprintf(`<a href="%s">%s</a>`, html.EscapeString(href), text)
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

// strokes stand for lines in the legend: the second is drawn with dashes.
var strokes = [4]string{"━", "╍", "━", "━"}

// Lines draws numbers over rounds, of which the first is given. Above them stands what each
// line is, with its last number; lines are told apart by their dashes also.
func Lines(title string, first int, lines []Line) template.HTML {
	const (
		left, top, high = 46, 32, 178 // of the part with the lines, in pixels
		below           = 30          // it, for the rounds
		wide            = 82.0        // how wide it is, of the whole in percent, so that on a telephone left stays free beside it
	)
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
	x := func(i int) float64 { return wide * float64(i) / float64(max(rounds-1, 1)) }
	y := func(n float64) float64 { return high * (1 - n/most) }
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="lines" width="100%%" height="%d" role="img" aria-label="%s"><title>%s</title><text class="legend" y="14">`, top+high+below, html.EscapeString(title), html.EscapeString(title))
	for k, l := range lines {
		if end := l.last(); end >= 0 {
			fmt.Fprintf(&b, `<tspan class="stroke line%d">%s</tspan> <tspan>%s %s</tspan>   `, k%4, strokes[k%4], html.EscapeString(l.Label), brief(l.N[end]))
		}
	}
	fmt.Fprintf(&b, `</text><svg x="%d" y="%d" overflow="visible">`, left, top)
	for i := range 5 {
		n := most * float64(i) / 4
		fmt.Fprintf(&b, `<line class="grid" x2="%.0f%%" y1="%.1f" y2="%.1f"/><text class="tick" x="-6" y="%.1f" text-anchor="end">%s</text>`, wide, y(n), y(n), y(n)+4, brief(n))
	}
	for i := range rounds {
		if i%(1+rounds/12) == 0 {
			fmt.Fprintf(&b, `<text class="tick" x="%.1f%%" y="%d" text-anchor="middle">%d</text>`, x(i), high+22, first+i)
		}
	}
	for k, l := range lines {
		for i, n := range l.N {
			if math.IsNaN(n) {
				continue
			}
			if i > 0 && !math.IsNaN(l.N[i-1]) {
				fmt.Fprintf(&b, `<line class="line line%d" x1="%.1f%%" y1="%.1f" x2="%.1f%%" y2="%.1f"/>`, k%4, x(i-1), y(l.N[i-1]), x(i), y(n))
			}
			fmt.Fprintf(&b, `<circle class="line%d" cx="%.1f%%" cy="%.1f" r="3"/>`, k%4, x(i), y(n))
		}
	}
	b.WriteString(`</svg></svg>`)
	return template.HTML(b.String())
}

// nice rounds up to 1, 2 or 4 times a power of ten, at least 4.
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
