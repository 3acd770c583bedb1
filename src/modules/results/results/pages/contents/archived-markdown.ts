import { Logger } from '@nestjs/common';
import { DomainError } from '../../../../../platform/errors/index.js';
import { runInThread } from '../../../../../platform/threads/index.js';
import type { ArchivedPage } from '../../../../base/archive/index.js';
import { archivedHtml } from './archived-html.js';
import { task } from './markdown-task.js';

/** Time limit for reading an archived page and converting it to Markdown. Honest pages take some ten milliseconds. */
export const CONTENT_TIMEOUT_MS = 20_000;

interface ArchivedMarkdown {
  readonly content: string;
  readonly source: 'response' | 'rendered';
  readonly truncated: boolean;
}

const log = new Logger('Contents');

/** Ignores a missing archive, so that stored texts are used instead. */
export function ifGone(error: unknown): null {
  if (error instanceof DomainError && error.code === 'GONE') return null;
  throw error;
}

/**
 * An archived page as Markdown; null if it cannot be read, or takes too much time or memory, so that stored texts are
 * used instead.
 *
 * @throws DomainError UNAVAILABLE if too many computations are waiting
 */
export async function archivedMarkdown(
  found: ArchivedPage,
  finalUrl: string,
  signal: AbortSignal,
): Promise<ArchivedMarkdown | null> {
  const read = await archivedHtml(found, finalUrl, signal);
  if (read === null) return null;
  try {
    const { markdown, truncated } = await runInThread(
      task,
      { html: read.html, url: finalUrl, charset: read.charset },
      signal,
    );
    return { content: markdown, source: read.source, truncated: truncated || read.truncated };
  } catch (error) {
    if (error instanceof DomainError) throw error;
    log.warn({ err: error, url: finalUrl }, 'an archived page could not be converted to Markdown');
    return null;
  }
}
