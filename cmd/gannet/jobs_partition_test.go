package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"log"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
	"github.com/parquet-go/parquet-go"

	"gannet/feed/dataset"
	"gannet/feed/folder"
	"gannet/internal/cli"
)

// manifestOf reads the manifest of a directory.
func manifestOf(t *testing.T, dir string) (m dataset.Manifest) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, dataset.ManifestName))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &m); err != nil {
		t.Fatal(err)
	}
	return m
}

// storedRow is a datasetRow as it is read back.
type storedRow struct {
	Cursor uint64 `parquet:"cursor"`
	Number uint64 `parquet:"number"`
	Title  string `parquet:"title,optional"`
	State  string `parquet:"state"`
}

func columnsOfFile(t *testing.T, name string) (columns []string) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	file, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	for _, field := range file.Schema().Fields() {
		columns = append(columns, field.Name())
	}
	return columns
}

func TestJobsExportPartitioned(t *testing.T) {
	dir, out := t.TempDir(), filepath.Join(t.TempDir(), "data")
	if err := keepJobs(dir); err != nil {
		t.Fatal(err)
	}
	if said := runJobs(t, "jobs", "export", dir, "--partition", "day,country", "-o", out); !strings.Contains(said, "4 rows added in 2 files") {
		t.Errorf("first: %s", said)
	}
	if said := runJobs(t, "jobs", "export", dir, "--partition", "day,country", "-o", out); !strings.Contains(said, "0 rows added in 0 files") {
		t.Errorf("second: %s", said)
	}
	var stderr bytes.Buffer
	if status := run([]string{"jobs", "export", dir, "--partition", "day", "-o", dir}, io.Discard, &stderr); status != cli.ExitUsage || !strings.Contains(stderr.String(), "another place") {
		t.Errorf("into the crawl itself: status %d, %s", status, &stderr)
	}
	titles := make(map[string]string)
	for _, f := range manifestOf(t, out).Files {
		if c := columnsOfFile(t, filepath.Join(out, f.Name)); slices.Contains(c, "country") || !slices.Contains(c, "country_name") {
			t.Errorf("columns %q: a key of directories is no column", c)
		}
		rows, err := parquet.ReadFile[storedRow](filepath.Join(out, f.Name))
		if err != nil || int64(len(rows)) != f.Rows {
			t.Fatalf("%+v: %d rows, %v", f, len(rows), err)
		}
		for _, r := range rows {
			titles[r.Title] = filepath.Dir(f.Name)
		}
	}
	for title, want := range map[string]string{
		"Welder": "day=2026-03-01/country=NO", "Krankenschwester": "day=2026-03-01/country=" + unknownPartition,
	} {
		if titles[title] != want {
			t.Errorf("%s in %q", title, titles[title])
		}
	}
}

// TestPartitionsByOccupationAndRegion: columns that have the name of a directory have another one in the files.
func TestPartitionsByOccupationAndRegion(t *testing.T) {
	out := filepath.Join(t.TempDir(), "data")
	if said := runJobs(t, "jobs", "export", keepCoded(t), "--partition", "occupation,region,nuts2", "-o", out); !strings.Contains(said, "4 rows added in 3 files") {
		t.Error(said)
	}
	rows := map[string]int64{}
	for _, f := range manifestOf(t, out).Files {
		rows[filepath.Dir(f.Name)] = f.Rows
		c := columnsOfFile(t, filepath.Join(out, f.Name))
		for _, name := range []string{"occupation_code", "region_name", "nuts"} {
			if !slices.Contains(c, name) {
				t.Errorf("no column %s in %q", name, c)
			}
		}
		if slices.Contains(c, "occupation") || slices.Contains(c, "region") {
			t.Errorf("columns %q: a key of directories is no column", c)
		}
	}
	want := map[string]int64{"occupation=2221/region=DE-BY/nuts2=DE21": 2, "occupation=7212/region=GB-ENG/nuts2=UKE4": 1, "occupation=unknown/region=unknown/nuts2=unknown": 1}
	if !maps.Equal(rows, want) {
		t.Errorf("%v, want %v", rows, want)
	}
}

// TestJobsExportToABucket exports to a server in this process, and to moto's where it is installed.
func TestJobsExportToABucket(t *testing.T) {
	t.Run("gofakes3", func(t *testing.T) {
		s := httptest.NewServer(gofakes3.New(s3mem.New(), gofakes3.WithLogger(gofakes3.StdLog(log.New(io.Discard, "", 0)))).Server())
		defer s.Close()
		exportToBucket(t, s.URL)
	})
	t.Run("moto", func(t *testing.T) { exportToBucket(t, startMoto(t, os.Getenv("GANNET_S3_TOOLS"))) })
}

// exportToBucket exports to an S3 server twice, reads what it has, and tries what fails.
func exportToBucket(t *testing.T, endpoint string) {
	makeBucket(t, endpoint+"/bucket")
	dir := t.TempDir()
	if err := keepJobs(dir); err != nil {
		t.Fatal(err)
	}
	args := []string{"jobs", "export", dir, "--partition", "country", "-o", "s3://bucket/jobs", "--s3-endpoint", endpoint}
	for _, name := range []string{"AWS_SHARED_CREDENTIALS_FILE", "AWS_CONFIG_FILE"} {
		t.Setenv(name, filepath.Join(dir, "none"))
	}
	if got := said(args...); !strings.Contains(got, "status 1 gannet: no credentials for S3: set AWS_ACCESS_KEY_ID") {
		t.Errorf("without credentials: %s", got)
	}
	t.Setenv("AWS_ACCESS_KEY_ID", "key")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "not-to-be-told")
	for _, want := range []string{"s3://bucket/jobs: 4 rows added in 2 files\n", "0 rows added"} {
		if got := runJobs(t, args...); !strings.Contains(got, want) {
			t.Errorf("said %s", got)
		}
	}
	checkBucket(t, endpoint)
	args[6] = "s3://nobody/jobs"
	if got := said(args...); !strings.Contains(got, "status 1 gannet: s3://nobody: there is no such bucket: make it first") || strings.Contains(got, "not-to-be-told") {
		t.Errorf("no bucket: %s", got)
	}
}

// checkBucket checks that the bucket has the files of its manifest, as they were when their hashes were made.
func checkBucket(t *testing.T, endpoint string) {
	t.Helper()
	f, err := folder.Bucket("s3://bucket/jobs", endpoint)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var m dataset.Manifest
	text, _, err := f.Get(t.Context(), dataset.ManifestName)
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	if err != nil || len(m.Files) != 2 {
		t.Fatalf("the manifest has %d files, %v", len(m.Files), err)
	}
	for _, file := range m.Files {
		data, _, err := f.Get(t.Context(), file.Name)
		if sum := sha256.Sum256(data); err != nil || hex.EncodeToString(sum[:]) != file.SHA256 {
			t.Errorf("%s: %d bytes, %v", file.Name, len(data), err)
		}
	}
}

// startMoto starts moto's server of a folder of programs, or else of the PATH, and returns its address.
func startMoto(t *testing.T, tools string) (endpoint string) {
	t.Helper()
	program, err := exec.LookPath(filepath.Join(tools, "moto_server"))
	if err == nil {
		err = exec.Command(program, "-h").Run() // pyenv has names of programs that it lacks
	}
	if err != nil {
		t.Skip("moto is not installed: pip install 'moto[server,s3]'")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	l.Close()
	_, port, _ := net.SplitHostPort(address)
	server := exec.Command(program, "-H", "127.0.0.1", "-p", port)
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Process.Kill(); _ = server.Wait() })
	return "http://" + address
}

// readers is a program that reads a data set with pyarrow from a bucket, and with DuckDB and the query of docs/guide/12-exports.md from the
// directory "jobs". It prints three numbers of postings.
const readers = `
import duckdb, pyarrow.dataset, pyarrow.fs, sys
bucket = pyarrow.fs.S3FileSystem(access_key="key", secret_key="secret", endpoint_override=sys.argv[1], scheme="http", region="us-east-1")
for source, system in (("jobs", None), ("bucket/jobs", bucket)):
    table = pyarrow.dataset.dataset(source, filesystem=system, format="parquet", partitioning="hive").to_table()
    assert {"day", "country", "country_name", "cursor"} <= set(table.column_names), table.column_names
    print(len(set(table["number"].to_pylist())))
print(len(duckdb.sql(sys.argv[2]).fetchall()))
`

// TestDataSetsAreReadByOthers is for make s3-check, which installs moto, pyarrow and DuckDB.
func TestDataSetsAreReadByOthers(t *testing.T) {
	tools := os.Getenv("GANNET_S3_TOOLS")
	if tools == "" {
		t.Skip("make s3-check runs this with the servers and readers of others")
	}
	endpoint := startMoto(t, tools)
	makeBucket(t, endpoint+"/bucket")
	t.Setenv("AWS_ACCESS_KEY_ID", "key")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	t.Setenv("AWS_REGION", "us-east-1")
	t.Setenv("AWS_ENDPOINT_URL", endpoint)
	query := duckQuery(t)
	t.Chdir(t.TempDir())
	if err := keepJobs("crawl"); err != nil {
		t.Fatal(err)
	}
	for _, out := range []string{"jobs", "s3://bucket/jobs"} {
		for _, want := range []string{": 4 rows added", ": 0 rows added"} {
			if got := runJobs(t, "jobs", "export", "crawl", "--partition", "day,country", "-o", out); !strings.Contains(got, out+want) {
				t.Errorf("said %s", got)
			}
		}
	}
	out, err := exec.Command(filepath.Join(tools, "python"), "-c", readers, strings.TrimPrefix(endpoint, "http://"), query).CombinedOutput()
	if err != nil || strings.Join(strings.Fields(string(out)), " ") != "4 4 4" {
		t.Errorf("%v: %s", err, out)
	}
}

func makeBucket(t *testing.T, url string) {
	t.Helper()
	for range 300 { // until the server answers
		time.Sleep(100 * time.Millisecond)
		request, err := http.NewRequest(http.MethodPut, url, nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := http.DefaultClient.Do(request)
		if err == nil {
			answer.Body.Close()
			return
		}
	}
	t.Fatal("the server does not answer")
}

// duckQuery returns the query of docs/guide/12-exports.md that reads Parquet.
func duckQuery(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/guide/12-exports.md")
	if err != nil {
		t.Fatal(err)
	}
	for block := range strings.SplitSeq(string(text), "\n\n") {
		if strings.HasPrefix(block, "    SELECT ") && strings.Contains(block, "parquet") {
			return block
		}
	}
	t.Fatal("docs/guide/12-exports.md has no query for DuckDB")
	return ""
}
