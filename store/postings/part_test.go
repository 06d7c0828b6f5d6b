package postings_test

import (
	"errors"
	"testing"

	"gannet/store"
	"gannet/store/postings"
)

// part is one of several postings on a page.
func part(name, url, title, text string) *postings.Found {
	j := newJob(title, "Loom", "Leeds", text)
	j.Part, j.URL = name, url
	return &postings.Found{Job: j}
}

func severalPage(url string, minutes int, found ...*postings.Found) *store.Page {
	p := jobPage(url, minutes, nil)
	p.Postings = found
	return p
}

func TestEachPostingOfAPageIsKeptAndKnownAgain(t *testing.T) {
	db := openTest(t)
	const page = "http://a.test/jobs"
	list := severalPage(page, 0, part("weaver", page+"#weaver", "Weaver", "Weave."), part("posting-2", page+"#posting-2", "Dyer", "Dye."))
	again := severalPage(page, 1, part("weaver", page+"#weaver", "Weaver", "Weave."), part("posting-2", page+"#posting-2", "Dyer", "Dye more."))
	results := put(t, db, list, again)
	for i, want := range []postings.Status{postings.New, postings.New, postings.Unchanged, postings.Changed} {
		if r := results[i/2].Postings[i%2]; r.Status != want || r.Number != uint64(i%2)+1 {
			t.Errorf("%d: %+v, want %v", i, r, want)
		}
	}
	k, err := db.Postings().Get(2)
	if err != nil || k.URL != page+"#posting-2" || k.Job.URL != k.URL || k.Job.Description != "Dye more." || k.Copies != 1 {
		t.Errorf("%+v, %v", k, err)
	}
	if n, err := db.Postings().NumberAt(page + "#weaver"); err != nil || n != 1 {
		t.Errorf("by its address: %d, %v", n, err)
	}
	replace(t, db, store.Reading{Page: 1}, store.Reading{Page: 1, Part: "weaver"}, store.Reading{Page: 1, Part: "posting-2", Posting: part("posting-2", page, "Dyer", "Dye less.")})
	if _, err := db.Postings().Get(1); !errors.Is(err, postings.ErrNotFound) {
		t.Errorf("a part that shows nothing any more: %v", err)
	}
	if list, err := db.Postings().Versions(2); err != nil || len(list) != 2 || list[0].Job.Description != "Dye less." {
		t.Errorf("versions %+v, %v", list, err)
	}
}

func TestOneOfSeveralIsThePostingOfItsOwnPage(t *testing.T) {
	const page, own = "http://a.test/jobs", "http://a.test/jobs/1"
	shown := func(url string) *store.Page {
		return severalPage(page, 0, part("1", url, "Weaver", "Weave."), part("2", page+"#2", "Dyer", "Dye."))
	}
	whole := func(minutes int) *store.Page {
		return jobPage(own, minutes, newJob("Weaver", "Loom", "Leeds", "Weave linen."))
	}
	for _, c := range []struct {
		name  string
		pages []*store.Page
		last  int // the page that was put last
		want  postings.Status
	}{
		{"the list first", []*store.Page{shown(own), whole(1)}, 1, postings.Changed},
		{"its page first", []*store.Page{whole(0), shown(own)}, 1, postings.Unchanged},
		{"a page of another host", []*store.Page{jobPage("http://b.test/1", 0, newJob("Weaver", "Loom", "Leeds", "Weave.")), shown("http://b.test/1")}, 1, postings.New},
	} {
		db := openTest(t)
		results := put(t, db, c.pages...)
		if r := results[c.last].Postings[0]; r.Status != c.want {
			t.Errorf("%s: %+v, want %v", c.name, r, c.want)
		}
		k, err := db.Postings().Get(1)
		if err != nil || c.want != postings.New && (k.URL != own || k.Job.Description != "Weave linen." || k.Job.URL != own) {
			t.Errorf("%s: %+v %+v, %v", c.name, k, k.Job, err)
		}
		if problems := checked(t, db); len(problems) > 0 {
			t.Errorf("%s: %q", c.name, problems)
		}
	}
}
