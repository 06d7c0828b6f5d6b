// Package natsserver runs a NATS server with JetStream in this process: the servers of crawls on several machines, whose logs
// package natslog reads and writes. The server is much code, so only the program gannet-cluster and tests link it.
package natsserver

import (
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"path/filepath"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// Options say on which address a NATS server listens, and where it stores its data.
type Options struct {
	Dir    string // where it keeps its files
	Listen string // HOST:PORT for machines that crawl
	// Name tells the servers of a cluster apart. Peers are the addresses at which the others of the cluster listen for each other, and
	// Peer is this server's own. Without Peers it is a cluster of one.
	Name, Peer string
	Peers      []string
	Config     string // a configuration file of NATS, for TLS and accounts; "" for none
	Log        *slog.Logger
}

// Server is a NATS server with JetStream that runs in this process.
type Server struct{ server *server.Server }

// memory is how much JetStream may have for messages in memory. What gannet keeps there is small.
const memory = 64 << 20

// payload is how long a message may be. What a machine has learned takes some megabytes at most.
const payload = 8 << 20

// startWait is how long a server may take to start.
const startWait = 20 * time.Second

// ErrOpen says that other machines could reach the NATS server without an account, so that anybody could change the crawls on it.
var ErrOpen = errors.New("can be reached from other machines, and anybody could change the crawl: give --config with accounts of NATS, or an address of loopback")

// Start starts a NATS server in this process. The error is ErrOpen if other machines could reach the server without an account. The server
// forces its files to the disk only every few seconds. But if there are several servers, most of them have every acknowledged message.
func Start(o Options) (*Server, error) {
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
	if !isLoopback(host) && !asksClients(c) {
		return nil, fmt.Errorf("--listen %s %w", o.Listen, ErrOpen)
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
	l := &logger{log: o.Log, fatal: make(chan string, 1)}
	s.SetLoggerV2(l, false, false, false)
	s.Start()
	if err := l.await(s); err != nil {
		s.Shutdown()
		return nil, fmt.Errorf("the server does not start at %s: %w", o.Listen, err)
	}
	return &Server{s}, nil
}

// await waits until a server has started, or has said why it does not.
func (l *logger) await(s *server.Server) error {
	ready := make(chan bool, 1)
	go func() { ready <- s.ReadyForConnections(startWait) }()
	select {
	case ok := <-ready:
		if ok {
			return nil
		}
	case text := <-l.fatal:
		return errors.New(text)
	}
	select {
	case text := <-l.fatal:
		return errors.New(text)
	default:
		return fmt.Errorf("it was not ready in %v: is the address in use?", startWait)
	}
}

// withPeers makes the server one of several.
func withPeers(c *server.Options, o Options) (err error) {
	if o.Name == "" || o.Peer == "" {
		return errors.New("a server of several needs a name and an address for the others")
	}
	c.Cluster.Name = "gannet"
	if c.Cluster.Host, c.Cluster.Port, err = splitAddress(o.Peer); err != nil {
		return err
	}
	if !isLoopback(c.Cluster.Host) && c.Cluster.Username == "" && !c.Cluster.TLSMap && (c.Cluster.TLSConfig == nil || c.Cluster.TLSConfig.ClientAuth < tls.RequireAndVerifyClientCert) {
		return fmt.Errorf("--peer %s %w (cluster { authorization { user, password } })", o.Peer, ErrOpen)
	}
	var user *url.Userinfo
	if c.Cluster.Username != "" {
		user = url.UserPassword(c.Cluster.Username, c.Cluster.Password)
	}
	c.Routes = nil
	for _, p := range o.Peers {
		if _, _, err := splitAddress(p); err != nil {
			return err
		}
		c.Routes = append(c.Routes, &url.URL{Scheme: "nats", User: user, Host: p})
	}
	return nil
}

// asksClients reports whether a client of a server has to say who it is.
func asksClients(c *server.Options) bool {
	return c.NoAuthUser == "" && (c.Username != "" || c.Authorization != "" || len(c.Users) > 0 || len(c.Nkeys) > 0 ||
		len(c.TrustedOperators) > 0 || len(c.TrustedKeys) > 0 || c.AuthCallout != nil || c.TLSVerify || c.TLSMap)
}

// isLoopback reports whether only this machine reaches a host.
func isLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
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

// URL returns the address to which the machines of a crawl connect.
func (s *Server) URL() string { return s.server.ClientURL() }

// Close stops the NATS server. Acknowledged messages stay on the disk.
func (s *Server) Close() {
	s.server.Shutdown()
	s.server.WaitForShutdown()
}

// logger passes on what NATS says from warnings upwards.
type logger struct {
	log   *slog.Logger
	fatal chan string // the first reason why the server cannot go on
}

func (l *logger) Noticef(string, ...any)         {}
func (l *logger) Warnf(format string, v ...any)  { l.log.Warn("NATS: " + fmt.Sprintf(format, v...)) }
func (l *logger) Errorf(format string, v ...any) { l.log.Error("NATS: " + fmt.Sprintf(format, v...)) }
func (l *logger) Fatalf(format string, v ...any) {
	l.Errorf(format, v...)
	select {
	case l.fatal <- fmt.Sprintf(format, v...):
	default:
	}
}
func (l *logger) Debugf(string, ...any) {}
func (l *logger) Tracef(string, ...any) {}
