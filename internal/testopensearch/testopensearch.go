// Package testopensearch lets tests use a server of OpenSearch of their own, if GANNET_OPENSEARCH_JARS is a directory with its jars and those that
// they need, as `make crash-sinks` brings them.
package testopensearch

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// patience bounds the start of a server, on a machine that has much else to do.
const patience = 10 * time.Minute

//go:embed Server.java
var program []byte

// Server is an OpenSearch server for tests on the loopback interface. It ends with the test.
type Server struct {
	t         testing.TB
	jars, dir string
	ports     [2]string // for HTTP and for other nodes
	cmd       *exec.Cmd
}

// Start starts an OpenSearch server. If its Java archives are not there, the test is skipped.
func Start(t testing.TB) *Server {
	t.Helper()
	jars := os.Getenv("GANNET_OPENSEARCH_JARS")
	if jars == "" {
		t.Skip("no OpenSearch: make crash-sinks brings it")
	}
	s := &Server{t: t, jars: jars, dir: t.TempDir()}
	for i := range s.ports {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		_, s.ports[i], _ = net.SplitHostPort(l.Addr().String())
		l.Close()
	}
	if err := os.WriteFile(s.source(), program, 0o644); err != nil {
		t.Fatal(err)
	}
	if said, err := exec.Command("javac", "-cp", s.classes(), "-d", s.dir, s.source()).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	s.Restart()
	t.Cleanup(s.Kill)
	return s
}

func (s *Server) source() string { return filepath.Join(s.dir, "Server.java") }

func (s *Server) classes() string {
	return s.dir + string(filepath.ListSeparator) + filepath.Join(s.jars, "*")
}

// Address returns the host and port of the server.
func (s *Server) Address() string { return "127.0.0.1:" + s.ports[0] }

// Kill kills the server with the signal SIGKILL.
func (s *Server) Kill() {
	if s.cmd != nil {
		_ = s.cmd.Process.Kill()
		_ = s.cmd.Wait()
		s.cmd = nil
	}
}

// Restart starts the killed server again, and waits until it accepts requests.
func (s *Server) Restart() {
	s.t.Helper()
	s.cmd = exec.Command("java", "-Xmx512m", "-XX:TieredStopAtLevel=1", "-cp", s.classes(), "Server", filepath.Join(s.dir, "home"), s.ports[0], s.ports[1])
	var said bytes.Buffer
	s.cmd.Stdout, s.cmd.Stderr = &said, &said
	if err := s.cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	for begin := time.Now(); ; time.Sleep(200 * time.Millisecond) {
		answer, err := http.Get("http://" + s.Address() + "/_cluster/health?wait_for_status=yellow&timeout=60s")
		if err == nil {
			answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return
			}
		}
		if time.Since(begin) > patience {
			s.Kill()
			s.t.Fatalf("OpenSearch does not start: %s", &said)
		}
	}
}

// Remove deletes an index of the server.
func (s *Server) Remove(index string) {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodDelete, "http://"+s.Address()+"/"+index, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	answer.Body.Close()
}

// Documents returns at most 10,000 documents of an index, by their ids.
func (s *Server) Documents(index string) map[string]map[string]any {
	s.t.Helper()
	url := "http://" + s.Address() + "/" + index
	if answer, err := http.Post(url+"/_refresh", "application/json", nil); err == nil {
		answer.Body.Close()
	}
	answer, err := http.Post(url+"/_search", "application/json", strings.NewReader(`{"size": 10000}`))
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	var found struct {
		Hits struct {
			Hits []struct {
				ID     string         `json:"_id"`
				Source map[string]any `json:"_source"`
			}
		}
	}
	if err := json.NewDecoder(answer.Body).Decode(&found); err != nil || answer.StatusCode != http.StatusOK {
		s.t.Fatal(fmt.Errorf("%s: %w", answer.Status, err))
	}
	documents := make(map[string]map[string]any, len(found.Hits.Hits))
	for _, h := range found.Hits.Hits {
		documents[h.ID] = h.Source
	}
	return documents
}
