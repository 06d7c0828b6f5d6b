package api

import (
	"cmp"
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"runtime"
)

// Dir is the name of the directory with the socket, inside a crawl's directory. Only the user who runs the crawl may enter it.
const Dir = "api"

// socketFile is the name of the socket in Dir.
const socketFile = "socket"

// maxSocketPath is the longest path of a socket: 103 bytes on macOS, 107 on Linux.
const maxSocketPath = 100

// listen makes the socket of a crawl's directory. One that a killed process has left is replaced: the caller has the
// directory's lock, so that no other process listens.
func listen(dir string) (net.Listener, error) {
	own := filepath.Join(dir, Dir)
	if err := os.RemoveAll(own); err != nil {
		return nil, err
	}
	if err := os.Mkdir(own, 0o700); err != nil {
		return nil, err
	}
	var socket net.Listener
	err := withSocketPath(own, func(path string) (err error) {
		socket, err = net.Listen("unix", path)
		return err
	})
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(own))
	}
	if s, ok := socket.(*net.UnixListener); ok {
		s.SetUnlinkOnClose(false) // Close removes the directory
	}
	if err := os.Chmod(filepath.Join(own, socketFile), 0o600); err != nil {
		return nil, errors.Join(err, socket.Close(), os.RemoveAll(own))
	}
	return socket, nil
}

// dial connects to the socket of a crawl's directory.
func dial(ctx context.Context, dir string) (conn net.Conn, err error) {
	err = withSocketPath(filepath.Join(dir, Dir), func(path string) (err error) {
		conn, err = new(net.Dialer).DialContext(ctx, "unix", path)
		return err
	})
	return conn, err
}

// withSocketPath calls use with a path of the socket in a directory. If its own path is too long for a socket, use gets one
// through a symbolic link, which is removed afterwards.
func withSocketPath(own string, use func(path string) error) error {
	if path := filepath.Join(own, socketFile); len(path) <= maxSocketPath {
		return use(path)
	}
	target, err := filepath.Abs(own)
	if err != nil {
		return err
	}
	private, err := shortTempDir()
	if err != nil {
		return err
	}
	defer os.RemoveAll(private)
	link := filepath.Join(private, "d")
	if err := os.Symlink(target, link); err != nil {
		return err
	}
	return use(filepath.Join(link, socketFile))
}

// shortTempDir makes a new directory, of this user alone, whose path leaves room for a socket.
func shortTempDir() (string, error) {
	parent := os.TempDir()
	if len(parent) > maxSocketPath/2 && runtime.GOOS != "windows" {
		parent = cmp.Or(os.Getenv("XDG_RUNTIME_DIR"), "/tmp")
	}
	return os.MkdirTemp(parent, "gannet-")
}
