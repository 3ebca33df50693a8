// Package httpbody reads the bodies of HTTP answers.
//
// The one idea: nobody waits for a body longer than its context lasts. net/http
// holds to that for the bodies that it frames itself, but hands out the bare
// connection as the body of 101 Switching Protocols, and a transport of
// somebody's own need not hold to it at all.
package httpbody

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
)

// trusted is up to where memory is set aside for a body that a server says is
// so long.
const trusted = 1 << 20

// Read reads the body of resp to its end, but at most limit bytes, and closes
// it. If ctx ends before, it returns its cause at once, and the body is closed
// meanwhile, which ends what still reads it.
//
// An answer whose status ends none is an error, and nothing is read of it: a
// number that is no status, or one of 1xx, which go before an answer (RFC 9110
// §15.2). net/http passes over the latter by itself, but for 101, behind which a
// server may say whatever it takes the connection for now, or nothing.
//
// Memory is that of what is read, whatever length the answer claims.
func Read(ctx context.Context, resp *http.Response, limit int64) ([]byte, error) {
	if !IsFinal(resp.StatusCode) {
		resp.Body.Close()
		return nil, fmt.Errorf("no valid answer: its status is %03d", resp.StatusCode)
	}
	type outcome struct {
		data []byte
		err  error
	}
	done := make(chan outcome, 1) // nobody may be left to receive
	go func() {
		var data bytes.Buffer
		if n := resp.ContentLength; n > 0 {
			data.Grow(int(min(n, limit, trusted)) + bytes.MinRead)
		}
		_, err := data.ReadFrom(io.LimitReader(resp.Body, limit))
		resp.Body.Close() // of what was not read nothing is lost
		done <- outcome{data.Bytes(), err}
	}()
	select {
	case o := <-done:
		if o.err != nil {
			o.err = fmt.Errorf("reading the body: %w", o.err)
		}
		return o.data, o.err
	case <-ctx.Done():
		go resp.Body.Close() // it may have to wait, too
		return nil, context.Cause(ctx)
	}
}

// IsFinal tells whether a status ends an answer. Those above 599 mean nothing
// (RFC 9110 §15), but servers send them.
func IsFinal(status int) bool { return status >= 200 && status <= 999 }
