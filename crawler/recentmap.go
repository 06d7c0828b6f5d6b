package crawler

// recentMap is a map that forgets its oldest keys. It holds the recentKeys keys that were used last, and at most twice as many. The zero value is
// ready. It is not safe for concurrent use.
type recentMap[V any] struct{ young, old map[string]V }

// recentKeys is larger than the number of hosts that most crawls visit at a time. A host that was forgotten is treated as a new one.
const recentKeys = 1 << 16

func (m *recentMap[V]) get(key string) (value V, ok bool) {
	if value, ok = m.young[key]; ok {
		return value, true
	}
	if value, ok = m.old[key]; ok {
		m.set(key, value)
	}
	return value, ok
}

func (m *recentMap[V]) set(key string, value V) {
	if m.young == nil || len(m.young) >= recentKeys {
		m.young, m.old = make(map[string]V), m.young
	}
	m.young[key] = value
}
