// Package frontiertest owns what holds every frontier.Store to the same behaviour: a conformance suite with a naive
// oracle, and the links that benchmarks push.
package frontiertest
