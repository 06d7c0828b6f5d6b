package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gannet/dedup/corpus"
	"gannet/internal/cli"
)

func newBatch() *cobra.Command {
	c := &cobra.Command{
		Use:   "batch",
		Short: "Work through corpora that do not fit into memory",
		Long: "The commands of `gannet batch` process corpora of any size on one machine, with no more memory than --memory\n" +
			"allows. Data that do not fit into this memory are sorted in temporary files in --dir. `gannet worker` does the\n" +
			"same work for Spark, Flink and other engines. docs/guide/16-batches.md says how much memory and disk the\n" +
			"commands need.",
	}
	c.AddCommand(newBatchDedup(), newBatchExtract(), newBatchPages())
	return c
}

// batchFlags are the flags of all batch commands.
type batchFlags struct {
	memory byteSize
	dir    string
}

func (f *batchFlags) register(s *pflag.FlagSet) {
	f.memory = 4 << 30
	s.Var(&f.memory, "memory", "how much memory the command may use, such as 512M or 4G")
	s.StringVar(&f.dir, "dir", "", "directory for temporary files; default: TMPDIR, or that of the system")
}

func (f *batchFlags) check() error {
	if f.memory < corpus.LeastMemory {
		return cli.Usagef("--memory %s is too little: give %s or more", f.memory, byteSize(corpus.LeastMemory))
	}
	if f.dir == "" {
		return nil
	}
	if info, err := os.Stat(f.dir); err != nil || !info.IsDir() {
		return cli.Usagef("--dir: there is no directory %s: make it first, or name another one", f.dir)
	}
	return nil
}

// byteSize is the value of a flag in bytes. K, M, G and T stand for powers of 1024.
type byteSize int64

const byteUnits = "KMGT"

// Set implements pflag.Value: it parses a number of bytes, such as 512M.
func (b *byteSize) Set(text string) error {
	number := strings.TrimSuffix(strings.TrimSuffix(strings.ToUpper(text), "B"), "I")
	unit := 1.0
	if n := len(number); n > 0 {
		if at := strings.IndexByte(byteUnits, number[n-1]); at >= 0 {
			number, unit = number[:n-1], math.Pow(1024, float64(at+1))
		}
	}
	n, err := strconv.ParseFloat(number, 64)
	if err != nil || !(n > 0) || n*unit >= math.MaxInt64 {
		return errors.New("give a size such as 512M or 4G")
	}
	*b = byteSize(n * unit)
	return nil
}

// String implements pflag.Value: it returns the number of bytes as text.
func (b byteSize) String() string {
	for i := len(byteUnits); i > 0; i-- {
		if unit := byteSize(1) << (10 * i); b >= unit && b%unit == 0 {
			return fmt.Sprintf("%d%c", b/unit, byteUnits[i-1])
		}
	}
	return strconv.FormatInt(int64(b), 10)
}

// Type implements pflag.Value: it returns the name of this type of flag in the help.
func (byteSize) Type() string { return "size" }
