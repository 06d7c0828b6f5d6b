package dedup_test

import (
	"fmt"
	"strings"
	"testing"

	"gannet/dedup"
	"gannet/job"
)

// keeper is an ad of a company on a site that does not have the company's name.
func keeper(site string, n int, company string) *job.Posting {
	p := samples[0].posting()
	p.URL, p.Company = fmt.Sprintf("https://%s/%d", site, n), company
	return p
}

// TestOriginalGoesBack shows a site of one company alone, which becomes the original's, and then shows other companies there.
func TestOriginalGoesBack(t *testing.T) {
	d := newDeduper(t)
	number := uint64(0)
	file := func(p *job.Posting) dedup.Decision {
		number++
		return decide(t, d, number, p)
	}
	other := func(i int) *job.Posting {
		p := keeper("wharf.example", 10+i, samples[0].company)
		p.Title, p.Description = samples[i].otherTitle, samples[i].other
		return p
	}
	file(keeper("board.example", 1, samples[0].company)) // 1
	for i := 1; i <= 4; i++ {
		file(other(i))
	}
	if got := file(keeper("wharf.example", 4, samples[0].company)); !got.Original || got.Cluster != 1 || got.Publisher != "employer" {
		t.Fatalf("on a site of the company alone: %+v", got)
	}
	for i, company := range []string{"Loom", "Vat", "Mill"} {
		p := other(0)
		p.Company, p.URL = company, fmt.Sprintf("https://wharf.example/%d", 20+i)
		file(p)
	}
	got := file(keeper("third.example", 1, samples[0].company))
	if got.NewOriginal != 1 || got.Original {
		t.Errorf("when the site shows many companies: %+v", got)
	}
	if original, _ := d.Original(6); original != 1 {
		t.Errorf("the original is %d, want 1", original)
	}
}

// TestAnAggregatorIsNotTheOriginal: copies that came first name the site that they are from.
func TestAnAggregatorIsNotTheOriginal(t *testing.T) {
	d := newDeduper(t)
	copied := keeper("gatherer.example", 1, "Quince & Daughters Ltd")
	copied.Description += "\nOriginally posted at https://www.quincedaughters.example/jobs/7"
	decide(t, d, 1, copied)
	if got := decide(t, d, 2, keeper("stellen.example", 1, "Quince & Daughters Ltd")); !got.Original || got.Publisher != "board" {
		t.Errorf("a board's posting after one that names another site: %+v", got)
	}
	if got := decide(t, d, 3, keeper("quincedaughters.example", 7, "Quince & Daughters Ltd")); !got.Original {
		t.Errorf("the employer's: %+v", got)
	}
}

func TestBatchChoosesOriginalsAtTheEnd(t *testing.T) {
	d := newDeduper(t)
	var batch []*dedup.Profile
	for i := range 5 {
		batch = append(batch, d.Prepare(keeper("wharf.example", i, samples[0].company)))
	}
	for i, p := range batch {
		if _, err := d.Decide(uint64(i+1), p); err != nil {
			t.Fatal(err)
		}
	}
	late := d.Prepare(keeper("www.quincedaughters.example", 1, samples[0].company))
	if _, err := d.Decide(6, late); err != nil {
		t.Fatal(err)
	}
	if err := d.ChooseOriginals(); err != nil {
		t.Fatal(err)
	}
	if original, _ := d.Original(1); original != 6 {
		t.Errorf("the original is %d, want the employer's", original)
	}
}

// TestACopyOnADomainWithTheName: copies on a domain that has more than the company's name come first. The company's own domain, or one that
// other sites name, is the original's all the same. Where neither tells, that is said.
func TestACopyOnADomainWithTheName(t *testing.T) {
	const company = "Quince & Daughters Ltd"
	d := newDeduper(t)
	if got := decide(t, d, 1, keeper("quincedaughtersjobs.example", 1, company)); got.Publisher != "employer" {
		t.Fatalf("alone: %+v", got)
	}
	if got := decide(t, d, 2, keeper("quincedaughters-careers.example", 1, company)); got.Original || !strings.Contains(got.PublisherReason, "doubtful") {
		t.Errorf("beside another domain with more than the name: %+v", got)
	}
	if got := decide(t, d, 3, keeper("jobs.quincedaughters.example", 1, company)); !got.Original || strings.Contains(got.PublisherReason, "doubtful") {
		t.Errorf("on the company's own domain: %+v", got)
	}

	d = newDeduper(t)
	decide(t, d, 1, keeper("quincedaughtersjobs.example", 1, company))
	for i := range 2 {
		p := keeper("stellen.example", i+1, company)
		p.LinkedSites = []string{"quincedaughters-careers.example"}
		if i > 0 {
			p.Title, p.Description = samples[1].otherTitle, samples[1].other
		}
		q := keeper("quincedaughters-careers.example", i+1, company)
		q.Title, q.Description = p.Title, p.Description
		decide(t, d, uint64(2+2*i), p)
		decide(t, d, uint64(3+2*i), q)
	}
	if got := decide(t, d, 9, keeper("quincedaughters-careers.example", 1, company)); !got.Original || !strings.Contains(got.PublisherReason, "name it") {
		t.Errorf("of a site that others name: %+v", got)
	}
}
