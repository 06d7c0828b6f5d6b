package crawldir_test

import (
	"encoding/json"
	"log/slog"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
	"time"

	"gannet/cluster"
	"gannet/cluster/natslog"
	"gannet/crawldir"
	"gannet/internal/testweb"
	"gannet/store"
	"gannet/store/postings"
)

// jobsFound is how a crawl has grouped the postings of a web's jobs.
type jobsFound struct {
	postings int
	pairs    int // of postings of one job
	together int // of these, in one cluster
	wrong    int // pairs of different jobs in one cluster
}

// jobsIn compares the clusters of a directory with what the web knows of its jobs. The web's port may have changed since.
func jobsIn(t *testing.T, web *testweb.Web, dir string) (f jobsFound) {
	t.Helper()
	r, err := crawldir.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	type posting struct {
		job     int
		cluster uint64
	}
	var all []posting
	err = r.Postings.Find(postings.Query{All: true}, func(p *postings.Posting) error {
		if job, known := web.Job(atPort(p.URL, web)); known {
			all = append(all, posting{job.ID, p.Cluster})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	f.postings = len(all)
	for i, a := range all {
		for _, b := range all[:i] {
			switch same := a.cluster == b.cluster; {
			case a.job == b.job:
				f.pairs++
				if same {
					f.together++
				}
			case same:
				f.wrong++
			}
		}
	}
	return f
}

var portOf = regexp.MustCompile(`:\d+/`)

// atPort returns a URL of the web with its port of now.
func atPort(url string, web *testweb.Web) string {
	port := portOf.FindString(web.Seeds(testweb.JobsTopic, 1)[0])
	return portOf.ReplaceAllString(url, port)
}

// checkGathered gathers what three machines have kept, twice, and compares it with what they keep and with the jobs of one machine alone.
func checkGathered(t *testing.T, address string, kept map[string]int, web *testweb.Web, alone jobsFound) {
	t.Helper()
	conn, err := natslog.Connect(t.Context(), address, natslog.Options{TTL: 4 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	dir := filepath.Join(t.TempDir(), "whole")
	first, err := crawldir.Gather(t.Context(), dir, conn.Engine, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	again, err := crawldir.Gather(t.Context(), dir, conn.Engine, slog.New(slog.DiscardHandler))
	if first.New == 0 || again.New != 0 || err != nil {
		t.Errorf("gathered %d messages, and again %d, %v", first.New, again.New, err)
	}
	db, err := store.OpenReadOnly(filepath.Join(dir, crawldir.StoreFile))
	if err != nil {
		t.Fatal(err)
	}
	checkShared(t, conn.Engine.State)
	missing := make(map[string]bool)
	for url := range kept {
		missing[url] = true
	}
	err = db.Each(func(p *store.Page) error {
		if p.Canonical == "" && !missing[portOf.ReplaceAllString(p.URL, "/")] {
			t.Errorf("%s was gathered, and no machine keeps it, or it is there twice", p.URL)
		}
		delete(missing, portOf.ReplaceAllString(p.URL, "/"))
		return nil
	})
	if closing := db.Close(); err != nil || closing != nil || len(missing) > 0 {
		t.Errorf("%d pages were not gathered: %v, %v, %v", len(missing), missing, err, closing)
	}
	got := jobsIn(t, web, dir)
	t.Logf("one machine alone: %+v; gathered of three: %+v", alone, got)
	if got.postings != alone.postings || got.pairs != alone.pairs || got.together < alone.together*98/100 || got.wrong > alone.wrong+alone.pairs/50 {
		t.Errorf("gathered %s: %+v, want about what one machine has: %+v", strconv.Quote(dir), got, alone)
	}
}

// checkShared checks that three machines have shared what they learned.
func checkShared(t *testing.T, state cluster.Table) {
	t.Helper()
	e, err := state.Get(t.Context(), "sharers")
	var names []string
	if err == nil {
		err = json.Unmarshal(e.Value, &names)
	}
	if err != nil || len(names) != 3 {
		t.Fatalf("%v share what they learn, %v: want three machines", names, err)
	}
	for _, name := range names {
		if e, err := state.Get(t.Context(), "total."+name); err != nil || len(e.Value) < 1000 {
			t.Errorf("machine %s has shared %d bytes, %v", name, len(e.Value), err)
		}
	}
}
