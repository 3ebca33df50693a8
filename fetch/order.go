package fetch

import (
	"fmt"
	"time"
)

// order is a URL to be requested, and how.
type order struct {
	url   string
	delay time.Duration // since the last request to its host, at least
	since time.Time     // answers of before do not count
	old   *answer       // what the archive has, asked whether it still holds; nil for nothing
	whole bool          // the body is wanted of whatever media type it is
	part  *part         // of the body; nil for all
}

// key is what orders of the same have in common.
func (o order) key() string {
	if o.whole {
		return o.url + " whole" // no URL has a space
	}
	return o.url
}

// part is a range of the bytes of a file.
type part struct{ offset, length int64 }

func (p *part) String() string { return fmt.Sprintf("bytes=%d-%d", p.offset, p.offset+p.length-1) }
