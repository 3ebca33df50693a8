package gpp

import (
	"strconv"
	"strings"

	"verde/page"
)

// paths numbers paths of elements, each as the number of the path above it and its last element, so that those
// of all boxes of a page cost no more than a look-up each, however deep they are. It is bounded as [page.Paths] is: all
// paths that come after so many are one.
type paths struct{ page.Paths }

// maxName is the length in bytes of a path that is spelled out, far more than sites have.
const maxName = 16 << 10

// of gives the path that goes on by an element, spelled as in link-paths; above is the path above it, nil at the root.
func (p *paths) of(above *page.LinkPath, element string) page.LinkPath {
	if above == nil {
		return p.Intern(" " + element)
	}
	return p.Intern(strconv.FormatUint(uint64(*above), 10) + " " + element)
}

// name spells a path out, as in "html/body/ul[class]/li/a[href]".
func (p *paths) name(id page.LinkPath) (name string) {
	for len(name) < maxName {
		above, element, ok := strings.Cut(p.Name(id), " ")
		if !ok {
			return p.Name(id) // that of all which are not numbered
		}
		name = strings.TrimSuffix(element+"/"+name, "/")
		n, err := strconv.ParseUint(above, 10, 32)
		if err != nil {
			break
		}
		id = page.LinkPath(n)
	}
	return name
}
