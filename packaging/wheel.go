package main

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// metadata is what a wheel says of itself.
const metadata = `Metadata-Version: 2.4
Name: gannet
Version: %s
Summary: A focused web crawler with a learned frontier
License-Expression: Apache-2.0
License-File: LICENSE
License-File: THIRD-PARTY-LICENCES.txt
Requires-Python: >=3.8
Description-Content-Type: text/markdown

`

// wheel writes a Python package that installs the program. It holds no Python code.
func (b builder) wheel(all files, p platform, out string) error {
	version := b.release.python
	info := "gannet-" + version + ".dist-info/"
	inside := all.moved(func(name string) string {
		switch {
		case name == licence, name == thirdParty:
			return info + "licenses/" + name
		case strings.HasPrefix(name, "bin/"):
			return "gannet-" + version + ".data/scripts/" + strings.TrimPrefix(name, "bin/")
		case name == "README.md", strings.HasPrefix(name, "share/powershell/") && p.os != "windows":
			return ""
		}
		return "gannet-" + version + ".data/data/" + name
	})
	about := fmt.Sprintf(metadata, version) + string(all.find("README.md"))
	tags := "Wheel-Version: 1.0\nGenerator: gannet\nRoot-Is-Purelib: false\n"
	for _, tag := range strings.Split(p.wheel, ".") {
		tags += "Tag: py3-none-" + tag + "\n"
	}
	inside = append(inside, file{info + "METADATA", 0o644, []byte(about)}, file{info + "WHEEL", 0o644, []byte(tags)})
	inside = append(inside, file{info + "RECORD", 0o644, []byte(record(inside, info+"RECORD"))})
	content, err := zipOf(inside, b.release.time)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "gannet-"+version+"-py3-none-"+p.wheel+".whl"), content, 0o644)
}

// record lists the files of a wheel with their hashes, and itself without one.
func record(all files, self string) string {
	var b strings.Builder
	for _, f := range all {
		sum := sha256.Sum256(f.content)
		fmt.Fprintf(&b, "%s,sha256=%s,%d\n", f.name, base64.RawURLEncoding.EncodeToString(sum[:]), len(f.content))
	}
	return b.String() + self + ",,\n"
}
