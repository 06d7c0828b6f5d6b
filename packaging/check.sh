#!/bin/sh
# Checks what `make dist` makes; `make dist-check` calls it. Two builds of the last commit are compared byte for byte, and
# the packages for this machine's Linux are installed and used: the .deb in a chroot, the wheel in a virtual environment,
# the container's files as its user. It needs root, debootstrap, Python's venv, and 15 minutes. With DIST=DIR it takes the
# packages in DIR and compares none; with ONLY=linux/amd64 it builds those of that platform alone.
set -eu
cd "$(dirname "$0")/.."
GO=${GO:-go}
arch=$($GO env GOARCH)
commit=$(git rev-parse HEAD)
work=$(mktemp -d "${TMPDIR:-/tmp}/gannet-check.XXXXXX")
trap 'rm -rf "$work"' EXIT
say() { printf '\n== %s\n' "$*"; }
fail() { echo "FAILED: $*" >&2; exit 1; }

# build PLACE OUT packages the last commit in a clone. A commit that comes meanwhile does not count.
build() {
	git clone -q . "$work/$1"
	git -C "$work/$1" checkout -q --detach "$commit"
	(cd "$work/$1/packaging" && $GO run . -only "${ONLY:-}" -o "$2")
}

# systems compiles all packages and tests for the other systems.
systems() {
	for system in linux/arm64 darwin/amd64 darwin/arm64 windows/amd64; do
		say "all packages and tests compile for $system"
		export GOOS="${system%/*}" GOARCH="${system#*/}" CGO_ENABLED=0
		$GO vet ./...
		$GO list -test -export -f '' ./... >/dev/null
		unset GOOS GOARCH CGO_ENABLED
	done
}

# lists DIR writes graded lists of four topics, to learn an order from.
lists() {
	mkdir -p "$1"
	for topic in ants bees wasps flies; do
		awk -v topic=$topic 'BEGIN {
			srand(1)
			printf "# schema: links/1\n# feature 1: depth\n# feature 2: cosine\n# topic 1: %s\n", topic
			for (i = 0; i < 200; i++) {
				x = rand()
				printf "%d qid:1 1:%d 2:%.3f # http://%s.test/%d\n", int(4 * x), i % 7, x, topic, i
			}
		}' >"$1/$topic.letor"
	done
}

# page URL TEXT prints a page as a record of a WARC file.
page() {
	printf 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html><title>Bees</title><body>%s</body></html>' "$2" >"$work/http"
	printf 'WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-%012d>\r\n' "${#2}"
	printf 'WARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Target-URI: %s\r\n' "$1"
	printf 'Content-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n' "$(wc -c <"$work/http")"
	cat "$work/http"
	printf '\r\n\r\n'
}

# learns COMMAND… trains an order with LightGBM and one without.
train='--folds 3 --trees 10 --min-rows 5'
learns() {
	"$@" train lists -o trees.model $train
	grep -q '"library": "LightGBM' trees.model.json || fail "LightGBM did not learn"
	"$@" train lists -o line.model --learner ca --restarts 1 --sample 20
}

if test -z "${DIST:-}"; then
	DIST=$work/first
	say "building the last commit"
	build one "$DIST"
	say "building it again elsewhere, from nothing, with other settings"
	(
		umask 077
		export TZ=Asia/Tokyo LC_ALL=C GOCACHE="$work/cache" GOAMD64=v2 GOFLAGS=-tags=other
		build another/place "$work/second"
	)
	diff -r "$DIST" "$work/second" || fail "two builds differ"
	rm -rf "$work/cache" "$work/second"
	systems
fi
DIST=$(realpath "$DIST")
(cd "$DIST" && sha256sum --quiet -c SHA256SUMS)
lists "$work/lists"

unset TMPDIR # a chroot has no other directory than /tmp
say "the .deb in a chroot"
root=$work/chroot
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Identifier: Packages' "Codename: $suite" 'Component: main' | head -n 1)
debootstrap --variant=minbase "$suite" "$root" "$mirror" >"$work/debootstrap.log" || { tail "$work/debootstrap.log"; exit 1; }
cp "$DIST"/gannet_*_"$arch".deb "$root/root/gannet.deb"
chroot "$root" apt-get install -qq -y /root/gannet.deb >"$work/apt.log" 2>&1 || { tail "$work/apt.log"; exit 1; }
cp -r "$work/lists" "$root/root"
chroot "$root" gannet version
chroot "$root" gannet demo
(cd "$root/root" && learns chroot "$root" sh -c 'cd /root && exec gannet "$@"' gannet)
if command -v systemd-analyze >/dev/null; then
	systemd-analyze security --offline=yes --threshold=20 "$root/usr/lib/systemd/system/gannet@.service" | tail -n 1
	sed 's|^ExecStart=/usr/bin/gannet|ExecStart=/bin/true|' "$root/usr/lib/systemd/system/gannet@.service" >"$work/gannet@.service"
	systemd-analyze verify --man=no "$work/gannet@.service"
fi
chroot "$root" dpkg --purge gannet >/dev/null
test ! -e "$root/usr/lib/gannet" || fail "the .deb leaves files behind"

say "the wheel in a virtual environment"
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q --no-index "$DIST"/gannet-*-py3-none-*linux*_"$(uname -m)".whl
(cd "$work" && learns venv/bin/gannet)
"$work/venv/bin/pip" uninstall -q -y gannet
test ! -e "$work/venv/lib/gannet" || fail "the wheel leaves files behind"

say "the container"
image=$work/image
mkdir -p "$image/layers" "$image/root"
tar -xf "$DIST"/gannet_*_"$arch".image.tar -C "$image/layers"
cat "$image/layers"/*.tar.gz | tar -xzp --same-owner -C "$image/root"
size=$(cat "$image/layers"/*.tar.gz | wc -c)
test "$size" -lt 25000000 || fail "the container has $size bytes"
grep -q '"User":"65532:65532"' "$image/layers"/sha256:* || fail "the container has no user"
test "$(grep -c BEGIN "$image/root/etc/ssl/certs/ca-certificates.crt")" -gt 100 || fail "the container has few authorities"
{
	page http://bees.test/ 'bees and hives, <a href="/honey">honey</a>'
	page http://bees.test/honey 'honey of bees'
} >"$image/root/tmp/bees.warc"
inside() { chroot --userspec=65532:65532 "$image/root" /usr/bin/gannet "$@"; }
inside crawl --keywords bees,honey --seeds http://bees.test/ --web /tmp/bees.warc --out /crawl/bees --quiet
inside check /crawl/bees
! inside crawl --keywords bees --seeds http://bees.test/ --web /tmp/bees.warc --out /bees 2>/dev/null || fail "the container writes anywhere"
echo "all packages are in order; the container has $size bytes"
