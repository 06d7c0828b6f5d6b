package features

import (
	"reflect"
	"testing"
)

func TestProgramsOfAPage(t *testing.T) {
	for name, c := range map[string]struct {
		html string
		want *Programs
	}{
		"no script":        {`<body><div id=root></div>`, nil},
		"data alone":       {`<script type=application/ld+json>{"a":1}</script><div id=root></div>`, nil},
		"a script":         {`<div id=root></div><script>run()</script>`, &Programs{Places: 1, Alone: true}},
		"loaded":           {`<script src=a.js></script><script type=module src=b.js></script>`, &Programs{Scripts: 2, Modules: true}},
		"noscript":         {`<noscript>Enable JavaScript.</noscript><script src=a.js></script>`, &Programs{Scripts: 1, Wanted: true}},
		"a custom element": {`<my-list id=jobs> </my-list><foo></foo><script src=a.js></script>`, &Programs{Scripts: 1, Places: 1}},
		"busy":             {`<div aria-busy=true>a</div><i role=progressbar></i><script src=a.js></script>`, &Programs{Scripts: 1, Busy: 2}},
		"not empty":        {`<div id=a>b</div><div id=c><i></i></div><script src=a.js></script>`, &Programs{Scripts: 1}},
	} {
		got := read(t, c.html).Programs
		if got != nil {
			got.Base, got.Loads = "", nil // tested where they become links
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}
