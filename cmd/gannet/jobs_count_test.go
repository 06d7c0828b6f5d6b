package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gannet/crawldir"
	"gannet/internal/cli"
	"gannet/job"
	"gannet/store"
	"gannet/store/postings"
)

// keepCoded makes the directory of a crawl that found a welder in Leeds, two nurses in Munich and a job of which nothing is known.
func keepCoded(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	db, err := store.Options{NoSync: true}.Open(filepath.Join(dir, crawldir.StoreFile))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	day := time.Date(2026, 3, 4, 0, 0, 0, 0, time.UTC)
	coded := func(title, group string, place job.Place) *job.Posting {
		return &job.Posting{Title: title, Posted: day, Details: job.Details{Occupation: group, Places: []job.Place{place}}}
	}
	munich := job.Place{Town: "Munich", CountryCode: "DE", RegionCode: "DE-BY", Latitude: 48.14, Longitude: 11.58}
	var pages []*store.Page
	for i, p := range []*job.Posting{
		coded("Welder", "7212", job.Place{Town: "Leeds", CountryCode: "GB", RegionCode: "GB-ENG", Latitude: 53.8, Longitude: -1.55}),
		coded("Nurse", "2221", munich), coded("Senior nurse", "2221", munich), {Title: "Join us", Posted: day.AddDate(0, 0, -7)},
	} {
		url := "http://board.test/" + string(rune('a'+i))
		pages = append(pages, &store.Page{URL: url, Fetched: day, Body: []byte("<p>ad</p>"), Postings: []*postings.Found{{Job: p}}})
	}
	if _, err := db.Put(pages); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestJobsAreCounted(t *testing.T) {
	dir := keepCoded(t)
	want := "occupation,region,week,jobs\nunknown,unknown,2026-W09,1\n2221,DE-BY,2026-W10,2\n7212,GB-ENG,2026-W10,1\n"
	if got := runJobs(t, "jobs", "count", dir, "--by", "occupation,region,week", "--format", "csv"); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if got := runJobs(t, "jobs", "count", dir, "--by", "major,country", "--region", "DE"); !strings.Contains(got, "2     2 Professionals  DE") || !strings.HasSuffix(got, "2 jobs\n") {
		t.Error(got)
	}
	for by, want := range map[string]string{
		"nuts1": "nuts1,jobs\nDE2,2\nUKE,1\nunknown,1\n", "nuts2": "nuts2,jobs\nDE21,2\nUKE4,1\nunknown,1\n", "nuts3": "nuts3,jobs\nDE212,2\nUKE42,1\nunknown,1\n",
	} {
		if got := runJobs(t, "jobs", "count", dir, "--by", by, "--format", "csv"); got != want {
			t.Errorf("%s\nwant\n%s", got, want)
		}
	}
	for _, region := range []string{"de-by", "DE2", "de21", "DE212"} {
		if got := runJobs(t, "jobs", "count", dir, "--by", "town", "--format", "json", "--region", region); got != `[{"jobs":2,"town":"Munich"}]`+"\n" {
			t.Errorf("%s: %s", region, got)
		}
	}
	if got := runJobs(t, "jobs", "count", dir, "--by", "town", "--format", "json", "--region", "DE22"); got != "[]\n" {
		t.Error(got)
	}
	if got := runJobs(t, "jobs", "count", dir, "--by", "town", "--format", "json", "--near", "York 60km"); got != `[{"jobs":1,"town":"Leeds"}]`+"\n" {
		t.Error(got)
	}
	if got := runJobs(t, "jobs", "count", dir, "--by", "town", "--format", "json", "--occupation", "99"); got != "[]\n" {
		t.Error(got)
	}
	for _, args := range [][]string{
		{"--by", "colour"}, {"--format", "xls"}, {"--occupation", "2512x"}, {"--region", "Bavaria"}, {"--region", "DE9X1"}, {"--near", "York"}, {"--near", "No Such Town At All 5km"},
	} {
		var stdout, stderr bytes.Buffer
		if status := run(append([]string{"jobs", "count", dir}, args...), &stdout, &stderr); status != cli.ExitUsage || strings.Count(stderr.String(), "\n") != 1 {
			t.Errorf("%v: status %d, %s", args, status, stderr.String())
		}
	}
}

// TestAnOccupationIsShownWithItsWords, which decided on it.
func TestAnOccupationIsShownWithItsWords(t *testing.T) {
	var out bytes.Buffer
	writeFields(&out, &job.Posting{
		Title: "Night nurse", Details: job.Details{Occupation: "2221"}, Provenance: map[job.Field]job.Provenance{job.Occupation: {Method: job.Model, Confidence: .9}},
	})
	if got := out.String(); !strings.Contains(got, "occupation\t2221 Nursing professionals\tmodel 0.90: nurse +") || !strings.Contains(got, "night ") {
		t.Error(got)
	}
}

// keepCopies makes the directory of a crawl that found one job in two postings: the original, in the given state, and an open copy that names
// a day three weeks earlier and another country.
func keepCopies(t *testing.T, state job.State) (dir string) {
	t.Helper()
	dir = t.TempDir()
	db, err := store.Options{NoSync: true}.Open(filepath.Join(dir, crawldir.StoreFile))
	if err != nil {
		t.Fatal(err)
	}
	db.SetDecider(func(number uint64, _ *postings.Found) (job.Decision, error) {
		return job.Decision{Cluster: 1, Original: number == 1}, nil
	})
	day := time.Date(2026, 3, 4, 0, 0, 0, 0, time.UTC)
	for i, country := range []string{"GB", "DE"} {
		p := &job.Posting{Title: "Welder", Posted: day.AddDate(0, 0, -21*i), Details: job.Details{Places: []job.Place{{CountryCode: country}}}, State: []job.State{state, job.Open}[i]}
		page := &store.Page{URL: "http://board.test/" + country, Fetched: day, Body: []byte("<p>ad</p>"), Postings: []*postings.Found{{Job: p}}}
		if _, err := db.Put([]*store.Page{page}); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestAJobIsCountedOnce, with the fields of its original, whatever the filters: the counts of two periods add up.
func TestAJobIsCountedOnce(t *testing.T) {
	dir := keepCopies(t, job.Open)
	for _, count := range []struct{ filters, want string }{
		{"", `[{"country":"GB","jobs":1}]`},
		{"--since 2026-03-01", `[{"country":"GB","jobs":1}]`},
		{"--until 2026-02-28", `[]`},
		{"--region DE", `[]`},
		{"--region DE --all", `[{"country":"DE","postings":1}]`},
	} {
		args := append([]string{"jobs", "count", dir, "--by", "country", "--format", "json"}, strings.Fields(count.filters)...)
		if got := runJobs(t, args...); got != count.want+"\n" {
			t.Errorf("%s: %s", count.filters, got)
		}
	}
	if got := runJobs(t, "jobs", "count", keepCopies(t, job.Closed), "--by", "state", "--state", "all", "--format", "json"); got != `[{"jobs":1,"state":"open"}]`+"\n" {
		t.Errorf("a job is open while one of its postings is: %s", got)
	}
	if got := runJobs(t, "jobs", "list", dir, "--region", "DE"); !strings.Contains(got, "Welder") {
		t.Errorf("a search finds a job by any posting: %s", got)
	}
}
