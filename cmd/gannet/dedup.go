package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"gannet/dedup"
	"gannet/dedup/verdict"
	"gannet/internal/cli"
	"gannet/models/shipped"
)

// dedupFlags are the flags of `gannet dedup`.
type dedupFlags struct {
	adFlags
	model  string
	asJSON bool
}

func newDedup() *cobra.Command {
	var f dedupFlags
	c := &cobra.Command{
		Use:   "dedup FILE…",
		Short: "Find the ads that are the same job in JSON Lines of ads",
		Long: "Dedup finds ads of the same job. Dedup reads JSON Lines of ads (- is standard input). The keys of an ad are id, text\n" +
			"or html, and when present title, company, place or region, date or month, url, language and salary; or the ad is a\n" +
			"schema.org JobPosting. Two more keys are number, the site's own number for the ad, and list, the URL of the page\n" +
			"that linked to it. The usual names of these columns are read as well: description, location, job_url, date_posted,\n" +
			"company_name, employer, requisition_id, found_on and others. Keys with other names are ignored and named once. Two\n" +
			"ads that one list of one site links to are different jobs, unless their number, text and place agree. Dedup prints\n" +
			"the cluster of each ad and the cluster's original. An employer's ad is the original before an agency's, then a\n" +
			"board's, then an aggregator's; among equals the earliest ad is the original, then the most complete. Among ads\n" +
			"without a date the ad on the first line is the original. Ads are compared in this order, and printed in the order of\n" +
			"the lines. The verdict of an ad is \"new\" if it is the first ad of its job, or else \"same\" or \"same text other\n" +
			"place\". The similarity and the reasons compare the ad with the earlier ad that \"of\" names.\n" +
			"\n" +
			"If there are more than 131,072 ads, some of them go to a temporary file, which takes 1 kB for each. TMPDIR names the\n" +
			"directory for this file.\n" +
			"\n" +
			"A line that is not an ad is skipped. The first three lines that are no ads are named, all are counted, and the exit\n" +
			"status is 1, or 0 with --skip-bad.",
		Example: "  gannet dedup ads.jsonl --json > clusters.jsonl\n" +
			"  zcat ads.jsonl.gz | gannet dedup - --json --skip-bad",
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, files []string) error { return dedupFiles(c, &f, files) },
	}
	f.register(c)
	s := c.Flags()
	s.StringVar(&f.model, "model", "", "verdict model, as gannet dedup train writes it; default: the shipped one")
	s.BoolVar(&f.asJSON, "json", false, "print a line of JSON for each ad; default: a summary and the clusters")
	c.AddCommand(newDedupTrain(), newDedupExplain())
	return c
}

// verdictModel reads the model at path, or the shipped one.
func verdictModel(path string) (*verdict.Model, error) {
	if path == "" {
		return shipped.Verdict()
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	m, err := verdict.Read(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

func dedupFiles(c *cobra.Command, f *dedupFlags, files []string) error {
	collectEarly(batchGCPercent)
	model, err := verdictModel(f.model)
	if err != nil {
		return err
	}
	d, err := dedup.NewDeduper(dedup.BatchOptions(model))
	if err != nil {
		return err
	}
	report := newReporter(c.ErrOrStderr(), "text", false)
	defer report.endLine()
	var spare spareFile
	defer spare.close()
	docs := &documents{records: dedup.NewProfileStore(profilesInMemory, &spare)}
	if err := f.read(c.Context(), c.InOrStdin(), files, d.PrepareListed, docs.add, report); err != nil {
		return err
	}
	if err := docs.decide(c.Context(), d, report); err != nil {
		return err
	}
	report.endLine()
	if err := buffered(c.OutOrStdout(), func(w io.Writer) error {
		if f.asJSON {
			return writeDecisions(w, d, docs)
		}
		return writeClusters(w, d, docs)
	}); err != nil {
		return err
	}
	return f.reportBad(c.ErrOrStderr())
}

// decide decides on all ads, and reports how many are decided.
func (docs *documents) decide(ctx context.Context, d *dedup.Deduper, report *reporter) (err error) {
	docs.decisions.list = make([]decided, len(docs.ids))
	last, done := time.Now(), 0
	docs.Batch, err = d.DecideBatch(docs.records, func(i int, made dedup.Decision) error {
		docs.decisions.put(i, &made)
		done++
		if now := time.Now(); now.Sub(last) > lineEvery {
			last = now
			report.step("%d of %d ads compared", done, len(docs.ids))
		}
		return ctx.Err()
	})
	return err
}

// row is a line of output.
type row struct {
	ID         string   `json:"id"`
	Cluster    uint64   `json:"cluster"`
	Original   string   `json:"original"` // the id of the cluster's
	Verdict    string   `json:"verdict"`
	Of         string   `json:"of,omitempty"` // the id of the ad it was compared with
	Similarity float64  `json:"similarity"`
	Reasons    []string `json:"reasons"`
}

func writeDecisions(w io.Writer, d *dedup.Deduper, docs *documents) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	made := &docs.decisions
	for i, id := range docs.ids {
		original, cluster := d.Original(docs.Numbers[i])
		of := docs.id(uint64(made.list[i].of))
		if err := out.Encode(row{id, cluster, docs.id(original), made.verdict(i), of, made.similarity(i), made.reasons(i)}); err != nil {
			return err
		}
	}
	return nil
}

// sayBatch prints the first line about a batch.
func sayBatch(w io.Writer, ads, jobs, copies, moved int) error {
	return cli.Say(w, "%d ads, %d jobs: %s; %d with the text of another, for another place\n", ads, jobs, cli.Counted(copies, "copy", "copies"), moved)
}

// writeClusters prints a summary and the clusters of several ads, each with its original first.
func writeClusters(w io.Writer, d *dedup.Deduper, docs *documents) error {
	members := map[uint64]int{}
	copies, moved := 0, 0
	made := &docs.decisions
	for i := range docs.ids {
		_, cluster := d.Original(docs.Numbers[i])
		members[cluster]++
		switch made.verdict(i) {
		case verdict.Same.String():
			copies++
		case verdict.OtherLocation.String():
			moved++
		}
	}
	_ = sayBatch(w, len(docs.ids), len(members), copies, moved)
	t := cli.NewTable(w)
	fmt.Fprintln(t, "CLUSTER\tORIGINAL\tAD\tVERDICT\tSIMILARITY")
	for i, id := range docs.ids {
		original, cluster := d.Original(docs.Numbers[i])
		if members[cluster] > 1 {
			fmt.Fprintf(t, "%d\t%s\t%s\t%s\t%.2f\n", cluster, docs.id(original), id, made.verdict(i), made.similarity(i))
		}
	}
	return t.Flush()
}

// workersOr returns n, or the number of cores if n is 0.
func workersOr(n int) int {
	if n > 0 {
		return n
	}
	return runtime.GOMAXPROCS(0)
}
