#!/bin/sh
# Makes lab/reports/learners.md: the four learners on the same folds of topics, what their grades and features are worth, and
# what the shipped models look at. `make learners` calls it. DRAWS=3 gives more lists than one crawl a topic.
set -eu
DATA=${DATA:-../shared/data}
OUT=${OUT:-out}
DRAWS=${DRAWS:-1}
FOLDS=${FOLDS:-5}
export OMP_WAIT_POLICY=PASSIVE # LightGBM's threads sleep when they wait
test -d "$DATA/webs" || { echo "no data in $DATA: set GANNET_DATA" >&2; exit 1; }
mkdir -p "$OUT/learners"
go build -o "$OUT/gannet" ./cmd/gannet

# collect DIR FLAG… crawls the webs that teach, for their training topics, and writes graded lists of links.
collect() {
	dir=$1
	shift
	rm -rf "$dir"
	for web in enwiki6k uci; do
		"$OUT/gannet" eval --web "$DATA/webs/$web.warc.zst" --labels "$DATA/labels/$web.tsv" --draws "$DRAWS" --seed 21 \
			--split "$DATA/labels/topics.json:train" --collect "$dir" "$@" >/dev/null
	done
}
collect "$OUT/lists"
collect "$OUT/lists-own" --own-grades

# compare LISTS FLAG… with the options of the shipped models.
compare() {
	lists=$1
	shift
	case $lists in
	*/crawl) set -- --leaves 15 --rate 0.08 --share 0.5 --min-rows 100 "$@" ;;
	esac
	"$OUT/gannet" compare "$lists" --folds "$FOLDS" --trees 100 "$@" 2>"$OUT/learners/log" ||
		{ cat "$OUT/learners/log" >&2; exit 1; }
}
tables() {
	printf '\n## The four learners, and what grades and features contribute\n'
	printf '\n**Links as they are found, by the 35 features of the paper.** '
	compare "$OUT/lists/links" --ablate
	printf '\n**Links that wait at one moment of a crawl, by what the crawl knows of them.** '
	compare "$OUT/lists/crawl" --ablate
}
tables >"$OUT/learners/tables.md"

# share GRADES LISTS BALANCE is a row of the table of shares: 0 takes the lists as they are.
share() {
	compare "$2" --learners lambdamart --balance "$3" | awk -F'|' -v grades="$1" '
		match($0, /[0-9.]+% of them relevant/) { share = $0; sub(/.* links, /, "", share); sub(/%.*/, "", share) }
		$2 ~ /any order/ { any = $3 }
		$2 ~ /lambdamart/ { print "| " grades " | " share "% |" any "|" $3 "|" $4 "|" $5 "|" }'
}
shares() {
	printf '\n## MAP by the share of relevant links\n\n'
	printf '| lists, graded by | relevant | MAP of any order | MAP of lambdamart | NDCG | NDCG@10 |\n|---|---|---|---|---|---|\n'
	for schema in links crawl; do
		for balance in 0 .5 .75; do
			share "$schema, labels" "$OUT/lists/$schema" $balance
		done
		for balance in 0 .5 .75; do
			share "$schema, classifier" "$OUT/lists-own/$schema" $balance
		done
	done
	printf '\nThe four learners where half of the links are relevant. '
	compare "$OUT/lists/links" --balance .5
}
shares >"$OUT/learners/shares.md"

# gains MODEL gives the ten features with the largest share of the gain, from the model's card in the manifest.
gains() {
	awk -v model="$1" -F'"' '
		/^    "name"/ { in_model = $4 == model }
		/^      +"name"/ { name = $4 }
		in_model && /"share"/ && /: [0-9.e-]+$/ && name { sub(/.*: /, ""); printf "%.3f %s\n", $0, name; name = "" }
	' models/manifest.json | sort -k1,1nr -s | head -n 10 | awk '{ printf "%s %.1f%%\n", $2, 100 * $1 }'
}
# taught MODEL says what a model was trained on and how its cross-validation went, from its card in the manifest.
taught() {
	awk -v model="$1" -v name="$2" -F'"' '
		/^    "name"/ { in_model = $4 == model }
		!in_model { next }
		/"grades": / { grades = 1 }
		grades && $2 ~ /^[0-3]$/ { sub(/.*: /, ""); n[++grade] = $0 + 0; rows += $0 }
		/\}/ { grades = 0 }
		/\/.*": \{/ { topic = $2 }
		/"map": / && topic {
			sub(/.*: /, "")
			if (!least || $0 + 0 < least) { least = $0 + 0; worst = topic }
			if ($0 + 0 > most) { most = $0 + 0; best = topic }
			topic = ""
		}
		END {
			printf "\n`%s` learned from %d links, of which %.2f%%, %.1f%%, %.2f%% and %.1f%% have grades 0 to 3. ", name, rows, 100*n[1]/rows, 100*n[2]/rows, 100*n[3]/rows, 100*n[4]/rows
			printf "In its cross-validation the\nMAP of topics went from %.2f (%s) to %.2f (%s).\n", least, worst, most, best
		}' models/manifest.json
}
importance() {
	printf '\n## What the models look at\n\nThe ten features with the largest share of the gain of all splits in the shipped '
	printf 'models, beside those of the\npaper (its table 3, of GBRT on its own data).\n\n'
	printf '| | paper | `links` (35 features) | `learned` (44 features) |\n|---|---|---|---|\n'
	gains links >"$OUT/learners/links.gains"
	gains crawl >"$OUT/learners/crawl.gains"
	paste -d '|' - "$OUT/learners/links.gains" "$OUT/learners/crawl.gains" <<-END | awk '{ gsub(/\|/, " | "); print "| " NR " | " $0 " |" }'
		page in English, probability 6.7%
		topic probability of the grandparent 6.7%
		words within 20 of the link, cosine 4.7%
		link within the main content 4.1%
		character n-grams of the URL, cosine 3.8%
		length of the page's title 3.3%
		words within 10 of the link, cosine 3.1%
		topic probability of the page 2.7%
		words of the URL, cosine 2.6%
		words of the page's URL, cosine 2.0%
	END
}
{
	importance
	taught links links
	taught crawl learned
} >"$OUT/learners/importance.md"

cat lab/reports/learners.head.md "$OUT/learners/tables.md" "$OUT/learners/shares.md" "$OUT/learners/importance.md" >lab/reports/learners.md
