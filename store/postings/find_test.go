package postings_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"golang.org/x/text/cases"

	"gannet/job"
	"gannet/store"
	"gannet/store/postings"
)

var (
	someTitles    = []string{"Senior Welder", "Pflegekraft (m/w/d)", "Сварщик", "软件工程师", "C++ Developer", "İşçi"}
	someCompanies = []string{"Iron Works Ltd", "Klinik GmbH", "ООО Завод", "北京饭店有限公司", "Iron"}
	someLocations = []string{"Oslo, Norway", "Berlin, Deutschland", "Москва", "", "New York"}
	someTexts     = []string{"Weld steel\nin Oslo.", "STRASSE und Straße", "Go and C++, or Java.", "JavaScript", "做饭的厨师", ""}
	someHosts     = []string{"a.test", "jobs.b.test:8080", "b.test"}
	someLanguages = []string{"en", "de", "ru", "zh", ""}
)

var somePlaces = []job.Place{
	{Town: "York", CountryCode: "GB", RegionCode: "GB-ENG", Latitude: 53.96, Longitude: -1.08}, {Town: "Leeds", CountryCode: "GB", RegionCode: "GB-ENG", Latitude: 53.8, Longitude: -1.55},
	{Country: "Germany", CountryCode: "DE"}, {Town: "Oslo", CountryCode: "NO", RegionCode: "NO-03", Latitude: 59.91, Longitude: 10.75},
}

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

func somePage(r *rand.Rand, i int) *store.Page {
	j := &job.Posting{
		Title: pick(r, someTitles), Company: pick(r, someCompanies), Location: pick(r, someLocations),
		Description: pick(r, someTexts) + "\n" + pick(r, someTexts), Language: pick(r, someLanguages),
	}
	if r.IntN(2) == 0 {
		j.Occupation = pick(r, []string{"7212", "2512", "2513"})
	}
	if r.IntN(2) == 0 {
		j.Places = []job.Place{pick(r, somePlaces)}
	}
	if r.IntN(3) > 0 {
		j.Posted = start.Truncate(24*time.Hour).AddDate(0, 0, r.IntN(9))
	}
	return jobPage(fmt.Sprintf("http://%s/%d", pick(r, someHosts), i), i, j)
}

// wants reports whether a query asks for a posting, in the slow and obvious way.
func wants(q *postings.Query, k *postings.Posting) bool {
	fold := func(s string) []string {
		return strings.FieldsFunc(cases.Fold().String(s), func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",.()/", r) })
	}
	text := fold(k.Job.Title + " " + k.Job.Company + " " + k.Job.Description)
	for _, w := range fold(q.Text) {
		if !slices.ContainsFunc(text, func(have string) bool {
			return have == w || strings.Contains(have, w) && strings.ContainsFunc(w, func(r rune) bool { return unicode.Is(unicode.Han, r) })
		}) {
			return false
		}
	}
	at := k.Job.Posted
	if at.IsZero() {
		at = k.First
	}
	host := strings.Split(strings.Split(k.URL, "/")[2], ":")[0]
	company, want := job.NormalCompany(k.Job.Company), job.NormalCompany(q.Company)
	for _, w := range fold(q.Location) {
		if !slices.Contains(fold(k.Job.Location), w) {
			return false
		}
	}
	if len(k.Job.Places) == 0 && (q.Region != "" || q.Near.Kilometres > 0) {
		return false
	}
	for _, p := range k.Job.Places { // one at most
		if q.Region != "" && q.Region != p.RegionCode && q.Region != p.CountryCode || q.Near.Kilometres > 0 && !slices.Contains(nearYork[q.Near.Kilometres], p.Town) {
			return false
		}
	}
	return strings.HasPrefix(k.Job.Occupation, q.Occupation) && (q.Since.IsZero() || !at.Before(q.Since)) && (q.Until.IsZero() || at.Before(q.Until)) &&
		(q.Language == "" || q.Language == k.Job.Language) && (q.Company == "" || company == want || strings.HasPrefix(company, want+" ")) &&
		(q.Host == "" || host == q.Host || strings.HasSuffix(host, "."+q.Host))
}

// nearYork has the towns of somePlaces that lie within so many kilometres of York.
var nearYork = map[float64][]string{10: {"York"}, 50: {"York", "Leeds"}, 2000: {"York", "Leeds", "Oslo"}}

func TestFindIsTheFilter(t *testing.T) {
	db, r := openTest(t), rand.New(rand.NewPCG(1, 2))
	db.SetDecider(func(n uint64, _ *postings.Found) (job.Decision, error) {
		if n%3 == 1 {
			return job.Decision{}, nil
		}
		return job.Decision{Cluster: (n-1)/3*3 + 1, Original: n%3 == 0}, nil
	})
	for i := range 300 {
		p := somePage(r, i)
		put(t, db, p)
	}
	var all []*postings.Posting
	if err := db.Postings().Each(func(k *postings.Posting) error { all = append(all, k); return nil }); err != nil || len(all) != 300 {
		t.Fatalf("%d postings, %v", len(all), err)
	}
	hits := 0
	for range 400 {
		var q postings.Query
		for _, set := range []func(){
			func() {
				q.Text = pick(r, []string{"WELDER", "steel oslo", "strasse", "c++", "java", "工程师", "сварщик завод", "ltd"})
			},
			func() { q.Company = pick(r, []string{"iron", "KLINIK", "Завод", "Iron Works", "北京饭店"}) },
			func() { q.Location = pick(r, []string{"oslo", "Berlin", "YORK", "москва", "norway oslo"}) },
			func() { q.Since = start.Truncate(24*time.Hour).AddDate(0, 0, r.IntN(9)) },
			func() { q.Until = start.Truncate(24*time.Hour).AddDate(0, 0, r.IntN(9)) },
			func() { q.Language = pick(r, someLanguages) },
			func() { q.Occupation = pick(r, []string{"7", "25", "2512", "99"}) },
			func() { q.Region = pick(r, []string{"GB", "GB-ENG", "DE", "FR"}) },
			func() {
				q.Near = postings.Circle{Latitude: 53.96, Longitude: -1.08, Kilometres: pick(r, []float64{10, 50, 2000})}
			},
			func() { q.Host = pick(r, []string{"b.test", "jobs.b.test", "a.test", "test2"}) },
		} {
			if r.IntN(4) == 0 {
				set()
			}
		}
		for _, q.All = range []bool{true, false} {
			q.Brief, q.PerJob = r.IntN(2) == 0, r.IntN(2) == 0
			hits += compareFound(t, db, q, all)
		}
	}
	if hits < 1000 {
		t.Errorf("%d hits: the test shows little", hits)
	}
}

func compareFound(t *testing.T, db *store.DB, q postings.Query, all []*postings.Posting) (hits int) {
	t.Helper()
	var got, want []uint64
	chosen := map[uint64]*postings.Posting{}
	for _, k := range all {
		switch best := chosen[k.Cluster]; {
		case !wants(&q, k):
		case q.All:
			want = append(want, k.Number)
		case q.PerJob && !k.Original:
		case best == nil || k.Original:
			chosen[k.Cluster] = k
		}
	}
	for _, k := range all { // clusters in the order of their first members
		if c := chosen[k.Number]; c != nil {
			want = append(want, c.Number)
		}
	}
	err := db.Postings().Find(q, func(k *postings.Posting) error {
		if brief := q.Brief && q.Occupation == "" && q.Region == "" && q.Near.Kilometres == 0; brief != (k.Job.Description == "" && k.Job.Title != "") && all[k.Number-1].Job.Description != "\n" {
			return fmt.Errorf("posting %d: brief %v, %+v", k.Number, q.Brief, k.Job)
		}
		got = append(got, k.Number)
		return nil
	})
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("%+v: %v\ngot  %v\nwant %v", q, err, got, want)
	}
	return len(got)
}

func TestFindLetsACrawlWrite(t *testing.T) {
	db := openTest(t)
	var pages []*store.Page
	for i := range 300 {
		pages = append(pages, jobPage(fmt.Sprintf("http://a.test/%d", i), i, newJob("Welder", "Iron Ltd", "Oslo", "Weld.")))
	}
	put(t, db, pages...)
	for _, q := range []postings.Query{{Brief: true}, {All: true, Text: "weld"}} {
		before, err := db.Stats()
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		err = db.Postings().Find(q, func(p *postings.Posting) error {
			found++
			put(t, db, jobPage(p.URL+"/later", 1000, newJob("Nurse", "Clinic", "Oslo", "Weld no more.")))
			return nil
		})
		if err != nil || found != before.Postings {
			t.Errorf("%+v: %d postings found, %d were kept: %v", q, found, before.Postings, err)
		}
	}
}
