package main

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

func readText(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// The image is of the program alone, run by nobody in particular, and built by the Go
// that go.mod asks for; what it copies is there or made by its build.
func TestDockerfile(t *testing.T) {
	t.Parallel()
	text := readText(t, "../../Dockerfile")
	build, image, ok := strings.Cut(text, "\nFROM scratch\n")
	if !ok || strings.Contains(image, "\nRUN ") {
		t.Fatal("the image is not from scratch alone")
	}
	version := regexp.MustCompile(`(?m)^go (\S+)$`).FindStringSubmatch(readText(t, "../../go.mod"))
	if version == nil || !strings.Contains(build, "FROM golang:"+version[1]+" AS build") {
		t.Errorf("it is not built by the Go of go.mod, %q", version)
	}
	if !regexp.MustCompile(`(?m)^USER [1-9][0-9]*:[1-9][0-9]*$`).MatchString(image) {
		t.Error("it is run by root, or by a name, which an image from scratch does not know")
	}
	if !strings.Contains(build, "CGO_ENABLED=0") || !strings.Contains(build, "-o /out/verde ./cmd/verde") || !strings.Contains(image, `ENTRYPOINT ["/usr/bin/verde"]`) {
		t.Error("the program is not what is built, or needs libraries")
	}
	copied := 0
	for _, m := range regexp.MustCompile(`(?m)^COPY --from=build (.+)$`).FindAllStringSubmatch(image, -1) {
		words := slices.DeleteFunc(strings.Fields(m[1]), func(w string) bool { return strings.HasPrefix(w, "--") })
		for _, from := range words[:len(words)-1] {
			copied++
			own, inSource := strings.CutPrefix(from, "/src/")
			if _, err := os.Stat("../../" + own); inSource && err != nil {
				t.Errorf("%s is not there: %v", from, err)
			}
			if strings.HasPrefix(from, "/out/") && !strings.Contains(build, from) {
				t.Errorf("%s is not made", from)
			}
		}
	}
	if copied < 5 {
		t.Errorf("%d files copied", copied)
	}
}

// composed is what a compose file says of a service.
type composed struct {
	Image, Build        string
	Entrypoint, Command []string
	Volumes             []string
	Ports               []string
	DependsOn           any `yaml:"depends_on"` // a list of names, or a mapping of them
}

// waitsFor are the services that s waits for.
func (s composed) waitsFor() (names []string) {
	switch all := s.DependsOn.(type) {
	case []any:
		for _, name := range all {
			names = append(names, name.(string))
		}
	case map[string]any:
		names = slices.Collect(maps.Keys(all))
	}
	return names
}

// The services of the compose files are told what their commands take, and are open to this
// machine alone unless somebody says otherwise.
func TestCompose(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]int{"compose.yaml": 2, "deploy/machines.yaml": 4, "deploy/worker.yaml": 1} {
		var file struct {
			Services map[string]composed
			Volumes  map[string]any
		}
		path := filepath.Join("..", "..", filepath.FromSlash(name))
		if err := yaml.Unmarshal([]byte(readText(t, path)), &file); err != nil {
			t.Fatal(err)
		}
		commands := 0
		for name, s := range file.Services {
			if (s.Image == "") == (s.Build == "") {
				t.Errorf("%s has no image, or two", name)
			}
			for _, other := range s.waitsFor() {
				if _, ok := file.Services[other]; !ok {
					t.Errorf("%s waits for %s, which there is not", name, other)
				}
			}
			for _, v := range s.Volumes {
				from, _, _ := strings.Cut(v, ":")
				_, declared := file.Volumes[from]
				if _, err := os.Stat(filepath.Join(filepath.Dir(path), from)); !declared && err != nil {
					t.Errorf("%s: volume %s: %v", name, from, err)
				}
			}
			for _, p := range s.Ports {
				if !strings.HasPrefix(p, "127.0.0.1:") && !strings.HasPrefix(p, "${LISTEN:-127.0.0.1}:") {
					t.Errorf("%s is open to other machines: %s", name, p)
				}
			}
			if s.Build == "" {
				continue
			}
			args := s.Command
			if len(s.Entrypoint) > 0 {
				if s.Entrypoint[0] != "/usr/bin/verde" {
					t.Errorf("%s begins with %s", name, s.Entrypoint[0])
				}
				args = slices.Concat(s.Entrypoint[1:], s.Command)
			}
			cmd, rest, err := newRoot().Find(args)
			if err != nil || cmd.Name() != args[0] {
				t.Errorf("%s: %q is no command: %v", name, args, err)
				continue
			}
			cmd.InitDefaultHelpFlag()
			if err := cmd.ParseFlags(rest); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			commands++
		}
		if commands != want {
			t.Errorf("%s: %d commands, want %d", name, commands, want)
		}
	}
	var settings struct {
		Search struct{ Formats []string }
	}
	if err := yaml.Unmarshal([]byte(readText(t, "../../deploy/searxng.yml")), &settings); err != nil || !slices.Contains(settings.Search.Formats, "json") {
		t.Errorf("SearXNG does not answer in JSON: %v, %v", settings, err)
	}
}
