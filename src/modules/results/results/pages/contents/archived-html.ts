import type { ArchivedPage } from '../../../../base/archive/index.js';
import { documentOutcome, faultOf, parseHttpMessage } from '../../../../fetch/fetching/index.js';

/** The HTML of a page when it was fetched. */
export interface ArchivedHtml {
  readonly html: string;
  /** Encoding of the response, which queries of its links use; '' for rendered pages. */
  readonly charset: string;
  readonly source: 'response' | 'rendered';
  readonly truncated: boolean;
}

/** The longest body that a session stores. */
const MAX_BODY_BYTES = 50_000_000;

/**
 * The HTML of an archived page, read by the same code as during the crawl: decoded, or converted from plain text or
 * PDF. Null if it cannot be read as a page.
 */
export async function archivedHtml(
  { type, block, truncated }: ArchivedPage,
  finalUrl: string,
  signal: AbortSignal,
): Promise<ArchivedHtml | null> {
  if (type === 'conversion') return { html: block.toString('utf8'), charset: '', source: 'rendered', truncated };
  const message = await parseHttpMessage(block, MAX_BODY_BYTES);
  if (message === null) return null;
  try {
    const outcome = await documentOutcome(
      { ...message, truncated: truncated || message.truncated },
      { finalUrl, redirects: [], fetchedAt: 0, durationMs: 0 },
      { url: finalUrl, settings: { contentTypes: ['html', 'text', 'pdf'] } },
      signal,
    );
    if (outcome.kind !== 'page') return null;
    const { html, charset } = outcome;
    return { html, charset, source: 'response', truncated: outcome.truncated };
  } catch (error) {
    // A PDF that cannot be read.
    if (faultOf(error) === null) throw error;
    return null;
  }
}
