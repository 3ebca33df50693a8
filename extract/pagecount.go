package extract

// pageCount counts pages, one after the other.
type pageCount struct{ pages, last int }

func (n pageCount) on(page int) pageCount {
	if n.pages > 0 && n.last == page {
		return n
	}
	return pageCount{n.pages + 1, page}
}
