package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gannet/crawldir"
	"gannet/internal/cli"
	"gannet/job"
	"gannet/job/life"
	"gannet/models/shipped"
	"gannet/store"
	"gannet/store/postings"
)

func newJobsShow() *cobra.Command {
	var versions, asJSON bool
	c := &cobra.Command{
		Use:   "show DIR NUMBER|URL",
		Short: "Show a posting: its fields, its copies, how it was found",
		Long: "Show prints the fields of a posting, and for each field where its value was found and how likely the value is\n" +
			"right. Show also prints the other postings of the same job, the reasons why they are the same job, and the pages\n" +
			"whose links led the crawl to the posting.",
		Example: "  gannet jobs show crawl 17\n  gannet jobs show crawl https://example.org/careers/welder --versions",
		Args:    cobra.ExactArgs(2),
		RunE: func(c *cobra.Command, args []string) error {
			return showJob(c.OutOrStdout(), args[0], args[1], versions, asJSON)
		},
	}
	c.Flags().BoolVar(&versions, "versions", false, "all versions, not only the newest")
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

// jobView is what show reports.
type jobView struct {
	keptFacts
	Job     *job.Posting  `json:"job"`
	Life    *life.Life    `json:"life,omitempty"` // nil of a posting that an earlier version kept
	Reposts int           `json:"reposts,omitempty"`
	Same    []copyView    `json:"same,omitempty"` // the other postings of the cluster
	Like    *job.Decision `json:"decision"`       // what was said of this one when it was new
	Path    []string      `json:"path"`
	Older   []olderView   `json:"versions_kept,omitempty"`
}

// copyView is another posting of the same job.
type copyView struct {
	Number   uint64       `json:"number"`
	Original bool         `json:"original"`
	URL      string       `json:"url"`
	Title    string       `json:"title"`
	Company  string       `json:"company"`
	Place    string       `json:"place"`
	Decision job.Decision `json:"decision"`
}

// olderView is a version.
type olderView struct {
	Version int          `json:"version"`
	Time    time.Time    `json:"time"`
	URL     string       `json:"url"`
	Job     *job.Posting `json:"job"`
}

func showJob(w io.Writer, dir, name string, versions, asJSON bool) error {
	r, err := crawldir.Read(dir)
	if err != nil {
		return err
	}
	defer r.Close()
	number, err := postingNumber(r.Postings, name)
	if err != nil {
		return fmt.Errorf("%s: %w", dir, err)
	}
	v, err := viewJob(r, number, versions)
	if errors.Is(err, postings.ErrNotFound) {
		return fmt.Errorf("%s: %w: `gannet jobs list %s` shows the numbers", dir, err, dir)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", dir, err)
	}
	if asJSON {
		return writeJSON(w, v)
	}
	return v.write(cli.NewPlain(w))
}

// postingNumber returns the number of a posting that is given by number or URL.
func postingNumber(jobs postings.Finder, name string) (uint64, error) {
	if n, err := strconv.ParseUint(name, 10, 64); err == nil {
		return n, nil
	}
	if !strings.Contains(name, "://") {
		return 0, cli.Usagef("%q names no posting: give its number, as `gannet jobs list` shows it, or its URL", name)
	}
	url, err := canonicalURL(name)
	if err != nil {
		return 0, err
	}
	return postings.NumberOf(jobs, url, name)
}

func viewJob(r *crawldir.Reader, number uint64, versions bool) (*jobView, error) {
	k, err := r.Postings.Get(number)
	if err != nil {
		return nil, err
	}
	v := &jobView{keptFacts: factsOf(k), Job: k.Job, Reposts: k.Reposts}
	if !k.Life.Assumed {
		v.Life = &k.Life
	}
	members, err := r.Postings.Members(k.Cluster)
	if err != nil {
		return nil, err
	}
	for _, m := range members {
		if m.Number == number {
			v.Like = &m.Decision
			continue
		}
		other, err := r.Postings.Get(m.Number)
		if err != nil {
			return nil, err
		}
		v.Same = append(v.Same, copyView{m.Number, m.Original, other.URL, other.Job.Title, other.Job.Company, other.Job.Location, m.Decision})
	}
	if v.Path, err = r.Store.Path(postings.PageOf(k.URL)); err != nil && !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	if !versions {
		return v, nil
	}
	list, err := r.Postings.Versions(number)
	if err != nil {
		return nil, err
	}
	for _, old := range slices.Backward(list) {
		v.Older = append(v.Older, olderView{old.Number, old.Time, old.URL, old.Job})
	}
	return v, nil
}

func (v *jobView) write(w io.Writer) error {
	t := cli.NewTable(w)
	_ = cli.Say(t, "posting\t%d\nurl\t%s\nseen\tfrom %s to %s (read %s)\nversions\t%d\n", v.Number, v.Job.URL,
		v.First.Format(time.DateTime), v.Last.Format(time.DateTime), cli.Counted(v.Seen, "time"), v.Versions)
	role := "its original"
	if !v.Original {
		role = "a copy"
	}
	_ = cli.Say(t, "cluster\t%d, %d postings, this is %s\n", v.Cluster, v.Copies, role)
	if v.Like != nil {
		_ = cli.Say(t, "verdict\t%s\nshown by\t%s\n", verdictText(v.Like), publisherText(v.Like))
	}
	writeLife(t, v.Life, v.Reposts)
	fmt.Fprintln(t)
	writeFields(t, v.Job)
	if err := t.Flush(); err != nil {
		return err
	}
	return v.writeRest(w)
}

func (v *jobView) writeRest(w io.Writer) error {
	out := &strings.Builder{}
	if v.Job.Description != "" {
		fmt.Fprintf(out, "\n%s\n", strings.TrimSpace(v.Job.Description))
	}
	if len(v.Same) > 0 {
		fmt.Fprintf(out, "\nthe same job\n")
	}
	for _, c := range v.Same {
		mark := ""
		if c.Original {
			mark = ", the original"
		}
		fmt.Fprintf(out, "  %d%s: %s, %s, %s\n    %s\n    %s\n", c.Number, mark, c.Title, c.Company, c.Place, c.URL, verdictText(&c.Decision))
	}
	fmt.Fprintf(out, "\nfound by\n")
	for _, url := range v.Path {
		fmt.Fprintf(out, "  %s\n", url)
	}
	for _, r := range v.Older {
		fmt.Fprintf(out, "\nversion %d, %s, %s\n", r.Version, r.Time.Format(time.DateTime), r.URL)
		t := cli.NewTable(cli.WithColumns(out, cli.Columns(w)))
		writeFields(t, r.Job)
		if err := t.Flush(); err != nil {
			return err
		}
		fmt.Fprintf(out, "\n%s\n", strings.TrimSpace(r.Job.Description))
	}
	_, err := io.WriteString(cli.Prose(w), out.String())
	return err
}

// publisherText says for whose posting a site's was taken when it was new, and why.
func publisherText(d *job.Decision) string {
	if d.Publisher == "" {
		return "not known; gannet extract DIR --keep finds out"
	}
	return d.Publisher + ": " + d.PublisherReason
}

// verdictText returns a decision as one line.
func verdictText(d *job.Decision) string {
	if d.Of == 0 {
		return "new: like none before"
	}
	text := fmt.Sprintf("%s: like posting %d, similarity %.2f", d.Verdict, d.Of, d.Similarity)
	if len(d.Reasons) > 0 {
		text += ": " + strings.Join(d.Reasons, "; ")
	}
	return text
}

// writeFields writes the fields that were found, with their source and how likely they are right.
func writeFields(w io.Writer, p *job.Posting) {
	if p.State != "" {
		fmt.Fprintf(w, "state\t%s\t%s\n", p.State, p.StateReason)
	}
	for _, f := range append(job.Fields(), job.DetailFields()...) {
		text := p.FieldText(f)
		switch {
		case text == "":
			continue
		case f == job.Description:
			text = cli.Counted(len([]rune(text)), "character")
		case f == job.DescriptionHTML:
			text = cli.Counted(len(text), "byte")
		}
		origin := ""
		if o, ok := p.Provenance[f]; ok {
			origin = fmt.Sprintf("%s %.2f", o.Method, o.Confidence)
			if o.At != "" {
				origin += ", record " + o.At
			}
			if f == job.Occupation && o.Method == job.Model {
				origin += occupationWords(p)
			}
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", f, strings.Join(strings.Fields(text), " "), origin)
	}
}

// mostOccupationWords is how many words of a title are shown that decided on its occupation.
const mostOccupationWords = 4

// occupationWords says which words decided on a posting's occupation, and by how much: log-odds against the mean group.
func occupationWords(p *job.Posting) string {
	model, err := shipped.Occupations()
	if err != nil {
		return ""
	}
	words, fromText := model.Why(p.Title, p.Description, p.Occupation)
	var list []string
	for _, w := range words[:min(len(words), mostOccupationWords)] {
		list = append(list, fmt.Sprintf("%s %+.1f", w.Word, w.Weight))
	}
	return ": " + strings.Join(append(list, fmt.Sprintf("the text %+.1f", fromText)), ", ")
}
