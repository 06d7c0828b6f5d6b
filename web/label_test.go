package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gannet/crawldir"
	"gannet/crawldir/teaching"
	"gannet/internal/testbrowser"
	"gannet/topic"
	"gannet/topic/label"
)

// awaitQuestion returns the view "label" once the pages are read.
func awaitQuestion(t *testing.T, s *Server) string {
	t.Helper()
	path := "/crawl/" + s.crawls[0].name + "/label"
	for range 500 {
		w := ask(s, http.MethodGet, path, "", "Authorization", "Bearer "+token)
		if text := w.Body.String(); !strings.Contains(text, "are being read") {
			return text
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatal("the pages are never read")
	return ""
}

// labelsOf returns the answers that hold.
func labelsOf(t *testing.T, dir string) (verdicts []label.Verdict) {
	t.Helper()
	r, err := crawldir.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	list, err := r.Labels()
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range list {
		verdicts = append(verdicts, a.Verdict)
	}
	return verdicts
}

// TestAnswersNeedTheToken asks for changes without a token, by another site, and with a page that is not kept. Nothing is written.
func TestAnswersNeedTheToken(t *testing.T) {
	dir, _ := openCrawl(t)
	open, guarded := newServer(t, "", dir), newServer(t, token, dir)
	defer open.Close()
	defer guarded.Close()
	path := "/crawl/" + open.crawls[0].name + "/label"
	body := url.Values{"url": {hostPage}, "answer": {"yes"}}.Encode()
	bearer := []string{"Authorization", "Bearer " + token}
	if text := awaitQuestion(t, guarded); !strings.Contains(text, "Is this page about <b><bdi>work</bdi></b>?") || strings.Contains(text, "<script>") || strings.Contains(text, "\u202e") {
		t.Errorf("the view asks about no page, or shows text of a page as markup:\n%s", text)
	}
	for _, c := range []struct {
		s      *Server
		body   string
		head   []string
		status int
	}{
		{open, body, nil, http.StatusForbidden},
		{guarded, body, nil, http.StatusUnauthorized},
		{guarded, body, append([]string{"Sec-Fetch-Site", "cross-site"}, bearer...), http.StatusForbidden},
		{guarded, strings.Replace(body, "yes", "perhaps", 1), bearer, http.StatusBadRequest},
		{guarded, "answer=yes&url=http://nowhere.test/", bearer, http.StatusNotFound},
	} {
		if w := ask(c.s, http.MethodPost, path, c.body, c.head...); w.Code != c.status {
			t.Errorf("%q with %q: status %d, not %d", c.body, c.head, w.Code, c.status)
		}
	}
	if list := labelsOf(t, dir); len(list) > 0 {
		t.Errorf("answers %v were kept", list)
	}
	if w := ask(guarded, http.MethodPost, path, body, bearer...); w.Code != http.StatusSeeOther {
		t.Errorf("status %d: %s", w.Code, w.Body)
	}
	if list := labelsOf(t, dir); !slices.Equal(list, []label.Verdict{label.Yes}) {
		t.Errorf("answers %v were kept", list)
	}
}

// gardens is a web of so many pages, each of which links to the next one.
type gardens int

// RoundTrip implements http.RoundTripper.
func (g gardens) RoundTrip(r *http.Request) (*http.Response, error) {
	n, status, body := 0, http.StatusNotFound, ""
	if _, err := fmt.Sscanf(r.URL.Path, "/%d", &n); err == nil && n < int(g) {
		status, body = http.StatusOK, fmt.Sprintf("<title>Page %d</title><p>", n)
		for k := range 40 {
			body += fmt.Sprintf("w%d ", (n*31+k*k*7)%997)
		}
		body += fmt.Sprintf(`<a href="/%d">more</a>`, n+1)
	}
	return &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {"text/html"}}, Request: r, Body: io.NopCloser(strings.NewReader(body))}, nil
}

// TestLabelWithTenThousandAnswers about pages most of which are no longer kept. A question is left, an answer to it is kept, and the view does not grow.
func TestLabelWithTenThousandAnswers(t *testing.T) {
	dir := t.TempDir()
	o := crawldir.DefaultOptions()
	o.Topic = &topic.Topic{Name: "roses", Keywords: []string{"flower"}, Seeds: []string{"http://gardens.test/0"}}
	o.Web = gardens(60)
	crawl, err := crawldir.Open(t.Context(), dir, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(crawl.Run(t.Context()), crawl.Close()); err != nil {
		t.Fatal(err)
	}
	const given = 10_000
	var lines strings.Builder
	for n := range given {
		line, err := json.Marshal(label.Answer{URL: fmt.Sprintf("http://gone.test/%d", n), Verdict: []label.Verdict{label.Yes, label.No}[n%2]})
		if err != nil {
			t.Fatal(err)
		}
		lines.Write(append(line, '\n'))
	}
	before := newServer(t, token, dir)
	short := awaitQuestion(t, before)
	before.Close()
	if err = os.WriteFile(filepath.Join(dir, crawldir.LabelsFile), []byte(lines.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	s := newServer(t, token, dir)
	defer s.Close()
	text := awaitQuestion(t, s)
	if !strings.Contains(text, "5000 yes, 5000 no, 0 skipped") || !strings.Contains(text, "Is this page about") {
		t.Errorf("the view is\n%s", text)
	}
	if len(text) > len(short)+4<<10 {
		t.Errorf("the view has %d bytes, and %d without answers", len(text), len(short))
	}
	_, asked, _ := strings.Cut(text, `name="url" value="`)
	asked, _, _ = strings.Cut(asked, `"`)
	body := url.Values{"url": {asked}, "answer": {"yes"}}.Encode()
	if w := ask(s, http.MethodPost, "/crawl/"+s.crawls[0].name+"/label", body, "Authorization", "Bearer "+token); w.Code != http.StatusSeeOther {
		t.Errorf("status %d: %s", w.Code, w.Body)
	}
	if list := labelsOf(t, dir); len(list) != given+1 || list[given] != label.Yes {
		t.Errorf("%d answers are kept", len(list))
	}
}

// TestEstimateHasBounds shows what was learned: with an estimate, and with too few answers for one.
func TestEstimateHasBounds(t *testing.T) {
	learned := &teaching.Learned{Estimated: true, Estimate: label.Estimate{Answers: 16, F1: label.Interval{Value: 0.71, Low: 0.52, High: 0.84}}}
	show := func() string {
		var out strings.Builder
		v := labelView{State: teaching.State{Learned: learned, Yes: 30, No: 50, HeldOut: 16, Pages: 2000, Kept: 1_000_000}, Taught: "crawl/taught.yaml"}
		if err := layout(&shown{View: "label", Crawl: "crawl", Token: true, Body: v}).Render(t.Context(), &out); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	for _, want := range []string{"F1, between 52 % and 84 %", "71 %", "by 16 answers that did not teach it", "--topic crawl/taught.yaml", "2 000 of 1 000 000 pages"} {
		if text := show(); !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if learned.Estimated = false; !strings.Contains(show(), "Too few answers") {
		t.Error("an estimate is shown that was not made")
	}
}

// TestLabelByKeyboard answers by keys alone.
func TestLabelByKeyboard(t *testing.T) {
	dir := runCrawl(t)
	s := newServer(t, token, dir)
	server := httptest.NewServer(s)
	defer server.Close()
	defer s.Close()
	b := testbrowser.Open(t, server.URL)
	b.Look(360, false)
	b.Go(server.URL + "/login?to=" + url.QueryEscape("/crawl/"+s.crawls[0].name+"/label"))
	b.Until(`document.activeElement.name === "token"`)
	b.Keys(token + "\r")
	said := func(text string) string { // keys are heard once the page is complete
		return `document.readyState === "complete" && document.body.textContent.includes("` + text + `")`
	}
	b.Until(said("0 yes, 0 no, 0 skipped"))
	for _, step := range []struct{ key, then string }{
		{"y", "1 yes, 0 no, 0 skipped"}, {"n", "1 yes, 1 no, 0 skipped"}, {"u", "1 yes, 0 no, 0 skipped"}, {"s", "1 yes, 0 no, 1 skipped"},
	} {
		b.Keys(step.key)
		b.Until(said(step.then))
	}
	if list := labelsOf(t, dir); !slices.Equal(list, []label.Verdict{label.Yes, label.Skip}) {
		t.Errorf("answers %v were kept", list)
	}
	if axe := axeCore(t); axe != nil {
		b.Run(string(axe))
		for _, problem := range testbrowser.Value[[]string](b, axeRun) {
			t.Error(problem)
		}
	}
	lookAt(t, b, "label, width 360", false)
	keepPicture(t, b, "label-answers-360.png")
	for _, fault := range b.Faults() {
		if !strings.Contains(fault, "Blocked script execution") {
			t.Error(fault)
		}
	}
}
