#!/bin/sh
# Makes the built sites that lab/rendersites crawls, one in each subdirectory of DIR, out of packages of npm: the documents or descriptions of one
# package, shown by the scripts of another. Usage: sh lab/rendersites/sites.sh DIR
set -eu
mkdir -p "$1/.npm"
root=$(cd "$1" && pwd)

# from unpacks a package of npm, and prints its directory.
from() {
	dir=$root/.npm/$(echo "$1" | tr '@/' '__')
	if [ ! -d "$dir" ]; then
		(cd "$root/.npm" && mv "$(npm pack --silent "$1" | tail -1)" package.tgz)
		mkdir "$dir"
		tar -xzf "$root/.npm/package.tgz" -C "$dir" --strip-components=1
	fi
	echo "$dir"
}

# documents copies the Markdown files of a directory to a new site, with a package's README as the first page.
documents() { # SITE PACKAGE DIRECTORY
	site=$root/$1
	rm -rf "$site"
	mkdir "$site"
	package=$(from "$2")
	(cd "$package/$3" && find . -name '*.md' -exec cp --parents {} "$site" \;)
	cp "$package/README.md" "$site/README.md"
}

# names prints the path of each document without its ending.
names() { (cd "$site" && find . -name '*.md' ! -name README.md ! -name _sidebar.md | sed 's|^\.||; s|\.md$||' | LC_ALL=C sort); }

docute() { # SITE PACKAGE DIRECTORY
	documents "$@"
	cp "$(from docute@4.23.3)/dist/docute.js" "$site"
	links=$(names | sed "s|.*|{title: '&', link: '&'},|")
	printf '%s' "<!DOCTYPE html><html><head><title>$1</title></head><body><div id=docute></div><script src=/docute.js></script>
<script>new Docute({target: '#docute', router: {mode: 'history'}, sourcePath: '/', sidebar: [{title: 'Documents', links: [$links]}]})</script></body></html>" >"$site/index.html"
}

docsify() { # SITE PACKAGE DIRECTORY
	documents "$@"
	cp "$(from docsify@4.13.1)/lib/docsify.min.js" "$site"
	names | sed 's|.*|- [&](&.md)|' >"$site/_sidebar.md"
	printf '%s' "<!DOCTYPE html><html><head><title>$1</title><base href=/></head><body><div id=app>Please wait...</div>
<script>window.\$docsify = {routerMode: 'history', loadSidebar: true, alias: {'/.*/_sidebar.md': '/_sidebar.md'}}</script><script src=/docsify.min.js></script></body></html>" >"$site/index.html"
}

# descriptions makes a site of descriptions of interfaces, each of which a script shows on a page of its own.
descriptions() { # SITE PAGE SCRIPT…
	site=$root/$1
	page=$2
	shift 2
	rm -rf "$site"
	mkdir "$site"
	cp "$@" "$site"
	for name in petstore callbacks link-example star-trek uspto security response-examples request-examples; do
		mkdir "$site/$name"
		cp "$(from @readme/oas-examples@8.2.2)/3.0/json/$name.json" "$site/$name/openapi.json"
		echo "$page" >"$site/$name/index.html"
		echo "<li><a href='/$name/'>API of $name</a>"
	done >"$site/index.html"
}

docute docute-fastify fastify@5.12.8 docs
docute docute-undici undici@8.13.1 docs/docs
docute docute-markdownlint markdownlint@0.40.0 doc
docsify docsify-pino pino@10.4.0 docs
docsify docsify-jest eslint-plugin-jest@29.17.0 docs
descriptions redoc '<!DOCTYPE html><title>API</title><redoc spec-url=openapi.json></redoc><script src=/redoc.standalone.js></script>' \
	"$(from redoc@2.5.1)/bundles/redoc.standalone.js"
swagger=$(from swagger-ui-dist@5.35.0)
descriptions swagger "<!DOCTYPE html><title>Swagger UI</title><div id=swagger-ui></div><script src=/swagger-ui-bundle.js></script><script src=/swagger-ui-standalone-preset.js></script>
<script>window.onload = () => SwaggerUIBundle({url: 'openapi.json', dom_id: '#swagger-ui', presets: [SwaggerUIBundle.presets.apis]})</script>" \
	"$swagger/swagger-ui-bundle.js" "$swagger/swagger-ui-standalone-preset.js"
descriptions elements '<!doctype html><title>Elements</title><script src=/web-components.min.js></script><elements-api apiDescriptionUrl=openapi.json router=hash></elements-api>' \
	"$(from @stoplight/elements@9.0.25)/web-components.min.js"

# Storybook, with one file in eight of the stories of Grommet. Its menu is closed, so a crawl gets the addresses of one manual in three.
build=$root/.npm/storybook
mkdir -p "$build/.storybook" "$build/stories"
cd "$build"
[ -d node_modules/grommet ] || {
	npm init -y >npm.log
	npm pkg set type=module
	npm install --silent --no-audit --no-fund storybook@10.6.7 @storybook/react-vite@10.6.7 @storybook/addon-docs@10.6.7 vite@7 react@18 react-dom@18 \
		grommet@2.57.0 grommet-icons@4 styled-components@5 prop-types@15
}
find node_modules/grommet/es6 -name '*.stories.js' ! -path '*Themed*' -exec grep -L "from '[./]" {} + | LC_ALL=C sort | awk 'NR % 8 == 1' |
	while read -r story; do cp "$story" "stories/$(echo "$story" | sed 's|.*/components/||; s|/|-|g')"; done
echo "export default {stories: ['../stories/*.stories.js'], addons: ['@storybook/addon-docs'], framework: '@storybook/react-vite', core: {disableTelemetry: true}}" >.storybook/main.js
echo "export default {tags: ['autodocs']}" >.storybook/preview.js
npx storybook build --quiet -o "$root/storybook" >storybook.log 2>&1
grep -o '"id":"[^"]*--docs"' "$root/storybook/index.json" | awk -F '"' 'NR % 3 == 1 {print "?path=/docs/" $4}' >"$root/storybook/.seeds"
