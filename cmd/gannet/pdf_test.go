package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"gannet/internal/testpdf"
)

// pdfAds serves a site with advertisements as PDF files. Other files and pages stand beside them.
func pdfAds(t *testing.T) *httptest.Server {
	files := pdfFiles()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		page, isPage := pdfPages[r.URL.Path]
		file, isFile := files[r.URL.Path]
		switch {
		case r.URL.Path == "/robots.txt":
			_, _ = w.Write([]byte("User-agent: *\nDisallow: /internal/\n"))
		case isPage:
			w.Header().Set("Content-Type", "text/html")
			_, _ = w.Write([]byte(page))
		case isFile && strings.HasSuffix(r.URL.Path, ".pdf"):
			w.Header().Set("Content-Type", "application/pdf")
			_, _ = w.Write(file)
		case isFile:
			w.Header().Set("Content-Type", "application/octet-stream")
			_, _ = w.Write(file)
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(server.Close)
	return server
}

var pdfPages = map[string]string{
	"/": `<html lang="en"><title>Jobs at Loom Mill</title><body><h1>Current vacancies</h1><p>Loom Mill looks for people. Apply now for one of our jobs.</p>
<ul><li><a href="/jobs/weaver.pdf">Weaver, full-time, Paisley</a> closing date 1 May 2026</li>
<li><a href="/jobs/dyer.pdf">Dyer, part-time, Kilmarnock</a> closing date 8 May 2026</li>
<li><a href="/files/17">Fuller, full-time, Paisley</a> closing date 9 May 2026</li>
<li><a href="/jobs/spinner.html">Spinner, full-time, Paisley</a> closing date 9 May 2026</li>
<li><a href="/jobs/two.pdf">Two jobs in our kitchen</a></li>
<li><a href="/internal/clerk.pdf">Clerk, internal</a></li>
<li><a href="/jobs/secret.pdf">Night watch (encrypted)</a></li><li><a href="/jobs/cut.pdf">Carder</a></li></ul>
<p><a href="/privacy.pdf">How we use your data</a> <a href="/mill.html">About the mill</a> <a href="/office.html">Our office</a></p>`,
	"/office.html": `<html lang="en"><title>Work with us - Loom Mill</title><body><h1>Work with us in the office</h1><p>We have one opening at the moment.</p>
<p><a href="/clerk.pdf">Download the job description</a></p>`,
	"/mill.html": `<html lang="en"><title>The mill and its river</title><body><h1>The mill and its river</h1><p>The mill was built by the river in 1820.
Its wheel turned for a hundred years, and the water still runs below it. Birds nest in the walls each spring.</p>
<p><a href="/brochure.pdf">A walk around the mill</a> <a href="/files/18">The wheel</a></p>`,
	"/jobs/spinner.html": `<html lang="en"><title>Spinner - Loom Mill</title><body><h1>Spinner</h1><p>Company: Loom Mill</p><p>Location: Paisley</p><p>Employment type: full-time</p>
<p>Closing date: 9 May 2026</p><h2>Your duties</h2><p>You spin the yarn for our weavers on the machines of the second floor, and keep them clean.</p>
<h2>Your profile</h2><p>You have worked with yarn before and like to work in a team.</p><h2>We offer</h2><p>A fair wage, 30 days of holiday and a pension.</p>
<p><a href="/files/19">Apply with this form</a> Send your application to jobs@loom.example.</p>`,
}

// ad is an advertisement of a page.
func ad(title, place string, more ...string) []testpdf.Line {
	lines := []testpdf.Line{{Text: title, Size: 22}, {Text: "Company: Loom Mill Ltd", Size: 11}, {Text: "Location: " + place, Size: 11}, {Text: "Employment type: full-time", Size: 11},
		{Text: "Closing date: 1 May 2026", Size: 11}, {Text: "Your duties", Size: 14}}
	for _, text := range more {
		lines = append(lines, testpdf.Line{Text: text, Size: 11})
	}
	return append(lines, testpdf.Line{Text: "Your profile", Size: 14}, testpdf.Line{Text: "You have worked in a mill before, and you like a team.", Size: 11},
		testpdf.Line{Text: "We offer", Size: 14}, testpdf.Line{Text: "A fair wage, 30 days of holiday and a pension.", Size: 11},
		testpdf.Line{Text: "Please send your application to jobs@loom.example by 1 May 2026.", Size: 11})
}

func pdfFiles() map[string][]byte {
	weaver := testpdf.Write(ad("Weaver", "Paisley", "You weave linen and wool on the looms of our mill,", "and you mend them when they break."))
	text := func(heading string, lines ...string) []byte {
		page := []testpdf.Line{{Text: heading, Size: 20}}
		for _, l := range lines {
			page = append(page, testpdf.Line{Text: l, Size: 11})
		}
		return testpdf.Write(page)
	}
	return map[string][]byte{
		"/jobs/weaver.pdf": weaver,
		"/jobs/dyer.pdf":   testpdf.Write(ad("Dyer", "Kilmarnock", "You dye the yarn in all the colours that our customers ask for,", "and you keep the vats.")),
		"/jobs/two.pdf": testpdf.Write(ad("Cook", "Paisley", "You cook for three hundred people, and you plan what they eat,", "with what the season gives."),
			ad("Kitchen help", "Paisley", "You wash and cut what the cook needs,", "and you keep the kitchen clean.")),
		"/clerk.pdf":          testpdf.Write(ad("Office clerk", "Paisley", "You write our letters and our bills,", "and you answer the telephone.")),
		"/files/17":           testpdf.Write(ad("Fuller", "Paisley", "You clean and thicken the cloth,", "and you see to the hammers of the mill.")),
		"/files/18":           text("The wheel", "It is nine metres high."),
		"/files/19":           text("Application form", "Name", "Address", "Date and signature"),
		"/internal/clerk.pdf": weaver,
		"/jobs/cut.pdf":       weaver[:len(weaver)/2],
		"/jobs/secret.pdf":    testpdf.File("/Encrypt << /Filter /Standard /V 5 /R 6 /Length 256 >> /ID [(a) (a)]", "<< /Type /Catalog /Pages 2 0 R >>"),
		"/privacy.pdf": text("How we use your data", "We keep the data that you send us for six months.", "You may ask us at any time which data we have,",
			"and we delete it when you ask us to.", "The law of 2018 says more about your rights."),
		"/brochure.pdf": text("A walk around the mill", "Begin at the bridge, and follow the river to the weir."),
	}
}
