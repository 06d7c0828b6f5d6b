package extract

import (
	"strings"
	"testing"

	"gannet/internal/testpdf"
	"gannet/job"
	"gannet/job/pdftext"
	"gannet/models/shipped"
)

// lines makes lines of a PDF: "# " begins a title, "## " a heading.
func lines(text string) (list []testpdf.Line) {
	for l := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		switch {
		case strings.HasPrefix(l, "# "):
			list = append(list, testpdf.Line{Text: l[2:], Size: 22})
		case strings.HasPrefix(l, "## "):
			list = append(list, testpdf.Line{Text: l[3:], Size: 14})
		default:
			list = append(list, testpdf.Line{Text: l, Size: 10})
		}
	}
	return list
}

const (
	weaverAd = `# Weaver
Company: Loom Mill Ltd
Location: Paisley
Closing date: 1 May 2026
## Your duties
You weave linen and wool on the looms of our mill, and you mend the looms when they break.
You teach those who are new, and you keep the floor clean.
## Your profile
You have worked in a mill before and like to work in a team.
Please send your application to jobs@loom.example.`
	dyerAd = `# Dyer (part-time)
Company: Loom Mill Ltd
Location: Kilmarnock
Closing date: 8 May 2026
## Your duties
You dye the yarn in all the colours that our customers ask for, and you keep the vats.
You order what you need, and you write down what you use.
## Your profile
You know dyes and their dangers, and you have an eye for colours.
Please send your application to jobs@loom.example.`
	clerkAd = `# Office clerk
Company: Loom Mill Ltd
Location: Paisley
Closing date: 9 May 2026
## Your duties
You write our letters and our bills, and you answer the telephone all day.
You greet our guests, and you see to it that the post leaves in time.
## Your profile
You write without mistakes and you like to talk with people.
Please send your application to jobs@loom.example.`
	plainWeaver = `# Weaver wanted for our mill in Paisley
You weave linen and wool on the looms of our mill, and you mend the looms when they break.
## What you do
You teach those who are new, and you keep the floor clean. You work in two shifts.
## What you bring
You have worked in a mill before and like to work in a team.
Apply now: jobs@loom.example`
	plainDyer = `# Dyer wanted for our mill in Kilmarnock
You dye the yarn in all the colours that our customers ask for, and you keep the vats.
## What you do
You order what you need, and you write down what you use. You work in two shifts.
## What you bring
You know dyes and their dangers, have worked in a dye works before, and like to work in a team.
Apply now: jobs@loom.example`
	weberAd = `# Weber (m/w/d)
Arbeitgeber: Loom Mill Ltd
Arbeitsort: Paisley
Bewerbungsfrist: 1. Mai 2026
## Ihre Aufgaben
Sie weben Leinen und Wolle an den Webstühlen unserer Weberei und reparieren diese, wenn sie stehen.
Sie lernen neue Kolleginnen und Kollegen an und halten den Saal sauber.
## Ihr Profil
Sie haben schon in einer Weberei gearbeitet und arbeiten gern mit anderen.
Bitte senden Sie Ihre Bewerbung an jobs@loom.example.`
	offer = `## We offer
A fair wage, 30 days of holiday and a pension. The canteen is open all day.
You can reach us by train and by bus, and there is room for bicycles.`
	about = `# Life at the mill
Loom Mill stands by the river since 1820. Three hundred people work here, and many of them sing in our choir.
Location: Paisley
The choir sings on Sundays. Write to choir@loom.example.`
	form = `# Application form
Name: Address:
Telephone: Date of birth:
Position applied for:
I have read how you use my data. Date and signature:`
	cover = `# Open positions in May
Loom Mill looks for people. On the next pages you find all positions.
Weaver, Paisley
Dyer, Kilmarnock`
	report = `# Annual report
The mill wove more cloth than in the year before. The price of wool went up, and that of linen fell.
## Our people
Three hundred people work in the mill. Ten left it, and twelve came.`
)

func TestAdsOfAPDF(t *testing.T) {
	kind, err := shipped.PageKind()
	if err != nil {
		t.Fatal(err)
	}
	languages, err := shipped.Languages()
	if err != nil {
		t.Fatal(err)
	}
	title, err := shipped.JobTitle()
	if err != nil {
		t.Fatal(err)
	}
	e := &Extractor{Kind: kind, Languages: languages, Title: title}
	head := func(s string) string { return "# Loom Mill - careers\n" + s }
	cut := func(s string) []string {
		a, b, _ := strings.Cut(s, "## Your profile")
		return []string{a, "## Your profile" + b}
	}
	for _, c := range []struct {
		name  string
		pages []string
		want  string
	}{
		{"one", []string{weaverAd}, "Weaver"},
		{"three", []string{weaverAd, dyerAd, clerkAd}, "Weaver page=1, Dyer (part-time) page=2, Office clerk page=3"},
		{"two of two pages each", append(cut(weaverAd), cut(dyerAd)...), "Weaver page=1, Dyer (part-time) page=3"},
		{"one of two pages", cut(weaverAd), "Weaver"},
		{"one that goes on with its offer", []string{weaverAd, offer}, "Weaver"},
		{"one and a page about the employer", []string{weaverAd, about}, "Weaver"},
		{"one and a form", []string{weaverAd, form}, "Weaver"},
		{"two and a form", []string{weaverAd, dyerAd, form}, "Weaver page=1, Dyer (part-time) page=2"},
		{"two behind a cover", []string{cover, weaverAd, dyerAd}, "Weaver page=2, Dyer (part-time) page=3"},
		{"one behind a cover", []string{cover, weaverAd}, "Weaver page=2"},
		{"a list", []string{cover + strings.Repeat("\nYou weave, dye or write for our mill in Paisley or Kilmarnock, and you like a team.", 8) + "\nApply now: jobs@loom.example"}, ""},
		{"two below the employer's name", []string{head(weaverAd), head(dyerAd)}, "Weaver page=1, Dyer (part-time) page=2"},
		{"one in two languages", []string{weaverAd, weberAd}, "Weaver"},
		{"the same twice", []string{weaverAd, weaverAd}, "Weaver"},
		{"two without labels", []string{plainWeaver, plainDyer}, "Weaver wanted for our mill in Paisley page=1, Dyer wanted for our mill in Kilmarnock page=2"},
		{"a report", []string{report, about}, ""},
		{"two on one page", []string{weaverAd + "\n" + dyerAd}, "Weaver page=1, Dyer (part-time) page=1&ad=2"},
		{"one with a large heading", []string{weaverAd + "\n" + about}, "Weaver"},
		{"three with the same duties", []string{short("Weaver", "Paisley"), short("Spinner", "Leeds"), short("Carder", "Ayr")}, "Weaver page=1, Spinner page=2, Carder page=3"},
		{"a CV", []string{"# Ann Oak\nWeaver\n## Experience\n2015-2026 Loom Mill, Paisley\n- Kept the looms\n## Skills\n- Linen\n## Education\n- Trade school"}, ""},
		{"a printed form", []string{"# Application form\nName:\nAddress:\nPosition applied for:\nExperience:\nSignature:\nDate:"}, ""},
	} {
		if got := strings.Join(titlesOfPDF(t, e, c.pages), ", "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// short returns a short advertisement.
func short(title, place string) string {
	return "# " + title + "\nEmployer: Loom Mill of " + place + "\nLocation: " + place + "\nClosing date: 1 May 2026\n## Requirements\nA trade certificate and three years of practice in a mill like ours.\nWrite to jobs@loom.example."
}

// titlesOfPDF returns the titles of the postings in a PDF, with their parts.
func titlesOfPDF(t *testing.T, e *Extractor, texts []string) (titles []string) {
	var pages [][]testpdf.Line
	for _, text := range texts {
		pages = append(pages, lines(text))
	}
	body, err := pdftext.InProcess(t.Context(), testpdf.Write(pages...))
	if err != nil {
		t.Fatal(err)
	}
	_, found := e.PDF(read(t, "https://loom.example/ads.pdf", string(body)), now)
	for _, p := range found {
		if p.Provenance[job.Title].Method != job.PDF || p.Part != "" && p.URL != "https://loom.example/ads.pdf#"+p.Part {
			t.Errorf("%+v", p)
		}
		titles = append(titles, strings.TrimSpace(p.Title+" "+p.Part))
	}
	return titles
}
