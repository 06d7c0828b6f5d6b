package folder

import (
	"errors"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
)

// Where a connection is cut.
const (
	inUpload     = iota // when half of a file is sent
	beforeAnswer        // when the server has the file
	inAnswer            // when half of a file is read
)

// cutServer passes requests on to a server of buckets, and cuts the connections of the next ones.
type cutServer struct {
	next  *httputil.ReverseProxy
	where int
	cuts  atomic.Int64 // that are left
}

func (s *cutServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	method := http.MethodPut
	if s.where == inAnswer {
		method = http.MethodGet
	}
	if r.Method != method || strings.Contains(r.URL.RawQuery, "location") || s.cuts.Add(-1) < 0 {
		s.next.ServeHTTP(w, r)
		return
	}
	switch answer := httptest.NewRecorder(); s.where {
	case inUpload:
		_, _ = io.CopyN(io.Discard, r.Body, r.ContentLength/2)
	case beforeAnswer:
		s.next.ServeHTTP(answer, r)
	case inAnswer:
		s.next.ServeHTTP(answer, r)
		for name, values := range answer.Header() {
			w.Header()[name] = values
		}
		_, _ = w.Write(answer.Body.Bytes()[:answer.Body.Len()/2])
	}
	panic(http.ErrAbortHandler) // cuts the connection
}

// cutBucket opens a bucket whose server cuts connections there.
func cutBucket(t *testing.T, where int) (Folder, *cutServer) {
	t.Helper()
	to, err := url.Parse(fakeS3(t))
	if err != nil {
		t.Fatal(err)
	}
	cut := &cutServer{where: where, next: httputil.NewSingleHostReverseProxy(to)}
	s := httptest.NewServer(cut)
	t.Cleanup(s.Close)
	f, err := Bucket("s3://jobs/a", s.URL)
	if err != nil {
		t.Fatal(err)
	}
	return f, cut
}

// TestABucketIsUsedInSpiteOfCutConnections: a file is whole after a connection was cut, and who replaced one is not taken for another export.
func TestABucketIsUsedInSpiteOfCutConnections(t *testing.T) {
	for name, where := range map[string]int{"in an upload": inUpload, "before the answer": beforeAnswer, "in an answer": inAnswer} {
		t.Run(name, func(t *testing.T) {
			f, server := cutBucket(t, where)
			text := strings.Repeat("a line of a file\n", 1000)
			server.cuts.Store(2)
			put(t, f, "part", text)
			if data, _, err := f.Get(t.Context(), "part"); err != nil || string(data) != text {
				t.Fatalf("%d of %d bytes, %v", len(data), len(text), err)
			}
			server.cuts.Store(1)
			if err := f.Swap(t.Context(), "m", []byte("one"), ""); err != nil {
				t.Fatal("a new file:", err)
			}
			_, tag, err := f.Get(t.Context(), "m")
			if err != nil {
				t.Fatal(err)
			}
			server.cuts.Store(1)
			if err := f.Swap(t.Context(), "m", []byte("two"), tag); err != nil {
				t.Fatal("a file of this export:", err)
			}
			if err := f.Swap(t.Context(), "m", []byte("three"), tag); !errors.Is(err, ErrChanged) {
				t.Error("a file that was replaced meanwhile:", err)
			}
		})
	}
}

// TestABucketThatKeepsFailingIsAnError that names the file, of which nothing is visible.
func TestABucketThatKeepsFailingIsAnError(t *testing.T) {
	f, server := cutBucket(t, inUpload)
	server.cuts.Store(1 << 40)
	text := strings.Repeat("a line of a file\n", 1000)
	if err := f.Put(t.Context(), "part", strings.NewReader(text), int64(len(text))); err == nil || !strings.Contains(err.Error(), "s3://jobs/a/part") {
		t.Error(err)
	}
	server.cuts.Store(0)
	if _, _, err := f.Get(t.Context(), "part"); !errors.Is(err, fs.ErrNotExist) || slices.Contains(names(t, f), "part") {
		t.Error("a part of it is there:", err)
	}
}
