package records

import (
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// The names under which answers say which part of all records they hold, in lower case and without other signs than letters. A page may be
// counted from 0 or from 1.
var (
	atRecord     = []string{"offset", "skip", "start", "from", "pageoffset", "startindex", "startat", "startfrom", "first", "startrow"}
	atPage       = []string{"page", "currentpage", "pagenumber", "pageindex", "pageno", "pagenum", "number", "current"}
	stepNames    = []string{"limit", "size", "pagesize", "perpage", "take", "num", "rows", "maxresults", "pagelimit", "itemsperpage", "resultsperpage", "count"}
	totalRecords = []string{"total", "totalfound", "totalcount", "totalresults", "totalelements", "totalitems", "totalhits", "totalrecords", "recordstotal", "numfound", "found", "count"}
	totalPages   = []string{"totalpages", "pages", "pagecount", "pagescount", "lastpage", "numpages", "numberofpages", "maxpage"}
	nextNames    = []string{"nextcursor", "nextpagetoken", "nexttoken", "nextpage", "nextoffset", "nextstart", "nextskip", "nextfrom", "nextcontinuationtoken", "nextpagecursor", "nextmarker"}
	moreNames    = []string{"hasmore", "hasnext", "hasnextpage", "more", "moreavailable", "hasmorepages", "hasmoreresults"}
	endCursors   = []string{"endcursor"} // the last record of this page, in answers of GraphQL servers
)

// nextOf returns the URL of the next page of records, or "". It follows from what the root says, or an object beside the list: a cursor for the next
// page, or a number of records or pages and their total, or that there are more. The parameter for it is changed in the URL of this page, or added.
func nextOf(address string, tree any) string {
	root, ok := tree.(map[string]any)
	if !ok {
		return ""
	}
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	query, listed := u.Query(), longestList(root, 4)
	for _, beside := range besideLists(root) {
		name, value := beside.next(query, listed)
		if name == "" {
			continue
		}
		query.Set(name, value)
		u.RawQuery = query.Encode()
		return u.String()
	}
	return ""
}

// scalar is a key of an object, and the number, text or truth value that stands under it.
type scalar struct{ key, text string }

// scalars are those of an object by their keys' plain forms.
type scalars map[string]scalar

// maxBeside bounds the keys of an object that may say which part of all records an answer holds.
const maxBeside = 100

func scalarsOf(o map[string]any) scalars {
	all := make(scalars)
	if len(o) > maxBeside {
		return all
	}
	for _, key := range slices.Sorted(maps.Keys(o)) {
		switch o[key].(type) {
		case nil, map[string]any, []any:
		default:
			if plain := plainKey(key); all[plain].key == "" {
				all[plain] = scalar{key, fmt.Sprint(o[key])}
			}
		}
	}
	return all
}

// first returns the first of some names that is there and not empty.
func (o scalars) first(names []string) (scalar, bool) {
	for _, name := range names {
		if s := o[name]; s.text != "" {
			return s, true
		}
	}
	return scalar{}, false
}

// number returns the key and the whole number of the first of some names that has one which is not negative.
func (o scalars) number(names []string) (key string, n int) {
	for _, name := range names {
		if n, err := strconv.Atoi(o[name].text); err == nil && n >= 0 {
			return o[name].key, n
		}
	}
	return "", 0
}

// next returns the parameter for the next page and its value, if an object says that there is one. listed is the number of records in this page.
func (o scalars) next(query url.Values, listed int) (name, value string) {
	more, _ := o.first(moreNames)
	if next, ok := o.first(nextNames); ok && !isURL(next.key, next.text) && next.text != "false" {
		return parameter(query, strings.TrimPrefix(plainKey(next.key), "next"), withoutNext(next.key)), next.text
	}
	if end, ok := o.first(endCursors); ok && more.text == "true" {
		return parameter(query, "cursor", "after"), end.text
	}
	if listed == 0 {
		return "", ""
	}
	_, step := o.number(stepNames)
	_, records := o.number(totalRecords)
	_, pages := o.number(totalPages)
	byPage := o.position(query, atPage, 1)
	if byRecord := o.position(query, atRecord, 0); byRecord.known || records > 0 && step > 0 && pages == 0 && !byPage.known {
		step = cmp.Or(step, listed)
		if byRecord.at+step < records || records == 0 && more.text == "true" {
			return byRecord.name, strconv.Itoa(byRecord.at + step)
		}
		return "", ""
	}
	if pages == 0 && step > 0 {
		pages = (records + step - 1) / step
	}
	if byPage.at < pages || pages == 0 && more.text == "true" {
		return byPage.name, strconv.Itoa(byPage.at + 1)
	}
	return "", ""
}

// position is the record or the page at which an answer begins.
type position struct {
	name  string // the parameter that has it
	at    int
	known bool // the answer or its URL says it
}

// position returns the position that an object says by one of some names, or else the query of the page's URL. begin is that of a first page.
func (o scalars) position(query url.Values, names []string, begin int) position {
	p := position{names[0], begin, false}
	if key, n := o.number(names); key != "" {
		p.at, p.known = n, true
		if strings.HasPrefix(plainKey(key), names[0]) || begin == 0 { // "number" and "current" are counts of pages, no names of parameters
			p.name = key
		}
	}
	for given := range query {
		if !slices.Contains(names, plainKey(given)) {
			continue
		}
		p.name = given
		if at, err := strconv.Atoi(query.Get(given)); err == nil && !p.known {
			p.at, p.known = at, true
		}
	}
	return p
}

// besideLists returns what may say which part of all records a root holds: the root, the objects in it, and objects of pages in these.
func besideLists(root map[string]any) []scalars {
	all := []scalars{scalarsOf(root)}
	for _, key := range slices.Sorted(maps.Keys(root)) {
		inner, ok := root[key].(map[string]any)
		if !ok {
			continue
		}
		all = append(all, scalarsOf(inner))
		for k, v := range inner {
			if deeper, ok := v.(map[string]any); ok && slices.Contains([]string{"pagination", "paging", "page", "cursors", "pageinfo", "meta"}, plainKey(k)) {
				all = append(all, scalarsOf(deeper))
			}
		}
	}
	return all
}

// longestList returns the length of the longest list of objects in a value, down to some levels.
func longestList(v any, levels int) (longest int) {
	switch v := v.(type) {
	case []any:
		if len(v) > 0 {
			if _, ok := v[0].(map[string]any); ok {
				return len(v)
			}
		}
	case map[string]any:
		for _, inner := range v {
			if levels > 0 {
				longest = max(longest, longestList(inner, levels-1))
			}
		}
	}
	return longest
}

// parameter returns the name of the query's parameter whose plain form is given, or else another name.
func parameter(query url.Values, plain, otherwise string) string {
	for given := range query {
		if plainKey(given) == plain {
			return given
		}
	}
	return otherwise
}

// withoutNext returns a key without its word for "next", in the key's own way of writing: next_cursor gives cursor, nextPageToken gives pageToken.
func withoutNext(key string) string {
	rest := strings.TrimLeft(key[len("next"):], "_-.")
	return strings.ToLower(rest[:1]) + rest[1:]
}

// plainKey returns a key in lower case and without other signs than letters.
func plainKey(key string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, key)
}
