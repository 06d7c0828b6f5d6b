package main

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/parquet-go/parquet-go"

	"gannet/crawldir"
	"gannet/crawler/fetch"
	"gannet/feed"
	"gannet/feed/dataset"
	"gannet/feed/folder"
	"gannet/internal/cli"
	"gannet/store/postings"
)

// partitionKeys are the values of --partition. A key's function returns the value of a row, "" if it is not known.
var partitionKeys = map[string]func(*postings.Posting, feed.Changed) string{
	"day":        func(_ *postings.Posting, c feed.Changed) string { return c.Time.UTC().Format(time.DateOnly) },
	"country":    counted("country"),
	"region":     counted("region"),
	"nuts1":      counted("nuts1"),
	"nuts2":      counted("nuts2"),
	"nuts3":      counted("nuts3"),
	"major":      counted("major"),
	"occupation": counted("occupation"),
}

// counted returns the value by which `gannet jobs count` counts a posting.
func counted(field string) func(*postings.Posting, feed.Changed) string {
	return func(k *postings.Posting, _ feed.Changed) string { return postings.ValueOf(k, field) }
}

// unknownPartition stands for a value that is not known. Hive's own word for it is null to readers, and pyarrow refuses a key
// without any value.
const unknownPartition = "unknown"

// datasetRow is a row of a data set: a posting as it was when its change was exported. Columns that have the name of a directory are named
// otherwise; see directoryColumns.
type datasetRow struct {
	Cursor  uint64    `parquet:"cursor"`
	Changed time.Time `parquet:"changed,timestamp(millisecond)"`
	jobRow
}

// directoryColumns are the tags of columns that have the name of a key of directories, and the keys. The country's has its other name in every
// data set.
var directoryColumns = []struct {
	key, field string
	tag        reflect.StructTag
}{
	{"", "Country", `parquet:"country_name,optional"`}, {"region", "Region", `parquet:"region_name,optional"`},
	{"occupation", "Occupation", `parquet:"occupation_code,optional"`},
}

// exportPartitioned appends to a data set and says what it added.
func exportPartitioned(ctx context.Context, stdout io.Writer, dir string, e *jobsExport, of *release) error {
	to, err := openFolder(e.out, e.endpoint)
	if err != nil {
		return err
	}
	defer to.Close()
	jobs := &feed.Postings{}
	jobs.Spool, err = feed.NewSpool()
	if err != nil {
		return err
	}
	defer jobs.Spool.Close()
	data := dataset.New(to, dataset.Options{
		Software: "gannet/" + fetch.Version, Partition: e.keys(), Release: of.flags,
		Parts: func(ctx context.Context, u *feed.Update) ([]dataset.Part, error) { return partsOf(ctx, u, e.keys()) },
	})
	defer data.Close()
	u, err := readUpdate(ctx, dir, func(r *crawldir.Reader, crawl string, cursor uint64) (*feed.Update, error) {
		return jobs.Read(of.postings(r), crawl, cursor)
	}, data, func(u *feed.Update) error { return data.Take(ctx, u) })
	if err == nil && u != nil {
		err = data.Apply(ctx, u)
	}
	if err != nil {
		return err
	}
	return cli.Say(stdout, "%s: %d rows added in %s\n", to, data.Rows, cli.Counted(data.Files, "file"))
}

// openFolder opens the place of a data set: a directory that is no crawl's, or a bucket.
func openFolder(out, endpoint string) (folder.Folder, error) {
	if strings.HasPrefix(out, "s3://") {
		return folder.Bucket(out, endpoint)
	}
	if _, err := os.Stat(filepath.Join(out, crawldir.StoreFile)); err == nil {
		return nil, cli.Usagef("%s is the directory of a crawl: name another place for the data set", out)
	}
	return folder.Directory(out)
}

// partsOf divides changed postings into the directories that they belong to.
func partsOf(ctx context.Context, u *feed.Update, keys []string) ([]dataset.Part, error) {
	in := make(map[string][]feed.Changed)
	for _, c := range u.Changed {
		k, err := u.Posting(c.Number)
		if err = errors.Join(err, ctx.Err()); err != nil {
			return nil, err
		}
		var dir string
		for _, key := range keys {
			dir = path.Join(dir, key+"="+cmp.Or(partitionKeys[key](k, c), unknownPartition))
		}
		in[dir] = append(in[dir], c)
	}
	var parts []dataset.Part
	for _, dir := range sortedKeys(in) {
		parts = append(parts, dataset.Part{Dir: dir, Rows: int64(len(in[dir])), Write: func(w io.Writer) error {
			return writePart(w, u, in[dir], keys)
		}})
	}
	return parts, nil
}

// writePart writes the rows of one file, in the order of their changes.
func writePart(w io.Writer, u *feed.Update, changed []feed.Changed, keys []string) error {
	slices.SortFunc(changed, func(a, b feed.Changed) int {
		return cmp.Or(cmp.Compare(a.Cursor, b.Cursor), cmp.Compare(a.Number, b.Number))
	})
	var tags []parquet.WriterOption
	for _, c := range directoryColumns {
		if c.key == "" || slices.Contains(keys, c.key) {
			tags = append(tags, parquet.StructTag(c.tag, c.field))
		}
	}
	out := newParquetRows[datasetRow](w, tags...)
	for _, c := range changed {
		k, err := u.Posting(c.Number)
		if err != nil {
			return err
		}
		if err := out.writeRow(datasetRow{c.Cursor, c.Time, rowOf(k)}); err != nil {
			return err
		}
	}
	return out.Close()
}
