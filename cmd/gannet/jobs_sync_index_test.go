package main

import (
	"bufio"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"gannet/crawldir"
	"gannet/store"
)

// searchServer is the part of OpenSearch's protocol that a sync needs, over an index in memory. At request number cut it closes the
// connection without an answer, after the request took effect if late says so.
type searchServer struct {
	mu        sync.Mutex // guards the others
	mapping   map[string]any
	documents map[string]map[string]any
	versions  map[string]float64 // of removed documents, too
	requests  int
	cut       int
	late      bool
	hanging   func() // called at each request
}

func (s *searchServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests++
	s.hanging()
	if s.requests == s.cut && !s.late {
		panic(http.ErrAbortHandler)
	}
	body, _ := io.ReadAll(r.Body)
	status, answer := s.answer(r.Method+" "+r.URL.Path, body)
	if s.requests == s.cut {
		panic(http.ErrAbortHandler)
	}
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(answer)
}

func (s *searchServer) answer(request string, body []byte) (int, any) {
	var sent map[string]any
	_ = json.Unmarshal(body, &sent)
	done := map[string]any{"acknowledged": true}
	switch {
	case request == "PUT /jobs" && s.mapping == nil:
		s.mapping = sent["mappings"].(map[string]any)
		s.documents, s.versions = map[string]map[string]any{}, map[string]float64{}
		return 200, done
	case s.mapping == nil:
		return 404, map[string]any{"error": "index_not_found_exception"}
	case request == "GET /jobs/_mapping":
		return 200, map[string]any{"jobs": map[string]any{"mappings": s.mapping}}
	case request == "PUT /jobs/_mapping":
		s.mapping = sent
		return 200, done
	case request == "POST /jobs/_refresh":
		return 200, done
	case request == "POST /jobs/_delete_by_query":
		least := sent["query"].(map[string]any)["range"].(map[string]any)["update_cursor"].(map[string]any)["lt"].(float64)
		for id, d := range s.documents {
			if d["update_cursor"].(float64) < least {
				delete(s.documents, id)
			}
		}
		return 200, done
	case request == "POST /jobs/_bulk":
		return 200, map[string]any{"items": s.bulk(string(body))}
	}
	return 400, map[string]any{"error": request}
}

func (s *searchServer) bulk(body string) (items []any) {
	lines := bufio.NewScanner(strings.NewReader(body))
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var head map[string]struct {
			ID      string `json:"_id"`
			Version float64
			Type    string `json:"version_type"`
		}
		_ = json.Unmarshal(lines.Bytes(), &head)
		for action, of := range head {
			var document map[string]any
			if action == "index" && lines.Scan() {
				_ = json.Unmarshal(lines.Bytes(), &document)
			}
			status := 200
			switch {
			case of.Type != "external_gte":
				status = 400
			case of.Version < s.versions[of.ID]:
				status = 409
			case action == "delete":
				if s.documents[of.ID] == nil {
					status = 404
				}
				delete(s.documents, of.ID)
				s.versions[of.ID] = of.Version
			default:
				s.documents[of.ID], s.versions[of.ID] = document, of.Version
			}
			items = append(items, map[string]any{action: map[string]any{"_id": of.ID, "status": status, "error": "refused"}})
		}
	}
	return items
}

// cursor returns the cursor that the index has.
func (s *searchServer) cursor() float64 {
	if s.mapping == nil {
		return 0
	}
	return s.mapping["_meta"].(map[string]any)["gannet"].(map[string]any)["cursor"].(float64)
}

// TestSyncedIndexIsTheExport cuts off each request of the first sync and of one after two more days of a crawl, before it takes effect and
// after. The next run makes the index equal to the export, a document that is of no posting included.
func TestSyncedIndexIsTheExport(t *testing.T) {
	dir := t.TempDir()
	cuts := 0
	search := &searchServer{hanging: func() {
		for begin := time.Now(); ; time.Sleep(10 * time.Millisecond) {
			db, err := store.Open(filepath.Join(dir, crawldir.StoreFile))
			if err == nil {
				_ = db.Close()
				return
			}
			if t.Failed() || time.Since(begin) > time.Minute {
				t.Errorf("the crawl cannot go on while the server takes its time: %v", err)
				return
			}
		}
	}}
	server := httptest.NewServer(search)
	defer server.Close()
	for days := 2; days <= 4; days += 2 {
		crawlJobWeb(t, dir, days-2, days)
		mapping, documents, versions := search.mapping, search.documents, search.versions
		for n, reached := 1, true; reached; n++ {
			for _, late := range []bool{false, true} {
				search.mapping, search.documents, search.versions = mapping, maps.Clone(documents), maps.Clone(versions)
				search.requests, search.cut, search.late = 0, n, late
				said := said("jobs", "sync", dir, server.URL+"/jobs")
				reached = search.requests >= n
				if !strings.Contains(said, "is not available") && !strings.Contains(said, "status 0") { // net/http repeats a GET by itself
					t.Errorf("cut off at request %d: %s", n, said)
				}
				if reached {
					cuts++
				}
				search.cut = 0
				if search.cursor() == 0 && search.documents != nil {
					search.documents["999"] = map[string]any{"update_cursor": 0.}
				}
				runJobs(t, "jobs", "sync", dir, server.URL+"/jobs")
				compareDocuments(t, search.documents, dir)
			}
		}
	}
	if cuts < 12 {
		t.Errorf("cut off %d times: the test shows little", cuts)
	}
	other := t.TempDir()
	if err := keepJobs(other); err != nil {
		t.Fatal(err)
	}
	if said := said("jobs", "sync", other, server.URL+"/jobs"); !strings.Contains(said, "is of another crawl: name another, or remove it") {
		t.Error(said)
	}
}
