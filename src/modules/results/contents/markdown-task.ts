import type { ThreadTask } from '../../../platform/threads/index.js';
import type { Markdown } from './markdown.js';

export interface MarkdownRequest {
  readonly html: string;
  readonly url: string;
}

/** Making Markdown of HTML in another thread: a page of megabytes takes a second, and a hostile one may take for ever. */
export const task: ThreadTask<MarkdownRequest, Markdown> = {
  url: import.meta.url,
  // Whoever starts the thread has no use for what it loads.
  run: async ({ html, url }) => (await import('./markdown.js')).markdownOfHtml(html, url),
};
