// Package kafka keeps postings or pages in topics of Kafka for other programs: one record for each, on request the events of postings, and the cursor.
//
// All records of an update and its cursor are one transaction, which the program gannet-kafka writes (package feed/kafka/transact). A
// reader of committed records sees whole updates only.
package kafka

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"gannet/feed"
	"gannet/feed/kafka/wire"
)

// These are the errors of a Kafka topic as a sink.
var (
	// ErrURL says that a text is not the URL of a Kafka topic.
	ErrURL = errors.New("is no URL of a topic")
	// ErrPlain says that a password would be sent without encryption.
	ErrPlain = errors.New("would send a password in the clear")
	// ErrProgram says that the program gannet-kafka, which writes to Kafka, cannot be started.
	ErrProgram = errors.New("the program gannet-kafka, which writes into topics, cannot be started")
	// ErrRefused says that the Kafka broker has refused a request.
	ErrRefused = errors.New("the broker refuses a request")
	// ErrForeign says that the topic of the cursor has a record that this version cannot read.
	ErrForeign = errors.New("has a cursor that this version cannot read")
	// ErrTable says that a topic for postings was given for pages, or the other way round.
	ErrTable = errors.New("has other records: name another topic for pages than for postings")
	// ErrDivided says that the topic of the cursor has more than one partition, so that its last record, which is the cursor, is not
	// defined. It is an ErrForeign.
	ErrDivided = fmt.Errorf("%w, because it has more than one partition", ErrForeign)
)

// Options say to which Kafka topic a table is written, and which of its data.
type Options struct {
	URL      string // kafka://user@broker:9092,other:9092/topic, or kafkas:// for TLS; ?sasl= names one of wire.Mechanisms
	Password string // of the URL's user
	Events   bool   // keeps the events, too
	Table    feed.Table
	Program  string // the path of gannet-kafka
}

// Sink writes a table of postings or pages to a Kafka topic. Only one goroutine may use it.
type Sink struct {
	o       Options
	open    wire.Open
	program *program // nil if it is not running
	state   state    // what the program committed last
}

// state is the content of the cursor's topic.
type state struct {
	Crawl   string  `json:"crawl"`
	Cursor  uint64  `json:"cursor"`
	Table   string  `json:"table,omitempty"`   // what the records are, "" for postings
	Release *string `json:"release,omitempty"` // the flags that say what is left out; nil: not recorded
	Layout  string  `json:"layout"`            // the names of the members; others mean that all records have to be written again
	Highest uint64  `json:"highest"`           // the greatest number of a record
	Events  uint64  `json:"events,omitempty"`  // the newest event in the topic of events
}

// New checks the options and returns a Sink. It does not start the program gannet-kafka yet.
func New(o Options) (*Sink, error) {
	to, err := url.Parse(o.URL)
	if err != nil {
		return nil, ErrURL
	}
	open := wire.Open{Topic: strings.Trim(to.Path, "/"), Events: o.Events, TLS: to.Scheme == "kafkas", User: to.User.Username(), SASL: wire.Mechanisms[0]}
	query := to.Query()
	if query.Has("sasl") {
		open.SASL = query.Get("sasl")
		query.Del("sasl")
	}
	_, passwordSet := to.User.Password()
	if open.Topic == "" || strings.ContainsAny(open.Topic, "/, ") || passwordSet || len(query) > 0 || !slices.Contains(wire.Mechanisms, open.SASL) {
		return nil, ErrURL
	}
	for _, broker := range strings.Split(to.Host, ",") {
		host, _, err := net.SplitHostPort(broker)
		if err != nil {
			host, broker = broker, net.JoinHostPort(broker, "9092")
		}
		if host == "" {
			return nil, ErrURL
		}
		if ip := net.ParseIP(host); open.User != "" && !open.TLS && open.SASL == "plain" && host != "localhost" && (ip == nil || !ip.IsLoopback()) {
			return nil, ErrPlain
		}
		open.Brokers = append(open.Brokers, broker)
	}
	if open.User != "" {
		open.Password = o.Password
	}
	return &Sink{o: o, open: open}, nil
}

// Close stops the program gannet-kafka that the Sink has started.
func (s *Sink) Close() {
	if s.program != nil {
		s.program.close()
		s.program = nil
	}
}

// Cursor implements feed.Sink: it returns up to which change the topic has the data of the crawl. It creates the topics if they do not exist.
// After Cursor, an earlier run that has the topics open can no longer write to them.
func (s *Sink) Cursor(ctx context.Context, crawl string) (uint64, error) {
	if s.program == nil {
		if err := s.start(ctx); err != nil {
			s.Close()
			return 0, err
		}
	}
	err := s.o.Table.CheckRelease(s.state.Release)
	switch {
	case s.state.Crawl != "" && s.state.Crawl != crawl:
		return 0, fmt.Errorf("the topic %s %w", s.open.Topic, feed.ErrOtherCrawl)
	case s.state.Crawl != "" && s.state.Table != s.o.Table.Kept():
		return 0, fmt.Errorf("the topic %s %w", s.open.Topic, ErrTable)
	case s.state.Crawl != "" && err != nil:
		return 0, fmt.Errorf("the topic %s %w", s.open.Topic, err)
	}
	return s.cursor(), nil
}

// cursor returns the cursor of the newest change that is in the records, 0 if all have to be written again.
func (s *Sink) cursor() uint64 {
	if s.state.Layout != s.layout() {
		return 0
	}
	return s.state.Cursor
}

func (s *Sink) start(ctx context.Context) (err error) {
	if s.program, err = start(s.o.Program); err != nil {
		return err
	}
	defer s.program.within(ctx)()
	said, err := s.program.request(ctx, wire.Request{Open: &s.open})
	if errors.Is(err, ErrDivided) {
		return fmt.Errorf("the topic %s %w", wire.CursorTopic(s.open.Topic), err)
	}
	if err != nil {
		return err
	}
	s.state = state{}
	if said != nil && json.Unmarshal(said, &s.state) != nil {
		return fmt.Errorf("the topic %s %w", wire.CursorTopic(s.open.Topic), ErrForeign)
	}
	return nil
}

// Apply implements feed.Sink: it writes an update in one transaction. After an error it is not known whether the update was committed; the
// next call of Cursor finds out.
func (s *Sink) Apply(ctx context.Context, u *feed.Update) error {
	if s.program == nil || s.cursor() != u.Since {
		return fmt.Errorf("the topic %s %w", s.open.Topic, feed.ErrMoved)
	}
	defer s.program.within(ctx)()
	release := s.o.Table.Release
	next := state{Crawl: u.Crawl, Cursor: u.Cursor, Table: s.o.Table.Kept(), Release: &release, Layout: s.layout(),
		Highest: s.state.Highest, Events: s.state.Events}
	err := s.write(ctx, u, &next)
	if err != nil {
		s.Close()
		return err
	}
	s.state = next
	return nil
}

// write writes an update in one transaction. A transaction begins with its first record and must end within 15 minutes, so that no record is
// sent before the crawl has given all of them.
func (s *Sink) write(ctx context.Context, u *feed.Update, next *state) error {
	if err := u.Rows.Wait(); err != nil {
		return err
	}
	if err := s.writeRows(ctx, u, next); err != nil {
		return err
	}
	if s.o.Events {
		if err := s.writeEvents(ctx, u); err != nil {
			return err
		}
		next.Events = u.Cursor
	}
	commit, err := json.Marshal(next)
	if err != nil {
		return err
	}
	_, err = s.program.request(ctx, wire.Request{Commit: commit})
	return err
}

// writeRows writes a record for each row that has changed. A record without a value removes a row that the crawl no longer keeps.
func (s *Sink) writeRows(ctx context.Context, u *feed.Update, next *state) error {
	var given []bool // by number, for a whole update
	if u.Whole {
		given = make([]bool, s.state.Highest+1)
	}
	err := u.Rows.Each(ctx, func(row feed.Row) error {
		if row.Number < uint64(len(given)) {
			given[row.Number] = true
		}
		next.Highest = max(next.Highest, row.Number)
		r := &wire.Record{Key: strconv.FormatUint(row.Number, 10)}
		if row.Values != nil {
			value, err := json.Marshal(s.o.Table.Document(row))
			if err != nil {
				return err
			}
			if r.Value, err = fitted(value); err != nil {
				return err
			}
		}
		return s.program.send(ctx, wire.Request{Record: r})
	})
	if err != nil {
		return err
	}
	for number := 1; number < len(given); number++ {
		if given[number] {
			continue
		}
		if err := s.program.send(ctx, wire.Request{Record: &wire.Record{Key: strconv.Itoa(number)}}); err != nil {
			return err
		}
	}
	return nil
}

// writeEvents writes the events that the topic lacks. A snapshot, which stands for events that the crawl no longer has, may repeat some of them.
func (s *Sink) writeEvents(ctx context.Context, u *feed.Update) error {
	if u.Cursor <= s.state.Events {
		return nil
	}
	return u.Events.Each(func(b *feed.Batch) error {
		for line := range bytes.Lines(b.Body) {
			var c struct{ Cursor, Number uint64 }
			if err := json.Unmarshal(line, &c); err != nil {
				return err
			}
			if 0 < c.Cursor && c.Cursor <= s.state.Events {
				continue
			}
			value, err := fitted(bytes.TrimSpace(line))
			if err != nil {
				return err
			}
			r := &wire.Record{Event: true, Key: strconv.FormatUint(c.Number, 10), Value: value}
			if err := s.program.send(ctx, wire.Request{Record: r}); err != nil {
				return err
			}
		}
		return nil
	})
}

// layout returns the layout of the topics.
func (s *Sink) layout() string { return s.o.Table.Layout(s.o.Events) }
