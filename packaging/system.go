package main

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/deb" // the formats that are written
	contents "github.com/goreleaser/nfpm/v2/files"
	_ "github.com/goreleaser/nfpm/v2/rpm"
)

// unit is the systemd unit of crawls that run unattended.
//
//go:embed gannet@.service
var unit []byte

// maintainer is whom the packages name.
const maintainer = "The authors of gannet <gannet@example.org>"

// copyright is what Debian wants to know.
const copyright = `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: gannet

Files: *
Copyright: the authors of gannet
License: Apache-2.0
 The licence is in /usr/share/common-licenses/Apache-2.0. The programs contain works of others:
 THIRD-PARTY-LICENCES.txt beside this file has their licences. That of lib_lightgbm.so is beside it.
`

// What the library of LightGBM and the trainer need. The program itself needs nothing.
var dependencies = map[string][]string{
	"deb": {"libc6 (>= 2.28)", "libgcc-s1", "libgomp1", "libstdc++6"},
	"rpm": {"glibc >= 2.28", "libgcc", "libgomp", "libstdc++"},
}

// systemPackages writes the .deb and the .rpm of a platform.
func (b builder) systemPackages(all files, p platform, out string) error {
	if p.os != "linux" {
		return nil
	}
	for format, depends := range dependencies {
		placed, err := b.placed(b.systemFiles(all, format), filepath.Join(b.work, format+p.arch))
		if err != nil {
			return err
		}
		info := b.systemInfo(p, depends, placed)
		if err := writeSystemPackage(info, format, out); err != nil {
			return err
		}
	}
	return nil
}

// systemFiles returns where a system has the files.
func (b builder) systemFiles(all files, format string) files {
	own := files{{"lib/systemd/system/gannet@.service", 0o644, unit}}
	if format == "deb" {
		changes := fmt.Sprintf("gannet (%s) unstable; urgency=medium\n\n  * Commit %s.\n\n -- %s  %s\n",
			strings.Replace(b.release.version, "-", "~", 1), b.release.hash, maintainer, b.release.time.Format(time.RFC1123Z))
		own = append(own, file{"share/doc/gannet/copyright", 0o644, []byte(copyright)},
			file{"share/doc/gannet/changelog.gz", 0o644, gzipped([]byte(changes))})
	}
	return join(all, own).moved(func(name string) string {
		switch {
		case strings.HasPrefix(name, "share/powershell/"), name == licence && format == "deb":
			return ""
		case name == zshCompletion && format == "deb":
			return "/usr/share/zsh/vendor-completions/_gannet"
		case name == licence, name == thirdParty, name == "README.md":
			return "/usr/share/doc/gannet/" + name
		}
		return "/usr/" + name
	})
}

// placed writes the files below a directory, for nfpm to read.
func (b builder) placed(all files, dir string) (contents.Contents, error) {
	var placed contents.Contents
	for _, f := range all {
		path := filepath.Join(dir, filepath.FromSlash(f.name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return nil, err
		}
		if err := os.WriteFile(path, f.content, f.mode); err != nil {
			return nil, err
		}
		placed = append(placed, &contents.Content{
			Source: path, Destination: f.name, FileInfo: &contents.ContentFileInfo{Mode: f.mode, MTime: b.release.time, Owner: "root", Group: "root"},
		})
	}
	return append(placed, &contents.Content{
		Destination: "/etc/gannet", Type: contents.TypeDir, FileInfo: &contents.ContentFileInfo{Mode: 0o755, MTime: b.release.time},
	}), nil
}

// systemInfo describes a package. A version of a commit sorts before the version that it leads to.
func (b builder) systemInfo(p platform, depends []string, placed contents.Contents) *nfpm.Info {
	script := func(name string) string { return filepath.Join(b.root, "packaging", name) }
	version, before, _ := strings.Cut(b.release.version, "-")
	return nfpm.WithDefaults(&nfpm.Info{
		Name: "gannet", Platform: p.os, Arch: p.arch, Version: version, Prerelease: before, Section: "web", Priority: "optional",
		Maintainer: maintainer, License: "Apache-2.0", MTime: b.release.time, DisableGlobbing: true,
		Description: "focused web crawler with a learned frontier\n" +
			"Gannet fetches the pages of one topic and few others. It judges every page\n" +
			"it fetches, ranks the links on it and follows the most promising ones first.\n" +
			"It knows job postings best: it extracts them and keeps each job once.",
		Overridables: nfpm.Overridables{
			Depends: depends, Recommends: []string{"ca-certificates"}, Contents: placed,
			Scripts: nfpm.Scripts{PostInstall: script("reload.sh"), PreRemove: script("stop.sh"), PostRemove: script("reload.sh")},
			RPM:     nfpm.RPM{BuildHost: "localhost", Summary: "Focused web crawler with a learned frontier", Compression: "gzip:9"},
			Deb:     nfpm.Deb{Compression: "gzip"},
		},
	})
}

func writeSystemPackage(info *nfpm.Info, format, out string) error {
	if err := nfpm.PrepareForPackager(info, format); err != nil {
		return err
	}
	packager, err := nfpm.Get(format)
	if err != nil {
		return err
	}
	w, err := os.Create(filepath.Join(out, packager.ConventionalFileName(info)))
	if err != nil {
		return err
	}
	defer w.Close()
	if err := packager.Package(info, w); err != nil {
		return err
	}
	return w.Close()
}
