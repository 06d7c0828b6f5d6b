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
	secret := filepath.Join(t.TempDir(), "secret")
	write(t, secret, "whsec_c2l4dGVlbiBieXRlcyBvciBtb3Jl")
	for _, mode := range []fs.FileMode{0o644, 0o600} {
		if err := os.Chmod(secret, mode); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{
			{"jobs", "changes", t.TempDir(), "--webhook", "https://example.org/jobs", "--cursor", filepath.Join(t.TempDir(), "c"), "--secret-file", secret},
			{"cluster", "status", "--cluster", "nonsense", "--cluster-creds", secret},
		} {
			var out, said strings.Builder
			run(args, &out, &said)
			if reported := strings.Contains(said.String(), "may read a secret"); reported != (mode == 0o644) {
				t.Errorf("%s with a secret of mode %v: reported that others may read it: %v\n%s", args[0], mode, reported, &said)
			}
		}
	}
}
