package records_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"gannet/features"
	"gannet/features/records"
)

// stream writes an answer bit by bit while it is read, so that a test need not hold it. It counts its bytes.
type stream struct {
	next func() string // "" at the end
	rest string
	size int
}

func (s *stream) Read(p []byte) (int, error) {
	if s.rest == "" {
		s.rest = s.next()
		s.size += len(s.rest)
	}
	if s.rest == "" {
		return 0, io.EOF
	}
	n := copy(p, s.rest)
	s.rest = s.rest[n:]
	return n, nil
}

// answerOf returns an answer of a head, records that item writes, and a tail.
func answerOf(head string, count int, item func(i int) string, tail string) *stream {
	i := -2
	return &stream{next: func() string {
		switch i++; {
		case i == -1:
			return head
		case i < count:
			return item(i)
		case i == count:
			return tail
		}
		return ""
	}}
}

const sentence = "You keep the nets, the sails and the ropes of the fleet in order. "

// TestPagesOfLargeAnswers reads answers of 7 MB. Each record must be in one part, with what stands beside the list, and no more than a part, a record and
// what decoders read ahead may have been read beyond the records whose pages were made.
func TestPagesOfLargeAnswers(t *testing.T) {
	const count = 7000
	text := strings.Repeat(sentence, 15)
	comma := func(i int) string { return strings.Repeat(",", min(i, 1)) }
	for _, test := range []struct {
		name     string
		answer   *stream
		mark     string // before the number of each record
		list     string
		in, last string // what each part has, and what the last one has
	}{
		{"a list in an object", answerOf(`{"board":{"name":"Port"},"old":[{"x":1}],"jobs":[`, count, func(i int) string {
			return fmt.Sprintf(`%s{"n":"no %d;","tags":[{"a":1}],"text":"%s"}`, comma(i), i, text)
		}, `],"total":7000}`), `"n":"no `, "/jobs", `"board":{"name":"Port"}`, `"total":7000`},
		{"a list", answerOf("\n[", count, func(i int) string { return fmt.Sprintf(`%s{"n":"no %d;","text":"%s"}`, comma(i), i, text) }, "]"), `"n":"no `, "", "", ""},
		{"lines", answerOf("\n", count, func(i int) string { return fmt.Sprintf("{\"n\":\"no %d;\",\"text\":\"%s\"}\n", i, text) }, "\n"), `"n":"no `, "", "", ""},
		{"rows under columns", answerOf(`{"columns":[{"name":"n"},{"name":"text"},{"name":"z"}],"rows":[`, count, func(i int) string {
			return fmt.Sprintf(`%s["no %d;","%s","z"]`, comma(i), i, text)
		}, "]}"), `"n":"no `, "/rows", `"columns":`, ""},
		{"rows under a first row", answerOf(`[["n","text","z"]`, count, func(i int) string { return fmt.Sprintf(`,["no %d;","%s",%d]`, i, text, i) }, "]"), `"n":"no `, "", "", ""},
		{"XML", answerOf(`<?xml version="1.0"?><feed><board>Port</board>`, count, func(i int) string {
			return fmt.Sprintf("<job><n>no %d;</n><tags><tag>a</tag><tag>b</tag></tags><text>%s</text></job>", i, text)
		}, "<end>yes</end></feed>"), `"n":"no `, "/feed/job", `"board":"Port"`, `"end":"yes"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			next, parts, last := 0, 0, ""
			err := records.Pages("https://a.example/api", test.answer, func(made []byte) error {
				parts++
				if !records.IsMade(made) || len(made) > 2<<20 {
					t.Fatalf("a page of %d bytes", len(made))
				}
				p, err := features.NewReader().Read("https://a.example/api", made)
				if err != nil {
					t.Fatal(err)
				}
				data, ok := records.Of(p)
				if part := records.PartOf(p); !ok || part.First != next || next > 0 && part.List != test.list {
					t.Fatalf("part %+v after %d records", part, next)
				}
				for rest := data; ; next++ {
					_, after, found := strings.Cut(rest, test.mark)
					if !found {
						break
					}
					if rest = after; !strings.HasPrefix(rest, fmt.Sprint(next, ";")) {
						t.Fatalf("record %.9s, want %d", rest, next)
					}
				}
				if !strings.Contains(data, test.in) {
					t.Fatalf("part %d is without what stands beside the list: %.200s", parts, data)
				}
				if ahead := test.answer.size - next*(len(text)+20); parts > 1 && next < count && ahead > 5<<20 {
					t.Fatalf("%d bytes were read beyond the %d records of the pages", ahead, next)
				}
				last = data
				return nil
			})
			if err != nil || next != count || test.answer.size < 6<<20 || parts < 10 || !strings.Contains(last, test.last) {
				t.Errorf("%d records in %d parts of %d bytes, the last with %.80q: %v", next, parts, test.answer.size, last, err)
			}
		})
	}
}

// TestBoundsOfLargeAnswers gives answers that cannot be split, are broken behind their first parts, or are not wanted any more.
func TestBoundsOfLargeAnswers(t *testing.T) {
	long := strings.Repeat(sentence, 100)
	member := func(i int) string { return fmt.Sprintf(`"k%d":{"text":"%s"},`, i, long) }
	record := func(i int) string { return fmt.Sprintf(`{"n":%d,"text":"%s"},`, i, long) }
	enough := errors.New("enough")
	for _, test := range []struct {
		name   string
		answer *stream
		stop   bool
		want   error
		most   int // bytes that may be read
	}{
		{"one text", answerOf(`{"jobs":[{"text":"`, 20_000, func(int) string { return long }, `"}]}`), false, records.ErrTooLarge, 10 << 20},
		{"an object without lists", answerOf(`{`, 20_000, member, `"end":1}`), false, records.ErrTooLarge, 10 << 20},
		{"one element", answerOf(`<?xml version="1.0"?><a>`, 20_000, func(int) string { return long }, `</a>`), false, records.ErrTooLarge, 10 << 20},
		{"many small values", answerOf(`{"a":[`, 8_000_000, func(int) string { return `[],` }, `0]}`), false, nil, 30 << 20},
		{"texts between lists", answerOf(`{`, 3_000, func(i int) string { return fmt.Sprintf(`"k%d":"%s","l%d":[{"x":1},{"x":"%s"}],`, i, long, i, long) }, `"end":1}`), false, records.ErrTooLarge, 10 << 20},
		{"deep", answerOf(`{"jobs":[`, 1000, func(i int) string {
			if i == 900 {
				return strings.Repeat("[", 60) + strings.Repeat("]", 60) + ","
			}
			return record(i)
		}, `0]}`), false, records.ErrTooLarge, 10 << 20},
		{"cut off", answerOf(`{"jobs":[`, 1000, record, ``), false, records.ErrBroken, 10 << 20},
		{"wrong behind the list", answerOf(`{"jobs":[`, 1000, record, `0],}`), false, records.ErrBroken, 10 << 20},
		{"wrong element", answerOf(`<?xml version="1.0"?><a>`, 1000, func(int) string { return "<b><c>" + long + "</c></b>" }, `</b>`), false, records.ErrBroken, 10 << 20},
		{"no more wanted", answerOf(`{"jobs":[`, 20_000, record, `0]}`), true, enough, 10 << 20},
	} {
		t.Run(test.name, func(t *testing.T) {
			err := records.Pages("https://a.example/api", test.answer, func([]byte) error {
				if test.stop {
					return enough
				}
				return nil
			})
			if !errors.Is(err, test.want) || test.want == nil && err != nil || test.answer.size > test.most {
				t.Errorf("%v after %d bytes, want %v", err, test.answer.size, test.want)
			}
		})
	}
}
