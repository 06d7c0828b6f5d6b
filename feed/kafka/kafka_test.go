package kafka

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"os/exec"
	"strings"
	"testing"
	"testing/synctest"
	"unicode/utf8"

	"gannet/feed"
	"gannet/feed/kafka/wire"
	"gannet/job"
	"gannet/store/postings"
)

// crawl is a Finder of postings with the numbers from 1 to count, and of events.
type crawl struct {
	postings.Finder
	count  uint64
	events []*postings.Change
}

// Changes implements postings.Finder.
func (c crawl) Changes(_ uint64, use func(*postings.Change) error) error {
	for _, e := range c.events {
		if err := use(e); err != nil {
			return err
		}
	}
	return nil
}

// LatestChange implements postings.Finder.
func (c crawl) LatestChange() (uint64, error) { return c.count, nil }

// Find implements postings.Finder.
func (c crawl) Find(_ postings.Query, use func(*postings.Posting) error) error {
	for number := uint64(1); number <= c.count; number++ {
		if err := use(&postings.Posting{Number: number, Job: &job.Posting{}}); err != nil {
			return err
		}
	}
	return nil
}

// sinkTo returns a sink whose program writes its requests to sent, and answers each commit.
func sinkTo(sent *bytes.Buffer, columns ...feed.Column) *Sink {
	buffer := bufio.NewWriterSize(sent, 16)
	p := &program{cmd: &exec.Cmd{}, stdin: nil, buffer: buffer, encoder: json.NewEncoder(buffer), decoder: json.NewDecoder(strings.NewReader("{}"))}
	p.encoder.SetEscapeHTML(false)
	return &Sink{o: Options{Table: feed.Table{Name: feed.PostingsTable, Columns: columns}}, program: p}
}

// TestNothingIsSentBeforeAllRowsAreRead applies an update while the crawl is still read: the time of a transaction is bounded, that of reading is
// not.
func TestNothingIsSentBeforeAllRowsAreRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const count = 1000
		var sent bytes.Buffer
		s := sinkTo(&sent)
		row := func(k *postings.Posting) feed.Row {
			if k.Number == count {
				synctest.Wait() // Apply has gone on as far as it can
				if sent.Len() > 0 {
					t.Errorf("%d bytes were sent before", sent.Len())
				}
			}
			return feed.Row{Number: k.Number, Values: []any{}}
		}
		rows, err := feed.NewRows(nil)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		u, err := (&feed.Postings{Row: row}).Read(crawl{count: count}, "crawl", 0)
		if err != nil {
			t.Fatal(err)
		}
		rows.Begin(u)
		applied := make(chan error, 1)
		go func() { applied <- s.Apply(t.Context(), u) }()
		if err := rows.Fill(t.Context(), u); err != nil {
			t.Error(err)
		}
		if err := <-applied; err != nil || strings.Count(sent.String(), `"record"`) != count {
			t.Errorf("%d records, %v", strings.Count(sent.String(), `"record"`), err)
		}
	})
}

// TestATopicOfOtherFlags is refused, and one of an early version, which has not recorded them.
func TestATopicOfOtherFlags(t *testing.T) {
	s := sinkTo(&bytes.Buffer{})
	for state, want := range map[string]error{
		`{"crawl":"one","cursor":2,"release":"--contacts drop"}`: nil,
		`{"crawl":"one","cursor":2,"release":""}`:                feed.ErrOtherRelease,
		`{"crawl":"one","cursor":2}`:                             feed.ErrUnrecorded,
	} {
		s.o.Table.Release, s.state.Release = "--contacts drop", nil
		if err := json.Unmarshal([]byte(state), &s.state); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Cursor(t.Context(), "one"); !errors.Is(err, want) {
			t.Errorf("%s: %v, not %v", state, err, want)
		}
	}
}

// TestLongDescriptionsAreCut writes a posting and an event with descriptions that no broker takes. All else stays as it is.
func TestLongDescriptionsAreCut(t *testing.T) {
	long := strings.Repeat("<b>Schweißer</b> & \"Löter\" ", 60_000)
	var sent bytes.Buffer
	s := sinkTo(&sent, feed.Column{Name: "title", Type: feed.Text}, feed.Column{Name: "description", Type: feed.Text}, feed.Column{Name: "description_html", Type: feed.Text})
	title := strings.Repeat("Löter ", 1000)
	row := func(k *postings.Posting) feed.Row {
		return feed.Row{Number: k.Number, Values: []any{title, long[:len(long)/2], long}}
	}
	rows, err := feed.NewRows(s.o.Table.Columns)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	u, err := (&feed.Postings{Row: row}).Read(crawl{count: 1}, "crawl", 0)
	if err != nil {
		t.Fatal(err)
	}
	rows.Begin(u)
	if err := rows.Fill(t.Context(), u); err != nil {
		t.Fatal(err)
	}
	if err := s.Apply(t.Context(), u); err != nil {
		t.Fatal(err)
	}
	var first wire.Request
	var posting struct {
		Number             uint64
		Title, Description string
		HTML               string `json:"description_html"`
	}
	if err := json.NewDecoder(&sent).Decode(&first); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(first.Record.Value, &posting); err != nil {
		t.Fatal(err)
	}
	if n := len(first.Record.Value); n > wire.MaxValue || n < wire.MaxValue*9/10 {
		t.Errorf("a record has %d bytes", n)
	}
	for _, text := range []string{posting.Description, posting.HTML} {
		if begin, cut := strings.CutSuffix(text, "…"); !cut || !strings.HasPrefix(long, begin) || !utf8.ValidString(text) {
			t.Errorf("a text is cut to %d bytes, with the end %q", len(text), text[max(0, len(text)-20):])
		}
	}
	if posting.Number != 1 || posting.Title != title {
		t.Errorf("number %d, title %.30q", posting.Number, posting.Title)
	}
}

// TestLongEventsAreCut writes an event that no broker takes, and a short one.
func TestLongEventsAreCut(t *testing.T) {
	description, err := json.Marshal(strings.Repeat("Löter ", 400_000))
	if err != nil {
		t.Fatal(err)
	}
	events := []*postings.Change{{Cursor: 1<<63 + 1, Number: 3, Event: postings.EventChanged}, {Cursor: 1<<63 + 2, Number: 4, Event: postings.EventChanged}}
	events[0].Fields = map[string]postings.FieldChange{"description": {Old: description, New: []byte(`"short"`)}}
	spool, err := feed.NewSpool()
	if err != nil {
		t.Fatal(err)
	}
	defer spool.Close()
	if err := spool.Fill(crawl{events: events}, 0, func(*postings.Change) (bool, error) { return true, nil }); err != nil {
		t.Fatal(err)
	}
	var sent bytes.Buffer
	s := sinkTo(&sent)
	if err := s.writeEvents(t.Context(), &feed.Update{Cursor: spool.Latest, Events: spool}); err != nil {
		t.Fatal(err)
	}
	if err := s.program.buffer.Flush(); err != nil {
		t.Fatal(err)
	}
	requests := json.NewDecoder(&sent)
	for _, want := range events {
		var r wire.Request
		var got postings.Change
		if err := requests.Decode(&r); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(r.Record.Value, &got); err != nil || got.Cursor != want.Cursor || got.Number != want.Number {
			t.Errorf("%d of %d, %v", got.Cursor, got.Number, err)
		}
		change := got.Fields["description"]
		if n := len(r.Record.Value); n > wire.MaxValue || string(change.New) != string(want.Fields["description"].New) || (len(change.Old) > 0) != (want.Number == 3) {
			t.Errorf("event %d has %d bytes, and becomes %.20s", got.Number, n, change.New)
		}
	}
}

// TestLongListsAreCut: a page with many links fits into a record. Its texts stay as they are if they are short.
func TestLongListsAreCut(t *testing.T) {
	links := make([]string, 10_000)
	for i := range links {
		links[i] = "http://a.test/" + strings.Repeat("x", 150)
	}
	value, err := json.Marshal(map[string]any{"title": "Links", "links": links})
	if err != nil {
		t.Fatal(err)
	}
	if value, err = fitted(value); err != nil || len(value) > wire.MaxValue || len(value) < wire.MaxValue/4 {
		t.Fatalf("%d bytes, %v", len(value), err)
	}
	var page struct {
		Title string
		Links []string
	}
	if err := json.Unmarshal(value, &page); err != nil || page.Title != "Links" || len(page.Links) == 0 || page.Links[0] != links[0] {
		t.Errorf("%q with %d links, %v", page.Title, len(page.Links), err)
	}
}
