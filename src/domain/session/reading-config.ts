import { z } from 'zod';

/** Settings of a session about what a page is and how it is read. */

export const RENDER_MODES = ['never', 'auto', 'always'] as const;
export type RenderMode = (typeof RENDER_MODES)[number];

/** When a page in Chromium is read. */
export const WAITS = ['dom', 'idle', 'selector', 'time'] as const;
export type Wait = (typeof WAITS)[number];

const selector = z.string().min(1).max(500);

/** How Chromium is used for pages that are rendered. */
export const renderingSchema = z
  .strictObject({
    wait: z
      .discriminatedUnion('until', [
        z.strictObject({ until: z.literal('dom') }),
        z.strictObject({ until: z.literal('idle') }),
        z.strictObject({
          until: z.literal('selector'),
          selector: selector.describe('CSS selector of the element that is waited for; for until: selector'),
        }),
        z.strictObject({
          until: z.literal('time'),
          ms: z.int().min(0).max(60_000).describe('Time from the load of the page, ms; for until: time'),
        }),
      ])
      .default({ until: 'idle' })
      .describe(
        'When a page in Chromium is read: once its DOM is ready, its network idle, an element present, or after a fixed time from its load',
      ),
    scroll: z
      .int()
      .min(0)
      .max(50)
      .default(0)
      .describe('Screens to scroll down, each waited for, so that pages that load as one scrolls show more'),
    loadMore: z
      .strictObject({
        selector: selector.describe('CSS selector of the button'),
        clicks: z.int().min(1).max(50).default(5).describe('Clicks, at most'),
      })
      .optional()
      .describe('A "load more" button to click'),
    blockTrackers: z.boolean().default(true).describe('Load nothing from known trackers and advertisers'),
    screenshots: z.boolean().default(false).describe('Keep a thumbnail of each relevant page that was rendered'),
  })
  .describe('How Chromium is used for pages that are rendered');
export type RenderingConfig = z.infer<typeof renderingSchema>;

export const CONTENT_KINDS = ['html', 'text', 'pdf'] as const;
export type ContentKind = (typeof CONTENT_KINDS)[number];
export const contentKinds = z.array(z.enum(CONTENT_KINDS)).min(1).max(CONTENT_KINDS.length).default(['html', 'text']);

/** Pages in other languages are stored and count as not relevant. */
export const languagesSchema = z
  .array(z.string().regex(/^[a-z]{2}$/, 'an ISO 639-1 code such as en'))
  .min(1)
  .max(50)
  .describe(
    'Languages of pages that may be relevant, ISO 639-1. Pages whose language cannot be told are taken. Default: any',
  );

export const duplicatesSchema = z
  .strictObject({
    exact: z.boolean().default(true).describe('Take a page with the text of an earlier one for its duplicate'),
    nearDistance: z
      .int()
      .min(0)
      .max(10)
      .default(3)
      .describe('Bits of 64 in which the simhash of a near-duplicate may differ; 0 looks for none'),
    reward: z.boolean().default(false).describe('Let duplicates be relevant and earn reward like any page'),
  })
  .describe('What is done about pages that repeat the text of earlier ones');
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
        'URLs taken from one host with the same pattern, at most: the same path without its numbers and ids, the same names of query parameters',
      ),
  })
  .describe('What is done about crawler traps');
export type TrapsConfig = z.infer<typeof trapsSchema>;
