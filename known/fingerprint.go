package known

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"maps"
	"slices"
)

// Fingerprint is a hash of all that is known: of two Entities that have the same,
// every method says the same. Cost: linear in the values.
func (e *Entities) Fingerprint() string {
	sum := sha256.New()
	w := writer{bufio.NewWriter(sum), sum}
	w.texts(append([]string{e.profile.Identifier}, e.profile.With...)...)
	for _, a := range e.profile.Attributes {
		w.texts(a.Name, fmt.Sprint(a.Coverage, a.Distinct, a.Score))
	}
	for _, site := range slices.Sorted(maps.Keys(e.sites)) {
		w.texts(site)
		w.number(e.sites[site])
	}
	w.texts(slices.Sorted(maps.Keys(e.confirmed))...)
	for _, in := range e.all {
		w.texts(in.site, in.record.Source)
		w.number(in.round)
		w.values(in.record.Values)
		w.values(in.siteColumns)
	}
	return w.hex()
}

// writer writes texts so that others are written otherwise: each list with its
// number of elements, each text with its length.
type writer struct {
	*bufio.Writer // which keeps its first error; a hash has none
	sum           hash.Hash
}

func (w writer) number(n int) {
	_, _ = w.Write(binary.AppendVarint(nil, int64(n)))
}

func (w writer) texts(list ...string) {
	w.number(len(list))
	for _, text := range list {
		w.number(len(text))
		_, _ = io.WriteString(w, text)
	}
}

func (w writer) values(values map[string][]string) {
	w.number(len(values))
	for _, label := range slices.Sorted(maps.Keys(values)) {
		w.texts(label)
		w.texts(values[label]...)
	}
}

func (w writer) hex() string {
	_ = w.Flush()
	return hex.EncodeToString(w.sum.Sum(nil))
}
