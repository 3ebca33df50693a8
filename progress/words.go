package progress

import (
	"fmt"
	"time"
)

// Doing says what a run does, for people, as in "round 1 of 3, asking 4 of 30; 5 of 9
// pages read".
func (v View) Doing() string {
	text := "beginning"
	switch {
	case v.Phase != "":
		text = counted(v.Phase, v.Done, v.Total, false)
	case len(v.Sites) > 0: // of a run that tells of one site only
		text = v.Sites[0].Doing()
	}
	if v.Round > 0 {
		text = fmt.Sprintf("round %d of %d, %s", v.Round, v.Of, text)
	}
	if v.Pages > 0 {
		text += fmt.Sprintf("; %d of %d pages read", v.Read, v.Pages)
	}
	return text
}

// Doing says what is done for a site, for people.
func (s Site) Doing() string { return counted(s.Phase, s.Done, s.Total, s.AtLeast) }

func counted(phase Phase, done, total int, atLeast bool) string {
	switch {
	case total == 0:
		return string(phase)
	case atLeast:
		return fmt.Sprintf("%s %d of %d or more", phase, done, total)
	}
	return fmt.Sprintf("%s %d of %d", phase, done, total)
}

// String says for people how long something takes, as in "about 3 hours"; "" if that is
// not known.
func (l Left) String() string {
	if !l.Known {
		return ""
	}
	how := "about"
	if l.AtLeast {
		how = "at least"
	}
	unit, name := 24*time.Hour, "day"
	switch {
	case l.Time < time.Minute:
		unit, name = time.Second, "second"
	case l.Time < time.Hour:
		unit, name = time.Minute, "minute"
	case l.Time < 48*time.Hour:
		unit, name = time.Hour, "hour"
	}
	n := max(1, int(l.Time.Round(unit)/unit))
	if n > 1 {
		name += "s"
	}
	return fmt.Sprintf("%s %d %s", how, n, name)
}
