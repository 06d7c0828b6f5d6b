// Crawlee's CheerioCrawler: every link, storage in memory, nothing kept.
//
//     node main.mjs PROXY SEEDS
import { readFileSync } from 'node:fs';
import { CheerioCrawler, Configuration, LogLevel, ProxyConfiguration, log } from '@crawlee/cheerio';

const [proxy, seeds] = process.argv.slice(2);
log.setLevel(LogLevel.OFF);

const crawler = new CheerioCrawler(
    {
        proxyConfiguration: new ProxyConfiguration({ proxyUrls: [proxy] }),
        minConcurrency: 10, // where its autoscaling begins; else it begins with one request at a time
        maxConcurrency: 200,
        maxRequestRetries: 0,
        useSessionPool: false,
        persistCookiesPerSession: false,
        respectRobotsTxtFile: false,
        async requestHandler({ enqueueLinks }) {
            await enqueueLinks({ strategy: 'all' });
        },
    },
    new Configuration({ persistStorage: false, availableMemoryRatio: 0.5 }),
);
await crawler.run(readFileSync(seeds, 'utf8').split('\n').filter(Boolean));
