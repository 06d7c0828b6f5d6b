// Package postgres keeps postings and pages in a PostgreSQL database for other programs: a table of each, on request one of the events of postings, and
// for each table the cursor of the newest change that is in it.
//
// An update is one transaction that begins by locking the schema. So after a crash of either side the database has the whole update with its
// cursor, or neither, and of two runs at the same time one is refused.
package postgres

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"gannet/feed"
)

// Errors of databases.
var (
	// ErrAddress says that a text is not the address of a PostgreSQL database.
	ErrAddress = errors.New("is no address of a PostgreSQL database")
	// ErrForeign says that a database schema has tables of another program, or of a later version of this one.
	ErrForeign = errors.New("is no schema of postings that this version can update")
)

// Options say to which PostgreSQL database a table is written, and which of its data.
type Options struct {
	Address string // postgres://user@host/database; PGPASSWORD and the others are read, too
	Schema  string // of the tables; it is made if it is not there
	Events  bool   // keeps the events, too
	Table   feed.Table
}

// Sink writes a table of postings or pages to a PostgreSQL database. Only one goroutine may use it. If a call fails with feed.ErrUnavailable,
// the next call connects again.
type Sink struct {
	o      Options
	config *pgconn.Config
	conn   *pgconn.PgConn
}

// limits are the time limits of a session, unless the address sets others. A statement ends after a minute if another session blocks it, and
// otherwise after an hour, in which 10^7 rows can be written. The server ends a transaction if the client has sent nothing for ten minutes.
var limits = map[string]string{"lock_timeout": "60s", "statement_timeout": "1h", "idle_in_transaction_session_timeout": "10min"}

// New checks the options and returns a Sink. It does not connect yet.
func New(o Options) (*Sink, error) {
	config, err := pgconn.ParseConfig(o.Address)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrAddress, err)
	}
	if _, given := config.RuntimeParams["application_name"]; !given {
		config.RuntimeParams["application_name"] = "gannet"
	}
	var set strings.Builder
	for name, value := range limits {
		if _, given := config.RuntimeParams[name]; !given {
			fmt.Fprintf(&set, "SET %s = '%s';", name, value)
		}
	}
	// The limits are set after the connection has been made, because poolers such as PgBouncer refuse them as part of the connection.
	config.AfterConnect = func(ctx context.Context, conn *pgconn.PgConn) error { return conn.Exec(ctx, set.String()).Close() }
	return &Sink{o: o, config: config}, nil
}

// Close closes the connection to the database.
func (s *Sink) Close() {
	if s.conn != nil {
		_ = s.conn.Close(context.Background())
		s.conn = nil
	}
}

// Cursor implements feed.Sink: it returns up to which change the database has the data of the crawl. It creates the schema, or updates the
// schema of an earlier version.
func (s *Sink) Cursor(ctx context.Context, crawl string) (cursor uint64, err error) {
	err = s.transaction(ctx, func() error {
		facts, err := s.prepare(ctx)
		if err != nil {
			return err
		}
		if of := facts["crawl"]; of != "" && of != crawl {
			return fmt.Errorf("schema %s of the database %w", s.o.Schema, feed.ErrOtherCrawl)
		}
		cursor, err = s.cursor(facts)
		return err
	})
	return cursor, err
}

// cursor returns the cursor of the newest change that is in the rows. It is 0 if they lack columns. The error is that of feed.Table.CheckRelease.
func (s *Sink) cursor(facts map[string]string) (uint64, error) {
	cursor, err := strconv.ParseUint(cmp.Or(facts[s.fact("cursor")], "0"), 10, 64)
	if err != nil || cursor == 0 {
		return 0, err
	}
	var kept *string
	if release, recorded := facts[s.fact("release")]; recorded {
		kept = &release
	}
	if err := s.o.Table.CheckRelease(kept); err != nil {
		return 0, fmt.Errorf("schema %s of the database %w", s.o.Schema, err)
	}
	if facts[s.fact("layout")] != s.layout() {
		return 0, nil
	}
	return cursor, nil
}

// Apply implements feed.Sink: it writes an update to the database in one transaction.
func (s *Sink) Apply(ctx context.Context, u *feed.Update) error {
	return s.transaction(ctx, func() error {
		facts, err := s.facts(ctx)
		if err != nil {
			return err
		}
		at, err := s.cursor(facts)
		if err != nil {
			return err
		}
		if at != u.Since {
			return fmt.Errorf("schema %s of the database %w", s.o.Schema, feed.ErrMoved)
		}
		if err := s.write(ctx, u); err != nil {
			return err
		}
		for name, value := range map[string]string{
			"crawl": u.Crawl, s.fact("cursor"): strconv.FormatUint(u.Cursor, 10), s.fact("layout"): s.layout(), s.fact("release"): s.o.Table.Release,
		} {
			if _, err := s.query(ctx, "INSERT INTO "+s.name("facts")+" VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value", name, value); err != nil {
				return err
			}
		}
		return nil
	})
}

// lock lets one transaction at a time use a schema. The server may still be at work for a run that was killed, and a statement that waits for locks of rows
// does not see the rows that are new after them, nor a new schema. The number is "gnnt" in ASCII.
const lock = "SELECT pg_advisory_xact_lock(1735290484, hashtext($1))"

// transaction connects if there is no connection, and calls use within a transaction.
func (s *Sink) transaction(ctx context.Context, use func() error) (err error) {
	defer func() {
		if err != nil && ctx.Err() == nil && (s.conn == nil || s.conn.IsClosed() || isRefusal(err)) && passes(err) {
			s.Close()
			err = fmt.Errorf("%w: %w", feed.ErrUnavailable, err)
		}
	}()
	if s.conn == nil {
		if s.conn, err = pgconn.ConnectConfig(ctx, s.config); err != nil {
			s.conn = nil
			return err
		}
	}
	if err := s.run(ctx, "BEGIN"); err != nil {
		return err
	}
	_, err = s.query(ctx, lock, s.o.Schema)
	if err == nil {
		err = use()
	}
	if err != nil {
		if s.run(ctx, "ROLLBACK") != nil { // the server does it when the connection ends
			s.Close()
		}
		return err
	}
	return s.run(ctx, "COMMIT")
}

func isRefusal(err error) bool {
	_, ok := errors.AsType[*pgconn.PgError](err)
	return ok
}

// passes reports whether a later attempt may succeed after an error. If the server refused a statement, that is so for the classes 08, 40, 53 and 57
// of its error codes, and for 55P03, which says that another session held a lock for too long.
func passes(err error) bool {
	refused, ok := errors.AsType[*pgconn.PgError](err)
	return !ok || refused.Code == "55P03" || slices.Contains([]string{"08", "40", "53", "57"}, refused.Code[:min(2, len(refused.Code))])
}

// run runs statements without parameters.
func (s *Sink) run(ctx context.Context, statements string) error {
	return s.conn.Exec(ctx, statements).Close()
}

// query returns the rows of a statement as text.
func (s *Sink) query(ctx context.Context, statement string, args ...string) ([][][]byte, error) {
	values := make([][]byte, len(args))
	for i, a := range args {
		values[i] = []byte(a)
	}
	r := s.conn.ExecParams(ctx, statement, values, nil, nil, nil).Read()
	return r.Rows, r.Err
}

// fact returns the name of a fact about the table.
func (s *Sink) fact(name string) string {
	if s.o.Table.Name == feed.PagesTable {
		return "pages_" + name
	}
	return name
}

// name returns a table's name in the schema.
func (s *Sink) name(table string) string { return quoted(s.o.Schema) + "." + quoted(table) }

func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
