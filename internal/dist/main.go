// Command dist makes what is released: the program for each system, packed with its
// licence notices, manual pages and completions, a CycloneDX list of what is linked into
// each, and the checksums of all.
//
//	go run ./internal/dist -o dist
//
// The same commit gives the same bytes, wherever and whenever it is built: nothing of
// the machine's paths, clock or users is in them. Dates are the commit's.
package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// program is what is built.
const program = "./cmd/verde"

// target is a system that is built for.
type target struct{ os, arch string }

func (t target) String() string { return t.os + "_" + t.arch }

// targets are all that are released.
var targets = []target{
	{"darwin", "amd64"}, {"darwin", "arm64"},
	{"linux", "amd64"}, {"linux", "arm64"},
	{"windows", "amd64"}, {"windows", "arm64"},
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stderr); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "dist:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, told io.Writer) error {
	flags := flag.NewFlagSet("dist", flag.ContinueOnError)
	out := flags.String("o", "dist", "folder to write; an earlier release in it is replaced when this one is made")
	only := flags.String("only", "", "one system, as in linux_amd64, in place of all")
	check := flags.Bool("check", false, "build again, and compare with what the folder holds")
	dirty := flags.Bool("dirty", false, "build although files differ from the commit: nobody can build that again")
	if err := flags.Parse(args); err != nil {
		return err
	}
	chosen := targets
	if *only != "" {
		chosen = slices.DeleteFunc(slices.Clone(targets), func(t target) bool { return t.String() != *only })
		if len(chosen) == 0 {
			return fmt.Errorf("-only %s: there are %v", *only, targets)
		}
	}
	if !*check {
		if err := replaceable(*out); err != nil {
			return fmt.Errorf("-o %s: %w", *out, err)
		}
	}
	work, err := os.MkdirTemp("", "verde-dist-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	r, err := newRelease(ctx, work, *dirty)
	if err != nil {
		return err
	}
	if *check {
		return r.check(ctx, *out, chosen, told)
	}
	made := filepath.Join(work, "made") // not in the checkout, where Go would take it for a change of the commit
	if err := r.makeAll(ctx, made, chosen, told); err != nil {
		return err
	}
	return replace(*out, os.DirFS(made))
}

// check makes again what is released for some systems, and compares it with what a folder holds.
func (r *release) check(ctx context.Context, released string, chosen []target, told io.Writer) error {
	before, err := os.ReadFile(filepath.Join(released, sumsFile))
	if err != nil {
		return err
	}
	again := filepath.Join(r.work, "again")
	if err := r.makeAll(ctx, again, chosen, told); err != nil {
		return err
	}
	after, err := os.ReadFile(filepath.Join(again, sumsFile))
	if len(chosen) == 1 {
		before = sumsOf(before, chosen[0])
	}
	return errors.Join(err, compareSums(before, after))
}

// replaceable gives an error for a folder that holds what is no release: that is
// somebody's, and not to be thrown away.
func replaceable(out string) error {
	files, err := os.ReadDir(out)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(files) == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(out, sumsFile)); err != nil {
		return fmt.Errorf("it holds files, and no earlier release (it has no %s): name another folder", sumsFile)
	}
	return nil
}

// replace puts files into a folder in place of what it holds, which is put aside meanwhile, and put back if
// that fails.
func replace(out string, files fs.FS) error {
	out = filepath.Clean(out)
	if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
		return err
	}
	made, err := os.MkdirTemp(filepath.Dir(out), "."+filepath.Base(out)+"-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(made)
	if err := errors.Join(os.Chmod(made, 0o755), os.CopyFS(made, files)); err != nil {
		return err
	}
	before := made + "-before"
	if err := os.Rename(out, before); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Rename(made, out); err != nil {
		return errors.Join(err, os.Rename(before, out))
	}
	return os.RemoveAll(before)
}

// sumsOf are the checksums of one system's files.
func sumsOf(sums []byte, t target) (out []byte) {
	for line := range bytes.Lines(sums) {
		if bytes.Contains(line, []byte("_"+t.String()+".")) {
			out = append(out, line...)
		}
	}
	return out
}

// makeAll makes what is released for some systems, and its checksums.
func (r *release) makeAll(ctx context.Context, out string, chosen []target, told io.Writer) error {
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	for _, t := range chosen {
		names, err := r.make(ctx, out, t)
		if err != nil {
			return fmt.Errorf("%v: %w", t, err)
		}
		fmt.Fprintln(told, strings.Join(names, " "))
	}
	return writeSums(out)
}

// compareSums tells which files of two lists of checksums are not the same in both.
func compareSums(before, after []byte) error {
	old, lines := make(map[string]bool), make(map[string]bool)
	for line := range strings.Lines(string(before)) {
		old[line] = true
	}
	var other []string
	name := func(line string) string { _, n, _ := strings.Cut(strings.TrimSpace(line), "  "); return n }
	for line := range strings.Lines(string(after)) {
		if lines[line] = true; !old[line] {
			other = append(other, name(line))
		}
	}
	for line := range old {
		if !lines[line] {
			other = append(other, name(line))
		}
	}
	slices.Sort(other)
	if other = slices.Compact(other); len(other) > 0 {
		return fmt.Errorf("not the same: %s", strings.Join(other, ", "))
	}
	return nil
}

// release is what is made of one commit.
type release struct {
	version string
	date    time.Time // of the commit
	work    string    // folder for what is made on the way
	extra   []entry   // packed with every program
}

// newRelease finds out what is released, and makes what is the same for all systems. What
// is made on the way goes into the folder work, which is the caller's to remove.
func newRelease(ctx context.Context, work string, dirty bool) (*release, error) {
	changed, err := output(ctx, nil, "git", "status", "--porcelain")
	if err != nil {
		return nil, err
	}
	if changed != "" && !dirty {
		return nil, errors.New("files differ from the commit; commit them, or build what nobody can build again by -dirty")
	}
	seconds, err := output(ctx, nil, "git", "log", "-1", "--format=%ct")
	if err != nil {
		return nil, err
	}
	at, err := strconv.ParseInt(strings.TrimSpace(seconds), 10, 64)
	if err != nil {
		return nil, err
	}
	r := &release{date: time.Unix(at, 0).UTC(), work: work}
	own := filepath.Join(r.work, "verde")
	if err := build(ctx, target{}, own); err != nil {
		return nil, err
	}
	if r.version, err = versionOf(own); err != nil {
		return nil, err
	}
	for _, name := range []string{"LICENSE", "THIRD_PARTY_NOTICES", "README.md", "CHANGELOG.md"} {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		r.extra = append(r.extra, entry{name: name, data: data, mode: 0o644})
	}
	return r, r.addManual(ctx, own)
}

// addManual has the program write its manual pages and completions.
func (r *release) addManual(ctx context.Context, own string) error {
	man := filepath.Join(r.work, "man")
	if _, err := output(ctx, []string{fmt.Sprintf("SOURCE_DATE_EPOCH=%d", r.date.Unix())}, own, "man", man); err != nil {
		return err
	}
	pages, err := os.ReadDir(man)
	if err != nil {
		return err
	}
	for _, p := range pages {
		data, err := os.ReadFile(filepath.Join(man, p.Name()))
		if err != nil {
			return err
		}
		r.extra = append(r.extra, entry{name: "man/" + p.Name(), data: data, mode: 0o644})
	}
	for shell, name := range map[string]string{"bash": "verde.bash", "fish": "verde.fish", "powershell": "verde.ps1", "zsh": "_verde"} {
		text, err := output(ctx, nil, own, "completion", shell)
		if err != nil {
			return err
		}
		r.extra = append(r.extra, entry{name: "completions/" + name, data: []byte(text), mode: 0o644})
	}
	slices.SortFunc(r.extra, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	return nil
}

// make makes what is released for one system, and gives the names of the files.
func (r *release) make(ctx context.Context, out string, t target) ([]string, error) {
	binary := filepath.Join(r.work, t.String())
	if err := build(ctx, t, binary); err != nil {
		return nil, err
	}
	data, err := os.ReadFile(binary)
	if err != nil {
		return nil, err
	}
	base := "verde_" + strings.Trim(strings.TrimPrefix(r.version, "v"), "()") + "_" + t.String()
	name, pack, ext := "verde", packTar, ".tar.gz"
	if t.os == "windows" {
		name, pack, ext = "verde.exe", packZip, ".zip"
	}
	packed, err := pack(base, r.date, append([]entry{{name: name, data: data, mode: 0o755}}, r.extra...))
	if err != nil {
		return nil, err
	}
	list, err := r.materials(binary, data)
	if err != nil {
		return nil, err
	}
	names := []string{base + ext, base + ".cdx.json"}
	return names, errors.Join(os.WriteFile(filepath.Join(out, names[0]), packed, 0o644), os.WriteFile(filepath.Join(out, names[1]), list, 0o644))
}

// build builds the program, for this machine if the target is empty. Without the paths
// of the machine and without cgo the same commit and the same Go give the same bytes.
func build(ctx context.Context, t target, to string) error {
	env := []string{"CGO_ENABLED=0", "GOFLAGS=-mod=readonly", "GOWORK=off", "GOEXPERIMENT=", "GOAMD64=v1", "GOARM64=v8.0"}
	if t != (target{}) {
		env = append(env, "GOOS="+t.os, "GOARCH="+t.arch)
	}
	_, err := output(ctx, env, "go", "build", "-trimpath", "-buildvcs=true", "-ldflags=-s -w -buildid=", "-o", to, program)
	return err
}

// output gives what a program prints; its error has what it complains of.
func output(ctx context.Context, env []string, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), env...)
	var complaint strings.Builder
	cmd.Stderr = &complaint
	text, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w: %s", filepath.Base(name), strings.Join(args, " "), err, strings.TrimSpace(complaint.String()))
	}
	return string(text), nil
}

// sumsFile has the checksums, as sha256sum writes and checks them.
const sumsFile = "SHA256SUMS"

func writeSums(dir string) error {
	files, err := os.ReadDir(dir) // by name
	if err != nil {
		return err
	}
	var b strings.Builder
	for _, f := range files {
		data, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			return err
		}
		sum := sha256.Sum256(data)
		fmt.Fprintf(&b, "%s  %s\n", hex.EncodeToString(sum[:]), f.Name())
	}
	return os.WriteFile(filepath.Join(dir, sumsFile), []byte(b.String()), 0o644)
}
