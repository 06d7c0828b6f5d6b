package ads

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"gannet/job"
)

// column is a kind of value that is read from a line, such as the title.
type column int

// The columns.
const (
	idColumn column = iota
	textColumn
	htmlColumn
	titleColumn
	companyColumn
	placeColumn
	regionColumn
	dateColumn
	monthColumn
	urlColumn
	languageColumn
	salaryColumn
	numberColumn
	listColumn
	columnCount
)

// columns are the names of each column. Our own name comes first. The others are those of well-known collectors and interfaces of job
// boards. Case does not count, nor does "_" in a name.
var columns = [columnCount]string{
	idColumn:       "id job_id guid",
	textColumn:     "text description job_description description_plain description_text plain_text body summary",
	htmlColumn:     "html description_html job_description_html content",
	titleColumn:    "title job_title position job_name name",
	companyColumn:  "company company_name employer employer_name organization organisation hiring_organization hiring_company",
	placeColumn:    "place location job_location locations city candidate_required_location workplace",
	regionColumn:   "region state country",
	dateColumn:     "date date_posted posted posted_at posted_date posted_on date_published published published_at publication_date created_at created",
	monthColumn:    "month",
	urlColumn:      "url job_url link job_link job_posting_url absolute_url hosted_url redirect_url",
	languageColumn: "language lang",
	salaryColumn:   "salary pay compensation base_salary",
	numberColumn:   "number requisition_id requisition_number req_id job_number reference_number",
	listColumn:     "list list_url found_on",
}

// known are the columns by the names that a key may have, in lower case and without "_".
var known = func() map[string]column {
	m := map[string]column{}
	for c, names := range columns {
		for name := range strings.FieldsSeq(names) {
			m[bare(name)] = column(c)
		}
	}
	return m
}()

var joining = strings.NewReplacer("_", "", "-", "", " ", "")

func bare(key string) string { return strings.ToLower(joining.Replace(key)) }

// row is a value for each column.
type row [columnCount]text

// spelling is one of the names that a key may have, in lower case.
type spelling struct {
	name string
	of   column
	own  bool // the column's first name
}

// spellings are the names of all columns, with "_" and without, as in jobTitle. If a line has several spellings of one column, the first in this list
// supplies the column.
var spellings = func() (all []spelling) {
	for c, names := range columns {
		for i, name := range strings.Fields(names) {
			all = append(all, spelling{name, column(c), i == 0})
			if joined := bare(name); joined != name {
				all = append(all, spelling{joined, column(c), i == 0})
			}
		}
	}
	return all
}()

// positions are the positions of names among the spellings.
var positions = func() map[string]int {
	m := make(map[string]int, len(spellings))
	for i, s := range spellings {
		m[s.name] = i
	}
	return m
}()

// lineType is the type that encoding/json decodes a line into: a field for each spelling.
var lineType = sync.OnceValue(func() reflect.Type {
	fields := make([]reflect.StructField, len(spellings))
	for i, s := range spellings {
		fields[i] = reflect.StructField{
			Name: fmt.Sprintf("F%d", i), Type: reflect.TypeFor[text](), Tag: reflect.StructTag(fmt.Sprintf("json:%q", s.name)),
		}
	}
	return reflect.StructOf(fields)
})

// readLine reads the values of a line: in own those under the first names of columns, and in other those under other names. Nearly all lines are
// objects of strings, which readStrings reads in a third of the time of encoding/json.
func readLine(raw []byte) (own, other row, err error) {
	values := make([]string, len(spellings))
	if !readStrings(raw, values) {
		line := reflect.New(lineType())
		err = json.Unmarshal(raw, line.Interface())
		if mismatch := (*json.UnmarshalTypeError)(nil); errors.As(err, &mismatch) {
			return own, other, errors.New("it is of type " + mismatch.Value)
		}
		for i := range values {
			values[i] = line.Elem().Field(i).String()
		}
	}
	for i, s := range spellings {
		value, c := trim(values[i]), s.of
		switch {
		case value == "":
		case s.own:
			own[c] = value
		case other[c] == "" && c == textColumn:
			other[c] = plain(value)
		case other[c] == "":
			other[c] = value
		}
	}
	return own, other, err
}

// plain returns a description without HTML. Some collectors keep HTML in this column, and others plain text.
func plain(value text) text {
	for _, tag := range []string{"</", "<br", "<p>", "&lt;p&gt;"} {
		if strings.Contains(string(value), tag) {
			return text(job.PlainText(string(value)))
		}
	}
	return value
}

// UnknownKeys returns the keys of a line that Parse ignores, in alphabetical order. A key whose value is a schema.org object is not
// ignored.
func UnknownKeys(raw []byte) (keys []string) {
	var line map[string]json.RawMessage
	if json.Unmarshal(raw, &line) != nil || line["@type"] != nil {
		return nil
	}
	for key, value := range line {
		if _, is := known[bare(key)]; !is && !bytes.Contains(value, []byte("JobPosting")) {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

func trim(s string) text { return text(strings.TrimSpace(s)) }

// text is a string, the first value of a list, a number as written, or the name in an object. Any other value becomes the empty text.
type text string

func (t *text) UnmarshalJSON(b []byte) error {
	switch b[0] {
	case '"':
		var s string
		if err := json.Unmarshal(b, &s); err != nil {
			return err
		}
		*t = trim(s)
	case '[':
		var list []text
		if err := json.Unmarshal(b, &list); err == nil && len(list) > 0 {
			*t = list[0]
		}
	case '{':
		*t = nameIn(b)
	case 'n', 't', 'f':
	default:
		*t = text(b)
	}
	return nil
}

// nameIn returns the name in an object of a company or a location, or the parts of a location. It is empty for other objects.
func nameIn(b []byte) text {
	var o struct {
		Name        text `json:"name"`
		DisplayName text `json:"display_name"`
		City        text `json:"city"`
		Region      text `json:"region"`
		Country     text `json:"country"`
	}
	if json.Unmarshal(b, &o) != nil {
		return ""
	}
	if o.DisplayName != "" || o.Name != "" {
		return cmp.Or(o.DisplayName, o.Name)
	}
	var parts []string
	for _, part := range []text{o.City, o.Region, o.Country} {
		if part != "" {
			parts = append(parts, string(part))
		}
	}
	return text(strings.Join(parts, ", "))
}
