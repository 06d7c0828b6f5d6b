"""Scrapy with the settings that its documentation recommends for broad crawls: every link, nothing kept.

python scrapy.py PROXY SEEDS
"""

import sys

sys.path.pop(0)  # this file's directory, where "scrapy" is this file

import scrapy  # noqa: E402
from scrapy.crawler import CrawlerProcess  # noqa: E402
from scrapy.linkextractors import LinkExtractor  # noqa: E402


class Web(scrapy.Spider):
    name = "web"
    links = LinkExtractor(deny_extensions=())

    async def start(self):
        with open(sys.argv[2]) as seeds:
            for line in seeds:
                yield scrapy.Request(line.strip())

    def parse(self, response):
        if isinstance(response, scrapy.http.HtmlResponse):
            for link in self.links.extract_links(response):
                yield scrapy.Request(link.url)


process = CrawlerProcess(
    {
        "CONCURRENT_REQUESTS": 100,
        "CONCURRENT_REQUESTS_PER_DOMAIN": 100,
        "SCHEDULER_PRIORITY_QUEUE": "scrapy.pqueues.DownloaderAwarePriorityQueue",
        "REACTOR_THREADPOOL_MAXSIZE": 20,
        "LOG_LEVEL": "ERROR",
        "COOKIES_ENABLED": False,
        "RETRY_ENABLED": False,
        "DOWNLOAD_TIMEOUT": 15,
        "REFERER_ENABLED": False,
        "TELNETCONSOLE_ENABLED": False,
        "ROBOTSTXT_OBEY": False,
    }
)  # the proxy is that of the environment
process.crawl(Web)
process.start()
