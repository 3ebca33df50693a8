package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"verde/report"
)

// tellRounds says what became of the queries of all rounds, and what the last
// one leaves to be found.
func tellRounds(w io.Writer, r *report.Report) {
	rounds := r.Rounds
	if len(rounds) == 0 {
		return
	}
	var all report.Round
	failures := map[string]int{}
	for _, r := range rounds {
		all.Queries, all.Led, all.Empty, all.Failed, all.Cut, all.NotInDump = all.Queries+r.Queries, all.Led+r.Led, all.Empty+r.Empty, all.Failed+r.Failed, all.Cut+r.Cut, all.NotInDump+r.NotInDump
		for reason, n := range r.Failures {
			failures[reason] += n
		}
		for engine, n := range r.InPart {
			failures[engine+": in part"] += n
		}
	}
	fmt.Fprintf(w, "%d queries: %d with results, %d without, %d not answered", all.Queries, all.Led, all.Empty, all.Failed)
	if all.Cut > 0 {
		fmt.Fprintf(w, ", %d over the budget", all.Cut)
	}
	if all.NotInDump > 0 {
		fmt.Fprintf(w, ", %d in no dump", all.NotInDump)
	}
	fmt.Fprintln(w)
	if len(failures) > 0 {
		fmt.Fprintf(w, "answers not had or not whole: %s\n", listCounts(failures))
	}
	tellEngines(w, r.Engines)
	last, after := rounds[len(rounds)-1], "1 round"
	if n := len(rounds); n > 1 {
		after = fmt.Sprintf("%d rounds", n)
	}
	after += whyEnded[r.Ended]
	if last.Unseen == nil {
		fmt.Fprintf(w, "no estimate of the sites not found yet: %s found after %s\n", numberFound(r.Funnel.Sources), after)
	} else {
		fmt.Fprintf(w, "%s sites estimated not to be found yet, after %s\n", last.Estimate(), after)
	}
	if r.Unread.Share != nil {
		fmt.Fprintf(w, "%s of the entities on the sites found estimated to be on pages not read\n", r.Unread)
	} else if r.Funnel.Sources > 0 {
		fmt.Fprintln(w, "no estimate of the pages not read on the sites found: results name too few of their entities")
	}
	fmt.Fprintln(w, r.Funnel)
	for _, sentence := range r.Advice {
		fmt.Fprintf(w, "note: %s\n", printable(sentence))
	}
}

// tellEngines says what each engine has brought, where there are several.
func tellEngines(w io.Writer, engines map[string]*report.Yield) {
	if len(engines) < 2 {
		return
	}
	fmt.Fprintf(w, "%-16s %12s %8s %16s %18s %8s\n", "engine", "with results", "results", "sites (it alone)", "sources (it alone)", "failures")
	for _, name := range slices.Sorted(maps.Keys(engines)) {
		y := engines[name]
		fmt.Fprintf(w, "%-16.16s %12d %8d %16s %18s %8d\n", printable(name), y.Answered, y.Results,
			fmt.Sprintf("%d (%d)", y.Sites, y.SitesAlone), fmt.Sprintf("%d (%d)", y.Sources, y.SourcesAlone), y.Failures)
	}
}

// numberFound says how many sites were, where they are few.
func numberFound(n int) string {
	switch n {
	case 0:
		return "none was"
	case 1:
		return "only 1 was"
	}
	return fmt.Sprintf("only %d were", n)
}

// whyEnded says why no further round was asked, where it is not for their number.
var whyEnded = map[string]string{
	report.NothingNew:   ", since the last two found nothing new",
	report.NothingToAsk: ", since all that is known was asked for",
	report.NoAnswer:     ", since no engine answered",
	report.ByHand:       ", since it was ended by hand",
}

// listCounts lists counts by reason, the largest first: "7 searxng: status 429, 2
// searxng: timeout".
func listCounts(counts map[string]int) string {
	return listed(counts, func(reason string, n int) string { return fmt.Sprintf("%d %s", n, reason) })
}

// listed is [listCounts] in other words.
func listed(counts map[string]int, words func(reason string, n int) string) string {
	reasons := slices.Sorted(maps.Keys(counts))
	slices.SortStableFunc(reasons, func(a, b string) int { return counts[b] - counts[a] })
	parts := make([]string, len(reasons))
	for i, reason := range reasons {
		parts[i] = words(reason, counts[reason])
	}
	return strings.Join(parts, ", ")
}
