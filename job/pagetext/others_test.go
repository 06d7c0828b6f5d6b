package pagetext

import (
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"gannet/job"
)

// A page that shows other postings below its own has only its own title, place and pay.
func TestOtherPostingsBelowThePagesOwn(t *testing.T) {
	duties := "<p>" + strings.Repeat("You weave cloth on our looms, mend them when they break and teach those who are new to the mill. ", 4) + "</p>"
	others := `<div class="card"><p class="job-name">Head of Finance</p><b>Location:</b> <p>Lagos</p><p>£90,000 - £95,000 a year</p></div>`
	for _, heading := range []string{
		"Similar jobs", "Jobs you may like", "Ähnliche Stellenangebote", "Offres similaires", "Gerelateerde vacatures", "Otras ofertas de empleo", "Vagas semelhantes",
		"Podobne oferty pracy", "Lignende stillinger", "Похожие вакансии", "この求人に似ている求人", "비슷한 채용공고", "وظائف مشابهة", "משרות דומות", "Việc làm tương tự",
	} {
		page := `<html lang="en"><title>Weaver</title><div><h2>Weaver</h2><p>Location</p><p>Paisley</p>` + duties + `</div><div><p>` + heading + `</p></div>` + others + others
		p := new(Reader).Read(pageOf(t, "https://a.example/1", "en", page), "en", testNow, nil)
		if p.Title != "Weaver" || p.Location != "Paisley" || p.Salary.Max != 0 || strings.Contains(p.Description, "Finance") {
			t.Errorf("%s: title %q, place %q, pay %+v", heading, p.Title, p.Location, p.Salary)
		}
	}
	// A heading above the page's own posting hides nothing.
	first := `<html lang="en"><title>Weaver</title><div><p>Similar jobs</p><a href=/2>Head of Finance</a></div><h1>Weaver</h1><p>Location: Paisley</p>` + duties
	if p := new(Reader).Read(pageOf(t, "https://a.example/1", "en", first), "en", testNow, nil); p.Title != "Weaver" || p.Location != "Paisley" {
		t.Errorf("heading first: title %q, place %q", p.Title, p.Location)
	}
	// Neither does one in the middle of it.
	middle := `<html lang="en"><title>Weaver</title><h1>Weaver</h1><p>` + strings.Repeat("We are an old mill by the river and have woven for long. ", 7) +
		`</p><p>Similar jobs</p><a href=/2>Head of Finance</a><p>Location: Paisley</p>` + duties + duties
	if p := new(Reader).Read(pageOf(t, "https://a.example/1", "en", middle), "en", testNow, nil); p.Location != "Paisley" {
		t.Errorf("heading in the middle: place %q", p.Location)
	}
}

// The first heading of a part of a page, which has neither a title nor an h1, is the posting's title.
func TestTitleOfAPartOfAPage(t *testing.T) {
	page := `<section><h2>Weaver, Night Shift</h2><h4>Loom Ltd</h4><p>` + strings.Repeat("You weave cloth on our looms and mend them when they break. ", 5) + `</p><h3>Benefits</h3><p>A free scarf.</p></section>`
	if p := new(Reader).Read(pageOf(t, "https://a.example/1", "en", page), "en", testNow, nil); p.Title != "Weaver, Night Shift" {
		t.Errorf("title %q", p.Title)
	}
}

// The country beside a label says which number of a date is the day.
func TestOrderOfDateByPlace(t *testing.T) {
	for place, want := range map[string]time.Month{"Aarhus, Denmark": time.March, "Aarhus, East Jutland, DK": time.March, "Salem, OR, USA": time.February} {
		page := `<html lang="en"><title>Weaver</title><h1>Weaver</h1><p>Closing date: 02/03/2026</p><p>Location: ` + place + `</p><p>You weave cloth.</p>`
		p := new(Reader).Read(pageOf(t, "http://a.example/1", "en", page), "en", time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), nil)
		if p.ValidThrough.Month() != want {
			t.Errorf("%s: %v", place, p.ValidThrough)
		}
	}
}

// Labels of languages that differ in the spelling of a letter are one.
func TestLabelsOfFurtherLanguages(t *testing.T) {
	for _, c := range []struct{ label, value string }{
		{"مكان العمل", "دمشق"}, {"مـكـان العمل", "دمشق"}, {"מיקום המשרה", "חיפה"}, {"Địa điểm làm việc", "Huế"}, {"Lokasi kerja", "Bandung"}, {"Τόπος εργασίας", "Πάτρα"},
		{"Месторабота", "Пловдив"}, {"Mjesto rada", "Split"},
	} {
		page := `<title>X</title><h1>Y</h1><dl><dt>` + c.label + `</dt><dd>` + c.value + `</dd></dl>`
		p := new(Reader).Read(pageOf(t, "http://a.example/1", "", page), "", testNow, nil)
		if p.Location != c.value || p.Provenance[job.Location].Method != job.Label {
			t.Errorf("%s: place %q", c.label, p.Location)
		}
	}
}

// Work from anywhere is said beside a label, or with the place.
func TestRemoteInText(t *testing.T) {
	for value, want := range map[string]bool{
		"Workplace type: Remote": true, "Workplace type: Hybrid": false, "Workplace type: On-site": false, "Arbeitsmodell: Remote": true, "Modalidad: Remoto": true,
		"Формат работы: удалённо": true, "Формат работы: в офисе": false, "Tryb pracy: zdalnie": true, "Location: Fully remote": true, "Location: Paisley": false,
	} {
		page := `<title>Weaver</title><h1>Weaver</h1><p>` + value + `</p><p>You weave cloth on our looms.</p>`
		if p := new(Reader).Read(pageOf(t, "http://a.example/1", "", page), "", testNow, nil); p.Remote != want {
			t.Errorf("%s: remote %v", value, p.Remote)
		}
	}
}

// A posting whose title the markup gives is read even in what is named a dialog.
func TestPostingInADialog(t *testing.T) {
	page := `<title>View</title><div class="modal"><p>Loom Ltd</p><p>Closing date: 3 April 2026</p><h3>Weaver</h3></div>`
	p := new(Reader).Read(pageOf(t, "http://a.example/1", "en", page), "en", testNow, &job.Posting{Title: "Weaver"})
	if p.ValidThrough.IsZero() {
		t.Error("the closing date is not found")
	}
}

// A label means one field, or pages would be read now one way, now another.
func TestLabelsMeanOneField(t *testing.T) {
	var file struct {
		Labels map[job.Field]map[string][]string
	}
	if err := yaml.Unmarshal(wordsFile, &file); err != nil {
		t.Fatal(err)
	}
	of := map[string]job.Field{}
	for field, languages := range file.Labels {
		for _, labels := range languages {
			for _, l := range labels {
				if before, known := of[fold(l)]; known && before != field {
					t.Errorf("%q is a label of %s and of %s", l, before, field)
				}
				of[fold(l)] = field
			}
		}
	}
}

// A heading that any page of a site may have is not the title.
func TestHeadingsOfAnyPage(t *testing.T) {
	for _, heading := range []string{"Career Opportunities", "Ledige stillinger", "تفاصيل الوظيفة", "פרטי המשרה", "Detalhes da vaga", "求人詳細"} {
		page := `<title>` + heading + `</title><h1>` + heading + `</h1><p>Job title: Weaver</p><p>You weave cloth on our looms.</p>`
		if p := new(Reader).Read(pageOf(t, "http://a.example/1", "", page), "", testNow, nil); p.Title != "Weaver" {
			t.Errorf("%s: title %q", heading, p.Title)
		}
	}
}
