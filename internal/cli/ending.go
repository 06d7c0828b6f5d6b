package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// These are the exit statuses of gannet's programs: success, failure, and wrong use of the command line.
const (
	// ExitOK is the exit status of a program after success.
	ExitOK = 0
	// ExitFailed is the exit status of a program after a failure.
	ExitFailed = 1
	// ExitUsage is the exit status of a program after wrong use of the command line: EX_USAGE of sysexits.h. It is not 2, because that is
	// the status of a Go program that panics.
	ExitUsage = 64
)

// PrintError prints an error or a warning to w, wrapped to the width of the terminal if w is one.
func PrintError(w io.Writer, line string) {
	if IsTerminal(w) {
		line = WrapCell(line, Columns(w))
	}
	fmt.Fprintln(w, line)
}

// UntilSignal returns a context that ends at the first interrupt, termination or hang-up signal. A second signal ends the process as usual.
func UntilSignal() (ctx context.Context, stop func()) {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	came := make(chan os.Signal, 2)
	signal.Notify(came, signals...)
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		if _, ok := <-came; !ok {
			return
		}
		cancel()
		if second, ok := <-came; ok {
			signal.Reset(signals...)
			endBy(second)
		}
	}()
	return ctx, func() {
		signal.Stop(came)
		close(came)
		cancel()
	}
}

// endBy ends this process by a signal. On Windows, where a process cannot send itself a signal, the process just exits.
func endBy(s os.Signal) {
	self, err := os.FindProcess(os.Getpid())
	if err != nil || self.Signal(s) != nil {
		os.Exit(ExitFailed)
	}
}
