// Command packaging makes all that a release consists of: archives, .deb, .rpm, wheels, container images, lists of
// components and checksums. `make dist` calls it. The same commit and Go give the same bytes, anywhere and at any time.
// Nothing is published.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	root := flag.String("root", "..", "the repository")
	out := flag.String("o", "../dist", "directory of the packages; what it holds is removed")
	only := flag.String("only", "", "one platform, such as linux/amd64; default: all")
	flag.Parse()
	if err := run(*root, *out, *only); err != nil {
		fmt.Fprintln(os.Stderr, "packaging:", err)
		os.Exit(1)
	}
}

func run(root, out, only string) error {
	work, err := os.MkdirTemp("", "gannet-packaging")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if out, err = emptied(out); err != nil {
		return err
	}
	b := builder{root: filepath.Join(work, "source"), work: work}
	if err := lastCommit(root, b.root); err != nil {
		return err
	}
	if b.release, err = readRelease(b); err != nil {
		return err
	}
	shared, err := b.shared()
	if err != nil {
		return err
	}
	for _, p := range platforms {
		if only != "" && only != p.os+"/"+p.arch {
			continue
		}
		fmt.Println("packaging", b.release.version, "for", p.os, p.arch)
		if err := b.pack(p, shared, out); err != nil {
			return fmt.Errorf("%s/%s: %w", p.os, p.arch, err)
		}
	}
	return writeChecksums(out)
}

// lastCommit clones a repository, so that its work tree may change meanwhile.
func lastCommit(root, to string) error {
	if _, err := output("git", "clone", "--quiet", "--shared", root, to); err != nil {
		return err
	}
	changes, err := output("git", "-C", root, "status", "--porcelain")
	if changes != "" {
		fmt.Fprintln(os.Stderr, "packaging: what is not committed is left out")
	}
	return err
}

// emptied makes a directory and removes what it holds.
func emptied(dir string) (string, error) {
	if err := os.RemoveAll(dir); err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	return filepath.Abs(dir)
}

// pack builds gannet for one platform and makes all of its packages.
func (b builder) pack(p platform, shared files, out string) error {
	programs, err := b.programs(p)
	if err != nil {
		return err
	}
	library, err := b.lightGBM(p)
	if err != nil {
		return err
	}
	all := join(programs, library, shared)
	for _, make := range []func(files, platform, string) error{
		b.archive, b.wheel, b.components, b.systemPackages, b.image,
	} {
		if err := make(all, p, out); err != nil {
			return err
		}
	}
	return nil
}
