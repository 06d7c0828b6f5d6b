"""Texts to sketches of 128 values with datasketch and rensa, one thread: a line of a Markdown table for each.

Reads the list that ./texts writes. Words are cut by a regular expression and lowered; canonical forms are left out."""

import json
import re
import sys
import time

PERMUTATIONS, SHINGLE = 128, 6
WORD = re.compile(r"\w+")


def shingles(text):
    words = WORD.findall(text.lower())
    return [" ".join(words[i : i + SHINGLE]) for i in range(max(1, len(words) - SHINGLE + 1))]


def timed(name, version, sketch, texts):
    cut = [shingles(t) for t in texts]
    begin = time.perf_counter()
    for s in cut:
        sketch(s)
    alone = time.perf_counter() - begin
    begin = time.perf_counter()
    for t in texts:
        sketch(shingles(t))
    whole = time.perf_counter() - begin
    n = len(texts)
    print(f"| {name} {version} (Python {sys.version.split()[0]}) | {n / whole:.0f} | {n / alone:.0f} |")


def main():
    texts = json.load(sys.stdin)["texts"]
    from importlib.metadata import version

    import datasketch
    import rensa

    def with_datasketch(found):
        m = datasketch.MinHash(num_perm=PERMUTATIONS)
        m.update_batch([s.encode() for s in found])

    def with_rensa(found):
        m = rensa.RMinHash(num_perm=PERMUTATIONS, seed=1)
        m.update(found)
        m.digest()

    timed("datasketch", version("datasketch"), with_datasketch, texts)
    timed("rensa", version("rensa"), with_rensa, texts)


main()
