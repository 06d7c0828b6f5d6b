package natslog

import (
	"context"

	"github.com/nats-io/nats.go"
)

// calls are NATS' requests and replies, one subject for each name.
type calls struct {
	nc      *nats.Conn
	subject string // and a name
}

// Serve implements cluster.Calls: it answers questions that are sent to a name.
func (c *calls) Serve(name string, answer func([]byte) []byte) (stop func(), err error) {
	s, err := c.nc.Subscribe(c.subject+name, func(m *nats.Msg) {
		if a := answer(m.Data); m.Reply != "" {
			_ = m.Respond(a) // whoever asked asks again
		}
	})
	if err != nil {
		return nil, err
	}
	return func() { _ = s.Unsubscribe() }, nil
}

// Ask implements cluster.Calls: it sends a question to a name and returns the answer.
func (c *calls) Ask(ctx context.Context, name string, question []byte) ([]byte, error) {
	m, err := c.nc.RequestWithContext(ctx, c.subject+name, question)
	if err != nil {
		return nil, err
	}
	return m.Data, nil
}

// Tell implements cluster.Calls: it sends a message to a name without an answer.
func (c *calls) Tell(name string, message []byte) error { return c.nc.Publish(c.subject+name, message) }
