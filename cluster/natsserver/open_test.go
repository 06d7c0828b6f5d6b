package natsserver

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
)

// TestServersThatOthersReachAskWhoComes: without accounts, or with one for everybody, a server listens on loopback alone.
func TestServersThatOthersReachAskWhoComes(t *testing.T) {
	config := func(text string) string {
		path := filepath.Join(t.TempDir(), "nats.conf")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const user = "authorization { users = [{user: crawler, password: secret}] }\n"
	for _, c := range []struct {
		about, listen, peer, config string
		open                        bool
	}{
		{"loopback", "127.0.0.1:0", "", "", false},
		{"loopback by name", "localhost:0", "", "", false},
		{"all addresses", "0.0.0.0:0", "", "", true},
		{"all addresses of IPv6", "[::]:0", "", "", true},
		{"no account in the configuration", "0.0.0.0:0", "", config("debug: false\n"), true},
		{"an account for everybody", "0.0.0.0:0", "", config("no_auth_user: crawler\n" + user), true},
		{"accounts", "0.0.0.0:0", "", config(user), false},
		{"other servers without a password", "127.0.0.1:0", "0.0.0.0:0", config(user), true},
	} {
		o := Options{Dir: t.TempDir(), Listen: c.listen, Config: c.config, Log: slog.New(slog.DiscardHandler)}
		if c.peer != "" {
			o.Name, o.Peer, o.Peers = "a", c.peer, []string{"127.0.0.1:1"}
		}
		s, err := Start(o)
		if err == nil {
			s.Close()
		}
		if errors.Is(err, ErrOpen) != c.open || !c.open && err != nil {
			t.Errorf("%s: %v", c.about, err)
		}
	}
}
