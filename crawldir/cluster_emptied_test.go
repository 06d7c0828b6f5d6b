package crawldir_test

import (
	"errors"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gannet/cluster/natsserver"
	"gannet/crawldir"
	"gannet/internal/testweb"
)

// TestEmptiedServersAreNoticed: a machine does not go on with servers that have lost the crawl it belongs to. With the former ones it does.
func TestEmptiedServersAreNoticed(t *testing.T) {
	dir, kept := filepath.Join(t.TempDir(), "0"), t.TempDir()
	web := testweb.New(testweb.DefaultOptions(7).Sized(40, 600))
	for _, c := range []struct {
		about, servers string
		noticed        bool
	}{{"the first", kept, false}, {"emptied", t.TempDir(), true}, {"the first again", kept, false}} {
		server, err := natsserver.Start(natsserver.Options{Dir: c.servers, Listen: "127.0.0.1:0", Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		m, err := openMachine(t.Context(), dir, server.URL(), time.Millisecond, web)
		_, wrong := errors.AsType[*crawldir.OptionError](err)
		if wrong != c.noticed || err != nil && !strings.Contains(err.Error(), "emptied") {
			t.Errorf("%s: %v", c.about, err)
		}
		if err == nil {
			if err := m.Close(); err != nil {
				t.Error(err)
			}
			m.leave()
		}
		server.Close()
	}
}
