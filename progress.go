package verde

import (
	"sync/atomic"

	"verde/progress"
)

// judging reports the progress of a round's sites, several of which are judged and read at
// a time.
type judging struct {
	tell               func(progress.Event)
	done, accepted, in atomic.Int64
}

func (j *judging) begun(site string) {
	j.tell(progress.Event{Phase: progress.Judging, Site: site})
}

// judged counts a site, and if it was accepted one to be read.
func (j *judging) judged(accepted bool) {
	if accepted {
		j.tell(progress.Event{Phase: progress.Reading, Total: int(j.accepted.Add(1))})
	}
	j.tell(progress.Event{Phase: progress.Judging, Done: int(j.done.Add(1))})
}

// read counts a site that was accepted and is read now.
func (j *judging) read() {
	j.tell(progress.Event{Phase: progress.Reading, Done: int(j.in.Add(1))})
}

func (j *judging) ended(site string) {
	j.tell(progress.Event{Phase: progress.Ended, Site: site})
}
