package lists

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gannet/job"
	"gannet/store"
	"gannet/store/postings"
)

var day = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

// crawl is a crawl with a store and its lists.
type crawl struct {
	*Lists
	dir string
	db  *store.DB
}

func newCrawl(t testing.TB) *crawl {
	t.Helper()
	dir := t.TempDir()
	db, err := store.Options{NoSync: true}.Open(filepath.Join(dir, "crawl.db"))
	if err != nil {
		t.Fatal(err)
	}
	c := &crawl{dir: dir, db: db}
	c.Lists = New(dir, func() (Source, func() error, error) { return c.source(), func() error { return nil }, nil })
	t.Cleanup(func() {
		c.Close()
		_ = c.db.Close()
	})
	return c
}

// reopen does what a process does that ends, and the next one.
func (c *crawl) reopen() {
	c.Close()
	c.Lists = New(c.dir, c.open)
}

func (c *crawl) source() Source { return Source{Store: c.db, Postings: c.db.Postings()} }

// put stores pages with a posting each.
func (c *crawl) put(t testing.TB, from, to int) {
	t.Helper()
	var batch []*store.Page
	for i := from; i < to; i++ {
		j := &job.Posting{
			Title: []string{"Köchin", "Welder", "Nurse", "C++ programmer"}[i%4], Company: fmt.Sprintf("Inn %d GmbH", i%7),
			Location: []string{"Köln, Germany", "Oslo", "", "Malmö"}[i/4%4], Language: "en", State: []job.State{job.Open, job.Closed, ""}[i%3],
			Description: fmt.Sprintf("Works on day %d.", i),
		}
		if i%5 > 0 {
			j.Posted = day.AddDate(0, 0, i%50)
		}
		batch = append(batch, &store.Page{
			URL: fmt.Sprintf("http://h%d.example.com/job-%d", i%3, i), ViaAnchor: j.Title, Fetched: day.Add(time.Duration(i) * time.Minute),
			Score: float64(i%10) / 10, Relevant: i%10 > 4, Postings: []*postings.Found{{Job: j}},
		})
	}
	if _, err := c.db.Put(batch); err != nil {
		t.Fatal(err)
	}
}

// bringAll brings the index up to date.
func (c *crawl) bringAll(t testing.TB) {
	t.Helper()
	for c.followSome() {
	}
	ix, err := openIndex(c.path, false)
	if err == nil {
		err = ix.close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// all reads all parts of a list of jobs.
func (c *crawl) all(t *testing.T, q JobQuery) (rows []*postings.Posting) {
	t.Helper()
	q.Limit, q.Time = 29, time.Minute
	for {
		part, err := c.Jobs(t.Context(), c.source(), q)
		if err != nil {
			t.Fatal(err)
		}
		if part.Walked || part.Missing > 0 {
			t.Fatalf("the index was not used: %+v", part.Part)
		}
		if rows = append(rows, part.Rows...); part.Next == "" {
			return rows
		}
		q.Cursor = part.Next
	}
}

// TestIndexFindsWhatTheStoreFinds compares lists with what the store finds, sorted in memory.
func TestIndexFindsWhatTheStoreFinds(t *testing.T) {
	t.Run("few matches", func(t *testing.T) { testFinding(t, 150) })
	t.Run("many matches", func(t *testing.T) {
		few, rows := sortedMatches, chunk
		defer func() { sortedMatches, chunk = few, rows }()
		sortedMatches, chunk = 0, 11
		testFinding(t, 60)
	})
	t.Run("orders in parts", func(t *testing.T) {
		defer inParts()()
		testFinding(t, 60)
	})
}

// inParts has few rows be divided into parts, until the function is called that it returns.
func inParts() (done func()) {
	few, rows, least := sortedMatches, chunk, leastRanked
	sortedMatches, chunk, leastRanked = 0, 3, 10
	return func() { sortedMatches, chunk, leastRanked = few, rows, least }
}

func testFinding(t *testing.T, ads int) {
	c := newCrawl(t)
	c.put(t, 0, ads)
	c.bringAll(t)
	keys := map[string]func(p *postings.Posting) string{
		"number": func(*postings.Posting) string { return "" }, "title": func(p *postings.Posting) string { return sortKey(p.Job.Title) },
		"company": func(p *postings.Posting) string { return sortKey(p.Job.Company) }, "state": func(p *postings.Posting) string { return string(p.Job.State.Known()) },
		"posted": func(p *postings.Posting) string { return fmt.Sprintf("%012d", seconds(p.Job.Posted)) },
		"place":  func(p *postings.Posting) string { return sortKey(p.Job.Location) }, "copies": func(p *postings.Posting) string { return fmt.Sprint(p.Copies) },
	}
	for _, q := range []postings.Query{
		{}, {Text: "koechin"}, {Text: "kochin inn"}, {Text: "c++"}, {Text: "astronaut"}, {Text: "day", State: postings.NotClosed}, {Company: "inn 3"},
		{Location: "koeln"}, {Location: "Oslo", Host: "h1.example.com"}, {Host: "example.com", State: job.Unknown}, {Since: day.AddDate(0, 0, 20)},
		{Text: "welder", Until: day.AddDate(0, 0, 20)}, {Text: "++"},
	} {
		found := c.find(t, q)
		for _, sort := range JobSorts() {
			for _, up := range []bool{true, false} {
				slices.SortFunc(found, func(a, b *postings.Posting) int {
					order := cmp.Or(strings.Compare(keys[sort](a), keys[sort](b)), cmp.Compare(a.Number, b.Number))
					if up {
						return order
					}
					return -order
				})
				got := c.all(t, JobQuery{Asked: Asked{Sort: sort, Ascending: up}, Where: q})
				if numbers(got) != numbers(found) {
					t.Errorf("%+v by %s, ascending %v:\n%s, want\n%s", q, sort, up, numbers(got), numbers(found))
				}
			}
		}
	}
}

// find returns what the store finds, the newest first.
func (c *crawl) find(t *testing.T, q postings.Query) (found []*postings.Posting) {
	t.Helper()
	if err := c.db.Postings().Find(q, func(p *postings.Posting) error { found = append(found, p); return nil }); err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(found, func(a, b *postings.Posting) int { return cmp.Compare(b.Number, a.Number) })
	return found
}

func numbers(list []*postings.Posting) string {
	var b strings.Builder
	for _, p := range list {
		fmt.Fprint(&b, p.Number, " ")
	}
	return b.String()
}

// TestIndexFollows changes postings, and adds some, between two searches.
func TestIndexFollows(t *testing.T) {
	c := newCrawl(t)
	c.put(t, 0, 40)
	c.bringAll(t)
	if _, err := c.db.PutPostings([]store.Reading{
		{Page: 3, Posting: &postings.Found{Job: &job.Posting{Title: "Astronaut", Company: "Moon Ltd", State: job.Open}}}, {Page: 4},
	}); err != nil {
		t.Fatal(err)
	}
	c.put(t, 40, 50)
	if got := c.all(t, JobQuery{Where: postings.Query{Text: "astronaut"}}); numbers(got) != "3 " {
		t.Errorf("astronauts: %s", numbers(got))
	}
	if err := c.db.Regroup([]postings.Regrouped{
		{Number: 10, Decision: job.Decision{Cluster: 10}}, {Number: 11, Decision: job.Decision{Cluster: 10, Original: true}},
		{Number: 12, Decision: job.Decision{Cluster: 10}},
	}); err != nil {
		t.Fatal(err)
	}
	if got := c.all(t, JobQuery{Asked: Asked{Sort: "copies"}}); len(got) != 47 || got[0].Number != 11 || got[0].Copies != 3 {
		t.Errorf("by copies: %s", numbers(got))
	}
	if err := Check(c.dir, c.source()); err != nil {
		t.Error(err)
	}
	if got := c.all(t, JobQuery{Where: postings.Query{Text: "nurse", Company: "inn 2"}}); numbers(got) != numbers(c.find(t, postings.Query{Text: "nurse", Company: "inn 2"})) {
		t.Errorf("nurses: %s", numbers(got))
	}
	if got := c.all(t, JobQuery{Asked: Asked{Sort: "title", Ascending: true}}); len(got) != 47 || got[0].Number != 3 {
		t.Errorf("all: %s", numbers(got))
	}
}

// TestPagesAreRenewed judges pages again, takes one out, and waits for the next look at their sums.
func TestPagesAreRenewed(t *testing.T) {
	c := newCrawl(t)
	c.put(t, 0, 40)
	c.bringAll(t)
	if err := c.db.Rejudge([]store.Verdict{{Page: 1, Score: .99, Relevant: true}, {Page: 6, Score: .01}}); err != nil {
		t.Fatal(err)
	}
	q := PageQuery{Asked: Asked{Sort: "score", Limit: 1, Time: time.Minute}, Relevant: "yes"}
	c.noteRenewal(time.Now().Add(-2 * betweenLooks))
	c.bringAll(t)
	list, err := c.Pages(t.Context(), c.source(), q)
	if err != nil || list.Walked || len(list.Rows) != 1 || list.Rows[0].Seq != 1 {
		t.Errorf("%+v, %v", list, err)
	}
	if err := Check(c.dir, c.source()); err != nil {
		t.Error(err)
	}
}

// TestNoIndexIsNoTrouble: a list without an index is made by a walk, and a damaged index is made again.
func TestNoIndexIsNoTrouble(t *testing.T) {
	c := newCrawl(t)
	c.put(t, 0, 40)
	if err := os.Mkdir(c.path, 0o755); err != nil {
		t.Fatal(err)
	}
	q := JobQuery{Asked: Asked{Limit: 5, Time: time.Minute}, Where: postings.Query{Text: "welder"}}
	list, err := c.Jobs(t.Context(), c.source(), q)
	if err != nil || !list.Walked || len(list.Rows) != 5 {
		t.Fatalf("%+v, %v", list, err)
	}
	q.Cursor = list.Next
	if list, err = c.Jobs(t.Context(), c.source(), q); err != nil || len(list.Rows) != 5 {
		t.Errorf("second part: %+v, %v", list, err)
	}
	if err := os.Remove(c.path); err != nil {
		t.Fatal(err)
	}
	for _, damage := range []string{strings.Repeat("no index", 1000), ""} {
		c.reopen() // SQLite does not look again at the file of an index that is open
		if err := os.WriteFile(c.path, []byte(damage), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Jobs(t.Context(), c.source(), q); err != nil {
			t.Errorf("damaged: %v", err)
		}
		c.bringAll(t)
		if got := c.all(t, JobQuery{Where: postings.Query{Text: "welder"}}); len(got) != 10 {
			t.Errorf("made again: %s", numbers(got))
		}
	}
}

func TestPages(t *testing.T) {
	c := newCrawl(t)
	c.put(t, 0, 60)
	c.bringAll(t)
	for _, x := range []struct {
		q    PageQuery
		want int
	}{
		{PageQuery{}, 60}, {PageQuery{Text: "koec"}, 15}, {PageQuery{Text: "Koch"}, 15}, {PageQuery{Text: "job 7"}, 1}, {PageQuery{Text: "ch"}, 0},
		{PageQuery{Host: "h1.example.com", Relevant: "yes"}, 10}, {PageQuery{Host: "example.com"}, 60}, {PageQuery{Text: "c++"}, 15},
	} {
		for _, sort := range append(PageSorts(), walked) {
			q := x.q
			q.Asked = Asked{Sort: sort, Limit: 100, Time: time.Minute}
			if sort == walked {
				q.Sort, q.Cursor = "", walked+"1000"
			}
			list, err := c.Pages(t.Context(), c.source(), q)
			if err != nil || len(list.Rows) != x.want || list.Walked != (sort == walked) {
				t.Errorf("%+v: %d rows, %+v, %v", q, len(list.Rows), list.Part, err)
			}
		}
	}
}

// TestAnswersDoNotWaitForTheDisk looks at the log of SQLite: what writes it into the file has to wait for the disk. Answers do not,
// what goes on behind them does, and so does the end.
func TestAnswersDoNotWaitForTheDisk(t *testing.T) {
	c := newCrawl(t)
	c.put(t, 0, 60)
	c.noteRenewal(time.Now()) // nothing goes on behind answers
	log := func() int64 {
		info, err := os.Stat(c.path + "-wal")
		if err != nil {
			return -1
		}
		return info.Size()
	}
	for i := range 3 {
		before := log()
		if got := c.all(t, JobQuery{Where: postings.Query{Text: "welder"}}); len(got) != 15*(i+1) {
			t.Errorf("answer %d: %s", i, numbers(got))
		}
		if log() <= before {
			t.Errorf("answer %d wrote the log into the file: %d bytes of %d are left", i, log(), before)
		}
		c.put(t, 60*(i+1), 60*(i+2))
	}
	c.bringAll(t)
	if log() != 0 {
		t.Errorf("%d bytes of the log are left behind answers", log())
	}
	c.reopen()
	if log() != -1 {
		t.Errorf("%d bytes of the log are left at the end", log())
	}
	if err := Check(c.dir, c.source()); err != nil {
		t.Error(err)
	}
}

// TestIndexMadeAnewBehindALook has another process make the index again while this one keeps the old one open.
func TestIndexMadeAnewBehindALook(t *testing.T) {
	c := newCrawl(t)
	c.put(t, 0, 60)
	for i := range 2 {
		if got := c.all(t, JobQuery{Where: postings.Query{Text: "welder"}}); len(got) != 15 {
			t.Errorf("answer %d: %s", i, numbers(got))
		}
		if err := Make(c.dir, c.source()); err != nil {
			t.Fatal(err)
		}
	}
	if now, err := os.Stat(c.path); err != nil || os.SameFile(now, c.heldFile) {
		t.Errorf("the old index is not the one that is held: %v", err)
	}
	if got := c.all(t, JobQuery{}); len(got) != 60 {
		t.Errorf("all: %s", numbers(got))
	}
	if now, err := os.Stat(c.path); err != nil || !os.SameFile(now, c.heldFile) {
		t.Errorf("the new index is not held: %v", err)
	}
}
