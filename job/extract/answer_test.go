package extract_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"gannet/features"
	"gannet/features/records"
	"gannet/internal/testweb"
	"gannet/job"
	"gannet/job/extract"
)

// advertised are jobs of ours.
func advertised() (list []*testweb.Job) {
	for i, row := range [][3]string{
		{"Night Baker", "Crumb & Sons", "Leeds"}, {"Senior Loom Engineer (m/f)", "Old Mill GmbH", "Paisley"}, {"Lamplighter", "Tower Lights", "Bath"},
		{"Head of Beekeeping", "Hive", "St Albans"}, {"Nurse", "Hartwell Hospital Trust", "Newcastle upon Tyne"}, {"C++ Developer \"remote first\"", "Bits, Bytes Ltd", "York"},
	} {
		list = append(list, &testweb.Job{
			ID: i, Title: row[0], Company: row[1], Place: row[2], Posted: time.Date(2026, 2, 3+i, 0, 0, 0, 0, time.UTC), Employment: "FULL_TIME",
			Description: "You work as our " + row[0] + " in a small house where everybody knows the craft, keep the tools in order and teach the new hands.\n\n" +
				"We expect some years of experience, a calm mind and a sense of time; we offer good food, a fair rota & a room in " + row[2] + " for the first weeks.",
		})
	}
	return list
}

// tally counts values of a field.
type tally struct{ right, said, there int }

func (s *tally) add(got, want string) {
	s.there++
	if got != "" {
		s.said++
	}
	if got == want {
		s.right++
	}
}

func (s tally) f1() float64 { return 2 * float64(s.right) / float64(max(1, s.said+s.there)) }

func readAnswer(t *testing.T, url, body string) (job.Kind, []*job.Posting) {
	t.Helper()
	made, err := records.Page(url, []byte(body))
	if err != nil {
		t.Fatal(err)
	}
	p, err := features.NewReader().Read(url, made)
	if err != nil {
		t.Fatal(err)
	}
	return (&extract.Extractor{}).Page(p, time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC))
}

// TestPostingsOfAnswers reads every shape of answers. What a shape lacks is not counted.
func TestPostingsOfAnswers(t *testing.T) {
	all := map[string]*tally{}
	for _, shape := range testweb.AnswerShapes {
		jobs := advertised()
		kind, found := readAnswer(t, "https://api.example/v1/board", shape.Body("https://board.example", jobs))
		if kind != job.Listing || len(found) != len(jobs) {
			t.Errorf("%s: %d postings of %d, kind %v", shape.Name, len(found), len(jobs), kind)
		}
		scores := map[string]*tally{"title": {}, "company": {}, "place": {}, "date": {}, "url": {}}
		for _, j := range jobs {
			got := &job.Posting{}
			if at := slices.IndexFunc(found, func(p *job.Posting) bool { return p.Title == j.Title }); at >= 0 {
				got = found[at]
			}
			scores["title"].add(got.Title, j.Title)
			if !shape.NoCompany {
				scores["company"].add(got.Company, j.Company)
			}
			if !shape.NoPlace {
				town := ""
				if len(got.Places) > 0 {
					town = got.Places[0].Town
				}
				scores["place"].add(town, j.Place)
			}
			posted := ""
			if !got.Posted.IsZero() {
				posted = got.Posted.UTC().Format(time.DateOnly)
			}
			scores["date"].add(posted, j.Posted.Format(time.DateOnly))
			if url := "https://board.example/jobs/400" + string(rune('0'+j.ID)); strings.Contains(shape.Body("https://board.example", jobs), url) {
				scores["url"].add(got.URL, url)
			} else if !strings.HasPrefix(got.URL, "https://api.example/v1/board#") {
				scores["url"].add(got.URL, "a part of the answer")
			}
			if got.Title != "" && (!strings.Contains(got.Description, "everybody knows the craft") || strings.Contains(got.Description, "<p>")) {
				t.Errorf("%s: description %q", shape.Name, got.Description)
			}
		}
		for field, s := range scores {
			if s.there > 0 && s.f1() < .9 {
				t.Errorf("%s, %s: F1 %.2f %+v", shape.Name, field, s.f1(), *s)
			}
			if all[field] == nil {
				all[field] = &tally{}
			}
			all[field].right, all[field].said, all[field].there = all[field].right+s.right, all[field].said+s.said, all[field].there+s.there
		}
	}
	for field, s := range all {
		t.Logf("%s: F1 %.3f of %d", field, s.f1(), s.there)
	}
}
