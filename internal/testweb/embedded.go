package testweb

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// EmbeddedKeys has the JSON keys under which a site's program stores the fields of a posting. A key may be a path, such as "org.name".
type EmbeddedKeys struct {
	Title, Company, Town, Country, Posted, Description, ID, Employment string

	Day string // layout of the date; "" writes milliseconds since 1970
}

// EmbeddedNames has sets of JSON keys for the fields of a posting, in several languages and styles. The key of the map names the set.
var EmbeddedNames = map[string]EmbeddedKeys{
	"camel":     {"jobTitle", "companyName", "location.city", "location.country", "datePosted", "jobDescription", "jobId", "employmentType", time.DateOnly},
	"snake":     {"title", "company.name", "job_location.city", "job_location.country_code", "published_at", "description_html", "id", "contract_type", time.RFC3339},
	"pascal":    {"PositionTitle", "Employer", "City", "Country", "CreatedOn", "Body", "RequisitionId", "WorkType", "2006-01-02T15:04:05"},
	"parts":     {"header.name", "organization.displayName", "offices.city", "offices.country", "meta_dates.posted", "content.full", "ref", "facts.schedule", ""},
	"german":    {"stellentitel", "arbeitgeber", "arbeitsort.stadt", "arbeitsort.land", "veroeffentlichtAm", "stellenbeschreibung", "referenznummer", "anstellungsart", "02.01.2006"},
	"french":    {"intitule", "entreprise.nom", "lieu.ville", "lieu.pays", "datePublication", "descriptif", "reference", "typeContrat", time.DateOnly},
	"spanish":   {"titulo", "empresa", "ubicacion.ciudad", "ubicacion.pais", "fechaPublicacion", "descripcion", "id", "tipoContrato", time.DateOnly},
	"polish":    {"stanowisko", "pracodawca", "miejscePracy.miasto", "miejscePracy.kraj", "dataPublikacji", "opis", "id", "rodzajUmowy", time.DateOnly},
	"swedish":   {"rubrik", "arbetsgivare.namn", "ort", "land", "publiceringsdatum", "annonstext", "annonsid", "anstallningsform", time.DateOnly},
	"russian":   {"должность", "работодатель", "город", "страна", "датаПубликации", "описание", "номер", "занятость", "02.01.2006"},
	"japanese":  {"求人名", "会社名", "勤務地.市区町村", "勤務地.国", "掲載日", "仕事内容", "求人番号", "雇用形態", time.DateOnly},
	"hungarian": {"megnevezés", "munkáltató", "telepules", "orszag", "megjelenes", "munkakör_leírás", "id", "munkaido", time.DateOnly},
	"schema":    {"title", "hiringOrganization.name", "jobLocation.address.addressLocality", "jobLocation.address.addressCountry", "datePosted", "description", "identifier", "employmentType", time.RFC3339},
	"nickname":  {"headline", "hirer", "workplace.town", "workplace.land", "liveDate", "adCopy", "code", "commitment", time.DateOnly},
}

// object returns a job as nested objects.
func (k EmbeddedKeys) object(j *Job) map[string]any {
	day := any(j.Posted.Format(k.Day))
	if k.Day == "" {
		day = j.Posted.UnixMilli()
	}
	o := map[string]any{"__typename": "Job", "viewCount": 17, "isSaved": false, "logoUrl": "https://cdn.example/logo.png"}
	for path, v := range map[string]any{
		k.Title: j.Title, k.Company: j.Company, k.Town: j.Place, k.Country: "GB", k.Posted: day, k.ID: "J-" + strconv.Itoa(4000+j.ID), k.Employment: j.Employment,
		k.Description: "<p>" + strings.ReplaceAll(html.EscapeString(j.Description), "\n\n", "</p><p>") + "</p>",
	} {
		put(o, strings.Split(path, "."), v)
	}
	return o
}

func put(o map[string]any, path []string, v any) {
	for _, key := range path[:len(path)-1] {
		inner, ok := o[key].(map[string]any)
		if !ok {
			inner = map[string]any{}
			o[key] = inner
		}
		o = inner
	}
	o[path[len(path)-1]] = v
}

// embeddedShapes write data into a page, as programs do that render the page in the browser. data is {"job": ...} or {"jobs": [...]}.
var embeddedShapes = map[string]func(data map[string]any) string{
	"page props": func(data map[string]any) string {
		return script(` id="__NEXT_DATA__" type="application/json"`, text(map[string]any{"props": map[string]any{"pageProps": data}, "page": "/jobs/[id]", "buildId": "x1"}))
	},
	"flight": func(data map[string]any) string {
		row := `1:HL["/style.css","style"]` + "\n" + `2:["$","main",null,{"children":["$","$L4",null,` + text(data) + `]}]` + "\n" + `4:I[11,["31","static/chunks/1.js"],"default"]` + "\n"
		half := len(row) / 2
		for half < len(row) && row[half]&0xc0 == 0x80 {
			half++
		}
		return script("", `(self.__next_f=self.__next_f||[]).push([0])`) + script("", "self.__next_f.push([1,"+text(row[:half])+"])") + script("", "self.__next_f.push([1,"+text(row[half:])+"])")
	},
	"function": func(data map[string]any) string {
		var names, args []string
		body := parameters(text(data), &names, &args)
		return script("", "window.__NUXT__=(function("+strings.Join(names, ",")+"){return {layout:\"default\",data:["+body+"],error:null}}("+strings.Join(args, ",")+"));")
	},
	"table": func(data map[string]any) string {
		t := &table{}
		t.add(map[string]any{"data": map[string]any{"job-page": data}, "state": map[string]any{}})
		list := append([]any{[]any{"ShallowReactive", 1}}, t.shifted(1)...)
		return script(` type="application/json" id="__NUXT_DATA__" data-ssr="true"`, text(list))
	},
	"context": func(data map[string]any) string {
		return script("", "window.__remixContext = "+text(map[string]any{"url": "/jobs/1", "state": map[string]any{"loaderData": map[string]any{"routes/jobs.$id": data}}})+";")
	},
	"stream": func(data map[string]any) string {
		t := &table{keyed: true}
		t.add(map[string]any{"loaderData": map[string]any{"routes/job": data}})
		return script("", "window.__reactRouterContext.streamController.enqueue("+text(text(t.entries)+"\n")+");")
	},
	"start": func(data map[string]any) string {
		return script("", "{ const element = document.currentScript.parentElement; Promise.all([import(\"/a.js\")]).then(([kit, app]) => { kit.start(app, element, { node_ids: [0, 2], data: [null,{\"type\":\"data\",\"data\":"+text(data)+",\"uses\":{}}], form: null, error: null }); }); }")
	},
	"fetched": func(data map[string]any) string {
		return script(` type="application/json" data-sveltekit-fetched data-url="/api/job"`, text(map[string]any{"status": 200, "headers": map[string]any{}, "body": text(data)}))
	},
	"transfer state": func(data map[string]any) string {
		return script(` id="ng-state" type="application/json"`, text(map[string]any{"G.https://api.example/jobs/1?": map[string]any{"body": data, "status": 200}}))
	},
	"escaped state": func(data map[string]any) string {
		return script(` id="app-state" type="application/json"`, strings.NewReplacer(`&`, "&a;", `"`, "&q;", "'", "&s;", "<", "&l;", ">", "&g;").Replace(unescaped(map[string]any{"api/jobs/1": data})))
	},
	"parsed state": func(data map[string]any) string {
		return script("", "window.__PRELOADED_STATE__ = JSON.parse("+text(text(map[string]any{"router": map[string]any{}, "entities": data}))+");")
	},
	"assigned state": func(data map[string]any) string {
		return script("", "var a=1;window.__INITIAL_STATE__="+text(map[string]any{"user": nil, "detail": data})+";(function(){var s;(s=document.currentScript).parentNode.removeChild(s)}());")
	},
	"coded state": func(data map[string]any) string {
		return script("", `window.appState = JSON.parse(decodeURIComponent("`+strings.ReplaceAll(url.QueryEscape(text(data)), "+", "%20")+`"));`)
	},
	"attribute": func(data map[string]any) string {
		return `<div id="app" data-page="` + html.EscapeString(text(map[string]any{"component": "Jobs/Show", "props": data, "url": "/jobs/1", "version": "1"})) + `"></div>`
	},
	"property": func(data map[string]any) string {
		return `<job-detail :locale="'en'" :content="` + html.EscapeString(text(map[string]any{"detail": data["job"], "all": data["jobs"]})) + `"></job-detail>`
	},
	"call": func(data map[string]any) string {
		return `<section x-data="jobPage(` + html.EscapeString(text(data)) + `)"></section>`
	},
	"meta": func(data map[string]any) string {
		return `<meta name="app/config/environment" content="` + strings.ReplaceAll(url.QueryEscape(text(data)), "+", "%20") + `">`
	},
	"base64": func(data map[string]any) string {
		return `<div data-state="` + base64.StdEncoding.EncodeToString([]byte(text(data))) + `"></div>`
	},
	"single quotes": func(data map[string]any) string {
		quoted := strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(text(map[string]any{"content": data}))
		return script("", "window.__CONTENT__ = JSON.parse('"+quoted+"');")
	},
	"island": func(data map[string]any) string {
		return `<astro-island component-url="/_astro/Job.js" props="` + html.EscapeString(text(island(data).([]any)[1])) + `"></astro-island>`
	},
}

// EmbeddedShapes returns the names of the ways in which EmbeddedPage can write data into a page.
func EmbeddedShapes() []string {
	var names []string
	for name := range embeddedShapes {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// EmbeddedPage returns a page whose embedded data contain the postings jobs. shape is one of EmbeddedShapes. If shown is false, the page
// has no other text, as if a browser still had to render it.
func EmbeddedPage(shape string, keys EmbeddedKeys, shown bool, jobs ...*Job) string {
	data := map[string]any{"locale": "en", "menu": []any{map[string]any{"title": "Home", "href": "/"}, map[string]any{"title": "Imprint", "href": "/imprint"}}}
	head, body := "Jobs", `<div id="root"></div>`
	if len(jobs) == 1 {
		data["job"] = keys.object(jobs[0])
		if shown {
			head = jobs[0].Title + " | Jobs"
			body = "<main><h1>" + html.EscapeString(jobs[0].Title) + "</h1><p>" + html.EscapeString(jobs[0].Description) + "</p></main>"
		}
	} else {
		var list []any
		for _, j := range jobs {
			list = append(list, keys.object(j))
		}
		data["jobs"] = list
	}
	return "<!DOCTYPE html><html><head><title>" + html.EscapeString(head) + "</title></head><body>" + body + embeddedShapes[shape](data) + "</body></html>"
}

func script(attributes, body string) string {
	return "<script" + attributes + ">" + body + "</script>\n"
}

// text returns JSON with <, > and & escaped.
func text(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(b)
}

// unescaped returns JSON in which only those characters are escaped for which JSON requires it.
func unescaped(v any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return ""
	}
	return b.String()
}

// parameters replaces the longer texts of JSON by parameters of a function, and removes the quotation marks around names.
func parameters(s string, names, args *[]string) string {
	var out strings.Builder
	for s != "" {
		if s[0] != '"' {
			out.WriteByte(s[0])
			s = s[1:]
			continue
		}
		end := 1
		for s[end] != '"' {
			if s[end] == '\\' {
				end++
			}
			end++
		}
		literal := s[:end+1]
		s = s[end+1:]
		switch {
		case strings.HasPrefix(s, ":") && !strings.ContainsAny(literal, "-. "):
			out.WriteString(strings.Trim(literal, `"`))
		case len(literal) > 4 && !strings.HasPrefix(s, ":"):
			name := fmt.Sprintf("%c%d", 'a'+len(*names)%26, len(*names)/26)
			*names, *args = append(*names, name), append(*args, literal)
			out.WriteString(name)
		default:
			out.WriteString(literal)
		}
	}
	return out.String()
}

// table is a value written as a list whose entries refer to each other by number. If keyed is set, the names of keys are references, too.
type table struct {
	entries []any
	keyed   bool
}

// add adds a value and returns its number.
func (t *table) add(v any) int {
	at := len(t.entries)
	t.entries = append(t.entries, nil)
	switch v := v.(type) {
	case map[string]any:
		o := map[string]any{}
		for _, key := range slices.Sorted(func(yield func(string) bool) {
			for k := range v {
				if !yield(k) {
					return
				}
			}
		}) {
			name := key
			if t.keyed {
				name = "_" + strconv.Itoa(t.add(key))
			}
			o[name] = t.add(v[key])
		}
		t.entries[at] = o
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = t.add(v[i])
		}
		t.entries[at] = list
	default:
		t.entries[at] = v
	}
	return at
}

// shifted returns the entries with n added to every reference.
func (t *table) shifted(n int) []any {
	list := slices.Clone(t.entries)
	for i, v := range list {
		switch v := v.(type) {
		case map[string]any:
			o := map[string]any{}
			for key, at := range v {
				o[key] = at.(int) + n
			}
			list[i] = o
		case []any:
			moved := make([]any, len(v))
			for j := range v {
				moved[j] = v[j].(int) + n
			}
			list[i] = moved
		}
	}
	return list
}

// island returns a value in the form of pairs, each of a kind and a value.
func island(v any) any {
	switch v := v.(type) {
	case map[string]any:
		o := map[string]any{}
		for key := range v {
			o[key] = island(v[key])
		}
		return []any{0, o}
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = island(v[i])
		}
		return []any{1, list}
	}
	return []any{0, v}
}
