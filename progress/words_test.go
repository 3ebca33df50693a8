package progress

import (
	"testing"
	"time"
)

// What a run does, and for how long, is told in words.
func TestWords(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		view        View
		doing, left string
	}{
		{View{}, "beginning", ""},
		{View{Phase: Asking, Round: 1, Of: 3, Done: 4, Total: 30, Left: Left{Known: true, Time: 90*time.Second + 1}}, "round 1 of 3, asking 4 of 30", "about 2 minutes"},
		{View{Phase: Reading, Read: 5, Pages: 9, Left: Left{Known: true, AtLeast: true, Time: time.Minute}}, "reading; 5 of 9 pages read", "at least 1 minute"},
		{View{Sites: []Site{{Name: "a.example", Phase: Searching, Done: 2, Total: 8, AtLeast: true}}, Left: Left{Known: true, AtLeast: true, Time: 12 * time.Second}}, "searching 2 of 8 or more", "at least 12 seconds"},
		{View{Left: Left{Known: true}}, "beginning", "about 1 second"},
		{View{Left: Left{Known: true, Time: 47 * time.Hour}}, "beginning", "about 47 hours"},
		{View{Left: Left{Known: true, Time: maxLeft}}, "beginning", "about 365 days"},
	} {
		if doing, left := test.view.Doing(), test.view.Left.String(); doing != test.doing || left != test.left {
			t.Errorf("%q, %q; want %q, %q", doing, left, test.doing, test.left)
		}
	}
}
