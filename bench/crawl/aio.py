"""A crawler by hand of aiohttp, selectolax and uvloop: every link, nothing kept.

python aio.py PROXY SEEDS
"""

import asyncio
import sys
from urllib.parse import urldefrag, urljoin

import aiohttp
import uvloop
from selectolax.lexbor import LexborHTMLParser

CONCURRENCY = 16


async def main(proxy, seeds):
    known, waiting = set(seeds), asyncio.Queue()
    for url in seeds:
        waiting.put_nowait(url)

    async def work(session):
        while True:
            url = await waiting.get()
            try:
                async with session.get(url, proxy=proxy) as answer:
                    if answer.status == 200 and "html" in answer.content_type:
                        follow(str(answer.url), await answer.read())
            except (aiohttp.ClientError, asyncio.TimeoutError, ValueError):
                pass  # asked for in vain
            waiting.task_done()

    def follow(base, page):
        for link in LexborHTMLParser(page).css("a[href]"):
            try:
                url = urldefrag(urljoin(base, link.attributes["href"] or "")).url
            except ValueError:
                continue
            if url.startswith("http") and url not in known:
                known.add(url)
                waiting.put_nowait(url)

    connections = aiohttp.TCPConnector(limit=CONCURRENCY)
    async with aiohttp.ClientSession(connector=connections, cookie_jar=aiohttp.DummyCookieJar()) as session:
        workers = [asyncio.create_task(work(session)) for _ in range(CONCURRENCY)]
        await waiting.join()
        for worker in workers:
            worker.cancel()


uvloop.run(main(sys.argv[1], open(sys.argv[2]).read().split()))
