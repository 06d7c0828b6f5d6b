package main

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// The user of the proxies of this test. proxyHash is proxyPassword as crypt(3) writes it.
const (
	proxyUser     = "bee"
	proxyPassword = "c2VjcmV0"
	proxyHash     = "$5$gannet$VQOyA69Xz2i1Oi6EpNR3LPUuGaETnHv1.5zyrcDOqtC"
	squidAuth     = "/usr/lib/squid/basic_ncsa_auth"
)

// proxyProgram is a proxy that runs.
type proxyProgram struct {
	scheme string
	port   int
	cmd    *exec.Cmd
	once   sync.Once
}

func (p *proxyProgram) url(password string) string {
	return fmt.Sprintf("%s://%s:%s@127.0.0.1:%d", p.scheme, proxyUser, password, p.port)
}

func (p *proxyProgram) stop() {
	p.once.Do(func() {
		_ = p.cmd.Process.Kill()
		_ = p.cmd.Wait()
	})
}

// start starts a proxy and waits until it listens.
func (p *proxyProgram) start(t *testing.T) *proxyProgram {
	t.Helper()
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.stop)
	for range 200 {
		if c, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", p.port)); err == nil {
			c.Close()
			return p
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("%s does not listen", p.cmd.Path)
	return nil
}

// proxyDir returns a directory that the user of a proxy may write to, with the names of the hosts, and a free port.
func proxyDir(t *testing.T) (dir string, port int) {
	t.Helper()
	dir, err := os.MkdirTemp("", "gannet-proxy")
	if err == nil {
		err = os.Chmod(dir, 0o777)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	write(t, filepath.Join(dir, "hosts"), "127.0.0.1 "+strings.Join(hostNames(), " ")+"\n")
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return dir, l.Addr().(*net.TCPAddr).Port
}

func startSquid(t *testing.T) *proxyProgram {
	dir, port := proxyDir(t)
	write(t, filepath.Join(dir, "users"), proxyUser+":"+proxyHash+"\n")
	config := filepath.Join(dir, "squid.conf")
	write(t, config, fmt.Sprintf(`http_port 127.0.0.1:%d
auth_param basic program %s %[3]s/users
acl known proxy_auth REQUIRED
http_access allow known
http_access deny all
hosts_file %[3]s/hosts
cache deny all
access_log none
cache_log %[3]s/cache.log
pid_filename %[3]s/squid.pid
coredump_dir %[3]s
visible_hostname localhost
`, port, squidAuth, dir))
	p := &proxyProgram{scheme: "http", port: port, cmd: exec.Command("squid", "-N", "-f", config)}
	return p.start(t)
}

// startDante starts dante in a world of its own users and hosts, which libnss-wrapper provides. The system stays as it is.
func startDante(t *testing.T) *proxyProgram {
	dir, port := proxyDir(t)
	write(t, filepath.Join(dir, "passwd"), "root:x:0:0::/:/bin/sh\nnobody:x:65534:65534::/:/bin/false\n"+proxyUser+":x:65533:65534::/:/bin/false\n")
	write(t, filepath.Join(dir, "group"), "root:x:0:\nnogroup:x:65534:\n")
	write(t, filepath.Join(dir, "shadow"), proxyUser+":"+proxyHash+":19000:0:99999:7:::\n")
	config := filepath.Join(dir, "danted.conf")
	write(t, config, fmt.Sprintf(`logoutput: %s/log
internal: 127.0.0.1 port = %d
external: lo
socksmethod: username
clientmethod: none
user.privileged: root
user.unprivileged: nobody
client pass {
  from: 127.0.0.0/8 to: 0.0.0.0/0
}
socks pass {
  from: 127.0.0.0/8 to: 0.0.0.0/0
  socksmethod: username
}
`, dir, port))
	p := &proxyProgram{scheme: "socks5h", port: port, cmd: exec.Command("danted", "-f", config, "-N", "1")}
	p.cmd.Env = append(os.Environ(), "LD_PRELOAD=libnss_wrapper.so")
	for name, file := range map[string]string{"PASSWD": "passwd", "GROUP": "group", "SHADOW": "shadow", "HOSTS": "hosts"} {
		p.cmd.Env = append(p.cmd.Env, "NSS_WRAPPER_"+name+"="+filepath.Join(dir, file))
	}
	return p.start(t)
}
