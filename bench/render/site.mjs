/**
 * A site of many hosts for rendering benchmarks, in its own process; every host is this machine under another name.
 *
 * static-N.test: static pages. spa-N.test: an empty root that a script fills from JSON. mixed.test: static articles,
 * and lists filled by a script.
 * widget-N.test: static pages with an empty root that stays empty. Each page links to others of its host, and a host's
 * first pages link to the next host.
 *
 * Any other name is a static host that links only to itself.
 *
 * usage: node bench/render/site.mjs PAGES_PER_HOST; sends `{port, hosts}` to its parent
 */
import { createServer } from 'node:http';

const pages = Number(process.argv[2] ?? 60);
const hosts = ['static-1', 'static-2', 'static-3', 'static-4', 'widget-1', 'mixed', 'spa-1', 'spa-2'].map(
  (name) => `${name}.test`,
);
const WORDS =
  'cheese market valley engine station garden copper window theatre orbit carpet lawyer river cloud paper silver summer bridge doctor island'.split(
    ' ',
  );
const LINKS = 12;

const words = (seed, count) =>
  Array.from({ length: count }, (_, i) => WORDS[(seed * 31 + i * 17 + ((seed * i) >>> 3)) % WORDS.length]).join(' ');
const paragraphs = (seed) => Array.from({ length: 20 }, (_, i) => `<p>${words(seed + i, 60)}</p>`).join('\n');
/** Half of the pages of `mixed.test` are lists. */
const pathOf = (host, number) => (host === 'mixed.test' && number % 2 === 1 ? `/list/${number}` : `/item/${number}`);
const urlOf = (host, number) => `http://${host}:${port}${pathOf(host, number % pages)}`;
const linksOf = (host, number) => {
  const targets = Array.from({ length: LINKS }, (_, i) => urlOf(host, number * LINKS + i + 1));
  const next = hosts.includes(host) ? hosts[hosts.indexOf(host) + 1] : undefined;
  return number === 0 && next !== undefined ? [...targets, urlOf(next, 0)] : targets;
};
const anchors = (host, number) =>
  linksOf(host, number)
    .map((url) => `<a href="${url}">${words(number, 3)}</a>`)
    .join(' ');
const script = (host, number) => `fetch('/data/${number}').then((answer) => answer.json()).then((page) => {
  root.innerHTML = page.text + page.links.map((url) => '<a href="' + url + '">link</a>').join(' ') })`;
const shell = (title, body) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body>${body}</body></html>`;

function page(host, number, isList) {
  if (host.startsWith('spa-')) return shell('spa', `<div id="root"></div><script src="/app.js?${number}"></script>`);
  if (isList)
    return shell('list', `<h1>${words(number, 4)}</h1><div id="root"></div><script src="/app.js?${number}"></script>`);
  const widget = host.startsWith('widget-')
    ? '<div id="app"></div><script>document.title += "."</script>'
    : '<script>document.title += "."</script>';
  return shell(
    'article',
    `<h1>${words(number, 4)}</h1>${paragraphs(number)}<nav>${anchors(host, number)}</nav>${widget}`,
  );
}

let port = 0;
const server = createServer((request, response) => {
  const host = (request.headers.host ?? '').split(':')[0];
  const [, kind, number] = /^\/(item|list|data|app\.js)[/?](\d+)$/.exec(request.url ?? '') ?? [];
  if (kind === undefined || Number(number) >= pages)
    return void response.writeHead(404, { 'content-type': 'text/plain' }).end('not found');
  if (kind === 'app.js')
    return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(script(host, Number(number)));
  if (kind === 'data') {
    return void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ text: paragraphs(Number(number)), links: linksOf(host, Number(number)) }));
  }
  return void response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(page(host, Number(number), kind === 'list'));
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  port = server.address().port;
  process.send?.({ port, hosts });
});
process.on('disconnect', () => process.exit(0));
