package pdftext

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"time"
)

// Bounds of the processes that read files.
const (
	maxProcesses = 2
	maxWall      = 60 * time.Second // of which it gets maxTime of a processor
	maxHTML      = 8 * maxText
)

// bounds are the bounds of one process that reads files.
type bounds struct {
	processor time.Duration // in whole seconds
	memory    uint64        // in bytes, beyond what an idle process has
}

var usual = bounds{processor: maxTime, memory: 512 << 20}

// errorOfStatus are the errors that a process reports by its exit status. The Go runtime's own status is 2.
var errorOfStatus = map[int]error{11: ErrTooLarge, 12: ErrBroken, 13: ErrEncrypted, 14: ErrEmpty}

// Process returns a Reader that reads each file in a separate process, which it starts with the command at path. The command must call
// Serve. argv is its name and arguments, and its environment contains only the limits. At most two such processes run at a time, with lower
// priority than the crawl.
func Process(path string, argv ...string) Reader {
	slots := make(chan struct{}, maxProcesses)
	return func(ctx context.Context, data []byte) ([]byte, error) {
		if len(data) > MaxBytes {
			return nil, ErrTooLarge
		}
		select {
		case slots <- struct{}{}:
			defer func() { <-slots }()
			return runProcess(ctx, path, argv, data)
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func runProcess(parent context.Context, path string, argv []string, data []byte) ([]byte, error) {
	ctx, cancel := context.WithTimeout(parent, maxWall)
	defer cancel()
	page := limited{left: maxHTML}
	c := exec.CommandContext(ctx, path)
	c.Args = argv
	c.Env = append(systemEnv(), "GOMAXPROCS=1", fmt.Sprintf("GOMEMLIMIT=%d", usual.memory/2))
	c.Stdin, c.Stdout = bytes.NewReader(data), &page
	c.SysProcAttr, c.WaitDelay = ownGroup(), time.Second
	err := c.Start()
	if err == nil {
		yieldTo(c.Process.Pid)
		err = c.Wait()
	}
	var exit *exec.ExitError
	switch {
	case parent.Err() != nil:
		return nil, parent.Err()
	case page.left < 0:
		return nil, ErrTooLarge
	case err == nil:
		return page.Bytes(), nil
	case errors.As(err, &exit):
		if known := errorOfStatus[exit.ExitCode()]; known != nil {
			return nil, known
		}
		return nil, ErrHeavy
	}
	return nil, fmt.Errorf("%w: %w", ErrNotStarted, err)
}

// systemEnv returns the environment variables that a process needs to start.
func systemEnv() []string {
	if runtime.GOOS == "windows" {
		return []string{"SYSTEMROOT=" + os.Getenv("SYSTEMROOT")}
	}
	return nil
}

// limited is a buffer that fails beyond its limit.
type limited struct {
	bytes.Buffer
	left int
}

func (l *limited) Write(p []byte) (int, error) {
	if l.left -= len(p); l.left < 0 {
		return 0, ErrTooLarge
	}
	return l.Buffer.Write(p)
}

// Serve is what the process started by Process must call: it limits its own time and memory, reads a PDF from in and writes the HTML page
// to out. It returns the exit status.
func Serve(in io.Reader, out io.Writer) int { return usual.serve(in, out, read) }

func (b bounds) serve(in io.Reader, out io.Writer, read func(data []byte, until time.Time) ([]byte, error)) int {
	b.enforce()
	data, err := io.ReadAll(io.LimitReader(in, MaxBytes+1))
	var page []byte
	if err == nil {
		page, err = read(data, time.Time{})
	}
	if err == nil {
		_, err = out.Write(page)
	}
	if err == nil {
		return 0
	}
	for status, known := range errorOfStatus {
		if errors.Is(err, known) {
			return status
		}
	}
	return 1
}
