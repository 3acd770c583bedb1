import { createServer } from 'node:http';
import { createHash } from 'node:crypto';

/**
 * The web behind the data of past versions: twelve sites of thirty pages, half of them about cheese, served as an HTTP
 * proxy, so that names are the same on every machine. A change would let stored sessions find other pages.
 */
const SITES = 12;
const PAGES = 30;
const LINKS = 8;
const TOPIC =
  'cheese cheddar milk rind curd dairy ripening cellar goat wheel brine rennet creamery flavour maker affineur'.split(
    ' ',
  );
const OTHER =
  'football league stadium referee striker penalty season coach transfer defender supporters derby keeper trophy'.split(
    ' ',
  );
const COMMON = 'the of and with from this that people year some many other place first new small town local'.split(' ');

const bytesOf = (text) => createHash('sha256').update(text).digest();
const hostOf = (site) => `site${site}.${site % 2 === 0 ? 'dairy' : 'sports'}${Math.floor(site / 2)}.test`;
export const siteUrl = (site, page = 0) => `http://${hostOf(site)}/${page === 0 ? '' : `page/${page}.html`}`;
const isRelevant = (site, page) => site % 2 === 0 && page % 5 !== 4;

/** A paragraph of sixty words. */
export function passage(relevant, key) {
  const words = [];
  for (let round = 0; words.length < 60; round++)
    for (const byte of bytesOf(`${key}/${round}`)) {
      const pool = byte % 3 === 0 ? (relevant ? TOPIC : OTHER) : COMMON;
      words.push(pool[(byte >> 2) % pool.length]);
    }
  const text = words.slice(0, 60).join(' ');
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}

function pageOf(site, page) {
  const relevant = isRelevant(site, page);
  const [word] = relevant ? TOPIC : OTHER;
  const links = Array.from(bytesOf(`links ${site}/${page}`).subarray(0, LINKS), (byte, i) => {
    const toSite = i < 5 ? site : byte % SITES;
    const toPage = (byte * 7 + i * 13 + page) % PAGES;
    const anchor = `${isRelevant(toSite, toPage) ? TOPIC[byte % TOPIC.length] : OTHER[byte % OTHER.length]} number ${toPage}`;
    return `<li><a href="${siteUrl(toSite, toPage)}">${anchor}</a></li>`;
  });
  return `<!doctype html><html lang="en"><head><title>${word} ${site} ${page}</title></head><body><main><h1>About ${word}</h1>
<p>${passage(relevant, `a ${site}/${page}`)}</p><p>${passage(relevant, `b ${site}/${page}`)}</p></main><ul>${links.join('')}</ul></body></html>`;
}

/** @param delayMs time that each answer takes */
export async function serveWeb(delayMs = 0) {
  const web = { delayMs, requests: 0, url: '', close: () => undefined };
  const server = createServer((request, response) => {
    web.requests++;
    const url = new URL(request.url, 'http://nowhere.test');
    const site = Number(/^site(\d+)\./.exec(url.hostname)?.[1] ?? NaN);
    const page = url.pathname === '/' ? 0 : Number(/^\/page\/(\d+)\.html$/.exec(url.pathname)?.[1] ?? NaN);
    const known = site < SITES && page < PAGES;
    setTimeout(() => {
      response.writeHead(known ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
      response.end(known ? pageOf(site, page) : '<title>Not found</title>');
    }, web.delayMs);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  web.url = `http://127.0.0.1:${server.address().port}`;
  web.close = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  return web;
}
