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
	atRecord     = []string{"offset", "skip", "start", "from", "pageoffset", "startindex", "startat", "startfrom", "startrow"}
	atPage       = []string{"page", "currentpage", "pagenumber", "pageindex", "pageno", "pagenum", "number", "current"}
	stepNames    = []string{"limit", "size", "pagesize", "perpage", "take", "num", "rows", "maxresults", "pagelimit", "itemsperpage", "resultsperpage"}
	totalRecords = []string{"total", "totalfound", "totalcount", "totalresults", "totalelements", "totalitems", "totalhits", "totalrecords", "recordstotal", "numfound", "found", "count"}
	totalPages   = []string{"totalpages", "pages", "pagecount", "pagescount", "lastpage", "numpages", "numberofpages", "maxpage"}
	nextNames    = []string{"nextcursor", "nextpagetoken", "nexttoken", "nextpage", "nextoffset", "nextstart", "nextskip", "nextfrom", "nextcontinuationtoken", "nextpagecursor", "nextmarker"}
	moreNames    = []string{"hasmore", "hasnext", "hasnextpage", "more", "moreavailable", "hasmorepages", "hasmoreresults"}
	endCursors   = []string{"endcursor"} // the last record of this page, in answers of GraphQL servers
	besideNames  = []string{"pagination", "paging", "page", "pageinfo", "meta", "cursor", "cursors", "links"}
)

// maxPosition bounds the positions that are believed.
const maxPosition = 1_000_000_000

// nextOf returns the URL of the next page of records, or "". It follows from what the objects around the list say, or objects beside it with a name for
// pages: a cursor for the next page, or the position of this page together with a total or with a statement that there are more. The parameter for
// it is changed in the URL of this page, or added. A page without records has no next one, and neither has one whose response names the URL of the next.
func nextOf(address string, tree any) string {
	root, ok := tree.(map[string]any)
	if !ok {
		return ""
	}
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	around, listed := aroundList(root, 4)
	var beside []scalars
	for _, o := range around {
		beside = append(beside, scalarsOf(o))
		for _, key := range slices.Sorted(maps.Keys(o)) {
			if inner, ok := o[key].(map[string]any); ok && slices.Contains(besideNames, plainKey(key)) {
				beside = append(beside, scalarsOf(inner))
			}
		}
		if namesNext(o, 3) {
			return ""
		}
	}
	query := u.Query()
	for _, find := range []func(scalars) (string, string){
		func(o scalars) (string, string) { return o.cursor(query) },
		func(o scalars) (string, string) { return o.counted(query, listed) },
	} {
		for _, o := range beside {
			if name, value := find(o); name != "" && listed > 0 {
				u.RawQuery = withParameter(u.RawQuery, name, value)
				return u.String()
			}
		}
	}
	return ""
}

// aroundList returns the objects from a root to its longest list of objects, down to some levels, and the length of the list.
func aroundList(o map[string]any, levels int) (around []map[string]any, longest int) {
	for _, key := range slices.Sorted(maps.Keys(o)) {
		switch inner := o[key].(type) {
		case []any:
			if _, ok := first(inner).(map[string]any); ok && len(inner) > longest {
				around, longest = nil, len(inner)
			}
		case map[string]any:
			if levels > 0 {
				if path, n := aroundList(inner, levels-1); n > longest {
					around, longest = path, n
				}
			}
		}
	}
	return append([]map[string]any{o}, around...), longest
}

// namesNext reports whether an object, or one in it outside lists, has a URL under a key that begins with "next".
func namesNext(o map[string]any, levels int) bool {
	for key, v := range o {
		switch v := v.(type) {
		case string:
			if strings.HasPrefix(plainKey(key), "next") && isURL(key, v) {
				return true
			}
		case map[string]any:
			if href, ok := v["href"].(string); ok && strings.HasPrefix(plainKey(key), "next") && isURL("href", href) || levels > 0 && namesNext(v, levels-1) {
				return true
			}
		}
	}
	return false
}

// scalar is a key of an object, and the number, text or truth value that stands under it.
type scalar struct{ key, text string }

// scalars are those of an object by their keys' plain forms.
type scalars map[string]scalar

// maxBeside bounds the keys of an object that may say which part of all records a response holds.
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
		if n, err := strconv.Atoi(o[name].text); err == nil && n >= 0 && n < maxPosition {
			return o[name].key, n
		}
	}
	return "", 0
}

// hasMore reports whether an object says that there are more records.
func (o scalars) hasMore() bool {
	more, _ := o.first(moreNames)
	return more.text == "true"
}

// cursor returns the parameter for the next page and its value, if an object names the cursor, page or position of the next page.
func (o scalars) cursor(query url.Values) (name, value string) {
	if next, ok := o.first(nextNames); ok && isCursor(next.text) {
		plain, own := withoutNext(next.key)
		return parameter(query, []string{plain}, own), next.text
	}
	if end, ok := o.first(endCursors); ok && o.hasMore() {
		return parameter(query, []string{"cursor", "after"}, "after"), end.text
	}
	return "", ""
}

// isCursor reports whether a text may be a cursor or a position: neither a URL, nor a truth value, nor a number below 1.
func isCursor(s string) bool {
	switch strings.ToLower(s) {
	case "true", "false", "null", "none", "nil":
		return false
	}
	n, err := strconv.Atoi(s)
	return (err != nil || n > 0 && n < maxPosition) && len(s) < 1000 && !strings.HasPrefix(s, "?") && !strings.HasPrefix(s, "/") && !strings.Contains(s, "://")
}

// counted returns the parameter for the next page and its value, if the position of this page is known and there are more records behind it. listed is
// the number of records in this page.
func (o scalars) counted(query url.Values, listed int) (name, value string) {
	_, step := o.number(stepNames)
	_, records := o.number(totalRecords)
	_, pages := o.number(totalPages)
	if p := o.position(query, atRecord); p.known {
		step = cmp.Or(step, listed)
		if p.at+step < records || records == 0 && p.said && o.hasMore() {
			return p.name, strconv.Itoa(p.at + step)
		}
		return "", ""
	}
	p := o.position(query, atPage)
	if pages == 0 && step > 0 {
		pages = (records + step - 1) / step
	}
	if p.known && (p.at < pages || pages == 0 && p.said && o.hasMore()) {
		return p.name, strconv.Itoa(p.at + 1)
	}
	return "", ""
}

// position is the record or the page at which a response begins.
type position struct {
	name  string // the parameter that has it
	at    int
	known bool // the response or its URL says it
	said  bool // the response says it, so that a server which ignores the parameter cannot move it
}

// position returns the position that an object says by one of some names, or else the query of the page's URL.
func (o scalars) position(query url.Values, names []string) (p position) {
	key, n := o.number(names)
	plain := plainKey(key)
	if p.said = key != ""; p.said {
		p.at, p.known, p.name = n, true, key
		if plain == "number" || strings.HasPrefix(plain, "current") { // these are no names of parameters
			p.name = "page"
		}
	}
	for _, name := range append([]string{plain}, names...) {
		given := parameter(query, []string{name}, "")
		at, err := strconv.Atoi(query.Get(given))
		if given == "" || err != nil || at < 0 || at >= maxPosition {
			continue
		}
		p.name = given
		if !p.said {
			p.at, p.known = at, true
		}
		break
	}
	return p
}

// parameter returns the name of the query's first parameter, in alphabetical order, that has one of some plain forms, or else another name.
func parameter(query url.Values, plain []string, otherwise string) string {
	for _, given := range slices.Sorted(maps.Keys(query)) {
		if slices.Contains(plain, plainKey(given)) {
			return given
		}
	}
	return otherwise
}

// withParameter returns a query with another value of a parameter. The rest stays as it is written.
func withParameter(raw, name, value string) string {
	set := url.QueryEscape(name) + "=" + url.QueryEscape(value)
	var parts []string
	for part := range strings.SplitSeq(raw, "&") {
		key, _, _ := strings.Cut(part, "=")
		if plain, err := url.QueryUnescape(key); err == nil && plain == name {
			if set != "" {
				parts = append(parts, key+"="+url.QueryEscape(value))
			}
			set = ""
		} else if part != "" {
			parts = append(parts, part)
		}
	}
	if set != "" {
		parts = append(parts, set)
	}
	return strings.Join(parts, "&")
}

// withoutNext returns a key without its word for "next", in plain form and in the key's own way of writing: next_cursor gives cursor, nextPageToken
// gives pageToken.
func withoutNext(key string) (plain, own string) {
	rest := strings.TrimLeft(key[strings.Index(strings.ToLower(key), "next")+len("next"):], "_-.$")
	return plainKey(rest), strings.ToLower(rest[:1]) + rest[1:]
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
