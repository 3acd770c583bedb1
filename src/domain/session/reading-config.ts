import { z } from 'zod';

/** Settings of a session for the kinds of pages and their parsing. */

export const RENDER_MODES = ['never', 'auto', 'always'] as const;
export type RenderMode = (typeof RENDER_MODES)[number];

export const COOKIE_MODES = ['visit', 'session', 'off'] as const;
export type CookieMode = (typeof COOKIE_MODES)[number];

/** The moment at which a page in Chromium is read. */
export const WAITS = ['dom', 'idle', 'selector', 'time'] as const;

const selector = z.string().min(1).max(500);

/** Chromium's settings for rendered pages. */
export const renderingSchema = z
  .strictObject({
    wait: z
      .discriminatedUnion('until', [
        z.strictObject({ until: z.literal('dom') }),
        z.strictObject({ until: z.literal('idle') }),
        z.strictObject({
          until: z.literal('selector'),
          selector: selector.describe('With until: selector, the CSS selector of the element to wait for'),
        }),
        z.strictObject({
          until: z.literal('time'),
          ms: z.int().min(0).max(60_000).describe('With until: time, the time after the load of the page, in ms'),
        }),
      ])
      .default({ until: 'idle' })
      .describe(
        'When Chromium reads the page: as soon as its DOM is ready, it waits for nothing more that could bring text or links (idle), or an element is present, or a fixed time after its load',
      ),
    scroll: z
      .int()
      .min(0)
      .max(50)
      .default(0)
      .describe(
        'Number of screens to scroll down, for pages that load more when they are scrolled. Chromium waits after each',
      ),
    loadMore: z
      .strictObject({
        selector: selector.describe('CSS selector of the button'),
        clicks: z.int().min(1).max(50).default(5).describe('Maximum number of clicks'),
      })
      .optional()
      .describe('A "load more" button to click'),
    blockTrackers: z.boolean().default(true).describe('Do not load anything from known trackers and advertisers'),
    screenshots: z.boolean().default(false).describe('Keep a thumbnail of each relevant page that was rendered'),
  })
  .describe('How Chromium renders pages');
export type RenderingConfig = z.infer<typeof renderingSchema>;

export const CONTENT_KINDS = ['html', 'text', 'pdf'] as const;
export type ContentKind = (typeof CONTENT_KINDS)[number];
export const contentKinds = z.array(z.enum(CONTENT_KINDS)).min(1).max(CONTENT_KINDS.length).default(['html', 'text']);

/** Pages in other languages are stored and count as irrelevant. */
export const languagesSchema = z
  .array(z.string().regex(/^[a-z]{2}$/, 'an ISO 639-1 code such as en'))
  .min(1)
  .max(50)
  .describe('Languages of relevant pages, ISO 639-1. A page in an unknown language may be relevant too. Default: any');

export const duplicatesSchema = z
  .strictObject({
    exact: z.boolean().default(true).describe('A page with the same text as an earlier page is a duplicate of it'),
    nearDistance: z
      .int()
      .min(0)
      .max(10)
      .default(3)
      .describe(
        'How many of the 64 bits of the simhash may differ in a near-duplicate. 0 does not look for near-duplicates',
      ),
    reward: z.boolean().default(false).describe('Duplicates can be relevant and bring reward, like any other page'),
  })
  .describe('How pages with the text of earlier ones are treated');
export type DuplicatesConfig = z.infer<typeof duplicatesSchema>;

export const trapsSchema = z
  .strictObject({
    detect: z
      .boolean()
      .default(true)
      .describe(
        'Leave out links that look like crawler traps: calendars, endless paths, repeated segments, faceted search',
      ),
    maxPerPattern: z
      .int()
      .min(10)
      .max(10_000_000)
      .default(50_000)
      .describe(
        'Maximum number of URLs of one host with the same pattern: the same path without its numbers and ids, and the same names of query parameters',
      ),
  })
  .describe('How crawler traps are treated');
