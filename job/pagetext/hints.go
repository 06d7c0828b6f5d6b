package pagetext

import (
	"golang.org/x/net/html"
)

// hint is a set of contents, such as a company or a date, that an element's class, id, itemprop or data attribute names. Programmers use English
// names in most countries, so hints help on unknown sites.
type hint uint32

const (
	hintTitle hint = 1 << iota
	hintCompany
	hintLocation
	hintPosted
	hintValid
	hintEmployment
	hintPay
	hintContact
	hintID
	hintBody   // the description
	hintJob    // a property of a job: makes "title" the job's
	hintName   // a name or title of something
	hintNot    // a property of the thing, such as a company's size
	hintOff    // navigation and the like
	hintType   // a kind of something
	hintDate   // a date of something
	hintText   // prose about something
	hintNumber // number or reference
	hintDetail // facts about something

	hintControl // a button
	hintTest    // named for tests of the page
)

// words maps parts of names, in lower case, to hints.
var words = map[string]hint{
	"job": hintJob, "vacancy": hintJob, "position": hintJob | hintName, "posting": hintJob, "jobs": hintJob, "offer": hintJob,
	"opening": hintJob, "career": hintJob, "stelle": hintJob, "emploi": hintJob, "oferta": hintJob, "praca": hintJob,
	"jobposting": hintJob, "joblisting": hintJob, "offre": hintJob,
	"title": hintName, "name": hintName, "headline": hintName, "heading": hintName, "header": hintName, "titel": hintName,
	"jobtitle": hintJob | hintName, "jobname": hintJob | hintName, "topcard": hintJob,
	"company": hintCompany, "employer": hintCompany, "organization": hintCompany, "organisation": hintCompany,
	"companyname": hintCompany | hintName, "firm": hintCompany, "firma": hintCompany, "arbeitgeber": hintCompany,
	"unternehmen": hintCompany, "entreprise": hintCompany, "empresa": hintCompany, "azienda": hintCompany,
	"bedrijf": hintCompany, "recruiter": hintCompany, "org": hintCompany, "hiringorganization": hintCompany | hintName,
	"employername": hintCompany | hintName, "advertiser": hintCompany, "societe": hintCompany,
	"location": hintLocation, "place": hintLocation, "city": hintLocation, "locality": hintLocation, "joblocation": hintLocation,
	"address": hintLocation, "addresslocality": hintLocation, "ort": hintLocation, "standort": hintLocation, "lieu": hintLocation,
	"ubicacion": hintLocation, "localidad": hintLocation, "plaats": hintLocation, "sede": hintLocation, "lokalizacja": hintLocation,
	"arbeitsort": hintLocation, "workplace": hintLocation, "marker": hintLocation,
	"posted": hintPosted, "published": hintPosted, "dateposted": hintPosted, "postdate": hintPosted, "date": hintDate,
	"posteddate": hintPosted, "pubdate": hintPosted, "publish": hintPosted,
	"deadline": hintValid, "closing": hintValid, "expires": hintValid, "expiry": hintValid, "validthrough": hintValid,
	"expiration": hintValid, "closes": hintValid, "enddate": hintValid,
	"employment": hintEmployment, "employmenttype": hintEmployment, "jobtype": hintEmployment, "contract": hintEmployment,
	"contracttype": hintEmployment, "worktype": hintEmployment, "schedule": hintEmployment, "type": hintType,
	"workhours": hintEmployment, "hours": hintEmployment, "arbeitszeit": hintEmployment, "jornada": hintEmployment,
	"salary": hintPay, "pay": hintPay, "wage": hintPay, "compensation": hintPay, "gehalt": hintPay, "salaire": hintPay,
	"remuneration": hintPay, "basesalary": hintPay, "salario": hintPay, "stipendio": hintPay,
	"contact": hintContact, "kontakt": hintContact,
	"reference": hintNumber, "refno": hintNumber, "identifier": hintNumber, "jobid": hintJob | hintNumber,
	"requisition": hintNumber, "ref": hintNumber,
	"description": hintText, "jobdescription": hintBody, "beschreibung": hintText, "descriptif": hintText,
	"jobbody": hintBody, "jobcontent": hintBody, "jobdetails": hintBody, "details": hintDetail, "detail": hintDetail, "body": hintText,
	"copy": hintText, "descripcion": hintText, "content": hintText, "text": hintText,
	"size": hintNot, "logo": hintNot, "rating": hintNot, "reviews": hintNot, "review": hintNot, "website": hintNot,
	"url": hintNot, "about": hintNot, "industry": hintNot, "label": hintNot, "count": hintNot, "followers": hintNot,
	"icon": hintNot, "profile": hintNot, "button": hintNot | hintControl, "btn": hintNot | hintControl, "input": hintNot, "image": hintNot,
	"nav": hintOff, "navbar": hintOff, "navigation": hintOff, "menu": hintOff, "footer": hintOff, "breadcrumb": hintOff,
	"breadcrumbs": hintOff, "related": hintOff, "similar": hintOff, "recommended": hintOff, "recommendations": hintOff,
	"cookie": hintOff, "cookies": hintOff, "consent": hintOff, "modal": hintOff, "popup": hintOff, "share": hintOff,
	"social": hintOff, "newsletter": hintOff, "login": hintOff, "signin": hintOff, "signup": hintOff, "search": hintOff,
	"filter": hintOff, "filters": hintOff, "comments": hintOff, "dropdown": hintOff, "alert": hintOff, "alerts": hintOff,
	"tools": hintOff, "sitemap": hintOff, "pagination": hintOff, "skip": hintOff, "overlay": hintOff, "dialog": hintOff,
}

// longestWord is the length of the longest key of words.
const longestWord = 18

// beginWords holds the lengths of the keys of words, as bits, by their first two letters. It quickly excludes most parts of names, which are no keys.
var beginWords = func() (lengths [26][26]uint32) {
	for w := range words {
		lengths[w[0]-'a'][w[1]-'a'] |= 1 << len(w)
	}
	return lengths
}()

// names returns the contents that an element's names say it has, and whether they name navigation. hintControl and hintTest may be among the hints.
func (w *walker) names(n *html.Node) (what hint, off bool) {
	for i := range n.Attr {
		a := &n.Attr[i]
		switch {
		case a.Key == "class" || a.Key == "id" || a.Key == "itemprop" || a.Key == "property":
		case len(a.Key) > 5 && a.Key[:5] == "data-" && forTests(a.Key[5:]):
		default:
			continue
		}
		h, ok := w.seen[a.Val]
		if !ok {
			h = wordsOf(a.Val)
			w.seen[a.Val] = h
		}
		test := a.Key[0] == 'd'
		if test {
			h &^= hintOff // it names what a click does, not the contents
		}
		off = off || h&hintOff != 0
		of := meaning(h)
		if what |= of | h&hintControl; test && of != 0 && h&hintContact == 0 {
			what |= hintTest
		}
	}
	return what, off
}

// forTests reports whether a data attribute names its element for tests of the page: data-test, data-qa and so on.
func forTests(key string) bool {
	switch key {
	case "test", "testid", "test-id", "qa", "qa-id", "cy", "automation", "automation-id", "automationid", "ui", "at", "hook", "e2e", "element",
		"field", "name", "role", "tn-element", "tn-component", "test-selector", "selenium", "marker", "property", "key", "item":
		return true
	}
	return false
}

// wordsOf cuts a name into words, also at changes of case, and returns the hints of all.
func wordsOf(s string) (h hint) {
	var word [longestWord]byte
	n := 0
	for i := 0; i <= len(s); i++ {
		var c byte
		if i < len(s) {
			c = s[i]
		}
		upper := c >= 'A' && c <= 'Z'
		letter := upper || c >= 'a' && c <= 'z'
		if n > 0 && (!letter || upper && s[i-1] >= 'a' && s[i-1] <= 'z') {
			if n >= 2 && n <= longestWord && beginWords[word[0]-'a'][word[1]-'a']&(1<<n) != 0 {
				h |= words[string(word[:n])]
			}
			n = 0
		}
		if letter {
			if n < longestWord {
				word[n] = c | 0x20
			}
			n++
		}
	}
	return h
}

// meaning returns the content of an element, given the hints of one of its names.
func meaning(h hint) hint {
	switch {
	case h == 0:
		return 0
	case h&hintOff != 0:
		return 0
	case h&hintBody != 0, h&hintText != 0 && h&hintJob != 0 && h&hintCompany == 0:
		return hintBody
	case h&hintNot != 0, h&hintText != 0:
		return 0
	case h&^hintControl == hintJob|hintDetail:
		return hintBody
	}
	switch {
	case h&hintLocation != 0:
		return hintLocation
	case h&hintPay != 0:
		return hintPay
	case h&hintValid != 0:
		return hintValid
	case h&hintPosted != 0:
		return hintPosted
	case h&hintEmployment != 0, h&hintType != 0 && h&hintJob != 0:
		return hintEmployment
	case h&hintCompany != 0:
		return hintCompany
	case h&hintNumber != 0 && h&hintJob != 0:
		return hintID
	case h&hintDate != 0:
		return hintPosted
	case h&hintName != 0 && h&hintJob != 0:
		return hintTitle
	}
	return 0
}
