package lists

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"gannet/store/postings"
)

// TestSearchesThatDoNotBeginAreWalked: if the index has given no row when the time is over, the newest entries are walked through. A walk
// reads a few at a time, and its parts reach all matches.
func TestSearchesThatDoNotBeginAreWalked(t *testing.T) {
	c := newCrawl(t)
	c.put(t, 0, 40)
	c.bringAll(t)
	q := JobQuery{Asked: Asked{Sort: "title", Limit: 100}, Where: postings.Query{Text: "welder"}}
	found := 0
	for parts := 1; ; parts++ {
		list, err := c.Jobs(t.Context(), c.source(), q)
		if err != nil || !list.Walked || len(list.Rows) > firstOfWalk {
			t.Fatalf("part %d: %+v, %v", parts, list, err)
		}
		found += len(list.Rows)
		if q.Cursor = list.Next; q.Cursor == "" {
			break
		}
	}
	if found != 10 {
		t.Errorf("%d rows in all", found)
	}
}

// TestListsAreBounded: by the length of what is searched for, and by the context of who asks.
func TestListsAreBounded(t *testing.T) {
	c := newCrawl(t)
	c.put(t, 0, 40)
	long := strings.Repeat("a ", 1000)
	asked := Asked{Limit: 5, Time: time.Minute}
	gone, leave := context.WithCancel(t.Context())
	leave()
	for _, state := range []string{"walked", "indexed"} {
		for _, crawls := range []bool{false, true} {
			from := c.source()
			from.Crawls = crawls
			if _, err := c.Jobs(t.Context(), from, JobQuery{Asked: asked, Where: postings.Query{Text: long}}); !errors.Is(err, postings.ErrLong) {
				t.Errorf("%s, jobs: %v", state, err)
			}
			if _, err := c.Pages(t.Context(), from, PageQuery{Asked: asked, Text: long}); !errors.Is(err, postings.ErrLong) {
				t.Errorf("%s, pages: %v", state, err)
			}
			if _, err := c.Jobs(gone, from, JobQuery{Asked: asked}); !errors.Is(err, context.Canceled) {
				t.Errorf("%s, jobs for nobody: %v", state, err)
			}
			if _, err := c.Pages(gone, from, PageQuery{Asked: asked}); !errors.Is(err, context.Canceled) {
				t.Errorf("%s, pages for nobody: %v", state, err)
			}
			if list, err := c.Jobs(t.Context(), from, JobQuery{Asked: asked}); err != nil || len(list.Rows) != 5 {
				t.Errorf("%s: %+v %v", state, list, err)
			}
		}
		c.bringAll(t)
	}
}
