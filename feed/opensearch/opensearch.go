// Package opensearch keeps postings or pages in an index of OpenSearch or Elasticsearch for other programs. The cursor of the newest change is in the metadata
// of that index.
//
// These servers have no transactions. Every document is therefore written with the cursor of its update as an external version, and the index's own
// cursor is written last. An update that was cut off is applied again as a whole, and those of its writes that had been made before change nothing.
package opensearch

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"gannet/feed"
)

// These are the errors of an OpenSearch index as a sink.
var (
	// ErrURL says that a text is not the URL of an OpenSearch index.
	ErrURL = errors.New("is no URL of an index")
	// ErrPlain says that a password would be sent without encryption.
	ErrPlain = errors.New("would send a password in the clear")
	// ErrForeign says that an index with this name exists, but gannet has not made it.
	ErrForeign = errors.New("is no index that gannet made")
	// ErrTable says that an index with postings was given for pages, or the other way round.
	ErrTable = errors.New("has other documents: name another index for pages than for postings")
	// ErrRefused says that the OpenSearch server has refused a request.
	ErrRefused = errors.New("the server of the index refuses a request")
)

// Options say to which OpenSearch index a table is written, and which of its data.
type Options struct {
	URL      string // of the index, such as https://user@search.example.org:9200/jobs
	Password string // of the URL's user
	Table    feed.Table
}

// Sink writes a table of postings or pages to an OpenSearch index. Only one goroutine may use it.
type Sink struct {
	base, index    string
	user, password string
	table          feed.Table
	client         *http.Client
}

// New checks the options and returns a Sink. It makes no request yet.
func New(o Options) (*Sink, error) {
	to, err := url.Parse(o.URL)
	if err != nil {
		return nil, ErrURL
	}
	index := strings.Trim(to.Path, "/")
	if to.Host == "" || to.Scheme != "https" && to.Scheme != "http" || index == "" || strings.HasPrefix(index, "_") || strings.ContainsAny(index, "/*, ?#%") || to.RawQuery != "" {
		return nil, ErrURL
	}
	if _, set := to.User.Password(); set {
		return nil, ErrURL
	}
	ip := net.ParseIP(to.Hostname())
	if to.Scheme == "http" && o.Password != "" && to.Hostname() != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, ErrPlain
	}
	return &Sink{
		base: to.Scheme + "://" + to.Host, index: index, user: to.User.Username(), password: o.Password, table: o.Table,
		client: &http.Client{
			Timeout:       2 * time.Minute,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}, nil
}

// meta is the description of the index in the field _meta of its mapping.
type meta struct {
	Crawl   string  `json:"crawl"`
	Cursor  uint64  `json:"cursor"`
	Table   string  `json:"table,omitempty"`   // what the documents are, "" for postings
	Release *string `json:"release,omitempty"` // the flags that say what is left out; nil: not recorded
	Layout  string  `json:"layout"`            // the names of the fields; others mean that all documents have to be written again
}

// Cursor implements feed.Sink: it returns up to which change the index has the data of the crawl. It creates the index if it does not exist.
func (s *Sink) Cursor(ctx context.Context, crawl string) (uint64, error) {
	var indexes map[string]struct {
		Mappings struct {
			Meta *struct {
				Gannet *meta `json:"gannet"`
			} `json:"_meta"`
		} `json:"mappings"`
	}
	status, err := s.request(ctx, http.MethodGet, "_mapping", nil, &indexes)
	if status == http.StatusNotFound {
		refused := s.create(ctx)
		if !errors.Is(refused, ErrRefused) {
			return 0, refused
		}
		if _, err = s.request(ctx, http.MethodGet, "_mapping", nil, &indexes); err != nil {
			return 0, refused
		} // the request of a run that was killed has made it meanwhile
	}
	if err != nil {
		return 0, err
	}
	for _, index := range indexes { // an alias has another name
		if index.Mappings.Meta == nil || index.Mappings.Meta.Gannet == nil || len(indexes) > 1 {
			break
		}
		m := index.Mappings.Meta.Gannet
		err := s.table.CheckRelease(m.Release)
		switch {
		case m.Crawl != "" && m.Crawl != crawl:
			return 0, fmt.Errorf("the index %s %w", s.index, feed.ErrOtherCrawl)
		case m.Table != s.table.Kept():
			return 0, fmt.Errorf("the index %s %w", s.index, ErrTable)
		case err != nil: // also if no update was completed: some of its documents may be there
			return 0, fmt.Errorf("the index %s %w", s.index, err)
		case m.Layout == s.table.Layout(false):
			return m.Cursor, nil
		}
		return 0, s.set(ctx, s.meta(crawl, 0))
	}
	return 0, fmt.Errorf("%s %w", s.index, ErrForeign)
}

// create makes the index.
func (s *Sink) create(ctx context.Context) error {
	_, err := s.request(ctx, http.MethodPut, "", map[string]any{"mappings": s.mapping(s.meta("", 0))}, nil)
	return err
}

// set writes the description of the index, and adds missing fields to its mapping.
func (s *Sink) set(ctx context.Context, m meta) error {
	_, err := s.request(ctx, http.MethodPut, "_mapping", s.mapping(m), nil)
	return err
}

func (s *Sink) mapping(m meta) map[string]any {
	fields := map[string]any{cursorField: field("long"), "number": field("long")}
	if s.table.Name == feed.PostingsTable {
		fields["place_parts"] = map[string]any{"type": "nested"}
	}
	for _, c := range s.table.Columns {
		switch c.Type {
		case feed.Text:
			fields[c.Name] = map[string]any{"type": "text", "fields": map[string]any{"keyword": map[string]any{"type": "keyword", "ignore_above": 256}}}
		case feed.List:
			fields[c.Name] = map[string]any{"type": "keyword", "ignore_above": longestKeyword}
		case feed.Time:
			fields[c.Name] = field("date")
		case feed.Bool:
			fields[c.Name] = field("boolean")
		case feed.Real:
			fields[c.Name] = field("double")
		default:
			fields[c.Name] = field("long")
		}
	}
	return map[string]any{"_meta": map[string]any{"gannet": m}, "properties": fields}
}

func field(kind string) map[string]any { return map[string]any{"type": kind} }

// longestKeyword is how many characters a value that is indexed as a whole may have. The servers refuse a document with a longer one than 32,766 bytes.
const longestKeyword = 32766 / 4

// meta returns a description of the index with a cursor.
func (s *Sink) meta(crawl string, cursor uint64) meta {
	return meta{Crawl: crawl, Cursor: cursor, Table: s.table.Kept(), Release: &s.table.Release, Layout: s.table.Layout(false)}
}

// request sends a request about the index and decodes the response. A body of bytes is sent as JSON Lines. The error is feed.ErrUnavailable if a later
// attempt may succeed.
func (s *Sink) request(ctx context.Context, method, path string, body, into any) (status int, err error) {
	text, isLines := body.([]byte)
	if !isLines && body != nil {
		if text, err = json.Marshal(body); err != nil {
			return 0, err
		}
	}
	r, err := http.NewRequestWithContext(ctx, method, strings.TrimSuffix(s.base+"/"+s.index+"/"+path, "/"), bytes.NewReader(text))
	if err != nil {
		return 0, ErrURL
	}
	r.Header.Set("Content-Type", "application/json")
	if isLines {
		r.Header.Set("Content-Type", "application/x-ndjson")
	}
	if s.user != "" {
		r.SetBasicAuth(s.user, s.password)
	}
	answer, err := s.client.Do(r)
	if err != nil {
		return 0, fmt.Errorf("%w: %w", feed.ErrUnavailable, err)
	}
	defer answer.Body.Close()
	said, err := io.ReadAll(io.LimitReader(answer.Body, mostAnswer))
	switch code := answer.StatusCode; {
	case err != nil:
		return code, fmt.Errorf("%w: %w", feed.ErrUnavailable, err)
	case code == http.StatusTooManyRequests || code >= 500:
		return code, fmt.Errorf("%w: it answers %d", feed.ErrUnavailable, code)
	case code >= 300:
		return code, fmt.Errorf("%w: it answers %d: %.300s", ErrRefused, code, said)
	case into == nil:
		return code, nil
	}
	if err := json.Unmarshal(said, into); err != nil {
		return 0, fmt.Errorf("%w: its answer is no JSON of OpenSearch", ErrRefused)
	}
	return answer.StatusCode, nil
}

// mostAnswer is how many bytes of a response are read at most. The answer to a batch has some 200 bytes for each document.
const mostAnswer = 16 << 20
