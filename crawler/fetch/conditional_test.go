package fetch

import (
	"context"
	"net/http"
	"strings"
	"testing"
)

// TestConditionalRequest: validators go back as they came, even where they are odd, and a 304 is an answer without a body.
func TestConditionalRequest(t *testing.T) {
	const tag, date = `W/"odd tag; v=1"`, "Mon, 02 mar 2026 10:00:00 UTC"
	asked := 0
	c := client(t, Options{Transport: web(func(r *http.Request) (*http.Response, error) {
		asked++
		if r.Header.Get("If-None-Match") == tag && r.Header.Get("If-Modified-Since") == date {
			return answer(304, strings.NewReader(""), "ETag", tag, "Location", "/elsewhere"), nil
		}
		return answer(200, strings.NewReader("<p>loom"), "Content-Type", "text/html", "ETag", tag, "Last-Modified", date), nil
	})})
	first := fetchOK(t, c, "http://a.test/")
	known := ValidatorsOf(first.Header)
	if first.Status != 200 || known != (Validators{tag, date}) {
		t.Fatalf("status %d, validators %+v", first.Status, known)
	}
	again, err := c.Fetch(If(context.Background(), known), "http://a.test/")
	if err != nil || again.Status != 304 || len(again.Body) > 0 || again.Redirect != "" {
		t.Errorf("%+v, %v; want a 304 that leads nowhere", again, err)
	}
	file, err := c.File(If(context.Background(), known), "http://a.test/map.xml", 1000)
	if err != nil || file.Status != 304 {
		t.Errorf("File: %+v, %v; want a 304", file, err)
	}
	if asked != 3 {
		t.Errorf("%d requests; want 3", asked)
	}
}

// TestValidatorsThatCannotBeSent: a server's validator never breaks our request.
func TestValidatorsThatCannotBeSent(t *testing.T) {
	for _, value := range []string{"a\r\nHost: b.test", strings.Repeat("x", maxValidator+1), "\x00"} {
		h := http.Header{"Etag": {value}, "Last-Modified": {value}}
		if v := ValidatorsOf(h); v != (Validators{}) {
			t.Errorf("validators of %.20q: %+v", value, v)
		}
		sent := http.Header{}
		addConditions(If(context.Background(), Validators{value, value}), sent)
		if len(sent) > 0 {
			t.Errorf("sent %v", sent)
		}
	}
}

// TestModifiedInTheSecondOfTheAnswer: such a date does not tell whether the page was modified once more.
func TestModifiedInTheSecondOfTheAnswer(t *testing.T) {
	const second = "Mon, 02 Mar 2026 10:00:00 GMT"
	for sent, want := range map[string]string{second: "", "Mon, 02 Mar 2026 10:00:01 GMT": second, "": second} {
		if v := ValidatorsOf(http.Header{"Date": {sent}, "Last-Modified": {second}}); v.LastModified != want {
			t.Errorf("sent %q: %q, want %q", sent, v.LastModified, want)
		}
	}
}

// TestTagsOfCodedAnswers: the tag without the name of a content coding is sent, too, for servers that append it.
func TestTagsOfCodedAnswers(t *testing.T) {
	for tag, want := range map[string]string{
		`"97a-66148b-gzip"`: `"97a-66148b-gzip", "97a-66148b"`,
		`W/"loom-br"`:       `W/"loom-br", W/"loom"`,
		`"7-zstd"`:          `"7-zstd", "7"`,
		`"7"`:               `"7"`,
		`"gzip"`:            `"gzip"`,
		`"7gzip"`:           `"7gzip"`,
		`7-gzip`:            `7-gzip`,
		`"7-gzip-more"`:     `"7-gzip-more"`,
	} {
		h := http.Header{}
		addConditions(If(context.Background(), Validators{ETag: tag}), h)
		if got := h.Get("If-None-Match"); got != want {
			t.Errorf("for %s we send %s; want %s", tag, got, want)
		}
	}
}
