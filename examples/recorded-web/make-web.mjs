#!/usr/bin/env node
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/**
 * Writes a small recorded web for `gleaner lab`: web.warc.gz, labels.tsv and topic.json. 60 sites of 40 pages; nine of
 * the sites write about cheese, and they link to each other more often than others do. The same every time.
 *
 *   node examples/recorded-web/make-web.mjs FOLDER
 */
const folder = process.argv[2] ?? 'data/example-web';
const SITES = 60;
const PAGES = 40;
const WORDS = {
  cheese: 'cheese milk rind curd dairy cheddar brie ripening cellar goat'.split(' '),
  other: 'engine harbour ticket piano bridge window silver market cloud garden'.split(' '),
};

let state = 7;
/** A linear congruential generator (Numerical Recipes): good enough for an example. */
const random = (below) => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
};
const words = (kind, count) => Array.from({ length: count }, () => WORDS[kind][random(WORDS[kind].length)]).join(' ');

const isCheesy = (site) => site % 7 === 3;
const urlOf = (site, page) => `http://site${site}.example/${page === 0 ? '' : `page-${page}`}`;
/** On a site about cheese most pages are about it; elsewhere hardly any. */
const kinds = Array.from({ length: SITES }, (_, site) =>
  Array.from({ length: PAGES }, () => (random(100) < (isCheesy(site) ? 70 : 1) ? 'cheese' : 'other')),
);

function linksOf(site, page) {
  const inside = Array.from({ length: 6 }, () => [site, random(PAGES)]);
  const outside = Array.from({ length: 3 }, () => {
    const near = isCheesy(site) && random(100) < 50;
    return [near ? 3 + 7 * random(9) : random(SITES), random(100) < 70 ? 0 : random(PAGES)];
  });
  return page === 0 ? [...inside, ...inside.map(() => [site, random(PAGES)]), ...outside] : [...inside, ...outside];
}

function record(url, html) {
  const block = `HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}`;
  const head = [
    'WARC/1.1',
    'WARC-Type: response',
    'WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000000>',
    'WARC-Date: 2026-01-01T00:00:00Z',
    `WARC-Target-URI: ${url}`,
    'Content-Type: application/http;msgtype=response',
    `Content-Length: ${Buffer.byteLength(block)}`,
  ].join('\r\n');
  return gzipSync(`${head}\r\n\r\n${block}\r\n\r\n`);
}

const records = [];
const labels = ['url\tlabels'];
for (let site = 0; site < SITES; site++) {
  for (let page = 0; page < PAGES; page++) {
    const kind = kinds[site][page];
    const links = linksOf(site, page).map(([s, p]) => `<a href="${urlOf(s, p)}">${words(kinds[s][p], 2)}</a>`);
    const html = `<title>${words(kind, 3)}</title><p>${words(kind, 60)} ${words('other', 40)}</p>${links.join(' ')}`;
    records.push(record(urlOf(site, page), html));
    labels.push(`${urlOf(site, page)}\t${kind}`);
  }
}
const topic = {
  name: 'Cheese on an example web',
  label: 'cheese',
  keywords: ['cheese', 'milk', 'cheddar'],
  seeds: [0, 1, 2].map((site) => urlOf(site, 0)),
};

mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'web.warc.gz'), Buffer.concat(records));
writeFileSync(join(folder, 'labels.tsv'), `${labels.join('\n')}\n`);
writeFileSync(join(folder, 'topic.json'), `${JSON.stringify(topic, null, 2)}\n`);
process.stdout.write(`${records.length} pages in ${folder}\n`);
