package natslog

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// ServerOptions say how a server runs.
type ServerOptions struct {
	Dir    string // where it keeps its files
	Listen string // HOST:PORT for machines that crawl
	// Name tells the servers of a cluster apart. Peers are the addresses at which the others of the cluster listen for each other, and
	// Peer is this server's own. Without Peers it is a cluster of one.
	Name, Peer string
	Peers      []string
	Config     string // a configuration file of NATS, for TLS and accounts; "" for none
	Log        *slog.Logger
}

// Server is a NATS server with JetStream in this process.
type Server struct{ server *server.Server }

// memory is how much JetStream may have for messages in memory. What gannet keeps there is small.
const memory = 64 << 20

// payload is how long a message may be. What a machine has learned takes some megabytes at most.
const payload = 8 << 20

// startWait is how long a server may take to start.
const startWait = 20 * time.Second

// Start starts a server. Its files are written to the disk every few seconds at least; with several servers a message that is
// acknowledged is on most of them.
func Start(o ServerOptions) (*Server, error) {
	c := new(server.Options)
	if o.Config != "" {
		var err error
		if c, err = server.ProcessConfigFile(o.Config); err != nil {
			return nil, fmt.Errorf("%s: %w", o.Config, err)
		}
	}
	host, port, err := splitAddress(o.Listen)
	if err != nil {
		return nil, err
	}
	c.Host, c.Port, c.ServerName = host, port, o.Name
	c.JetStream, c.StoreDir, c.NoSigs, c.DisableJetStreamBanner = true, filepath.Join(o.Dir, "nats"), true, true
	if c.MaxPayload == 0 {
		c.MaxPayload = payload
	}
	if c.JetStreamMaxMemory == 0 {
		c.JetStreamMaxMemory = memory
	}
	if len(o.Peers) > 0 {
		if err := withPeers(c, o); err != nil {
			return nil, err
		}
	}
	s, err := server.NewServer(c)
	if err != nil {
		return nil, err
	}
	s.SetLoggerV2(&logger{o.Log}, false, false, false)
	s.Start()
	if !s.ReadyForConnections(startWait) {
		s.Shutdown()
		return nil, fmt.Errorf("the server does not start at %s: is the address in use?", o.Listen)
	}
	return &Server{s}, nil
}

// withPeers makes the server one of several.
func withPeers(c *server.Options, o ServerOptions) (err error) {
	if o.Name == "" || o.Peer == "" {
		return errors.New("a server of several needs a name and an address for the others")
	}
	c.Cluster.Name = "gannet"
	if c.Cluster.Host, c.Cluster.Port, err = splitAddress(o.Peer); err != nil {
		return err
	}
	var routes []string
	for _, p := range o.Peers {
		if _, _, err := splitAddress(p); err != nil {
			return err
		}
		routes = append(routes, "nats://"+p)
	}
	c.Routes = server.RoutesFromStr(strings.Join(routes, ","))
	return nil
}

// splitAddress splits HOST:PORT.
func splitAddress(text string) (host string, port int, err error) {
	host, number, err := net.SplitHostPort(text)
	if err == nil {
		port, err = strconv.Atoi(number)
	}
	if err != nil || host == "" {
		return "", 0, fmt.Errorf("%q is no address: give HOST:PORT", text)
	}
	if port == 0 {
		port = server.RANDOM_PORT
	}
	return host, port, nil
}

// URL is the address for machines that crawl.
func (s *Server) URL() string { return s.server.ClientURL() }

// Close stops the server. Messages that were acknowledged stay.
func (s *Server) Close() {
	s.server.Shutdown()
	s.server.WaitForShutdown()
}

// logger passes on what NATS says from warnings upwards.
type logger struct{ log *slog.Logger }

func (l *logger) Noticef(string, ...any)         {}
func (l *logger) Warnf(format string, v ...any)  { l.log.Warn("NATS: " + fmt.Sprintf(format, v...)) }
func (l *logger) Fatalf(format string, v ...any) { l.log.Error("NATS: " + fmt.Sprintf(format, v...)) }
func (l *logger) Errorf(format string, v ...any) { l.log.Error("NATS: " + fmt.Sprintf(format, v...)) }
func (l *logger) Debugf(string, ...any)          {}
func (l *logger) Tracef(string, ...any)          {}
