package embedded_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"gannet/features"
	"gannet/features/records"
	"gannet/internal/testweb"
	"gannet/job"
	"gannet/job/embedded"
	"gannet/job/extract"
)

var now = time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)

// jobs are advertisements of ours.
func jobs() (list []*testweb.Job) {
	for i, row := range [][3]string{
		{"Night Baker", "Crumb & Sons", "Leeds"}, {"Senior Loom Engineer (m/f)", "Old Mill GmbH", "Paisley"}, {"Lamplighter", "Tower Lights", "Bath"},
		{"Head of Beekeeping", "Hive", "St Albans"}, {"Nurse", "Hartwell Hospital Trust", "Newcastle upon Tyne"}, {"C++ Developer \"remote first\"", "Bits, Bytes Ltd", "York"},
	} {
		list = append(list, &testweb.Job{
			ID: i, Title: row[0], Company: row[1], Place: row[2], Posted: time.Date(2026, 2, 3+i, 0, 0, 0, 0, time.UTC), Employment: "FULL_TIME",
			Description: "You work as our " + row[0] + " in a small house where everybody knows the craft, keep the tools in order and teach the new hands.\n\n" +
				"We expect some years of practice, a calm mind and a sense of time; we offer good food, a fair rota & a room in " + row[2] + " for the first weeks.",
		})
	}
	return list
}

func read(t *testing.T, url, body string) *features.Page {
	t.Helper()
	p, err := features.NewReader().Read(url, []byte(body))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// data returns the postings in the data of a page.
func data(p *features.Page) []*job.Posting {
	return embedded.Read(p, now)
}

// score counts values that were read.
type score struct{ right, said, there int }

func (s *score) add(got, want string) {
	s.there++
	if got != "" {
		s.said++
	}
	if got == want {
		s.right++
	}
}

func (s score) f1() float64 { return 2 * float64(s.right) / float64(s.said+s.there) }

// TestPostingInTheDataOfAPage reads every shape under every set of names: with the page's text, and without it.
func TestPostingInTheDataOfAPage(t *testing.T) {
	e := &extract.Extractor{}
	scores := map[string]*score{}
	for _, shape := range testweb.EmbeddedShapes() {
		for _, names := range slices.Sorted(maps.Keys(testweb.EmbeddedNames)) {
			for i, j := range jobs() {
				body := testweb.EmbeddedPage(shape, testweb.EmbeddedNames[names], i%2 == 0, j)
				_, found := e.Page(read(t, fmt.Sprintf("https://a.example/jobs/%d", i), body), now)
				p := &job.Posting{}
				if len(found) == 1 {
					p = found[0]
				}
				town := ""
				if len(p.Places) > 0 {
					town = p.Places[0].Town
				}
				posted := ""
				if !p.Posted.IsZero() {
					posted = p.Posted.Format(time.DateOnly)
				}
				for field, v := range map[string][2]string{
					"title": {p.Title, j.Title}, "company": {p.Company, j.Company}, "place": {town, j.Place}, "date": {posted, j.Posted.Format(time.DateOnly)},
				} {
					for _, of := range []string{field, shape + ", " + field, names + ", " + field} {
						if scores[of] == nil {
							scores[of] = &score{}
						}
						scores[of].add(v[0], v[1])
					}
				}
				if p.Title != "" && (p.Provenance[job.Title].Method != job.Embedded || !strings.Contains(p.Description, "everybody knows the craft") || !strings.Contains(p.Description, "fair rota & a room")) {
					t.Errorf("%s, %s: title from %s, description %q", shape, names, p.Provenance[job.Title].Method, p.Description)
				}
			}
		}
	}
	for _, of := range slices.Sorted(maps.Keys(scores)) {
		if f1 := scores[of].f1(); f1 < .95 {
			t.Errorf("%s: F1 %.2f %+v", of, f1, *scores[of])
		}
	}
	for _, field := range []string{"title", "company", "place", "date"} {
		t.Logf("%s: F1 %.3f of %d", field, scores[field].f1(), scores[field].there)
	}
}

// A list in a page's data is a list: its cards are no postings, unless each has a text of its own.
func TestCardsInTheDataOfAPage(t *testing.T) {
	e := &extract.Extractor{}
	for _, shape := range testweb.EmbeddedShapes() {
		all := jobs()
		body := testweb.EmbeddedPage(shape, testweb.EmbeddedNames["camel"], false, all...)
		if _, found := e.Page(read(t, "https://a.example/jobs", body), now); len(found) != len(all) {
			t.Errorf("%s: %d whole postings of %d", shape, len(found), len(all))
		}
		for i := range all {
			all[i].Description = "Work as a " + all[i].Title + " in " + all[i].Place + "…"
		}
		body = testweb.EmbeddedPage(shape, testweb.EmbeddedNames["camel"], false, all...)
		if _, found := e.Page(read(t, "https://a.example/jobs", body), now); len(found) != 0 {
			t.Errorf("%s: %d postings of cards", shape, len(found))
		}
	}
}

// The keys of a posting may be questions.
func TestQuestionsAsKeys(t *testing.T) {
	j := jobs()[1]
	body := fmt.Sprintf(`<h1>%s</h1><p>%s</p><script type="application/json">{"ad":{"what":%q,"who":%q,"where":%q,"when":"2026-02-04","text":%q}}</script>`, j.Title, j.Description, j.Title, j.Company, j.Place, j.Description)
	all := data(read(t, "https://a.example/jobs/1", body))
	if len(all) != 1 || all[0].Title != j.Title || all[0].Company != j.Company || all[0].Location != j.Place || all[0].Posted.Day() != 4 {
		t.Errorf("%+v", all)
	}
}

// What a page says of work in its texts tells a posting whose names do not speak of jobs.
func TestPostingWithoutNamesOfJobs(t *testing.T) {
	text := "You keep our looms in order and teach the apprentices. We are looking for an experienced weaver with good skills; colleagues help with the training."
	object := fmt.Sprintf(`{"title":"Weaver","company":{"name":"Old Mill"},"location":{"city":"Paisley"},"body":%q,"publishedAt":"2026-02-04"}`, text)
	for name, page := range map[string]string{
		"an attribute":      `<div data-props='` + object + `'></div>`,
		"JSON in a program": `<script>window.state = JSON.parse('{"detail":` + object + `}')</script>`,
		"an answer":         `<script type="application/json" data-url="/api/7">{"status":200,"body":` + fmt.Sprintf("%q", object) + `}</script>`,
		"JSON:API": `<script type="application/json">{"data":{"type":"posts","id":"7","attributes":{"title":"Weaver","body":` + fmt.Sprintf("%q", text) + `,"published-at":"2026-02-04"},
			"relationships":{"company":{"data":{"type":"companies","id":"3"}},"locations":{"data":[{"type":"places","id":"5"}]}}},
			"included":[{"type":"companies","id":"3","attributes":{"name":"Old Mill"}},{"type":"places","id":"5","attributes":{"city":"Paisley"}}]}</script>`,
	} {
		all := data(read(t, "https://a.example/p/7", "<title>x</title>"+page))
		if len(all) != 1 || all[0].Title != "Weaver" || all[0].Company != "Old Mill" || all[0].Location != "Paisley" || all[0].Posted.Day() != 4 {
			t.Errorf("%s: %+v", name, all)
		}
	}
}

// Other things have titles and texts as well.
func TestOtherData(t *testing.T) {
	long := strings.Repeat("A long text about the thing that everybody would like to read in the evening. ", 4)
	for name, object := range map[string]string{
		"an article": `{"post":{"title":"How we weave","content":"` + long + `","publishedAt":"2026-02-03","author":{"name":"Ann Oak"},"category":"Craft"}}`,
		"a product":  `{"product":{"name":"Loom","description":"` + long + `","brand":{"name":"Old Mill"},"offers":{"price":"200","currency":"EUR"},"sku":"L-200"}}`,
		"an event":   `{"event":{"name":"Fair","description":"` + long + `","startDate":"2026-05-01","location":{"name":"Town hall","city":"Leeds"}}}`,
		"a company":  `{"company":{"name":"Old Mill Ltd","description":"` + long + `","city":"Leeds","country":"GB","founded":"1900"}}`,
		"a flat":     `{"listing":{"title":"Bright rooms","agency":{"name":"Homes Ltd"},"location":{"city":"Leeds"},"description":"` + long + `","publishedAt":"2026-02-03","rent":800}}`,
		"a tour":     `{"offer":{"title":"Alps","company":{"name":"Old Mill Ltd"},"location":{"city":"Leeds"},"description":"` + long + `","publishedAt":"2026-02-03","price":{"amount":800}}}`,
		"a project":  `{"project":{"title":"A new roof","client":{"name":"Old Mill Ltd"},"location":{"city":"Leeds"},"description":"` + long + `","publishedAt":"2026-02-03"}}`,
		"settings":   `{"title":"Jobs","theme":{"name":"dark"},"seo":{"description":"` + long + `"}}`,
	} {
		page := read(t, "https://a.example/x", `<title>x</title><script id="__NEXT_DATA__" type="application/json">{"props":{"pageProps":`+object+`}}</script>`)
		if found := data(page); len(found) > 0 {
			t.Errorf("%s: %+v", name, found[0])
		}
	}
}

func TestHostileData(t *testing.T) {
	for _, text := range []string{
		strings.Repeat(`{"jobTitle":`, 1<<17), strings.Repeat("[", 1<<20), strings.Repeat(`["job title",`, 1<<16), `"` + strings.Repeat(`job\"itle`, 1<<16),
		`{"a":{"__ref":"a"},"job":{"x":{"title":{"__ref":"job"}}}}` + strings.Repeat(" ", 300),
		`[{"job":1,"title":2,"a":1,"b":2},{"x":0,"y":1},{"z":1},3,4,5,6,7,8]` + strings.Repeat(" ", 300),
	} {
		for _, kind := range []string{` type="application/json"`, ""} {
			page := read(t, "https://a.example/jobs/1", "<title>x</title><script"+kind+">x="+text+"</script>")
			if found := data(page); len(found) > 0 {
				t.Errorf("%q: %d postings", text[:20], len(found))
			}
		}
	}
}

// Settings name parts of a posting without having them: their values are names of variables.
func TestNamesOfVariables(t *testing.T) {
	text := strings.Repeat("You look after the looms of our mill and teach the new hands. ", 4)
	page := `<html><body><script>window.__S={"jobSearch":{"jobTitle":"%s","companyName":"%s","jobLocation":"Leeds","employmentType":"FULL_TIME","datePosted":"2026-02-03","id":"47","description":"` + text + `"}}</script>`
	if found := data(read(t, "https://a.example/s", fmt.Sprintf(page, "Weaver", "company_name"))); slices.ContainsFunc(found, func(p *job.Posting) bool { return p.Company != "" }) {
		t.Errorf("a variable is the company: %+v", found[0])
	}
	if found := data(read(t, "https://a.example/s", fmt.Sprintf(page, "Weaver", "Loom_Ltd"))); len(found) != 1 || found[0].Company != "Loom_Ltd" {
		t.Errorf("postings %v", found)
	}
}

// Data may say of other things what they are. They have names, long descriptions and addresses like postings.
func TestThingsThatAreNoPostings(t *testing.T) {
	const object = `<title>Old Mill</title><script type="application/ld+json">{"@context":"https://schema.org","@type":"%s","name":"Old Mill","title":"Old Mill","description":"%s","url":"/jobs","address":{"addressLocality":"Leeds"},"datePosted":"2026-02-03"}</script>`
	text := strings.Repeat("We look after the looms of our mill and teach the new hands. ", 4)
	for of, want := range map[string]int{"Organization": 0, "WebPage": 0, "JobPosting": 1, "com.mill.JobAd": 1} {
		if found := data(read(t, "https://a.example/jobs", fmt.Sprintf(object, of, text))); len(found) != want {
			t.Errorf("%s: %d postings, want %d", of, len(found), want)
		}
	}
}

// TestConditionsInData reads the mode of work, the term, the level and where one applies from keys of several programs. A title may stand
// under the key of a text.
func TestConditionsInData(t *testing.T) {
	const text = "You look after the looms of our mill and teach the new hands how to thread a warp, to mend it and to keep it in order."
	for object, want := range map[string]job.Details{
		`"jobTitle":"Weaver","workplaceType":"OnSite","isRemote":false,"applyUrl":"/apply/7"`:                 {WorkMode: "ON_SITE", ApplyURL: "https://a.example/apply/7"},
		`"title":"Weaver","isRemote":true,"workplaceType":"Hybrid","experienceLevel":{"label":"Entry level"}`: {WorkMode: "HYBRID", Seniority: "ENTRY"},
		`"title":"Weaver","contractType":"Permanent","remote_status":"fully"`:                                 {WorkMode: "REMOTE", Term: "PERMANENT"},
		`"titel":"Weber","vertragsdauer":"24 Monate","homeoffice":"hybrid"`:                                   {WorkMode: "HYBRID", Term: "FIXED_TERM", Duration: "P24M"},
		`"text":"Weaver","categories":{"commitment":"Full-time","location":"Leeds"},"workplaceType":"remote"`: {WorkMode: "REMOTE"},
	} {
		page := `<title>x</title><script type="application/json">{"job":{"id":"7","company":"Old Mill","location":{"city":"Leeds"},"datePosted":"2026-02-03","description":"` + text + `",` + object + `}}</script>`
		all := data(read(t, "https://a.example/jobs", page))
		if len(all) != 1 || all[0].Title != "Weaver" && all[0].Title != "Weber" {
			t.Errorf("%s: %d postings", object, len(all))
			continue
		}
		got := all[0].Details
		if got.WorkMode != want.WorkMode || got.Term != want.Term || got.Duration != want.Duration || got.Seniority != want.Seniority || got.ApplyURL != want.ApplyURL {
			t.Errorf("%s: %+v, want %+v", object, got, want)
		}
	}
}

// answer returns the postings in an answer in JSON.
func answer(t *testing.T, body string) []*job.Posting {
	t.Helper()
	made, err := records.Page("https://a.example/api", []byte(body))
	if err != nil {
		t.Fatal(err)
	}
	found, _ := embedded.ReadAnswer(read(t, "https://a.example/api", string(made)), time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC), nil)
	return found
}

// An employer that an object names explicitly is surer than the name of a group of jobs, and a department is no employer.
func TestEmployersAroundJobs(t *testing.T) {
	const jobs = `[{"roleName":"Weaver","office":"Leeds, GB","openSince":"2026-11-03","content":"You weave cloth with six colleagues. You have experience, and you apply with your papers.","id":"71"}]`
	for outer, want := range map[string]string{
		`{"departments":[{"name":"Works","jobs":JOBS}],"company":{"name":"Hill Mills"}}`: "Hill Mills",
		`{"groups":[{"name":"Works","jobs":JOBS}],"company":{"name":"Hill Mills"}}`:      "Hill Mills",
		`{"departments":[{"name":"Works","jobs":JOBS}]}`:                                 "",
		`{"employers":[{"name":"Dale Mills","jobs":JOBS}]}`:                              "Dale Mills",
	} {
		found := answer(t, strings.ReplaceAll(outer, "JOBS", jobs))
		if len(found) != 1 || found[0].Company != want {
			t.Errorf("%s: %d postings, %+v; want one of %q", outer, len(found), found, want)
		}
	}
}

// An id is no name, also if it stands alone in an object, and the short words of programs are no tags of languages.
func TestIdsAreNoNames(t *testing.T) {
	const text = `"You weave cloth with six colleagues. You have experience, and you apply with your papers at the mill."`
	for body, want := range map[string][2]string{
		`{"jobs":[{"title":"Weaver","company":{"link":{"id":"c-71"}},"location":"Leeds, GB","posted":"2026-11-03","description":` + text + `,"id":"71"}]}`:              {"", text},
		`{"jobs":[{"title":"Weaver","company":"Hill Mills","location":"Leeds, GB","posted":"2026-11-03","content":{"id":"12","no":` + text + `},"id":"71"}]}`:           {"Hill Mills", text},
		`{"jobs":[{"title":{"en":"Weaver","de":"Weber"},"company":"Hill Mills","location":"Leeds, GB","posted":"2026-11-03","content":{"en":` + text + `},"id":"71"}]}`: {"Hill Mills", text},
	} {
		found := answer(t, body)
		if len(found) != 1 || found[0].Title != "Weaver" || found[0].Company != want[0] || !strings.Contains(want[1], found[0].Description) || found[0].Description == "" {
			t.Errorf("%s: %d postings, %+v", body, len(found), found)
		}
	}
}
