// Package wire has the messages between gannet and the program gannet-kafka: JSON values, one after the other, over the program's standard
// input and output.
package wire

import "encoding/json"

// Request is a message to the program gannet-kafka. Exactly one of its fields is set.
type Request struct {
	Open   *Open           `json:"open,omitempty"`   // comes first. It is answered
	Record *Record         `json:"record,omitempty"` // is written in the next commit's transaction. It is not answered
	Commit json.RawMessage `json:"commit,omitempty"` // ends the transaction, with this state. It is answered
}

// Open is the request that says to which topics records are written.
type Open struct {
	Brokers  []string `json:"brokers"` // host:port
	Topic    string   `json:"topic"`
	Events   bool     `json:"events"` // records of events come, too
	TLS      bool     `json:"tls"`
	User     string   `json:"user,omitempty"`     // "" sends no password
	Password string   `json:"password,omitempty"` // by SASL
	SASL     string   `json:"sasl,omitempty"`     // one of Mechanisms
}

// Mechanisms has the names of the SASL mechanisms by which a password can be sent; the first one is the default.
var Mechanisms = []string{"scram-sha-512", "scram-sha-256", "plain"}

// Record is a record that is to be written to a Kafka topic.
type Record struct {
	Event bool            `json:"event,omitempty"` // it belongs into the topic of events
	Key   string          `json:"key"`
	Value json.RawMessage `json:"value,omitempty"` // none removes the key from a compacted topic
}

// Reply is the response of the program gannet-kafka to a request.
type Reply struct {
	State json.RawMessage `json:"state,omitempty"` // what the last transaction committed; none before the first
	Error string          `json:"error,omitempty"`
	Kind  Kind            `json:"kind,omitempty"` // of the error
}

// Kind says what can be done about an error of the program gannet-kafka.
type Kind string

// These are the kinds of errors of the program gannet-kafka.
const (
	Unavailable Kind = "unavailable" // a later try may succeed
	Fenced      Kind = "fenced"      // another run has begun to write
	Refused     Kind = "refused"     // the server does not permit it, or cannot do it
	Divided     Kind = "divided"     // the topic of the cursor has more than one partition
)

// MaxValue is the largest size of a record's value in bytes; longer texts in it are cut. By default a broker accepts at least 1,000,012
// bytes (message.max.bytes) for a batch of records with its headers.
const MaxValue = 900_000

// EventsTopic returns the name of the topic for the events of postings. topic is the name of the topic for the postings themselves.
func EventsTopic(topic string) string { return topic + "-events" }

// CursorTopic returns the name of the topic whose last record is the cursor. topic is the name of the topic for the postings.
func CursorTopic(topic string) string { return topic + "-cursor" }
