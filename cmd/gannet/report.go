package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"time"

	"gannet/crawldir"
	"gannet/internal/cli"
	"gannet/internal/weburl"
)

const (
	lineEvery = time.Second      // progress line on a terminal, and the status file
	logEvery  = 10 * time.Second // log line elsewhere
	idleEvery = 10 * time.Minute // log line while nothing happens
)

// reporter writes progress to a terminal and events to a log.
type reporter struct {
	w        io.Writer
	terminal bool
	quiet    bool
	log      *slog.Logger
	logged   time.Time // when stepOrLog last wrote, or the beginning
}

func newReporter(w io.Writer, format string, quiet bool) *reporter {
	r := &reporter{w: w, quiet: quiet, logged: time.Now()}
	if r.terminal = cli.IsTerminal(w) && format == "text"; r.terminal {
		r.w = cli.FileOf(w) // which takes the signs that clear a line
	}
	level := &slog.HandlerOptions{Level: slog.LevelInfo, ReplaceAttr: scrub}
	switch {
	case quiet:
		r.log = slog.New(slog.DiscardHandler)
	case r.terminal:
		r.log = slog.New(newSentences(r.w))
	case format == "json":
		r.log = slog.New(slog.NewJSONHandler(w, level))
	default:
		r.log = slog.New(slog.NewTextHandler(w, level))
	}
	return r
}

// scrub hides the passwords in a value of a log line. A cause gets its remedy.
func scrub(_ []string, a slog.Attr) slog.Attr {
	switch v := a.Value.Any().(type) {
	case string:
		a.Value = slog.StringValue(weburl.Scrub(v))
	case error:
		if a.Key == "cause" {
			v = remedied(v, "")
		}
		a.Value = slog.StringValue(weburl.Scrub(v.Error()))
	}
	return a
}

// archived warns of what archives do not give as it is.
func (r *reporter) archived(err error) { r.log.Warn("read from archives", "err", oneLine(err)) }

// step shows the progress of a long command, if there is a terminal.
func (r *reporter) step(format string, args ...any) {
	if r.terminal {
		r.writeLine(fmt.Sprintf(format, args...))
	}
}

// stepOrLog is step for a command that may take hours. Where there is no terminal, it writes a log line every logEvery.
func (r *reporter) stepOrLog(format string, args ...any) {
	r.step(format, args...)
	if !r.terminal && time.Since(r.logged) >= logEvery {
		r.logged = time.Now()
		r.log.Info(fmt.Sprintf(format, args...))
	}
}

// writeLine replaces the progress line. It cuts what does not fit into a line: a second one would stay.
func (r *reporter) writeLine(line string) {
	_, _ = io.WriteString(r.w, cli.ClearLine+cli.CutLine(cli.Printable(line), cli.Columns(r.w)))
}

// replayed shows how far a resumed crawl has read its pages again.
func (r *reporter) replayed(p crawldir.Replay) {
	switch {
	case p.Pages%replayEvery != 0 || r.quiet:
	case p.Rebuild:
		r.step("frontier made again from %d of %d pages kept", p.Pages, p.Kept)
	default:
		r.step("learning again from %d of %d pages kept", p.Pages, p.Kept)
	}
}

// replayEvery is how many pages are read again between two updates of the progress line.
const replayEvery = 64

// endLine removes the progress line.
func (r *reporter) endLine() {
	if r.terminal {
		_, _ = io.WriteString(r.w, cli.ClearLine)
	}
}

// writeJSON writes a value as indented JSON.
func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	return e.Encode(v)
}
