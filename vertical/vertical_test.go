package vertical_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/vertical"
)

func TestVertical(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "v.json")
	v := &vertical.Vertical{Domain: "book", Samples: []string{"http://e.org/1"}, Site: "e.org", Keywords: []string{"author"}, Identifier: "name",
		Attributes: []vertical.Attribute{{Name: "name", Coverage: 1}}}
	if err := v.Save(path); err != nil {
		t.Fatal(err)
	}
	got, err := vertical.Load(path)
	if d := cmp.Diff(v, got); d != "" || err != nil {
		t.Errorf("%v (-saved +loaded):\n%s", err, d)
	}
	for _, text := range []string{"", "{", `{"domain":""}`, `{"domain":"book"}`, `{"domain":"book","samples":["x"]}`, `{"domain":"book","sample":["http://e.org/"]}`} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := vertical.Load(path); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: error %v, want one that names the file", text, err)
		}
	}
}
