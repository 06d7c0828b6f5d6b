package kind

import (
	"io"
	"net/http"
	"testing"

	"gannet/features"
	"gannet/internal/testweb"
	"gannet/job"
	"gannet/models"
	"gannet/topic"
)

// TestGeneratedWeb judges a generated web, of which no model has seen a word: its postings, and its pages about
// other things.
func TestGeneratedWeb(t *testing.T) {
	about := new(topic.Classifier)
	if err := about.UnmarshalText(models.Jobs()); err != nil {
		t.Fatal(err)
	}
	c, reader := shipped(t), features.NewReader()
	w := testweb.New(testweb.DefaultOptions(1).Sized(200, 4000))
	var postings, found, others, alarms float64
	for i := range w.Pages() {
		url := w.Page(i)
		body := fetch(t, w, url)
		if body == nil {
			continue
		}
		p, err := reader.Read(url, body)
		if err != nil {
			t.Fatal(err)
		}
		got, _ := c.Kind(p, topicOf(about, p))
		_, posting := w.Job(url)
		switch {
		case posting:
			postings++
			if got == job.Detail {
				found++
			}
		case w.Topic(url) != testweb.JobsTopic:
			others++
			if got != job.Other {
				alarms++
			}
		}
	}
	if postings < 200 || found < .95*postings || others < 2000 || alarms > .01*others {
		t.Errorf("%.0f of %.0f postings found, %.0f of %.0f other pages taken for jobs", found, postings, alarms, others)
	}
}

// fetch gives a page's body, nil if there is none.
func fetch(t *testing.T, w *testweb.Web, url string) []byte {
	t.Helper()
	request, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := w.RoundTrip(request)
	if err != nil {
		return nil
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		return nil
	}
	return body
}
