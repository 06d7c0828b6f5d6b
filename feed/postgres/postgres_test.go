package postgres

import (
	"bufio"
	"bytes"
	"errors"
	"strings"
	"testing"

	"gannet/feed"
	"gannet/internal/testpostgres"
)

// TestEveryTextIsCopied: the server reads back each text as it was, but for what PostgreSQL cannot have.
func TestEveryTextIsCopied(t *testing.T) {
	server := testpostgres.Start(t)
	s, err := New(Options{Address: server.Address(), Schema: `a "b"`})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Cursor(t.Context(), "one"); err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{
		"plain": "plain", `\N`: `\N`, `\.`: `\.`, "a\tb\\\r\nc": "a\tb\\\r\nc", "a\x00b": "ab", "\xff": "\uFFFD", "😀": "😀",
	}
	for text, want := range texts {
		if err := s.run(t.Context(), "CREATE TEMP TABLE pg_copied (x text)"); err != nil {
			t.Fatal(err)
		}
		var line bytes.Buffer
		w := &copyWriter{out: bufio.NewWriter(&line)}
		if err := errors.Join(w.row(text), w.row(nil), w.out.Flush()); err != nil {
			t.Fatal(err)
		}
		if _, err := s.conn.CopyFrom(t.Context(), &line, "COPY pg_copied FROM STDIN"); err != nil {
			t.Fatal(err)
		}
		got, err := s.query(t.Context(), "SELECT x FROM pg_copied")
		if err != nil || len(got) != 2 || string(got[0][0]) != want || got[1][0] != nil {
			t.Errorf("%q is read back as %q, %v", text, got, err)
		}
		if err := s.run(t.Context(), "DROP TABLE pg_copied"); err != nil {
			t.Fatal(err)
		}
	}
	if got := string(withoutNUL([]byte(`["a\u0000b", "\\u0000", "\"\u0000\u0000"]`))); got != `["ab", "\\u0000", "\""]` {
		t.Errorf("JSON without NUL: %s", got)
	}
	if err := (&copyWriter{}).row([]int{1}); err == nil {
		t.Error("a value of another type is written")
	}
}

func TestOtherDatabasesAreRefused(t *testing.T) {
	server := testpostgres.Start(t)
	server.Rows("CREATE TABLE public.notes (x text)")
	for schema, statement := range map[string]string{"public": "", "later": "UPDATE later.facts SET value = '2' WHERE name = 'version'"} {
		s, err := New(Options{Address: server.Address(), Schema: schema})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if statement != "" {
			if _, err := s.Cursor(t.Context(), "one"); err != nil {
				t.Fatal(err)
			}
			server.Rows(statement)
		}
		if _, err := s.Cursor(t.Context(), "one"); !errors.Is(err, ErrForeign) {
			t.Errorf("%s: %v", schema, err)
		}
	}
	if _, err := New(Options{Address: "postgres://u:secret@host:x/db"}); !errors.Is(err, ErrAddress) || strings.Contains(err.Error(), "secret") {
		t.Errorf("address: %v", err)
	}
	s, err := New(Options{Address: server.Address() + "&user=nobody", Schema: "public"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Cursor(t.Context(), "one"); err == nil || errors.Is(err, feed.ErrUnavailable) {
		t.Errorf("a user that does not exist: %v", err)
	}
	server.Kill()
	if _, err := s.Cursor(t.Context(), "one"); !errors.Is(err, feed.ErrUnavailable) {
		t.Errorf("no server: %v", err)
	}
}

// TestHeldLocksEnd: a run that another session blocks ends after a time, which the address may give, and can be tried again.
func TestHeldLocksEnd(t *testing.T) {
	server := testpostgres.Start(t)
	holder, err := New(Options{Address: server.Address(), Schema: "gannet"})
	if err != nil {
		t.Fatal(err)
	}
	defer holder.Close()
	if _, err := holder.Cursor(t.Context(), "one"); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"lock_timeout": "1min", "statement_timeout": "1h", "idle_in_transaction_session_timeout": "10min"} {
		if got, err := holder.query(t.Context(), "SHOW "+name); err != nil || string(got[0][0]) != want {
			t.Errorf("%s is %s, %v", name, got, err)
		}
	}
	err = holder.transaction(t.Context(), func() error {
		if _, err := holder.facts(t.Context()); err != nil {
			return err
		}
		for _, limit := range []string{"lock_timeout", "statement_timeout"} {
			s, err := New(Options{Address: server.Address() + "&" + limit + "=20", Schema: "gannet"})
			if err != nil {
				return err
			}
			defer s.Close()
			if _, err := s.Cursor(t.Context(), "one"); !errors.Is(err, feed.ErrUnavailable) {
				t.Errorf("%s: %v", limit, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// TestTwoRunsAtOnce: the cursor is locked, and an update of a cursor that has moved is refused.
func TestTwoRunsAtOnce(t *testing.T) {
	server := testpostgres.Start(t)
	s, err := New(Options{Address: server.Address(), Schema: "gannet", Table: feed.Table{Name: feed.PostingsTable}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Cursor(t.Context(), "one"); err != nil {
		t.Fatal(err)
	}
	if err := s.Apply(t.Context(), &feed.Update{Crawl: "one", Cursor: 7}); err != nil {
		t.Fatal(err)
	}
	if err := s.Apply(t.Context(), &feed.Update{Crawl: "one", Cursor: 9}); !errors.Is(err, feed.ErrMoved) {
		t.Errorf("a cursor that has moved: %v", err)
	}
	if cursor, err := s.Cursor(t.Context(), "one"); cursor != 7 || err != nil {
		t.Errorf("cursor %d, %v", cursor, err)
	}
}

// TestLimitsAreNoStartupParameters: poolers such as PgBouncer refuse them. Those that the address gives are sent with it, and not set again.
func TestLimitsAreNoStartupParameters(t *testing.T) {
	server := testpostgres.Start(t)
	s, err := New(Options{Address: server.Address(), Schema: "limits"})
	if err != nil {
		t.Fatal(err)
	}
	for name := range limits {
		if value, sent := s.config.RuntimeParams[name]; sent {
			t.Errorf("%s=%s is sent", name, value)
		}
	}
	separator := "?"
	if strings.Contains(server.Address(), "?") {
		separator = "&"
	}
	if s, err = New(Options{Address: server.Address() + separator + "lock_timeout=7s", Schema: "limits"}); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Cursor(t.Context(), "one"); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"lock_timeout": "7s", "statement_timeout": "1h"} {
		if got, err := s.query(t.Context(), "SHOW "+name); err != nil || string(got[0][0]) != want {
			t.Errorf("%s is %q, %v", name, got, err)
		}
	}
}
