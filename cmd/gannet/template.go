package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"gannet/internal/cli"
	"gannet/internal/wholefile"
	"gannet/job"
	"gannet/job/template"
	"gannet/seeds"
)

// templateFlags are the flags of `gannet template test` and `learn`.
type templateFlags struct {
	url, values, out, name string
	asJSON                 bool
}

func newTemplate() *cobra.Command {
	c := &cobra.Command{
		Use:   "template",
		Short: "Learn and test site templates, which say where the fields of a site's postings are",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(newTemplateTest(), newTemplateLearn())
	return c
}

const aboutPages = "PAGES are HTML files, files with responses in JSON or XML, directories of such files, WARC files, or - for one page on\n" +
	"standard input. The known values are given as a table with tabs or as JSON Lines. The columns of this table are\n" +
	"'page', which is the name of a file or a URL, and fields such as title, company, place and posted. For a response in\n" +
	"JSON or XML, the table has a line for each known posting.\n"

func newTemplateTest() *cobra.Command {
	var f templateFlags
	c := &cobra.Command{
		Use:   "test FILE PAGES…",
		Short: "Show what a template finds in pages",
		Long: "Test prints for every page the value that each rule of the template finds, and how many nodes the rule's selector\n" +
			"matches. FILE may also be the name of a built-in template. With --expect, test also prints precision and recall.\n\n" +
			aboutPages,
		Example: "  gannet template test harbour.yaml saved/*.html\n" +
			"  gannet template test harbour.yaml web.warc.gz --expect known.tsv\n" +
			"  curl -s URL | gannet template test harbour.yaml - --url URL",
		Args: cobra.MinimumNArgs(2),
		RunE: func(c *cobra.Command, args []string) error {
			return testTemplate(c.OutOrStdout(), warnOn(c.ErrOrStderr()), args[0], args[1:], &f)
		},
	}
	f.register(c)
	c.Flags().StringVar(&f.values, "expect", "", "file with the known values, with which the extracted values are compared")
	return c
}

func newTemplateLearn() *cobra.Command {
	var f templateFlags
	c := &cobra.Command{
		Use:   "learn PAGES…",
		Short: "Propose a template from a few pages with known values",
		Long: "Learn makes a template from pages of which you know the values of some fields. Learn looks for these values in the\n" +
			"pages, and chooses the CSS selectors that find most of them, and URL patterns. For responses in JSON or XML, learn\n" +
			"chooses a JSON Pointer to the records, and a pointer to each field in a record. If the table of known values has a\n" +
			"column 'url', learn also looks for the values of a record that are in the URL of its posting. With '--values jsonld'\n" +
			"the known values are taken from the JSON-LD markup of the pages; the template then serves the site's other pages,\n" +
			"which have no markup. If there are at least three pages, each page is also tested with a template that was learned\n" +
			"from the other pages.\n\n" +
			aboutPages,
		Example: "  gannet template learn saved/*.html --values known.tsv -o harbour.yaml\n" +
			"  gannet template learn marked.warc.gz --values jsonld -o harbour.yaml",
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return learnTemplate(c.OutOrStdout(), warnOn(c.ErrOrStderr()), args, &f)
		},
	}
	f.register(c)
	c.Flags().StringVar(&f.values, "values", "", "file with the known values of some pages, or jsonld to take the values from the pages' own markup (required)")
	c.Flags().StringVarP(&f.out, "output", "o", "", "template file to write (required)")
	c.Flags().StringVar(&f.name, "name", "", "the template's name; default: the name of the host")
	return c
}

func (f *templateFlags) register(c *cobra.Command) {
	c.Flags().StringVar(&f.url, "url", "", "URL of the page, if there is only one; default: the canonical URL that the page names")
	c.Flags().BoolVar(&f.asJSON, "json", false, "print JSON")
}

// openTemplate reads a template file, or the built-in template of that name.
func openTemplate(name string) (*template.Template, error) {
	file, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		built, err := template.Load(seeds.Templates())
		if err != nil {
			return nil, err
		}
		var names []string
		for _, t := range built.All() {
			if t.Name == name {
				return t, nil
			}
			names = append(names, t.Name)
		}
		return nil, cli.Usagef("no template file %s, and no built-in template of that name: there are %s", name, strings.Join(names, ", "))
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	t, err := template.Read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return t, nil
}

// testedPage is what a template finds in a page.
type testedPage struct {
	Page    string           `json:"page"`
	URL     string           `json:"url,omitempty"`
	Kind    string           `json:"kind,omitempty"` // by the URL; "" if no pattern matches
	Matches []template.Match `json:"matches"`
}

func testTemplate(w io.Writer, warn func(error), name string, paths []string, f *templateFlags) error {
	t, err := openTemplate(name)
	if err != nil {
		return err
	}
	pages, err := readTemplatePages(warn, paths, f.url)
	if err != nil {
		return err
	}
	var counts map[job.Field]template.Count
	if f.values != "" {
		examples, err := knownExamples(pages, f.values, t.Language)
		if err != nil {
			return err
		}
		counts = t.Evaluate(examples)
	}
	var tested []testedPage
	for _, p := range pages {
		if (p.Answer != nil) != (t.Records != nil) {
			return cli.Usagef("%s: a template with 'records' is for answers in JSON and XML, and one without is for pages: leave the file out", p.name)
		}
		row := testedPage{Page: p.name, URL: p.URL}
		if kind, ok := t.Kind(p.URL); ok {
			row.Kind = kind.String()
		}
		if p.Answer == nil {
			row.Matches = t.Explain(p.Doc, p.Now)
			tested = append(tested, row)
			continue
		}
		for _, r := range t.RecordsOf(p.Answer.Tree) {
			row.Page, row.Matches = p.name+"#"+r.At, t.ExplainRecord(r, p.URL, p.Now)
			tested = append(tested, row)
		}
	}
	if f.asJSON {
		return writeJSON(w, map[string]any{"template": t.Name, "pages": tested, "counts": counts})
	}
	if err := writeTested(cli.NewPlain(w), tested); err != nil || counts == nil {
		return err
	}
	return writeFieldCounts(w, counts)
}

func writeTested(w io.Writer, pages []testedPage) error {
	for _, p := range pages {
		kind := p.Kind
		if kind == "" {
			kind = "no pattern matches its URL"
		}
		fmt.Fprintln(w, strings.Join(strings.Fields(p.Page+" "+p.URL), " ")+": "+kind)
		t := cli.NewTable(w)
		fmt.Fprintln(t, "  FIELD\tVALUES\tNODES\tUSED\tRULE")
		for _, m := range p.Matches {
			used := "no"
			if m.Used {
				used = "yes"
			}
			fmt.Fprintf(t, "  %s\t%s\t%d\t%s\t%s\n", m.Field, shorten(m.Values), m.Nodes, used, m.Rule)
		}
		if err := t.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// shorten returns values as one line of a table.
func shorten(values []string) string {
	const most = 60
	line := strings.Join(strings.Fields(strings.Join(values, " | ")), " ")
	if utf8.RuneCountInString(line) > most {
		return string([]rune(line)[:most-1]) + "…"
	}
	if line == "" {
		return "–"
	}
	return line
}

func writeFieldCounts(w io.Writer, counts map[job.Field]template.Count) error {
	t := cli.NewTable(w)
	fmt.Fprintln(t, "FIELD\tRIGHT\tWRONG\tMISSED\tUNASKED\tPRECISION\tRECALL")
	for _, f := range append(job.Fields(), template.URL) {
		if c, ok := counts[f]; ok {
			fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%d\t%s\t%s\n", f, c.Right, c.Wrong, c.Missed, c.Spurious, share(c.Precision()), share(c.Recall()))
		}
	}
	return t.Flush()
}

func share(x float64) string {
	if math.IsNaN(x) {
		return "–"
	}
	return fmt.Sprintf("%.3f", x)
}

// The least and the most pages for which each is tested with a template learned from the others.
const (
	heldOutFrom = 3
	heldOutTo   = 30
)

func learnTemplate(w io.Writer, warn func(error), paths []string, f *templateFlags) error {
	if f.out == "" || f.values == "" {
		return cli.Usagef("--values FILE says what the pages have, -o FILE where the template is written")
	}
	pages, err := readTemplatePages(warn, paths, f.url)
	if err != nil {
		return err
	}
	examples, err := knownExamples(pages, f.values, "")
	if err != nil {
		return err
	}
	t, err := template.Learn(examples)
	if err != nil {
		return err
	}
	if t.Name = f.name; t.Name == "" {
		t.Name = strings.TrimSuffix(filepath.Base(f.out), filepath.Ext(f.out))
	}
	var file bytes.Buffer
	if err := t.Write(&file); err != nil {
		return err
	}
	if _, err := template.Read(bytes.NewReader(file.Bytes())); err != nil {
		return cli.Usagef("--name %s: %w", t.Name, err)
	}
	if err := wholefile.Write(f.out, file.Bytes()); err != nil {
		return err
	}
	counts := t.Evaluate(examples)
	held := heldOut(examples)
	if f.asJSON {
		return writeJSON(w, map[string]any{"file": f.out, "pages": len(examples), "learned": counts, "held_out": held})
	}
	of, each := "pages", "page"
	if t.Records != nil {
		of, each = "records", "record"
	}
	_ = cli.Say(w, "%s: learned from %d %s; on these same %s:\n", f.out, len(examples), of, of)
	if err := writeFieldCounts(w, counts); err != nil || held == nil {
		return err
	}
	_ = cli.Say(w, "each %s with a template learned from the others:\n", each)
	return writeFieldCounts(w, held)
}

// heldOut tests every page with a template learned from the others; nil for too few or too many pages.
func heldOut(examples []template.Example) map[job.Field]template.Count {
	if len(examples) < heldOutFrom || len(examples) > heldOutTo {
		return nil
	}
	total := map[job.Field]template.Count{}
	for i := range examples {
		rest := append(append([]template.Example(nil), examples[:i]...), examples[i+1:]...)
		t, err := template.Learn(rest)
		if err != nil {
			t = &template.Template{}
		}
		for f, c := range t.Evaluate(examples[i : i+1]) {
			sum := total[f]
			sum.Add(c)
			total[f] = sum
		}
	}
	return total
}
