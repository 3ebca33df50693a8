package pageeval

import (
	"hash/fnv"

	"github.com/mfonda/simhash"

	"verde/values"
)

// shingleWords is the number of words in a shingle, the feature of a fingerprint.
const shingleWords = 3

// minShingles is how many distinct shingles a text needs for a fingerprint: with fewer,
// unrelated texts may agree by chance.
const minShingles = 8

// Fingerprint is a simhash of a text (Charikar 2002): near duplicates differ
// in few of the 64 bits, unrelated texts in about 32; see
// [math/bits.OnesCount64] of their exclusive or. ok is false if the text has
// too few words for one.
//
// The features are the distinct shingles of three folded words, of any script. Cost:
// linear.
func Fingerprint(text string) (fp uint64, ok bool) {
	set := shinglesOf(text)
	if len(set) < minShingles {
		return 0, false
	}
	return simhash.Simhash(set), true
}

// shingles implements [simhash.FeatureSet]: that package's own feature sets know ASCII
// words only and do not mix their hashes.
type shingles []simhash.Feature

func (s shingles) GetFeatures() []simhash.Feature { return s }

// shingleHash implements [simhash.Feature].
type shingleHash uint64

func (h shingleHash) Sum() uint64 { return uint64(h) }
func (h shingleHash) Weight() int { return 1 }

// shinglesOf gives the hash of each distinct shingle of a text.
func shinglesOf(text string) shingles {
	var out shingles
	seen := make(map[uint64]bool)
	var last [shingleWords]uint64 // hashes of the last words
	n := 0
	f := values.Folder{Emit: func(w []byte, _, _ int) {
		h := fnv.New64a()
		h.Write(w)
		copy(last[:], last[1:])
		last[shingleWords-1] = mix(h.Sum64())
		if n++; n < shingleWords {
			return
		}
		var sum uint64
		for _, v := range last {
			sum = mix(sum*31 + v)
		}
		if !seen[sum] {
			seen[sum] = true
			out = append(out, shingleHash(sum))
		}
	}}
	f.Text(text, 0)
	f.Flush()
	return out
}

// mix spreads a hash over all bits (the finaliser of MurmurHash3).
func mix(h uint64) uint64 {
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	h ^= h >> 33
	h *= 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}
