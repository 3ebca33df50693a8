package render

// more scrolls to the end of the page, and if that brings nothing presses what may
// bring more, and tells whether the page has more links since.
func (t *tab) more() (bool, error) {
	before, err := within[int](t, countLinks)
	if err != nil {
		return false, err
	}
	for _, ask := range []string{scroll, press} {
		asked, err := within[bool](t, ask)
		if err != nil {
			return false, err
		}
		if !asked {
			continue
		}
		if err := t.pass(); err != nil {
			return false, err
		}
		after, err := within[int](t, countLinks)
		if err != nil || after > before {
			return after > before, err
		}
	}
	return false, nil
}

// countLinks counts the different targets of links.
const countLinks = `new Set(Array.from(document.links, a => a.href.split("#")[0])).size`

// scroll goes to the end of the page and of whatever scrolls within it; false if nothing
// does.
const scroll = `(() => {
	let moved = false;
	for (const e of [document.scrollingElement, ...document.querySelectorAll("body *")]) {
		if (e && e.scrollHeight > e.clientHeight + 1 && (e === document.scrollingElement || /auto|scroll/.test(getComputedStyle(e).overflowY))) {
			const at = e.scrollTop;
			e.scrollTop = e.scrollHeight;
			moved = moved || e.scrollTop !== at;
		}
	}
	window.dispatchEvent(new Event("scroll"));
	return moved;
})()`

// press presses the button that may bring more: of those which lead to no other page,
// send no form and can be seen, the first behind the list with most links. Which that is
// follows from where it stands and not from its words, so it holds in any language. A
// button that was pressed and brought nothing is not pressed again.
const press = `(() => {
	const lists = new Map();
	for (const a of document.links) {
		for (let e = a.parentElement, up = 0; e && e !== document.body && up < 3; e = e.parentElement, up++) {
			lists.set(e, (lists.get(e) || 0) + 1);
		}
	}
	let list = null, most = 1;
	for (const [e, n] of lists) {
		if (n > most) { list = e; most = n; }
	}
	const links = document.links.length;
	for (const b of document.querySelectorAll("button, [role=button], a:not([href]), a[href^='#'], a[href^='javascript:']")) {
		if (b.verdeLinks === links || b.disabled || b.closest("form, nav, header, footer") || b.getClientRects().length === 0) continue;
		if (b.closest("a[href]") && !/^(#|javascript:)/.test(b.closest("a[href]").getAttribute("href"))) continue;
		if (list && !(list.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING)) continue;
		b.verdeLinks = links;
		b.click();
		return true;
	}
	return false;
})()`
