package opensearch

import (
	"context"
	"errors"
	"fmt"
	"io"
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

// TestAnIndexWithoutFlags of an early version is written again, or refused if something is now left out, because what is left out might stay in it.
func TestAnIndexWithoutFlags(t *testing.T) {
	var set string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPut {
			body, _ := io.ReadAll(r.Body)
			set = string(body)
		}
		fmt.Fprint(w, `{"jobs":{"mappings":{"_meta":{"gannet":{"crawl":"one","cursor":7,"layout":""}}}}}`)
	}))
	defer server.Close()
	for release, want := range map[string]error{"": nil, "--contacts drop": ErrUnrecorded} {
		set = ""
		s, err := New(Options{URL: server.URL + "/jobs", Table: feed.Table{Release: release}})
		if err != nil {
			t.Fatal(err)
		}
		cursor, err := s.Cursor(t.Context(), "one")
		if cursor != 0 || !errors.Is(err, want) || strings.Contains(set, `"cursor":0`) != (want == nil) || strings.Contains(set, `"release":""`) != (want == nil) {
			t.Errorf("%q: cursor %d, %v, the index says %s", release, cursor, err, set)
		}
	}
}
