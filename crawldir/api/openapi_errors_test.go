package api_test

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"gannet/crawldir/api"
)

// TestErrorsAreAsDescribed makes every kind of wrong request at every path of the description: each is answered with a failure in JSON, and
// its status.
func TestErrorsAreAsDescribed(t *testing.T) {
	crawl, dir, page := runBoard(t)
	defer crawl.Close()
	doc := load(t, api.OpenAPI)
	closed(doc)
	for name, ask := range map[string]asker{"socket": socketOf(dir), "page": pageOf(page)} {
		for _, r := range api.Routes() {
			for _, w := range wrongRequests(r) {
				status, kind, text := ask(w.method, w.path, w.body)
				if status != w.status {
					t.Errorf("%s: %s %s: status %d, want %d: %s", name, w.method, w.path, status, w.status, text)
				}
				checkFailure(t, doc, r, name+": "+w.method+" "+w.path, kind, text)
			}
		}
	}
}

// wrong is a request that must fail, and with which status.
type wrong struct {
	method, path, body string
	status             int
}

// wrongRequests are requests for a path with a wrong method, a wrong name, and wrong values of each parameter.
func wrongRequests(r api.Route) (list []wrong) {
	get := func(status int, path string) { list = append(list, wrong{http.MethodGet, path, "", status}) }
	path := strings.NewReplacer("{number}", "1", "{verb}", "pause").Replace(pathOf(r))
	for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodPatch, http.MethodOptions} {
		if method != r.Method {
			list = append(list, wrong{method, path, "{}", http.StatusMethodNotAllowed})
		}
	}
	get(http.StatusNotFound, strings.TrimSuffix(path, "/")+"/and/no/more")
	if strings.Contains(r.Path, "{number}") {
		get(http.StatusBadRequest, strings.Replace(pathOf(r), "{number}", "one", 1))
		get(http.StatusNotFound, strings.Replace(pathOf(r), "{number}", "99999", 1))
	}
	if r.Method == http.MethodPost {
		for body, status := range map[string]int{
			"]": 400, `{"values": 7}`: 400, `{"other": []}`: 400, `{} {}`: 400, `{"values": ["x"]}`: 400,
			`{"values": ["` + strings.Repeat("x", 1<<20) + `"]}`: http.StatusRequestEntityTooLarge,
		} {
			list = append(list, wrong{r.Method, path, body, status})
		}
		return append(list, wrong{r.Method, strings.Replace(pathOf(r), "{verb}", "dance", 1), "", 400})
	}
	get(http.StatusBadRequest, path+"?a=%zz")
	for _, p := range r.Params {
		if p.Needed {
			get(http.StatusBadRequest, path)
		}
		if p.Type != "string" {
			get(http.StatusBadRequest, path+"?"+url.Values{p.Name: {"-1"}}.Encode())
			get(http.StatusBadRequest, path+"?"+url.Values{p.Name: {"maybe"}}.Encode())
		}
	}
	return list
}

// checkFailure holds an answer against what the description of a path says of errors.
func checkFailure(t *testing.T, doc *openapi3.T, r api.Route, about, kind string, text []byte) {
	t.Helper()
	media := doc.Paths.Find(pathOf(r)).GetOperation(r.Method).Responses.Default().Value.Content[kind]
	if media == nil {
		t.Errorf("%s: the answer is %q: %s", about, kind, text)
		return
	}
	var v any
	err := json.Unmarshal(text, &v)
	if err == nil {
		err = media.Schema.Value.VisitJSON(v, openapi3.VisitAsResponse())
	}
	if err != nil {
		t.Errorf("%s: %v: %s", about, err, text)
	}
}

// TestRefusalsOfThePageAreAsDescribed: so are those that come before the interface: no token, another name or site, no crawl.
func TestRefusalsOfThePageAreAsDescribed(t *testing.T) {
	crawl, _, page := runBoard(t)
	defer crawl.Close()
	doc := load(t, api.OpenAPI)
	closed(doc)
	for _, c := range []struct {
		path, host, site, token string
		status                  int
		kind                    string
	}{
		{"/v1/stats", "127.0.0.1", "", "", 401, "no token"},
		{"/crawl/none/v1/stats", "127.0.0.1", "", "", 401, "no token"},
		{"/v1/stats", "elsewhere.test", "", apiToken, 421, "other name"},
		{"/v1/stats", "127.0.0.1", "cross-site", apiToken, 403, "other site"},
		{"/crawl/none/v1/stats", "127.0.0.1", "", apiToken, 404, "no crawl"},
		{"/v1/stats", "127.0.0.1", "", "wrong", 401, "no token"},
	} {
		r := httptest.NewRequest(http.MethodGet, c.path, nil)
		r.Host = c.host
		if c.site != "" {
			r.Header.Set("Sec-Fetch-Site", c.site)
		}
		if c.token != "" {
			r.Header.Set("Authorization", "Bearer "+c.token)
		}
		w := httptest.NewRecorder()
		page.ServeHTTP(w, r)
		if w.Code != c.status || !strings.Contains(w.Body.String(), `"kind":"`+c.kind+`"`) {
			t.Errorf("%+v: status %d: %s", c, w.Code, w.Body)
		}
		checkFailure(t, doc, api.Routes()[0], c.path, w.Header().Get("Content-Type"), w.Body.Bytes())
	}
}

// TestPanicsAreFailures: a fault of the program is answered, too.
func TestPanicsAreFailures(t *testing.T) {
	defer slog.SetDefault(slog.Default())
	slog.SetDefault(slog.New(slog.DiscardHandler))
	h := api.NewHandler(api.Source{}) // has no store to read from
	for _, path := range []string{"/v1/stats", "/v1/pages"} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		if w.Code != 500 || w.Header().Get("Content-Type") != "application/json" || !strings.Contains(w.Body.String(), `"kind":"failed"`) {
			t.Errorf("%s: status %d, %q: %s", path, w.Code, w.Header().Get("Content-Type"), w.Body)
		}
	}
}
