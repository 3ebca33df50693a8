package watch

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

// Teller hands a report to somebody. name is the report's, by which a report that comes
// twice is known. An error says that it may not have arrived.
type Teller interface {
	Tell(ctx context.Context, name string, report []byte) error
}

// TellAll hands the reports of a folder that a teller has not taken yet to it, in the
// order of their names, and gives those that are left. It stops at the first that is not
// taken: who is told gets them in their order, some maybe twice, none not at all.
func TellAll(ctx context.Context, folder string, untold []string, t Teller) (left []string, err error) {
	for i, name := range untold {
		if err := tellOne(ctx, filepath.Join(folder, filepath.Base(name)), t); err != nil {
			return untold[i:], fmt.Errorf("telling what changed (%s, told again the next time): %w", name, err)
		}
	}
	return nil, nil
}

func tellOne(ctx context.Context, path string, t Teller) error {
	report, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) { // somebody has removed it
		return nil
	}
	if err != nil {
		return err
	}
	return t.Tell(ctx, filepath.Base(path), report)
}

// Command is a program that is given reports on its standard input.
type Command struct {
	Args []string  // the program and its arguments
	Run  string    // folder of the run, which it finds in VERDE_RUN
	Out  io.Writer // takes what it prints
}

// NewCommand reads a command line: words between spaces, of which the first is a program
// that has to be there, or with shell a text for the system's shell.
func NewCommand(line string, shell bool) (Command, error) {
	words := strings.Fields(line)
	switch {
	case len(words) == 0:
		return Command{}, errors.New("it is empty")
	case !shell:
		_, err := exec.LookPath(words[0])
		return Command{Args: words}, err
	case runtime.GOOS == "windows":
		return Command{Args: []string{"cmd", "/C", line}}, nil
	}
	return Command{Args: []string{"sh", "-c", line}}, nil
}

// maxCommand bounds the time that a command takes, so that one that hangs does not end
// the watch.
const maxCommand = 10 * time.Minute

// Tell implements [Teller].
func (c Command) Tell(ctx context.Context, name string, report []byte) error {
	ctx, cancel := context.WithTimeout(ctx, maxCommand)
	defer cancel()
	cmd := exec.CommandContext(ctx, c.Args[0], c.Args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(report), c.Out, c.Out
	cmd.Env = append(os.Environ(), "VERDE_RUN="+c.Run, "VERDE_REPORT="+name)
	cmd.WaitDelay = 5 * time.Second // for what it has started and left behind
	err := cmd.Run()
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return fmt.Errorf("command %s: %w", strings.Join(c.Args, " "), err)
	}
	return nil // one that has not read all of it has taken it all the same
}

// Webhook is an address that reports are posted to, as the Standard Webhooks say
// (https://www.standardwebhooks.com): the headers webhook-id and webhook-timestamp, and
// with a secret webhook-signature, "v1," and the HMAC-SHA256 of "id.timestamp.body" in
// base64. A report that is posted again has the same id.
type Webhook struct {
	URL    string
	secret []byte
	client *retryablehttp.Client
	now    func() time.Time
}

// Retries of a post: of 429, 5xx and no answer, six times within two minutes. One that
// asks by Retry-After to be left alone for longer is left alone until the next turn.
const (
	hookRetries = 6
	hookWait    = 2 * time.Second
	hookMaxWait = 32 * time.Second
	hookTimeout = 30 * time.Second // of one post
	hookAll     = 2 * time.Minute  // of all of them
)

// NewWebhook makes a webhook. secret signs what is posted, "" for no signature; behind
// "whsec_" it is base64, as the standard writes it, else any text.
func NewWebhook(address, secret string) (*Webhook, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, fmt.Errorf("%q is no address as in https://hooks.example/verde", address)
	}
	w := &Webhook{URL: address, secret: []byte(secret), client: retryablehttp.NewClient(), now: time.Now}
	if text, ok := strings.CutPrefix(secret, "whsec_"); ok {
		if w.secret, err = base64.StdEncoding.DecodeString(text); err != nil {
			return nil, errors.New("the secret is no base64 behind whsec_")
		}
	}
	w.client.Logger = nil
	w.client.RetryMax, w.client.RetryWaitMin, w.client.RetryWaitMax = hookRetries, hookWait, hookMaxWait
	w.client.CheckRetry, w.client.Backoff = retryInTime, backoff
	w.client.ErrorHandler = retryablehttp.PassthroughErrorHandler
	w.client.HTTPClient.Timeout = hookTimeout
	w.client.HTTPClient.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse } // what is posted is not for others
	return w, nil
}

// backoff is how long is waited before a post is repeated: as Retry-After asks for, but
// no shorter than the least time, which one that overflows would be.
func backoff(least, most time.Duration, attempt int, resp *http.Response) time.Duration {
	return max(least, retryablehttp.DefaultBackoff(least, most, attempt, resp))
}

// retryInTime is the library's policy, but that nothing is waited for that would come
// when there is no time left.
func retryInTime(ctx context.Context, resp *http.Response, err error) (bool, error) {
	again, failed := retryablehttp.DefaultRetryPolicy(ctx, resp, err)
	if deadline, ok := ctx.Deadline(); again && ok && time.Now().Add(backoff(0, 0, 0, resp)).After(deadline) {
		return false, failed
	}
	return again, failed
}

// Tell implements [Teller].
func (w *Webhook) Tell(ctx context.Context, name string, report []byte) error {
	turn := ctx
	ctx, cancel := context.WithTimeoutCause(turn, hookAll, fmt.Errorf("not taken within %v", hookAll))
	defer cancel()
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodPost, w.URL, report)
	if err != nil {
		return fmt.Errorf("webhook: %w", err)
	}
	id, at := "verde_"+strings.TrimSuffix(name, ".json"), strconv.FormatInt(w.now().Unix(), 10)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "verde")
	req.Header.Set("webhook-id", id)
	req.Header.Set("webhook-timestamp", at)
	if len(w.secret) > 0 {
		req.Header.Set("webhook-signature", sign(w.secret, id, at, report))
	}
	resp, err := w.client.Do(req)
	if err != nil {
		if turn.Err() != nil {
			return context.Cause(turn)
		}
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		return fmt.Errorf("webhook %s: %w", req.URL.Redacted(), err)
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		return fmt.Errorf("webhook %s: answered %s", req.URL.Redacted(), resp.Status)
	}
	return nil
}

// sign is the signature of a message.
func sign(secret []byte, id, at string, body []byte) string {
	mac := hmac.New(sha256.New, secret)
	fmt.Fprintf(mac, "%s.%s.%s", id, at, body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}
