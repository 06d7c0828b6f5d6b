package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"

	"gannet/internal/cli"
)

// sentences is a slog.Handler for people: a line of a terminal for each event, in place of the progress line.
type sentences struct {
	mu *sync.Mutex // guards w
	w  io.Writer
	of []slog.Attr // of all events
}

func newSentences(w io.Writer) *sentences { return &sentences{mu: new(sync.Mutex), w: w} }

// Enabled implements slog.Handler: only messages of level Info and above are printed.
func (s *sentences) Enabled(_ context.Context, level slog.Level) bool { return level >= slog.LevelInfo }

// WithAttrs implements slog.Handler: it returns a handler that adds these attributes to each message.
func (s *sentences) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &sentences{s.mu, s.w, slices.Concat(s.of, attrs)}
}

// WithGroup implements slog.Handler: it ignores the group, because no log message of gannet uses one.
func (s *sentences) WithGroup(string) slog.Handler { return s }

// reasons are the attributes that say why. A sentence ends with them.
var reasons = []string{"why", "cause", "err"}

// Handle implements slog.Handler: it prints a message as one sentence.
func (s *sentences) Handle(_ context.Context, r slog.Record) error {
	attrs := slices.Clone(s.of)
	r.Attrs(func(a slog.Attr) bool {
		attrs = append(attrs, a)
		return true
	})
	text := r.Message
	if r.Level >= slog.LevelWarn {
		text = "warning: " + text
	}
	var facts, why []string
	for _, a := range attrs {
		a = scrub(nil, a)
		if value := a.Value.String(); slices.Contains(reasons, a.Key) {
			why = append(why, value)
		} else {
			facts = append(facts, strings.ReplaceAll(a.Key, "_", " ")+" "+value)
		}
	}
	if len(facts) > 0 {
		text += " (" + strings.Join(facts, ", ") + ")"
	}
	if len(why) > 0 {
		text += ": " + strings.Join(why, "; ")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err := fmt.Fprintf(s.w, "%s%s\n", cli.ClearLine, cli.WrapCell(firstUpper(cli.Printable(cli.OneSpace(text))), cli.Columns(s.w)))
	return err
}

// firstUpper returns a text that begins with a capital letter.
func firstUpper(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
