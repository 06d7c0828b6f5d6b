package template

import (
	"math"
	"strings"
	"testing"
	"time"

	"gannet/job"
)

func TestCountsGivePrecisionAndRecall(t *testing.T) {
	c := Count{Right: 6, Wrong: 2, Missed: 4, Spurious: 9}
	if p, r := c.Precision(), c.Recall(); p != .75 || r != .5 {
		t.Errorf("precision %g, recall %g, want 0.75 and 0.5", p, r)
	}
	c.Add(Count{1, 2, 3, 4})
	if want := (Count{7, 4, 7, 13}); c != want {
		t.Errorf("sum %+v, want %+v", c, want)
	}
	if none := (Count{Spurious: 1}); !math.IsNaN(none.Precision()) || !math.IsNaN(none.Recall()) {
		t.Errorf("precision %g and recall %g of nothing", none.Precision(), none.Recall())
	}
}

func TestEvaluateCountsEachOutcome(t *testing.T) {
	tm := read(t, "name: a\nhosts: a.test\nfields: {title: h1, company: .firm}\n")
	example := func(page, title, company string) Example {
		return Example{Doc: parsed(t, page), Now: noon, Want: &job.Posting{Title: title, Company: company}}
	}
	counts := tm.Evaluate([]Example{
		example("<h1>Cook</h1><p class=firm>Galley", "cook", "Galley"),
		example("<h1>Mate</h1><p class=firm>Bilge", "Cook", ""),
		example("<p>nothing", "Cook", "Galley"),
		{Doc: parsed(t, "<h1>A list</h1>"), Kind: job.Listing},
	})
	if got, want := counts[job.Title], (Count{Right: 1, Wrong: 1, Missed: 1}); got != want {
		t.Errorf("title %+v, want %+v", got, want)
	}
	if got, want := counts[job.Company], (Count{Right: 1, Missed: 1, Spurious: 1}); got != want {
		t.Errorf("company %+v, want %+v", got, want)
	}
}

func TestAgree(t *testing.T) {
	at := func(hours int) time.Time { return noon.Add(time.Duration(hours) * time.Hour) }
	pay := func(low, high float64, currency, unit string) *job.Posting {
		return &job.Posting{Salary: job.Pay{Min: low, Max: high, Currency: currency, Unit: unit}}
	}
	words := func(same, other int) *job.Posting {
		return &job.Posting{Description: strings.Repeat("rope ", same) + strings.Repeat("tar ", other)}
	}
	location := func(s string) *job.Posting { return &job.Posting{Location: s} }
	contact := func(name, email, phone string) *job.Posting {
		return &job.Posting{Contact: job.Person{Name: name, Email: email, Phone: phone}}
	}
	for _, c := range []struct {
		what string
		f    job.Field
		a, b *job.Posting
		want bool
	}{
		{"23 hours", job.Posted, &job.Posting{Posted: at(0)}, &job.Posting{Posted: at(23)}, true},
		{"24 hours", job.Posted, &job.Posting{Posted: at(24)}, &job.Posting{Posted: at(0)}, false},
		{"24 hours", job.ValidThrough, &job.Posting{ValidThrough: at(0)}, &job.Posting{ValidThrough: at(24)}, false},
		{"types in another order", job.Employment, &job.Posting{Employment: []string{"A", "B"}}, &job.Posting{Employment: []string{"B", "A"}}, true},
		{"a type more", job.Employment, &job.Posting{Employment: []string{"A"}}, &job.Posting{Employment: []string{"A", "B"}}, false},
		{"no currency", job.Salary, pay(1, 2, "EUR", "YEAR"), pay(1, 2, "", ""), true},
		{"another currency", job.Salary, pay(1, 2, "EUR", ""), pay(1, 2, "USD", ""), false},
		{"another unit", job.Salary, pay(1, 2, "", "YEAR"), pay(1, 2, "", "HOUR"), false},
		{"another maximum", job.Salary, pay(1, 2, "", ""), pay(1, 3, "", ""), false},
		{"9 words of 10", job.Description, words(10, 0), words(9, 1), true},
		{"17 words of 20", job.Description, words(20, 0), words(17, 3), false},
		{"a country more", job.Location, location("Kiel, Germany"), location("Kiel"), true},
		{"a region between", job.Location, location("Kiel, Holstein, Germany"), location("Kiel, Germany"), true},
		{"another order", job.Location, location("Kiel, Holstein, Germany"), location("Germany, Kiel"), false},
		{"another town", job.Location, location("Kiel, Germany"), location("Oban, Germany"), false},
		{"mail decides", job.Contact, contact("A", "x@y.test", "1"), contact("B", "X@Y.test", "2"), true},
		{"telephone decides", job.Contact, contact("A", "", "+49 431-55"), contact("B", "", "(49) 43155"), true},
		{"no names", job.Contact, contact("", "x@y.test", ""), contact("", "", "1"), false},
		{"punctuation", job.Title, &job.Posting{Title: "Cook, Galley"}, &job.Posting{Title: "cook - galley!"}, true},
		{"signs of languages", job.Title, &job.Posting{Title: "C# cook"}, &job.Posting{Title: "C cook"}, false},
	} {
		if got := Agree(c.f, c.a, c.b); got != c.want {
			t.Errorf("%s, %s: %v", c.f, c.what, got)
		}
		if got := Agree(c.f, c.b, c.a); got != c.want {
			t.Errorf("%s, %s, the other way round: %v", c.f, c.what, got)
		}
	}
}

func TestWordF1(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want float64
	}{{"a b c d", "a b x y", .5}, {"a a b", "a", .5}, {"a", "a a a", .5}, {"a", "b", 0}, {"", "", 0}, {"b a", "a b", 1}} {
		if got := wordF1(strings.Fields(c.a), strings.Fields(c.b)); got != c.want {
			t.Errorf("%q and %q: %g, want %g", c.a, c.b, got, c.want)
		}
	}
}

func TestAssign(t *testing.T) {
	for _, c := range []struct {
		field       job.Field
		value, lang string
		want        job.Posting
	}{
		{job.Posted, "3. April 2024", "de", job.Posting{Posted: time.Date(2024, 4, 3, 0, 0, 0, 0, time.UTC)}},
		{job.Posted, "yesterday", "", job.Posting{Posted: time.Date(2024, 5, 9, 0, 0, 0, 0, time.UTC)}},
		{job.ValidThrough, "2024-06-01", "", job.Posting{ValidThrough: time.Date(2024, 6, 1, 0, 0, 0, 0, time.UTC)}},
		{job.Salary, "£20 an hour", "", job.Posting{Salary: job.Pay{Min: 20, Max: 20, Currency: "GBP", Unit: "HOUR"}}},
		{job.Language, "en-GB", "", job.Posting{Language: "en"}},
		{job.Contact, "mailto:kim@a.test", "", job.Posting{Contact: job.Person{Email: "kim@a.test"}}},
		{job.Contact, "Kim Doe (+44 20 7946 0000)", "", job.Posting{Contact: job.Person{Name: "Kim Doe", Phone: "+44 20 7946 0000"}}},
		{job.Location, " Kiel\xff ", "", job.Posting{Location: "Kiel\uFFFD"}},
	} {
		var got job.Posting
		if !Assign(&got, c.field, c.value, c.lang, noon) || !Agree(c.field, &got, &c.want) || got.Location != c.want.Location {
			t.Errorf("%s %q: %+v, want %+v", c.field, c.value, got, c.want)
		}
	}
	for field, value := range map[job.Field]string{
		job.Posted: "whenever", job.Salary: "competitive", job.Employment: "lively", job.Language: "English", job.Title: " \n", "colour": "red",
	} {
		var got job.Posting
		if Assign(&got, field, value, "", noon) {
			t.Errorf("%s %q gives %+v", field, value, got)
		}
	}
}
