package schemaorg

import (
	"slices"
	"testing"

	"gannet/job"
)

// one reads a posting of the given properties.
func one(t *testing.T, properties string) *job.Posting {
	t.Helper()
	got, err := FromJSON([]byte(`{"@context": "https://schema.org/", "@type": "JobPosting", "title": "Baker", `+properties+`}`), "", now)
	if err != nil || len(got) != 1 {
		t.Fatalf("%s: %d postings, %v", properties, len(got), err)
	}
	return got[0]
}

func TestEmployersInManyForms(t *testing.T) {
	for properties, want := range map[string]string{
		`"hiringOrganization": "Acorn &amp; Oak Ltd"`:                                                 "Acorn & Oak Ltd",
		`"hiringOrganization": ["Acorn Ltd", "Oak Ltd"]`:                                              "Acorn Ltd",
		`"hiringOrganization": [{"@type": "Organization", "name": "Acorn Ltd"}]`:                      "Acorn Ltd",
		`"hiringOrganization": {"@type": "Organization", "name": null, "legalName": "Acorn Ltd"}`:     "Acorn Ltd",
		`"hiringOrganization": {"name": {"@value": "Acorn Ltd", "@language": "en"}}`:                  "Acorn Ltd",
		`"hiringOrganization": {"@type": "Organization", "logo": "x.png"}`:                            "",
		`"hiringOrganization": null, "employer": "Acorn Ltd"`:                                         "Acorn Ltd",
		`"hiringOrganization": {"@type": "Organization", "name": "  Acorn\n Ltd ", "sameAs": "http"}`: "Acorn Ltd",
	} {
		if got := one(t, properties).Company; got != want {
			t.Errorf("%s: %q, want %q", properties, got, want)
		}
	}
}

func TestWorkAnywhere(t *testing.T) {
	for properties, want := range map[string]string{
		`"jobLocationType": "TELECOMMUTE", "applicantLocationRequirements": {"@type": "Country", "name": "USA"}`:                                                                 "Remote, USA",
		`"jobLocationType": ["TELECOMMUTE"], "applicantLocationRequirements": [{"@type": "State", "name": "Ohio, USA"}, {"@type": "State", "name": "Iowa, USA"}]`:                "Remote, Ohio, USA, Iowa, USA",
		`"jobLocationType": "TELECOMMUTE", "jobLocation": {"@type": "Place", "address": {"addressLocality": "Leeds", "addressCountry": "GB"}}`:                                   "Leeds, GB",
		`"jobLocation": [{"address": {"addressLocality": "Leeds", "addressCountry": "GB"}}, {"address": {"addressLocality": "York", "addressCountry": {"name": "GB"}}}, "Hull"]`: "Leeds, GB; York, GB; Hull",
	} {
		if got := one(t, properties).Location; got != want {
			t.Errorf("%s: %q, want %q", properties, got, want)
		}
	}
}

func TestRangesOfPay(t *testing.T) {
	for properties, want := range map[string]job.Pay{
		`"baseSalary": {"currency": "EUR", "value": {"minValue": "2.500", "maxValue": "3.200", "unitText": "MONTH"}}`:  {Min: 2500, Max: 3200, Currency: "EUR", Unit: "MONTH"},
		`"baseSalary": {"currency": "EUR", "value": {"minValue": 12.5, "maxValue": 14.125, "unitText": "HOUR"}}`:       {Min: 12.5, Max: 14.125, Currency: "EUR", Unit: "HOUR"},
		`"baseSalary": {"currency": "EUR", "value": {"value": "2500 - 3200", "unitText": "MONTH"}}`:                    {Min: 2500, Max: 3200, Currency: "EUR", Unit: "MONTH"},
		`"baseSalary": {"currency": "PLN", "value": {"minValue": "6 000", "maxValue": "7 500,00", "unitText": "MON"}}`: {Min: 6000, Max: 7500, Currency: "PLN", Unit: "MONTH"},
		`"baseSalary": [{"currency": "CZK", "value": {"minValue": 30000, "unitText": "month"}}]`:                       {Min: 30000, Currency: "CZK", Unit: "MONTH"},
		`"baseSalary": {"currency": "USD", "value": {"maxValue": 90000, "minValue": null, "unitText": "YEAR"}}`:        {Max: 90000, Currency: "USD", Unit: "YEAR"},
	} {
		if got := amountsOf(one(t, properties).Salary); got != want {
			t.Errorf("%s: %v, want %v", properties, got, want)
		}
	}
}

func TestDescriptionsInManyForms(t *testing.T) {
	want := "Bake bread & cakes.\nStart at four."
	for _, s := range []string{
		`<p>Bake bread &amp; cakes.</p><p>Start at four.</p>`,
		`&lt;p&gt;Bake bread &amp;amp; cakes.&lt;/p&gt;&lt;p&gt;Start at four.&lt;/p&gt;`,
		`&amp;lt;p&amp;gt;Bake bread &amp;amp;amp; cakes.&amp;lt;/p&amp;gt;&amp;lt;p&amp;gt;Start at four.&amp;lt;/p&amp;gt;`,
		`\u003cp\u003eBake bread \u0026amp; cakes.\u003c\/p\u003e\u003cp\u003eStart at four.\u003c/p\u003e`,
		`Bake bread & cakes.\nStart at four.`,
		`Bake bread &amp; cakes.<br/>Start at four.`,
		`<p>Bake bread &amp; cakes.</p><p>Start at four.</p><p`,
	} {
		if got := one(t, `"description": "`+s+`"`).Description; got != want {
			t.Errorf("%s: %q, want %q", s, got, want)
		}
	}
}

// A posting that has ended is read all the same: whoever asks decides what is too old.
func TestPostingThatHasEnded(t *testing.T) {
	p := one(t, `"datePosted": "2019-01-02T09:00:00+01:00", "validThrough": "2019-02-01"`)
	if !p.ValidThrough.Equal(day(2019, 2, 1)) || p.Posted.Year() != 2019 || p.Provenance[job.ValidThrough].Method != job.JSONLD {
		t.Errorf("%+v", p)
	}
}

// Postings inside a posting, as of similar jobs, are none of the page's own.
func TestPostingInsideAPosting(t *testing.T) {
	p := one(t, `"description": "Bake bread.", "relatedLink": [{"@type": "JobPosting", "title": "Cook"}, {"@type": "JobPosting", "title": "Waiter"}]`)
	if p.Title != "Baker" {
		t.Errorf("%+v", p)
	}
}

func TestAddressesInManyForms(t *testing.T) {
	for properties, want := range map[string]string{
		`"jobLocation": {"address": {"addressLocality": "Leeds, York, Hull", "addressCountry": "GB"}}`:                                              "Leeds, GB; York, GB; Hull, GB",
		`"jobLocation": {"address": {"addressLocality": ["Leeds", "York"], "addressCountry": "GB"}}`:                                                "Leeds, GB; York, GB",
		`"jobLocation": {"address": {"addressLocality": "Wien / Graz", "addressCountry": "AT"}}`:                                                    "Wien, AT; Graz, AT",
		`"jobLocation": {"address": {"addressLocality": "Waltham, MA", "addressRegion": "Massachusetts", "addressCountry": "United States"}}`:       "Waltham, Massachusetts, United States",
		`"jobLocation": {"address": {"addressLocality": "Waltham, MA"}}`:                                                                            "Waltham, MA",
		`"jobLocation": {"address": {"addressLocality": "UNAVAILABLE", "addressRegion": "n/a", "addressCountry": "DE", "streetAddress": "null"}}`:   "DE",
		`"jobLocation": {"address": "12 Mill Lane, Leeds LS1 1AA, UK"}`:                                                                             "12 Mill Lane, Leeds LS1 1AA, UK",
		`"jobLocation": ["Leeds (hybrid)", "3 Locations"]`:                                                                                          "Leeds",
		`"jobLocation": {"address": {"addressLocality": "Leeds (hybrid)", "addressCountry": "GB"}}`:                                                 "Leeds, GB",
		`"jobLocationType": "TELECOMMUTE", "applicantLocationRequirements": {"@type": "Country", "name": "DE"}`:                                     "Remote, DE",
		`"jobLocation": {"@type": "Place", "geo": {"latitude": "53.5", "longitude": "-1.5"}, "address": {"addressLocality": "Leeds, West Riding"}}`: "Leeds, West Riding",
	} {
		if got := one(t, properties).Location; got != want {
			t.Errorf("%s: %q, want %q", properties, got, want)
		}
	}
	for properties, want := range map[string]string{
		`"jobLocation": "Leeds (hybrid)"`: "HYBRID", `"jobLocation": {"address": {"addressLocality": "Leeds (hybrid)"}}`: "HYBRID", `"jobLocation": ["Leeds", "Hybrid"]`: "HYBRID", `"jobLocation": "Leeds"`: "",
	} {
		if got := one(t, properties).WorkMode; got != want {
			t.Errorf("%s: %q, want %q", properties, got, want)
		}
	}
	p := one(t, `"jobLocation": {"@type": "Place", "geo": {"latitude": "53.5", "longitude": "-1.5"}, "address": {"addressLocality": "Leeds"}}`).Places
	if len(p) != 1 || p[0].Latitude != 53.5 || p[0].Longitude != -1.5 {
		t.Errorf("%+v", p)
	}
	if p := one(t, `"jobLocation": {"geo": {"latitude": "953", "longitude": "x"}, "address": {"addressLocality": "Leeds"}}`).Places; len(p) != 1 || p[0].Latitude != 0 {
		t.Errorf("%+v", p)
	}
	areas := one(t, `"jobLocationType": "TELECOMMUTE", "applicantLocationRequirements": [{"@type": "Country", "name": "DE"}, {"@type": "Country", "name": "Georgia"}, {"@type": "State", "name": "Michigan, USA"}]`).ApplicantPlaces
	want := []job.Place{{Country: "DE", CountryCode: "DE"}, {Country: "Georgia", CountryCode: "GE"}, {Region: "Michigan", Country: "USA", CountryCode: "US"}}
	if !slices.Equal(areas, want) {
		t.Errorf("%+v, want %+v", areas, want)
	}
}
