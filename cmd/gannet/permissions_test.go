package main

import (
	"net/http"

	"gannet/crawler/archive"
)

// ownersPages are a site whose owner says what its pages may be used for, in several places.
var ownersPages = []archive.Page{
	{URL: "/robots.txt", Header: http.Header{"Content-Type": {"text/plain"}},
		Body: []byte("User-agent: *\nAllow: /\nContent-Signal: /essays/ search=yes, ai-train=no, telepathy=no\n")},
	{URL: "/.well-known/tdmrep.json", Header: http.Header{"Content-Type": {"application/json"}},
		Body: []byte(`[{"location": "/data/", "tdm-reservation": 1, "tdm-policy": "https://owners.test/policy"}]`)},
	{URL: "/", Body: []byte(`<title>Bees</title><p>All about bees and their honey.<a href=/essays/hive>hive</a> <a href=/data/hives>data</a> <a href=/photo>photo</a>
<a href=/job>job</a>`)},
	{URL: "/essays/hive", Body: []byte("<title>The hive</title><p>Bees live in a hive, where they keep their honey.")},
	{URL: "/data/hives", Body: []byte("<title>Hives</title><p>How much honey each hive gave, and how many bees there were.")},
	{URL: "/photo", Body: []byte(`<meta name=robots content=noarchive><title>Photo</title><p>A picture of bees in front of a hive of honey.`)},
	{URL: "/job", Header: http.Header{"Content-Type": {"text/html"}, "X-Robots-Tag": {"noai"}}, Body: []byte(`<title>Beekeeper</title><script type="application/ld+json">
{"@context": "https://schema.org", "@type": "JobPosting", "title": "Beekeeper", "description": "Keep the bees of our hives, and harvest the honey twice a year. You have kept bees before. Ask Jane Doe: jane.doe@owners.test, tel. 030 1234567",
"applicationContact": {"@type": "ContactPoint", "name": "Jane Doe", "email": "jane.doe@owners.test", "telephone": "030 1234567"},
"hiringOrganization": {"@type": "Organization", "name": "Honey House"}, "datePosted": "2026-10-01", "jobLocation": {"@type": "Place", "address": "Hiveton"}}
</script><h1>Beekeeper</h1><p>Keep the bees of our hives, and harvest the honey twice a year. You have kept bees before. Ask <b>Jane Doe</b>: <a href="mailto:jane.doe@owners.test">jane.doe@owners.test</a>, tel. 030 1234567`)},
}
