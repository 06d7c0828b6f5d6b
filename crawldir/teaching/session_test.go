package teaching

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"gannet/crawldir"
	"gannet/topic"
	"gannet/topic/label"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// gardens is a web of pages about roses and about bolts. Each links to the next ones.
type gardens struct{ pages int }

// RoundTrip implements http.RoundTripper.
func (g gardens) RoundTrip(r *http.Request) (*http.Response, error) {
	n, status := 0, http.StatusNotFound
	body := ""
	if _, err := fmt.Sscanf(r.URL.Path, "/%d", &n); err == nil && n < g.pages {
		status, body = http.StatusOK, g.page(n)
	}
	return &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {"text/html"}}, Request: r, Body: io.NopCloser(strings.NewReader(body))}, nil
}

func (g gardens) page(n int) string {
	kind := "bolt steel thread nut"
	if rose(n) {
		kind = "rose thorn petal garden"
	}
	text := fmt.Sprintf("<title>Page %d</title><p>%s", n, kind)
	for k := range 40 {
		text += fmt.Sprintf(" w%d", (n*31+k*k*7)%97)
	}
	for k := range 4 {
		text += fmt.Sprintf(` <a href="/%d">more</a>`, n*4+k+1)
	}
	return text
}

func rose(n int) bool { return n%3 == 0 }

// crawlGardens crawls 60 pages of the gardens.
func crawlGardens(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	o := crawldir.DefaultOptions()
	o.Topic = &topic.Topic{Name: "roses", Keywords: []string{"flower"}, Seeds: []string{"http://gardens.test/0"}}
	o.Web, o.Limits.Pages = gardens{200}, 60
	crawl, err := crawldir.Open(t.Context(), dir, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := crawl.Run(t.Context()); err != nil {
		t.Error(err)
	}
	if err := crawl.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

// awaitState waits until nothing goes on in the background.
func awaitState(t *testing.T, s *Session) State {
	t.Helper()
	for range 2000 {
		st, err := s.State()
		if err != nil || st.Failure != nil {
			t.Fatal(err, st.Failure)
		}
		if !st.Reading && !st.Learning {
			return st
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatal("it never ends")
	return State{}
}

// answerNext answers the next question, twice. The second answer changes nothing. It returns the page.
func answerNext(t *testing.T, s *Session) (url string) {
	t.Helper()
	st := awaitState(t, s)
	if st.Question == nil {
		t.Fatalf("no question is left after %d answers on %d of %d pages", st.Yes+st.No, st.Pages, st.Kept)
	}
	var n int
	if _, err := fmt.Sscanf(st.Question.URL, "http://gardens.test/%d", &n); err != nil {
		t.Fatal(err)
	}
	v := label.No
	if rose(n) {
		v = label.Yes
	}
	for range 2 {
		if err := s.Answer(st.Question.URL, v); err != nil {
			t.Fatal(err)
		}
	}
	return st.Question.URL
}

// TestAPersonTeachesByLooking answers 30 questions. The topic is learned, the estimate is there, and a second session goes on where
// the first one ended.
func TestAPersonTeachesByLooking(t *testing.T) {
	dir, log := crawlGardens(t), slog.New(slog.DiscardHandler)
	s := New(dir, log)
	answer := func(s *Session) { answerNext(t, s) }
	for range 30 {
		answer(s)
	}
	st := awaitState(t, s)
	if st.Yes+st.No != 30 || st.HeldOut != 6 || st.UntilLearning != 10 || st.Learned == nil || !st.Learned.Estimated {
		t.Fatalf("%+v", st)
	}
	if e := st.Learned.Estimate; e.Answers != 6 || e.F1.Low > e.F1.Value || e.F1.High < e.F1.Value {
		t.Errorf("estimate %+v", e)
	}
	s.Close()

	again := New(dir, log)
	defer again.Close()
	resumed := awaitState(t, again)
	if resumed.Yes != st.Yes || resumed.HeldOut != 6 || resumed.Learned == nil {
		t.Errorf("a second session is at %+v", resumed)
	}
	answer(again)
	if err := again.Undo(); err != nil {
		t.Fatal(err)
	}
	if undone := awaitState(t, again); undone.Yes+undone.No != 30 || undone.Question.URL != resumed.Question.URL {
		t.Errorf("undone: %v with %+v", undone.Question, undone)
	}
	taught, err := topic.Load(dir + "/" + crawldir.TaughtFile)
	if err != nil || taught.Classifier == nil {
		t.Fatal(err)
	}
	if list, err := label.Load(dir + "/" + crawldir.LabelsFile); err != nil || len(list) != 30 {
		t.Errorf("%d answers are kept, %v", len(list), err)
	}
}

// TestQuestionsGoOnBeyondThePagesThatAreDrawn until there is an answer on each page of the crawl, in sessions that draw 40 of 60 pages.
func TestQuestionsGoOnBeyondThePagesThatAreDrawn(t *testing.T) {
	dir, log := crawlGardens(t), slog.New(slog.DiscardHandler)
	answered := make(map[string]bool)
	for range 2 {
		s := New(dir, log)
		s.most = 40
		for range 30 {
			if url := answerNext(t, s); answered[url] {
				t.Fatal("asked again about", url)
			} else {
				answered[url] = true
			}
		}
		s.Close()
	}
	s := New(dir, log)
	defer s.Close()
	s.most = 40
	if st := awaitState(t, s); st.Question != nil || st.Yes+st.No != 60 || st.Pages != 40 {
		t.Errorf("at the end %+v", st)
	}
}

// TestTenThousandAnswersLeaveQuestions on a crawl with more pages.
func TestTenThousandAnswersLeaveQuestions(t *testing.T) {
	var all []listed
	var answers []label.Answer
	for n := range 30_000 {
		all = append(all, listed{url: fmt.Sprintf("http://gardens.test/%d", n), seed: n == 0, key: uint64(n%7)<<32 | uint64(n)})
	}
	for n := range 10_000 {
		answers = append(answers, label.Answer{URL: all[n].url, Verdict: label.Yes})
	}
	given := 0
	sample := sampleOf(all, mostPages, answers)
	for _, one := range sample {
		var n int
		if _, err := fmt.Sscanf(one.url, "http://gardens.test/%d", &n); err != nil {
			t.Fatal(err)
		}
		if n < len(answers) {
			given++
		}
	}
	if given != mostPages/2 || len(sample) != mostPages {
		t.Errorf("%d of %d pages with answers", given, len(sample))
	}
}
