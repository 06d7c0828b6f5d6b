package api

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"time"
)

// helloTime is how long a client waits for the first response.
const helloTime = 5 * time.Second

// Client reads the data of a running crawl from the process that runs it. Client implements store.Reader, and its method Postings returns a
// postings.Finder. It is safe for concurrent use.
type Client struct {
	dir, file string
	http      *http.Client
	ctx       context.Context // of all requests
}

// Dial connects to the crawl that runs in a directory; file is the name of its store. The error is ErrNone if no process answers there,
// because none runs the crawl or its version does not have this interface. The error is ErrOtherUser if another user runs the process.
func Dial(dir, file string) (*Client, error) {
	if _, err := os.Lstat(filepath.Join(dir, Dir, socketFile)); errors.Is(err, fs.ErrPermission) {
		return nil, fmt.Errorf("%s: %w", dir, ErrOtherUser)
	}
	c := &Client{dir: dir, file: file, ctx: context.Background(), http: &http.Client{Transport: &http.Transport{
		DialContext:        func(ctx context.Context, _, _ string) (net.Conn, error) { return dial(ctx, dir) },
		DisableCompression: true, MaxIdleConnsPerHost: 16,
	}}}
	ctx, cancel := context.WithTimeout(context.Background(), helloTime)
	defer cancel()
	var h hello
	if err := c.get(ctx, "/", nil, &h); err != nil || h.API != Version {
		c.http.CloseIdleConnections()
		return nil, fmt.Errorf("%s: %w", dir, ErrNone)
	}
	return c, nil
}

// Close closes the connections to the crawl's process.
func (c *Client) Close() error {
	c.http.CloseIdleConnections()
	return nil
}

// request sends a GET request. The error is the one that the server reports, or ErrEnded.
func (c *Client) request(ctx context.Context, path string, q url.Values) (io.ReadCloser, error) {
	return c.send(ctx, http.MethodGet, path, q, nil)
}

// send sends a request by a method.
func (c *Client) send(ctx context.Context, method, of string, q url.Values, body io.Reader) (io.ReadCloser, error) {
	r, err := http.NewRequestWithContext(ctx, method, "http://crawl"+path(of)+"?"+q.Encode(), body)
	if err != nil {
		return nil, err
	}
	answer, err := c.http.Do(r)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, c.ended()
	}
	if answer.StatusCode == http.StatusOK {
		return answer.Body, nil
	}
	defer answer.Body.Close()
	said, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, c.ended()
	}
	return nil, decodeFailure(said)
}

// ended is the error of a response that is not whole.
func (c *Client) ended() error { return fmt.Errorf("%s: %w", c.dir, ErrEnded) }

// get reads one JSON value.
func (c *Client) get(ctx context.Context, path string, q url.Values, into any) error {
	body, err := c.request(ctx, path, q)
	if err != nil {
		return err
	}
	return c.decode(body, into)
}

// decode reads the one JSON value of a response, and closes it.
func (c *Client) decode(body io.ReadCloser, into any) error {
	defer body.Close()
	answer, err := io.ReadAll(body)
	if err != nil {
		return c.ended()
	}
	return json.Unmarshal(answer, into)
}

// value reads one JSON value of a type.
func value[T any](c *Client, path string, q url.Values) (v T, err error) {
	return v, c.get(c.ctx, path, q, &v)
}

// lines calls use for each line of JSON Lines, until use fails.
func lines[T any](c *Client, path string, q url.Values, use func(*T) error) error {
	body, err := c.request(c.ctx, path, q)
	if err != nil {
		return err
	}
	defer body.Close()
	in := bufio.NewReaderSize(body, 1<<16)
	for {
		line, err := in.ReadBytes('\n')
		switch {
		case err == io.EOF && len(line) == 0:
			return nil
		case err != nil:
			return c.ended()
		case bytes.HasPrefix(line, []byte(`{"error":`)):
			return decodeFailure(line)
		}
		v := new(T)
		if err := json.Unmarshal(line, v); err != nil {
			return fmt.Errorf("%s: %w", c.dir, err)
		}
		if err := use(v); err != nil {
			return err
		}
	}
}
