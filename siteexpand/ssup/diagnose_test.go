package ssup

import (
	"testing"

	"verde/internal/sitetest"
	"verde/siteexpand"
)

// Each failure case of SSUP 2019, §6, on the smallest site that has it; none
// on a site that has none.
func TestDiagnoses(t *testing.T) {
	t.Parallel()
	twoTokens := map[string]string{"/list/x": sitetest.Anchors("ul", "/ann", "/bob") + sitetest.Anchors("nav", "/about/us")}
	for _, name := range []string{"/ann", "/bob"} {
		twoTokens[name] = sitetest.Anchors("p", "/list/x")
	}
	handmade := map[string]string{
		"/people/":    sitetest.Anchors("ul", "/people/ann", "/people/bob") + sitetest.Anchors("nav", "/about"),
		"/people/ann": sitetest.Anchors("p", "/people/") + sitetest.Anchors("b", "/about"),
		"/people/bob": sitetest.Anchors("h1", "/x") + sitetest.Anchors("i", "/people/"),
	}
	paths := sitetest.Racing()
	paths["/drivers/2015/"] += sitetest.Anchors("s", "/drivers/2015/driver_19.htm")
	paths["/drivers/2015/driver_19.htm"] = paths["/drivers/2015/driver_11.htm"]
	elsewhere := sitetest.Racing()
	elsewhere["/rules.html"] += sitetest.Anchors("s", "/drivers/1999/driver_99.htm")
	similar := map[string]string{"/": sitetest.Anchors("nav", "/x") + sitetest.Anchors("ul", "/p/red-one", "/p/red-two", "/p/blue")}
	for _, name := range []string{"red-one", "red-two"} {
		similar["/p/"+name] = sitetest.Anchors("p", "/")
	}
	similar["/p/blue"] = sitetest.Anchors("p", "/") + sitetest.Anchors("b", "/x")
	sideways := map[string]string{
		"/p/a/1": sitetest.Anchors("ul", "/p/a/2") + sitetest.Anchors("b", "/x"),
		"/p/a/2": sitetest.Anchors("ul", "/x") + sitetest.Anchors("b", "/p/a/1", "/p/a/3"),
		"/p/a/3": sitetest.Anchors("ul", "/p/a/2") + sitetest.Anchors("b", "/x"),
	}
	scripted := map[string]string{
		"/a/b/1":   sitetest.Anchors("p", "/a/list/") + "<h1>One</h1>",
		"/a/list/": sitetest.Anchors("ul", "/a/b/1") + `<script src="/list.js"></script>`,
	}
	for _, test := range []struct {
		name, sample string
		pages        map[string]string
		want         string
	}{
		{"none", "/teams/team_01.htm", sitetest.Racing(), ""},
		{"two tokens", "/ann", twoTokens, siteexpand.TwoTokens},
		{"handcrafted", "/people/ann", handmade, siteexpand.Handcrafted},
		{"link-paths", "/drivers/2015/driver_11.htm", paths, siteexpand.DifferentPaths},
		{"hierarchies", "/drivers/2015/driver_11.htm", elsewhere, siteexpand.DifferentHierarchies},
		{"scripts", "/a/b/app", map[string]string{"/a/b/app": `<div id=root></div><script src="/app.js"></script>`}, siteexpand.Scripts},
		{"scripts of an index page", "/a/b/1", scripted, siteexpand.Scripts},
		{"sideways", "/p/a/1", sideways, siteexpand.Sideways},
		{"no index", "/a/b/c", map[string]string{"/a/b/c": "<p>Alone with words and no links</p>"}, siteexpand.NoIndex},
		{"strict", "/p/red-one", similar, siteexpand.StrictSet},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := expand(t, test.pages, test.sample).Report
			if test.want == "" && len(r.Diagnoses) > 0 || test.want != "" && !sitetest.HasCase(r, test.want) {
				t.Errorf("diagnoses %v, want %q", r.Diagnoses, test.want)
			}
		})
	}
}
