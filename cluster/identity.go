package cluster

import (
	"context"
	"errors"
	"fmt"
)

const identityKey = "identity"

// Identity returns a text that identifies a crawl. It differs from that of every other crawl, even of an earlier one with the same name that
// was removed. The first machine that calls Identity makes the text.
//
// Identity waits until the servers are ready, as Agree does.
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
