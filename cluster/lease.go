package cluster

import "time"

// fresh reports whether the machine may ask hosts now.
func (m *member) fresh() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.session != "" && m.now().Sub(m.renewed) < m.ttl/2
}

// lastRenewal returns when the latest renewal began that succeeded, and the session.
func (m *member) lastRenewal() (began time.Time, session string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.renewed, m.session
}

// expired reports whether the lease was renewed so long ago that requests under way must be broken off.
func (m *member) expired() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.session != "" && m.now().Sub(m.renewed) > m.ttl*3/4
}
