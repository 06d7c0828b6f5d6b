// Package program is the program gannet-kafka: it writes into topics of Kafka what gannet sends it.
//
// It is a program of its own because only few need Kafka, whose client would add a fifteenth to each build of gannet.
package program

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"gannet/feed/kafka/transact"
	"gannet/feed/kafka/wire"
)

// Run is the program gannet-kafka: it serves requests from stdin until stdin ends, and returns the exit status. If stdin ends within a
// transaction, the transaction is not committed.
func Run(stdin io.Reader, stdout, stderr io.Writer) int {
	ctx := context.Background()
	p := &program{in: json.NewDecoder(stdin), out: json.NewEncoder(stdout)}
	err := p.serve(ctx)
	if p.to != nil {
		p.to.Close()
	}
	if err == nil || errors.Is(err, io.EOF) {
		return 0
	}
	fmt.Fprintf(stderr, "gannet-kafka: %v; gannet starts it for `gannet jobs sync DIR kafka://HOST/TOPIC`\n", err)
	return 1
}

type program struct {
	in   *json.Decoder
	out  *json.Encoder
	to   *transact.Writer
	open bool // there is a transaction
}

func (p *program) serve(ctx context.Context) error {
	for {
		var r wire.Request
		if err := p.in.Decode(&r); err != nil {
			return err
		}
		switch {
		case r.Open != nil && p.to == nil:
			to, state, err := transact.Open(ctx, *r.Open)
			p.to = to
			if err := p.reply(state, err); err != nil {
				return err
			}
		case p.to == nil:
			return errors.New("the first request has to open a topic")
		case r.Record != nil:
			if err := p.begin(); err != nil {
				return p.reply(nil, err)
			}
			p.to.Add(ctx, r.Record)
		case r.Commit != nil:
			if err := p.reply(nil, p.commit(ctx, r.Commit)); err != nil {
				return err
			}
		}
	}
}

func (p *program) begin() error {
	if p.open {
		return nil
	}
	p.open = true
	return p.to.Begin()
}

func (p *program) commit(ctx context.Context, state []byte) error {
	if err := p.begin(); err != nil {
		return err
	}
	p.open = false
	return p.to.Commit(ctx, state)
}

// reply answers a request. After an error the program ends, so that the next one begins with the state that was committed.
func (p *program) reply(state []byte, err error) error {
	if err == nil {
		return p.out.Encode(wire.Reply{State: state})
	}
	return errors.Join(p.out.Encode(wire.Reply{Error: err.Error(), Kind: transact.KindOf(err)}), io.EOF)
}
