package focused

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/internal/sitetest"
	"verde/siteexpand"
)

// Where there are so many sections that anything may come at their place of the
// path, a crawl from one of them meets pages of all. None is called the folder's that
// is not.
func TestFolderIsTheFolder(t *testing.T) {
	t.Parallel()
	var folders []string
	for i := range 15 {
		folders = append(folders, fmt.Sprintf("section%c", 'a'+i))
	}
	site := sitetest.BookshopOf(folders...)
	for _, x := range []struct {
		scope, chosen string
		pages         int
	}{
		{"", siteexpand.Folder, 30},
		{siteexpand.Siblings, siteexpand.Siblings, 450},
		{siteexpand.Folder, siteexpand.Folder, 30},
	} {
		res, err := Method{}.Expand(t.Context(), sitetest.NewMemory(site), []string{"http://e.org/books/sectionc/book-66.html"}, siteexpand.Options{Scope: x.scope})
		if err != nil {
			t.Fatal(err)
		}
		chosen, folder := "", 0
		for _, s := range res.Report.Scopes {
			if s.Chosen {
				chosen = s.Name
			}
			if s.Name == siteexpand.Folder {
				folder = s.Pages
			}
		}
		if chosen != x.chosen || len(res.Pages) != x.pages || folder != 30 {
			t.Errorf("scope %q: %d pages of %q, want %d of %q; %d in the folder, want 30", x.scope, len(res.Pages), chosen, x.pages, x.chosen, folder)
		}
	}
}

// Folders beside the sample's are those that differ from it in one place of the path; pages made alike in folders that
// differ in more are in none of the scopes but the widest.
func TestSiblingsAreBeside(t *testing.T) {
	t.Parallel()
	pages, of := map[string]string{}, map[string][]string{}
	var all []string
	for n := range 160 {
		in := fmt.Sprintf("/%s/%s/", []string{"north", "south", "west", "east"}[n%4], []string{"mills", "inns", "farms", "barns"}[n/4%4])
		at := in + words(n, "house") + ".htm"
		pages[at] = frame("<h1 class=name>"+words(n, "house")+"</h1>"+table("facts", n, "Built", "Owned by", "Storeys"), "/north.htm", "/south.htm")
		of[in], all = append(of[in], at), append(all, at)
	}
	pages["/"] = frame("<h1>Houses</h1>"+sitetest.Anchors("ul class=list", all...), "/north.htm", "/south.htm")
	for _, sample := range []string{of["/north/mills/"][0], of["/east/barns/"][3]} {
		place, kind := strings.Split(sample, "/")[1], strings.Split(sample, "/")[2]
		for _, asked := range []string{siteexpand.Folder, siteexpand.Siblings, siteexpand.Anywhere} {
			got, res, _ := sitetest.Expand(t, Method{}, pages, siteexpand.Options{Scope: asked}, sample)
			beyond := slices.DeleteFunc(slices.Clone(got), func(p string) bool {
				here, alike := strings.HasPrefix(p, "/"+place+"/"), strings.Contains(p, "/"+kind+"/")
				return here && alike || asked == siteexpand.Siblings && (here || alike) || asked == siteexpand.Anywhere
			})
			least := map[string]int{siteexpand.Folder: 10, siteexpand.Siblings: 40, siteexpand.Anywhere: 160}[asked] // by place or by kind, or both
			if len(got) < least || len(beyond) > 0 {
				t.Errorf("%s of %s: %d pages, want %d; %d beyond it: %+v", asked, sample, len(got), least, len(beyond), res.Report.Scopes)
			}
		}
	}
}

// A scope that is chosen since a crawl of the sample's folder meets most of it is crawled as a whole: also where it has folders of another
// depth, which that crawl does not admit.
func TestCoveredScopeIsWhole(t *testing.T) {
	t.Parallel()
	pages, all := map[string]string{}, []string(nil)
	for n := range 480 {
		at := fmt.Sprintf("/region%c/", 'a'+n/32)
		if kind := n % 32 / 2; kind < 13 {
			at += fmt.Sprintf("kind%c/", 'a'+kind)
		} else {
			at += "farms/old/"
		}
		at += words(n, "house") + ".htm"
		pages[at] = frame("<h1 class=name>"+words(n, "house")+"</h1>"+table("facts", n, "Built", "Owned by", "Storeys"), "/regions.htm", "/kinds.htm")
		all = append(all, at)
	}
	pages["/"] = frame("<h1>Houses</h1>"+sitetest.Anchors("ul class=list", all...), "/regions.htm", "/kinds.htm")
	for most, want := range map[int]int{0: len(all), 60: 2 * 60} { // where downloads are few, the first crawl has told of most pages by their addresses
		got, res, _ := sitetest.Expand(t, Method{}, pages, siteexpand.Options{MaxDownloads: most}, all[17])
		if len(got) < want || res.Report.Scopes[1].AtLeast != (most > 0) {
			t.Errorf("%d pages of %d downloads, want %d: %+v", len(got), most, want, res.Report.Scopes)
		}
	}
}

// Three samples of one folder out of many stand for it alone, though a crawl from it meets those beside it, which are most of what is
// like it on the site: it is the folder's share of the site that the samples tell of, not that of all that was met.
func TestSamplesOfOneFolderAmongMany(t *testing.T) {
	t.Parallel()
	pages, of := map[string]string{}, map[string][]string{}
	var all []string
	for n := range 160 {
		in := fmt.Sprintf("/north/kind%c/", 'a'+n%14)
		switch {
		case n%5 == 0:
			in = fmt.Sprintf("/south/kind%c/", 'a'+n/5%4)
		case n%3 == 0:
			in = "/north/kindc/"
		}
		at := in + words(n, "house") + ".htm"
		pages[at] = frame("<h1 class=name>"+words(n, "house")+"</h1>"+table("facts", n, "Built", "Owned by", "Storeys"), "/north.htm", "/south.htm")
		of[in], all = append(of[in], at), append(all, at)
	}
	pages["/"] = frame("<h1>Houses</h1>"+sitetest.Anchors("ul class=list", all...), "/north.htm", "/south.htm")
	home := of["/north/kindc/"]
	got, res, _ := sitetest.Expand(t, Method{}, pages, siteexpand.Options{}, home[:3]...)
	if slices.Sort(home); !slices.Equal(slices.Sorted(slices.Values(got)), home) {
		t.Errorf("%d pages, want the %d of the samples' folder: %+v", len(got), len(home), res.Report.Scopes)
	}
}

// A crawl from one folder may meet too few of the folders beside it to tell whether they are parts of one type. The one that
// finds out how many pages they have meets more, and the site's list of all of them.
func TestFoldersThatAreMetLate(t *testing.T) {
	t.Parallel()
	const sections, houses = 10, 40
	pages := map[string]string{}
	of := make([][]string, sections)
	var all []string
	for n := range sections * houses {
		s := n / houses
		at := fmt.Sprintf("/section%c/", 'a'+s) + words(n, "house") + ".htm"
		of[s], all = append(of[s], at), append(all, at)
	}
	for s := range sections {
		index := fmt.Sprintf("/section%c.htm", 'a'+s)
		pages[index] = frame("<h1>Section</h1>" + sitetest.Anchors("ul class=list", of[s]...))
		links := []string{index, "/all.htm"}
		if s == 0 {
			links = []string{index, of[1][0], of[2][0]}
		}
		for i, at := range of[s] {
			pages[at] = frame("<h1 class=name>"+words(s*houses+i, "house")+"</h1>"+table("facts", s*houses+i, "Built", "Owned by", "Storeys"), links...)
		}
	}
	pages["/all.htm"] = frame("<h1>All houses</h1>" + sitetest.Anchors("ol class=all", all...))
	got, res, _ := sitetest.Expand(t, Method{}, pages, siteexpand.Options{Bounds: siteexpand.Bounds{Fruitless: 3}}, of[0][3])
	if len(got) != len(all) {
		t.Errorf("%d pages, want all %d: %+v", len(got), len(all), res.Report.Scopes)
	}
}

// A crawl that meets a few pages like the samples in other folders does not choose these too, if each folder has a list of its own. It
// does where it meets more of them than in the samples' folder.
func TestFewPagesBeside(t *testing.T) {
	t.Parallel()
	const sections, houses = 16, 30
	for _, x := range []struct{ alike, samples, want int }{{2, 3, houses}, {(sections - 1) * houses, 1, sections * houses}} {
		pages, samples, alike := map[string]string{}, []string(nil), x.alike // pages of other sections that are like the first's
		var indexes []string
		for s := range sections {
			indexes = append(indexes, fmt.Sprintf("/section%c.htm", 'a'+s))
		}
		for s, index := range indexes {
			var of []string
			for i := range houses {
				n := s*houses + i
				at := fmt.Sprintf("/section%c/", 'a'+s) + words(n, "house") + ".htm"
				of = append(of, at)
				if s == 0 || alike > 0 {
					pages[at] = frame("<h1 class=name>"+words(n, "house")+"</h1>"+table("facts", n, "Built", "Owned by", "Storeys"), indexes...)
				} else {
					pages[at] = frame(fmt.Sprintf("<h2 class=title%d>", s)+words(n, "place")+"</h2><p class=about><em>"+words(n, "text")+"</em></p>", indexes...)
				}
				if s > 0 {
					alike--
				}
			}
			pages[index] = frame("<h1>Section</h1>"+sitetest.Anchors("ul class=list", of...), indexes...)
			if s == 0 {
				samples = []string{of[3], of[11], of[24]}[:x.samples]
			}
		}
		got, res, _ := sitetest.Expand(t, Method{}, pages, siteexpand.Options{}, samples...)
		if len(got) != x.want {
			t.Errorf("%d pages, want %d: %+v", len(got), x.want, res.Report.Scopes)
		}
	}
}

// TestListsFoundLate checks that lists which show pages of two folders together count however late the crawl meets them. The sample's
// folder has a list of its own, and each page of a catalog, reached from the one before, has one house of either.
func TestListsFoundLate(t *testing.T) {
	t.Parallel()
	const houses = 400
	pages, folders := map[string]string{}, [2][]string{}
	catalog := func(n int) string { return fmt.Sprintf("/catalog-%d.htm", n) }
	for n := range houses {
		for i, in := range []string{"/north/", "/south/"} {
			at := in + words(n, "house") + ".htm"
			pages[at] = frame("<h1 class=name>"+words(n, "house")+"</h1>"+table("facts", n+i, "Built", "Owned by", "Storeys"), "/north.htm", catalog(0))
			folders[i] = append(folders[i], at)
		}
		pages[catalog(n)] = frame("<h1>Catalog</h1>"+sitetest.Anchors("ol class=all", folders[0][n], folders[1][n]), catalog((n+1)%houses))
	}
	pages["/north.htm"] = frame("<h1>North</h1>" + sitetest.Anchors("ul class=list", folders[0]...))
	got, res, _ := sitetest.Expand(t, Method{}, pages, siteexpand.Options{Bounds: siteexpand.Bounds{Fruitless: 10}}, folders[0][5])
	if len(got) != 2*houses {
		t.Errorf("%d pages, want %d: %+v", len(got), 2*houses, res.Report.Scopes)
	}
}

// TestFirstPagesAreOthers checks that the lists decide for the folders beside also where the first page that is listed of most of them is of
// another kind, from one sample and from several of one folder.
func TestFirstPagesAreOthers(t *testing.T) {
	t.Parallel()
	pages, welcome := map[string]string{}, "<h2>Welcome</h2>"
	for _, tag := range strings.Fields("article aside blockquote figure pre em strong sup sub small form label section") {
		welcome += "<" + tag + " class=" + tag + "-of><b>more</b></" + tag + ">"
	}
	var all, listed []string
	for n := range 120 {
		in := fmt.Sprintf("/place%c/", 'a'+n/20)
		if n%20 == 0 && n > 20 {
			at := in + words(n, "welcome") + ".htm"
			listed, pages[at] = append(listed, at), frame(welcome+words(n, "text"), "/all.htm")
		}
		at := in + words(n, "house") + ".htm"
		pages[at] = frame("<h1 class=name>"+words(n, "house")+"</h1>"+table("facts", n, "Built", "Owned by", "Storeys"), "/all.htm")
		all, listed = append(all, at), append(listed, at)
	}
	pages["/all.htm"] = frame("<h1>All</h1>" + sitetest.Anchors("ol class=all", listed...))
	for _, samples := range [][]string{all[7:8], {all[7], all[3], all[12]}} {
		got, res, _ := sitetest.Expand(t, Method{}, pages, siteexpand.Options{Chosen: siteexpand.Together}, samples...)
		if !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(all))) {
			t.Errorf("%d samples: %d pages, want the %d houses: %+v", len(samples), len(got), len(all), res.Report.Scopes)
		}
	}
}

// Each folder has sections with a page for each entity: where it is used, its source, its changes. They are no parts of the type, and the site
// does not list them with the entities; one folder beside, or five, with entities that it lists together, are.
func TestSectionsOfFoldersAreNoParts(t *testing.T) {
	t.Parallel()
	for _, folders := range []int{2, 6} {
		pages := map[string]string{}
		var all []string
		for n := range folders * 20 {
			in, name := fmt.Sprintf("/module%c/package%c/", 'a'+n/20, 'k'+n/20), words(n, "class")
			var sections []string
			for _, s := range strings.Fields("use source changes") {
				at := in + s + "/" + name + ".htm"
				pages[at] = frame("<h2 class=" + s + ">" + words(n, s) + "</h2><pre class=" + s + "-of>" + words(n+1, s) + "</pre>")
				sections = append(sections, at)
			}
			pages[in+name+".htm"] = frame("<h1 class=name>"+name+"</h1>"+sitetest.Anchors("p class=sections", sections...)+table("facts", n, "Since", "Made by", "Fields"), "/all.htm")
			all = append(all, in+name+".htm")
		}
		pages["/all.htm"] = frame("<h1>All classes</h1>" + sitetest.Anchors("ol class=all", all...))
		got, res, _ := sitetest.Expand(t, Method{}, pages, siteexpand.Options{}, all[7])
		if !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(all))) {
			t.Errorf("%d folders: %d pages, want the %d classes: %+v", folders, len(got), len(all), res.Report.Scopes)
		}
	}
}

// TestPagesAboveAreNoPart checks that pages of the folder above, most of whose markup is the frame that the entities' pages have too, make
// no scope of one sample: they are less alike than nearly all of the pages found are.
func TestPagesAboveAreNoPart(t *testing.T) {
	t.Parallel()
	pages := map[string]string{}
	var all, makers []string
	above := []string{"/guide/all.htm", "/guide/news.htm", "/guide/home.htm", "/map.htm"}
	box := func(n int, name, more string) string {
		return frame("<div class=box><div class=inner><h1>"+name+"</h1><div class=short><p class=taste>"+words(n, "taste")+"</p></div>"+more+"</div></div>", above...)
	}
	for n := range 48 {
		maker, name := "/guide/"+words(n, "maker"), words(n, "wine")
		makers, all = append(makers, maker+".htm"), append(all, maker+"/"+name+".htm")
		pages[all[n]] = box(n, name, "<p class=year>"+words(n, "year")+"</p>")
		pages[makers[n]] = box(n, words(n, "maker"), sitetest.Anchors("ul class=of", all[n]))
	}
	pages["/map.htm"] = "<h1>Map of the site</h1>" + sitetest.Anchors("ol class=map", slices.Concat(above[:3], makers, all)...)
	for n, at := range above[:3] {
		pages[at] = box(n, words(n, "page"), sitetest.Anchors("ul class=of", all...)+sitetest.Anchors("ul class=of", makers...))
	}
	got, res, _ := sitetest.Expand(t, Method{}, pages, siteexpand.Options{}, all[7])
	if !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(all))) {
		t.Errorf("%d pages, want the %d wines: %+v", len(got), len(all), res.Report.Scopes)
	}
}

// TestFolderOfMany checks that the folder of one sample is in doubt if those beside it hold several times as many pages like it, and
// no more than told if they hold about as many. The site lists each folder by itself, which decides nothing.
func TestFolderOfMany(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		sections, houses int
		doubt            bool
	}{{9, 12, true}, {2, 40, false}} {
		pages, indexes := map[string]string{}, []string(nil)
		for s := range x.sections {
			index := fmt.Sprintf("/section%c.htm", 'a'+s)
			var of []string
			for i := range x.houses {
				n := s*x.houses + i
				at := fmt.Sprintf("/section%c/", 'a'+s) + words(n, "house") + ".htm"
				pages[at], of = frame("<h1 class=name>"+words(n, "house")+"</h1>"+table("facts", n, "Built", "Owned by", "Storeys"), "/index.htm"), append(of, at)
			}
			pages[index], indexes = frame("<h1>Section</h1>"+sitetest.Anchors("ul class=list", of...)), append(indexes, index)
		}
		pages["/index.htm"] = frame("<h1>Sections</h1>" + sitetest.Anchors("ol class=all", indexes...))
		got, res, _ := sitetest.Expand(t, Method{}, pages, siteexpand.Options{}, "/sectiona/"+words(3, "house")+".htm")
		told := slices.IndexFunc(res.Report.Diagnoses, func(d siteexpand.Diagnosis) bool { return d.Case == siteexpand.OneSample })
		if len(got) != x.houses || told < 0 || res.Report.Diagnoses[told].Doubt != x.doubt {
			t.Errorf("%d folders of %d pages: %d pages, want doubt %t: %+v", x.sections, x.houses, len(got), x.doubt, res.Report.Diagnoses)
		}
	}
}
