package focused

import (
	"fmt"
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
