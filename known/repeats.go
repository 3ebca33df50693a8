package known

import "verde/values"

// repeats counts the pages that have a name and a value, and those where one has the other.
type repeats struct {
	Both int `json:"both"`
	Same int `json:"same"`
}

func (c *repeats) count(name string, texts []string) {
	if name == "" || len(texts) == 0 {
		return
	}
	c.Both++
	if len(texts[0]) <= maxValueBytes && values.SameName(name, values.Fold(texts[0])) {
		c.Same++
	}
}

// mostly reports whether most of the values repeat the name.
func (c repeats) mostly() bool { return 2*c.Same > c.Both }
