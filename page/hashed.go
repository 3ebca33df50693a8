package page

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash/fnv"
	"slices"
)

// HashedSchema is a [Schema] that can be stored: the numbers of link-paths are valid for
// one [Paths] in one process, their hashes (FNV-1a, 64 bits, sorted) everywhere. Two
// link-paths with equal hashes count as one; among n link-paths the probability of that is
// about n²/2⁶⁵. As text it is base64, 11 bytes a link-path.
type HashedSchema []uint64

// Hashed gives a schema of these paths by its hashes. Cost: linear in the names.
func (p *Paths) Hashed(s Schema) HashedSchema {
	out := make(HashedSchema, len(s))
	for i, lp := range s {
		h := fnv.New64a()
		h.Write([]byte(p.Name(lp)))
		out[i] = h.Sum64()
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Similarity is that of the schemas; see [Schema.Similarity].
func (s HashedSchema) Similarity(t HashedSchema) float64 { return jaccard(s, t) }

// MarshalText writes the hashes one after the other, the highest byte first.
func (s HashedSchema) MarshalText() ([]byte, error) {
	raw := make([]byte, 0, 8*len(s))
	for _, h := range s {
		raw = binary.BigEndian.AppendUint64(raw, h)
	}
	return base64.RawStdEncoding.AppendEncode(nil, raw), nil
}

// UnmarshalText reads what MarshalText wrote.
func (s *HashedSchema) UnmarshalText(text []byte) error {
	raw, err := base64.RawStdEncoding.DecodeString(string(text))
	if err != nil {
		return err
	}
	if len(raw)%8 != 0 {
		return errors.New("a hashed schema has 8 bytes a link-path")
	}
	*s = nil
	for ; len(raw) > 0; raw = raw[8:] {
		*s = append(*s, binary.BigEndian.Uint64(raw))
	}
	return nil
}
