import { refreshOf } from '../../../../domain/page/index.js';
import { sentUrl } from '../../../../domain/url/index.js';
import type { FetchedPage } from '../../../../engine/ports.js';

/** Pages with content refresh themselves after minutes. */
const LONGEST_DELAY_SECONDS = 5;
/** The head of a page that only refreshes itself is short. */
const HEAD_CHARS = 16 * 1024;
const META = /<meta\s[^>]{0,2000}>/gi;
const REFRESH = /\shttp-equiv\s*=\s*(["']?)refresh\1[\s/>]/i;
const CONTENT = /\scontent\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i;

/**
 * Whether a page has browsers load it again at once, by its header or a meta element: some servers set a cookie so, and
 * send the content to clients with the cookie.
 */
export function refreshesItself({
  refresh,
  html,
  finalUrl,
}: Pick<FetchedPage, 'refresh' | 'html' | 'finalUrl'>): boolean {
  const metas = html.slice(0, HEAD_CHARS).match(META) ?? [];
  const contents = metas
    .filter((meta) => REFRESH.test(meta))
    .map((meta) => CONTENT.exec(meta)?.slice(1).join('') ?? '');
  return [...(refresh === undefined ? [] : [refresh]), ...contents].some((content) => {
    const asked = refreshOf(content);
    return asked !== null && asked.delay <= LONGEST_DELAY_SECONDS && sentUrl(asked.target, finalUrl) === finalUrl;
  });
}
