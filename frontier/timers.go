package frontier

// timerKind says what a timer is about.
type timerKind uint8

const (
	timerHost timerKind = iota // id is a host that has rested
	timerSlot                  // id is a slot that has rested
	timerLink                  // id is a record whose back-off is over
)

type timer struct {
	at   int64
	kind timerKind
	id   uint32
}

// timers is a binary heap, earliest first. A timer whose reason has gone stays until its time comes or until it is
// seen on top.
type timers struct{ heap []timer }

func (t *timers) add(x timer) {
	t.heap = append(t.heap, x)
	i := len(t.heap) - 1
	for ; i > 0 && t.heap[(i-1)/2].at > x.at; i = (i - 1) / 2 {
		t.heap[i] = t.heap[(i-1)/2]
	}
	t.heap[i] = x
}

// next gives the earliest timer.
func (t *timers) next() (timer, bool) {
	if len(t.heap) == 0 {
		return timer{}, false
	}
	return t.heap[0], true
}

func (t *timers) drop() {
	last := len(t.heap) - 1
	x := t.heap[last]
	t.heap = t.heap[:last]
	if last == 0 {
		return
	}
	i := 0
	for {
		child := 2*i + 1
		if child+1 < last && t.heap[child+1].at < t.heap[child].at {
			child++
		}
		if child >= last || t.heap[child].at >= x.at {
			break
		}
		t.heap[i] = t.heap[child]
		i = child
	}
	t.heap[i] = x
}
