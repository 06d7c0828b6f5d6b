package pagetext

import (
	"slices"
	"testing"
	"time"

	"gannet/job"
)

// Postings of applicant tracking systems, boards and employers' own pages, in shapes that were read wrongly.
func TestShapesOfFacts(t *testing.T) {
	const text = "<p>You weave linen by the river, mend the looms when they stop at night, and show visitors of the mill how it is done.</p>"
	reader := testReader(t)
	for body, want := range map[string]job.Posting{
		"<h1>Weaver</h1><h2>Arbeitsort</h2><p>Am Wehr 4<br>23758 Oldenburg</p>" + text:                {Title: "Weaver", Location: "Am Wehr 4, 23758 Oldenburg"},
		"<h1>Weaver</h1><dl><dt>Location #</dt><dd>1034 Mill Hall</dd></dl>" + text:                   {Title: "Weaver"},
		"<h1>Weaver</h1><dl><dt>Location</dt><dd>Campinas - SP</dd></dl>" + text:                      {Title: "Weaver", Location: "Campinas - SP"},
		"<h1>織り手の求人詳細情報</h1><p>勤務地：京都市</p>" + text:                                                    {Title: "織り手", Location: "京都市"},
		"<h1>Weaver</h1><p>Location: US-IL-Yorkville</p><p>Last date to apply: 3 May 2031</p>" + text: {Title: "Weaver", Location: "US-IL-Yorkville", ValidThrough: time.Date(2031, 5, 3, 0, 0, 0, 0, time.UTC)},
	} {
		got := reader.Read(pageOf(t, "https://mill.example/1", "", "<main>"+body+"</main>"), "en", testNow, nil)
		if got.Title != want.Title || got.Location != want.Location || !got.ValidThrough.Equal(want.ValidThrough) {
			t.Errorf("%s: %q, %q, %v", body, got.Title, got.Location, got.ValidThrough)
		}
	}
}

func TestPayInSentences(t *testing.T) {
	const text = "<p>You weave linen by the river, mend the looms when they stop at night, and show visitors of the mill how it is done. The river is low in summer, and then you spin by hand, dye the yarn with what grows on the bank, and write down what was sold.</p>"
	reader := testReader(t)
	for said, want := range map[string]job.Pay{
		"<p>The starting salary is currently up to DKK 440.935 including annual supplement (pension up to DKK 75.399).</p>": {Max: 440935, Currency: "DKK"},
		"<p>We offer a salary of €40,000 to €45,000 a year.</p>":                                                            {Min: 40000, Max: 45000, Currency: "EUR", Unit: "YEAR"},
		"<p>Wynagrodzenie w przedziale od 8000 do 9000 PLN.</p>":                                                            {Min: 8000, Max: 9000, Currency: "PLN"},
		"<h3>Festes Gehalt</h3><p>Monatlich 2.200 € brutto, pünktlich auf deinem Konto.</p>":                                {Min: 2200, Max: 2200, Currency: "EUR", Unit: "MONTH"},
		"<p>Your wages are £11.50 an hour, and you have 26 days of leave.</p>":                                              {Min: 11.5, Max: 11.5, Currency: "GBP", Unit: "HOUR"},
		"<p>Een salaris tussen 3400 en 4200 euro bruto per maand, naar ervaring.</p>":                                       {Min: 3400, Max: 4200, Currency: "EUR", Unit: "MONTH"},
		"<p>Ein Gehalt von 4310 bis 5090 Euro im Monat.</p>":                                                                {Min: 4310, Max: 5090, Currency: "EUR", Unit: "MONTH"},
		"<p>Besides a good salary there is a bonus of $5,000.</p>":                                                          {},
		"<p>A fair salary, and 26 days of leave, worth £90 at least.</p>":                                                   {},
		"<p>The mill has a turnover of €20 million and pays good wages.</p>":                                                {},
		"<ul><li>Wellness $50 monthly</li></ul>":                                                                            {},
		"<p>Our linen costs €9,000 a bale.</p>":                                                                             {},
	} {
		p := pageOf(t, "https://mill.example/1", "", "<main><h1>Weaver</h1>"+text+said+text+"</main>")
		if got := amountsOf(reader.Read(p, "", time.Time{}, nil).Salary); got != want {
			t.Errorf("%s: %+v, want %+v", said, got, want)
		}
	}
}

// amountsOf returns a pay without its text.
func amountsOf(p job.Pay) job.Pay {
	p.Raw, p.Basis, p.Note = "", "", ""
	return p
}

// The title of a posting may say its pay.
func TestPayInTitles(t *testing.T) {
	const text = "<p>You weave linen by the river, mend the looms when they stop at night, and show visitors of the mill how it is done.</p>"
	for title, want := range map[string]job.Pay{
		"Weaver | Leeds | full time | £25-40K":  {Min: 25000, Max: 40000, Currency: "GBP"},
		"Weaver, hourly rate of $22":            {Min: 22, Max: 22, Currency: "USD", Unit: "HOUR"},
		"Weaver of the mill that raised $5M":    {},
		"Weaver (we are 40 people in 3 floors)": {},
	} {
		got := testReader(t).Read(pageOf(t, "https://mill.example/1", "", "<main><h1>"+title+"</h1>"+text+"</main>"), "en", testNow, nil).Salary
		if got.Raw = ""; got != want {
			t.Errorf("%s: %+v, want %+v", title, got, want)
		}
	}
}

// A slash before the unit of pay cuts nothing, also if a bracket follows the unit. Other slashes part facts.
func TestListsKeepUnitsOfPay(t *testing.T) {
	for line, want := range map[string][]string{
		"Lohn: 2.700 € brutto / Monat (je nach Erfahrung) | Vollzeit": {"Lohn: 2.700 € brutto / Monat (je nach Erfahrung)", "Vollzeit"},
		"$27 / hour | Leeds": {"$27 / hour", "Leeds"},
		"$27 / Leeds (York)": {"$27", "Leeds (York)"},
	} {
		if got := cutList(line); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}
