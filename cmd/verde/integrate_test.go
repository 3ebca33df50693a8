package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"verde/catalog"
)

// Numbers are texts as the file writes them.
func TestLooseTexts(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`"x"`: "x", `9780140449136`: "9780140449136", `[1000000, "b", 1.50]`: "1000000|b|1.50", `true`: "true", `null`: "", `[]`: "",
	} {
		var got looseTexts
		if err := json.Unmarshal([]byte(text), &got); err != nil || strings.Join(got, "|") != want {
			t.Errorf("%s: %q, %v; want %q", text, got, err, want)
		}
	}
	var got looseTexts
	if err := json.Unmarshal([]byte(`[["x"]]`), &got); err == nil {
		t.Errorf("a list in a list is %q", got)
	}
}

// A value that a person gave is shown though no site has it.
func TestTellDecided(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	cmd := new(cobra.Command)
	cmd.SetOut(&out)
	tellEntity(cmd, &catalog.Shown{
		EntityLine: catalog.EntityLine{ID: "e1", Values: map[string][]string{"pages": {"300"}, "title": {"Emma"}}},
		Claims:     []catalog.ClaimLine{{Attribute: "pages", Value: "30", Site: "a.example", P: .8}, {Attribute: "title", Value: "Emma", Site: "a.example", P: .8, Chosen: true}},
	})
	text := out.String()
	if strings.Count(text, "it was decided") != 1 || !strings.Contains(text, "pages\n  300 (no site says so: it was decided)\n") || !strings.Contains(text, "[30]") {
		t.Errorf("%s", text)
	}
}
