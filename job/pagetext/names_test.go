package pagetext

import "testing"

// No phrase of the vocabulary stands beside these names. Their form, their number and what stands beside them say what they are.
func TestNamesOfEmployersByTheirForm(t *testing.T) {
	for _, c := range []struct{ lang, text, company, place string }{
		{"en", "<p>Loom Mill weaves for half of Europe.</p><p>Our canteen is the pride of Loom Mill.</p><p>Loom Mill's weavers are old friends.</p>", "Loom Mill", ""},
		{"en", "<p>For forty years Loom & Thread Ltd has woven linen.</p>", "Loom & Thread Ltd", ""},
		{"en", "<p>Weavers of all ages are happy at Loom Mill (Paisley).</p><p>Loom Mill has sixty looms, and Loom Mill's yarn is its own.</p><p>Loom Mill weaves.</p>", "Loom Mill", "Paisley"},
		{"ru", "<p>Здесь работает МАУ \"ТКАЦКИЙ ДВОР \"ОСНОВА\" ГОРОДСКОГО ОКРУГА с большим опытом.</p>", "МАУ \"ТКАЦКИЙ ДВОР \"ОСНОВА\" ГОРОДСКОГО ОКРУГА", ""},
		{"ro", "<p>Țesătoria Verde SRL angajează un țesător în orașul Oradea.</p>", "Țesătoria Verde SRL", "Oradea"},
		{"hu", "<p>A Zöld Szövöde Kft. takácsot keres Szeged városában.</p>", "Zöld Szövöde Kft.", "Szeged"},
	} {
		body := `<title>Weaver 7 – Vakanto</title><p><a href="/">Vakanto</a></p><h1>Weaver 7</h1>` + c.text + "<p>" + filler["en"]
		p := testReader(t).Read(pageOf(t, "https://vakanto.example/x", c.lang, body), c.lang, testNow, nil)
		if p.Company != c.company || p.Location != c.place {
			t.Errorf("%s: company %q, place %q", c.text, p.Company, p.Location)
		}
	}
}

// A link right above the title is the company's whole name, also in small letters, and what follows the title is the place.
func TestCompanyAboveTitleWhole(t *testing.T) {
	for _, name := range []string{"loom", "Loom Mill - Weaving", "St James Clinic"} {
		p := testReader(t).Read(pageOf(t, "https://board.example/x", "en", `<title>Weaver, Paisley Hospital | Vakanto</title><div><a href="/">Vakanto</a></div><p><a href="/firm/9">`+name+`</a></p><h1>Weaver</h1>
			<ul><li>Paisley Hospital</li><li><time datetime="2026-02-11">11 Feb</time></li></ul><p>`+filler["en"]), "en", testNow, nil)
		if p.Company != name || p.Location != "Paisley Hospital" {
			t.Errorf("%s: company %q, place %q", name, p.Company, p.Location)
		}
	}
}

// What markup says for sure is not looked for in sentences.
func TestReadBesideMarkup(t *testing.T) {
	page := pageOf(t, "https://board.example/x", "en", "<h1>Weaver</h1><p>Loom Mill is looking for a weaver for its office in Paisley.</p><p>"+filler["en"])
	found := testReader(t).Read(page, "en", testNow, nil)
	for field, of := range found.Provenance {
		of.Confidence = 1
		found.Provenance[field] = of
	}
	if p := testReader(t).Read(page, "en", testNow, found); found.Company == "" || p.Company != "" || p.Location != "" {
		t.Errorf("company %q, then %q at %q", found.Company, p.Company, p.Location)
	}
}

// An item of a list and the title once more are no employers, though they stand where one may stand.
func TestNoEmployersBelowTheTitle(t *testing.T) {
	for _, body := range []string{
		"<h1>Weaver</h1><p>What you do</p><ul><li>Mending of Old Looms</li><li>Washing of wool</li></ul><p>",
		"<h1>Weaver of Linen - Paisley, UK</h1><p>Weaver of Linen - Paisley, UK</p><p>",
	} {
		if p := testReader(t).Read(pageOf(t, "https://board.example/x", "en", body+filler["en"]), "en", testNow, nil); p.Provenance["company"].Confidence >= .5 || p.Company == "Weaver of Linen" {
			t.Errorf("%s: company %q, %v", body, p.Company, p.Provenance["company"])
		}
	}
}

// A name in quotation marks ends where the owner's "'s" begins, counted from the name and not from the mark before it.
func TestOwnersInQuotationMarksEndAtALetter(t *testing.T) {
	of := inSentences()
	n := &nameReader{of.of["en"], of.of["en"].employerJoins, of.forms, false, true, nil}
	for s, want := range map[string]string{
		"„Añxy’s oldest looms“ are ours":     "„Añxy",
		"“Tkalnia Łódź's looms” are ours":    "“Tkalnia Łódź",
		"\"Zöldé's weaving mill\" has looms": "\"Zöldé",
	} {
		names := &tally{index: map[string]int{}, by: &Employers{}, sentence: 1, sectionOf: bySentence}
		if end := names.readName(n, s, 0, 0, true); s[:end] != want {
			t.Errorf("%s: the name ends behind %q, want %q", s, s[:end], want)
		}
	}
}
