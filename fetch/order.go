package fetch

import (
	"fmt"
	"time"
)

// order is a URL to be requested, and how.
type order struct {
	url      string
	delay    time.Duration // least time since the last request to its host
	since    time.Time     // answers archived before this are ignored
	old      *answer       // the archived answer, for a conditional request; nil for none
	anyMedia bool          // the body is wanted whatever its media type
	part     *part         // range of the body; nil for all of it
}

// key is equal for orders that one answer serves (see flight).
func (o order) key() string {
	if o.anyMedia {
		return o.url + " any" // no URL has a space
	}
	return o.url
}

// part is a range of the bytes of a file.
type part struct{ offset, length int64 }

func (p *part) String() string { return fmt.Sprintf("bytes=%d-%d", p.offset, p.offset+p.length-1) }
