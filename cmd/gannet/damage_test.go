package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gannet/internal/cli"
)

// damagedCase is a kind of file that gannet reads: where a good one is, and the commands that read it.
type damagedCase struct {
	name     string
	file     string     // in the workshop
	pass     int        // this many damages of each kind, at random places
	version  [2]string  // what says the version, and what another version would say
	needed   string     // what begins the last part of the file, without which it is not whole
	loose    bool       // text whose lines stand alone: a shorter one is good as well
	optional bool       // may be absent
	spare    bool       // no command may mind what it is
	dir      bool       // may be a directory
	commands [][]string // $D is the copy of the workshop
	says     string     // in place of the file: the damage may be such that it is only not found
	place    string     // directory to try it in
	writes   bool       // the commands write beside the file: a crawl goes on
}

// damage is one way to spoil a file. certain says that no command may take the file for good.
type damage struct {
	name    string
	spoil   func(path string) error
	certain bool
}

// rewritten spoils by the content.
func rewritten(name string, certain bool, change func([]byte) []byte) damage {
	return damage{name, func(path string) error {
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(path, change(data), 0o644)
	}, certain}
}

// damages lists the ways to spoil a file of some size, drawn from a seed.
func (c *damagedCase) damages(size int) []damage {
	rng := rand.New(rand.NewPCG(uint64(len(c.name)), uint64(size)))
	list := []damage{
		{"absent", os.Remove, !c.optional},
		{"a directory", func(path string) error { return errors.Join(os.Remove(path), os.Mkdir(path, 0o755)) }, !c.dir},
	}
	if size == 0 {
		return list
	}
	list = append(list,
		rewritten("empty", !c.loose, func([]byte) []byte { return nil }),
		rewritten("noise", true, func(b []byte) []byte {
			for i := range b {
				b[i] = byte(rng.Uint32())
			}
			return b
		}),
		rewritten("zeroed", true, func(b []byte) []byte { clear(b); return b }),
		rewritten("one byte short", false, func(b []byte) []byte { return b[:len(b)-1] }),
		rewritten("half", false, func(b []byte) []byte { return b[:len(b)/2] }),
		rewritten("one byte left", false, func(b []byte) []byte { return b[:1] }),
	)
	if was, is := c.version[0], c.version[1]; was != "" {
		list = append(list, rewritten("of another version", true, func(b []byte) []byte {
			return bytes.Replace(b, []byte(was), []byte(is), 1)
		}))
	}
	if c.needed != "" {
		list = append(list, rewritten("cut before "+c.needed, true, func(b []byte) []byte {
			before, _, _ := bytes.Cut(b, []byte(c.needed))
			return before
		}))
	}
	for range c.pass {
		at, length := rng.IntN(size), 1+rng.IntN(4096)
		list = append(list,
			rewritten(fmt.Sprintf("cut at %d", at), false, func(b []byte) []byte { return b[:min(at, len(b))] }),
			rewritten(fmt.Sprintf("bit flipped at %d", at), false, func(b []byte) []byte {
				b[at%len(b)] ^= 1 << (length % 8)
				return b
			}),
			rewritten(fmt.Sprintf("zeroes at %d", at), false, func(b []byte) []byte {
				clear(b[at%len(b) : min(at%len(b)+length, len(b))])
				return b
			}))
	}
	return list
}

// TestDamagedFilesAreRefusedInOneLine makes every kind of file that gannet reads with gannet itself, spoils it in every
// way, and runs the commands that read it. Each works, or says in one line which file it is and ends with status 1 or
// 2. None of them changes what it reads.
func TestDamagedFilesAreRefusedInOneLine(t *testing.T) {
	t.Parallel() // it waits for the disk more than for the processor
	good := workshop(t)
	for _, c := range damagedCases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.pass = max(c.pass, 1)
			if testing.Short() {
				c.pass = 1
			}
			var err error
			if c.place, err = os.MkdirTemp("", "gannet"); err != nil { // whose name is of no file, as that of t.TempDir is
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = os.RemoveAll(c.place) })
			files, err := filepath.Glob(filepath.Join(good, c.file))
			if err != nil || len(files) == 0 {
				t.Fatal(c.file, err)
			}
			info, err := os.Stat(files[0])
			if err != nil {
				t.Fatal(err)
			}
			c.file = strings.TrimPrefix(files[0], good+string(filepath.Separator))
			for n, args := range c.commands {
				t.Run(fmt.Sprint(n, " ", args[0]), func(t *testing.T) {
					if status, stderr := c.run(t, good, args, nil); status != cli.ExitOK {
						t.Fatalf("the good file: status %d: %s", status, stderr)
					}
					for _, d := range c.damages(int(info.Size())) {
						c.try(t, good, args, d)
					}
				})
			}
		})
	}
}

// try runs one command on one damaged file.
func (c *damagedCase) try(t *testing.T, good string, args []string, d damage) {
	t.Helper()
	status, stderr := c.run(t, good, args, &d)
	what := fmt.Sprintf("%s, %s", c.file, d.name)
	switch {
	case c.spare && status != cli.ExitOK:
		t.Errorf("%s: status %d: %s", what, status, stderr)
	case c.spare:
	case status == cli.ExitOK && d.certain:
		t.Errorf("%s: taken for good", what)
	case status == cli.ExitOK:
	case status != cli.ExitFailed && status != cli.ExitUsage:
		t.Errorf("%s: status %d", what, status)
	case strings.Count(stderr, "\n") != 1 || !strings.HasPrefix(stderr, "gannet: ") || len(stderr) > 1200:
		t.Errorf("%s: not one line: %q", what, stderr)
	case cli.Printable(stderr) != stderr:
		t.Errorf("%s: control characters: %q", what, stderr)
	case !namesFile(stderr, c.file) && (c.says == "" || !strings.Contains(stderr, c.says)):
		t.Errorf("%s: the line does not name it: %s", what, stderr)
	}
}

// namesFile says whether a line names the file, or for a file of a crawl's directory, that.
func namesFile(line, file string) bool {
	return strings.Contains(line, filepath.Base(file)) ||
		strings.Contains(line, filepath.Base(filepath.Dir(file))) && filepath.Dir(file) != "."
}

// run copies the workshop, spoils the file in it and runs a command there. The spoilt file must be as it was after.
func (c *damagedCase) run(t *testing.T, good string, args []string, d *damage) (status int, stderr string) {
	t.Helper()
	dir := filepath.Join(c.place, "damaged")
	if err := errors.Join(os.RemoveAll(dir), os.CopyFS(dir, os.DirFS(good))); err != nil {
		t.Fatal(err)
	}
	name := "the good file"
	if d != nil {
		name = d.name
		if err := d.spoil(filepath.Join(dir, c.file)); err != nil {
			t.Fatal(err)
		}
	}
	before := hashes(t, dir)
	var out, errs bytes.Buffer
	command := slices.Clone(args)
	link, err := os.ReadFile(filepath.Join(good, "link.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range command {
		command[i] = strings.NewReplacer("$D", dir, "$L", string(link)).Replace(command[i])
	}
	status = run(command, &out, &errs)
	after := hashes(t, dir)
	for file, was := range before {
		if c.writes && (file != c.file || status == cli.ExitOK || c.loose) {
			continue
		}
		if after[file] != was {
			t.Errorf("%s, %s: %v changed %s", c.file, name, args, file)
		}
	}
	return status, errs.String()
}

// hashes gives the digest of every file below dir.
func hashes(t *testing.T, dir string) map[string][32]byte {
	t.Helper()
	sums := make(map[string][32]byte)
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, name))
		sums[filepath.FromSlash(name)] = sha256.Sum256(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return sums
}
