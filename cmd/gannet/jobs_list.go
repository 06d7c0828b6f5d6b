package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gannet/internal/cli"
	"gannet/job"
	"gannet/store/postings"
)

func newJobsList() *cobra.Command {
	var f jobFilter
	var format string
	var limit int
	c := &cobra.Command{
		Use:   "list DIR",
		Short: "List the postings of a crawl",
		Long: "List prints a line for every job that meets all given filters: its original posting and the number of copies. If the\n" +
			"original posting does not meet the filters, list prints the first copy that does. Closed postings are left out\n" +
			"unless --state includes them. A posting is open if its page showed it at the last visit and did not say that it has\n" +
			"ended. A posting is suspected if there are signs, but no proof, that it has ended. A posting is unknown if an\n" +
			"earlier version of gannet stored it without a state and its page has not been visited since. --on lists jobs by the\n" +
			"states that were known on an earlier day, but with the present texts. Words match with or without accents: Köln also\n" +
			"matches Koln and Koeln. --limit prints only the first jobs in the order of --sort. To compare salaries, list\n" +
			"converts them to yearly salaries: a year has 2,000 hours, 230 days, 52 weeks or 12 months.",
		Example: "  gannet jobs list crawl --text 'senior welder' --language en\n" +
			"  gannet jobs list crawl --host example.org --all --format jsonl | jq .title",
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return listJobs(c.OutOrStdout(), args[0], format, limit, &f)
		},
	}
	f.flags(c.Flags())
	c.Flags().StringVar(&format, "format", "table", "table, jsonl, csv or parquet")
	c.Flags().Var(countLimit{&limit, 0}, "limit", "largest number of jobs to list; none or 0: no limit")
	return c
}

// jobWriter writes postings in one format. Close writes what comes last and leaves the writer below open.
type jobWriter interface {
	Write(*postings.Posting) error
	Close() error
}

var jobFormats = map[string]func(io.Writer) (jobWriter, error){
	"table": newJobTable, "jsonl": newJobLines, "csv": newJobCSV, "parquet": newJobParquet,
}

func listJobs(w io.Writer, dir, format string, limit int, f *jobFilter) error {
	q, make, err := jobQuery(format, f)
	if err != nil {
		return err
	}
	wide := cli.Columns(w)
	if format == "table" {
		w = cli.Fitted(w)
	}
	return withJobs(dir, nil, func(jobs postings.Finder) error {
		return buffered(w, func(w io.Writer) error {
			return writeJobs(cli.WithColumns(w, wide), jobs, q, jobList{f.sort, limit}, make)
		})
	})
}

func jobQuery(format string, f *jobFilter) (q postings.Query, make func(io.Writer) (jobWriter, error), err error) {
	make, ok := jobFormats[format]
	if !ok {
		return q, nil, cli.Usagef("--format is table, jsonl, csv or parquet, not %q", format)
	}
	q, err = f.query()
	q.Brief = format == "table"
	return q, make, err
}

func writeJobs(w io.Writer, jobs postings.Finder, q postings.Query, list jobList, make func(io.Writer) (jobWriter, error)) error {
	out, err := make(w)
	if err != nil {
		return err
	}
	if table, ok := out.(*jobTable); ok {
		table.ended = q.State == job.Closed
		switch {
		case table.ended:
			table.state = endColumn
		case q.State == "", q.State == postings.NotClosed:
			table.state = stateColumn
		}
		order := jobOrders[list.sort]
		if q.All {
			order.text = cmp.Or(order.copies, order.text)
		}
		if err := table.begin(order, q.Pay.Known()); err != nil {
			return err
		}
	}
	shown := 0
	write := func(k *postings.Posting) error {
		shown++
		return out.Write(k)
	}
	if err := eachSorted(jobs, q, jobOrders[list.sort], list.limit, write); err != nil {
		return err
	}
	if _, ok := out.(*jobTable); ok {
		if err := sayMissing(w, jobs, q, list, shown); err != nil {
			return err
		}
	}
	return out.Close()
}

// sayMissing says under a table why it lacks jobs, if it does.
func sayMissing(w io.Writer, jobs postings.Finder, q postings.Query, list jobList, shown int) error {
	closed := 0
	if q.State == postings.NotClosed && list.limit == 0 {
		all := 0
		q.State = ""
		if err := jobs.Find(q, func(*postings.Posting) error { all++; return nil }); err != nil {
			return err
		}
		closed = all - shown
	}
	switch {
	case closed > 0:
		return cli.Say(w, "%s left out: --state all lists closed ones too\n", cli.Counted(closed, "closed job"))
	case shown > 0:
		return nil
	}
	any, err := hasPostings(jobs)
	switch {
	case err != nil:
		return err
	case any:
		return cli.Say(w, "no job meets the filters: `gannet jobs list DIR --state all` lists every one\n")
	}
	return cli.Say(w, "no posting is kept: crawls with --jobs or --topic jobs look for them, and `gannet extract DIR --keep` in the pages of others\n")
}

// hasPostings says whether any posting is kept.
func hasPostings(jobs postings.Finder) (bool, error) {
	found := errors.New("one is found")
	err := jobs.Find(postings.Query{All: true, Brief: true}, func(*postings.Posting) error { return found })
	if errors.Is(err, found) {
		return true, nil
	}
	return false, err
}

// jobList says how postings are listed.
type jobList struct {
	sort  string
	limit int // most postings; 0: any number
}

// jobTable writes a table with columns of fixed width, so that it can print each line at once. On a narrow terminal they are
// narrower, and states and URLs are left out.
type jobTable struct {
	w                     io.Writer
	title, company, place int
	withPay, withURL      bool
	state                 int  // width of the column of states; 0: there is none, since all have the same
	ended                 bool // closed postings alone: it says when and why
}

// Widths of a table of postings.
const (
	wideJobTable  = 100 // columns from which on URLs are shown
	otherJobCells = 36  // columns of number, day, copies and gaps
	payColumn     = 24
	stateColumn   = 9
	endColumn     = 33 // a day and the longest reason
	// columns of number, salary and gaps
	narrowPayCells = 16 + payColumn
)

func newJobTable(w io.Writer) (jobWriter, error) {
	t := &jobTable{w: cli.NewPlain(w), title: 40, company: 24, place: 20, withURL: true}
	return t, nil
}

// begin fits the columns to the terminal and writes the lines above the postings.
func (t *jobTable) begin(order jobOrder, pay bool) error {
	t.withPay = order.pay || pay
	if n := cli.Columns(t.w); n > 0 && n < wideJobTable {
		rest := max(0, n-otherJobCells)
		if t.withPay { // in place of day and copies
			rest = max(0, n-narrowPayCells)
		}
		t.title = max(cli.LeastCell, rest*9/20)
		t.company = max(cli.LeastCell, rest*6/20)
		t.place, t.withURL, t.state = max(cli.LeastCell, rest-t.title-t.company), false, 0
	}
	if err := cli.Say(t.w, "sorted by %s\n", order.text); err != nil {
		return err
	}
	state := "state"
	if t.ended {
		state = "closed"
	}
	return t.line("number", state, "title", "company", "place", "salary", "posted", "copies", "url")
}

func (t *jobTable) line(number, state, title, company, place, pay, posted, copies, url string) error {
	cells := []string{fmt.Sprintf("%8s", number)}
	if t.state > 0 {
		cells = append(cells, column(state, t.state))
	}
	cells = append(cells, column(title, t.title), column(company, t.company), column(place, t.place))
	if t.withPay {
		cells = append(cells, column(pay, payColumn))
	}
	if t.withURL || !t.withPay {
		cells = append(cells, fmt.Sprintf("%-10s", posted), fmt.Sprintf("%6s", copies))
	}
	if t.withURL {
		cells = append(cells, url)
	}
	_, err := fmt.Fprintln(t.w, strings.Join(cells, "  "))
	return err
}

func (t *jobTable) Write(k *postings.Posting) error {
	posted := ""
	if !k.Job.Posted.IsZero() {
		posted = k.Job.Posted.Format("2006-01-02")
	}
	state := string(k.Job.State.Known())
	if t.ended && k.Life.Closed() { // it may have come back since --on
		state = k.Life.Before.Format(time.DateOnly) + " " + string(k.Life.By)
	}
	return t.line(fmt.Sprint(k.Number), state, k.Job.Title, k.Job.Company, k.Job.Location, k.Job.Salary.Text(), posted, fmt.Sprint(k.Copies), cmp.Or(k.Job.URL, k.URL))
}

func (*jobTable) Close() error { return nil }

// column fills or cuts a text to a width. East Asian letters are two wide.
func column(s string, wide int) string {
	s = strings.Join(strings.Fields(s), " ")
	used, room := 0, 0 // room is how much of s leaves place for the sign that it was cut
	for i, r := range s {
		if used < wide {
			room = i
		}
		if used += cli.RuneWidth(r); used > wide {
			s = s[:room]
			used = 1
			for _, r := range s {
				used += cli.RuneWidth(r)
			}
			return s + "…" + strings.Repeat(" ", wide-used)
		}
	}
	return s + strings.Repeat(" ", wide-used)
}
