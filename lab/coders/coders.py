"""Codes the ads that lab/coders prints by classifiers of others, and prints one table for them and gannet.

Usage: coders.py ADS.jsonl SOC10_ISCO08.dta 2010_TO_2019.xlsx [SOURCE ...]

Sources are those whose ads are mostly in English, since the others know no other language. The first file's columns are soc10 and isco08, the second is
O*NET's table of changed codes. A code of the American classification stands for all groups of ISCO-08 that the tables give for it, and is right if one of them is:
that favours the others.
"""
import collections
import json
import re
import sys

import openpyxl
import pandas
import sockit.title

DIGITS = (4, 3, 2, 1)


def crosswalk(isco_file, changes_file):
    """Returns the groups of ISCO-08 for each code of SOC 2018."""
    of_2010 = collections.defaultdict(set)
    for row in pandas.read_stata(isco_file).itertuples():
        of_2010[str(row.soc10)].add(f"{row.isco08:04d}")
    of_2018 = collections.defaultdict(set)
    digits = lambda code: re.sub(r"\D", "", str(code).split(".")[0])
    for row in openpyxl.load_workbook(changes_file, read_only=True).active.iter_rows(values_only=True):
        if row[0] and re.match(r"\d\d-\d{4}", str(row[0])):
            of_2018[digits(row[2])] |= of_2010[digits(row[0])]
    for code, groups in of_2010.items():
        if code not in of_2018:
            of_2018[code] = groups
    return of_2018


def by_sockit(ad, soc):
    found = sockit.title.search(sockit.title.clean(ad["title"]))
    if not found:
        return None
    return soc.get(max(found, key=found.get), set())


def row(name, ads, code):
    coded = [(ad, groups) for ad in ads if (groups := code(ad)) is not None]
    right = [sum(any(r[:n] == g[:n] for r in ad["groups"] for g in groups) for ad, groups in coded) for n in DIGITS]
    said = max(1, len(coded))
    print(f"| {name} | {len(ads)} | {len(coded) / len(ads):.2f} | " + " | ".join(f"{n / said:.2f}" for n in right) + " |")


def main(ads_file, isco_file, changes_file, *sources):
    ads = [json.loads(line) for line in open(ads_file, encoding="utf-8")]
    soc = crosswalk(isco_file, changes_file)
    print("| classifier | ads | coded | four digits | three | two | one |\n|---|--:|--:|--:|--:|--:|--:|")
    for name, part in (("all ads", ads), ("sources in English", [a for a in ads if a["source"] in sources])):
        row(f"gannet, {name}", part, lambda ad: {ad["gannet"]} if ad["gannet"] else None)
        row(f"sockit 0.3.1, {name}", part, lambda ad: by_sockit(ad, soc))


if __name__ == "__main__":
    main(*sys.argv[1:])
