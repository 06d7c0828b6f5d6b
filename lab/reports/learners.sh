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

{
	cat <<'END'
# Learners

Made by `make learners` (`lab/reports/learners.sh`) in some six minutes on two cores with nothing else to do. The same seed gives the
same numbers.

**How.** Crawls give graded lists of links, one crawl for each of the 15 training topics of enwiki6k and uci, by the strategy
`learned` without a model (`gannet eval --collect`). The grades are 3 (relevant and leads on), 2 (relevant), 1 (leads on) and
0 (neither). There are two sets of lists. One has 3,000 links of each crawl, with the 35 features. The other has up to 200 of
the waiting links at some 25 moments of each crawl, with the 44 features of `learned`. `gannet compare` cross-validates by
topic: of five folds three are for training (9 topics), one says when to stop, one is measured. No list of a test topic is
used here. *Any order* is the expectation of an order drawn at random. ± is the standard deviation over folds; in the columns
*MAP against* it is the standard error of the mean difference over topics. The shipped models, last section, learned from six
crawls a topic.

**The learners are alike.** On the links of the paper the other three are .02 to .03 above LambdaMART in MAP. On the moments
of a crawl LambdaMART is .005 to .02 above the others. No difference is twice its standard error over topics. The distances
of GBRT and RankSVM in the paper, .07 and .09, would have shown here; Coordinate Ascent's .01 could not. Trees are for
learning how features go together, and nine topics teach little of that; a linear sum of the same features does as well.
LambdaMART is shipped because it is first on the lists that `learned` orders. There each feature may only raise the score.

**The tunnel grade** changes MAP by -.007 ± .007 on the links and by +.007 ± .006 on the moments: it has no effect. On webs
this dense some 93% of all links lead to a relevant page within three links. So grades 0 and 2 almost vanish, and 1 and 3 say
no more than relevant or not.

**The families.** Of the 35 features, those of the link alone (URL, position, numbers of words) contribute nothing across
topics (without them +.010 ± .015), those of topic and link everything (-.327 ± .051). Of the 44, those of the links beside it
contribute most (-.029 ± .007), then those of the pages that lead to it (-.017 ± .007). Without the texts about its target
little is lost (-.003 ± .013), although trees split by them most. The words of the pages and the harvest of their lists
replace them.

**Why MAP is not the paper's .89.** Few links are relevant here, and MAP depends on how many relevant links a list has: an
order drawn at random has about that share as its MAP. Here it is 15%: lists are drawn evenly from all links found, topics
have a few hundred pages, and a page of enwiki6k links to hundreds of others. The paper drew its links by Shark Search's
weights. Its crawls by Shark Search had .67 to .74 relevant pages, breadth-first ones .21 to .24. The paper does not give the
share in its lists, but its NDCG of .98 to .99 needs a high one.

The table of shares shows the effect. Links are left out at random until 50% and 75% are relevant; then the same learner on
the same folds has MAP .85 and .94, NDCG .976 and .989. The paper's .89 with .98 to .99 lies between. With half of the links
relevant, all four learners are at .85 to .86.

The second reason is the judge. Here labels are the truth, made by rules from categories, hosts and words. The classifier that
gives the features agrees with them in part (F1 .66 on enwiki6k, .92 on uci, in `models/manifest.json`). Graded by that
classifier, as in the paper, the links give MAP .61 in place of .54, and .87 and .95 at the higher shares. Pages that trained
the classifier are in no list, so no link is easy because its target is known. Topics differ, too: the last section names the
worst and the best. The moments of a crawl are harder by construction. Half of each list are the 100 links that the crawl put
first by the same features, the others are the rest that waited. What was easy to find is fetched already.

**Features.** The paper's first feature, the probability of English, cannot matter where nearly all pages are English. A
window of 40 words contributes most, as Pant and Srinivasan found and the paper did not. Then follow, as in the paper, the
topic probability of the page and character n-grams and words of the URL. The gain is far less spread than in the paper, whose
ten first features have 40% of it together.
END
	cat "$OUT/learners/tables.md" "$OUT/learners/shares.md" "$OUT/learners/importance.md"
} >lab/reports/learners.md
