package main

import (
	"bytes"
	"compress/gzip"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
)

// builder makes the files of packages.
type builder struct {
	root, work string
	release    release
}

// programs builds gannet, gannet-cluster and gannet-kafka for a platform, and on Linux the trainer, which can load LightGBM. On macOS every program can.
func (b builder) programs(p platform) (files, error) {
	builds := map[string]string{"bin/gannet": "static", "bin/gannet-cluster": "static", "lib/gannet/gannet-kafka": "static"} // the tags of each
	switch p.os {
	case "linux":
		builds["lib/gannet/gannet-train"] = ""
	case "darwin":
		builds["bin/gannet"] = ""
	}
	var built files
	for name, tags := range builds {
		to := filepath.Join(b.work, p.os, p.arch, path.Base(name))
		if err := b.build(p, to, packageOf(name), tags); err != nil {
			return nil, err
		}
		content, err := os.ReadFile(to)
		if err != nil {
			return nil, err
		}
		built = append(built, file{p.program(name), 0o755, content})
	}
	return built, nil
}

// packageOf returns the package of a program. The trainer is gannet with other tags.
func packageOf(program string) string {
	if name := path.Base(program); name != "gannet-train" {
		return "./cmd/" + name
	}
	return "./cmd/gannet"
}

// build compiles a program. What the machine's environment says of compilers does not matter.
func (b builder) build(p platform, to, pkg, tags string) error {
	flags := "-s -w -buildid= -X 'main.builtFrom=" + b.release.commit + "'"
	c := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-tags", tags, "-ldflags", flags, "-o", to, pkg)
	c.Dir = b.root
	c.Env = environment(p)
	_, err := outputOf(c)
	return err
}

// environment is the environment of Go's commands for a platform.
func environment(p platform) []string {
	return append(os.Environ(), "GOOS="+p.os, "GOARCH="+p.arch, "CGO_ENABLED=0", "GOAMD64=v1", "GOARM64=v8.0",
		"GOFLAGS=-mod=readonly", "GOWORK=off", "GOEXPERIMENT=", "GOFIPS140=off")
}

// shared returns the files that all platforms have: manual pages, completions, documents and licences.
func (b builder) shared() (files, error) {
	pages, err := b.manualPages()
	if err != nil {
		return nil, err
	}
	program, err := b.own("gannet")
	if err != nil {
		return nil, err
	}
	completions, err := completions(program)
	if err != nil {
		return nil, err
	}
	licences, err := b.licences()
	return join(pages, completions, licences), err
}

// own builds a program for this machine and returns its path.
func (b builder) own(name string) (string, error) {
	p := platform{os: runtime.GOOS, arch: runtime.GOARCH}
	to := filepath.Join(b.work, p.program(name))
	return to, b.build(p, to, packageOf(name), "static")
}

// manualPages returns a page for each command of gannet, and one for gannet-cluster.
func (b builder) manualPages() (files, error) {
	dir := filepath.Join(b.work, "man")
	if err := os.Mkdir(dir, 0o755); err != nil {
		return nil, err
	}
	for _, name := range []string{"gannet", "gannet-cluster"} {
		program, err := b.own(name)
		if err != nil {
			return nil, err
		}
		if _, err := output(program, "man", dir); err != nil {
			return nil, err
		}
	}
	pages, err := filepath.Glob(filepath.Join(dir, "*.1"))
	if err != nil {
		return nil, err
	}
	var packed files
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			return nil, err
		}
		packed = append(packed, file{"share/man/man1/" + filepath.Base(page) + ".gz", 0o644, gzipped(text)})
	}
	return packed, nil
}

// completions returns each shell's file, where the shell looks for it.
func completions(program string) (files, error) {
	var found files
	for shell, name := range map[string]string{
		"bash": "share/bash-completion/completions/gannet", "zsh": zshCompletion,
		"fish": "share/fish/vendor_completions.d/gannet.fish", "powershell": "share/powershell/gannet.ps1",
	} {
		text, err := output(program, "completion", shell)
		if err != nil {
			return nil, err
		}
		found = append(found, file{name, 0o644, []byte(text + "\n")})
	}
	return found, nil
}

// zshCompletion is where zsh looks, except Debian's.
const zshCompletion = "share/zsh/site-functions/_gannet"

// gzipped compresses a text without name and time.
func gzipped(text []byte) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // it fails for an unknown level alone
	_, _ = w.Write(text)                                  // a buffer takes everything
	_ = w.Close()
	return b.Bytes()
}
