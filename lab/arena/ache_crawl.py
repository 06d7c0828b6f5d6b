"""ACHE, a focused crawler that learns which links to follow: python ache_crawl.py MODE PROXY START WORDS DIRECTORY.

ACHE is the directory of its build: classes/ and the jars in lib/. It is run with the configuration of its documentation for focused crawls
(config_focused_crawl), but without pauses, with one download at a time, and with the proxy. Its page classifier is a regular expression that
finds the mark by which the server says that the topic's classifier takes a page for relevant.
"""

import html
import os
import re
import subprocess
import sys
import urllib.request
from urllib.parse import urlsplit

mode, proxy, start, words, directory = sys.argv[1:]
home = os.environ["ACHE"]
address = urlsplit(proxy)

model = os.path.join(directory, "model")
os.makedirs(model)
with open(os.path.join(model, "pageclassifier.yml"), "w") as f:
    f.write("type: body_regex\nparameters:\n  regular_expressions:\n  - '[\\s\\S]*<!--relevant-->[\\s\\S]*'\n")
with open(os.path.join(directory, "seeds.txt"), "w") as f:
    seeds = urllib.request.build_opener(urllib.request.ProxyHandler({"http": proxy})).open(start).read().decode()
    f.write("\n".join(html.unescape(seed) for seed in re.findall('href="([^"]*)"', seeds)))
with open(os.path.join(directory, "ache.yml"), "w") as f:
    f.write(
        f"""target_storage.store_negative_pages: true
link_storage.max_pages_per_domain: 1000000
link_storage.link_strategy.use_scope: false
link_storage.link_classifier.type: LinkClassifierBaseline
link_storage.online_learning.enabled: true
link_storage.online_learning.type: FORWARD_CLASSIFIER_BINARY
link_storage.online_learning.learning_limit: 1000
link_storage.link_selector: TopkLinkSelector
link_storage.scheduler.host_min_access_interval: 0
link_storage.download_sitemap_xml: false
target_storage.visited_page_limit: 100000000
crawler_manager.downloader.use_okhttp3_fetcher: true
crawler_manager.downloader.okhttp3.proxy_host: {address.hostname}
crawler_manager.downloader.okhttp3.proxy_port: {address.port}
crawler_manager.downloader.download_thread_pool_size: 1
crawler_manager.downloader.user_agent.name: ACHE
crawler_manager.downloader.user_agent.url: http://{urlsplit(start).hostname}/
"""
    )
subprocess.run(
    ["java", "--add-opens", "java.base/java.util=ALL-UNNAMED", "-cp", f"{home}/classes:{home}/lib/*", "achecrawler.Main", "startCrawl",
     "-c", directory, "-o", os.path.join(directory, "data"), "-s", os.path.join(directory, "seeds.txt"), "-m", model],
    check=True, cwd=directory,
)
