package render

// more scrolls to the end of the page, and presses buttons if that gives no new links. It
// reports whether the page has more links now. Links that the page removes meanwhile, as a
// list with pages in one place does, are put back.
func (t *tab) more() (bool, error) {
	before, err := within[int](t, watch)
	if err != nil {
		return false, err
	}
	for vain := range 1 + maxVain {
		ask := scroll
		if vain > 0 {
			ask = press
			if err := t.keep(); err != nil {
				return false, err
			}
		}
		asked, err := within[bool](t, ask)
		if err != nil {
			return false, err
		}
		if !asked && vain > 0 {
			return false, nil
		}
		if !asked {
			continue
		}
		if err := t.pass(); err != nil {
			return false, err
		}
		after, err := within[int](t, restore)
		if err != nil {
			return false, err
		}
		if after > before {
			t.kept = ""
			return true, nil
		}
	}
	return false, nil
}

// maxVain is how many buttons in a row are pressed without new links. Below a list with
// pages, those for the current, the first and the previous page may come before the next.
const maxVain = 3

// keep saves the document before a button is pressed. A button without new links may unfold
// text, or replace it, as a tab does: see html.
func (t *tab) keep() error {
	if t.kept != "" {
		return nil
	}
	_, err := within[bool](t, noteTexts)
	if err == nil {
		t.kept, err = within[string](t, serialize)
	}
	return err
}

// html is the document as text: the current one, or the one saved by keep if a button has
// removed text and given no links.
func (t *tab) html() (string, error) {
	if t.kept != "" {
		lost, err := within[bool](t, lostTexts)
		if err != nil || lost {
			return t.kept, err
		}
	}
	return within[string](t, serialize)
}

// noteTexts saves the texts of a page, except those of buttons, which change when pressed;
// lostTexts reports whether one of the saved texts is gone.
const (
	noteTexts = `(() => {
	const verde = window[Symbol.for("VerDE")];
	verde.texts = () => {
		const all = new Set();
		const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		while (walk.nextNode()) {
			if (!walk.currentNode.parentElement.closest("script, style, button, [role=button], a:not([href])")) all.add(walk.currentNode.data.trim());
		}
		return all;
	};
	return !!(verde.before = verde.texts());
})()`
	lostTexts = `(() => {
	const verde = window[Symbol.for("VerDE")];
	const now = verde.texts();
	return Array.from(verde.before).some(text => !now.has(text));
})()`
)

// watch records, from its first call on, the nodes that are removed from the page, and counts
// the distinct targets of its links. The records are kept under a symbol, which no script of
// the page uses by accident.
const watch = `(() => {
	const key = Symbol.for("VerDE");
	if (!window[key]) {
		window[key] = {taken: [], vain: new Set(), pressed: "", good: ""};
		new MutationObserver(all => { for (const m of all) if (m.removedNodes.length) window[key].taken.push(m); }).observe(document, {childList: true, subtree: true});
	}
	const verde = window[key];
	verde.targets = () => new Set(Array.from(document.links, a => a.href.split("#")[0]));
	return verde.count = verde.targets().size;
})()`

// restore puts back removed nodes with links that the page no longer has, records whether
// the pressed button gave new links, and counts the targets.
const restore = `(() => {
	const verde = window[Symbol.for("VerDE")];
	const targets = verde.targets();
	for (const {target, removedNodes} of verde.taken.splice(0)) {
		for (const n of removedNodes) {
			if (n.nodeType !== Node.ELEMENT_NODE || n.isConnected || !target.isConnected) continue;
			const lost = [n, ...n.querySelectorAll("a[href]")].filter(a => a.href && !targets.has(String(a.href).split("#")[0]));
			if (lost.length === 0) continue;
			target.append(n);
			for (const a of lost) targets.add(String(a.href).split("#")[0]);
		}
	}
	if (targets.size > verde.count) {
		verde.good = verde.pressed;
	} else if (verde.pressed) {
		verde.vain.add(verde.pressed);
	}
	verde.pressed = "";
	return verde.count = targets.size;
})()`

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

// press presses a button that may load more links. Candidates lead to no other page, submit
// no form, are visible and follow the list with the most links. The one that gave links the
// last time is preferred, else the first. Only positions are used and no words, so this
// works in any language. A button without new links is not pressed again; it is recognised
// by its appearance, since pages recreate their buttons.
const press = `(() => {
	const verde = window[Symbol.for("VerDE")];
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
	const look = b => [b.tagName, b.id, b.className, b.getAttribute("aria-label"), b.textContent.trim().slice(0, 80)].join("\n");
	let best = null;
	for (const b of document.querySelectorAll("button, [role=button], a:not([href]), a[href^='#'], a[href^='javascript:']")) {
		if (b.disabled || b.closest(list ? "form, header, footer" : "form, nav, header, footer") || b.getClientRects().length === 0) continue;
		if (b.closest("a[href]") && !/^(#|javascript:)/.test(b.closest("a[href]").getAttribute("href"))) continue;
		if (list && !(list.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING)) continue;
		const seen = look(b);
		if (verde.vain.has(seen)) continue;
		if (!best || seen === verde.good) best = b;
		if (seen === verde.good) break;
	}
	if (!best) return false;
	verde.pressed = look(best);
	best.click();
	return true;
})()`
