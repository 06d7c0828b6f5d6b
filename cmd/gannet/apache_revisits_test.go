package main

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestApacheRevisits needs Apache's httpd: `make apache-check` installs and runs it. mod_deflate gives the tag of a compressed answer a
// suffix, and does not know the tag again. mod_brotli does the same.
func TestApacheRevisits(t *testing.T) {
	apache, err := exec.LookPath("apache2")
	if err != nil {
		if os.Getenv("GANNET_APACHE") != "" {
			t.Fatal("GANNET_APACHE is set and there is no apache2: apt-get install apache2")
		}
		t.Skip("no apache2: make apache-check installs it")
	}
	for _, filter := range []string{"DEFLATE", "BROTLI_COMPRESS"} {
		t.Run(filter, func(t *testing.T) {
			dir := t.TempDir()
			watchUnchanged(t, dir, startApache(t, apache, dir, filter))
		})
	}
}

// startApache serves a folder of its own, compressed by a filter, and returns its port. Its log has the fields of nginx's.
func startApache(t *testing.T, apache, dir, filter string) (port int) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port = l.Addr().(*net.TCPAddr).Port
	l.Close()
	root, config := filepath.Join(dir, nginxHosts[0]), filepath.Join(dir, "apache.conf")
	write(t, config, fmt.Sprintf(`ServerRoot /usr/lib/apache2
ServerName %[3]s
PidFile %[1]s/apache.pid
ErrorLog %[1]s/error.log
Listen %[3]s:%[2]d
LoadModule mpm_event_module modules/mod_mpm_event.so
LoadModule authz_core_module modules/mod_authz_core.so
LoadModule filter_module modules/mod_filter.so
LoadModule deflate_module modules/mod_deflate.so
LoadModule brotli_module modules/mod_brotli.so
LoadModule dir_module modules/mod_dir.so
LoadModule setenvif_module modules/mod_setenvif.so
DocumentRoot %[4]s
DirectoryIndex index.html
<Directory %[4]s>
  ForceType text/html
</Directory>
SetOutputFilter %[5]s
SetEnvIf Request_URI (.*) requested=$1
LogFormat "%%{sec}t.%%{msec_frac}t 0 %%A %%{requested}e %%>s" timed
CustomLog %[1]s/access.log timed
`, dir, port, nginxHosts[0], root, filter))
	writeSite(t, root, false)
	startServer(t, exec.Command(apache, "-X", "-f", config), port)
	return port
}
