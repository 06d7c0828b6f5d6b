package testweb

import (
	_ "embed"
	"strings"
)

//go:embed vocabulary.txt
var vocabularyText string

// JobsTopic is the name of the topic of job boards, employers and their postings.
const JobsTopic = "jobs"

// general is the topic of pages that belong to no real topic.
const general = -1

// Topics returns the topics for which the generated web has words, in a fixed order.
func Topics() []string {
	_, names := readVocabulary()
	return names[2:]
}

// vocabulary holds the words of one web: read-only after New.
type vocabulary struct {
	glue, shared []string
	topics       [][]string
}

func readVocabulary() (map[string][]string, []string) {
	lists := make(map[string][]string)
	var names []string
	for line := range strings.Lines(vocabularyText) {
		name, words, found := strings.Cut(line, ":")
		if !found || strings.HasPrefix(line, "#") {
			continue
		}
		lists[name] = strings.Fields(words)
		names = append(names, name)
	}
	return lists, names
}

func newVocabulary(topics []string) *vocabulary {
	lists, _ := readVocabulary()
	v := &vocabulary{glue: lists["glue"], shared: lists["shared"]}
	for _, name := range topics {
		words := lists[name]
		if words == nil {
			words = inventWords(name)
		}
		v.topics = append(v.topics, words)
	}
	return v
}

// inventWords makes the vocabulary of a topic for which we have no list. Its name and its words consist of syllables.
func inventWords(topic string) []string {
	syllables := strings.Fields("ba co di fe gu ha jo ki lu ma no pe qui ro sa te vu wa xi zo bra cle dri flo gru ska tro")
	r := random{mixString(1, topic)}
	words := strings.Fields(strings.ToLower(topic))
	for len(words) < 70 {
		word := ""
		for range r.between(2, 4) {
			word += syllables[r.below(len(syllables))]
		}
		words = append(words, word)
	}
	return words
}

// word draws a word of a topic, the frequent ones more often.
func (v *vocabulary) word(topic int, r *random) string {
	words := v.shared
	if topic >= 0 {
		words = v.topics[topic]
	}
	u := r.unit()
	return words[int(u*u*float64(len(words)))]
}
