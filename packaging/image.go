package main

import (
	"archive/tar"
	"bytes"
	"encoding/pem"
	"fmt"
	"io"
	"path/filepath"

	"github.com/google/go-containerregistry/pkg/name"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"golang.org/x/crypto/x509roots/fallback/bundle"
)

// user is the number of the user and group in the container.
const user = 65532

// image writes a container image that `docker load` and `podman load` read: the static program, certificate
// authorities, and the directory /crawl, which belongs to the user.
func (b builder) image(all files, p platform, out string) error {
	if p.os != "linux" {
		return nil
	}
	layer, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(b.layer(all))), nil
	}, tarball.WithCompressionLevel(9))
	if err != nil {
		return err
	}
	image, err := mutate.AppendLayers(empty.Image, layer)
	if err != nil {
		return err
	}
	if image, err = mutate.ConfigFile(image, b.imageConfig(p, image)); err != nil {
		return err
	}
	tag, err := name.NewTag("gannet:" + b.release.version)
	if err != nil {
		return err
	}
	return tarball.WriteToFile(filepath.Join(out, "gannet_"+b.release.version+"_"+p.arch+".image.tar"), tag, image)
}

// imageConfig says what a container runs, and as whom.
func (b builder) imageConfig(p platform, image v1.Image) *v1.ConfigFile {
	config, err := image.ConfigFile()
	if err != nil {
		panic(err) // of an image that was just made
	}
	config = config.DeepCopy()
	config.OS, config.Architecture, config.Created = p.os, p.arch, v1.Time{Time: b.release.time}
	config.History = []v1.History{{Created: config.Created, CreatedBy: "make dist"}}
	config.Config = v1.Config{
		User: fmt.Sprintf("%d:%d", user, user), WorkingDir: "/crawl", Entrypoint: []string{"/usr/bin/gannet"},
		Volumes: map[string]struct{}{"/crawl": {}}, StopSignal: "SIGTERM",
		Env: []string{"PATH=/usr/bin", "HOME=/crawl"},
		Labels: map[string]string{
			"org.opencontainers.image.title": "gannet", "org.opencontainers.image.version": b.release.version,
			"org.opencontainers.image.revision": b.release.hash, "org.opencontainers.image.licenses": "Apache-2.0",
		},
	}
	return config
}

// layer returns the files of the container as a tar archive.
func (b builder) layer(all files) []byte {
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for _, dir := range []struct {
		name  string
		mode  int64
		owner int
	}{{"crawl/", 0o755, user}, {"tmp/", 0o1777, 0}} {
		_ = w.WriteHeader(&tar.Header{
			Typeflag: tar.TypeDir, Name: dir.name, Mode: dir.mode, Uid: dir.owner, Gid: dir.owner, ModTime: b.release.time, Format: tar.FormatPAX,
		})
	}
	_ = w.Flush() // a buffer takes everything
	out.Write(tarOf(b.imageFiles(all), b.release.time))
	return out.Bytes()
}

func (b builder) imageFiles(all files) files {
	inside := all.moved(func(name string) string {
		switch name {
		case "bin/gannet", "bin/gannet-cluster", "lib/gannet/gannet-kafka":
			return "usr/" + name
		case licence, thirdParty:
			return "usr/share/doc/gannet/" + name
		}
		return ""
	})
	return join(inside, files{
		{"etc/passwd", 0o644, fmt.Appendf(nil, "root:x:0:0:root:/:/none\ngannet:x:%d:%d:gannet:/crawl:/none\n", user, user)},
		{"etc/group", 0o644, fmt.Appendf(nil, "root:x:0:\ngannet:x:%d:\n", user)},
		{"etc/ssl/certs/ca-certificates.crt", 0o644, authorities()},
	})
}

// authorities returns the certificate authorities that Mozilla trusts without conditions.
func authorities() []byte {
	var b bytes.Buffer
	for root := range bundle.Roots() {
		if root.Constraint == nil {
			_ = pem.Encode(&b, &pem.Block{Type: "CERTIFICATE", Bytes: root.Certificate}) // a buffer takes everything
		}
	}
	return b.Bytes()
}
