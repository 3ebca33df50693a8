package eval

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Sizes of a picture, in pixels.
const (
	labelWidth  = 200
	panelWidth  = 170
	panelGap    = 30
	rowHeight   = 22
	headHeight  = 34 // above the panels, with a line for each summary
	legendLine  = 18
	footHeight  = 30 // below them, with the scale
	dotRadius   = 4
	seriesShift = 8 // between the dots of two summaries in a row, where there is room
)

// palette is Okabe and Ito's, which the colour-blind tell apart.
var palette = [...]string{"#0072B2", "#D55E00", "#009E73", "#CC79A7"}

// panels are the quantities that a picture shows.
var panels = [...]int{0, 1, 2, perEntity}

// element is a node of the picture; encoding/xml escapes what is in it.
type element struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Text     string     `xml:",chardata"`
	Children []*element
}

// node makes an element with attributes as names and values in turn. Numbers
// are written with one decimal.
func node(name string, attrs ...any) *element {
	e := &element{XMLName: xml.Name{Local: name}}
	for i := 0; i+1 < len(attrs); i += 2 {
		value := fmt.Sprint(attrs[i+1])
		if x, ok := attrs[i+1].(float64); ok {
			value = strconv.FormatFloat(math.Round(10*x)/10, 'f', -1, 64)
		}
		e.Attrs = append(e.Attrs, xml.Attr{Name: xml.Name{Local: attrs[i].(string)}, Value: value})
	}
	return e
}

func (e *element) add(children ...*element) { e.Children = append(e.Children, children...) }

func text(x, y float64, anchor, s string) *element {
	e := node("text", "x", x, "y", y, "text-anchor", anchor)
	e.Text = s
	return e
}

// SVG draws summaries of the same or of different settings: a row for each
// type, in it a dot at the mean of each summary, and a line from its lowest to
// its highest run. The last rows are mean and median over types; several summaries
// go by A, B and so on. A figure that is not finite has no dot.
func SVG(w io.Writer, summaries ...*Summary) error {
	names := typeNames(summaries)
	top := float64(headHeight + legendLine*len(summaries))
	bottom := top + float64(rowHeight*(len(names)+len(totals)))
	width := float64(labelWidth + len(panels)*(panelWidth+panelGap))
	height := bottom + footHeight
	root := node("svg", "xmlns", "http://www.w3.org/2000/svg", "width", width, "height", height,
		"viewBox", fmt.Sprintf("0 0 %.0f %.0f", width, height), "font-family", "sans-serif", "font-size", 12, "fill", "#222")
	root.add(node("rect", "width", "100%", "height", "100%", "fill", "white"))
	for i, s := range summaries {
		y := float64(legendLine * (i + 1))
		root.add(node("circle", "cx", 14.0, "cy", y-4, "r", dotRadius, "fill", palette[i%len(palette)]),
			text(24, y, "start", series(i, len(summaries))+fmt.Sprintf("%s; %s, mean and range of at most %s each", s.Setting, count(len(s.Types), "type"), count(s.Draws, "run"))))
	}
	for i, name := range slices.Concat(names, totals[:]) {
		y := top + rowHeight*(float64(i)+.5)
		if i%2 == 0 {
			root.add(node("rect", "y", y-rowHeight/2., "width", "100%", "height", rowHeight, "fill", "#f4f4f4"))
		}
		label := text(labelWidth-10, y+4, "end", shorten(name))
		if i >= len(names) {
			label.Attrs = append(label.Attrs, node("", "font-weight", "bold").Attrs...)
		}
		if i == len(names) {
			root.add(node("line", "x1", 0.0, "x2", width, "y1", y-rowHeight/2., "y2", y-rowHeight/2., "stroke", "#222"))
		}
		root.add(label)
	}
	for i, q := range panels {
		p := panel{quantity: q, left: labelWidth + float64(i)*(panelWidth+panelGap), top: top, bottom: bottom, scale: 1}
		if q == perEntity {
			p.scale = niceTop(summaries)
		}
		p.draw(root, names, summaries)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", " ")
	if err := e.Encode(root); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// totals are the rows below the types.
var totals = [...]string{"mean", "median"}

// series is what a summary goes by if there are several, as [Comparison] has it.
func series(i, of int) string {
	if of < 2 {
		return ""
	}
	return string(rune('A'+i%26)) + ": "
}

// panel is one quantity over all types.
type panel struct {
	quantity          int
	left, top, bottom float64
	scale             float64 // value at the right edge
}

func (p panel) x(value float64) float64 { return p.left + panelWidth*min(value/p.scale, 1) }

// draw adds the panel with its scale, and what the summaries have in each row.
func (p panel) draw(root *element, names []string, summaries []*Summary) {
	q := quantities[p.quantity]
	root.add(text(p.left+panelWidth/2, p.top-8, "middle", q.name))
	for i := range 5 {
		x := p.left + panelWidth*float64(i)/4
		root.add(node("line", "x1", x, "x2", x, "y1", p.top, "y2", p.bottom, "stroke", "#ccc"),
			text(x, p.bottom+14, "middle", strconv.FormatFloat(p.scale*float64(i)/4, 'g', 3, 64)))
	}
	for i, s := range summaries {
		shift := min(seriesShift, (rowHeight-2.*dotRadius)/float64(len(summaries))) * (float64(i) - float64(len(summaries)-1)/2)
		colour := palette[i%len(palette)]
		for _, t := range s.Types {
			y := p.top + rowHeight*(float64(slices.Index(names, t.Type))+.5) + shift
			runs := slices.DeleteFunc(column(t.Runs, q.of), func(v float64) bool { return math.IsInf(v, 0) })
			if len(runs) > 1 {
				root.add(node("line", "x1", p.x(slices.Min(runs)), "x2", p.x(slices.Max(runs)), "y1", y, "y2", y, "stroke", colour, "stroke-width", 2, "stroke-opacity", ".45"))
			}
			p.dot(root, y, colour, t.Type, *q.of(&t.Mean))
		}
		for k, f := range []*Figures{&s.Mean, &s.Median} {
			p.dot(root, p.top+rowHeight*(float64(len(names)+k)+.5)+shift, colour, totals[k], *q.of(f))
		}
	}
}

// dot marks a value, and says it where the pointer rests.
func (p panel) dot(root *element, y float64, colour, name string, value float64) {
	if math.IsInf(value, 0) || math.IsNaN(value) {
		return
	}
	c := node("circle", "cx", p.x(value), "cy", y, "r", dotRadius, "fill", colour)
	title := node("title")
	title.Text = fmt.Sprintf("%s: %s %.3f", name, quantities[p.quantity].name, value)
	c.add(title)
	root.add(c)
}

// typeNames gives all types of the summaries, sorted.
func typeNames(summaries []*Summary) []string {
	var names []string
	for _, s := range summaries {
		for _, t := range s.Types {
			names = append(names, t.Type)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// niceTop is 1, 2 or 4 times a power of ten, from 1 up, not below the downloads
// per entity of any type, so that its quarters are short numbers.
func niceTop(summaries []*Summary) float64 {
	most := 1.
	for _, s := range summaries {
		for _, t := range s.Types {
			if v := t.Mean.PerEntity; !math.IsInf(v, 0) {
				most = max(most, v)
			}
		}
	}
	power := math.Pow(10, math.Floor(math.Log10(most)))
	for _, f := range [...]float64{1, 2, 4} {
		if f*power >= most {
			return f * power
		}
	}
	return 10 * power
}

// shorten cuts a name to what fits beside the panels.
func shorten(name string) string {
	const most = 28
	if r := []rune(strings.TrimSpace(name)); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return name
}
