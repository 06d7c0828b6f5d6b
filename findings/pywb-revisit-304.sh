#!/bin/sh
# pywb 2.10.0 replays a revisit record of the profile server-not-modified as an empty answer 304 if its block has the header of the 304, as
# the example in WARC 1.1 (ISO 28500:2017, section 6.7.3 and annex) has it. With an empty block it replays the page. Seen:
#   header 304 0 bytes
#   empty 200 32 bytes
# The cause is in pywb/warcserver/resource/resolvingloader.py: a status that begins with 3 is taken for a redirect without a body.
# The script installs pywb from PyPI into a temporary folder. It fails if what is seen changes. It is not part of CI.
set -eu
dir=$(mktemp -d)
server=
trap 'test -z "$server" || kill "$server"; rm -rf "$dir"' EXIT
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install -q pywb==2.10.0
cd "$dir"
python3 - <<'PY'
def record(kind, name, block, date, *fields):
    url = "http://site.test/" + name
    header = ["WARC/1.1", "WARC-Type: " + kind, "WARC-Target-URI: " + url, "WARC-Date: " + date,
              "WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-%012d>" % (2 * len(name) + (kind == "revisit"))]
    if kind == "revisit":
        header += ["WARC-Profile: http://netpreserve.org/warc/1.1/revisit/server-not-modified",
                   "WARC-Refers-To-Target-URI: " + url, "WARC-Refers-To-Date: 2026-01-02T03:04:05Z"]
    if block:
        header.append("Content-Type: application/http; msgtype=response")
    header.append("Content-Length: %d" % len(block))
    return "\r\n".join(header).encode() + b"\r\n\r\n" + block + b"\r\n\r\n"
page = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>Page</title>original body"
with open("t.warc", "wb") as f:
    for name, block in (("header", b'HTTP/1.1 304 Not Modified\r\nETag: "1"\r\n\r\n'), ("empty", b"")):
        f.write(record("response", name, page, "2026-01-02T03:04:05Z") + record("revisit", name, block, "2026-01-03T03:04:05Z"))
PY
"$dir/venv/bin/wb-manager" init t >log 2>&1
"$dir/venv/bin/wb-manager" add t t.warc >>log 2>&1
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
"$dir/venv/bin/wayback" -b 127.0.0.1 -p "$port" >>log 2>&1 &
server=$!
replay() {
	curl -s --retry 60 --retry-delay 1 --retry-connrefused -o /dev/null -w "$1 %{http_code} %{size_download} bytes\n" \
		"http://127.0.0.1:$port/t/20260103030405id_/http://site.test/$1"
}
seen=$(replay header; replay empty)
echo "$seen"
test "$seen" = "header 304 0 bytes
empty 200 32 bytes"
