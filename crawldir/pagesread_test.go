package crawldir

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"gannet/features"
	"gannet/topic/judge"
)

// TestPagesReadGivesWhatItWasGiven: pages and their counts of words come back, from the file and before they are written to it.
func TestPagesReadGivesWhatItWasGiven(t *testing.T) {
	var k pagesRead
	if err := k.open(t.TempDir()); err != nil {
		t.Fatal(err)
	}
	defer k.close()
	var pages []*features.Page
	for i := range 60 {
		body := fmt.Sprintf("<title>page %d</title><p>%s<a href=/%d>next</a>", i, strings.Repeat(fmt.Sprint("word", i, " "), 200*i), i+1)
		page, err := features.NewReader().Read(fmt.Sprintf("http://a.test/%d", i), []byte(body))
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, page)
		k.remember(page, i%2 == 0)
	}
	if k.written == 0 || len(k.waiting) == 0 {
		t.Fatalf("%d bytes are written and %d wait: the test wants some of both", k.written, len(k.waiting))
	}
	for i, page := range pages {
		want, err := features.Unpack(page.AppendPacked(nil))
		if err != nil {
			t.Fatal(err)
		}
		if got, shows := k.of(page.URL); !reflect.DeepEqual(got, want) || shows != (i%2 == 0) {
			t.Errorf("%s: %+v, shows jobs %t, want %+v", page.URL, got, shows, want)
		}
		if got, ok := k.judged(page.URL); !ok || !reflect.DeepEqual(got, judge.NewPage(page, false)) {
			t.Errorf("%s: judged %+v, %t", page.URL, got, ok)
		}
	}
	if _, ok := k.judged("http://a.test/other"); ok {
		t.Error("a page came back that was not given")
	}
}
