// Package frontiertest owns the conformance suite of frontier.Store, with its oracle, and the links that benchmarks push.
package frontiertest
