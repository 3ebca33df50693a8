package eval

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strings"
	"unicode"
)

// Markdown writes a summary as a table, a row a type, and the downloads per
// entity found below it. Where runs offered several scopes, the last column has
// the F1 of the best of each.
func (s *Summary) Markdown(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%s; %s, at most %s each.\n\n", cell(s.Setting.String()), count(len(s.Types), "type"), count(s.Draws, "run"))
	head, rule := "| type | pages | P | R | F1 | worst F1 | downloads | requests | seconds | downloads per entity |", "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
	if s.Scoped {
		head, rule = head+" best of scopes |", rule+" --- |"
	}
	fmt.Fprintf(b, "%s\n%s\n", head, rule)
	line := func(name, pages, worst string, f *Figures, best string) {
		fmt.Fprintf(b, "| %s | %s | %.3f | %.3f | **%.3f** | %s | %.0f | %.0f | %.2f | %s |",
			name, pages, f.Precision, f.Recall, f.F1, worst, f.Downloads, f.Requests, f.Seconds, decimal(f.PerEntity))
		if s.Scoped {
			fmt.Fprintf(b, " %s |", best)
		}
		fmt.Fprintln(b)
	}
	failed := 0
	for i := range s.Types {
		t := &s.Types[i]
		worst := 1.
		for _, r := range t.Runs {
			worst = min(worst, r.F1)
		}
		line(cell(t.Type), fmt.Sprint(t.Pages), fmt.Sprintf("%.3f", worst), &t.Mean, decimal(t.Best.F1))
		failed += t.Failed
	}
	mean := s.Mean
	line(fmt.Sprintf("**mean of %d**", len(s.Types)), "", "", &mean, fmt.Sprintf("**%.3f**", s.Best.F1))
	line("**median**", "", "", &s.Median, "")
	fmt.Fprintf(b, "\nDownloads per entity found: median of types %s, total over total %s (in the row of means).\n", decimal(s.Median.PerEntity), decimal(s.Mean.PerEntity))
	if s.Scoped {
		fmt.Fprintf(b, "Best of the scopes that a run offered, in place of its own choice: P %.3f, R %.3f, F1 %.3f.\n", s.Best.Precision, s.Best.Recall, s.Best.F1)
	}
	if failed > 0 {
		fmt.Fprintf(b, "%s ended in an error and scored 0.\n", count(failed, "run"))
	}
	return b.Flush()
}

// Markdown writes a comparison: what was tested, then F1 and downloads by type.
func (c *Comparison) Markdown(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "A: %s\nB: %s\n\n", cell(c.A.Setting.String()), cell(c.B.Setting.String()))
	fmt.Fprintf(b, "Paired t-test over %s, each the mean of its runs (at most %d).", count(len(c.A.Types), "type"), c.A.Draws)
	if c.Unpaired > 0 {
		fmt.Fprintf(b, " Left out: %s that only one of the two has.", count(c.Unpaired, "run"))
	}
	fmt.Fprint(b, "\n\n| quantity | A | B | B - A | 95% interval | t | p |\n| --- | --- | --- | --- | --- | --- | --- |\n")
	for _, t := range c.Tests {
		fmt.Fprintf(b, "| %s | %s | %s | %+.3f | %+.3f to %+.3f | %s | %.4f |\n",
			t.Quantity, decimal(t.A), decimal(t.B), t.Mean, t.Low, t.High, decimal(t.T), t.P)
	}
	fmt.Fprint(b, "\n| type | F1 of A | F1 of B | B - A | downloads of A | of B |\n| --- | --- | --- | --- | --- | --- |\n")
	for i := range c.A.Types {
		l, r := &c.A.Types[i].Mean, &c.B.Types[i].Mean
		fmt.Fprintf(b, "| %s | %.3f | %.3f | %+.3f | %.0f | %.0f |\n", cell(c.A.Types[i].Type), l.F1, r.F1, r.F1-l.F1, l.Downloads, r.Downloads)
	}
	return b.Flush()
}

// decimal writes a figure, and a dash where there is none.
func decimal(x float64) string {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return "–"
	}
	return fmt.Sprintf("%.3f", x)
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// cell makes a text harmless within a table.
func cell(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, s)
	return strings.NewReplacer(`\`, `\\`, "|", `\|`, "<", "&lt;", "*", `\*`, "_", `\_`, "`", "\\`", "[", `\[`).Replace(s)
}
