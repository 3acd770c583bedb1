import { hostOf } from '../../dist/domain/url/index.js';

/** A page is about words that stand this number of times in its main text, and are this share of it. */
const LEAST_MATCHES = 6;
const LEAST_SHARE = 0.015;

/**
 * Pages of topics that the label list of a web does not have. All pages of a topic's `hosts` are relevant; `words` is a
 * regular expression for words of relevant pages.
 *
 * @returns URLs by the name of the topic
 */
export async function addedPages(web, topics) {
  const byHost = new Map(topics.flatMap(({ name, hosts = [] }) => hosts.map((host) => [host, name])));
  const byWords = topics
    .filter(({ words }) => words !== undefined)
    .map(({ name, words }) => ({ name, pattern: new RegExp(`\\b(?:${words})\\b`, 'giu') }));
  const pages = new Map([...byHost.values(), ...byWords.map(({ name }) => name)].map((name) => [name, []]));
  if (pages.size === 0) return pages;
  for (const url of web.urls()) {
    pages.get(byHost.get(hostOf(url)))?.push(url);
    for (const name of byWords.length > 0 ? await namesIn(web, url, byWords) : []) pages.get(name).push(url);
  }
  return pages;
}

async function namesIn(web, url, byWords) {
  const text = (await web.document(url))?.text ?? '';
  const least = Math.max(LEAST_MATCHES, LEAST_SHARE * (text.match(/\S+/g)?.length ?? 0));
  return byWords.filter(({ pattern }) => (text.match(pattern)?.length ?? 0) >= least).map(({ name }) => name);
}

/** The web with one more label. */
export function withLabel(web, label, urls) {
  const labels = new Map([...web.labels.keys()].map((url) => [url, web.labels.get(url)]));
  for (const url of urls) labels.set(url, new Set([...(labels.get(url) ?? []), label]));
  return { ...web, labels };
}
