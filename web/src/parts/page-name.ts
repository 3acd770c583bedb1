import { placeToEnd } from '../../../src/domain/text/cut-text.js';
import { shownText } from '../../../src/domain/text/shown-text.js';

/** A URL of this host stands for a search: the service writes it, and nobody serves a page there. */
const SEARCHES = 'search.invalid';

/** The query of a URL that stands for a search; null of any other. */
export function queryOf(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { hostname, searchParams } = new URL(url);
  return hostname === SEARCHES ? shownText(searchParams.get('q') ?? '') : null;
}

/** The name of a page: its title, or its address. */
export function nameOf({ title, url }: { readonly title: string | null; readonly url: string }): string {
  if (title !== null && title !== '') return title;
  const query = queryOf(url);
  return query === null ? url : `Search for “${query}”`;
}

/** A name of at most some UTF-16 units and `…`, cut between words or letters with their marks. */
export const shortened = (name: string, most: number): string =>
  name.length > most ? `${name.slice(0, placeToEnd(name, most)).trimEnd()}…` : name;
