package pageeval

import "slices"

// A list of entities has items of one structure, and each item is as structured as a
// data page. The features of a fragment can't tell the two apart, but its surroundings
// can. VerDE is silent on this; the classifier of the paper sees fragments only.

const (
	// minItems is how many siblings of one structure are a list. Many data pages
	// have two or three boxes of one structure (offers, editions, columns).
	minItems = 4
	// minLinkItems is the same for siblings that link elsewhere, which are rarer on
	// data pages.
	minLinkItems = 3
)

// isListing reports whether the container core shows the entity as one of many:
//
//   - the container is in one of at least minItems siblings of the same structure (a row
//     of a table of results, a post, a review), or
//   - the identifying value is in the container only as links in lists of links (an
//     author's books, under a heading that names the author), or
//   - the identifying value is there only as links, and neither in the title of the page
//     nor in a first-level heading (the same list with one book in it), or
//   - another required value is there only in a list of links of which the entity is an
//     item (a shelf with its first and last book in the heading).
func (s *valueIndex) isListing(groups siblingGroups, core int) bool {
	for e := core; e >= 0; e = s.elements[e].parent {
		if n := s.elements[e].node; canBeListItem(n) && groups.of(n).size >= minItems {
			return true
		}
	}
	if s.sharesListWithValue(groups, core) {
		return true
	}
	found, allLinks, allItems := false, true, true
	for _, o := range s.occurrences {
		if o.pattern == 0 && s.within(o.element, core) {
			link, item := s.linkAround(groups, o.element, core)
			found, allLinks, allItems = true, allLinks && link, allItems && item
		}
	}
	return found && (allItems || allLinks && !s.inTitleOrH1())
}

// sharesListWithValue reports whether, within core, some other required value occurs
// only in a list of links in which the identifying value is a link, too. Then each item
// shows an entity, whatever else on the page has this one's name. Attributes may be
// lists of links as well, but the entity is no item of these; and where other books of
// an author are listed, the author's name is outside of the list, too. Cost: linear in the
// occurrences for each list of links, times the depth.
func (s *valueIndex) sharesListWithValue(groups siblingGroups, core int) bool {
	seen := map[*siblingGroup]bool{}
	for _, o := range s.occurrences {
		if o.pattern != 0 || !s.within(o.element, core) {
			continue
		}
		if link, _ := s.linkAround(groups, o.element, core); !link {
			continue
		}
		for _, list := range s.linkListsAround(groups, o.element, core) {
			if !seen[list] && s.onlyInList(groups, list, core) {
				return true
			}
			seen[list] = true
		}
	}
	return false
}

// onlyInList reports whether some required value besides the identifying one is in core,
// and all its occurrences there are in a list.
func (s *valueIndex) onlyInList(groups siblingGroups, list *siblingGroup, core int) bool {
	inside, outside := make([]bool, s.required), make([]bool, s.required)
	for _, o := range s.occurrences {
		if o.pattern == 0 || o.pattern >= s.required || !s.within(o.element, core) {
			continue
		}
		if slices.Contains(s.linkListsAround(groups, o.element, core), list) {
			inside[o.pattern] = true
		} else {
			outside[o.pattern] = true
		}
	}
	for p := range inside {
		if inside[p] && !outside[p] {
			return true
		}
	}
	return false
}

// linkListsAround gives the lists of links below core in whose items element e is.
func (s *valueIndex) linkListsAround(groups siblingGroups, e, core int) []*siblingGroup {
	var out []*siblingGroup
	for ; e >= 0 && e != core; e = s.elements[e].parent {
		if n := s.elements[e].node; canBeListItem(n) && groups.of(n).withLink >= minLinkItems {
			out = append(out, groups.of(n))
		}
	}
	return out
}

// linkAround reports whether element e is in a link below core, and whether that link is
// in a list of links.
func (s *valueIndex) linkAround(groups siblingGroups, e, core int) (link, inList bool) {
	for ; e >= 0 && e != core; e = s.elements[e].parent {
		n := s.elements[e].node
		link = link || isLink(n)
		if link && groups.of(n).withLink >= minLinkItems {
			return true, true
		}
	}
	return link, false
}
