package crawler

// lately remembers what was set last, of at least latelyKept keys and at most twice as many. The zero value is ready; it
// is not safe for concurrent use.
type lately[V any] struct{ young, old map[string]V }

// latelyKept is more hosts than a crawl has under way as a rule; one that is forgotten is as one never met.
const latelyKept = 1 << 16

func (l *lately[V]) get(key string) (value V, ok bool) {
	if value, ok = l.young[key]; ok {
		return value, true
	}
	if value, ok = l.old[key]; ok {
		l.set(key, value)
	}
	return value, ok
}

func (l *lately[V]) set(key string, value V) {
	if l.young == nil || len(l.young) >= latelyKept {
		l.young, l.old = make(map[string]V), l.young
	}
	l.young[key] = value
}
