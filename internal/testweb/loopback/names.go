package loopback

import (
	"context"
	"net"

	"golang.org/x/net/dns/dnsmessage"
)

// Resolver returns a resolver that uses the name server at this UDP address.
func Resolver(at string) *net.Resolver {
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "udp", at)
	}}
}

// resolve answers DNS queries until the socket is closed.
func (s *Server) resolve() {
	question := make([]byte, 512)
	for {
		n, from, err := s.names.ReadFromUDPAddrPort(question)
		if err != nil {
			return
		}
		if answer, err := s.name(question[:n]); err == nil {
			_, _ = s.names.WriteToUDPAddrPort(answer, from) // lost like any datagram
		}
	}
}

// name answers one DNS query.
func (s *Server) name(message []byte) ([]byte, error) {
	var p dnsmessage.Parser
	header, err := p.Start(message)
	if err != nil {
		return nil, err
	}
	q, err := p.Question()
	if err != nil {
		return nil, err
	}
	name := q.Name.String()
	addr := address(s.web, name[:len(name)-1])
	header.Response, header.Authoritative, header.RecursionAvailable = true, true, true
	if !addr.IsValid() {
		header.RCode = dnsmessage.RCodeNameError
	}
	b := dnsmessage.NewBuilder(nil, header)
	if err := b.StartQuestions(); err != nil {
		return nil, err
	}
	if err := b.Question(q); err != nil {
		return nil, err
	}
	if q.Type == dnsmessage.TypeA && addr.IsValid() {
		if err := b.StartAnswers(); err != nil {
			return nil, err
		}
		head := dnsmessage.ResourceHeader{Name: q.Name, Class: dnsmessage.ClassINET, TTL: 300}
		if err := b.AResource(head, dnsmessage.AResource{A: addr.As4()}); err != nil {
			return nil, err
		}
	}
	return b.Finish()
}
