package pageeval

import "testing"

func TestDefaultLoads(t *testing.T) {
	t.Parallel()
	if _, err := Default(); err != nil {
		t.Fatal(err)
	}
}
