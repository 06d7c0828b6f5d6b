// Package testpostgres lets tests use a PostgreSQL server of their own.
package testpostgres

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// patience bounds one step of a test, on a machine that has much else to do.
const patience = time.Minute

// Server is a PostgreSQL server for tests on a Unix socket. It ends with the test.
type Server struct {
	t       testing.TB
	dir     string
	bin     string
	process *exec.Cmd
}

// Start creates a database cluster and starts its PostgreSQL server. If PostgreSQL is not installed, the test is skipped.
func Start(t testing.TB) *Server {
	t.Helper()
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/postgres")
	if path, err := exec.LookPath("postgres"); err == nil {
		found = append(found, path)
	}
	if len(found) == 0 {
		t.Skip("no PostgreSQL: apt-get install postgresql")
	}
	dir, err := os.MkdirTemp("", "gannet-pg-") // the server's user reaches no directory of t.TempDir
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	s := &Server{t: t, dir: dir, bin: filepath.Dir(slices.Max(found))}
	if as := credential(t); as != nil {
		if err := os.Chown(dir, int(as.Uid), int(as.Gid)); err != nil {
			t.Fatal(err)
		}
	}
	if said, err := s.command("initdb", "-D", s.data(), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "-N").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	s.Restart()
	t.Cleanup(s.Kill)
	return s
}

// Address returns the address of the database.
func (s *Server) Address() string { return "postgres://postgres@/postgres?host=" + s.dir }

// Socket returns the path of the server's socket.
func (s *Server) Socket() string { return filepath.Join(s.dir, ".s.PGSQL.5432") }

// Kill kills the server and all its processes with the signal SIGKILL.
func (s *Server) Kill() {
	if s.process == nil {
		return
	}
	parent := s.process.Process.Pid
	children, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", parent, parent))
	_ = s.process.Process.Kill()
	for _, child := range strings.Fields(string(children)) {
		if pid, err := strconv.Atoi(child); err == nil {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	}
	_ = s.process.Wait()
	s.process = nil
}

// Restart starts the killed server again, and waits until it answers.
func (s *Server) Restart() {
	s.t.Helper()
	begin := time.Now()
	for time.Since(begin) < patience {
		if s.process == nil {
			s.process = s.command("postgres", "-D", s.data(), "-k", s.dir, "-c", "listen_addresses=", "-c", "shared_buffers=16MB")
			if err := s.process.Start(); err != nil {
				s.t.Fatal(err)
			}
		}
		if conn, err := pgconn.Connect(s.t.Context(), s.Address()); err == nil {
			_ = conn.Close(s.t.Context())
			return
		}
		if _, err := os.Stat(fmt.Sprintf("/proc/%d/fd", s.process.Process.Pid)); errors.Is(err, os.ErrNotExist) || s.ended() {
			_ = s.process.Wait() // processes of the killed server were still there
			s.process = nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	s.t.Fatal("PostgreSQL does not start")
}

// ended reports whether the server's process is a zombie.
func (s *Server) ended() bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.process.Process.Pid))
	return err != nil || strings.Contains(string(stat), ") Z ")
}

// Rows returns the rows of a query as text. NULL becomes "".
func (s *Server) Rows(query string) (rows [][]string) {
	s.t.Helper()
	conn, err := pgconn.Connect(s.t.Context(), s.Address())
	if err != nil {
		s.t.Fatal(err)
	}
	defer conn.Close(s.t.Context())
	r := conn.ExecParams(s.t.Context(), query, nil, nil, nil, nil).Read()
	if r.Err != nil {
		s.t.Fatalf("%s: %v", query, r.Err)
	}
	for _, row := range r.Rows {
		var cells []string
		for _, cell := range row {
			cells = append(cells, string(cell))
		}
		rows = append(rows, cells)
	}
	return rows
}

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

// command returns a command of PostgreSQL, as a user other than root.
func (s *Server) command(name string, args ...string) *exec.Cmd {
	c := exec.Command(filepath.Join(s.bin, name), args...)
	c.Dir = s.dir
	c.SysProcAttr = &syscall.SysProcAttr{Credential: credential(s.t)}
	return c
}

// credential returns the user postgres if the test runs as root, under whom the server does not start.
func credential(t testing.TB) *syscall.Credential {
	if os.Getuid() != 0 {
		return nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		t.Skip("no user postgres, and PostgreSQL does not run as root")
	}
	uid, _ := strconv.Atoi(u.Uid)
	gid, _ := strconv.Atoi(u.Gid)
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
}

// Cost is the time that a piece of work with the database has taken.
type Cost struct {
	Wall time.Duration
	CPU  time.Duration // user and system time of this process and of the server
}

// Measure runs work and returns the time that it has taken.
func (s *Server) Measure(work func()) Cost {
	begin, before := time.Now(), s.cpu()
	work()
	return Cost{time.Since(begin), s.cpu() - before}
}

// cpu returns the processor time of this process and of the server's processes, in steps of 10 ms.
func (s *Server) cpu() time.Duration {
	parent := strconv.Itoa(s.process.Process.Pid)
	var ticks int
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, stat := range stats {
		text, _ := os.ReadFile(stat)
		_, rest, _ := strings.Cut(string(text), ") ")
		f := strings.Fields(rest)
		pid := filepath.Base(filepath.Dir(stat))
		if len(f) < 15 || pid != parent && f[1] != parent && pid != strconv.Itoa(os.Getpid()) {
			continue
		}
		counted := f[11:13] // of the process itself
		if pid == parent {
			counted = f[11:15] // and of its children that have ended
		}
		for _, n := range counted {
			n, _ := strconv.Atoi(n)
			ticks += n
		}
	}
	return time.Duration(ticks) * 10 * time.Millisecond
}

// CopyCost returns the time that COPY needs to write the rows of a table into an empty table with the same columns and indexes.
func (s *Server) CopyCost(table string) (cost Cost) {
	s.t.Helper()
	conn, err := pgconn.Connect(s.t.Context(), s.Address())
	if err != nil {
		s.t.Fatal(err)
	}
	defer conn.Close(s.t.Context())
	var rows bytes.Buffer
	if _, err := conn.CopyTo(s.t.Context(), &rows, "COPY "+table+" TO STDOUT"); err != nil {
		s.t.Fatal(err)
	}
	if err := conn.Exec(s.t.Context(), "CREATE TABLE copied (LIKE "+table+" INCLUDING ALL)").Close(); err != nil {
		s.t.Fatal(err)
	}
	cost = s.Measure(func() {
		if _, err := conn.CopyFrom(s.t.Context(), &rows, "COPY copied FROM STDIN"); err != nil {
			s.t.Fatal(err)
		}
	})
	if err := conn.Exec(s.t.Context(), "DROP TABLE copied").Close(); err != nil {
		s.t.Fatal(err)
	}
	return cost
}
