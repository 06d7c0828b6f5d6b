package records_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"gannet/features/records"
)

// TestStartOfAnAnswer: wherever an answer is cut off, the page has the records that end before that place, and nothing of the next one. An answer with
// too many values is read up to the last record for which there is room.
func TestStartOfAnAnswer(t *testing.T) {
	for name, form := range map[string]struct{ head, record, between, tail string }{
		"JSON":          {`{"board":"Mill","jobs":[`, `{"title":"Weaver %d","place":{"city":"Paisley"},"end":"e%[1]d"}`, `,`, `],"total":9}`},
		"lines of JSON": {``, `{"title":"Weaver %d","place":{"city":"Paisley"},"end":"e%[1]d"}`, "\n", ``},
		"rows":          {`[["title","end"],`, `["Weaver %d","e%[1]d"]`, `,`, `]`},
		"XML":           {`<?xml version="1.0"?><a><jobs>`, `<job><title>Weaver %d</title><place><city>Paisley</city></place><end>e%[1]d</end></job>`, "\n", `</jobs></a>`},
	} {
		t.Run(name, func(t *testing.T) {
			body, ends := form.head, []int{}
			for n := range 4 {
				body += fmt.Sprintf(form.record, n)
				ends = append(ends, len(body))
				body += form.between
			}
			body = strings.TrimSuffix(body, form.between) + form.tail
			for cut := range ends[3] {
				whole := 0
				for whole < 4 && ends[whole] <= cut {
					whole++
				}
				page, err := records.Start("https://a.test/jobs", []byte(body[:cut]))
				if whole < 2 && err != nil { // the second one shows that there is a list
					continue
				}
				if err != nil {
					t.Fatalf("%q: %v", body[:cut], err)
				}
				for n := range 4 {
					got := strings.Contains(string(page), fmt.Sprintf("Weaver %d", n)) && strings.Contains(string(page), fmt.Sprintf("e%d", n))
					if parts := strings.Contains(string(page), fmt.Sprintf("Weaver %d", n)); got != (n < whole) || parts != got {
						t.Errorf("%q: record %d: %v, %v\n%s", body[:cut], n, got, parts, page)
					}
				}
			}
		})
	}
	many := `[{"title":"Weaver"}` + strings.Repeat(`,{"title":"Dyer"}`, 80_000) + `]`
	if page, err := records.Start("https://a.test/jobs", []byte(many)); err != nil || strings.Count(string(page), `"Dyer"`) < 40_000 {
		t.Errorf("%v, %d records", err, strings.Count(string(page), `"Dyer"`))
	}
	for _, wrong := range []string{`{"jobs":[{"a":1},{"a":2},]}`, `{"title":"Weaver","text":"You we`, `<a><b><c/></b><b>x</c></b>`, ``, `<a><b>x</b><c>`} {
		if page, err := records.Start("https://a.test/jobs", []byte(wrong)); !errors.Is(err, records.ErrBroken) {
			t.Errorf("%q: %v, %s", wrong, err, page)
		}
	}
}
