package httpbody

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"
)

// silent is a body that never comes. Reads of it end when it is closed, or if it
// is deaf, and closing it waits too, when the test ends it.
type silent struct {
	deaf bool
	end  chan struct{}
	once sync.Once
}

func (s *silent) Read([]byte) (int, error) {
	<-s.end
	return 0, io.ErrClosedPipe
}

func (s *silent) Close() error {
	if s.deaf {
		<-s.end
	} else {
		s.once.Do(func() { close(s.end) })
	}
	return nil
}

// A read ends with its context, whether or not closing the body ends it.
func TestContextEnds(t *testing.T) {
	t.Parallel()
	for _, deaf := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			body := &silent{deaf: deaf, end: make(chan struct{})}
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			began := time.Now()
			data, err := Read(ctx, &http.Response{StatusCode: 200, Body: body}, 10)
			if took := time.Since(began); took != time.Second || !errors.Is(err, context.DeadlineExceeded) || data != nil {
				t.Errorf("deaf %v, after %v: %q, %v", deaf, took, data, err)
			}
			if deaf {
				close(body.end)
			}
			<-body.end // of a body that was not closed this is a deadlock
		})
	}
}

func TestRead(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	tests := []struct {
		name   string
		body   io.Reader
		length int64 // as claimed
		limit  int64
		want   string
		err    error
	}{
		{"whole", strings.NewReader("body"), 4, 10, "body", nil},
		{"of unknown length", strings.NewReader("body"), -1, 10, "body", nil},
		{"limited", strings.NewReader("body"), 4, 3, "bod", nil},
		{"empty", strings.NewReader(""), 0, 10, "", nil},
		{"length that is a lie", strings.NewReader("body"), 1 << 62, 1 << 61, "body", nil},
		{"broken", io.MultiReader(strings.NewReader("bo"), iotest.ErrReader(broken)), 4, 10, "bo", broken},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			closed := false
			resp := &http.Response{StatusCode: 200, ContentLength: test.length, Body: struct {
				io.Reader
				io.Closer
			}{test.body, closer(func() { closed = true })}}
			data, err := Read(t.Context(), resp, test.limit)
			if string(data) != test.want || !errors.Is(err, test.err) {
				t.Errorf("%q, %v; want %q, %v", data, err, test.want, test.err)
			}
			if !closed {
				t.Error("the body is open")
			}
		})
	}
}

// Of what is no answer nothing is read, and whatever may come of it is cut off.
func TestStatus(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]string{
		0: "no valid answer: its status is 000", 99: "no valid answer: its status is 099", 101: "no valid answer: its status is 101",
		199: "no valid answer: its status is 199", 1000: "no valid answer: its status is 1000", 200: "", 204: "", 404: "", 599: "", 600: "", 999: "",
	} {
		body := &silent{end: make(chan struct{})}
		if want == "" {
			body.Close()
		}
		_, err := Read(t.Context(), &http.Response{StatusCode: status, Body: body}, 10)
		if want == "" && !errors.Is(err, io.ErrClosedPipe) || want != "" && (err == nil || err.Error() != want) {
			t.Errorf("status %d: %v, want %q", status, err, want)
		}
		<-body.end
	}
}

type closer func()

func (c closer) Close() error { c(); return nil }
