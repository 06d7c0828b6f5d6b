package testweb

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"html"
	"strings"
	"time"
)

// An AnswerShape writes jobs as one answer in JSON or XML, with the names and the nesting of a public format. Values are those of the jobs.
type AnswerShape struct {
	Name      string
	Type      string // its media type
	NoCompany bool   // the format has no employer: the board's owner is known from elsewhere
	NoPlace   bool   // likewise
	Body      func(base string, jobs []*Job) string
}

type fields = map[string]any

// AnswerShapes are the shapes, after the public documentation of applicant tracking systems, job boards and feeds.
var AnswerShapes = []AnswerShape{
	{"greenhouse", jsonType, false, false, jsonShape(func(all []any) any { return fields{"jobs": all, "meta": fields{"total": len(all)}} }, func(base string, j *Job) any {
		return fields{"absolute_url": j.url(base), "id": 4000 + j.ID, "internal_job_id": 70 + j.ID, "title": j.Title, "location": fields{"name": j.Place}, "company_name": j.Company,
			"first_published": j.Posted.Format(time.RFC3339), "updated_at": j.Posted.AddDate(0, 0, 3).Format(time.RFC3339), "content": html.EscapeString(j.html()),
			"departments": []any{fields{"id": 5, "name": "Works"}}, "offices": []any{fields{"id": 6, "name": j.Place}}}
	})},
	{"lever", jsonType, true, false, jsonShape(func(all []any) any { return all }, func(base string, j *Job) any {
		return fields{"id": fmt.Sprintf("aa-%d", 4000+j.ID), "text": j.Title, "createdAt": j.Posted.UnixMilli(), "categories": fields{"commitment": "Full-time", "location": j.Place, "team": "Works"},
			"description": j.html(), "hostedUrl": j.url(base), "applyUrl": j.url(base) + "/apply", "workplaceType": "onsite"}
	})},
	{"ashby", jsonType, true, false, jsonShape(func(all []any) any { return fields{"apiVersion": "1", "jobs": all} }, func(base string, j *Job) any {
		return fields{"id": fmt.Sprint(4000 + j.ID), "title": j.Title, "location": j.Place, "department": "Works", "employmentType": "FullTime", "publishedAt": j.Posted.Format(time.RFC3339),
			"jobUrl": j.url(base), "applyUrl": j.url(base) + "/application", "descriptionHtml": j.html(), "address": fields{"postalAddress": fields{"addressLocality": j.Place}}}
	})},
	{"smartrecruiters", jsonType, false, false, jsonShape(func(all []any) any { return fields{"offset": 0, "limit": 100, "totalFound": len(all), "content": all} }, func(base string, j *Job) any {
		return fields{"id": fmt.Sprint(74000 + j.ID), "name": j.Title, "company": fields{"identifier": "x", "name": j.Company}, "releasedDate": j.Posted.Format(time.RFC3339),
			"location": fields{"city": j.Place, "country": "gb"}, "typeOfEmployment": fields{"label": "Full-time"}, "postingUrl": j.url(base),
			"jobAd": fields{"sections": fields{"jobDescription": fields{"title": "Job Description", "text": j.html()}}}}
	})},
	{"workable", jsonType, true, false, jsonShape(func(all []any) any { return fields{"name": nil, "jobs": all} }, func(base string, j *Job) any {
		return fields{"title": j.Title, "shortcode": fmt.Sprintf("A%d", 4000+j.ID), "employment_type": "Full-time", "telecommuting": false, "url": j.url(base), "application_url": j.url(base) + "/apply",
			"published_on": j.day(), "created_at": j.day(), "country": "United Kingdom", "city": j.Place, "description": j.html()}
	})},
	{"hr-xml", xmlType, false, false, xmlShape("<PositionOpenings xmlns=\"http://www.hr-xml.org/3\">", "</PositionOpenings>", func(_ string, j *Job) string {
		return fmt.Sprintf("<PositionOpening><DocumentID>p-%d</DocumentID><PositionRequisition><PositionTitle>%s</PositionTitle></PositionRequisition><PositionProfile><PublicationDate>%s</PublicationDate>"+
			"<Organization><OrganizationName>%s</OrganizationName></Organization><PositionLocation><Address><CityName>%s</CityName></Address></PositionLocation>"+
			"<FormattedPositionDescription><Content>%s</Content></FormattedPositionDescription></PositionProfile></PositionOpening>", j.ID, escaped(j.Title), j.day(), escaped(j.Company), escaped(j.Place), escaped(j.html()))
	})},
	{"rss", xmlType, false, false, xmlShape("<rss version=\"2.0\"><channel><title>Open jobs</title>", "</channel></rss>", func(base string, j *Job) string {
		return fmt.Sprintf("<item><title>%s</title><link>%s</link><guid isPermaLink=\"false\">g%d</guid><pubDate>%s</pubDate><description>%s</description><job:company xmlns:job=\"j\">%s</job:company><job:location>%s</job:location></item>",
			escaped(j.Title), j.url(base), j.ID, j.Posted.Format(time.RFC1123Z), escaped(j.html()), escaped(j.Company), escaped(j.Place))
	})},
	{"atom", xmlType, true, true, xmlShape("<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>Open jobs</title>", "</feed>", func(base string, j *Job) string {
		return fmt.Sprintf("<entry><title>%s</title><id>urn:%d</id><link rel=\"alternate\" href=\"%s\"/><published>%s</published><content type=\"html\">%s</content></entry>",
			escaped(j.Title), j.ID, j.url(base), j.Posted.Format(time.RFC3339), escaped(j.html()))
	})},
	{"recruitee", jsonType, false, false, jsonShape(func(all []any) any { return fields{"offers": all} }, func(base string, j *Job) any {
		return fields{"id": 4000 + j.ID, "slug": fmt.Sprintf("job-%d", j.ID), "title": j.Title, "company_name": j.Company, "city": j.Place, "country": "United Kingdom", "country_code": "GB", "location": j.Place + ", United Kingdom",
			"careers_url": j.url(base), "careers_apply_url": j.url(base) + "/c/new", "published_at": j.Posted.Format("2006-01-02 15:04:05 MST"), "created_at": j.Posted.AddDate(0, 0, -4).Format("2006-01-02 15:04:05 MST"),
			"employment_type_code": "fulltime_permanent", "description": j.html(), "requirements": "<p>A calm mind and some years of practice.</p>", "department": "Works", "min_hours": 36, "max_hours": 40, "status": "published"}
	})},
	{"personio", xmlType, false, false, xmlShape("<workzag-jobs>", "</workzag-jobs>", func(_ string, j *Job) string {
		return fmt.Sprintf("<position><id>%d</id><subcompany>%s</subcompany><office>%s</office><department>Works</department><recruitingCategory>Staff</recruitingCategory><name>%s</name>"+
			"<jobDescriptions><jobDescription><name>Your tasks</name><value><![CDATA[%s]]></value></jobDescription></jobDescriptions><employmentType>permanent</employmentType><seniority>experienced</seniority>"+
			"<schedule>full-time</schedule><createdAt>%s</createdAt></position>", 4000+j.ID, escaped(j.Company), escaped(j.Place), escaped(j.Title), j.html(), j.Posted.Format(time.RFC3339))
	})},
	{"indeed", xmlType, false, false, xmlShape("<source><publisher>Board</publisher><publisherurl>https://board.example</publisherurl><lastBuildDate>Fri, 10 Apr 2026 22:49:39 GMT</lastBuildDate>", "</source>", func(base string, j *Job) string {
		return fmt.Sprintf("<job><title><![CDATA[%s]]></title><date><![CDATA[%s]]></date><referencenumber><![CDATA[u%d]]></referencenumber><url><![CDATA[%s]]></url><company><![CDATA[%s]]></company>"+
			"<city><![CDATA[%s]]></city><country><![CDATA[GB]]></country><description><![CDATA[%s]]></description><jobtype><![CDATA[fulltime]]></jobtype></job>",
			j.Title, j.Posted.Format(time.RFC1123), j.ID, j.url(base), j.Company, j.Place, j.html())
	})},
	{"json feed", "application/feed+json", true, true, jsonShape(func(all []any) any {
		return fields{"version": "https://jsonfeed.org/version/1.1", "title": "Open jobs", "home_page_url": "https://board.example/", "items": all}
	}, func(base string, j *Job) any {
		return fields{"id": fmt.Sprint(4000 + j.ID), "url": j.url(base), "title": j.Title, "content_html": j.html(), "date_published": j.Posted.Format(time.RFC3339)}
	})},
}

const (
	jsonType = "application/json"
	xmlType  = "application/xml"
)

func jsonShape(around func([]any) any, record func(string, *Job) any) func(string, []*Job) string {
	return func(base string, jobs []*Job) string {
		all := make([]any, len(jobs))
		for i, j := range jobs {
			all[i] = record(base, j)
		}
		b, _ := json.Marshal(around(all)) // of maps and texts
		return string(b)
	}
}

func xmlShape(before, after string, record func(string, *Job) string) func(string, []*Job) string {
	return func(base string, jobs []*Job) string {
		var b strings.Builder
		b.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + before)
		for _, j := range jobs {
			b.WriteString(record(base, j))
		}
		return b.String() + after
	}
}

func escaped(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // into memory
	return b.String()
}

func (j *Job) url(base string) string { return fmt.Sprintf("%s/jobs/%d", base, 4000+j.ID) }

func (j *Job) day() string { return j.Posted.Format(time.DateOnly) }

func (j *Job) html() string {
	return "<p>" + strings.ReplaceAll(html.EscapeString(j.Description), "\n\n", "</p><p>") + "</p>"
}
