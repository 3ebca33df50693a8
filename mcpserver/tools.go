package mcpserver

import (
	"fmt"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// server is what the tools have in common.
type server struct {
	opt Options

	mu       sync.Mutex
	expanded []expansion // the latest, for whoever asks for the next part of an answer
}

// tool describes a tool. reads says that it changes nothing.
func tool(name, description string, reads bool) *mcp.Tool {
	return &mcp.Tool{Name: name, Description: description, Annotations: &mcp.ToolAnnotations{ReadOnlyHint: reads}}
}

// Part says which part of a list an answer has.
type Part struct {
	Shown int    `json:"shown" jsonschema:"how many are in this answer"`
	Of    int    `json:"of" jsonschema:"how many there are"`
	Next  int    `json:"next,omitempty" jsonschema:"offset to ask for the following ones with; absent at the end"`
	Cut   string `json:"cut,omitempty" jsonschema:"why there are fewer than were asked for"`
}

// partOf gives as many elements from offset on as are asked for and fit into an answer
// beside what else is in it. all is the whole list.
func partOf[T any](all []T, offset, limit int, besides any) ([]T, Part) {
	offset = min(max(offset, 0), len(all))
	shown, part := fit(all[offset:], limit, besides)
	part.place(offset, len(all))
	return shown, part
}

// fit takes from the beginning of a list what fits into an answer beside what else is in
// it. A quarter of the answer is the list's in any case.
func fit[T any](list []T, limit int, besides any) ([]T, Part) {
	limit = limitOf(limit)
	out, left := []T{}, max(maxAnswer-sizeOf(besides), maxAnswer/4)
	for _, v := range list {
		if len(out) == limit {
			break
		}
		if left -= sizeOf(v) + 1; left < 0 {
			return out, Part{Shown: len(out), Cut: fmt.Sprintf("an answer has at most %d KiB", maxAnswer>>10)}
		}
		out = append(out, v)
	}
	return out, Part{Shown: len(out)}
}

// within takes from the beginning of a list so many elements and bytes at most.
func within[T any](list []T, most, bytes int) []T {
	out := []T{}
	for _, v := range list {
		if bytes -= sizeOf(v) + 1; bytes < 0 || len(out) == most {
			break
		}
		out = append(out, v)
	}
	return out
}

// place says where in a list of so many the part is, and where the following one begins:
// behind an element that fits into no answer.
func (p *Part) place(offset, all int) {
	p.Of = all
	end := offset + p.Shown
	if p.Shown == 0 && p.Cut != "" {
		p.Cut += fmt.Sprintf(", and the one at offset %d is longer", offset)
		end++
	}
	if end < all {
		p.Next = end
	}
}

// limitOf is the number of elements that are given when so many are asked for.
func limitOf(limit int) int {
	if limit <= 0 {
		return fewListed
	}
	return min(limit, maxListed)
}
