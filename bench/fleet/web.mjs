/**
 * A generated web behind a forward proxy that logs its requests: `http://siteD.fleetD.example/pN`, each page with links to its own and other sites.
 *
 * usage: node bench/fleet/web.mjs SITES PAGES DELAY_MS; sends `{port}` to its parent, and on each message the log since
 *     the last one, timed by its own clock
 */
import { createServer } from 'node:http';

const [sites, pages, delayMs] = process.argv.slice(2).map(Number);
const LINKS = 20;
const WORDS = ['cheese', 'cheddar', 'rennet', 'engine', 'valley', 'theatre', 'copper', 'window'];

function page(site, number) {
  let state = (site * 1_000_003 + number + 1) >>> 0;
  const below = (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 0x1_0000_0000) * bound);
  };
  const relevant = site % 3 === 0;
  const say = (count) => Array.from({ length: count }, () => WORDS[relevant ? below(4) : 3 + below(5)]).join(' ');
  const paragraphs = Array.from({ length: LINKS }, () => {
    const to = below(2) === 0 ? site : below(sites);
    const text = to % 3 === 0 ? 'fine cheese' : 'other things';
    return `<p>${say(60)} <a href="http://site${to}.fleet${to}.example/p${below(pages)}">${text}</a></p>`;
  });
  return `<!doctype html><html lang="en"><head><title>${relevant ? 'cheese' : 'engine'} ${number}</title></head><body><p>${site} ${number}</p>${paragraphs.join('')}</body></html>`;
}

let log = [];
const server = createServer((request, response) => {
  const match = /^http:\/\/site(\d+)\.fleet\d+\.example\/p(\d+)$/.exec(request.url ?? '');
  if (match) log.push([Number(match[1]), Number(match[2]), performance.now()]);
  setTimeout(() => {
    if (!match || Number(match[1]) >= sites || Number(match[2]) >= pages) response.writeHead(404).end('not found');
    else
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(page(Number(match[1]), Number(match[2])));
  }, delayMs);
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: server.address().port }));
process.on('message', () => {
  process.send?.({ log });
  log = [];
});
process.on('disconnect', () => process.exit(0));
