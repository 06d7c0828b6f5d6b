package mcp

import (
	"context"
	"gannet/crawldir"
	"gannet/store"
)

// statusArgs are none.
type statusArgs struct{}

// statusAnswer says how a crawl is.
type statusAnswer struct {
	Running bool             `json:"running"`
	Kept    store.Stats      `json:"kept"`
	Latest  *crawldir.Status `json:"latest_run,omitempty"` // what the latest run said of itself
}

func (a *answerer) crawlStatus(ctx context.Context, _ statusArgs) (any, error) {
	answer := &statusAnswer{}
	err := a.read(ctx, func(r *crawldir.Reader) (err error) {
		answer.Running = r.Running()
		if answer.Kept, err = r.Store.Stats(); err != nil {
			return err
		}
		answer.Latest, err = r.Status()
		return err
	})
	return answer, err
}
