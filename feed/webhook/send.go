package webhook

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// The bounds of the pause after a failure. Each further failure in a row doubles the pause. A server may ask for a longer one, within the limit.
const (
	firstPause = time.Second
	mostPause  = 5 * time.Minute
)

// readable is how many bytes of a response are read, so that the connection can be used again.
const readable = 64 << 10

// Send sends a batch again and again until the server accepts it, and then returns nil. id identifies the batch, so that the server
// recognises repetitions. The error is ErrRefused if the server will never accept the batch, or the last failure after Options.Attempts.
func (h *Hook) Send(ctx context.Context, id string, body []byte) error {
	pause := firstPause
	for n := 1; ; n++ {
		asked, err := h.attempt(ctx, id, body)
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, ErrRefused) || n == h.o.Attempts:
			return err
		}
		wait := min(max(pause, asked), mostPause)
		if h.o.Failed != nil {
			h.o.Failed(err, wait)
		}
		if err := h.sleep(ctx, wait); err != nil {
			return err
		}
		pause = min(2*pause, mostPause)
	}
}

// attempt sends a batch once. asked is the pause for which the server asks.
func (h *Hook) attempt(ctx context.Context, id string, body []byte) (asked time.Duration, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, h.o.URL, bytes.NewReader(body))
	if err != nil {
		return 0, ErrURL
	}
	request.Header = h.header(id, body)
	answer, err := h.client.Do(request)
	if err != nil {
		return 0, fmt.Errorf("the webhook on %s does not answer: %w", request.URL.Host, withoutURL(err))
	}
	_, _ = io.CopyN(io.Discard, answer.Body, readable)
	_ = answer.Body.Close()
	return retryAfter(answer), judged(answer)
}

// judged returns nil if a response says that the server accepted the batch.
func judged(answer *http.Response) error {
	code, host := answer.StatusCode, answer.Request.URL.Host
	switch {
	case code >= 200 && code < 300:
		return nil
	case code >= 300 && code < 400:
		return fmt.Errorf("%w: %s answers %d, a redirect, which is not followed", ErrRefused, host, code)
	case code >= 500, code == http.StatusRequestTimeout, code == http.StatusTooEarly, code == http.StatusTooManyRequests:
		return fmt.Errorf("the webhook on %s answers %d", host, code)
	}
	return fmt.Errorf("%w: %s answers %d", ErrRefused, host, code)
}

func retryAfter(answer *http.Response) time.Duration {
	seconds, err := strconv.Atoi(answer.Header.Get("Retry-After"))
	if err != nil || seconds < 0 {
		return 0
	}
	return time.Duration(min(seconds, int(mostPause/time.Second))) * time.Second
}

// withoutURL removes the URL from an error, because the URL may have a secret.
func withoutURL(err error) error {
	if u, ok := errors.AsType[*url.Error](err); ok {
		return u.Err
	}
	return err
}
