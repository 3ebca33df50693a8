package steering_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"verde/integrate"
	"verde/steering"
	"verde/steering/listtest"
)

// A folder keeps decisions as any lists do.
func TestFolder(t *testing.T) {
	t.Parallel()
	listtest.Run(t, func(t *testing.T) steering.Lists { return steering.Folder(t.TempDir()) })
}

// A file may be edited by people: blank lines don't count, and the last one need not end.
func TestEdited(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	edit := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	edit(steering.SitesFile, "{\"site\":\"a\"}\n\n{\"site\":\"b\",\"decide\":\"burn\"}")
	if _, err := steering.Read(t.Context(), steering.Folder(dir)); err == nil || !strings.Contains(err.Error(), steering.SitesFile+", line 3: \"burn\"") {
		t.Errorf("error %v", err)
	}
	edit(steering.MatchingFile, `{"decide":"same","a":"u","b":"v"}`)
	list := steering.Folder(dir)(steering.MatchingFile)
	if _, err := steering.Match(t.Context(), list, integrate.Decision{What: "column", Site: "a.example", Label: "By"}); err != nil {
		t.Fatal(err)
	}
	if got, err := steering.ReadMatching(t.Context(), list); len(got) != 2 || err != nil {
		t.Errorf("%v, %v", got, err)
	}
}
