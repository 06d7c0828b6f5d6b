#!/bin/sh
# Prints how classifiers of others code the ads of the occupations' test set, beside gannet. `make eval-coders` calls it. ADS is the directory of the
# unpacked job ads. CROSSWALK is one with soc10_isco08.dta and 2010_to_2019_Crosswalk.xlsx, as the repository iscoCrosswalks (eworx-org, MIT) has them in
# data-raw: the first is from IBS (Hardy and others, 2018), the second O*NET's. sockit is free for non-commercial use alone, and is only run here.
set -eu
ADS=${ADS:-.data/pack_dev}
OUT=${OUT:-out}
test -f "${CROSSWALK:?give CROSSWALK=DIRECTORY, see lab/reports/coders.sh}/soc10_isco08.dta"
venv=${TMPDIR:-/tmp}/gannet-coders
test -x "$venv/bin/python" || python3 -m venv "$venv"
"$venv/bin/pip" install --quiet sockit==0.3.1 pandas==3.1.1 openpyxl==3.1.5
mkdir -p "$OUT/lab"
sh lab/run.sh coders -ads "$ADS" >"$OUT/lab/coders.jsonl"
"$venv/bin/python" lab/coders/coders.py "$OUT/lab/coders.jsonl" "$CROSSWALK/soc10_isco08.dta" "$CROSSWALK/2010_to_2019_Crosswalk.xlsx" \
	nhs.jsonl ambreen_indeed.jsonl dice.jsonl et_afriworket.jsonl ma_bayt.jsonl
