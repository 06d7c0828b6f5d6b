package schemaorg

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"gannet/job"
)

// shapes are forms in which pages write a JobPosting: those of schema.org and of search engines' guides, and common mistakes.
// A shape is an object's properties, an object, or a page. Beside it stands what must be read, as "field=value".
var shapes = []struct {
	name, markup string
	want         []string
}{
	// The object and where it stands.
	{"context over https", `{"@context": "https://schema.org", "@type": "JobPosting", "title": "Baker"}`, []string{"title=Baker"}},
	{"context over http with a slash", `{"@context": "http://schema.org/", "@type": "JobPosting", "title": "Baker"}`, []string{"title=Baker"}},
	{"context as an object", `{"@context": {"@vocab": "https://schema.org/"}, "@type": "JobPosting", "title": "Baker"}`, []string{"title=Baker"}},
	{"context as a list", `{"@context": ["https://schema.org", {"@language": "en"}], "@type": "JobPosting", "title": "Baker"}`, []string{"title=Baker"}},
	{"no context", `{"@type": "JobPosting", "title": "Baker"}`, []string{"title=Baker"}},
	{"type in a list", `{"@type": ["JobPosting", "Thing"], "title": "Baker"}`, []string{"title=Baker"}},
	{"type in lower case", `{"@type": "jobposting", "title": "Baker"}`, []string{"title=Baker"}},
	{"type as an IRI", `{"@type": "http://schema.org/JobPosting", "title": "Baker"}`, []string{"title=Baker"}},
	{"type with a prefix", `{"@type": "schema:JobPosting", "schema:title": "Baker"}`, []string{"title=Baker"}},
	{"type without its sign", `{"@context": "https://schema.org", "type": "JobPosting", "title": "Baker"}`, []string{"title=Baker"}},
	{"names in another case", `{"@type": "JobPosting", "Title": "Baker", "hiringorganization": {"Name": "Acorn"}, "DatePosted": "2026-02-03"}`, []string{"title=Baker", "company=Acorn", "posted=2026-02-03"}},
	{"nested graphs", `{"@graph": [{"@graph": [{"@type": "JobPosting", "title": "Baker"}]}]}`, []string{"title=Baker"}},
	{"an array in an array", `[[{"@type": "JobPosting", "title": "Baker"}]]`, []string{"title=Baker"}},
	{"the main entity of a page", `{"@type": "WebPage", "mainEntity": {"@type": "JobPosting", "title": "Baker"}}`, []string{"title=Baker"}},
	{"an entry of a list", `{"@type": "ItemList", "itemListElement": [{"@type": "ListItem", "position": 1, "item": {"@type": "JobPosting", "title": "Baker"}}]}`, []string{"title=Baker"}},
	{"a comma too many", `{"@type": "JobPosting", "title": "Baker", "hiringOrganization": {"name": "Acorn",},}`, []string{"title=Baker", "company=Acorn"}},
	{"a comma too few", "{\"@type\": \"JobPosting\", \"title\": \"Baker\"\n\"datePosted\": \"2026-02-03\"}", []string{"title=Baker", "posted=2026-02-03"}},
	{"comments", "{/* ours */\"@type\": \"JobPosting\", // a job\n\"title\": \"Baker\"}", []string{"title=Baker"}},
	{"CDATA", `<script type="application/ld+json">//<![CDATA[
		{"@type": "JobPosting", "title": "Baker"}
		//]]></script>`, []string{"title=Baker"}},
	{"an HTML comment", `<script type="application/ld+json"><!-- {"@type": "JobPosting", "title": "Baker"} --></script>`, []string{"title=Baker"}},
	{"an assignment", `<script type="application/ld+json">var job = {"@type": "JobPosting", "title": "Baker"};</script>`, []string{"title=Baker"}},
	{"entities for quotation marks", `<div><script type="application/ld+json">{&quot;@type&quot;: &quot;JobPosting&quot;, &quot;title&quot;: &quot;Baker&quot;}</script></div>`, []string{"title=Baker"}},
	{"single quotes", `{'@type': 'JobPosting', 'title': 'Baker'}`, []string{"title=Baker"}},
	{"quotation marks inside", `{"@type": "JobPosting", "title": "Baker "at night" (m/f)", "datePosted": "2026-02-03"}`, []string{`title=Baker "at night" (m/f)`, "posted=2026-02-03"}},
	{"a byte order mark", "<script type='application/ld+json'>\ufeff{\"@type\": \"JobPosting\", \"title\": \"Baker\"}</script>", []string{"title=Baker"}},
	{"cut off", `{"@type": "JobPosting", "title": "Baker", "description": "You bake bread and`, []string{"title=Baker", "description=You bake bread and"}},
	{"a type of the script with a charset", `<script type="application/ld+json;charset=UTF-8">{"@type": "JobPosting", "title": "Baker"}</script>`, []string{"title=Baker"}},

	// Title and description.
	{"entities in the title", `"title": "Baker &amp; Cook &ndash; nights"`, []string{"title=Baker & Cook – nights"}},
	{"entities escaped twice", `"title": "Baker &amp;amp; Cook", "description": "&amp;lt;p&amp;gt;Bake bread.&amp;lt;/p&amp;gt;&amp;lt;p&amp;gt;Clean.&amp;lt;/p&amp;gt;"`, []string{"title=Baker & Cook", "description=Bake bread.\nClean.", "description_html=<p>Bake bread.</p><p>Clean.</p>"}},
	{"another name of the title", `{"@type": "JobPosting", "name": "Baker"}`, []string{"title=Baker"}},
	{"a title with a language", `{"@type": "JobPosting", "title": {"@value": "Baker", "@language": "en"}}`, []string{"title=Baker"}},
	{"HTML that does harm", `"description": "<p onclick='x()'>Bake <b>bread</b>.<script>x()<\/script><a href='javascript:x'>a</a> <a href='https://a.example/b' class=c>b</a></p><img src=x onerror=y>"`, []string{`description_html=<p>Bake <b>bread</b>.<a>a</a> <a href="https://a.example/b">b</a></p>`}},
	{"a plain description", `"description": "Bake bread."`, []string{"description=Bake bread.", "description_html="}},
	{"a description in parts", `"responsibilities": "You bake bread for the whole town.", "qualifications": "Three years at an oven of any kind."`, []string{"description=You bake bread for the whole town.\nThree years at an oven of any kind.", "qualifications=Three years at an oven of any kind."}},

	// Employer.
	{"employer as text", `"hiringOrganization": "Acorn Ltd"`, []string{"company=Acorn Ltd"}},
	{"employer in a list", `"hiringOrganization": [{"@type": "Organization", "name": "Acorn Ltd", "sameAs": "https://acorn.example"}]`, []string{"company=Acorn Ltd", "company_url=https://acorn.example"}},
	{"employer with pages", `"hiringOrganization": {"name": "Acorn", "sameAs": ["https://acorn.example/a", "https://b.example"], "url": "https://c.example"}`, []string{"company=Acorn", "company_url=https://acorn.example/a"}},
	{"employer by reference", `[{"@type": "Organization", "@id": "#a", "name": "Acorn"}, {"@type": "JobPosting", "title": "Baker", "hiringOrganization": {"@id": "#a"}}]`, []string{"company=Acorn"}},
	{"employer confidential", `"hiringOrganization": "confidential"`, []string{"company=confidential"}},
	{"a department of the employer", `"hiringOrganization": {"@type": "Organization", "name": "Acorn", "department": {"name": "Ovens"}}`, []string{"company=Acorn"}},

	// Identifier.
	{"identifier as a PropertyValue", `"identifier": {"@type": "PropertyValue", "name": "Acorn", "value": "B-42"}`, []string{"id=B-42"}},
	{"identifier as text", `"identifier": "B-42"`, []string{"id=B-42"}},
	{"identifier as a number", `"identifier": 42`, []string{"id=42"}},
	{"identifier in a list", `"identifier": [{"@type": "PropertyValue", "value": 42}]`, []string{"id=42"}},

	// Places.
	{"an address in its parts", `"jobLocation": {"@type": "Place", "address": {"@type": "PostalAddress", "streetAddress": "1 Mill Lane", "addressLocality": "Leeds", "addressRegion": "West Yorkshire", "postalCode": "LS1 4AP", "addressCountry": "GB"}}`,
		[]string{"place=Leeds LS1 4AP, West Yorkshire, GB", "places=1 Mill Lane, LS1 4AP Leeds, West Yorkshire, GB", "town=Leeds", "region=West Yorkshire", "country=GB", "code=GB"}},
	{"a country by its name", `"jobLocation": {"address": {"addressLocality": "Leeds", "addressCountry": "United Kingdom"}}`, []string{"country=United Kingdom", "code=GB"}},
	{"a country of another language", `"jobLocation": {"address": {"addressLocality": "Köln", "addressCountry": "Deutschland"}}`, []string{"country=Deutschland", "code=DE"}},
	{"a country as an object", `"jobLocation": {"address": {"addressLocality": "Oslo", "addressCountry": {"@type": "Country", "name": "NO"}}}`, []string{"town=Oslo", "country=NO", "code=NO"}},
	{"a country of three letters", `"jobLocation": {"address": {"addressLocality": "Oslo", "addressCountry": "NOR"}}`, []string{"code=NO"}},
	{"several places", `"jobLocation": [{"address": {"addressLocality": "Leeds"}}, {"address": {"addressLocality": "York"}}]`, []string{"place=Leeds; York", "places=Leeds; York"}},
	{"one place with several addresses", `"jobLocation": {"@type": "Place", "address": [{"addressLocality": "Leeds"}, {"addressLocality": "York"}]}`, []string{"place=Leeds; York"}},
	{"an address as text", `"jobLocation": {"@type": "Place", "address": "Oslo, Norway"}`, []string{"place=Oslo, Norway", "town=Oslo", "country=Norway", "code=NO"}},
	{"a place as text", `"jobLocation": "Leeds"`, []string{"place=Leeds", "town=Leeds"}},
	{"places as texts", `"jobLocation": ["Leeds", "York, United Kingdom"]`, []string{"place=Leeds; York, United Kingdom", "places=Leeds; York, United Kingdom"}},
	{"an address without its place", `"jobLocation": {"@type": "PostalAddress", "addressLocality": "Leeds"}`, []string{"town=Leeds"}},
	{"the parts on the place itself", `"jobLocation": {"@type": "Place", "addressLocality": "Leeds", "addressCountry": "GB"}`, []string{"town=Leeds", "code=GB"}},
	{"a town and a state", `"jobLocation": {"address": "Macon, GA"}`, []string{"town=Macon", "region=GA", "country="}},
	{"parts that say nothing", `"jobLocation": {"address": {"streetAddress": "", "addressLocality": "Leeds", "addressRegion": "n/a", "postalCode": null, "addressCountry": "-"}}`, []string{"place=Leeds", "region=", "country="}},

	// Remote work.
	{"remote with countries", `"jobLocationType": "TELECOMMUTE", "applicantLocationRequirements": [{"@type": "Country", "name": "Norway"}, {"@type": "Country", "name": "SE"}]`, []string{"remote=true", "applicant_places=Norway; SE", "place=Remote, Norway, SE"}},
	{"remote from a state", `"jobLocationType": "TELECOMMUTE", "applicantLocationRequirements": {"@type": "State", "name": "Ohio, USA"}`, []string{"remote=true", "applicant_places=Ohio, USA"}},
	{"remote or at a place", `"jobLocationType": "TELECOMMUTE", "jobLocation": {"address": {"addressLocality": "Leeds"}}`, []string{"remote=true", "place=Leeds"}},
	{"remote, as an IRI in a list", `"jobLocationType": ["https://schema.org/TELECOMMUTE"]`, []string{"remote=true"}},
	{"remote, in words", `"jobLocationType": "Remote"`, []string{"remote=true"}},
	{"remote as a place", `"jobLocation": {"address": {"addressLocality": "Remote", "addressCountry": "US"}}`, []string{"remote=true", "place=US", "code=US"}},
	{"countries as text", `"jobLocationType": "TELECOMMUTE", "applicantLocationRequirements": "Norway"`, []string{"remote=true", "applicant_places=Norway"}},
	{"not remote", `"jobLocation": "Leeds"`, []string{"remote="}},

	// Dates.
	{"a date", `"datePosted": "2026-02-03", "validThrough": "2026-04-01"`, []string{"posted=2026-02-03", "valid_through=2026-04-01"}},
	{"a time with a zone", `"datePosted": "2026-02-03T23:30:00-05:00"`, []string{"posted=2026-02-04 04:30"}},
	{"a date of Germany", `"inLanguage": "de", "datePosted": "03.02.2026"`, []string{"posted=2026-02-03"}},
	{"a date in words", `"datePosted": "3 February 2026"`, []string{"posted=2026-02-03"}},
	{"a date with slashes, year first", `"datePosted": "2026/02/03"`, []string{"posted=2026-02-03"}},
	{"a Unix time", `"datePosted": 1770076800`, []string{"posted=2026-02-03"}},
	{"a Unix time in milliseconds", `"datePosted": "1770076800000"`, []string{"posted=2026-02-03"}},
	{"a time without a T", `"datePosted": "2026-02-03 08:00:00"`, []string{"posted=2026-02-03 08:00"}},

	// Kind of work.
	{"one kind of work", `"employmentType": "FULL_TIME"`, []string{"employment=FULL_TIME"}},
	{"kinds in a list", `"employmentType": ["FULL_TIME", "CONTRACTOR"]`, []string{"employment=FULL_TIME CONTRACTOR"}},
	{"kinds in a text", `"employmentType": "Full-time, Part-time"`, []string{"employment=FULL_TIME PART_TIME"}},
	{"kinds with signs between", `"employmentType": "FULL_TIME|PART_TIME"`, []string{"employment=FULL_TIME PART_TIME"}},
	{"a kind in another language", `"employmentType": "Teilzeit"`, []string{"employment=PART_TIME"}},
	{"a kind in camel case", `"employmentType": "FullTime"`, []string{"employment=FULL_TIME"}},

	// Pay.
	{"an amount", `"baseSalary": {"@type": "MonetaryAmount", "currency": "USD", "value": {"@type": "QuantitativeValue", "value": 40, "unitText": "HOUR"}}`, []string{"pay=40-40 USD HOUR"}},
	{"a range", `"baseSalary": {"currency": "USD", "value": {"minValue": 40, "maxValue": 50, "unitText": "HOUR"}}`, []string{"pay=40-50 USD HOUR"}},
	{"a range open above", `"baseSalary": {"currency": "EUR", "value": {"minValue": 45000, "unitText": "YEAR"}}`, []string{"pay=45000-0 EUR YEAR"}},
	{"a range open below", `"baseSalary": {"currency": "EUR", "value": {"maxValue": 45000, "unitText": "YEAR"}}`, []string{"pay=0-45000 EUR YEAR"}},
	{"a range whose end is zero", `"baseSalary": {"currency": "EUR", "value": {"minValue": 45000, "maxValue": 0, "unitText": "YEAR"}}`, []string{"pay=45000-0 EUR YEAR"}},
	{"pay as a number", `"baseSalary": 45000, "salaryCurrency": "EUR"`, []string{"pay=45000-45000 EUR "}},
	{"pay as text", `"baseSalary": "£25,000 - £30,000 a year"`, []string{"pay=25000-30000 GBP YEAR"}},
	{"numbers as texts", `"baseSalary": {"currency": "USD", "value": {"minValue": "40,000.00", "maxValue": "$50,000", "unitText": "yearly"}}`, []string{"pay=40000-50000 USD YEAR"}},
	{"a range as the value", `"baseSalary": {"currency": "USD", "value": "40000-50000", "unitText": "YEAR"}`, []string{"pay=40000-50000 USD YEAR"}},
	{"a range beside the value", `"baseSalary": {"currency": "USD", "minValue": 40000, "maxValue": 50000, "unitText": "ANNUAL"}`, []string{"pay=40000-50000 USD YEAR"}},
	{"a PriceSpecification", `"baseSalary": {"@type": "PriceSpecification", "minPrice": 40, "maxPrice": 50, "priceCurrency": "USD", "unitText": "hour"}`, []string{"pay=40-50 USD HOUR"}},
	{"a UnitPriceSpecification", `"baseSalary": {"@type": "UnitPriceSpecification", "price": "40", "priceCurrency": "USD", "unitCode": "HUR"}`, []string{"pay=40-40 USD HOUR"}},
	{"a CompoundPriceSpecification", `"baseSalary": {"@type": "CompoundPriceSpecification", "priceComponent": [{"price": 40, "priceCurrency": "USD", "unitText": "HOUR"}]}`, []string{"pay=40-40 USD HOUR"}},
	{"a MonetaryAmountDistribution", `"estimatedSalary": [{"@type": "MonetaryAmountDistribution", "name": "base", "currency": "USD", "duration": "P1Y", "percentile10": 40000, "percentile25": 45000, "median": 50000, "percentile75": 55000, "percentile90": 60000}]`, []string{"pay=40000-60000 USD YEAR"}},
	{"a distribution of one value", `"estimatedSalary": {"@type": "MonetaryAmountDistribution", "currency": "USD", "duration": "P1M", "median": "5000"}`, []string{"pay=5000-5000 USD MONTH"}},
	{"a zero", `"baseSalary": {"currency": "USD", "value": {"minValue": 0, "maxValue": 0, "unitText": "YEAR"}}`, []string{"pay=0-0  "}},

	// What else is said.
	{"skills as text", `"skills": "Kneading, patience"`, []string{"skills=Kneading, patience"}},
	{"skills in a list", `"skills": ["Kneading", {"@type": "DefinedTerm", "name": "Patience"}, "Kneading"]`, []string{"skills=Kneading; Patience"}},
	{"education", `"educationRequirements": {"@type": "EducationalOccupationalCredential", "credentialCategory": "bachelor degree"}`, []string{"education=bachelor degree"}},
	{"experience in months", `"experienceRequirements": {"@type": "OccupationalExperienceRequirements", "monthsOfExperience": "24"}`, []string{"experience=24 months"}},
	{"industry", `"industry": ["Food", "Retail"]`, []string{"industry=Food; Retail"}},
	{"occupation by its code", `"occupationalCategory": {"@type": "CategoryCode", "codeValue": "51-3011", "name": "Bakers"}`, []string{"category=51-3011 Bakers"}},
	{"benefits", `"jobBenefits": "<ul><li>Bread</li><li>Cake</li></ul>", "incentiveCompensation": "Bonus"`, []string{"benefits=Bread Cake; Bonus"}},
	{"hours", `"workHours": "4am-noon, 40 hours per week"`, []string{"hours=4am-noon, 40 hours per week"}},
	{"direct apply", `"directApply": true`, []string{"direct_apply=true"}},
	{"no direct apply, as text", `"directApply": "False"`, []string{"direct_apply=false"}},
	{"direct apply as an IRI", `"directApply": "http://schema.org/True"`, []string{"direct_apply=true"}},
	{"other pages", `"sameAs": ["https://b.example/1", "https://c.example/2", "none"]`, []string{"same_as=https://b.example/1; https://c.example/2"}},
	{"start and openings", `"jobStartDate": "2026-05-01", "totalJobOpenings": 3`, []string{"starts=2026-05-01", "openings=3"}},
	{"start at once", `"jobImmediateStart": true`, []string{"starts=now"}},
	{"language as a tag", `"inLanguage": "de-DE"`, []string{"language=de"}},
	{"contact", `"applicationContact": {"@type": "ContactPoint", "email": "mailto:ann@acorn.example"}`, []string{"email=ann@acorn.example"}},

	// Other syntaxes.
	{"microdata with HTML", `<div itemscope itemtype="https://schema.org/JobPosting"><h1 itemprop="title">Baker</h1><div itemprop="description"><p>Bake <b>bread</b>.</p></div><span itemprop="jobBenefits">Bread</span></div>`, []string{"title=Baker", "description=Bake bread.", "description_html=<p>Bake <b>bread</b>.</p>", "benefits=Bread"}},
	{"microdata with an address", `<div itemscope itemtype="http://schema.org/JobPosting"><h1 itemprop="title">Baker</h1><meta itemprop="jobLocationType" content="TELECOMMUTE"><p itemprop="jobLocation" itemscope itemtype="http://schema.org/Place"><i itemprop="address" itemscope itemtype="http://schema.org/PostalAddress"><b itemprop="addressLocality">Leeds</b><b itemprop="addressCountry">GB</b></i></p></div>`, []string{"town=Leeds", "code=GB", "remote=true"}},
	{"RDFa", `<div vocab="http://schema.org/" typeof="JobPosting"><h1 property="title">Baker</h1><span property="skills">Kneading</span></div>`, []string{"title=Baker", "skills=Kneading"}},
}

// shown returns what was read under a name of the table.
func shown(p *job.Posting, name string) string {
	var first job.Place
	if len(p.Places) > 0 {
		first = p.Places[0]
	}
	when := func(t time.Time) string {
		return strings.TrimSuffix(t.Format("2006-01-02 15:04"), " 00:00")
	}
	values := map[string]string{
		"title": p.Title, "company": p.Company, "place": p.Location, "id": p.ID, "description": p.Description, "language": p.Language,
		"posted": when(p.Posted), "valid_through": when(p.ValidThrough), "employment": strings.Join(p.Employment, " "), "email": p.Contact.Email,
		"pay":  fmt.Sprintf("%g-%g %s %s", p.Salary.Min, p.Salary.Max, p.Salary.Currency, p.Salary.Unit),
		"town": first.Town, "region": first.Region, "country": first.Country, "code": first.CountryCode,
	}
	if s, ok := values[name]; ok {
		return s
	}
	return p.Details.Text(job.Field(name))
}

func TestShapes(t *testing.T) {
	if len(shapes) < 70 {
		t.Errorf("%d shapes", len(shapes))
	}
	for _, s := range shapes {
		page := s.markup
		switch page[0] {
		case '"':
			page = `<script type="application/ld+json">{"@context": "https://schema.org/", "@type": "JobPosting", ` + withTitle(page) + `}</script>`
		case '{', '[':
			page = `<script type="application/ld+json">` + page + `</script>`
		}
		got := Read(parse(t, page), address, now)
		if len(got) != 1 {
			t.Errorf("%s: %d postings", s.name, len(got))
			continue
		}
		for _, want := range s.want {
			name, value, _ := strings.Cut(want, "=")
			if have := shown(got[0], name); have != value {
				t.Errorf("%s: %s is %q, want %q", s.name, name, have, value)
			}
			if f := job.Field(name); value != "" && got[0].Details.Text(f) != "" && got[0].Provenance[f].Confidence == 0 {
				t.Errorf("%s: %s has no origin", s.name, name)
			}
		}
	}
}

// withTitle puts a title before properties that have none.
func withTitle(properties string) string {
	if strings.HasPrefix(properties, `"title"`) {
		return properties
	}
	return `"title": "Baker", ` + properties
}
