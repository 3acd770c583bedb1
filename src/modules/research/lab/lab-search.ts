import { TextIndex } from '../../../domain/search/index.js';
import type { SearchEngine } from '../../../engine/index.js';
import type { LabWeb } from './lab-web.js';

/**
 * A search engine over all pages of a web under their own addresses, in the order of the recording: the same web always
 * gives the same answers.
 */
export async function labSearch({ urls, document }: Pick<LabWeb, 'urls' | 'document'>): Promise<SearchEngine> {
  const index = new TextIndex();
  for (const url of urls()) {
    const page = await document(url);
    if (page?.url === url) index.add(page);
  }
  return { search: (request) => Promise.resolve({ kind: 'hits', hits: index.search(request) }) };
}
