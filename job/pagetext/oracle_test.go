package pagetext

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"gannet/job"
)

// TestGreatestRun holds the one-pass search against all runs.
func TestGreatestRun(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.IntRange(-20, 20), 0, 30).Draw(t, "values")
		from, to := greatestRun(values)
		best := 0
		for i := range values {
			for j := i + 1; j <= len(values); j++ {
				best = max(best, sumOf(values[i:j]))
			}
		}
		if got := sumOf(values[from:to]); got != best {
			t.Fatalf("run %d to %d has the sum %d, the best has %d", from, to, got, best)
		}
	})
}

// TestPhrasesAreFoundAsByLookingForEach holds the index of phrases against a search for every phrase at every place.
func TestPhrasesAreFoundAsByLookingForEach(t *testing.T) {
	v := known()
	var all []phrase
	for _, of := range v.sections.lists {
		all = append(all, of...)
	}
	for _, s := range []string{"your responsibilities", "what you'll need", "über uns", "wir bieten dir", "岗位职责和要求", "o nás", "unprofilled", "background", "the background", "=", ""} {
		longest := 0
		for _, p := range all {
			for i := range s {
				before, _ := utf8.DecodeLastRuneInString(s[:i])
				begins := i == 0 || !unicode.IsLetter(before) || isWide([]rune(s[i:])[0])
				if begins && strings.HasPrefix(s[i:], p.text) && (!p.whole || s == p.text) {
					longest = max(longest, len(p.text))
				}
			}
		}
		if _, got := v.heading(s); got != longest {
			t.Errorf("%q: the longest phrase has %d bytes, want %d", s, got, longest)
		}
	}
}

func TestWordsFileHasEveryFieldAndSection(t *testing.T) {
	v, err := readVocabulary(wordsFile)
	if err != nil {
		t.Fatal(err)
	}
	fields := map[job.Field]int{}
	for _, f := range v.labels {
		fields[f]++
	}
	for _, f := range v.parts {
		fields[f]++
	}
	for _, f := range []job.Field{job.Title, job.Company, job.Location, job.Posted, job.ValidThrough, job.Employment, job.Salary, job.Contact, job.ID} {
		if fields[f] < 20 {
			t.Errorf("%s has %d labels", f, fields[f])
		}
	}
	if _, err := readVocabulary([]byte("labels: {title: {en: [x]}}\nsections: {nothing: {en: [abc]}}\n")); err == nil {
		t.Error("an unknown section is no error")
	}
	if _, err := readVocabulary([]byte("misspelt: 1\n")); err == nil {
		t.Error("an unknown key is no error")
	}
}

func TestOneLabelIsOfOneField(t *testing.T) {
	for _, c := range []struct {
		label string
		want  job.Field
	}{
		{"Company:", job.Company}, {"  Standort ", job.Location}, {"Lieu de travail :", job.Location}, {"место работы", job.Location}, {"工作地点：", job.Location},
		{"Close Date", job.ValidThrough}, {"Industry", otherLabel}, {"Weather", ""},
	} {
		if got, _ := known().label(c.label); got != c.want {
			t.Errorf("%q is the label of %q, want %q", c.label, got, c.want)
		}
	}
}

// TestPartsOfLabels: labels that no table has are recognised by a part, if the value is of the field.
func TestPartsOfLabels(t *testing.T) {
	for text, want := range map[string]string{
		"Jahresbruttogehalt ab: 48.000 €": "48000-0 EUR []", "Expected yearly pay (gross): £30,000": "30000-30000 GBP []", "Pay policy: 12 pages": "0-0  []",
		"Typ úvazku naší firmy: zkrácený": "0-0  [PART_TIME]", "Your employment basis: full time": "0-0  [FULL_TIME]", "Our type of people: kind": "0-0  []",
	} {
		for _, page := range []string{"<h1>Weaver</h1><p>" + text + "</p>", "<h1>Weaver</h1><table><tr><th>" + strings.Replace(text, ": ", "</th><td>", 1) + "</td></tr></table>"} {
			p := new(Reader).Read(pageOf(t, "http://a.example/1", "", page), "", testNow, nil)
			if got := fmt.Sprintf("%v-%v %s %v", p.Salary.Min, p.Salary.Max, p.Salary.Currency, p.Employment); got != want {
				t.Errorf("%s: %s, want %s", page, got, want)
			}
		}
	}
}

// A part of a label begins a word, except in languages that join words, and a last day is one of applying.
func TestPartsOfLabelsSayWhatTheyLabel(t *testing.T) {
	for _, c := range []struct{ lang, text, want string }{
		{"en", "Site closing: 12 May 2026", ""}, {"en", "Leeds. Pool closes: 12 May 2026, warm: yes", ""}, {"en", "Expiry of licence: 12 May 2026", ""}, {"en", "Closing date: 12 May 2026", "2026-05-12"},
		{"en", "Advert expires: 12 May 2026", "2026-05-12"}, {"en", "Deadline for your application: 12 May 2026", "2026-05-12"}, {"es", "Fecha de vencimiento del pago: 12/05/2026", ""}, {"it", "Data scadenza: 12/05/2026", "2026-05-12"},
		{"nl", "Sluitingsdatum: 12-05-2026", "2026-05-12"}, {"ru", "Крайний срок подачи анкет: 12.05.2026", ""}, {"ru", "Крайний срок подачи: 12.05.2026", "2026-05-12"}, {"cs", "Uzávěrka přihlášek: 12. 5. 2026", "2026-05-12"}, {"en", "Teamwork: remote and hybrid", ""}, {"en", "Prototype: hybrid", ""}, {"en", "Framework: Hybrid", ""}, {"en", "Aesthetics: hybrid", ""},
		{"en", "Work mode: hybrid", "HYBRID"}, {"de", "Wochenarbeitsmodell: hybrid", "HYBRID"}, {"en", "Work email: full time team", ""}, {"en", "Work pattern: full time", "[FULL_TIME]"}, {"en", "Contract: £45,000", ""},
	} {
		p := testReader(t).Read(pageOf(t, "https://board.example/x", c.lang, "<h1>Weaver</h1><p>"+c.text+"</p><p>"+filler["en"]), c.lang, testNow, nil)
		got := p.WorkMode
		if !p.ValidThrough.IsZero() {
			got += p.ValidThrough.Format(time.DateOnly)
		}
		if len(p.Employment) > 0 {
			got += fmt.Sprint(p.Employment)
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.text, got, c.want)
		}
	}
}

func TestSplitByHeadings(t *testing.T) {
	text := strings.Join([]string{
		"We look for a weaver.",
		"About us", "Our mill stands by the river.",
		"Your tasks:", "Weave.", "- Mend heddles",
		"WHAT ELSE", "Something else.",
		"Ihr Profil", "Geduld.", "good communication skills",
		"Wir bieten", "Tee.",
		"Requirements: patience",
		"More tea.",
		"Qui sommes-nous ?", "Une filature.",
		"岗位职责", "织布。",
	}, "\n")
	duties, employer := Split(text)
	wantDuties := "We look for a weaver.\nWeave.\n- Mend heddles\nSomething else.\nGeduld.\ngood communication skills\npatience\n织布。"
	if duties != wantDuties {
		t.Errorf("duties are %q, want %q", duties, wantDuties)
	}
	if want := "Our mill stands by the river.\nUne filature."; employer != want {
		t.Errorf("the employer's part is %q, want %q", employer, want)
	}
}

func TestNamesOfElements(t *testing.T) {
	for name, want := range map[string]hint{
		"job-title": hintTitle, "jobTitle": hintTitle, "title": 0, "companyNameHeader": hintCompany, "company-size": 0, "job-location": hintLocation,
		"company_description": 0, "jobDescription": hintBody, "posted-date": hintPosted, "salary": hintPay, "btn-company": 0, "nav-location": 0, "supercalifragilisticexpialidocious": 0,
	} {
		if got := meaning(wordsOf(name)); got != want {
			t.Errorf("%q means %b, want %b", name, got, want)
		}
	}
}

// FuzzRead looks for pages on which reading fails, and values that are not on the page.
func FuzzRead(f *testing.F) {
	for _, c := range ownPages {
		f.Add(c.body, c.url)
	}
	f.Add("<h1>a</h1><b>Company:", "")
	f.Add("<table><tr><th>Company<th>Location<tr><td>x</table>", "http://[")
	f.Add("<dl><dt>Company<dt>Location<dd>", "http://a/1-")
	f.Add("<title>:</title><h1> | </h1>©", "http://a/?id=1")
	for _, mark := range marks {
		f.Add("<p>Location"+mark+mark+" Leeds<p>Posted. Salary "+mark+mark+mark+" £20"+mark+"<b>Company"+mark+"</b>"+mark+" Loom", "")
	}
	f.Add("<title> at </title><h1>at</h1><a href='mailto:'></a>", "x")
	f.Fuzz(func(t *testing.T, body, url string) {
		doc, err := html.Parse(strings.NewReader(body))
		if err != nil {
			t.Skip()
		}
		p := &job.Posting{URL: url, Provenance: map[job.Field]job.Provenance{}}
		(&Reader{}).newReader(doc, p, testNow, nil).read()
		for field, o := range p.Provenance {
			if o.Confidence <= 0 || o.Confidence > 1 || o.Method == "" {
				t.Errorf("%s has the origin %+v", field, o)
			}
		}
		if p.Posted.After(testNow.Add(1e4*time.Hour)) && p.Provenance[job.Posted] == (job.Provenance{}) {
			t.Error("a date without an origin")
		}
	})
}
