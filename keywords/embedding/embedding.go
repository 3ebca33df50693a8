// Package embedding gets word vectors from a model behind an OpenAI-compatible endpoint,
// such as those of OpenAI, Ollama, vLLM and llama.cpp.
//
// The one idea: the words to be compared are known beforehand, so all their vectors are
// requested first. The evaluator then computes with vectors in memory: it never waits and
// never fails.
package embedding

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/go-retryablehttp"

	"verde/internal/agent"
	"verde/internal/httpbody"
	"verde/keywords"
)

// KeyVariable is the variable of the environment that holds the key, if the
// endpoint wants one.
const KeyVariable = "OPENAI_API_KEY"

// Options of [Words]. The zero value means the defaults.
type Options struct {
	Endpoint  string              // default https://api.openai.com/v1
	Model     string              // default text-embedding-3-small
	UserAgent string              // default [agent.Default]
	Timeout   time.Duration       // for one request; default 60 s
	Retries   int                 // after a quota or a failure of the server; default 3, negative for none
	Client    *http.Client        // default one that honours HTTP_PROXY
	Getenv    func(string) string // for the key; default [os.Getenv]
}

const (
	defaultEndpoint = "https://api.openai.com/v1"
	defaultModel    = "text-embedding-3-small"
	defaultTimeout  = 60 * time.Second
	defaultRetries  = 3
	maxRetryWait    = 30 * time.Second
	batch           = 256 // words in a request; OpenAI takes 2048, others fewer
	maxWord         = 200 // bytes
	maxAnswer       = 64 << 20
	maxWords        = 10_000
)

// Words requests the vectors of words and phrases, and gives an evaluator by them. Words
// that are empty or longer than 200 bytes are left out; more than 10,000 are an error,
// since each costs money.
//
// The key goes to the endpoint's host alone and into no error.
func Words(ctx context.Context, words []string, opt Options) (*keywords.Vectors, error) {
	c, err := newClient(opt)
	if err != nil {
		return nil, err
	}
	words = slices.DeleteFunc(slices.Clone(words), func(w string) bool { return strings.TrimSpace(w) == "" || len(w) > maxWord })
	slices.Sort(words)
	words = slices.Compact(words)
	if len(words) == 0 || len(words) > maxWords {
		return nil, fmt.Errorf("%d words to embed: there may be 1 to %d", len(words), maxWords)
	}
	of := make(map[string][]float32, len(words))
	for some := range slices.Chunk(words, batch) {
		vectors, err := c.embed(ctx, some)
		if err != nil {
			return nil, fmt.Errorf("embeddings of %s: %w", c.host, c.hide(err))
		}
		for i, w := range some {
			of[w] = vectors[i]
		}
	}
	v, err := keywords.NewVectors(of, true)
	if err != nil {
		return nil, fmt.Errorf("embeddings of %s: %w", c.host, err)
	}
	return v, nil
}

type client struct {
	http             *retryablehttp.Client
	url, host, model string
	agent, key       string
	timeout          time.Duration
}

func newClient(opt Options) (*client, error) {
	if opt.Endpoint == "" {
		opt.Endpoint = defaultEndpoint
	}
	if opt.Model == "" {
		opt.Model = defaultModel
	}
	if opt.Timeout == 0 {
		opt.Timeout = defaultTimeout
	}
	if opt.Retries == 0 {
		opt.Retries = defaultRetries
	}
	if opt.Getenv == nil {
		opt.Getenv = os.Getenv
	}
	u, err := url.Parse(opt.Endpoint)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("embeddings endpoint %q: give its URL, as in http://localhost:11434/v1", opt.Endpoint)
	}
	u = u.JoinPath("embeddings")
	r := retryablehttp.NewClient()
	r.Logger, r.RetryMax, r.RetryWaitMax = nil, max(0, opt.Retries), maxRetryWait
	r.ErrorHandler = retryablehttp.PassthroughErrorHandler // the last answer says why
	if opt.Client != nil {
		r.HTTPClient = opt.Client
	}
	plain := *r.HTTPClient
	plain.CheckRedirect = func(*http.Request, []*http.Request) error { return errors.New("it redirects") } // another host is not to have the key
	r.HTTPClient = &plain
	return &client{http: r, url: u.String(), host: u.Host, model: opt.Model, agent: cmp.Or(opt.UserAgent, agent.Default), key: opt.Getenv(KeyVariable), timeout: opt.Timeout}, nil
}

// embed sends one request, and gives a vector for each word.
func (c *client) embed(ctx context.Context, words []string) ([][]float32, error) {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	body, err := json.Marshal(map[string]any{"model": c.model, "input": words, "encoding_format": "float"})
	if err != nil {
		return nil, err
	}
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("User-Agent", c.agent)
	req.Header.Set("Content-Type", "application/json")
	if c.key != "" {
		req.Header.Set("Authorization", "Bearer "+c.key)
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, err
	}
	data, err := httpbody.Read(ctx, resp, maxAnswer+1)
	if err != nil {
		return nil, err
	}
	if len(data) > maxAnswer {
		return nil, fmt.Errorf("the answer is over %d MiB", maxAnswer>>20)
	}
	var answer struct {
		Data []struct {
			Index     int       `json:"index"`
			Embedding []float32 `json:"embedding"`
		} `json:"data"`
		Error struct {
			Message string `json:"message"`
		} `json:"error"`
	}
	err = json.Unmarshal(data, &answer)
	switch {
	case resp.StatusCode == http.StatusUnauthorized:
		return nil, fmt.Errorf("%s; %s: is %s right?", resp.Status, answer.Error.Message, KeyVariable)
	case resp.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("%s; %s", resp.Status, answer.Error.Message)
	case err != nil:
		return nil, fmt.Errorf("the answer is none of embeddings: %w", err)
	}
	vectors := make([][]float32, len(words))
	for _, d := range answer.Data {
		if d.Index < 0 || d.Index >= len(words) || vectors[d.Index] != nil {
			return nil, fmt.Errorf("a vector for word %d of %d, or a second one", d.Index, len(words))
		}
		vectors[d.Index] = d.Embedding
	}
	for i, v := range vectors {
		if len(v) == 0 {
			return nil, fmt.Errorf("no vector for %q", words[i])
		}
	}
	return vectors, nil
}

// hide keeps the key out of an error, whoever wrote it there.
func (c *client) hide(err error) error {
	if u := new(url.Error); errors.As(err, &u) {
		err = u.Err
	}
	if c.key != "" && strings.Contains(err.Error(), c.key) {
		return errors.New(strings.ReplaceAll(err.Error(), c.key, "KEY"))
	}
	return err
}
