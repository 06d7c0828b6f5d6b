package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
	"golang.org/x/sync/errgroup"

	"gannet/features/permission"
	"gannet/internal/share"
	"gannet/job"
	"gannet/store"
	"gannet/store/postings"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// serve returns a store that is open, and a client of it.
func serve(t *testing.T) (*store.DB, *Server, *Client) {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "crawl.db")
	db, err := store.Options{NoSync: true}.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	status := func() (any, error) { return map[string]int{"pages": 7}, nil }
	s, err := Serve(dir, Source{Software: "test", Store: db, Postings: db.Postings(), Status: status, Check: func(ctx context.Context, report func(string) error) error { return db.CheckEntriesIn(ctx, nil, report) }})
	if err != nil {
		t.Fatal(err)
	}
	c, err := Dial(dir, file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(c.Close(), s.Close(), db.Close()); err != nil {
			t.Error(err)
		}
	})
	return db, s, c
}

// keep puts pages into a store.
func keep(t *testing.T, db *store.DB, pages ...*store.Page) {
	t.Helper()
	if _, err := db.Put(pages); err != nil {
		t.Fatal(err)
	}
}

// fullPage has a value in every field, and bytes that are no text.
func fullPage(url string) *store.Page {
	return &store.Page{
		URL: url, Canonical: url + "?", Via: "http://seed.test/", ViaAnchor: "größer & größer", Status: 203,
		Header: http.Header{"X-Name": {"Z\xfcrich", "Bern"}}, Body: []byte("<p>\xff\x00</p>"), Charset: "windows-1252",
		Fetched: time.Date(2026, 3, 1, 12, 0, 0, 123456789, time.UTC), Score: .1 + .2, Relevant: true, Depth: 7,
		Says:   permission.Record{{Standard: permission.Signal, Place: "robots.txt line 2", Raw: "ai-train=no"}},
		Choice: []byte{1, 0xff}, Links: []uint64{0, 5, 1 << 63},
		Postings: []*postings.Found{{Job: &job.Posting{
			Title: "Welder <1>", Employment: []string{"FULL_TIME"}, Salary: job.Pay{Min: 1.5, Currency: "EUR"},
			Provenance: map[job.Field]job.Provenance{job.Title: {Method: job.JSONLD, Confidence: .9}},
		}}},
	}
}

// answersOf notes what methods answer.
type answersOf []any

// add notes an answer. Of an error it notes the text, and which it is.
func (a *answersOf) add(values ...any) {
	if err, ok := values[len(values)-1].(error); ok {
		values = append(values[:len(values)-1], err.Error(), errors.Is(err, store.ErrNotFound), errors.Is(err, postings.ErrNotFound))
	}
	*a = append(*a, values)
}

// answers returns what the methods of readers answer.
func answers(r store.Reader, f postings.Finder) answersOf {
	a := pageAnswers(r)
	for _, url := range []string{"http://a.test/2", "http://a.test/none"} {
		n, err := f.NumberAt(url)
		a.add(n, err)
	}
	for _, n := range []uint64{1, 99} {
		p, err := f.Get(n)
		a.add(p, err)
		m, err := f.Members(n)
		a.add(m, err)
		v, err := f.Versions(n)
		a.add(v, err)
	}
	for _, cursor := range []uint64{0, 1, 99} {
		c, err := r.PageChanges(cursor)
		a.add(c, err)
		a.add(f.Changes(cursor, func(c *postings.Change) error { a.add(c); return nil }))
	}
	a.add(f.Find(postings.Query{Text: "welder"}, func(p *postings.Posting) error { a.add(p); return nil }))
	a.add(f.Find(postings.Query{All: true, Brief: true}, func(p *postings.Posting) error { a.add(p); return errors.New("enough") }))
	return a
}

func pageAnswers(r store.Reader) (a answersOf) {
	for _, url := range []string{"http://a.test/2", "http://a.test/alias", "http://a.test/none"} {
		p, err := r.Get(url)
		a.add(p, err)
		l, outcome, err := r.Lookup(url)
		a.add(l, outcome, err)
		path, err := r.Path(url)
		a.add(path, err)
		again, err := r.Revisit(url)
		a.add(again, err)
	}
	for _, key := range []string{"a key", "none"} {
		var v any
		ok, err := r.Meta(key, &v)
		a.add(v, ok, err)
	}
	s, err := r.Stats()
	a.add(s, err)
	for _, s := range []store.Selection{{}, {Body: true, Links: true, Path: true}, {After: 1, Relevant: true}} {
		a.add(r.Select(s, func(p *store.Page) error { a.add(p); return nil }))
	}
	return a
}

// Every method of the client gives what the store gives, errors included.
func TestClientReadsAsTheStore(t *testing.T) {
	db, _, c := serve(t)
	alias := &store.Page{URL: "http://a.test/alias", Canonical: "http://a.test/1?", Body: []byte("x")}
	keep(t, db, fullPage("http://a.test/1"), alias, fullPage("http://a.test/2"), &store.Page{URL: "http://a.test/1?"})
	if err := db.SetMeta("a key", map[string]int{"n": 1}); err != nil {
		t.Fatal(err)
	}
	want, got := answers(db, db.Postings()), answers(c, c.Postings())
	for i := range want {
		if i >= len(got) || !reflect.DeepEqual(got[i], want[i]) {
			t.Fatalf("answer %d of %d is\n%+v, want\n%+v", i, len(got), got[i], want[i])
		}
	}
	var status map[string]int
	if err := c.Status(&status); err != nil || status["pages"] != 7 {
		t.Errorf("status: %v, %v", status, err)
	}
}

// A field of store.Page that is added later must be sent, too.
func TestPagesArriveWhole(t *testing.T) {
	whole := fullPage("http://a.test/1")
	whole.Seq, whole.Path = 3, []string{"http://seed.test/", "http://a.test/1"}
	whole.Postings = nil
	data, err := json.Marshal(encodePage(whole))
	if err != nil {
		t.Fatal(err)
	}
	var sent page
	if err := json.Unmarshal(data, &sent); err != nil || !reflect.DeepEqual(sent.page(), whole) {
		t.Errorf("%+v arrives as %+v: %v", whole, sent.page(), err)
	}
	fields := reflect.ValueOf(*whole)
	for i := range fields.NumField() {
		f := fields.Type().Field(i)
		if f.IsExported() && f.Name != "Postings" && f.Name != "Record" && f.Name != "Lesson" && f.Name != "Watched" && fields.Field(i).IsZero() { // these are not read back
			t.Errorf("give fullPage a value for %s", f.Name)
		}
	}
}

// queryKeeper is a Finder that notes what it was asked.
type queryKeeper struct {
	postings.Finder
	asked postings.Query
}

func (k *queryKeeper) In(context.Context, *share.Share) postings.Finder { return k }

func (k *queryKeeper) Find(q postings.Query, _ func(*postings.Posting) error) error {
	k.asked = q
	return nil
}

// A field of Query that is added later must reach the crawl, too.
func TestQueriesArriveWhole(t *testing.T) {
	dir, keeper := t.TempDir(), &queryKeeper{}
	s, err := Serve(dir, Source{Postings: keeper})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	c, err := Dial(dir, "")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	var q postings.Query
	fields := reflect.ValueOf(&q).Elem()
	for i := range fields.NumField() {
		switch f := fields.Field(i); f.Interface().(type) {
		case string, job.State:
			f.SetString(fmt.Sprint("ä&", i))
		case bool:
			f.SetBool(true)
		case int:
			f.SetInt(int64(i))
		case uint64:
			f.SetUint(uint64(i))
		case time.Time:
			f.Set(reflect.ValueOf(time.Date(2026, 1, i+1, 0, 0, 0, 0, time.UTC)))
		case job.Pay:
			f.Set(reflect.ValueOf(job.Pay{Min: 1.5, Max: 2.5, Currency: "EUR", Unit: "HOUR"}))
		case postings.Circle:
			f.Set(reflect.ValueOf(postings.Circle{Latitude: 53.96, Longitude: -1.08, Kilometres: 30}))
		default:
			t.Fatalf("a value for %s is missing in this test", fields.Type().Field(i).Name)
		}
	}
	q.Occupation, q.Region = "2512", "DE-BY" // others are refused
	if err := c.Postings().Find(q, nil); err != nil || !reflect.DeepEqual(keeper.asked, q) {
		t.Errorf("%+v arrives as %+v: %v", q, keeper.asked, err)
	}
}

// docs/reference/api.md names every key of a query.
func TestDocumentNamesTheKeysOfQueries(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "reference", "api.md"))
	if err != nil {
		t.Fatal(err)
	}
	query := reflect.TypeFor[postings.Query]()
	for i := range query.NumField() {
		key, _, _ := strings.Cut(query.Field(i).Tag.Get("json"), ",")
		if key == "" || !strings.Contains(string(text), "`"+key+"`") {
			t.Errorf("docs/reference/api.md lacks the key %q of %s", key, query.Field(i).Name)
		}
	}
}

func TestReadersOfACrawlThatWrites(t *testing.T) {
	db, _, c := serve(t)
	var group errgroup.Group
	done := make(chan struct{})
	group.Go(func() error {
		defer close(done)
		for i := range 50 {
			p := fullPage(fmt.Sprintf("http://a.test/%d", i))
			p.Canonical, p.Body = "", []byte(make([]byte, 10_000))
			if _, err := db.Put([]*store.Page{p}); err != nil {
				return err
			}
		}
		return nil
	})
	for range 3 {
		group.Go(func() error {
			for last := 0; ; {
				n, err := 0, error(nil)
				err = c.Select(store.Selection{Body: true}, func(p *store.Page) error { n++; return nil })
				err = errors.Join(err, c.Postings().Find(postings.Query{Text: "welder"}, func(*postings.Posting) error { return nil }),
					c.Check(func(problem string) error { return errors.New(problem) }))
				if err != nil || n < last {
					return fmt.Errorf("%d pages after %d: %w", n, last, err)
				}
				last = n
				select {
				case <-done:
					return nil
				default:
				}
			}
		})
	}
	if err := group.Wait(); err != nil {
		t.Error(err)
	}
}

// Many readers may stop in the middle, and a crawl may end while they read.
func TestEndsInTheMiddle(t *testing.T) {
	db, s, c := serve(t)
	var pages []*store.Page
	for i := range 40 {
		p := fullPage(fmt.Sprintf("http://a.test/%d", i))
		p.Canonical, p.Body = "", make([]byte, 100_000)
		pages = append(pages, p)
	}
	keep(t, db, pages...)
	stop := errors.New("stop")
	for range 5 {
		if err := c.Select(store.Selection{Body: true}, func(*store.Page) error { return stop }); err != stop {
			t.Fatal(err)
		}
	}
	err := c.Select(store.Selection{Body: true}, func(p *store.Page) error {
		if p.Seq > 1 {
			return nil
		}
		return s.Close()
	})
	if !errors.Is(err, ErrEnded) {
		t.Errorf("a list that was cut off: %v", err)
	}
	if _, err := c.Stats(); !errors.Is(err, ErrEnded) {
		t.Errorf("after the end: %v", err)
	}
}

func TestDialFindsNoCrawl(t *testing.T) {
	dir := t.TempDir()
	none := func(what string) {
		t.Helper()
		if _, err := Dial(dir, ""); !errors.Is(err, ErrNone) {
			t.Errorf("%s: %v", what, err)
		}
	}
	none("empty directory")
	socket, err := listen(dir) // its process is killed: nobody answers
	if err != nil {
		t.Fatal(err)
	}
	if err := socket.Close(); err != nil {
		t.Fatal(err)
	}
	none("stale socket")
	if socket, err = listen(dir); err != nil {
		t.Fatal("a stale socket is not replaced:", err)
	}
	go func() {
		for {
			conn, err := socket.Accept()
			if errors.Is(err, net.ErrClosed) {
				return
			}
			_, _ = conn.Read(make([]byte, 1<<10))
			fmt.Fprint(conn, "HTTP/1.1 404 Not Found\r\nContent-Length: 3\r\nConnection: close\r\n\r\nno\n")
			conn.Close()
		}
	}()
	none("another interface")
	if err := socket.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestDialFindsACrawlOfAnotherUser(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may enter every directory")
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, Dir), 0); err != nil {
		t.Fatal(err)
	}
	if _, err := Dial(dir, ""); !errors.Is(err, ErrOtherUser) {
		t.Errorf("Dial: %v", err)
	}
}

func TestSocketsOfLongPaths(t *testing.T) {
	dir := filepath.Join(t.TempDir(), strings.Repeat("d", 200))
	t.Setenv("TMPDIR", dir) // as long
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	s, err := Serve(dir, Source{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := Dial(dir, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(c.Close(), s.Close()); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("files stay: %v, %v", left, err)
	}
}
