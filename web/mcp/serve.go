package mcp

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Serve answers a client that sends requests to in and reads answers from out, until in ends or ctx is done. Requests that were received
// before that are still answered.
func Serve(ctx context.Context, s *sdk.Server, in io.ReadCloser, out io.WriteCloser) error {
	err := s.Run(ctx, answering{&sdk.IOTransport{Reader: in, Writer: out}})
	if errors.Is(err, io.EOF) || ctx.Err() != nil {
		return nil
	}
	return err
}

// mostRequest bounds a request over HTTP in bytes.
const mostRequest = 1 << 20

// Handler returns an HTTP handler through which s answers clients. The handler checks neither who the clients are nor the Host header;
// package web does that.
func Handler(s *sdk.Server) http.Handler {
	return sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s }, &sdk.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true, DisableLocalhostProtection: true, MaxRequestBodyBytes: mostRequest,
	})
}

// answering is a transport whose connections tell of their end when all requests are answered. The SDK drops them otherwise.
type answering struct{ *sdk.IOTransport }

func (a answering) Connect(ctx context.Context) (sdk.Connection, error) {
	c, err := a.IOTransport.Connect(ctx)
	return &pending{Connection: c}, err
}

// pending counts the requests of a connection that are not answered yet.
type pending struct {
	sdk.Connection
	requests sync.WaitGroup
}

func (p *pending) Read(ctx context.Context) (jsonrpc.Message, error) {
	m, err := p.Connection.Read(ctx)
	if request, ok := m.(*jsonrpc.Request); ok && err == nil && request.ID.IsValid() {
		p.requests.Add(1)
	}
	if errors.Is(err, io.EOF) {
		answered := make(chan struct{})
		go func() {
			p.requests.Wait()
			close(answered)
		}()
		select {
		case <-answered:
		case <-ctx.Done():
		}
	}
	return m, err
}

func (p *pending) Write(ctx context.Context, m jsonrpc.Message) error {
	if _, ok := m.(*jsonrpc.Response); ok {
		defer p.requests.Done()
	}
	return p.Connection.Write(ctx, m)
}
