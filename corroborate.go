package verde

import (
	"cmp"
	"context"
	"encoding/json"
	"hash/fnv"
	"iter"
	"slices"
	"strings"

	"verde/catalog"
	"verde/judge"
	"verde/known"
	"verde/record"
	"verde/report"
	"verde/steering"
	"verde/vertical"
)

// NotCorroborated is the case of a [catalog.Doubt] about a site that has only names in common with the other sites, while too few
// sites are known to refuse it for that.
const NotCorroborated = "not corroborated"

// Bounds of the records that are compared when a round is closed.
const (
	comparedRecords = 30_000 // of all sites
	comparedOfSite  = 300    // of one site; a new site is compared with as many
)

// corroborate compares the sites that round n found with all others. While only one site is known, a new one is accepted
// for little: it may have no more in common with that site than things of another kind with the same names. With more
// sites known it must have as much in common with them as they have with each other (see [known.Entities.Uncorroborated]),
// and must not contradict what they agree on about entities of one name (see [known.Entities.Contradicts]); else it becomes
// [catalog.Doubtful]. While too few sites are known it stays, with a doubt, and later rounds compare it again. Cost:
// reading the records of all sites, and comparing comparedRecords of them with all columns three times.
func (x *Explorer) corroborate(ctx context.Context, v *vertical.Vertical, n int) error {
	sources, err := x.exploredBefore(ctx, n+1)
	if err != nil {
		return err
	}
	decided, err := x.decisions()
	if err != nil {
		return err
	}
	doubted := func(s catalog.Source) bool {
		return slices.ContainsFunc(s.Doubts, func(d catalog.Doubt) bool { return d.Case == NotCorroborated })
	}
	found := slices.DeleteFunc(slices.Clone(sources), func(s catalog.Source) bool {
		return s.Role == catalog.Training || s.Round != n && !doubted(s) || decided.Sites[s.Site].Decide == steering.Accept
	})
	if len(found) == 0 {
		return nil
	}
	all, records := known.New(v.Profile()), make(map[string][]record.Record, len(sources))
	for _, s := range sources {
		name := func(r *record.Record) string { return all.NameOf(s, r) }
		if records[s.Site], err = sampled(x.Catalog.Records(ctx, s.Site), min(comparedOfSite, comparedRecords/len(sources)), name); err != nil {
			return err
		}
		if err := all.AddSite(s, eachOf(records[s.Site])); err != nil {
			return err
		}
	}
	shared := map[string]float64{}        // site -> number of columns shared with other sites
	contradictions := map[string]string{} // comparable site -> how it contradicts others, "" if it does not
	for _, s := range sources {
		if s.Role != catalog.Training {
			labels, _ := all.SharedColumns(s, records[s.Site])
			shared[s.Site] = float64(len(labels))
			if why, comparable := all.Contradicts(s, records[s.Site]); comparable {
				contradictions[s.Site] = why
			}
		}
	}
	for _, s := range found {
		usual := medianOfOthers(shared, s.Site)
		why, enough := all.Uncorroborated(s, records[s.Site], nil, usual)
		if why != "" && s.Round == n { // its sentences are compared with what was known to the round, which excludes the site
			common, err := x.shared(ctx, v, n)
			if err != nil {
				return err
			}
			if common.entities.States(s, records[s.Site], nil) {
				why = ""
			}
			if err := common.entities.Err(); err != nil {
				return err
			}
		}
		if contradiction := contradictions[s.Site]; contradiction != "" && unusual(contradictions) {
			why, enough = contradiction, true
		}
		if why != "" && enough {
			err = x.setApart(ctx, s, why, all)
		} else {
			err = x.doubtAlone(ctx, s, why)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// unusual reports whether contradicting the others is evidence against a site, as it is if few of the comparable sites do. If n of m other sites contradict,
// the next site of the kind does so with probability (n+1)/(m+2) (Laplace's rule of succession); that must not exceed the value for none of
// known.EnoughSites.
func unusual(contradictions map[string]string) bool {
	n := -1 // without the site itself
	for _, why := range contradictions {
		if why != "" {
			n++
		}
	}
	return float64(n+1)/float64(len(contradictions)-1+2) <= 1./(known.EnoughSites+2)
}

// medianOfOthers is the median of a number over all sites but one, 0 if there is none.
func medianOfOthers(numbers map[string]float64, but string) float64 {
	var of []float64
	for site, n := range numbers {
		if site != but {
			of = append(of, n)
		}
	}
	if len(of) == 0 {
		return 0
	}
	slices.Sort(of)
	return of[len(of)/2]
}

// eachOf iterates over records as the catalog does.
func eachOf(list []record.Record) iter.Seq2[record.Record, error] {
	return func(yield func(record.Record, error) bool) {
		for _, r := range list {
			if !yield(r, nil) {
				return
			}
		}
	}
}

// sampled gives at most the given number of records of a site: those whose names have the least hashes (coordinated sampling: Cohen
// and Kaplan 2013, bottom-k sketches). So two sites with the same entities give the same sample, whatever their order. Of two such
// sites of 5,000 entities the first 300 have 18 in common by chance, the samples all 300. A record without a name goes by its URL.
//
// Cost: linear in the site's records; memory that of those taken.
func sampled(all iter.Seq2[record.Record, error], most int, nameOf func(*record.Record) string) ([]record.Record, error) {
	type drawn struct {
		hash   uint64
		record record.Record
	}
	var kept []drawn
	for r, err := range all {
		if err != nil {
			return nil, err
		}
		h := fnv.New64a()
		h.Write([]byte(cmp.Or(nameOf(&r), r.URL)))
		x := drawn{scattered(h.Sum64()), r}
		at, _ := slices.BinarySearchFunc(kept, x, func(a, b drawn) int {
			return cmp.Or(cmp.Compare(a.hash, b.hash), strings.Compare(a.record.URL, b.record.URL))
		})
		if at == most {
			continue
		}
		if len(kept) == most {
			kept = kept[:most-1]
		}
		kept = slices.Insert(kept, at, x)
	}
	out := make([]record.Record, len(kept))
	for i := range kept {
		out[i] = kept[i].record
	}
	slices.SortFunc(out, func(a, b record.Record) int { return strings.Compare(a.URL, b.URL) })
	return out, nil
}

// scattered mixes the bits of a hash, since FNV-1a gives neighbouring values for texts that differ only at the end.
func scattered(h uint64) uint64 {
	h = (h ^ h>>33) * 0xff51afd7ed558ccd
	h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}

// setApart makes a site that was read doubtful, or refuses it (see readInVain), as if this had been decided when it was settled, so that a later
// round may judge it again. all are the known entities, those of the site included.
func (x *Explorer) setApart(ctx context.Context, src catalog.Source, why string, all *known.Entities) error {
	c, _, err := x.Catalog.Candidate(ctx, src.Round, src.Site)
	if err != nil {
		return err
	}
	report, err := report.SiteOf(c)
	if err != nil {
		return err
	}
	report.Accepted = false
	src.State, src.Reason, src.Scopes, src.Doubts = readInVain(src, why, all.SurelyOther(src)), why, nil, nil
	out := catalog.Settled{Source: src}
	if out.Report, err = json.Marshal(report); err != nil {
		return err
	}
	if out.History, err = json.Marshal(judge.History{}.Reject(src, all.Len())); err != nil {
		return err
	}
	x.log().Info("set apart", "site", src.Site, "why", why)
	return x.store(ctx, src.Round, out)
}

// doubtAlone stores the doubt NotCorroborated with a source, or removes it if why is "".
func (x *Explorer) doubtAlone(ctx context.Context, src catalog.Source, why string) error {
	doubts := slices.DeleteFunc(slices.Clone(src.Doubts), func(d catalog.Doubt) bool { return d.Case == NotCorroborated })
	if why != "" {
		doubts = append(doubts, catalog.Doubt{Case: NotCorroborated, Detail: why, Remedy: "look at its records, and refuse the site if they are of another kind; more rounds may tell"})
	}
	same := func(a, b catalog.Doubt) int {
		return cmp.Or(strings.Compare(a.Case, b.Case), strings.Compare(a.Detail, b.Detail))
	}
	if slices.CompareFunc(src.Doubts, doubts, same) == 0 {
		return nil
	}
	src.Doubts = doubts
	return x.Catalog.PutSource(ctx, src)
}
