package kafka

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"

	"gannet/feed"
	"gannet/feed/kafka/wire"
)

// program is a running gannet-kafka.
type program struct {
	cmd     *exec.Cmd
	stdin   io.Closer
	buffer  *bufio.Writer
	encoder *json.Encoder
	decoder *json.Decoder
}

func start(path string) (*program, error) {
	cmd := exec.Command(path)
	cmd.Stderr = os.Stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrProgram, err)
	}
	buffer := bufio.NewWriterSize(stdin, 1<<16)
	p := &program{cmd: cmd, stdin: stdin, buffer: buffer, encoder: json.NewEncoder(buffer), decoder: json.NewDecoder(stdout)}
	p.encoder.SetEscapeHTML(false)
	return p, nil
}

// close ends the program, which aborts the transaction that it has not committed.
func (p *program) close() {
	_ = p.stdin.Close()
	_ = p.cmd.Wait()
}

// send sends a request that gets no response. If the program has ended, it has given the reason before.
func (p *program) send(ctx context.Context, r wire.Request) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if p.encoder.Encode(r) != nil {
		return p.answer(nil)
	}
	return nil
}

// within kills the program when ctx ends, until the caller calls stop.
func (p *program) within(ctx context.Context) (stop func() bool) {
	return context.AfterFunc(ctx, func() { _ = p.cmd.Process.Kill() })
}

// request sends a request and returns the state of the response.
func (p *program) request(ctx context.Context, r wire.Request) (state []byte, err error) {
	if err := p.send(ctx, r); err != nil {
		return nil, err
	}
	if p.buffer.Flush() != nil {
		return nil, p.answer(nil)
	}
	err = p.answer(&state)
	return state, err
}

// answer reads a response.
func (p *program) answer(state *[]byte) error {
	var a wire.Reply
	if err := p.decoder.Decode(&a); err != nil {
		return fmt.Errorf("%w: gannet-kafka has ended", feed.ErrUnavailable)
	}
	switch a.Kind {
	case wire.Unavailable:
		return fmt.Errorf("%w: %s", feed.ErrUnavailable, a.Error)
	case wire.Fenced:
		return feed.ErrMoved
	case wire.Divided:
		return ErrDivided
	case wire.Refused:
		return fmt.Errorf("%w: %s", ErrRefused, a.Error)
	}
	if state == nil {
		return fmt.Errorf("%w: gannet-kafka has ended", feed.ErrUnavailable)
	}
	*state = a.State
	return nil
}
