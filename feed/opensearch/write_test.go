package opensearch

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"gannet/feed"
)

// TestDocumentsAreRemovedInParts: a request removes a bounded number, and what a server could not remove is tried again later.
func TestDocumentsAreRemovedInParts(t *testing.T) {
	for _, test := range []struct {
		answers []string
		fails   bool
	}{
		{[]string{fmt.Sprintf(`{"deleted":%d}`, removedAtOnce), `{"deleted":3}`}, false},
		{[]string{`{"deleted":3,"failures":[{"id":"7"}]}`}, true},
		{[]string{`{"deleted":3,"timed_out":true}`}, true},
	} {
		given := 0
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !strings.HasSuffix(r.URL.Path, "/_delete_by_query") {
				fmt.Fprint(w, "{}")
				return
			}
			fmt.Fprint(w, test.answers[given])
			given++
		}))
		defer server.Close()
		s, err := New(Options{URL: server.URL + "/my_jobs"})
		if err != nil {
			t.Fatal(err)
		}
		err = s.removeOlder(context.Background(), 5)
		if errors.Is(err, feed.ErrUnavailable) != test.fails || given != len(test.answers) {
			t.Errorf("%v: %v after %d requests", test.answers, err, given)
		}
	}
}

// TestIndexOfAKilledRunIsTaken: the request of a killed run may make the index after the next run has found none.
func TestIndexOfAKilledRunIsTaken(t *testing.T) {
	made := false
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method == http.MethodPut:
			made = true
			w.WriteHeader(http.StatusBadRequest)
			fmt.Fprint(w, `{"error":{"type":"resource_already_exists_exception"}}`)
		case !made:
			w.WriteHeader(http.StatusNotFound)
			fmt.Fprint(w, "{}")
		default:
			fmt.Fprint(w, `{"jobs":{"mappings":{"_meta":{"gannet":{"crawl":"one","cursor":7,"release":"","layout":""}}}}}`)
		}
	}))
	defer server.Close()
	s, err := New(Options{URL: server.URL + "/jobs"})
	if err != nil {
		t.Fatal(err)
	}
	if cursor, err := s.Cursor(t.Context(), "one"); cursor != 7 || err != nil {
		t.Errorf("cursor %d, %v", cursor, err)
	}
}

// TestAnIndexOfOtherFlags is refused, and one of an early version, which has not recorded them.
func TestAnIndexOfOtherFlags(t *testing.T) {
	for release, want := range map[string]error{`"release":"--contacts drop",`: feed.ErrOtherRelease, "": feed.ErrUnrecorded} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPut {
				t.Errorf("%q: the index is changed", release)
			}
			fmt.Fprintf(w, `{"jobs":{"mappings":{"_meta":{"gannet":{"crawl":"one","cursor":7,%s"layout":""}}}}}`, release)
		}))
		defer server.Close()
		s, err := New(Options{URL: server.URL + "/jobs"})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Cursor(t.Context(), "one"); !errors.Is(err, want) {
			t.Errorf("%q: %v, not %v", release, err, want)
		}
	}
}
