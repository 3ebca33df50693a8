package siteexpand

import (
	"slices"
	"testing"
)

func hasCase(r Report, name string) bool {
	return slices.ContainsFunc(r.Diagnoses, func(d Diagnosis) bool { return d.Case == name && d.Detail != "" && d.Remedy != "" })
}

// Each failure case of SSUP 2019, §6, on the smallest site that has it; none
// on a site that has none.
func TestDiagnoses(t *testing.T) {
	t.Parallel()
	twoTokens := map[string]string{"/list/x": anchors("ul", "/ann", "/bob") + anchors("nav", "/about/us")}
	for _, name := range []string{"/ann", "/bob"} {
		twoTokens[name] = anchors("p", "/list/x")
	}
	handmade := map[string]string{
		"/people/":    anchors("ul", "/people/ann", "/people/bob") + anchors("nav", "/about"),
		"/people/ann": anchors("p", "/people/") + anchors("b", "/about"),
		"/people/bob": anchors("h1", "/x") + anchors("i", "/people/"),
	}
	paths := racing()
	paths["/drivers/2015/"] += anchors("s", "/drivers/2015/driver_19.htm")
	paths["/drivers/2015/driver_19.htm"] = paths["/drivers/2015/driver_11.htm"]
	elsewhere := racing()
	elsewhere["/rules.html"] += anchors("s", "/drivers/1999/driver_99.htm")
	similar := map[string]string{"/": anchors("nav", "/x") + anchors("ul", "/p/red-one", "/p/red-two", "/p/blue")}
	for _, name := range []string{"red-one", "red-two"} {
		similar["/p/"+name] = anchors("p", "/")
	}
	similar["/p/blue"] = anchors("p", "/") + anchors("b", "/x")
	sideways := map[string]string{
		"/p/a/1": anchors("ul", "/p/a/2") + anchors("b", "/x"),
		"/p/a/2": anchors("ul", "/x") + anchors("b", "/p/a/1", "/p/a/3"),
		"/p/a/3": anchors("ul", "/p/a/2") + anchors("b", "/x"),
	}
	scripted := map[string]string{
		"/a/b/1":   anchors("p", "/a/list/") + "<h1>One</h1>",
		"/a/list/": anchors("ul", "/a/b/1") + `<script src="/list.js"></script>`,
	}
	for _, test := range []struct {
		name, sample string
		pages        map[string]string
		want         string
	}{
		{"none", "/teams/team_01.htm", racing(), ""},
		{"two tokens", "/ann", twoTokens, TwoTokens},
		{"handcrafted", "/people/ann", handmade, Handcrafted},
		{"link-paths", "/drivers/2015/driver_11.htm", paths, DifferentPaths},
		{"hierarchies", "/drivers/2015/driver_11.htm", elsewhere, DifferentHierarchies},
		{"scripts", "/a/b/app", map[string]string{"/a/b/app": `<div id=root></div><script src="/app.js"></script>`}, Scripts},
		{"scripts of an index page", "/a/b/1", scripted, Scripts},
		{"sideways", "/p/a/1", sideways, Sideways},
		{"no index", "/a/b/c", map[string]string{"/a/b/c": "<p>Alone with words and no links</p>"}, NoIndex},
		{"strict", "/p/red-one", similar, StrictSet},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := expand(t, test.pages, test.sample).Report
			if test.want == "" && len(r.Diagnoses) > 0 || test.want != "" && !hasCase(r, test.want) {
				t.Errorf("diagnoses %v, want %q", r.Diagnoses, test.want)
			}
		})
	}
}
