package extract_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"gannet/features"
	"gannet/features/records"
	"gannet/internal/testweb/jobdata"
	"gannet/internal/testweb/jobweb"
	"gannet/job"
	"gannet/job/extract"
)

// TestShapesOfAnswers reads the jobs of a generated web in every shape of data. With -v it prints F1 of each field and shape.
func TestShapesOfAnswers(t *testing.T) {
	jobs := jobsOfWeb(t, 40)
	for _, lot := range jobdata.Lots() {
		for _, shape := range jobdata.Shapes(lot) {
			t.Run(lot+"/"+shape.Name, func(t *testing.T) {
				s := compareAnswer(t, shape.Answer(jobs), jobs)
				t.Log(s)
				for i, field := range scored {
					least := .9
					if field == job.Title {
						least = .95
					}
					if f := s.f1(i); f < least {
						t.Errorf("%s: F1 %.2f", field, f)
					}
				}
			})
		}
	}
}

// TestLongAnswers: no posting of a long answer is left out, because a posting that is missing from a list counts as closed.
func TestLongAnswers(t *testing.T) {
	jobs := jobsOfWeb(t, 1)
	const n = 1200
	var all []jobweb.Posting
	for i := range n {
		p := jobs[0]
		p.Number, p.Title, p.URL = fmt.Sprint(i), fmt.Sprintf("Welder in section %d", i), fmt.Sprintf("https://board.example/jobs/%d", i)
		all = append(all, p)
	}
	made, err := records.Page("https://board.example/api/answer", jobdata.Shapes("built")[0].Answer(all))
	if err != nil {
		t.Fatal(err)
	}
	p, err := features.NewReader().Read("https://board.example/api/answer", made)
	if err != nil {
		t.Fatal(err)
	}
	if _, found := new(extract.Extractor).Page(p, jobs[0].Posted); len(found) != n {
		t.Errorf("%d postings of %d", len(found), n)
	}
}

// jobsOfWeb returns the first postings of n jobs of a generated web.
func jobsOfWeb(t *testing.T, n int) []jobweb.Posting {
	t.Helper()
	w, err := jobweb.New(jobweb.Options{Seed: 41, Jobs: n})
	if err != nil {
		t.Fatal(err)
	}
	return w.Originals()
}

// scored are the fields whose values are compared. job.Part stands for the URL.
var scored = []job.Field{job.Title, job.Location, job.Posted, "url", job.Company}

// scores are numbers of values by field: those that are right, those that were found, and those that there are.
type scores struct {
	right, found []int
	all          int
}

func (s *scores) f1(i int) float64 { return 2 * float64(s.right[i]) / float64(s.found[i]+s.all) }

func (s *scores) String() string {
	var b strings.Builder
	for i, field := range scored {
		fmt.Fprintf(&b, "%s %.2f  ", field, s.f1(i))
	}
	return b.String()
}

// compareAnswer reads an answer as a crawl does, and compares the postings with the jobs in it.
func compareAnswer(t *testing.T, body []byte, jobs []jobweb.Posting) *scores {
	t.Helper()
	s := &scores{right: make([]int, len(scored)), found: make([]int, len(scored)), all: len(jobs)}
	made, err := records.Page("https://board.example/api/answer", body)
	if err != nil {
		t.Error(err)
		return s
	}
	p, err := features.NewReader().Read("https://board.example/api/answer", made)
	if err != nil {
		t.Fatal(err)
	}
	_, postings := new(extract.Extractor).Page(p, jobs[0].Posted)
	left := make([]bool, len(jobs))
	for _, found := range postings {
		best, most := -1, 0
		var same []bool
		for j := range jobs {
			if agree, n := agreement(found, &jobs[j]); !left[j] && n > most {
				best, most, same = j, n, agree
			}
		}
		if best >= 0 {
			left[best] = true
		}
		for i, v := range []bool{found.Title != "", found.Location != "", !found.Posted.IsZero(), found.URL != "", found.Company != ""} {
			if v {
				s.found[i]++
			}
			if best >= 0 && same[i] {
				s.right[i]++
			}
		}
	}
	return s
}

// agreement returns which fields of a posting have the values of a job, and how much speaks for that it is this job.
func agreement(found *job.Posting, p *jobweb.Posting) (same []bool, n int) {
	same = []bool{found.Title == p.Title, found.Location == p.Place || strings.HasPrefix(found.Location, p.Place+","), found.Posted.Format("2006-01-02") == p.Posted.Format("2006-01-02"),
		pathOf(found.URL) == pathOf(p.URL), found.Company == p.Company}
	for _, v := range same {
		if v {
			n++
		}
	}
	if begin, _, _ := strings.Cut(p.Text, "\n"); strings.Contains(found.Description, begin) {
		n += 3
	}
	return same, n
}

// pathOf returns a URL without its host: a shape with paths has them on the host of the answer.
func pathOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	return u.RequestURI() + "#" + u.Fragment
}
