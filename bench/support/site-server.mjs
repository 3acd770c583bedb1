/**
 * A local site for benchmarks, in its own process: `/p0` to `/p<pages - 1>`, each some 23 KB of HTML with forty links,
 * generated from its number.
 *
 * usage: node bench/support/site-server.mjs PAGES; sends `{port}` to its parent
 */
import { createServer } from 'node:http';

const pages = Number(process.argv[2] ?? 20_000);
const LINKS = 40;
const PARAGRAPHS = 60;
const WORDS = (
  'cheese market valley engine station garden copper window theatre orbit carpet lawyer river cloud paper silver summer bridge doctor island ' +
  'kitchen flavour recipe butter orchard harvest vinegar pepper saffron tomato barley fennel'
).split(' ');

function lcg(seed) {
  let state = (seed * 2_654_435_761 + 12_345) >>> 0;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 0x1_0000_0000) * bound);
  };
}

function page(number) {
  const next = lcg(number + 1);
  const words = (count) => Array.from({ length: count }, () => WORDS[next(WORDS.length)]).join(' ');
  const body = [];
  for (let i = 0; i < PARAGRAPHS; i++) {
    const links =
      i % 3 === 0
        ? `<a class="link" href="/p${next(pages)}">${words(2)}</a> and <a href="/p${next(pages)}">${words(3)}</a>`
        : '';
    body.push(`<p class="text text-${i}">${words(40)} ${links}</p>`);
  }
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${words(4)}</title></head><body><nav><a href="/p0">home</a></nav>${body.join('\n')}</body></html>`;
}

const server = createServer((request, response) => {
  const match = /^\/p(\d+)$/.exec(request.url ?? '');
  if (!match || Number(match[1]) >= pages) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('not found');
    return;
  }
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page(Number(match[1])));
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.({ port: server.address().port, links: LINKS }));
process.on('disconnect', () => process.exit(0));
