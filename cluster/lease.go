package cluster

import "time"

// fresh reports whether the lease is recent enough to make requests.
func (m *member) fresh() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.session != "" && m.now().Sub(m.renewed) < m.ttl/2
}

// lastRenewal returns the time at which the latest successful renewal began, and the session.
func (m *member) lastRenewal() (began time.Time, session string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.renewed, m.session
}

// expired reports whether the latest renewal is so old that requests have to be cancelled.
func (m *member) expired() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.session != "" && m.now().Sub(m.renewed) > m.ttl*3/4
}
