package render

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
)

// devtools speaks the Chrome DevTools Protocol over two pipes, as --remote-debugging-pipe requires: each message is JSON followed by a zero byte. No
// other program can connect to the browser, because no port is open, and the browser ends when the pipes do.
type devtools struct {
	handle func(event) // called by the reading goroutine for each event; must not wait for a response

	mu      sync.Mutex // guards the fields below, and writing
	out     io.Writer
	last    int
	waiting map[int]chan message
	ended   chan struct{} // closed when the browser's messages end
}

// message is what the browser sends: the answer to a command, or an event.
type message struct {
	ID     int             `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Message string `json:"message"`
	} `json:"error"`
	event
}

// event is something that has happened in a session, which is one page.
type event struct {
	Session string          `json:"sessionId"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
}

// maxMessage bounds one message of the browser in bytes.
const maxMessage = 64 << 20

var errEnded = errors.New("the browser has ended")

// newDevtools reads messages until the browser closes its end.
func newDevtools(in io.Reader, out io.Writer, handle func(event)) *devtools {
	d := &devtools{handle: handle, out: out, waiting: map[int]chan message{}, ended: make(chan struct{})}
	go d.read(in)
	return d
}

func (d *devtools) read(in io.Reader) {
	defer close(d.ended)
	s := bufio.NewScanner(in)
	s.Buffer(nil, maxMessage)
	s.Split(splitAtZero)
	for s.Scan() {
		var m message
		if json.Unmarshal(s.Bytes(), &m) != nil {
			return
		}
		if m.ID == 0 {
			d.handle(m.event)
			continue
		}
		d.mu.Lock()
		answer := d.waiting[m.ID]
		delete(d.waiting, m.ID)
		d.mu.Unlock()
		if answer != nil {
			answer <- m
		}
	}
}

// splitAtZero is a bufio.SplitFunc for messages that end with a zero byte.
func splitAtZero(data []byte, _ bool) (advance int, token []byte, err error) {
	if i := bytes.IndexByte(data, 0); i >= 0 {
		return i + 1, data[:i], nil
	}
	return 0, nil, nil
}

// params are the parameters of a command.
type params map[string]any

// call sends the browser a command, and decodes its result into to, which may be nil. session is "" for a command to the browser itself.
func (d *devtools) call(ctx context.Context, session, method string, p params, to any) error {
	answer, err := d.send(session, method, p)
	if err != nil {
		return err
	}
	select {
	case m := <-answer:
		switch {
		case m.Error != nil:
			return fmt.Errorf("%s: %s", method, m.Error.Message)
		case to != nil:
			return json.Unmarshal(m.Result, to)
		}
		return nil
	case <-d.ended:
		return errEnded
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// send sends the browser a command without waiting. The result comes through the channel.
func (d *devtools) send(session, method string, p params) (<-chan message, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.last++
	command := params{"id": d.last, "method": method}
	if p != nil {
		command["params"] = p
	}
	if session != "" {
		command["sessionId"] = session
	}
	text, err := json.Marshal(command)
	if err != nil {
		return nil, err
	}
	answer := make(chan message, 1)
	d.waiting[d.last] = answer
	if _, err := d.out.Write(append(text, 0)); err != nil {
		delete(d.waiting, d.last)
		return nil, errEnded
	}
	return answer, nil
}
