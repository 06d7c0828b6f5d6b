package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3gen"

	"gannet/crawldir"
	"gannet/crawldir/api"
	"gannet/crawldir/overview"
	"gannet/frontier"
	"gannet/store"
	"gannet/store/postings"
)

var update = flag.Bool("update", false, "write openapi.json again")

// answers are the types of answers by path. Of others nothing is known.
var answers = map[string]any{
	"/{$}": api.Hello{}, "/status": &crawldir.Status{}, "/stats": store.Stats{}, "/overview": overview.Overview{}, "/hosts": api.HostList{},
	"/control": api.Controls{}, "/employers": []crawldir.EmployerBoard{}, "/page": api.Page{}, "/lookup": api.Lookup{}, "/link": frontier.Found{}, "/path": []string{}, "/revisit": store.Revisit{},
	"/explain": crawldir.Explanation{}, "/postings/{number}": postings.Posting{}, "/postings/{number}/versions": []postings.Version{},
	"/posting": api.NumberAt{}, "/changes/latest": api.LatestChange{}, "/lists/jobs": api.JobList{}, "/lists/pages": api.PageList{}, "/clusters/{number}": []postings.Member{}, "/control/{verb}": api.Done{},
	"/pages": api.Page{}, "/pages/changes": store.PageChanges{}, "/postings": postings.Posting{}, "/changes": postings.Change{}, "/check": api.Problem{},
}

// TestOpenAPIIsTheInterface holds openapi.json, which programs read, against the routes and the types of their answers.
func TestOpenAPIIsTheInterface(t *testing.T) {
	doc := describe(t)
	text, err := doc.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := json.Indent(&b, text, "", " "); err != nil {
		t.Fatal(err)
	}
	b.WriteByte('\n')
	if *update {
		if err := os.WriteFile("openapi.json", b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if !bytes.Equal(b.Bytes(), api.OpenAPI) {
		t.Error("openapi.json is not the interface: go test ./crawldir/api -run OpenAPI -update")
	}
	loaded := load(t, b.Bytes())
	text, err = os.ReadFile("../../docs/reference/api.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range api.Routes() {
		if loaded.Paths.Find(pathOf(r)) == nil {
			t.Errorf("openapi.json lacks %s", pathOf(r))
		}
		if shown := strings.NewReplacer("{$}", "", "{number}", "NUMBER", "{verb}", "VERB").Replace("/v1" + r.Path); !strings.Contains(string(text), "`"+shown) {
			t.Errorf("docs/reference/api.md lacks %s", shown)
		}
	}
	if n := loaded.Paths.Len(); n != len(api.Routes()) {
		t.Errorf("openapi.json has %d paths, the interface %d", n, len(api.Routes()))
	}
}

// load reads a description and checks it.
func load(t *testing.T, text []byte) *openapi3.T {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(text)
	if err == nil {
		err = doc.Validate(context.Background())
	}
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// pathOf returns the path of a route as openapi.json has it.
func pathOf(r api.Route) string {
	return fmt.Sprintf("/v%d%s", api.Version, strings.TrimSuffix(r.Path, "{$}"))
}

// describe makes the description of the interface.
func describe(t *testing.T) *openapi3.T {
	t.Helper()
	doc := &openapi3.T{
		OpenAPI: "3.0.3", Paths: openapi3.NewPaths(),
		Info: &openapi3.Info{
			Title: "gannet: a crawl", Version: fmt.Sprint(api.Version),
			Description: "The interface of a crawl, at the socket in its directory and under the web page. docs/reference/api.md tells more.",
		},
		Servers: openapi3.Servers{
			{URL: "/", Description: "the socket, or a page of one crawl"},
			{URL: "/crawl/{crawl}", Description: "a page of several crawls", Variables: map[string]*openapi3.ServerVariable{"crawl": {Default: "crawl"}}},
		},
		Components: &openapi3.Components{SecuritySchemes: openapi3.SecuritySchemes{
			"token": {Value: &openapi3.SecurityScheme{Type: "http", Scheme: "bearer", Description: "of a page with --token-file; the socket needs none"}},
		}},
		Security: openapi3.SecurityRequirements{{}, {"token": {}}},
	}
	for _, r := range api.Routes() {
		item := &openapi3.PathItem{}
		item.SetOperation(r.Method, operation(t, r))
		doc.Paths.Set(pathOf(r), item)
	}
	return doc
}

var inPath = regexp.MustCompile(`\{(\w+)\}`)

// operation describes a route.
func operation(t *testing.T, r api.Route) *openapi3.Operation {
	t.Helper()
	o := openapi3.NewOperation()
	o.Summary = r.Summary
	for _, name := range inPath.FindAllStringSubmatch(r.Path, -1) {
		p := openapi3.NewPathParameter(name[1]).WithSchema(openapi3.NewStringSchema())
		if name[1] == "verb" {
			for _, v := range api.Verbs() {
				p.Schema.Value.Enum = append(p.Schema.Value.Enum, string(v))
			}
		} else {
			p.Schema.Value.Type = &openapi3.Types{"integer"}
		}
		o.AddParameter(p)
	}
	for _, p := range r.Params {
		q := openapi3.NewQueryParameter(p.Name).WithDescription(p.Summary).WithRequired(p.Needed)
		o.AddParameter(q.WithSchema(&openapi3.Schema{Type: &openapi3.Types{p.Type}}))
	}
	if r.Method == http.MethodPost {
		o.RequestBody = &openapi3.RequestBodyRef{Value: openapi3.NewRequestBody().WithJSONSchema(openapi3.NewObjectSchema().
			WithProperty("values", openapi3.NewArraySchema().WithItems(openapi3.NewStringSchema())))}
	}
	kind := "application/json"
	if r.Lines {
		kind = "application/x-ndjson"
	}
	o.Responses = openapi3.NewResponsesWithCapacity(2)
	o.Responses.Set("200", answer("the answer", kind, schemaOf(t, answers[r.Path])))
	o.Responses.Set("default", answer("an error", "application/json", schemaOf(t, api.Failure{})))
	return o
}

// answer describes an answer.
func answer(about, kind string, s *openapi3.SchemaRef) *openapi3.ResponseRef {
	return &openapi3.ResponseRef{Value: openapi3.NewResponse().WithDescription(about).WithContent(openapi3.Content{
		kind: openapi3.NewMediaType().WithSchemaRef(s),
	})}
}

// schemaOf describes what a value is in JSON.
func schemaOf(t *testing.T, v any) *openapi3.SchemaRef {
	t.Helper()
	if v == nil {
		return openapi3.NewSchemaRef("", &openapi3.Schema{Nullable: true})
	}
	s, err := openapi3gen.NewSchemaRefForValue(v, nil, openapi3gen.SchemaCustomizer(customize))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// customize says of a type which fields are always there, and whether it may be null.
func customize(_ string, of reflect.Type, _ reflect.StructTag, s *openapi3.Schema) error {
	switch of.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		s.Nullable = true
	case reflect.Struct:
		if of != reflect.TypeFor[time.Time]() {
			s.Required = append(s.Required, always(of)...)
			slices.Sort(s.Required)
		}
	}
	s.Min, s.Max, s.Format = nil, nil, strings.Replace(s.Format, "float", "", 1)
	return nil
}

// always returns the names of the fields that are never left out.
func always(of reflect.Type) (names []string) {
	for i := range of.NumField() {
		f := of.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct:
			names = append(names, always(f.Type)...)
		case f.Anonymous && name == "" || name == "-" || name == "" || strings.Contains(options, "omit"):
		default:
			names = append(names, name)
		}
	}
	return names
}
