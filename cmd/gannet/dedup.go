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
		Long: "Dedup finds ads of the same job. Dedup reads JSON Lines of ads (- is standard input). Each ad needs the keys id, and\n" +
			"text or html. It may have title, company, place or region, date or month, url, language and salary. It may also have\n" +
			"number, the site's own number for the ad, and list, the URL of the page that linked to the ad. Other usual names of\n" +
			"these keys, such as description, location, job_url and date_posted, are read as well, and so are schema.org\n" +
			"JobPostings. All other keys are ignored, and a message names them once. Two ads on one list of one site count as\n" +
			"different jobs, unless their number, text and place agree. All ads of one job form a cluster, and one ad of the\n" +
			"cluster is its original. An employer's ad is preferred as the original, then an agency's, then a board's, then an\n" +
			"aggregator's. Among ads of the same kind of publisher, the earliest is the original, and among equally early ones\n" +
			"the most complete. Dedup prints the ads in the order of the lines. The verdict of an ad is \"new\" if it is the\n" +
			"first ad of its job, or else \"same\" or \"same text other place\". The similarity and the reasons compare the ad\n" +
			"with the earlier ad that the key \"of\" names.\n\n" +
			"If there are more than 131,072 ads, some of them are kept in a temporary file, which takes 1 kB for each ad. TMPDIR\n" +
			"names the directory for this file.\n\n" +
			"Lines that are not ads are skipped and counted, and the first three of them are printed. The exit status is then 1,\n" +
			"or 0 with --skip-bad.",
		Example: "  gannet dedup ads.jsonl --json > clusters.jsonl\n" +
			"  zcat ads.jsonl.gz | gannet dedup - --json --skip-bad",
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, files []string) error { return dedupFiles(c, &f, files) },
	}
	f.register(c)
	s := c.Flags()
	s.StringVar(&f.model, "model", "", "model that decides whether two ads are the same job, as gannet dedup train writes it; default: the model that comes with gannet")
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
