//go:build unix

package main

import (
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestFilesOfACrawlAreTheUsers: nobody else may read any file of a crawl, whatever the umask. A directory that was open before stays so,
// and that is told, as is a file of cookies that others may read.
func TestFilesOfACrawlAreTheUsers(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o022))
	seed := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<p>honey")
	}))
	defer seed.Close()
	dir := t.TempDir()
	cookies, open := filepath.Join(dir, "cookies.txt"), filepath.Join(dir, "open")
	write(t, cookies, "# Netscape HTTP Cookie File\n127.0.0.1\tFALSE\t/\tFALSE\t0\tsid\tsecret\n")
	if err := os.Mkdir(open, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		out, cookies string
		private      bool
		mode         fs.FileMode
	}{{filepath.Join(dir, "new"), cookies, true, 0o644}, {open, cookies, false, 0o600}} {
		if err := os.Chmod(c.cookies, c.mode); err != nil {
			t.Fatal(err)
		}
		said := crawlOK(t, "--seeds", seed.URL+"/", "--out", c.out, "--cookies", c.cookies, "--warc", "--log", c.out+".log")
		if told := strings.Contains(said, "may read the crawl"); told == c.private {
			t.Errorf("%s: told that others may read it: %v", c.out, told)
		}
		if told := strings.Contains(said, "may read a secret"); told != (c.mode == 0o644) {
			t.Errorf("cookies of mode %v: told that others may read them: %v", c.mode, told)
		}
		err := filepath.WalkDir(c.out, func(path string, e fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			info, err := e.Info()
			if err == nil && c.private && info.Mode().Perm()&0o077 != 0 {
				t.Errorf("%s has mode %v", path, info.Mode())
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
	if umask := syscall.Umask(0o022); umask != 0o022 {
		t.Errorf("the umask is %03o after the crawls", umask)
	}
}

// TestSecretsThatOthersMayReadAreReported: of every command with a file of a secret, and only if others may read it.
func TestSecretsThatOthersMayReadAreReported(t *testing.T) {
	dir := t.TempDir()
	secret, header, proxy, plain := filepath.Join(dir, "secret"), filepath.Join(dir, "header.yaml"), filepath.Join(dir, "proxy.yaml"), filepath.Join(dir, "plain.yaml")
	write(t, secret, "[default]\naws_access_key_id = key\naws_secret_access_key = not-to-be-told\n")
	write(t, header, "header: 'Authorization: Bearer x'\npages: nonsense\n")
	write(t, proxy, "proxy: http://user:password@127.0.0.1:1\npages: nonsense\n")
	write(t, plain, "proxy: http://127.0.0.1:1\nheader: none\npages: nonsense\n")
	for _, name := range []string{"AWS_ACCESS_KEY_ID", "AWS_ACCESS_KEY", "AWS_SECRET_ACCESS_KEY", "AWS_SECRET_KEY"} {
		t.Setenv(name, "")
	}
	t.Setenv("AWS_SHARED_CREDENTIALS_FILE", secret)
	for _, c := range []struct {
		file   string
		secret bool
		args   []string
	}{
		{secret, true, []string{"jobs", "changes", t.TempDir(), "--webhook", "https://example.org/jobs", "--cursor", filepath.Join(dir, "c"), "--secret-file", secret}},
		{secret, true, []string{"cluster", "status", "--cluster", "nonsense", "--cluster-creds", secret}},
		{secret, true, []string{"jobs", "export", t.TempDir(), "--partition", "day", "-o", "s3://nobody/jobs", "--s3-endpoint", "http://127.0.0.1:1"}},
		{header, true, []string{"crawl", "--config", header}},
		{proxy, true, []string{"crawl", "--config", proxy}},
		{plain, false, []string{"crawl", "--config", plain}},
	} {
		for _, mode := range []fs.FileMode{0o644, 0o600} {
			if err := os.Chmod(c.file, mode); err != nil {
				t.Fatal(err)
			}
			var out, said strings.Builder
			run(c.args, &out, &said)
			if reported := strings.Contains(said.String(), "may read a secret"); reported != (c.secret && mode == 0o644) {
				t.Errorf("%q with a file of mode %v: reported that others may read it: %v\n%s", c.args, mode, reported, &said)
			}
		}
	}
}
