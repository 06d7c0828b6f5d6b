package cluster

import (
	"context"
	"errors"
	"fmt"
)

const identityKey = "identity"

// Identity returns a text that tells a crawl apart from all others, also from one of the same name that was removed before it. Whoever asks
// first makes it.
//
// Servers that are not ready yet are waited for, as Agree waits for them.
func Identity(ctx context.Context, e Engine) (id string, err error) {
	err = patiently(ctx, func(ctx context.Context) (err error) {
		id, err = identity(ctx, e)
		return err
	})
	return id, err
}

func identity(ctx context.Context, e Engine) (id string, err error) {
	for {
		entry, err := e.State.Get(ctx, identityKey)
		if err == nil {
			return string(entry.Value), nil
		}
		if errors.Is(err, ErrNoKey) {
			_, err = e.State.Create(ctx, identityKey, []byte(newSession()))
		}
		if err != nil && !errors.Is(err, ErrConflict) {
			return "", fmt.Errorf("read which crawl this is: %w", err)
		}
	}
}
