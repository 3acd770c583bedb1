import type { ThreadTask } from '../../../../../platform/threads/index.js';
import type { Markdown } from './markdown.js';

interface MarkdownRequest {
  readonly html: string;
  readonly url: string;
  readonly charset: string;
}

/** Converts HTML to Markdown in another thread: a page of megabytes takes a second, and a hostile one may never end. */
export const task: ThreadTask<MarkdownRequest, Markdown> = {
  url: import.meta.url,
  // The process that starts the thread does not need the loaded code.
  run: async ({ html, url, charset }) => (await import('./markdown.js')).markdownOfHtml(html, url, charset),
};
