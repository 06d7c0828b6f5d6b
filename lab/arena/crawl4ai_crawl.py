"""Crawl4AI over HTTP without a browser, from one start page: python crawl4ai_crawl.py MODE PROXY START WORDS DIRECTORY.

MODE is best-first, its BestFirstCrawlingStrategy with the KeywordRelevanceScorer of its documentation, or adaptive, its AdaptiveCrawler
with the defaults, which ends by itself.
"""

import asyncio
import os
import sys

mode, proxy, start, words, directory = sys.argv[1:]
os.environ["CRAWL4_AI_BASE_DIRECTORY"] = directory  # before the import: it keeps a cache there

from crawl4ai import AdaptiveCrawler, AsyncWebCrawler, CacheMode, CrawlerRunConfig, ProxyConfig  # noqa: E402
from crawl4ai.async_crawler_strategy import AsyncHTTPCrawlerStrategy  # noqa: E402
from crawl4ai.deep_crawling import BestFirstCrawlingStrategy  # noqa: E402
from crawl4ai.deep_crawling.scorers import KeywordRelevanceScorer  # noqa: E402
from crawl4ai.egress_policy import set_egress_proxy  # noqa: E402


class Proxied(AsyncHTTPCrawlerStrategy):
    """Its HTTP strategy through the proxy, whatever configuration a page is requested with."""

    async def crawl(self, url, config=None, **others):
        config = (config or CrawlerRunConfig()).clone(proxy_config=ProxyConfig(server=proxy), cache_mode=CacheMode.BYPASS)
        return await super().crawl(url, config=config, **others)


async def main():
    set_egress_proxy(proxy)  # of its previews of links
    async with AsyncWebCrawler(crawler_strategy=Proxied(), verbose=False) as crawler:
        if mode == "adaptive":
            state = await AdaptiveCrawler(crawler).digest(start_url=start, query=words)
            print("pages", len(state.crawled_urls), "metrics", state.metrics)
            return
        order = BestFirstCrawlingStrategy(max_depth=1000, max_pages=1_000_000, url_scorer=KeywordRelevanceScorer(keywords=words.split()))
        config = CrawlerRunConfig(deep_crawl_strategy=order, stream=True, verbose=False, mean_delay=0, max_range=0)  # no pauses
        failed = 0
        async for result in await crawler.arun(start, config=config):
            if not result.success:
                failed += 1
                print(result.url, result.error_message)
        print("failed", failed)


asyncio.run(main())
