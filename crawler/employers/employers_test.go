package employers

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"gannet/crawler"
	"gannet/crawler/fetch"
	"gannet/frontier"
	"gannet/job"
	"gannet/store"
	"gannet/store/postings"
)

func TestReadList(t *testing.T) {
	for text, want := range map[string][]string{
		"name,home\nAcme Ltd,https://acme.test\nBolt,bolt.test/en/\n":                         {"Acme Ltd https://acme.test/", "Bolt https://bolt.test/en/"},
		"\xef\xbb\xbf\"Acme, Ltd\";http://ACME.test/;x\r\n\r\nBolt;bolt.test\nBolt;bolt.test": {"Acme, Ltd http://acme.test/", "Bolt https://bolt.test/"},
		"Acme\thttps://acme.test\n":   {"Acme https://acme.test/"},
		"Acme, Ltd;https://acme.test": {"Acme, Ltd https://acme.test/"},
	} {
		list, repeated, err := ReadList(strings.NewReader(text))
		var got []string
		for _, e := range list {
			got = append(got, e.Name+" "+e.Home)
		}
		if err != nil || !slices.Equal(got, want) || len(repeated) != max(0, strings.Count(text, "Bolt")-1) {
			t.Errorf("%q: %q, repeated %d, %v", text, got, repeated, err)
		}
	}
	for text, want := range map[string]string{
		"": "it is empty", "name,home\n": "it is empty", "Acme,acme.test\nBolt\n": "line 2: the home page is missing",
		"name,home\n,acme.test\n": "line 2: the name is missing", "name,home\nAcme,\n": "line 2: the home page is missing",
		"Acme,acme.test\nBolt,ftp://x\n": "line 2: \"ftp://x\" is no URL", "Acme,ftp://x\nBolt,bolt.test\n": "line 1: \"ftp://x\" is no URL",
		"Acme,https://jo:pass@acme.test/\nBolt,bolt.test\n": "line 1: \"https://…@acme.test/\" has a user name or a password: leave it out",
		"Acme,acme.test\nBolt,jo:pass@bolt.test\n":          "line 2: \"…@bolt.test\" has a user name",
		"\x80,a": "in UTF-8",
	} {
		if _, _, err := ReadList(strings.NewReader(text)); !errors.Is(err, ErrList) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestProofs: what a posting proves depends on the page that links to it, and on whose posting it is.
func TestProofs(t *testing.T) {
	type kept struct{ page, via, company, part string }
	const home, list, portal = "http://www.acme.test/", "http://www.acme.test/list", "http://portal.test/all"
	for name, test := range map[string]struct {
		kept  []kept
		board string
		weak  bool
	}{
		"one posting":                      {[]kept{{home + "a", list, "", ""}}, list, true},
		"two postings":                     {[]kept{{home + "a", list, "", ""}, {home + "b", list, "", ""}}, list, false},
		"one posting twice":                {[]kept{{home + "a", list, "", ""}, {home + "a", list, "", ""}}, list, true},
		"a part of a page":                 {[]kept{{list, home, "", "1"}, {list, home, "", "2"}}, list, false},
		"a teaser, then the listing":       {[]kept{{home + "a", home, "", ""}, {home + "b", list, "", ""}, {home + "c", list, "", ""}}, list, false},
		"a posting that links to others":   {[]kept{{home + "a", list, "", ""}, {home + "b", home + "a", "", ""}}, list, true},
		"a portal's of others":             {[]kept{{portal + "/1", portal, "Bolt", ""}, {portal + "/2", portal, "Bolt", ""}}, "", false},
		"a portal's of this employer":      {[]kept{{portal + "/1", portal, "ACME GmbH", ""}, {portal + "/2", portal, "Acme", ""}}, portal, false},
		"nobody's, behind a link of its":   {[]kept{{portal + "/1", portal, "", ""}, {portal + "/2", portal, "", ""}}, portal, false},
		"others', behind its page":         {[]kept{{portal + "/1", list, "Bolt", ""}, {portal + "/2", list, "Bolt", ""}}, "", false},
		"on a platform, behind its page":   {[]kept{{portal + "/1", list, "Acme", ""}, {portal + "/2", list, "Acme", ""}}, list, false},
		"another site's, behind its home":  {[]kept{{portal + "/1", home, "", ""}, {portal + "/2", home, "", ""}}, "", false},
		"a page that no employer's led to": {[]kept{{"http://far.test/1", "http://far.test/", "", ""}}, "", false},
	} {
		s := New(Options{List: []Employer{{Name: "Acme Ltd", Home: home}}})
		s.Restore(home, "", "")
		s.Restore(list, home, "Work here")
		s.Restore(portal, home, "Jobs")
		for _, k := range test.kept {
			s.Restore(k.page, k.via, "")
			s.Observe(&store.Page{URL: k.page, Via: k.via, Fetched: time.Unix(1e9, 0), Postings: []*postings.Found{{Job: &job.Posting{Company: k.company, Part: k.part}}}})
		}
		e := s.list[0]
		if e.Board != test.board || e.Weak != test.weak {
			t.Errorf("%s: board %q, weak %v", name, e.Board, e.Weak)
		}
		if e.Board == list && !slices.Equal(e.Path, []string{"Work here"}) || (e.Platform == "portal.test") != (e.Board == portal) {
			t.Errorf("%s: %+v", name, e.Record)
		}
	}
}

// TestPathsLearn: a text that led to boards before is worth more than one that did not, and than one that was never met.
func TestPathsLearn(t *testing.T) {
	p := newPaths()
	link := func(text string) *evidence { return &evidence{features: []uint64{1, uint64(len(text))}, priority: .3} }
	for range 20 {
		p.learn(link("work"), true, 1)
		p.learn(link("about"), false, 1)
	}
	if led, new, not := p.score(link("work")), p.score(link("x")), p.score(link("about")); led < new+1 || new < not+1 {
		t.Errorf("scores %.2f, %.2f, %.2f", led, new, not)
	}
	if got := wordsOf("Zur Übersicht (m/w): 职位列表"); !slices.Equal(got, []string{"zur", "übersicht", "职位", "位列", "列表"}) {
		t.Errorf("words %q", got)
	}
}

// retrying is a frontier that gives one link again and again until it is dropped.
type retrying struct {
	crawler.Frontier
	url    string
	taken  int
	pushed []string
}

func (r *retrying) State(string) frontier.State { return frontier.Unknown }

func (r *retrying) Push(_ time.Time, links []frontier.Link) (int, error) {
	for _, l := range links {
		r.pushed = append(r.pushed, l.URL)
	}
	return len(links), nil
}

func (r *retrying) Take(time.Time) (frontier.Lease, time.Duration, error) {
	if r.url == "" {
		return frontier.Lease{}, 0, frontier.ErrEmpty
	}
	r.taken++
	return frontier.Lease{ID: uint64(r.taken), URL: r.url}, 0, nil
}

func (r *retrying) Done(_ time.Time, _ uint64, o frontier.Outcome) error {
	if o.Result == frontier.Drop {
		r.url = ""
	}
	return nil
}

type failing struct{ crawler.Fetcher }

func (failing) Fetch(context.Context, string) (*fetch.Response, error) {
	return nil, errors.New("no answer")
}

// TestTriesCountToTheBudget: a page whose requests fail is not tried for longer than its employer's budget lasts.
func TestTriesCountToTheBudget(t *testing.T) {
	const home = "http://www.acme.test/"
	s := New(Options{List: []Employer{{Name: "Acme Ltd", Home: home}}, Requests: 3})
	links, fetcher := s.Frontier(&retrying{url: home}), s.Fetcher(failing{})
	for {
		lease, _, err := links.Take(time.Now())
		if err != nil {
			break
		}
		_, _ = fetcher.Fetch(t.Context(), lease.URL)
		if err := links.Done(time.Now(), lease.ID, frontier.Outcome{Result: frontier.Retry}); err != nil {
			t.Fatal(err)
		}
	}
	if n := s.Records()[0].Requests; n != 3 {
		t.Errorf("%d requests, not 3", n)
	}
}

// TestSearchGoesOn with the home pages that had no turn before a stop, and with what is known of the others.
func TestSearchGoesOn(t *testing.T) {
	const home, other, board = "http://www.acme.test/", "http://www.bolt.test/", "http://www.acme.test/jobs"
	known := []Record{
		{Employer: Employer{Name: "Acme", Home: home}, Former: []string{board}, Requests: 2, Moved: []string{"http://acme.example/"}},
		{Employer: Employer{Name: "Gone from the list", Home: "http://gone.test/"}, Board: "http://gone.test/jobs"},
	}
	s := New(Options{List: []Employer{{Name: "Acme", Home: home}, {Name: "Bolt", Home: other}}, Known: known})
	links := &retrying{}
	gate := s.Frontier(links)
	push := func(urls ...string) {
		for _, url := range urls {
			if _, err := gate.Push(time.Now(), []frontier.Link{{URL: url}}); err != nil {
				t.Fatal(err)
			}
		}
	}
	push("http://elsewhere.test/") // as a page that is kept does before the seeds
	push(home, other)
	if !slices.Equal(links.pushed, []string{"http://elsewhere.test/", home, other}) {
		t.Errorf("the frontier was given %q", links.pushed)
	}
	s.Restore(home, "", "")
	s.Restore(board, home, "Jobs")
	for _, page := range []string{"1", "2"} { // postings of the board that is gone
		s.Restore(board+page, board, page)
		s.Prove(board+page, board, &job.Posting{}, time.Unix(1e9, 0))
	}
	if owner := s.ownerOf("http://acme.example/x", "http://acme.example/"); owner != 0 {
		t.Errorf("what the home page redirects to belongs to %d", owner)
	}
	records := s.Records()
	if len(records) != 3 || records[0].Board != "" || records[2].Board != known[1].Board {
		t.Errorf("%+v", records)
	}
}

// TestReplayHoldsLinksOfABoardBack: a restart, which pushes the links of all kept pages again, requests none that the run before had left out.
func TestReplayHoldsLinksOfABoardBack(t *testing.T) {
	const home, board = "http://www.acme.test/", "http://www.acme.test/jobs"
	acme := Employer{Name: "Acme", Home: home}
	s := New(Options{List: []Employer{acme}, Known: []Record{{Employer: acme, Board: board}}, Follow: true})
	err := s.Replay(func() error {
		if s.follows(0, board) {
			t.Error("a replay follows all links of the board")
		}
		return nil
	})
	if err != nil || !s.follows(0, board) {
		t.Errorf("%v; the links of a visited board are followed: %v", err, s.follows(0, board))
	}
}
