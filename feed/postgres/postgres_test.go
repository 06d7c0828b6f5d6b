package postgres

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

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
	if err := s.run(t.Context(), "CREATE TABLE "+s.name("copied")+" (n bigint, x text, j jsonb, at timestamptz)"); err != nil {
		t.Fatal(err)
	}
	at := time.Date(1999, 12, 31, 23, 59, 59, 123456000, time.UTC)
	list := slices.Sorted(maps.Keys(texts))
	err = s.copy(t.Context(), "copied", []string{"n", "x", "j", "at"}, func(w *copyWriter) error {
		for i, text := range list {
			if err := w.write(int64(i), text, []string{text}, at); err != nil {
				return err
			}
		}
		return w.write(uint64(len(list)), nil, nil, nil)
	})
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.query(t.Context(), `SELECT n, x, j ->> 0, at AT TIME ZONE 'UTC' FROM `+s.name("copied")+" ORDER BY n")
	if err != nil || len(got) != len(list)+1 || got[len(list)][1] != nil {
		t.Fatalf("%d rows, %v", len(got), err)
	}
	for i, text := range list {
		if want := texts[text]; string(got[i][1]) != want || string(got[i][2]) != want || string(got[i][3]) != "1999-12-31 23:59:59.123456" {
			t.Errorf("%q is read back as %q", text, got[i])
		}
	}
	if got := string(withoutNUL([]byte(`["a\u0000b", "\\u0000", "\"\u0000\u0000"]`))); got != `["ab", "\\u0000", "\""]` {
		t.Errorf("JSON without NUL: %s", got)
	}
	if err := (&copyWriter{}).write([]int{1}); err == nil {
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
	// An early version has not recorded with which flags the rows were written.
	server.Rows("DELETE FROM gannet.facts WHERE name = 'release' RETURNING name")
	if _, err := s.Cursor(t.Context(), "one"); !errors.Is(err, feed.ErrUnrecorded) {
		t.Errorf("without flags: %v", err)
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

// TestRunsAtOnceMakeOneSchema: runs that find no schema wait for the one that makes it.
func TestRunsAtOnceMakeOneSchema(t *testing.T) {
	server := testpostgres.Start(t)
	for n := range 5 {
		var runs errgroup.Group
		for range 8 {
			runs.Go(func() error {
				s, err := New(Options{Address: server.Address(), Schema: fmt.Sprint("s", n)})
				if err != nil {
					return err
				}
				defer s.Close()
				_, err = s.Cursor(t.Context(), "one")
				return err
			})
		}
		if err := runs.Wait(); err != nil {
			t.Fatal(err)
		}
	}
}
