// Package s3test gives tests a server that speaks S3, whose process can be killed and
// begun again.
package s3test

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// program is versitygw, which keeps objects as files in a folder.
const program = "versitygw"

// Server is a server with one bucket.
type Server struct {
	Address string   // of the bucket, as in s3://books?endpoint=...
	Folder  string   // in which each object of the bucket is a file of its name
	Env     []string // variables of the environment that whoever uses it needs

	t    testing.TB
	at   string // host:port
	root string // of all buckets
	cmd  *exec.Cmd
}

// key and secret are what the server is asked with.
const key, secret = "verde", "verdesecret"

// New starts a server. It ends with the test. Without the program the test is skipped.
func New(t testing.TB) *Server {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skip("there is no " + program + ": go install github.com/versity/versitygw/cmd/versitygw@v1.8.0")
	}
	const bucket = "books"
	s := &Server{t: t, root: t.TempDir(), Env: []string{"AWS_ACCESS_KEY_ID=" + key, "AWS_SECRET_ACCESS_KEY=" + secret, "AWS_REGION=us-east-1"}}
	s.Folder = filepath.Join(s.root, bucket)
	if err := os.Mkdir(s.Folder, 0o777); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.at = listener.Addr().String()
	listener.Close()
	s.Address = "s3://" + bucket + "?use_path_style=true&endpoint=http://" + s.at
	s.Start()
	t.Cleanup(s.Kill)
	return s
}

// Start starts the server, which must not be running, with what it has stored, and waits until it answers.
func (s *Server) Start() {
	s.t.Helper()
	s.cmd = exec.Command(program, "--access", key, "--secret", secret, "--port", s.at, "posix", s.root)
	if err := s.cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	for deadline := time.Now().Add(2 * time.Minute); ; time.Sleep(20 * time.Millisecond) {
		if conn, err := net.Dial("tcp", s.at); err == nil {
			conn.Close()
			return
		} else if time.Now().After(deadline) {
			s.t.Fatal(program+" does not answer: ", err)
		}
	}
}

// Kill ends the server at once, if it runs.
func (s *Server) Kill() {
	if s.cmd.ProcessState == nil {
		s.cmd.Process.Kill()
		s.cmd.Wait()
	}
}
