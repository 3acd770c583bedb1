import { foldSpace } from '../text/fold-space.js';

/** It is read at once. Feeds have some hundred kilobytes. */
export const MAX_JSON_CHARS = 4_000_000;
const MAX_URL_CHARS = 8_000;
const VERSION = /^https?:\/\/(?:www\.)?jsonfeed\.org\/version\/1/;

type Fields = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

interface JsonFeed {
  readonly entries: readonly { readonly url: string; readonly title: string }[];
  /** Address of the feed's next part; '' if there is none. */
  readonly next: string;
}

/** A JSON Feed (jsonfeed.org, versions 1 and 1.1); null for other JSON. */
export function readJsonFeed(json: string): JsonFeed | null {
  const feed = parsed(json.replace(/^\uFEFF/, ''));
  if (!isObject(feed) || !VERSION.test(textOf(feed['version'])) || !Array.isArray(feed['items'])) return null;
  const entries = feed['items'].filter(isObject).flatMap(({ url, id, external_url: other, title }) => {
    // An id is often the address; an entry on another page may have only that page's.
    const address = [textOf(url), textOf(id), textOf(other)].find(
      (one, i) => one !== '' && (i !== 1 || /^https?:/i.test(one)),
    );
    if (address === undefined || address.length > MAX_URL_CHARS) return [];
    return [{ url: address.trim(), title: foldSpace(textOf(title)) }];
  });
  const next = textOf(feed['next_url']).trim();
  return { entries, next: next.length > MAX_URL_CHARS ? '' : next };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return null;
  }
}
