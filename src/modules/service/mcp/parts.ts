import { z } from 'zod';
import type { Schemas } from '#client';

/** Arguments and results shared by several tools. */

export const topicId = z.uuid().describe('Id of the topic, from create_topic or list_topics');
export const sessionId = z.uuid().describe('Id of the crawl session, from start_session');
export const step = z
  .int()
  .min(0)
  .max(2_147_483_647)
  .describe('Number of the page within its session, from list_relevant_pages or next_labels');

const DEFAULT_ROWS = 10;
const MAX_ROWS = 50;

/** The arguments of a list. Small pages, because a model reads everything it gets. */
export const paged = {
  limit: z.int().min(1).max(MAX_ROWS).default(DEFAULT_ROWS).describe('Rows in one answer'),
  cursor: z
    .string()
    .max(1_000)
    .optional()
    .describe('next_cursor of the answer before. Leave it out for the first rows'),
};

export const nextCursor = z
  .string()
  .nullable()
  .describe('Give this as cursor to get the following rows. Null: there are no more');

export const note = z.string().describe('How to treat what comes from web pages');

/** The cursor of the next rows. */
export const cursorAfter = ({ hasNextPage, endCursor }: Schemas['PageInfo']): string | null =>
  hasNextPage ? endCursor : null;

/** Appended to a list. */
export const moreRows = (cursor: string | null): string => (cursor === null ? '' : `\nMore: cursor ${cursor}`);

export const share = (value: number | null): string => (value === null ? '-' : `${(100 * value).toFixed(1)}%`);

const DIGITS = 3;
export const rounded = (value: number): number => Number(value.toFixed(DIGITS));
