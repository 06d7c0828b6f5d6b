package main

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"gannet/dedup/corpus"
	"gannet/dedup/verdict"
	"gannet/internal/cli"
)

// batchDedupFlags are the flags of `gannet batch dedup`.
type batchDedupFlags struct {
	adFlags
	batchFlags
	model, out string
	asJSON     bool
	frames     bool
}

func newBatchDedup() *cobra.Command {
	var f batchDedupFlags
	c := &cobra.Command{
		Use:   "dedup FILE…",
		Short: "Find the ads that are the same job in any number of ads",
		Long: "Dedup reads JSON Lines of ads as `gannet dedup` does (- is standard input), and makes the same decisions. It takes\n" +
			"less memory than `gannet dedup`, because it keeps most data of the ads in temporary files, which take 1.5 kB for\n" +
			"each ad. Memory holds only some 190 bytes for each ad, and 12 bytes for each key that the ad shares with another\n" +
			"ad. If the keys do not fit into memory, they are kept on disk, and the command takes longer.\n\n" +
			"The output file -o is written at the end, and temporary files have no names, so a batch that is killed leaves\n" +
			"nothing behind. Lines that are not ads are skipped and counted, and the first three of them are printed. The exit\n" +
			"status is then 1, or 0 with --skip-bad.",
		Example: "  gannet batch dedup ads-*.jsonl --memory 4G --json -o clusters.jsonl\n" +
			"  zcat ads.jsonl.gz | gannet batch dedup - --dir /scratch",
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, files []string) error { return batchDedup(c, &f, files) },
	}
	f.adFlags.register(c)
	f.batchFlags.register(c.Flags())
	s := c.Flags()
	s.StringVar(&f.model, "model", "", "model that decides whether two ads are the same job, as gannet dedup train writes it; default: the model that comes with gannet")
	s.BoolVar(&f.frames, "frames", false, "the file has the sorted binary frames that gannet worker bands and pairs write, not lines of JSON")
	s.BoolVar(&f.asJSON, "json", false, "print a line of JSON for each ad, as gannet dedup does; default: a summary")
	s.StringVarP(&f.out, "output", "o", "", "file to write; default: standard output")
	return c
}

func batchDedup(c *cobra.Command, f *batchDedupFlags, files []string) (err error) {
	if err := f.batchFlags.check(); err != nil {
		return err
	}
	model, err := verdictModel(f.model)
	if err != nil {
		return err
	}
	collectEarly(batchGCPercent) // up to the memory that the user allows
	b, err := corpus.New(corpus.Options{Model: model, Memory: int64(f.memory), Dir: f.dir})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	report := newReporter(c.ErrOrStderr(), "text", false)
	defer report.endLine()
	if f.frames {
		err = f.addFrames(c.InOrStdin(), files, b)
	} else {
		err = f.read(c.Context(), c.InOrStdin(), files, b.Deduper().PrepareListed, b.Add, report)
	}
	if err != nil {
		return batchAdvice(err)
	}
	if err := b.Decide(c.Context(), stepper(report, "%d of %d ads compared", b.Len)); err != nil {
		return batchAdvice(err)
	}
	report.endLine()
	if err := writeTo(f.out, c.OutOrStdout(), func(w io.Writer) error { return writeBatch(w, b, f.asJSON) }); err != nil {
		return err
	}
	return f.reportBad(c.ErrOrStderr())
}

// addFrames adds the ads of a file of frames.
func (f *batchDedupFlags) addFrames(stdin io.Reader, files []string, b *corpus.Batch) error {
	if len(files) > 1 {
		return cli.Usagef("--frames reads one sorted file, and %d are given: merge them, or give - and pipe them in order", len(files))
	}
	in := stdin
	if files[0] != stdinName {
		file, err := os.Open(files[0])
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
	}
	return b.AddFrames(in, func(number uint64, why string) { f.bad.add(badLine{0, int(number), errors.New(why)}) })
}

// stepper returns a function that reports now and then how much is done of all.
func stepper(report *reporter, form string, all func() int) func(done int) {
	last := time.Now()
	return func(done int) {
		if now := time.Now(); now.Sub(last) > lineEvery {
			last = now
			report.step(form, done, all())
		}
	}
}

// batchAdvice says what to do about an error of a batch.
func batchAdvice(err error) error {
	if few, ok := errors.AsType[*corpus.MemoryError](err); ok {
		return advise(err, "give more with --memory, some %s for ten times as many ads, or fewer ads", byteSize(few.Allowed*10))
	}
	return err
}

// writeBatch writes a line for each ad, or a summary.
func writeBatch(w io.Writer, b *corpus.Batch, asJSON bool) error {
	if !asJSON {
		return summarizeBatch(w, b)
	}
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	return b.Each(func(a *corpus.Ad) error {
		return out.Encode(row{a.ID, a.Cluster, a.OriginalID, a.Verdict, a.OfID, a.Similarity, a.Reasons})
	})
}

// summarizeBatch prints how many ads are copies, as `gannet dedup` does.
func summarizeBatch(w io.Writer, b *corpus.Batch) error {
	jobs, copies, moved := 0, 0, 0
	if err := b.Each(func(a *corpus.Ad) error {
		switch a.Verdict {
		case verdict.Same.String():
			copies++
		case verdict.OtherLocation.String():
			moved++
		}
		if a.Original {
			jobs++
		}
		return nil
	}); err != nil {
		return err
	}
	return sayBatch(w, b.Len(), jobs, copies, moved)
}
