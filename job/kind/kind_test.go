package kind

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gannet/features"
	"gannet/internal/testdata"
	"gannet/job"
	"gannet/models"
)

func shipped(t testing.TB) *Classifier {
	t.Helper()
	c, err := Load(models.Kinds())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func read(t testing.TB, body string) *features.Page {
	t.Helper()
	p, err := features.NewReader().Read("http://board.example/x", []byte(body))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// detailPage is a posting as a small employer writes one.
func detailPage(similar int) string {
	var b strings.Builder
	b.WriteString(`<title>Bicycle mechanic - Pedal & Chain</title><body><ul><li><a href=/>Home</a><li><a href=/shop>Shop</a><li><a href=/jobs>Jobs</a></ul>
<h1>Bicycle mechanic</h1><ul><li>Company: Pedal & Chain<li>Location: Oldtown<li>Posted: 2026-03-02<li>Salary: € 2,400 a month</ul><h2>Responsibilities</h2>`)
	for range 6 {
		b.WriteString("<p>You repair bicycles of all kinds, advise our customers in the shop, order parts from our suppliers and keep the workshop tidy.</p>")
	}
	b.WriteString(`<h2>Requirements</h2><p>You have learned the trade, work with care and like to talk to people.</p><a href=/apply>Apply now</a><h3>Similar jobs</h3>`)
	b.WriteString(cards(similar))
	return b.String()
}

// listPage is a list of postings.
func listPage(n int) string {
	return fmt.Sprintf("<title>%d jobs in Oldtown</title><body><h1>%d jobs found</h1>", n, n) + cards(n) + "<a href=?page=2>2</a> <a href=?page=3>3</a> <a href=?page=2>Next</a>"
}

func cards(n int) string {
	work := []string{"Sales assistant", "Truck driver", "Registered nurse", "Software engineer", "Accountant", "Warehouse operative", "Project manager"}
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "<div><h3><a href=/jobs/%d>%s</a></h3><span>Company %d</span> <span>Oldtown</span> <span>%d days ago</span></div>\n", 1000+i, work[i%len(work)], i%4, i%9)
	}
	return b.String()
}

func TestKindsApart(t *testing.T) {
	c := shipped(t)
	for _, test := range []struct {
		name, body string
		jobs       float64
		want       job.Kind
	}{
		{"a posting", detailPage(0), .98, job.Detail},
		{"a posting with similar ones", detailPage(12), .98, job.Detail},
		{"a list", listPage(25), .98, job.Listing},
		{"a short list", listPage(8), .98, job.Listing},
		{"an article", "<title>The heron</title><h1>The heron</h1>" + strings.Repeat("<p>Herons stand still in shallow water and wait for fish.</p>", 20), .01, job.Other},
		{"a posting by its look that is not about jobs", detailPage(0), .001, job.Other},
		{"nothing", "", .5, job.Other},
	} {
		if got, p := c.Kind(read(t, test.body), known(test.jobs)); got != test.want || p < 1./kinds || p > 1 {
			t.Errorf("%s: %v with probability %.2f, want %v", test.name, got, p, test.want)
		}
	}
}

func TestMarkupTipsTheScales(t *testing.T) {
	c := shipped(t)
	for _, mark := range []string{
		`<script type="application/ld+json">{"@type":"JobPosting"}</script>`,
		`<div itemscope itemtype="https://schema.org/JobPosting"></div>`,
		`<div vocab="https://schema.org/" typeof="JobPosting"></div>`,
	} {
		without, with := read(t, detailPage(12)), read(t, detailPage(12)+mark)
		a, b := Measure(without, known(.5), c.titles), Measure(with, known(.5), c.titles)
		if a[MarkedOnce] != 0 || b[MarkedOnce] != 1 || b[MarkedOften] != 0 {
			t.Errorf("%s: marked %g and %g", mark, a[MarkedOnce], b[MarkedOnce])
		}
		if pa, pb := c.Probabilities(&a), c.Probabilities(&b); pb[job.Detail] < pa[job.Detail] {
			t.Errorf("%s makes a posting less likely: %.3f, was %.3f", mark, pb[job.Detail], pa[job.Detail])
		}
		many := Measure(read(t, listPage(5)+strings.Repeat(mark, 5)), known(.9), c.titles)
		if many[MarkedOften] != 1 || many[MarkedOnce] != 0 {
			t.Errorf("five times %s: %g, %g", mark, many[MarkedOnce], many[MarkedOften])
		}
	}
}

func TestMeasures(t *testing.T) {
	c := shipped(t)
	v := Measure(read(t, listPage(25)), known(.9), c.titles)
	for _, test := range []struct {
		measure int
		want    float64
	}{{groupSize, math.Log1p(25)}, {TitledLinks, math.Log1p(25)}, {pages, math.Log1p(2)}, {dates, math.Log1p(25)}, {titleMany, 1}, {headMany, 1}, {groupNumbers, 1}} {
		if math.Abs(v[test.measure]-test.want) > 1e-9 {
			t.Errorf("%s is %g, want %g", Names()[test.measure], v[test.measure], test.want)
		}
	}
	v = Measure(read(t, detailPage(0)), known(.9), c.titles)
	if v[labels] != 4 || v[parts] != 2 || math.Abs(v[amounts]-math.Log1p(1)) > 1e-9 {
		t.Errorf("labels %g, parts %g, amounts %g; want 4, 2, ln 2", v[labels], v[parts], v[amounts])
	}
	for line, want := range map[string]float64{
		"## Requirements": 1, "【任职要求】": 1, "二、任职要求": 1, "职位信息 二、任职要求：": 1, "1) Requirements": 1, "meets Requirements": 0, "符合任职要求": 0,
	} {
		if v := Measure(read(t, "<title>Baker</title><p>"+line+"</p>"), known(.9), c.titles); v[parts] != want {
			t.Errorf("%q: %g parts, want %g", line, v[parts], want)
		}
	}
	if len(Names()) != Measures {
		t.Errorf("%d names for %d measures", len(Names()), Measures)
	}
}

func TestLabelsInManyLanguages(t *testing.T) {
	for text, want := range map[string]uint8{
		"Location": location, "Lieu de travail : Lyon": location, "Standort: Ulm": location, "место работы: Тверь": location,
		"工作地点：北京": location, "工作地點：臺北": location, "勤務地：大阪": location, "Miejsce pracy": location, "Gehalt": pay, "зарплата": pay,
		"Apply now": apply, "postuler": apply, "立即申请": apply, "Your profile": requirements, "Náplň práce": duties, "Garden gnome": none,
	} {
		p := read(t, "<p>"+text)
		if got := senseAt(p.Words, 0, len(p.Words)); got != want {
			t.Errorf("%q has sense %d, want %d", text, got, want)
		}
	}
}

func TestEverySenseHasWords(t *testing.T) {
	counts := map[uint8]int{}
	for i, used := range lexicon.used {
		if used {
			counts[uint8(lexicon.values[i])]++
		}
	}
	for name, sense := range senseNames {
		if counts[sense] < 10 {
			t.Errorf("%s has %d phrases", name, counts[sense])
		}
	}
}

func TestLoadRefusesWhatItCannotUse(t *testing.T) {
	good := string(models.Kinds())
	for name, test := range map[string]struct {
		file string
		want error
	}{
		"nothing":           {"", ErrDamaged},
		"cut":               {good[:len(good)/2], ErrDamaged},
		"no titles":         {`{"format":"` + Format + `"}`, ErrDamaged},
		"bad titles":        {`{"format":"` + Format + `","titles":"!"}`, ErrDamaged},
		"another version":   {strings.Replace(good, Format, "gannet kinds 99", 1), ErrVersion},
		"an unknown name":   {strings.Replace(good, `"link_words_share"`, `"moon_phase"`, 1), ErrVersion},
		"weights not there": {`{"format":"` + Format + `","titles":"AAAA"}`, ErrDamaged},
	} {
		if _, err := Load([]byte(test.file)); !errors.Is(err, test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %v", name, err, test.want)
		}
	}
}

func TestModelGoesThroughItsFile(t *testing.T) {
	cut := func(texts ...string) (all [][]uint32) {
		for range leastSeen {
			for _, s := range texts {
				all = append(all, features.Words(s))
			}
		}
		return all
	}
	titles := LearnTitles(cut("senior baker", "baker", "night baker"), cut("about us", "contact us", "news"))
	from := Number(2)
	m := &Model{Format: Format, Titles: titles, Known: Regression{Bias: [kinds]Number{1, -1, .5}, Rows: []Row{
		{Measure: "words", Weights: [kinds]Number{.5, -.25, 0}},
		{Measure: "words", From: &from, Weights: [kinds]Number{-1, 1, 2}},
	}}, Foreign: Regression{Bias: [kinds]Number{0, 0, 9}}}
	file, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	c, err := Load(file)
	if err != nil {
		t.Fatal(err)
	}
	var v Vector
	v[words] = 3
	margin := []float64{1 + 1.5 - 1, -1 - .75 + 1, .5 + 2}
	sum := 0.0
	for _, x := range margin {
		sum += math.Exp(x)
	}
	for k, p := range c.Probabilities(&v) {
		if want := math.Exp(margin[k]) / sum; math.Abs(p-want) > 1e-12 {
			t.Errorf("probability %d is %g, want %g", k, p, want)
		}
	}
	v[Foreign] = 1
	if p := c.Probabilities(&v); p[job.Detail] < .99 {
		t.Errorf("a page in an unknown language is judged by the model of known ones: %v", p)
	}
	p := read(t, "<h1>Senior baker</h1><h1>Contact us</h1>")
	if own, other := c.titles.of(p.Words, p.Headings[0]), c.titles.of(p.Words, p.Headings[1]); own < .9 || other > .1 {
		t.Errorf("a title of a job is one with %.2f, another text with %.2f", own, other)
	}
}

// TestTable holds the table against a map.
func TestTable(t *testing.T) {
	table, oracle := newTable(256), map[uint32]int8{}
	for i := range uint32(120) {
		key := i * i * 2654435761 % 97
		table.set(key, int8(i))
		oracle[key] = int8(i)
	}
	for key := range uint32(200) {
		got, found := table.get(key)
		want, there := oracle[key]
		if got != want && there || found != there {
			t.Errorf("%d gives %d, %v; want %d, %v", key, got, found, want, there)
		}
	}
}

func TestNamedURLs(t *testing.T) {
	for url, want := range map[string]bool{
		"http://a.example/": false, "http://a.example/about": false, "http://a.example/job/4711": true, "http://a.example/p2": false,
		"http://a.example/head-of-sales": true, "http://a.example/about-us": false, "http://www2026.example/x": false,
	} {
		if got, _ := urlSays(url); got != want {
			t.Errorf("%s: %v", url, !want)
		}
	}
}

// FuzzKind reads hostile pages: whatever they hold, the probability is one and the measures are numbers.
func FuzzKind(f *testing.F) {
	f.Add(detailPage(3), .5)
	f.Add(listPage(9), 1.5)
	f.Add("<a href=1><a href=2>x<script type=application/ld+json>", math.NaN())
	f.Add(`<div typeof=JobPosting><h1></h1><a href="/1">1</a>€1`, -1.)
	c := shipped(f)
	f.Fuzz(func(t *testing.T, body string, jobs float64) {
		p, about := read(t, body), Topic{Jobs: jobs, Known: 1 - jobs/4}
		k, probability := c.Kind(p, about)
		if k > job.Detail || !(probability >= 1./kinds-1e-9 && probability <= 1) {
			t.Errorf("kind %d with probability %g", k, probability)
		}
		v := Measure(p, about, c.titles)
		if slices.ContainsFunc(v[1:], func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) }) {
			t.Errorf("measures %v", v)
		}
		if compact, _ := c.Kind(p.Compact(), about); compact > job.Detail {
			t.Errorf("kind %d of a compact page", compact)
		}
	})
}

func BenchmarkKind(b *testing.B) {
	c := shipped(b)
	for name, body := range map[string]string{"detail": detailPage(12), "list": listPage(40)} {
		p := read(b, body)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c.Kind(p, Topic{Jobs: .9, Known: 1})
			}
		})
	}
}

func TestMoney(t *testing.T) {
	for text, want := range map[string]bool{
		"€ 2,400 a month": true, "$15/hour": true, "2.500,00 €": true, "18 000 Kč": true, "45000 руб.": true, "8000元": true, "USD 90": true,
		"12 days": false, "room 12, second floor": false, "2026-03-02": false, "page 3 - 40 results": false,
	} {
		p := read(t, "<p>"+text)
		var v Vector
		readNumbers(p, &v)
		if got := v[amounts] > 0; got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// BenchmarkKindReal judges real job pages, with their bytes beside the time.
func BenchmarkKindReal(b *testing.B) {
	c := shipped(b)
	var list []*features.Page
	size := 0
	for _, class := range []string{"job_detail", "job_listing"} {
		files, err := filepath.Glob(filepath.Join(testdata.Jobs(b), "html", class, "*", "*"))
		if err != nil {
			b.Fatal(err)
		}
		for _, f := range files {
			body, err := os.ReadFile(f)
			if err != nil {
				b.Fatal(err)
			}
			list = append(list, read(b, string(body)))
			size += len(body)
		}
	}
	b.ReportAllocs()
	b.SetBytes(int64(size / len(list)))
	for i := 0; b.Loop(); i++ {
		c.Kind(list[i%len(list)], known(.9))
	}
}

// known returns what the topic's classifier says of a page whose words it knows.
func known(jobs float64) Topic { return Topic{Jobs: jobs, Known: 1} }
