package store

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"gannet/job"
	"gannet/store/internal/entry"
	"gannet/store/postings"
)

// modelPosting is a posting with the rules of the package documentation, in the slow and obvious way.
type modelPosting struct {
	number, cluster uint64
	url             string
	keys            []string
	texts           []string
	title, id       string
	last            time.Time
	count           int
}

type postingModel struct {
	pages     model
	list      []*modelPosting
	originals map[uint64]uint64
}

func (m *postingModel) by(key string) *modelPosting {
	i := slices.IndexFunc(m.list, func(p *modelPosting) bool { return slices.Contains(p.keys, key) })
	if i < 0 {
		return nil
	}
	return m.list[i]
}

func (m *postingModel) put(p *Page, decide func(uint64) job.Decision) Outcome {
	known := m.pages.find(m.pages.pages, p.URL) != nil || m.pages.find(m.pages.aliases, p.URL) != nil
	gone := len(m.pages.aliases)
	outcome := m.pages.put(p)
	if heir := m.by(p.URL); outcome == Stored && len(m.pages.aliases) > gone && heir != nil {
		heir.url = p.URL
	}
	if len(p.Postings) == 0 {
		return outcome
	}
	j := p.Postings[0].Job
	old, keys := m.identify(p)
	switch {
	case old == nil && outcome == Stored:
		old = m.add(p, decide)
		old.show(p)
	case old == nil || known && !p.Fetched.After(old.last):
		return outcome
	case outcome != Aliased && (old.texts[len(old.texts)-1] != j.Description || old.title != j.Title || old.id != j.ID):
		old.show(p)
	}
	old.count++
	if p.Fetched.After(old.last) {
		old.last = p.Fetched
	}
	for _, k := range keys {
		if m.by(k) == nil {
			old.keys = append(old.keys, k)
		}
	}
	return outcome
}

func (m *postingModel) identify(p *Page) (old *modelPosting, keys []string) {
	j := p.Postings[0].Job
	keys = []string{p.URL, cmp.Or(p.Canonical, p.URL)}
	if old = m.by(p.URL); old == nil {
		old = m.by(keys[1])
	}
	if j.ID == "" {
		return old, keys
	}
	keys = append(keys, entry.HostKey(p.URL)+" "+j.ID)
	if same := m.by(keys[2]); old == nil && same != nil && same.title == j.Title {
		old = same
	}
	return old, keys
}

func (m *postingModel) add(p *Page, decide func(uint64) job.Decision) *modelPosting {
	added := &modelPosting{number: uint64(len(m.list) + 1), last: p.Fetched}
	added.cluster = added.number
	if d := decide(added.number); d.Cluster != 0 {
		if added.cluster = d.Cluster; d.Original {
			m.originals[d.Cluster] = added.number
		}
	} else {
		m.originals[added.number] = added.number
	}
	m.list = append(m.list, added)
	return added
}

func (p *modelPosting) show(page *Page) {
	j := page.Postings[0].Job
	p.url, p.title, p.id = page.URL, j.Title, j.ID
	p.texts = append(p.texts, j.Description)
}

func TestPostingsAreTheModel(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		file := filepath.Join(dir, "pages.db")
		if err := os.Remove(file); err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		db, err := Options{NoSync: true}.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = db.Close() }()
		m := postingModel{originals: make(map[uint64]uint64)}
		for range rapid.IntRange(1, 6).Draw(t, "batches") {
			batch := rapid.SliceOfN(rapid.Custom(drawPage), 1, 5).Draw(t, "batch")
			decisions := make(map[uint64]job.Decision)
			db.SetDecider(func(n uint64, _ *postings.Found) (job.Decision, error) {
				d := job.Decision{Original: rapid.Bool().Draw(t, "original")}
				if n > 1 && rapid.Bool().Draw(t, "joins") {
					d.Of = uint64(rapid.IntRange(1, int(n)-1).Draw(t, "like"))
					d.Cluster = likeCluster(&m, decisions, d.Of)
				}
				decisions[n] = d
				return d, nil
			})
			results, err := db.Put(batch)
			if err != nil {
				t.Fatal(err)
			}
			for i, p := range batch {
				if want := m.put(p, func(n uint64) job.Decision { return decisions[n] }); results[i].Outcome != want {
					t.Fatalf("outcome of %s is %v, want %v", p.URL, results[i].Outcome, want)
				}
			}
		}
		m.compare(t, db)
		if err := db.Check(func(problem string) error { return errors.New(problem) }); err != nil {
			t.Fatal(err)
		}
	})
}

// likeCluster returns the cluster of an earlier posting, of this batch or of one before.
func likeCluster(m *postingModel, decisions map[uint64]job.Decision, n uint64) uint64 {
	if n <= uint64(len(m.list)) {
		return m.list[n-1].cluster
	}
	if d := decisions[n]; d.Cluster != 0 {
		return d.Cluster
	}
	return n
}

func drawPage(t *rapid.T) *Page {
	url := func(label string) string { return fmt.Sprintf("http://h.test/%d", rapid.IntRange(0, 7).Draw(t, label)) }
	p := &Page{URL: url("url"), Fetched: start.Add(time.Duration(rapid.IntRange(0, 9).Draw(t, "at")) * time.Second)}
	if rapid.Bool().Draw(t, "has canonical") {
		p.Canonical = url("canonical")
	}
	if rapid.IntRange(0, 3).Draw(t, "shows") > 0 {
		p.Postings = []*postings.Found{{Profile: profile("r"), Job: &job.Posting{
			ID:          rapid.SampledFrom([]string{"", "1", "2"}).Draw(t, "id"),
			Title:       rapid.SampledFrom([]string{"Welder", "Nurse"}).Draw(t, "title"),
			Description: rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "text"),
		}}}
	}
	return p
}

func (m *postingModel) compare(t *rapid.T, db *DB) {
	var got, want []string
	err := db.Postings().Each(func(k *postings.Posting) error {
		got = append(got, fmt.Sprint(k.Number, k.Cluster, k.Original, k.URL, k.Versions, k.Job.Description, k.Count, k.Last))
		return nil
	})
	for _, p := range m.list {
		want = append(want, fmt.Sprint(p.number, p.cluster, m.originals[p.cluster] == p.number, p.url, len(p.texts),
			p.texts[len(p.texts)-1], p.count, p.last))
		versions, err := db.Postings().Versions(p.number)
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range versions {
			if r.Job.Description != p.texts[i] {
				t.Fatalf("version %d of %d is %q, want %q", i+1, p.number, r.Job.Description, p.texts[i])
			}
		}
	}
	if err != nil || !slices.Equal(got, want) {
		t.Fatalf("%v\ngot  %q\nwant %q", err, got, want)
	}
	s, err := db.Stats()
	if err != nil || s.Postings != len(m.list) || s.Clusters != len(m.originals) {
		t.Fatalf("Stats: %+v, %v", s, err)
	}
}
