package extract_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"gannet/features"
	"gannet/job/extract"
)

const (
	ropeText = "You twist hemp into ropes of forty fathoms and splice them for the ships of the harbour. You look after two machines, and you teach our apprentices."
	ropeData = `{"title":"Rope Maker","descriptionHtml":"<p>` + ropeText + `</p>","location":{"city":"Elmford"},"postedAt":"2026-11-20","employmentType":"FULL_TIME","company":{"name":"Mill and Sons"}}`
)

// TestTextOfPostingsInDataOnly: the text of the postings that a page gives by its data becomes its content, if the page does not show it. The
// page gives the same postings before and after.
func TestTextOfPostingsInDataOnly(t *testing.T) {
	other := strings.NewReplacer("Rope Maker", "Bell Founder", "hemp into ropes", "molten bronze into bells").Replace(ropeData)
	for name, c := range map[string]struct {
		title, body string
		added       []string
	}{
		"a shell":          {"Rope Maker", `<script type="application/json">{"job":` + ropeData + `}</script>`, []string{"Rope Maker", "Elmford", "You twist hemp"}},
		"markup":           {"Rope Maker", `<script type="application/ld+json">{"@type":"JobPosting","title":"Rope Maker","description":"` + ropeText + `"}</script>`, []string{"You twist hemp"}},
		"shown as well":    {"Rope Maker", `<h1>Rope Maker</h1><p>` + ropeText + `<script type="application/json">{"job":` + ropeData + `}</script>`, nil},
		"several":          {"Our jobs", `<script type="application/json">{"jobs":[` + ropeData + `,` + other + `]}</script>`, []string{"You twist hemp", "You twist molten bronze"}},
		"nothing of a job": {"Rope Maker", `<script type="application/json">{"text":"` + ropeText + `"}</script>`, nil},
	} {
		read := func() *features.Page {
			p, err := features.NewReader().Read("http://mill.test/1", []byte(`<html lang="en"><title>`+c.title+` | Mill</title><p>Mill and Sons`+c.body))
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
		p, now := read(), time.Unix(1_780_000_000, 0)
		extract.AddUnshown(p)
		added := p.TextOf(features.Span{Start: p.Body.End, End: p.Content().End})
		for _, want := range c.added {
			if !strings.Contains(added, want) {
				t.Errorf("%s: %q was not added: %q", name, want, added)
			}
		}
		if len(c.added) == 0 && added != "" {
			t.Errorf("%s: %q was added", name, added)
		}
		if p.NoPosting != (name == "nothing of a job") {
			t.Errorf("%s: no posting: %v", name, p.NoPosting)
		}
		kind, list := new(extract.Extractor).Page(read(), now)
		if again, same := new(extract.Extractor).Page(p, now); again != kind || !reflect.DeepEqual(same, list) {
			t.Errorf("%s: other postings after it", name)
		}
	}
}
