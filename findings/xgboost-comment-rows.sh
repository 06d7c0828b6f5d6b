#!/bin/sh
# XGBoost 3.2.0 reads lists in the text format of SVMrank (grade qid:N feature:value … # note). A comment in the first line is passed over, and
# each comment line further down becomes a row with label 0. scikit-learn's reader passes over both. Seen of two rows with comments:
#   first line: 2 rows, labels [2. 1.]
#   two lines: 3 rows, labels [0. 2. 1.]
#   scikit-learn, two lines: 2 rows, labels [2. 1.]
# The script installs xgboost and scikit-learn from PyPI into a temporary folder. It fails if what is seen changes. It is not part of CI.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install -q xgboost==3.2.0 scikit-learn==1.8.0
cd "$dir"
rows='2 qid:1 1:0.5 2:1 # first
1 qid:1 1:0.25 # second'
printf '# a comment\n%s\n' "$rows" >one
printf '# a comment\n# another\n%s\n' "$rows" >two
seen=$("$dir/venv/bin/python" - 2>/dev/null <<'PY'
import xgboost
from sklearn.datasets import load_svmlight_file

def rows(name, labels):
    print("%s: %d rows, labels %s" % (name, len(labels), labels))
rows("first line", xgboost.DMatrix("one?format=libsvm").get_label())
rows("two lines", xgboost.DMatrix("two?format=libsvm").get_label())
rows("scikit-learn, two lines", load_svmlight_file("two", query_id=True)[1])
PY
)
echo "$seen"
test "$seen" = "first line: 2 rows, labels [2. 1.]
two lines: 3 rows, labels [0. 2. 1.]
scikit-learn, two lines: 2 rows, labels [2. 1.]"
