// Crawls the site of a URL by Crawlee's adaptive crawler, and prints the first heading of each page as a line of JSON. Pages without a heading are
// tried in a browser by Crawlee's own rule. The second argument is the browser's program.
import { AdaptivePlaywrightCrawler, Configuration, log } from 'crawlee'

const [start, browser] = process.argv.slice(2)
log.setLevel(log.LEVELS.OFF)
const crawler = new AdaptivePlaywrightCrawler({
  maxConcurrency: 2,
  launchContext: { launchOptions: { executablePath: browser, args: ['--no-sandbox'] } },
  async requestHandler({ parseWithCheerio, pushData, enqueueLinks, request }) {
    const $ = await parseWithCheerio('h1')
    await pushData({ title: $('h1').first().text(), url: request.url })
    const urls = $('a[href]').map((_, a) => new URL($(a).attr('href'), request.loadedUrl ?? request.url).href).get()
    await enqueueLinks({ urls, strategy: 'same-origin' })
  },
}, new Configuration({ persistStorage: false }))
await crawler.run([start])
await (await crawler.getDataset()).forEach(page => console.log(JSON.stringify(page)))
console.error(JSON.stringify({ http: crawler.stats.state.httpOnlyRequestHandlerRuns, browser: crawler.stats.state.browserRequestHandlerRuns }))
