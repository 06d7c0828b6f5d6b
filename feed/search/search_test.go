package search

import (
	"errors"
	"strings"
	"testing"
)

// TestSearchIsTheSameInAURL holds that each field has a name of its own, and that an address keeps all of them.
func TestSearchIsTheSameInAURL(t *testing.T) {
	want := Search{"welder", "Iron & Sons", "Oslo", "York 30km", "NO", "72", "en", "example.org", "4000 EUR a month"}
	if got := FromValues(want.Values()); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := (Search{Text: "welder", Near: "York 30km"}).String(); got != "text welder, near York 30km" {
		t.Error(got)
	}
	if got := FromValues(Search{}.Values()); got != (Search{}) || got.String() != "" {
		t.Errorf("%+v", got)
	}
}

func TestWrongFieldsAreNamed(t *testing.T) {
	for field, s := range map[string]Search{
		"near": {Near: "York"}, "language": {Language: "of people"}, "host": {Host: "https://example.org/"}, "salary-min": {SalaryMin: "much"},
		"occupation": {Occupation: strings.Repeat("2", longestField+1)}, "region": {Region: strings.Repeat("D", longestField+1)},
	} {
		_, err := s.Query()
		if wrong, ok := errors.AsType[*FieldError](err); !ok || wrong.Field != field || !strings.HasPrefix(err.Error(), field+" ") {
			t.Errorf("%s: %v", field, err)
		}
	}
	if _, err := (Search{SalaryMin: "4000 EUR a month" + strings.Repeat(" ", longestField)}).Query(); err == nil {
		t.Error("a salary of unbounded length is taken")
	}
	if _, err := (Search{Text: strings.Repeat("a ", 100)}).Query(); err == nil {
		t.Error("a text of 100 words is searched")
	}
}

// A village is the centre of a circle if its country is given.
func TestNearVillage(t *testing.T) {
	c, err := circleOf("Chipping Norton, UK 30km")
	if err != nil || c.Kilometres != 30 || c.Latitude < 51.9 || c.Latitude > 52 || c.Longitude < -1.6 || c.Longitude > -1.5 {
		t.Errorf("%+v, %v", c, err)
	}
	if _, err := circleOf("Chipping Norton 30km"); err == nil || !strings.Contains(err.Error(), "add the country") {
		t.Errorf("without its country: %v", err)
	}
}
