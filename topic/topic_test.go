package topic

import (
	"bytes"
	"reflect"
	"testing"
)

func TestTopicFileRoundTrip(t *testing.T) {
	want := &Topic{
		Name: "birds", Title: "Birds: all of them", Language: "en",
		Keywords: []string{"bird watching", "no", "Vögel"}, Seeds: []string{"http://a.example/", "https://b.example/?q=1#x"},
		Groups: []Group{{Country: "DE", Language: "de", Keywords: []string{"Vögel"}}, {Country: "NO", Seeds: []string{"https://b.example/?q=1#x"}}},
	}
	c := &Classifier{weights: make([]float32, 1<<tableBits), bias: 0.5}
	c.weights[7], c.weights[1<<tableBits-1] = 32767, -3
	want.Classifier = c
	var b bytes.Buffer
	if err := want.Write(&b); err != nil {
		t.Fatal(err)
	}
	got, err := Read(&b)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
